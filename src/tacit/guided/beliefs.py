"""How probable is each candidate? What was counted (`tally.py`), and what else is known of its scope.

Beliefs only choose which question comes next. What is learned and what is refuted never rests on them.
"""

from __future__ import annotations

import copy

import numpy as np

from tacit.candidates.version_space import VersionSpace
from tacit.guided.alike import DIGITS, LEAST, MOST
from tacit.guided.bound_beliefs import BoundBeliefs
from tacit.guided.tally import FIRST_RATE, Tally
from tacit.guided.weights import Floats, weights
from tacit.problem.rows import Block, RowIds
from tacit.structure.places import Places

TAKEN_HELD, TAKEN_SEEN = 0.3, 3.0  # at first, a second constraint on a scope is ten times less probable
FEW = 20  # the scopes of so few rows are looked up one by one
SPARED = 8  # what has left the bias is estimated until it is one part in so many


class Beliefs:
    """The probability of every candidate, kept up to date with a version space."""

    def __init__(self, space: VersionSpace, *, use_features: bool = True) -> None:
        self.space = space
        places = Places(space.vocabulary)
        by_arity: dict[int, list[Block]] = {}
        for block in space.rows.blocks:
            by_arity.setdefault(block.arity, []).append(block)
        n = len(space.vocabulary)
        self.tallies = [Tally(places, n, blocks, use_features) for _, blocks in sorted(by_arity.items())]
        self._bounds = BoundBeliefs(space)
        self._tally = np.full(space.rows.size, -1, dtype=np.int64)  # −1 for bounds
        self._position = np.empty(space.rows.size, dtype=np.int64)
        for number, tally in enumerate(self.tallies):
            self._tally[tally.rows] = number
            self._position[tally.rows] = np.arange(len(tally.rows))
        self._seen = 0
        self._leaning: RowIds = np.empty(0, dtype=np.int64)
        self._scope = np.zeros(space.rows.size, dtype=np.int64)  # numbered over all arities
        first = 0
        for tally in self.tallies:
            self._scope[tally.rows] = tally.scope + first
            first += int(tally.scope.max()) + 1
        self._scope[space.rows.n_plain :] = first  # where nothing is ever taken
        self._taken = np.zeros(
            first + 1, dtype=np.int64
        )  # how many constraints on a scope are learned or as good as that
        self._taken_held, self._taken_expected = TAKEN_HELD, TAKEN_SEEN
        # What is estimated of each tally: rows, and their positions there. Some of it has left the bias since.
        self._estimated: list[tuple[RowIds | slice, RowIds | slice]] = [
            (_span(tally.rows), slice(None)) for tally in self.tallies
        ]
        self._gone: list[RowIds] = []  # what has left the bias, but is still estimated
        self._beside = np.zeros(space.rows.size, dtype=bool)  # the rows on scopes where something is taken
        self._weights: Floats | None = None  # one array for all updates: to make one this large takes long
        self._weighed = False  # are they those of the last update?
        # 0 for what is no longer in the bias
        self.alone: Floats = np.full(space.rows.size, FIRST_RATE)
        self.P: Floats = np.full(space.rows.size, FIRST_RATE)

    def copy(self, space: VersionSpace) -> Beliefs:
        """The same beliefs about a copy of the version space."""
        twin = copy.copy(self)
        twin.space = space
        twin.tallies = [tally.copy() for tally in self.tallies]
        twin._taken, twin._beside = self._taken.copy(), self._beside.copy()
        twin._estimated, twin._gone = list(self._estimated), list(self._gone)
        twin._weights, twin._weighed = None, False
        twin.alone, twin.P = self.alone.copy(), self.P.copy()
        return twin

    def update(self, leaning: RowIds) -> Floats:
        """Count what was newly learned or refuted, and return the probability of each row in the bias, 0 for others.

        leaning: rows that are as good as learned. They are counted as learned.
        """
        space = self.space
        for rows, refuted in space.removals[self._seen :]:
            rows = self._plain(rows)
            held = space.learned[rows]
            self._observe(rows[held], True)
            if refuted:
                self._observe(rows[~held] if held.any() else rows, False)
            self._gone.append(rows)
        self._seen = len(space.removals)
        self._weighed = False
        self._lean(leaning)
        self._forget_settled()
        for tally, (where, at) in zip(self.tallies, self._estimated, strict=True):
            if isinstance(where, slice):
                tally.estimate(at, self.alone[where])
            else:
                self.alone[where] = tally.estimate(at)
        for gone in self._gone:
            self.alone[gone] = 0
        first = space.rows.n_plain
        if len(space.rows.bounds):
            bounds = np.where(space.in_bias[first:], np.clip(self._bounds.estimate(space), LEAST, MOST), 0)
            self.alone[first:] = np.round(bounds, DIGITS)
            self.P[first:] = self.alone[first:]
        self.P[:first] = self.alone[:first]
        factor = min(self._taken_held / self._taken_expected, 1.0)
        beside = np.flatnonzero(self._beside & space.in_bias)
        self.P[beside] = np.round(np.maximum(self.alone[beside] * factor, LEAST), DIGITS)
        leaning = self._leaning[space.in_bias[self._leaning]]
        self.P[leaning] = self.alone[leaning]
        return self.P

    def weights(self) -> Floats:
        """The weight of each row (`weights.py`), by the probabilities of the last update; until the next one."""
        if self._weights is None:
            self._weights = np.zeros(len(self.P))
        found = self._weights
        if not self._weighed:
            for tally, (rows, at) in zip(self.tallies, self._estimated, strict=True):
                if isinstance(rows, slice):
                    tally.weights(at, self.alone[rows], found[rows])
                else:
                    found[rows] = tally.weights(at, self.alone[rows])
            first = self.space.rows.n_plain
            found[first:] = weights(self.P[first:])
            other = np.flatnonzero(self.P[:first] != self.alone[:first])
            found[other] = weights(self.P[other])
            for gone in self._gone:
                found[gone] = 0
            self._weighed = True
        shown = found.view()
        shown.setflags(write=False)
        return shown

    def _take(self, rows: RowIds, times: int) -> None:
        """On the scopes of these rows a constraint is learned, or as good as that (1), or no longer (−1)."""
        np.add.at(self._taken, self._scope[rows], times)
        if len(rows) > FEW:
            here = self.space.rows.on_scopes_of(rows)
            self._beside[here] = self._taken[self._scope[here]] > 0
            return
        for row in rows.tolist():
            here = self.space.rows.at(self.space.rows.scope(row))
            self._beside[here[here < self.space.rows.n_plain]] = self._taken[self._scope[row]] > 0

    def _forget_settled(self) -> None:
        """What is no longer in the bias has no probability, and once it is much, it is not looked at again."""
        left = sum(rows.stop - rows.start if isinstance(rows, slice) else len(rows) for rows, _ in self._estimated)
        if SPARED * sum(map(len, self._gone)) > left:
            for number, tally in enumerate(self.tallies):
                rows, at = self._estimated[number]
                keep = np.flatnonzero(self.space.in_bias[rows])
                at = keep if isinstance(at, slice) else at[keep]
                self._estimated[number] = tally.rows[at], at
            for gone in self._gone:
                self.alone[gone] = self.P[gone] = 0
                if self._weights is not None:
                    self._weights[gone] = 0
            self._gone = []

    def _lean(self, leaning: RowIds) -> None:
        leaning = leaning[leaning < self.space.rows.n_plain]
        for row in leaning[~np.isin(leaning, self._leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), 1)
            self._take(np.array([row]), 1)
        for row in self._leaning[~np.isin(self._leaning, leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), -1)
            self._take(np.array([row]), -1)
        self._leaning = leaning

    def _plain(self, rows: RowIds) -> RowIds:
        """Without bounds."""
        return rows[rows < self.space.rows.n_plain] if len(self.space.rows.bounds) else rows

    def _observe(self, rows: RowIds, held: bool) -> None:
        """Rows that are no bounds were learned (`held`) or refuted."""
        # A rule is asked about because it is likely: what it settles is no sample of the rest, and not counted. Nor
        # is what a known plan refutes: no constraint is among it, so it says nothing about what is left.
        said = self.space.no_sample[rows]
        sample = rows[~said]
        group = rows[said] if held else rows[:0]
        group = group[~self.space.named[group]]
        for number, tally in enumerate(self.tallies):
            at = self._position[group[self._tally[group] == number]]
            if len(at):
                tally.connect(at, held)
            at = self._position[sample[self._tally[sample] == number]]
            if len(at):
                tally.observe(at, held)
        beside = rows[self._beside[rows]]  # few of very many
        beside = beside[self._taken[self._scope[beside]] > np.isin(beside, self._leaning)]
        self._taken_expected += float(self.alone[beside].sum())
        if held:
            self._taken_held += len(beside)
            self._take(rows, 1)


def _span(rows: RowIds) -> RowIds | slice:
    """The rows as a slice, which is quicker, where they follow each other."""
    first, end = int(rows[0]), int(rows[-1]) + 1
    return slice(first, end) if end - first == len(rows) else rows
