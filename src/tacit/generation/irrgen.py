"""IrrGen (Algorithm 9): generate an irredundant query; QGen: the search behind it.

    C_s ← {¬c | c ∈ B \\ C_L}
    e ← QGen(C_L, C_s)
    if e ≠ nil return e
    for each c ∈ C_s:
        generate e in sol(C_L ∪ {¬c})        (line 6; the paper prints C_L ∩ c)
        if e ≠ nil return e
    return nil

Under *max* an example is a solution of C_L. A candidate that the cutoffs leave open is settled by CP-SAT
(`prove=True`), or stays on the agenda, which makes the convergence premature. Under *max_B* an example may be partial,
so line 6 needs only the candidate's own scope: either some example there violates the candidate, or it is implied
there. So nothing is ever left open.

Given examples that were answered "no" come first: they are questions whose answers are known.

D. C. Tsouros, K. Stergiou, "Efficient Multiple Constraint Acquisition", Constraints 25, 2020,
https://doi.org/10.1007/s10601-020-09311-4
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.candidates.version_space import Mask
from tacit.generation.own_scope import OwnScope
from tacit.generation.search import Limits, Search
from tacit.learning.asker import Asker
from tacit.problem.vocabulary import Codes


def irrgen(asker: Asker) -> Example | None:
    """An example that C_L accepts and some candidate rejects; None if there is none (under max: none was found)."""
    if not asker.space.agenda.any():
        return None
    given = asker.next_given()
    if given is not None:
        return given
    codes = qgen(asker)
    return generated(asker, one_by_one(asker) if codes is None else codes)


def generated(asker: Asker, codes: Codes | None) -> Example | None:
    """What was found, as an example, reported."""
    if codes is None:
        return None
    space, witness = asker.space, asker.witness
    e = Example(space, codes)
    if witness.solution(space) is None and (codes >= 0).all():
        witness.found(space, codes)
    asker.reporter.generated(len(e.kappa(e.variables)), e.variables.bit_count())
    return e


def qgen(asker: Asker, start: Codes | None = None) -> Codes | None:
    """QGen(C_L, C_s): the best example that the cutoffs allow. start: an example that it must extend."""
    return run(asker, search_for(asker, limits_of(asker), start=start))


def run(asker: Asker, search: Search) -> Codes | None:
    """The example that a search finds, if it violates anything; its cutoffs are reported."""
    codes = search.run()
    asker.reporter.searched(search.nodes)
    if search.passed_min:
        asker.reporter.cutoff("min")
    if search.cut == "max":
        asker.reporter.cutoff("max")
    return codes if search.best_violated > 0 else None


def limits_of(asker: Asker) -> Limits:
    return Limits.of(asker.options, len(asker.space.vocabulary))


def search_for(
    asker: Asker,
    limits: Limits,
    *,
    soft: Mask | None = None,
    hard: Mask | None = None,
    complete: bool | None = None,
    start: Codes | None = None,
    must_violate: int | None = None,
    only: Mask | None = None,
) -> Search:
    """A search with the orders that were chosen. What is not given: the agenda, the learned constraints, and complete
    examples under max."""
    options = asker.options
    return Search(
        asker.space,
        asker.random,
        asker.space.agenda if soft is None else soft,
        limits,
        options.variable_order,
        options.value_order,
        complete=not options.partial if complete is None else complete,
        start=start,
        must_violate=must_violate,
        only=only,
        hard=hard,
    )


def one_by_one(asker: Asker, only: Mask | None = None) -> Codes | None:
    """Lines 5 to 8. only: under max, the variables that get a value, if not all of them do."""
    return _one_by_one_partial(asker) if asker.options.partial else _one_by_one_complete(asker, only)


def _one_by_one_partial(asker: Asker) -> Codes | None:
    """Lines 5 to 8 under max_B: exact on the candidate's own scope; its example is extended to violate more."""
    space = asker.space
    for row in np.flatnonzero(space.agenda).tolist():
        if not space.on_agenda(row):
            continue  # settled along with an earlier candidate
        own = OwnScope.of(asker, space.scope_set(row))
        e = own.separating(row)
        if e is not None:
            extended = qgen(asker, start=e.codes)
            return e.codes if extended is None else extended
        own.drop_implied()
        if space.in_bias[row]:  # not implied: all its examples were answered "don't know"
            space.park(np.array([row]))
    return None


def _one_by_one_complete(asker: Asker, only: Mask | None) -> Codes | None:
    """Lines 5 to 8 under max: a search for each candidate, each with its own cutoff."""
    limits = limits_of(asker).any_example()
    open_rows: list[int] = []
    for row in np.flatnonzero(asker.space.agenda).tolist():
        search = search_for(asker, limits, must_violate=row, only=only)
        codes = search.run()
        asker.reporter.searched(search.nodes)
        if codes is not None:
            return codes
        if search.exhausted:
            # The candidate stays in the bias: a partial question may violate it, and it may be the reason for a "no".
            asker.space.put_out_of_reach([row])
        else:
            asker.reporter.cutoff("max")
            open_rows.append(row)
    return _prove(asker, open_rows) if open_rows and asker.options.prove else None


def _prove(asker: Asker, open_rows: list[int]) -> Codes | None:
    """A solution of C_L that violates a candidate that the cutoffs left open; without one, all are out of reach."""
    from tacit.exact.cpsat import solve

    space = asker.space
    codes, proved = solve(
        space.vocabulary,
        [space.bias.constraint(row) for row in space.network],
        some_rejects=[space.bias.constraint(row) for row in open_rows],
    )
    if codes is None and proved:
        space.put_out_of_reach(open_rows)
    return codes
