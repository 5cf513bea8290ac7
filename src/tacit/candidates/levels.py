"""The levels of all series while an example is built, value by value: which bounds would the next value violate?

The rows of a series stand together, the tightest first, so the bounds that a value newly violates are a stretch of
rows, and what they weigh is the difference of two running sums.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.problem.bound_rows import FAR, BoundRows, Ints
from tacit.problem.vocabulary import Codes


class Levels:
    """Follows one example under construction."""

    def __init__(self, bounds: BoundRows, weights: NDArray[np.float64]) -> None:
        """weights: one or more lines of weights, each with one for each bound."""
        self._bounds = bounds
        self._running = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(weights, axis=1)], axis=1)
        self._level: Ints = np.zeros(len(bounds.series_group), dtype=np.int64)
        self._there: dict[int, set[int]] = {}  # the codes that occur in a group whose cells all differ

    def added(self, x: int, choices: Codes) -> NDArray[np.float64]:
        """What the bounds weigh that each choice for a variable would newly violate: lines of weights × choices."""
        series = self._bounds.around[x]
        if not len(series):
            return np.zeros((len(self._running), len(choices)))
        before = self._level[series]
        after = before[:, None] + self._rise(series, x, choices)
        start = np.searchsorted(self._bounds.key, series * FAR + before)
        end = np.searchsorted(self._bounds.key, series[:, None] * FAR + after)
        found: NDArray[np.float64] = (self._running[:, end] - self._running[:, start][:, :, None]).sum(axis=1)
        return found

    def take(self, x: int, code: int) -> None:
        """The variable gets this value."""
        series = self._bounds.around[x]
        if len(series):
            self._level[series] += self._rise(series, x, np.array([code]))[:, 0]
            for number in series[self._bounds.is_different(series)].tolist():
                self._there.setdefault(number, set()).add(code)

    def _rise(self, series: Ints, x: int, choices: Codes) -> Ints:
        rise = self._bounds.choices(series, x, choices)
        for place in np.flatnonzero(self._bounds.is_different(series)).tolist():
            there = self._there.get(int(series[place]), set())
            rise[place] = [code in there and not self._level[series[place]] for code in choices.tolist()]
        return rise
