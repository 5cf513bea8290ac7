"""FindAllScopes (Algorithm 5; Arcangioli et al. 2016): all minimal scopes of a negative example.

    FindAllScopes(e, Y, MSes)
    1   if Y ∈ MSes return true
    2   if κ_B(e_Y) = ∅ return false               (here: return whether some M ∈ MSes lies inside Y)
    3   if there is no M ∈ MSes with M ⊂ Y
    4       if ASK(e_Y) = yes
    5           B ← B \\ κ_B(e_Y)                  (the paper prints e_R)
    6           return false
    7   flag ← false
    8   for each x_i ∈ Y
    9       flag ← FindAllScopes(e, Y \\ {x_i}, MSes) ∨ flag
    10  if ¬flag MSes ← MSes ∪ {Y}
    11  return true

The number of questions for each scope is linear in |X|, but the tree of calls can be exponential. So it is cut after a
number of calls, but not before it has found one scope.

Line 2 is right as printed when MSes starts empty. In a second pass over the same example (MultiAcq's way to go on after
a cutoff) the constraints of the first pass are learned. So κ_B(e_Y) may be empty although Y contains a scope of MSes,
and e_Y is negative. With "false" there, a set around that scope would be taken for a minimal scope of its own.

R. Arcangioli, C. Bessiere, N. Lazaar, "Multiple Constraint Acquisition", IJCAI 2016,
https://www.ijcai.org/Abstract/16/105
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacit.algorithms.tracing import traced
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


class CutOff(Exception):
    """FindAllScopes has used up its calls."""


@traced("FindAllScopes", "Y", "MSes")
def findallscopes(
    asker: Asker, e: Example, Y: int, MSes: list[int], order: Sequence[int], one_more_call: Callable[[], bool]
) -> Asking[bool]:
    """Add the minimal scopes of e_Y to MSes; variables are taken away in the given order."""
    if not one_more_call() and MSes:
        raise CutOff
    if Y in MSes:
        return True
    known_negative = any(bitset.is_subset(M, Y) for M in MSes)
    if not e.kappa_size(Y):
        return known_negative
    if not known_negative and (yield from asker.ask(e, Y)):
        return False
    flag = False
    for x in order:
        if Y >> x & 1:
            flag = (yield findallscopes(asker, e, Y & ~(1 << x), MSes, order, one_more_call)) or flag
    if not flag:
        MSes.append(Y)
    return True
