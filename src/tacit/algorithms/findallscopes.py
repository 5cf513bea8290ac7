"""FindAllScopes (Algorithm 5): all minimal scopes of a negative example, one variable less at a time.

    FindAllScopes(e, Y, MSes)
    1   if Y ∈ MSes return true
    2   if κ_B(e_Y) = ∅ return false
    3   if there is no M ∈ MSes with M ⊂ Y
    4       if ASK(e_Y) = yes
    5           B ← B \\ κ_B(e_Y)                  (the paper prints e_R)
    6           return false
    7   flag ← false
    8   for each x_i ∈ Y
    9       flag ← FindAllScopes(e, Y \\ {x_i}, MSes) ∨ flag
    10  if ¬flag MSes ← MSes ∪ {Y}
    11  return true

Asks a number of questions linear in |X| for each scope, and its tree of calls can be exponential; so it is cut after
a number of calls, but not before it has found one scope.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacit import bitset
from tacit.asking import Asking
from tacit.example import Example
from tacit.state import State


class CutOff(Exception):
    """FindAllScopes has used up its calls."""


def find_all_scopes(
    state: State, e: Example, Y: int, MSes: list[int], order: Sequence[int], count_call: Callable[[], bool]
) -> Asking[bool]:
    """Add the minimal scopes of e_Y to MSes; variables are taken away in the given order.

    `count_call` says whether there is time for one more call.
    """
    state.reporter.enter("FindAllScopes", Y=Y, MSes=tuple(MSes))
    if not count_call() and MSes:
        raise CutOff
    found = yield from _body(state, e, Y, MSes, order, count_call)
    state.reporter.leave("FindAllScopes", found)
    return found


def _body(
    state: State, e: Example, Y: int, MSes: list[int], order: Sequence[int], count_call: Callable[[], bool]
) -> Asking[bool]:
    if Y in MSes:
        return True
    if not len(state.kappa(e, Y)):
        return False
    if not any(bitset.is_subset(M, Y) for M in MSes) and (yield from state.ask(e, Y)):
        return False
    flag = False
    for x in order:
        if Y >> x & 1:
            flag = (yield find_all_scopes(state, e, Y & ~(1 << x), MSes, order, count_call)) or flag
    if not flag:
        MSes.append(Y)
    return True
