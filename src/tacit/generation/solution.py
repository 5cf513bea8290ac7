"""sol(C_L) = ∅? Does the learned network still have a solution (line 3 of Algorithms 1 and 4, line 4 of Algorithm 6)?

A solution that was found once is kept until a new constraint rejects it. Our own search looks for the next one
within the limits of a generation; what it can't settle goes on as satisfiable, is tried again when the network has
grown by a tenth, and is settled by CP-SAT before a result is called converged.
"""

from __future__ import annotations

from tacit.generation.ordering import dom_wdeg, lex_values
from tacit.generation.search import Limits, Search
from tacit.learning.state import State

WAYS_AROUND = 300  # nodes
PROOF_LIMIT = 600.0  # CP-SAT's deterministic time: far more than any benchmark needs


def may_have_solution(state: State) -> bool:
    """False if it is proved that there is none."""
    if state.solution is not None or 10 * len(state.network) < 11 * state.unsettled_at:
        return True
    # One dive and some ways around; a large problem has other things to do than to look for a solution at length.
    nodes = min(Limits.of(state).nodes_max, len(state.vocabulary) + WAYS_AROUND)
    # With no candidates to violate, the first complete assignment is the best.
    search = Search(state, None, Limits(nodes, nodes), dom_wdeg, lex_values, complete=True)
    state.solution = search.run()
    if state.solution is None and not search.exhausted:
        state.unsettled_at = len(state.network)
    return state.solution is not None or not search.exhausted


def has_solution(state: State) -> bool | None:
    """The exact answer; None only if CP-SAT gives up."""
    if not may_have_solution(state):
        return False
    if state.solution is not None:
        return True
    from tacit.exact.cpsat import solve

    constraints = [state.bias.constraint(row) for row in state.network]
    state.solution, proved = solve(state.vocabulary, constraints, limit=PROOF_LIMIT)
    if state.solution is not None:
        return True
    return False if proved else None
