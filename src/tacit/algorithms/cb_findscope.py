"""CB-FindScope: look for a scope among the violated candidates, not among the variables (Tsouros, Berden, Guns).

    1   function CB-FindScope(e, Y)
    2       κ ← κ_B(e_Y)
    3       loop
    4           choose Y₁ ⊂ Y with 0 < |κ_B(e_Y₁)| < |κ|, and |Y₁| as near to |Y| / 2 as can be       (half split)
    5           if there is none return the scope that all of κ have
    6           if ASK(e_Y₁) = yes   κ ← κ \\ κ_B(e_Y₁), which leave B
    7           else                 Y ← Y₁, κ ← κ_B(e_Y₁)

FindScope takes variables apart whatever they violate, and one of its questions can have no candidate that would explain
a "no", or the same ones as a question before. Here each answer takes away some candidates and leaves some: there are
no redundant questions. Line 5 is right because the scope of a smallest candidate would do for Y₁ if another candidate
had a variable outside.

Where the code differs: the published program lets CP-SAT choose Y₁. Here Y is first cut down to the variables of κ.
Then Y₁ is the smallest scope in κ, filled up to half of Y in the order of the variables; it can't hold all of κ.

Asks at most |κ| − 1 questions, and about log₂ |Y| for each variable of the scope.

The published program: https://github.com/Dimosts/ML-guided-CA, where it is called cb-findscope-half, and FindScope-3.
"""

from __future__ import annotations

from tacit.algorithms.tracing import traced
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


@traced("CB-FindScope", "Y")
def cb_findscope(asker: Asker, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    while True:
        scopes = dict.fromkeys(asker.space.scope_set(row) for row in e.kappa(Y).tolist())
        smallest = min(scopes, key=int.bit_count, default=Y)
        if len(scopes) <= 1:
            return smallest
        Y1 = _half(smallest, scopes)
        if not (yield from asker.ask(e, Y1)):
            Y = Y1


def _half(smallest: int, scopes: dict[int, None]) -> int:
    """Half of the variables of these scopes, one scope among them."""
    Y = 0
    for scope in scopes:
        Y |= scope
    free = (Y.bit_count() + 1) // 2 - smallest.bit_count()
    return smallest | bitset.from_indices(bitset.members(Y & ~smallest)[: max(free, 0)])
