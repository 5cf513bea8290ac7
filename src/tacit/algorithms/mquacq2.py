"""MQuAcq-2: several constraints from each negative example, none of which share variables, and what they suggest.

    1   C_L ← ∅
    2   loop
    3       if sol(C_L) = ∅ return collapse
    4       generate e accepted by C_L and rejected by B; Y ← its variables
    5       if e = nil return converged
    6       while κ_B(e_Y) ≠ ∅
    7           if ASK(e_Y) = yes
    8               B ← B \\ κ_B(e_Y)
    9           else
    10              scope ← FindScope(e, Y)
    11              C_L ← C_L ∪ {FindC(e, scope)}
    12              NScopes ← {scope} ∪ AnalyzeAndLearn(e, Y)
    13              Y ← Y \\ the variables of NScopes

MQuAcq looks for every constraint that an example violates, and pays for it with a question for each way to leave out
a variable of each scope. MQuAcq-2 leaves all variables of a scope out at once. What it omits by that is found in later
examples, or by AnalyzeAndLearn.

Asks O(|C_T| · (log |X| + |Γ|)) questions to find the target and O(|B|) to prove convergence.

D. C. Tsouros, K. Stergiou, C. Bessiere, "Omissions in Constraint Acquisition", CP 2020,
https://doi.org/10.1007/978-3-030-58475-7_54
"""

from __future__ import annotations

from tacit.algorithms.analyze_and_learn import analyze_and_learn
from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.algorithms.scope_inside import scope_inside
from tacit.candidates.examination import Example
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow


def mquacq2(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    while True:
        asker.at_top()
        if not may_have_solution(asker):
            return COLLAPSE
        e = asker.options.generator(asker)
        if e is None:
            return verdict(asker)
        yield from learn_from(asker, e)


def learn_from(asker: Asker, e: Example) -> Asking[None]:
    """Lines 6 to 13."""
    space = asker.space
    Y = e.variables
    while not space.parked[kappa := e.kappa(Y)].all():
        try:
            if (yield from asker.ask(e, Y)):
                return
            scope = yield from scope_inside(asker, e, Y)
            constraints = yield from asker.options.constraint_finder(asker, e, scope)
        except DontKnow:
            space.park(kappa)
            return
        for c in constraints:
            asker.learn(c)
        for S in [scope, *(yield from analyze_and_learn(asker, e, Y))]:
            Y &= ~S
