"""How probable is each candidate? What was counted (`tally.py`), and what else is known of its scope.

Beliefs only choose which question comes next. What is learned and what is refuted never rests on them.
"""

from __future__ import annotations

import copy

import numpy as np

from tacit.candidates.version_space import VersionSpace
from tacit.guided.alike import DIGITS, LEAST, MOST, Floats
from tacit.guided.bound_beliefs import BoundBeliefs
from tacit.guided.tally import FIRST_RATE, Tally
from tacit.problem.rows import Block, RowIds
from tacit.structure.places import Places

TAKEN_HELD, TAKEN_SEEN = 0.3, 3.0  # at first, a second constraint on a scope is ten times less probable


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
        self._left = [np.arange(len(tally.rows)) for tally in self.tallies]  # what is in the bias, by position
        # 0 for what is no longer in the bias
        self.alone: Floats = np.full(space.rows.size, FIRST_RATE)
        self.P: Floats = np.full(space.rows.size, FIRST_RATE)

    def copy(self, space: VersionSpace) -> Beliefs:
        """The same beliefs about a copy of the version space."""
        twin = copy.copy(self)
        twin.space = space
        twin.tallies = [tally.copy() for tally in self.tallies]
        twin._taken, twin._left = self._taken.copy(), list(self._left)
        twin.alone, twin.P = self.alone.copy(), self.P.copy()
        return twin

    def update(self, leaning: RowIds) -> Floats:
        """Count what was newly learned or refuted, and return the probability of each row in the bias, 0 for others.

        leaning: rows that are as good as learned. They are counted as learned.
        """
        space = self.space
        for rows, refuted in space.removals[self._seen :]:
            held = space.learned[rows]
            self._observe(rows[held], True)
            if refuted:
                self._observe(rows[~held], False)
        self._seen = len(space.removals)
        self._lean(leaning)
        self._forget_settled()
        for tally, at in zip(self.tallies, self._left, strict=True):
            if len(at):
                self.alone[tally.rows[at]] = tally.estimate(at)
        first = space.rows.n_plain
        if len(space.rows.bounds):
            bounds = np.where(space.in_bias[first:], np.clip(self._bounds.estimate(space), LEAST, MOST), 0)
            self.alone[first:] = np.round(bounds, DIGITS)
            self.P[first:] = self.alone[first:]
        factor = min(self._taken_held / self._taken_expected, 1.0)
        for tally, at in zip(self.tallies, self._left, strict=True):
            rows = tally.rows[at]
            p = self.alone[rows]
            self.P[rows] = p
            beside = np.flatnonzero(self._taken[self._scope[rows]] > 0)
            self.P[rows[beside]] = np.round(np.maximum(p[beside] * factor, LEAST), DIGITS)
        leaning = self._leaning[space.in_bias[self._leaning]]
        self.P[leaning] = self.alone[leaning]
        return self.P

    def _forget_settled(self) -> None:
        """What is no longer in the bias has no probability, and is not looked at again."""
        space = self.space
        for number, tally in enumerate(self.tallies):
            at = self._left[number]
            rows = tally.rows[at]
            keep = space.in_bias[rows]
            if not keep.all():
                self.alone[rows[~keep]] = self.P[rows[~keep]] = 0
                self._left[number] = at[keep]

    def _lean(self, leaning: RowIds) -> None:
        leaning = leaning[leaning < self.space.rows.n_plain]
        for row in leaning[~np.isin(leaning, self._leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), 1)
            self._taken[self._scope[row]] += 1
        for row in self._leaning[~np.isin(self._leaning, leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), -1)
            self._taken[self._scope[row]] -= 1
        self._leaning = leaning

    def _observe(self, rows: RowIds, held: bool) -> None:
        rows = rows[rows < self.space.rows.n_plain]
        for number, tally in enumerate(self.tallies):
            at = self._position[rows[self._tally[rows] == number]]
            # A rule is asked about because it is likely: what it settles is no sample of the rest, and not counted. Nor
            # is what a known plan refutes: no constraint is among it, so it says nothing about what is left.
            said = self.space.no_sample[tally.rows[at]]
            group = at[said & ~self.space.named[tally.rows[at]]]
            if len(group) and held:
                tally.connect(group, held)
            at = at[~said]
            if len(at):
                tally.observe(at, held)
        beside = rows[self._taken[self._scope[rows]] > np.isin(rows, self._leaning)]
        self._taken_expected += float(self.alone[beside].sum())
        if held:
            self._taken_held += len(beside)
            np.add.at(self._taken, self._scope[rows], 1)
