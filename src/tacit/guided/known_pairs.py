"""What is known of the pairs of variables that may form groups without names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.bool_]
Group = frozenset[int]


@dataclass(frozen=True)
class Star:
    """One variable and others that it may meet."""

    centre: int
    others: tuple[int, ...]


@dataclass
class Known:
    """What is known of the pairs of n variables.

    meets, free: pairs of which something is required, and of which nothing is
    stars:       of each of these, at least one pair meets
    groups:      all pairs of these meet; denied: not all pairs of these meet
    asked:       the stars that were asked about, the last one at the end
    """

    meets: Matrix
    free: Matrix
    stars: Sequence[Star] = ()
    groups: Sequence[Group] = ()
    denied: Sequence[Group] = ()
    asked: Sequence[Star] = ()
    open: Matrix = field(init=False)

    def __post_init__(self) -> None:
        self.open = ~self.meets & ~self.free
        np.fill_diagonal(self.open, False)
        for each in (self.meets, self.free):
            np.fill_diagonal(each, False)
        self.groups = [g for g in self.groups if not any(g < other for other in self.groups)]

    @property
    def n(self) -> int:
        return len(self.meets)

    def is_denied(self, group: Group) -> bool:
        return any(each <= group for each in self.denied)

    def is_possible(self, group: Group) -> bool:
        """May this be a group, and is it not known to be one?"""
        inside = sorted(group)
        if self.is_denied(group) or any(group <= each for each in self.groups):
            return False
        return not self.free[np.ix_(inside, inside)].any()

    def is_closed(self, group: Group) -> bool:
        """Does every other variable not meet some member?"""
        apart = np.any(self.free[sorted(group)], axis=0)
        return all(apart[z] for z in range(self.n) if z not in group)
