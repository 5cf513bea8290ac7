"""The weights of learned binary constraints for dom/wdeg, and what they add up to around each variable.

A constraint weighs one, and one more each time it has left a variable without values. The sum around each variable,
over the free variables beside it, is followed as variables get values, because adding up a whole matrix at each step of
a search takes longer than all else. Weights are whole numbers, so nothing is rounded, and the sums are the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FEW_CHANGES = 16  # variables that have become free, or are no longer: more are not worth following one by one


class PairDegrees:
    """count: how many learned constraints each two variables have; a symmetric matrix"""

    def __init__(self, count: NDArray[np.int32]) -> None:
        self._count = count
        self._weights = count.astype(np.float64)
        self._free = np.zeros(len(count), dtype=bool)
        self._degree = np.zeros(len(count))

    def of(self, free: NDArray[np.bool_]) -> NDArray[np.float64]:
        """For each variable, the weight of its constraints with free variables."""
        changed = np.flatnonzero(self._free != free)
        if len(changed) > FEW_CHANGES:
            self._degree = self._weights @ free
            self._free = free.copy()
        else:
            for x in changed.tolist():
                self._degree += self._weights[x] if free[x] else -self._weights[x]
                self._free[x] = free[x]
        return self._degree.copy()

    def failed(self, variable: int, empty: NDArray[np.int64]) -> None:
        """These variables have no values left because of their constraints with this one."""
        more = self._count[variable, empty]
        self._weights[variable, empty] += more
        self._weights[empty, variable] += more
        self._degree[variable] += more @ self._free[empty]
        self._degree[empty] += more * self._free[variable]
