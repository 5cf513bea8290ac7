"""IrrGen (Algorithm 9): generate an irredundant query; QGen: the search behind it.

    C_s ← {¬c | c ∈ B \\ C_L}
    e ← QGen(C_L, C_s)
    if e ≠ nil return e
    for each c ∈ C_s:
        generate e in sol(C_L ∪ {¬c})        (line 6; the paper prints C_L ∩ c)
        if e ≠ nil return e
    return nil

Under *max* an example is a solution of C_L, and a candidate that the cutoffs leave open is settled by CP-SAT
(`prove=True`) or makes the convergence premature. Under *max_B* it may be partial, so line 6 needs nothing but
the candidate's own scope: either some example there violates it, or it is implied there. So nothing is ever
left open.

Given examples that were answered "no" come first: they are questions whose answers are known.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.generation.search import Limits, Search
from tacit.learning.state import State
from tacit.problem.vocabulary import Codes


def irrgen(state: State) -> Example | None:
    """An example that C_L accepts and some candidate rejects; None if there is none (under max: none was found)."""
    state.left_open = False
    if not state.agenda.any():
        return None
    given = state.next_given()
    if given is not None:
        return given
    codes = qgen(state)
    if codes is None:
        codes = _one_by_one_partial(state) if state.options.partial else _one_by_one_complete(state)
    if codes is None:
        return None
    e = Example(state, codes)
    if state.solution is None and (codes >= 0).all():
        state.solution = codes
    state.reporter.generated(len(state.kappa(e, e.variables)), e.variables.bit_count())
    return e


def qgen(state: State, start: Codes | None = None) -> Codes | None:
    """QGen(C_L, C_s): the best example that the cutoffs allow; with `start` it must extend that one."""
    options = state.options
    search = Search(
        state,
        state.agenda,
        Limits.of(state),
        options.variable_order,
        options.value_order,
        complete=not options.partial,
        start=start,
    )
    codes = search.run()
    if search.passed_min:
        state.reporter.cutoff("min")
    if search.cut == "max":
        state.reporter.cutoff("max")
    return codes if search.best_violated > 0 else None


def _one_by_one_partial(state: State) -> Codes | None:
    """Lines 5 to 8 under max_B: exact, on the candidate's own scope; then extended to violate more."""
    agenda = state.agenda
    for row in np.flatnonzero(agenda).tolist():
        if not (state.in_bias[row] and not state.parked[row]):
            continue  # settled by one of those before it
        own = OwnScope(state, state.scope_set(row))
        e = own.separating(row)
        if e is not None:
            extended = qgen(state, start=e.codes)
            return e.codes if extended is None else extended
        own.drop_implied()
        if state.in_bias[row]:  # not implied: all its examples were answered "don't know"
            state.park(np.array([row]))
    return None


def _one_by_one_complete(state: State) -> Codes | None:
    """Lines 5 to 8 under max: a search for each candidate, each with its own cutoff."""
    options = state.options
    limits = Limits.of(state).any_example()
    open_rows: list[int] = []
    for row in np.flatnonzero(state.agenda).tolist():
        search = Search(
            state,
            state.agenda,
            limits,
            options.variable_order,
            options.value_order,
            complete=True,
            must_violate=row,
        )
        codes = search.run()
        if codes is not None:
            return codes
        if search.exhausted:
            # It stays in the bias: a partial question may violate it, and it may be the reason of a "no".
            state.unreachable[row] = True
        else:
            state.reporter.cutoff("max")
            open_rows.append(row)
    if not open_rows:
        return None
    if options.prove:
        return _prove(state, open_rows)
    state.left_open = True
    return None


def _prove(state: State, open_rows: list[int]) -> Codes | None:
    """What the cutoffs left open: a solution of C_L that violates one of these, or the proof that there is none."""
    from tacit.exact.cpsat import solve

    constraint = state.bias.constraint
    codes, proved = solve(
        state.vocabulary,
        [constraint(row) for row in state.network],
        some_rejects=[constraint(row) for row in open_rows],
    )
    if codes is None:
        if proved:
            state.unreachable[open_rows] = True
        else:
            state.left_open = True
    return codes
