"""FindScope (Algorithm 2): the scope of one constraint that a negative example violates.

    FindScope(e, R, Y, ask_query)
    1   if ask_query
    2       if ASK(e_R) = yes   B ← B \\ κ_B(e_R)
    3       else                return ∅
    4   if |Y| = 1              return Y
    5   split Y into Y₁, Y₂ with |Y₁| = ⌈|Y|/2⌉
    6   S₁ ← FindScope(e, R ∪ Y₁, Y₂, true)
    7   S₂ ← FindScope(e, R ∪ S₁, Y₁, S₁ ≠ ∅)
    8   return S₁ ∪ S₂

Asks O(|S| · log |Y|) questions for a scope of |S| variables; many of them have an answer that is known (see
FindScope-2).
"""

from __future__ import annotations

from tacit import bitset
from tacit.asking import Asking
from tacit.example import Example
from tacit.state import State


def find_scope(state: State, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    return (yield from _find_scope(state, e, 0, bitset.members(Y), False))


def _find_scope(state: State, e: Example, R: int, Y: list[int], ask_query: bool) -> Asking[int]:
    state.reporter.enter("FindScope", R=R, Y=bitset.from_indices(Y))
    scope = yield from _body(state, e, R, Y, ask_query)
    state.reporter.leave("FindScope", scope)
    return scope


def _body(state: State, e: Example, R: int, Y: list[int], ask_query: bool) -> Asking[int]:
    if ask_query and not (yield from state.ask(e, R)):
        return 0
    if len(Y) == 1:
        return bitset.from_indices(Y)
    half = (len(Y) + 1) // 2
    Y1, Y2 = Y[:half], Y[half:]
    S1 = yield from _find_scope(state, e, R | bitset.from_indices(Y1), Y2, True)
    S2 = yield from _find_scope(state, e, R | S1, Y1, S1 != 0)
    return S1 | S2
