"""FindScope-2 (Algorithm 8): FindScope without the questions whose answer is known.

    FindScope-2(e, R, Y, ask_query)
    1   if ask_query ∧ |κ_B(e_R)| > 0
    2       if rej ≠ |κ_B(e_R)|
    3           if ASK(e_R) = yes   B ← B \\ κ_B(e_R)
    4           else                rej ← |κ_B(e_R)|; return ∅
    5       else                    return ∅
    6   if |Y| = 1                  return Y
    7   split Y into Y₁, Y₂ with |Y₁| = ⌈|Y|/2⌉
    8   S₁ ← FindScope-2(e, R ∪ Y₁, Y₂, true)
    9   S₂ ← FindScope-2(e, R ∪ S₁, Y₁, S₁ ≠ ∅)
    10  return S₁ ∪ S₂

`rej` starts at |κ_B| of the example that FindScope was given. e_R is always a part of the last example that was
negative, so an equal number of violated candidates means the same ones, and the answer is "no" again. The
converse does not hold: a "yes" in between makes κ_B of that last negative example smaller than `rej` says, and
then a question whose answer is known gets through. These are the redundant questions that FindScope-2 still
asks.

Asks at most 2·|S|·log₂|Y| questions.
"""

from __future__ import annotations

from tacit import bitset
from tacit.asking import Asking
from tacit.example import Example
from tacit.state import State


def find_scope_2(state: State, e: Example, Y: int) -> Asking[int]:
    """The scope of a violated constraint inside Y, where e_Y is known to be negative."""
    return (yield from _Run(state, e, len(state.kappa(e, Y))).find(0, bitset.members(Y), False))


class _Run:
    """One call from outside, with the paper's global variable `rej`."""

    def __init__(self, state: State, e: Example, rej: int) -> None:
        self.state = state
        self.e = e
        self.rej = rej

    def find(self, R: int, Y: list[int], ask_query: bool) -> Asking[int]:
        self.state.reporter.enter("FindScope-2", R=R, Y=bitset.from_indices(Y))
        scope = yield from self._body(R, Y, ask_query)
        self.state.reporter.leave("FindScope-2", scope)
        return scope

    def _body(self, R: int, Y: list[int], ask_query: bool) -> Asking[int]:
        if ask_query and (violated := len(self.state.kappa(self.e, R))) > 0:
            if violated == self.rej:
                return 0
            if not (yield from self.state.ask(self.e, R)):
                self.rej = violated
                return 0
        if len(Y) == 1:
            return bitset.from_indices(Y)
        half = (len(Y) + 1) // 2
        Y1, Y2 = Y[:half], Y[half:]
        S1 = yield from self.find(R | bitset.from_indices(Y1), Y2, True)
        S2 = yield from self.find(R | S1, Y1, S1 != 0)
        return S1 | S2
