"""FindAllScopes without the repeated work: the same questions as Algorithm 5 in the same order.

`findallscopes.py` has it as published: it goes through every subset of Y that contains a minimal scope, and there are
exponentially many. Call a violated candidate *open* if its scope contains none of MSes. A subset that contains one
of MSes and no open candidate can't lead to a question: whatever is violated inside it contains one of MSes, so it
is known to be negative. Such subsets are left out. From any other one a path of at most |X| calls leads to a question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacit import bitset
from tacit.algorithms.findallscopes import CutOff
from tacit.asking import Asking
from tacit.example import Example
from tacit.state import State


class FindAllScopes:
    """One search for all minimal scopes of an example; those that are known before are given, new ones are added."""

    def __init__(
        self, state: State, e: Example, MSes: list[int], order: Sequence[int], one_more_call: Callable[[], bool]
    ) -> None:
        self.state = state
        self.e = e
        self.MSes = MSes
        self.order = order
        self.one_more_call = one_more_call
        self.covered = 0  # the candidates whose scope contains one of MSes
        for M in MSes:
            self._cover(M)

    def run(self) -> Asking[None]:
        Y = self.e.variables
        yield self._find(Y, self.e.inside(Y))

    def _find(self, Y: int, inside: int) -> Asking[bool]:
        """Is e_Y negative? Adds the minimal scopes inside it. `inside` are the violated candidates there."""
        e, state = self.e, self.state
        if not self.one_more_call() and self.MSes:
            raise CutOff
        if not inside & e.in_bias(state) & ~self.covered:  # nothing to be asked in here
            return self._is_negative(Y)
        if not self._is_negative(Y):
            e.remember(Y, inside)
            if (yield from state.ask(e, Y)):
                return False
        flag = False
        for x in self.order:
            if Y >> x & 1:
                smaller, rest = Y & ~(1 << x), inside & ~e.holding_one(x)
                if rest & e.in_bias(state) & ~self.covered:
                    flag = (yield self._find(smaller, rest)) or flag
                else:
                    flag = flag or self._is_negative(smaller)
        if not flag and Y not in self.MSes:
            self.MSes.append(Y)
            self._cover(Y)
        return True

    def _is_negative(self, Y: int) -> bool:
        """Does Y contain one of MSes?"""
        return any(bitset.is_subset(M, Y) for M in self.MSes)

    def _cover(self, M: int) -> None:
        around = -1
        for x in bitset.members(M):
            around &= self.e.holding_one(x)
        self.covered |= around & self.e.inside(self.e.variables)


def find_all_scopes_quick(
    state: State, e: Example, MSes: list[int], order: Sequence[int], one_more_call: Callable[[], bool]
) -> Asking[None]:
    """Add the minimal scopes of e to MSes; variables are taken away in the given order."""
    yield from FindAllScopes(state, e, MSes, order, one_more_call).run()
