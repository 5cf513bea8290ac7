"""FindAllScopes without the repeated work: the same questions as Algorithm 5 in the same order.

`findallscopes.py` has the published version: it goes through every subset of Y that contains a minimal scope, and there
are exponentially many. Call a violated candidate *open* if its scope contains none of MSes. A subset without an open
candidate can't lead to a question: each part of it violates nothing, or contains one of MSes and so is known to be
negative. These subsets are left out. From a subset with an open candidate, at most |X| calls lead to a question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tacit.algorithms.findallscopes import CutOff
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking


class FindAllScopes:
    """One search for all minimal scopes of an example. MSes has those that are known before; new ones are added."""

    def __init__(
        self, asker: Asker, e: Example, MSes: list[int], order: Sequence[int], one_more_call: Callable[[], bool]
    ) -> None:
        self.asker = asker
        self.e = e
        self.MSes = MSes
        self.order = order
        self.one_more_call = one_more_call
        self.open = e.open(put_aside=True)  # what was put aside may be why e_Y is negative
        for M in MSes:
            self.open.found(M)

    def run(self) -> Asking[None]:
        Y = self.e.variables
        clue = self.open.inside(Y)
        if clue:
            yield self._find(Y, clue)

    def _find(self, Y: int, clue: int) -> Asking[bool]:
        """Is e_Y negative? Adds the minimal scopes inside Y. Only called if something is open inside Y."""
        if not self.one_more_call() and self.MSes:
            raise CutOff
        if not self._is_negative(Y):
            self.open.asking(Y, clue)
            if (yield from self.asker.ask(self.e, Y)):
                self.open.settled(Y)
                return False
        flag = False
        for x in self.order:
            if Y >> x & 1:
                smaller = Y & ~(1 << x)
                rest = self.open.without(Y, clue, x, 0)
                if rest:
                    flag = (yield self._find(smaller, rest)) or flag
                else:
                    flag = flag or self._is_negative(smaller)
        if not flag and Y not in self.MSes:
            self.MSes.append(Y)
            self.open.found(Y)
        return True

    def _is_negative(self, Y: int) -> bool:
        """Does Y contain one of MSes?"""
        return any(bitset.is_subset(M, Y) for M in self.MSes)


def findallscopes_quick(
    asker: Asker, e: Example, MSes: list[int], order: Sequence[int], one_more_call: Callable[[], bool]
) -> Asking[None]:
    """Add the minimal scopes of e to MSes; variables are taken away in the given order."""
    yield from FindAllScopes(asker, e, MSes, order, one_more_call).run()
