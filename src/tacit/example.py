"""An example under examination: what it violates is found once; then it is only asked which of it lies inside which
variables.

The violated rows are numbered, and sets of them are Python integers, like the sets of variables (`tacit.bitset`):
the rows inside Y are all those that hold no variable outside Y. The algorithms take away variables a few at a
time, so the rows inside Y are those inside a set that was looked at a moment ago, without the ones that hold what
was taken away since: a handful of operations on a few hundred bytes, whatever the size of the bias.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit import bitset
from tacit.rows import RowIds, Scopes
from tacit.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.state import State

REMEMBERED = 8  # sets of variables whose rows are kept
FEW = 32  # so many rows are handled one by one, more of them as an array


class Example:
    """An assignment, and the surviving rows that it violates; sets of these are bitsets over their positions."""

    def __init__(self, state: State, codes: Codes) -> None:
        self.codes = codes
        self.variables = bitset.from_mask(codes >= 0)
        found = state.rows.violated(codes, state.surviving)
        self.rows: RowIds = _joined([rows for rows, _ in found])
        self._scopes: list[Scopes] = [scopes for _, scopes in found]
        self._all = (1 << len(self.rows)) - 1
        self._holding: dict[int, int] = {}
        self._inside = [(self.variables, self._all)]
        self._surviving = self._all
        self._in_bias = bitset.from_mask(state.in_bias[self.rows])
        self._seen = len(state.removals)

    def surviving(self, state: State) -> int:
        """The violated rows that no answer has refuted."""
        self._update(state)
        return self._surviving

    def in_bias(self, state: State) -> int:
        """Those of them that are still to be settled."""
        self._update(state)
        return self._in_bias

    def parked(self, state: State) -> int:
        """Those that a "don't know" has put aside."""
        return bitset.from_mask(state.parked[self.rows])

    def inside(self, Y: int) -> int:
        """The violated rows that lie inside these variables."""
        nearest, rows = self._inside[0]
        if nearest == Y or not self._all:
            return rows
        for variables, among in self._inside:
            if Y & ~variables == 0 and (variables & ~nearest == 0 or Y & ~nearest):
                nearest, rows = variables, among
        rows &= ~self.holding(nearest & ~Y)
        self.remember(Y, rows)
        return rows

    def remember(self, Y: int, inside: int) -> None:
        """The rows inside these variables, from whoever knows them."""
        self._inside.insert(0, (Y, inside))
        del self._inside[REMEMBERED:-1]  # the last one is the whole example

    def holding(self, variables: int) -> int:
        """The violated rows that hold one of these variables."""
        rows = 0
        for x in bitset.members(variables):
            rows |= self.holding_one(x)
        return rows

    def holding_one(self, x: int) -> int:
        rows = self._holding.get(x)
        if rows is None:
            positions, starts = self._incidence
            hit = np.zeros(len(self.rows), dtype=bool)
            hit[positions[starts[x] : starts[x + 1]]] = True
            rows = self._holding[x] = bitset.from_mask(hit)
        return rows

    def select(self, positions: int) -> RowIds:
        """The rows at these positions."""
        if positions == self._all:
            return self.rows
        if positions.bit_count() <= FEW:
            return self.rows[bitset.members(positions)]
        return self.rows[bitset.to_mask(positions, len(self.rows))]

    def _update(self, state: State) -> None:
        """Take notice of what has left the bias or was refuted since the last look."""
        for rows, refuted in state.removals[self._seen :]:
            if len(rows) <= FEW:
                gone = self._positions(rows)
            else:
                gone = self._all & ~bitset.from_mask(~np.isin(self.rows, rows))
            self._in_bias &= ~gone
            if refuted:
                self._surviving &= ~gone
        self._seen = len(state.removals)

    def _positions(self, rows: RowIds) -> int:
        found = np.searchsorted(self.rows, rows)
        places = (place for place, row in zip(found.tolist(), rows, strict=True) if self._is_at(place, row))
        return bitset.from_indices(places)

    def _is_at(self, place: int, row: int) -> bool:
        return place < len(self.rows) and bool(self.rows[place] == row)

    def removed(self, state: State, positions: int) -> None:
        """The state has just refuted what is at these positions (all that it did since the last look)."""
        self._surviving &= ~positions
        self._in_bias &= ~positions
        self._seen = len(state.removals)

    @property
    def _incidence(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For each variable the positions of the rows it is in: all of them, and where each variable starts."""
        if not hasattr(self, "_sorted"):
            flat = np.concatenate([scopes.ravel() for scopes in self._scopes])
            offsets = np.cumsum([0, *(len(scopes) for scopes in self._scopes)])
            position = np.concatenate(
                [
                    np.repeat(np.arange(len(scopes)) + offset, scopes.shape[1])
                    for scopes, offset in zip(self._scopes, offsets, strict=False)
                ]
            )
            order = np.argsort(flat, kind="stable")
            starts = np.searchsorted(flat[order], np.arange(len(self.codes) + 1))
            self._sorted = position[order], starts
        return self._sorted


def _joined(parts: list[RowIds]) -> RowIds:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
