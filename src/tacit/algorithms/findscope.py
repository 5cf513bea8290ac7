"""FindScope (Algorithm 2; Bessiere et al. 2013): the scope of one constraint that a negative example violates.

    1   function FindScope(e, R, Y, ask_query)
    2       if ask_query
    3           if ASK(e_R) = yes   B ← B \\ κ_B(e_R)
    4           else                return ∅
    5       if |Y| = 1              return Y
    6       split Y into Y₁, Y₂ with |Y₁| = ⌈|Y|/2⌉
    7       S₁ ← FindScope(e, R ∪ Y₁, Y₂, true)
    8       S₂ ← FindScope(e, R ∪ S₁, Y₁, S₁ ≠ ∅)
    9       return S₁ ∪ S₂

Asks O(|S| · log |Y|) questions for a scope of |S| variables; many of them have an answer that is known (see
FindScope-2).

C. Bessiere et al., "Constraint Acquisition via Partial Queries", IJCAI 2013,
https://dl.acm.org/doi/10.5555/2540128.2540198
"""

from __future__ import annotations

from tacit.algorithms.tracing import traced
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


def findscope(asker: Asker, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    return (yield from _findscope(asker, e, 0, Y, False))


@traced("FindScope", "R", "Y")
def _findscope(asker: Asker, e: Example, R: int, Y: int, ask_query: bool) -> Asking[int]:
    if ask_query and not (yield from asker.ask(e, R)):
        return 0
    if Y.bit_count() == 1:
        return Y
    Y1, Y2 = bitset.halves(Y)
    S1 = yield from _findscope(asker, e, R | Y1, Y2, True)
    S2 = yield from _findscope(asker, e, R | S1, Y1, S1 != 0)
    return S1 | S2
