"""QuAcq (Algorithm 1; Bessiere et al. 2013): one constraint from each negative example.

    1   C_L ← ∅
    2   loop
    3       if sol(C_L) = ∅ return collapse
    4       generate e in D^X accepted by C_L and rejected by B
    5       if e = nil return converged
    6       if ASK(e) = yes   B ← B \\ κ_B(e)
    7       else
    8           c ← FindC(e, FindScope(e, ∅, X, false))
    9           if c = nil return collapse
    10          else C_L ← C_L ∪ {c}

Asks O(|C_T| · (log |X| + |Γ|)) questions to find the target and O(|B|) to prove convergence. Under max_B an
example assigns some variables Y, not all of X.
"""

from __future__ import annotations

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.algorithms.scope_inside import scope_inside
from tacit.generation.irrgen import irrgen
from tacit.generation.solution import may_have_solution
from tacit.learning.asking import Asking, DontKnow
from tacit.learning.state import State


def quacq(state: State) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    while True:
        state.at_top()
        if not may_have_solution(state):
            return COLLAPSE
        e = irrgen(state)
        if e is None:
            return verdict(state)
        Y = e.variables
        try:
            if (yield from state.ask(e, Y)):
                continue
            scope = yield from scope_inside(state, e, Y)
            constraints = yield from state.options.find_c(state, e, scope)
        except DontKnow:
            state.park(state.kappa(e, Y))
            continue
        for c in constraints:
            state.learn(c)
