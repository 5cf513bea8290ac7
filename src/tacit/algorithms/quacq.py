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

C. Bessiere et al., "Constraint Acquisition via Partial Queries", IJCAI 2013,
https://dl.acm.org/doi/10.5555/2540128.2540198
"""

from __future__ import annotations

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.algorithms.scope_inside import scope_inside
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow


def quacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    while True:
        asker.at_top()
        if not may_have_solution(asker):
            return COLLAPSE
        e = asker.options.generator(asker)
        if e is None:
            return verdict(asker)
        Y = e.variables
        try:
            if (yield from asker.ask(e, Y)):
                continue
            scope = yield from scope_inside(asker, e, Y)
            constraints = yield from asker.options.constraint_finder(asker, e, scope)
        except DontKnow:
            asker.space.park(e.kappa(Y))
            continue
        for c in constraints:
            asker.learn(c)
