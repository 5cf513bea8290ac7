"""MQuAcq (Algorithm 6): all constraints that a negative example violates, each in a logarithmic number of questions.

    1   C_L ← ∅
    2   collapse ← false
    3   loop
    4       if sol(C_L) = ∅ return collapse
    5       generate e in D^X accepted by C_L and rejected by B
    6       if e = nil return converged
    7       FindAllCons(e, X, ∅)
    8       if collapse return collapse

Asks O(|C_T| · (log |X| + |Γ|)) questions to find the target and O(|B|) to prove convergence.

D. C. Tsouros, K. Stergiou, "Efficient Multiple Constraint Acquisition", Constraints 25, 2020,
https://doi.org/10.1007/s10601-020-09311-4
"""

from __future__ import annotations

from tacit.algorithms.findallcons_quick import findallcons_quick
from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.generation.solution import may_have_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


def mquacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    while True:
        asker.at_top()
        if not may_have_solution(asker):
            return COLLAPSE
        e = asker.options.generator(asker)
        if e is None:
            return verdict(asker)
        yield from findallcons_quick(asker, e, e.variables)
