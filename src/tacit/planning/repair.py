"""The next plan by repair: change one cell after the other, as long as something that was said is broken.

    while steps are left
        if something that must hold is broken    change the cell, of those that are in it, that helps most
        else if a change makes the plan better   make it
        else                                     keep the plan if it is the best so far, and shake one cell

A cell that was changed stays as it is for some steps. What must hold outweighs all else; then few cells should differ
from the last plan, and few rules be broken that are likely to hold (`leanings.py`). The last plan mostly needs few
repairs, so this is quick where a search from the beginning is not. It proves nothing: if no plan is found, CP-SAT
looks for one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.planning.terms import MUST, Terms
from tacit.problem.vocabulary import Codes

STEPS = 2000  # changes in all …
SHAKES = 40  # … and shakes of one cell, …
WORK = 6_000_000  # … but no more shakes once so many costs were looked at: somebody is waiting
MOST_WORK = 5 * WORK  # … and none of all this if there is still no plan
SETTLED = 150  # changes without a look at the whole plan, at most
LOOK_AGAIN = (2, 5, 10, 20, 40, 80, 160, 320)  # after so many changes it is looked again what is broken often
TENURE = 8  # steps that a changed cell stays as it is, at most
TINY = 1e-6


class Repair:
    """One search for a plan."""

    def __init__(self, terms: Terms, start: Codes, last: Codes | None, random: np.random.RandomState) -> None:
        """last: the plan to stay near to; None if there is none"""
        self._terms = terms
        self._random = random
        self._codes = start.copy()
        self._far = np.zeros((terms.n, terms.m))
        if last is not None:
            self._far[:] = 1.0
            self._far[np.arange(terms.n), last] = 0.0
        self._free = terms.allowed.sum(axis=1) > 1  # cells that may have another value
        self._fixed = np.zeros(terms.n, dtype=np.int64)  # the step until which a cell stays as it is
        self._every = np.arange(terms.n)
        self._work = 0
        self._begin()

    def _begin(self) -> None:
        self._levels = self._terms.levels(self._codes)
        self._terms.lean(self._codes, self._levels)
        self._cost = self._weighed(self._every)

    def _weighed(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        self._work += len(cells) * self._terms.per_cell
        return self._terms.of_cells(cells, self._codes, self._levels) + self._far[cells]

    def run(self, shakes: int = SHAKES) -> Codes | None:
        """A plan that breaks nothing that must hold, the best that was seen; None if there was none."""
        best: tuple[float, Codes] | None = None
        left = shakes
        since = 0
        for step in range(STEPS):
            now = self._cost[self._every, self._codes]
            gain = np.round(self._cost - now[:, None], 6)
            gain[self._every, self._codes] = np.inf
            wrong = now >= MUST
            move = self._best_of(gain, np.flatnonzero(wrong & self._free if wrong.any() else self._free), step)
            if self._work > MOST_WORK or (wrong.any() and move is None):
                break
            if not wrong.any() and (move is None or gain[move] >= -TINY or since > SETTLED):
                self._begin()
                since = 0
                total = self._total()
                if best is None or total < best[0]:
                    best = total, self._codes.copy()
                if not left or self._work > WORK or move is None:
                    break
                left -= 1
                if total > best[0]:
                    self._codes = best[1].copy()
                    self._begin()
                move = self._shake()
            assert move is not None
            self._change(*move, step)
            since += 1
            if since in LOOK_AGAIN:
                self._begin()
        return None if best is None else best[1]

    def _best_of(self, gain: NDArray[np.float64], cells: NDArray[np.int64], step: int) -> tuple[int, int] | None:
        """The change of one of these cells that helps most, by chance among equals; None if there is no cell."""
        if not len(cells):
            return None
        rested = cells[self._fixed[cells] <= step]
        among = rested if len(rested) else cells
        mine = gain[among]
        lines, codes = np.nonzero(mine <= mine.min() + TINY)
        chosen = self._random.randint(len(lines)) if len(lines) > 1 else 0
        return int(among[lines[chosen]]), int(codes[chosen])

    def _shake(self) -> tuple[int, int]:
        """Another value for a cell that costs much."""
        now = np.where(self._free, self._cost[self._every, self._codes], 0.0)
        shaken = now + self._random.random_sample(self._terms.n) * max(float(now.max()), 1.0)
        x = int(np.argmax(np.where(self._free, np.round(shaken, 6), -1.0)))
        others = np.flatnonzero(self._terms.allowed[x])
        others = others[others != self._codes[x]]
        return x, int(others[int(np.argmin(self._cost[x, others]))])

    def _change(self, x: int, code: int, step: int) -> None:
        terms = self._terms
        weights = terms.weight_of[x]
        self._levels[terms.meter_of[x]] += weights[:, code] - weights[:, self._codes[x]]  # no meter is there twice …
        self._levels[-1] = 0  # … but nobody's
        self._codes[x] = code
        near = terms.neighbours[x]
        self._cost[near] = self._weighed(near)
        self._fixed[x] = step + 2 + self._random.randint(TENURE)

    def _total(self) -> float:
        """What the whole plan costs, after `_begin`."""
        return round(self._terms.total(self._codes, self._levels) + float(self._far[self._every, self._codes].sum()), 6)
