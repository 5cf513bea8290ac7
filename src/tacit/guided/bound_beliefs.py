"""How probable is each bound? By what was found on other groups of the same size.

Few groups are limited, and groups that are alike have the same limit: if one week may have two nights, so may the next.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.version_space import VersionSpace

Floats = NDArray[np.float64]

FIRST_RATE, FIRST_WEIGHT = 0.1, 3.0  # before anything is known, one series in ten is expected to have a limit
SAME = 0.85  # how often a limited group has the limit that most groups like it have


class BoundBeliefs:
    """Follows nothing: everything is counted anew, because there are few series."""

    def __init__(self, space: VersionSpace) -> None:
        bounds = space.rows.bounds
        size = np.diff(bounds.cell_start)[bounds.series_group] if len(bounds) else np.empty(0, dtype=np.int64)
        pairs = np.column_stack([bounds.series_sort, size]) if len(bounds) else np.empty((0, 2), dtype=np.int64)
        _, alike = np.unique(pairs, axis=0, return_inverse=True)
        self._alike = alike.reshape(-1)  # series of one sort on groups of one size
        self._kinds = int(self._alike.max(initial=-1)) + 1

    def estimate(self, space: VersionSpace) -> Floats:
        """The probability of each bound that is still to be settled, 0 for the others."""
        bounds = space.rows.bounds
        first, size = bounds.first, len(bounds)
        learned = space.learned[first : first + size]
        open_ = space.in_bias[first : first + size]
        series = bounds.series
        count = len(bounds.series_group)
        held = np.bincount(series[learned], minlength=count) > 0
        left = np.bincount(series[open_], minlength=count)
        settled = held | (left == 0)
        seen = np.bincount(self._alike[settled], minlength=self._kinds)
        limited = np.bincount(self._alike[held], minlength=self._kinds)
        rate = (limited + FIRST_RATE * FIRST_WEIGHT) / (seen + FIRST_WEIGHT)
        usual = self._usual(bounds.room, learned, series)
        p = np.zeros(size)
        at = np.flatnonzero(open_)
        kind = self._alike[series[at]]
        same = bounds.room[at] == usual[kind]
        with_usual = np.bincount(series[at[same]], minlength=count) > 0
        others = np.maximum(left - with_usual, 1)
        spread = np.where(with_usual, 1 - SAME, 1.0)[series[at]] / others[series[at]]
        p[at] = rate[kind] * np.where(same, SAME, spread)
        # A series with a limit may have a tighter one, but that is not likely.
        p[at[held[series[at]]]] *= FIRST_RATE
        return p

    def _usual(
        self, room: NDArray[np.int64], learned: NDArray[np.bool_], series: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The room that most limits of each kind have; −1 if there are none."""
        usual = np.full(self._kinds, -1, dtype=np.int64)
        if learned.any():
            pairs = np.column_stack([self._alike[series[learned]], room[learned]])
            found, times = np.unique(pairs, axis=0, return_counts=True)
            for place in np.argsort(times, kind="stable").tolist():
                usual[found[place, 0]] = found[place, 1]
        return usual
