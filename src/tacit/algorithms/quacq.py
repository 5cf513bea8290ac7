"""QuAcq (Algorithm 1): one constraint from each negative example.

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

Asks O(|C_T| · (log |X| + |Γ|)) questions to find the target and O(|B|) to prove convergence.
"""

from __future__ import annotations

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.asking import Asking, DontKnow
from tacit.generation.irrgen import irrgen
from tacit.generation.solution import may_have_solution
from tacit.state import State


def quacq(state: State) -> Asking[Outcome]:
    options = state.options
    while True:
        if not may_have_solution(state):
            return COLLAPSE
        e = irrgen(state)
        if e is None:
            return verdict(state)
        X = e.variables
        try:
            if (yield from state.ask(e, X)):
                continue
            scope = yield from options.find_scope(state, e, X)
            constraints = yield from options.find_c(state, e, scope)
        except DontKnow:
            state.park(state.kappa(e, X))
            continue
        # c = nil can't come here: an answer that no candidate explains has ended the dialogue already.
        for c in constraints:
            state.learn(c)
