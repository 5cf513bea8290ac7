"""sol(C_L) = ∅? Does the learned network still have a solution (line 3 of Algorithms 1 and 4, line 4 of Algorithm 6)?

A solution is kept until a new constraint rejects it (`learning/witness.py`). Then our own search looks for another,
within the limits for one example. If it can't decide, the network counts as satisfiable; the search is repeated when
the network has grown by a tenth, and CP-SAT decides before a result is called converged.
"""

from __future__ import annotations

import numpy as np

from tacit.generation.ordering import dom_wdeg, lex_values
from tacit.generation.search import Limits, Search
from tacit.learning.asker import Asker
from tacit.problem.rows import is_quick_to_list

WAYS_AROUND = 300  # nodes beyond one for each variable
LARGE = 5000  # constraints
PROOF_LIMIT = 600.0  # CP-SAT's deterministic time: far more than any benchmark needs


def may_have_solution(asker: Asker) -> bool:
    """False if it is proved that there is no solution."""
    space, witness = asker.space, asker.witness
    if witness.solution(space) is not None or witness.is_not_worth_a_search(space):
        return True
    if len(space.rows.bounds):
        return True  # the search knows no bounds; CP-SAT decides at the end
    # One dive and some backtracking; on a large problem a long search for a solution is not worth its time.
    n = len(space.vocabulary)
    nodes = min(Limits.of(asker.options, n).nodes_max, n + WAYS_AROUND)
    # With no candidates to violate, the first complete assignment is the best.
    every = np.ones(n, dtype=bool)
    search = Search(space, asker.random, None, Limits(nodes, nodes), dom_wdeg, lex_values, complete=True, only=every)
    solution = search.run()
    asker.reporter.searched(search.nodes)
    if solution is not None:
        witness.found(space, solution)
    elif not search.exhausted:
        witness.gave_up(space)
    return solution is not None or not search.exhausted


def has_solution(asker: Asker, *, limit: float = PROOF_LIMIT) -> bool | None:
    """The exact answer; None only if CP-SAT gives up."""
    if not may_have_solution(asker):
        return False
    space, witness = asker.space, asker.witness
    if witness.solution(space) is not None:
        return True
    if len(space.rows.bounds) or _is_large(asker):
        from tacit.exact.partial import find_solution

        solution, proved = find_solution(space.rows, space.network, kept=asker.facts)
        if solution is not None:
            witness.found(space, solution)
        return True if solution is not None else False if proved else None
    from tacit.exact.cpsat import solve

    key = "solution", tuple(space.network), limit
    if key not in asker.facts:  # after an undo, the same network may come again
        constraints = space.bias.constraints(space.network)
        asker.facts[key] = solve(space.vocabulary, constraints, limit=limit)
    solution, proved = asker.facts[key]
    if solution is not None:
        witness.found(space, solution)
        return True
    return False if proved else None


def _is_large(asker: Asker) -> bool:
    """Are there so many constraints that CPMpy takes longer to say them than CP-SAT takes to satisfy them?"""
    space = asker.space
    return len(space.network) > LARGE and is_quick_to_list(space.rows, space.learned)
