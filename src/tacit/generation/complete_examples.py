"""Complete examples whose answer the earlier ones leave open: what ConAcq.2 asks, and when ConAcq has converged.

A "no" is a clause: one of the candidates that reject the example is in the target. Let C_L be the candidates that are
alone in their clause. A complete example is *open* if C_L accepts it, some surviving candidate rejects it, and of each
clause some candidate accepts it. If no complete example is open, all networks that agree with the answers have the same
solutions.

Near misses are tried first: known solutions but for one value. All surviving candidates accept a known solution, so
what a near miss violates is among the few candidates around the changed variable. A search and CP-SAT follow; CP-SAT is
exact, and slow where there are many candidates. What they find violates many candidates; `smaller` changes values for
as long as fewer are violated.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.irrgen import limits_of, search_for
from tacit.learning.asker import Asker
from tacit.problem.query import Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

MOST_SOLUTIONS = 10  # the newest, around which near misses are looked for
PROOF_LIMIT = 60.0  # CP-SAT's deterministic time for one example


def near_miss(asker: Asker, *, optimistic: bool) -> Example | None:
    """An open near miss that violates the fewest candidates, or the most (optimistic); None if there is none."""
    vocabulary = asker.space.vocabulary
    best: Codes | None = None
    best_size = 0
    for solution in _solutions(asker):
        for variable in asker.random.permutation(len(vocabulary)).tolist():
            for code in vocabulary.domain_codes[variable].tolist():
                if code == solution[variable]:
                    continue
                codes = solution.copy()
                codes[variable] = code
                rejecting = _rejecting(asker, codes)
                size = len(rejecting)
                better = best is None or (size > best_size if optimistic else size < best_size)
                if size and better and is_open(asker, codes, rejecting):
                    best, best_size = codes, size
                    if size == 1 and not optimistic:
                        return Example(asker.space, best)
    return None if best is None else Example(asker.space, best)


def found_by_search(asker: Asker) -> Example | None:
    """An open example by branch and bound; None if the one that it finds is not open."""
    search = search_for(asker, limits_of(asker), complete=True)
    codes = search.run()
    asker.reporter.searched(search.nodes)
    if codes is None or not is_open(asker, codes, _rejecting(asker, codes)):
        return None
    return Example(asker.space, codes)


def any_open(asker: Asker, *, fresh: bool) -> tuple[Example | None, bool]:
    """An open example, and whether the answer is proved. fresh: not one that was answered "don't know"."""
    from tacit.exact.cpsat import solve

    space, answers = asker.space, asker.answers
    constraint = space.bias.constraint
    candidates = np.flatnonzero(space.surviving & ~space.learned)
    if not len(candidates):
        return None, True
    clauses = [no.rows[space.surviving[no.rows]] for no in answers.open_no]
    unknown = [query.codes for queries in answers.unknown.values() for query in queries if query.complete]
    codes, proved = solve(
        space.vocabulary,
        [constraint(row) for row in space.network],
        some_rejects=[constraint(row) for row in candidates.tolist()],
        each_some_accepts=[[constraint(row) for row in clause.tolist()] for clause in clauses],
        differs_from=unknown if fresh else [],
        limit=PROOF_LIMIT,
    )
    return (None if codes is None else Example(space, codes)), proved


def smaller(asker: Asker, e: Example) -> Example:
    """An open example that violates fewer candidates than this one, as long as one changed value leads to such."""
    codes, size = e.codes, len(_rejecting(asker, e.codes))
    variable, unchanged = 0, 0
    domains = asker.space.vocabulary.domain_codes
    while unchanged < len(domains) and size > 1:
        unchanged += 1
        for code in domains[variable].tolist():
            changed = codes.copy()
            changed[variable] = code
            rejecting = _rejecting(asker, changed)
            if 0 < len(rejecting) < size and is_open(asker, changed, rejecting):
                codes, size, unchanged = changed, len(rejecting), 0
        variable = (variable + 1) % len(domains)
    return Example(asker.space, codes)


def is_open(asker: Asker, codes: Codes, rejecting: RowIds) -> bool:
    """Is the answer to a complete example open, and was it not "don't know" before?"""
    if asker.space.learned[rejecting].any() or asker.answers.follows(rejecting) is not None:
        return False
    return Query(asker.space.vocabulary, codes) not in asker.answers.said


def _rejecting(asker: Asker, codes: Codes) -> RowIds:
    return asker.space.rows.rejecting(codes, asker.space.surviving)


def _solutions(asker: Asker) -> list[Codes]:
    """The newest complete examples that were answered "yes"."""
    right = [entry.query.codes for entry in asker.answers.evidence if entry.answer and entry.query.complete]
    return right[::-1][:MOST_SOLUTIONS]
