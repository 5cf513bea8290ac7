"""The violated rows of an example as bits, for any arity.

The rows are numbered, and sets of rows are Python integers, like sets of variables (`tacit.candidates.bitset`). The
rows inside Y are the rows that hold no variable outside Y. The algorithms take away a few variables at a time. So the
rows inside Y are the rows inside a set that was looked at a moment ago, without those that hold a variable taken away
since: a handful of operations on a few hundred bytes, whatever the size of the bias.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.candidates.violated import Open, Violated
from tacit.problem.rows import RowIds, Scopes

REMEMBERED = 8  # sets of variables whose rows are kept
FEW = 32  # up to this many rows are handled one by one, more as an array


class ByRows(Violated):
    """Sets of violated rows are bitsets over their positions."""

    def __init__(self, space: VersionSpace, variables: int, found: list[tuple[RowIds, Scopes]]) -> None:
        self.space = space
        parts = [rows for rows, _ in found]
        self.rows: RowIds = np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
        self._scopes: list[Scopes] = [scopes for _, scopes in found]
        self._all = (1 << len(self.rows)) - 1
        self._holding: dict[int, int] = {}
        self._inside = [(variables, self._all)]
        self._surviving = self._all
        self._in_bias = bitset.from_mask(space.in_bias[self.rows])
        self._seen = len(space.removals)

    def kappa(self, Y: int) -> RowIds:
        return self._select(self.inside(Y) & self.in_bias())

    def kappa_size(self, Y: int) -> int:
        return (self.inside(Y) & self.in_bias()).bit_count()

    def rejecting(self, Y: int) -> RowIds:
        self._update()
        return self._select(self.inside(Y) & self._surviving)

    def refuted(self, Y: int) -> None:
        gone = self.inside(Y)
        self._surviving &= ~gone
        self._in_bias &= ~gone
        self._seen = len(self.space.removals)

    def open(self, *, put_aside: bool) -> Open:
        return OpenRows(self, put_aside)

    # --- sets of rows ---

    def in_bias(self) -> int:
        """The violated rows that are still to be settled."""
        self._update()
        return self._in_bias

    def parked(self) -> int:
        """The violated rows that a "don't know" has put aside."""
        return bitset.from_mask(self.space.parked[self.rows]) if self.space.has_parked else 0

    def inside(self, Y: int) -> int:
        """The violated rows that lie inside these variables."""
        nearest, rows = self._inside[0]
        if nearest == Y or not self._all:
            return rows
        for variables, among in self._inside:
            if Y & ~variables == 0 and (variables & ~nearest == 0 or Y & ~nearest):
                nearest, rows = variables, among
        for x in bitset.members(nearest & ~Y):
            rows &= ~self.holding(x)
        self.remember(Y, rows)
        return rows

    def remember(self, Y: int, inside: int) -> None:
        """Keep the rows inside these variables, which the caller already knows."""
        self._inside.insert(0, (Y, inside))
        del self._inside[REMEMBERED:-1]  # the last one is the whole example

    def holding(self, x: int) -> int:
        """The violated rows that hold a variable."""
        rows = self._holding.get(x)
        if rows is None:
            positions, starts = self._incidence
            hit = np.zeros(len(self.rows), dtype=bool)
            hit[positions[starts[x] : starts[x + 1]]] = True
            rows = self._holding[x] = bitset.from_mask(hit)
        return rows

    def around(self, scope: int) -> int:
        """The violated rows whose scope contains this one."""
        rows = self._all
        for x in bitset.members(scope):
            rows &= self.holding(x)
        return rows

    def _select(self, positions: int) -> RowIds:
        if positions == self._all:
            return self.rows
        if positions.bit_count() <= FEW:
            return self.rows[bitset.members(positions)]
        return self.rows[bitset.to_mask(positions, len(self.rows))]

    def _update(self) -> None:
        """Take out the rows that have left the bias or were refuted since the last look."""
        if self._seen == len(self.space.removals):
            return
        for rows, refuted in self.space.removals[self._seen :]:
            if len(rows) <= FEW:
                gone = self._positions(rows)
            else:
                gone = bitset.from_mask(np.isin(self.rows, rows))
            self._in_bias &= ~gone
            if refuted:
                self._surviving &= ~gone
        self._seen = len(self.space.removals)

    def _positions(self, rows: RowIds) -> int:
        places = np.searchsorted(self.rows, rows).tolist()
        size = len(self.rows)
        here = (p for p, row in zip(places, rows.tolist(), strict=True) if p < size and self.rows[p] == row)
        return bitset.from_indices(here)

    @cached_property
    def _incidence(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The positions of the rows that each variable is in, and where in that array each variable starts."""
        flat = np.concatenate([scopes.ravel() for scopes in self._scopes])
        arities = np.concatenate([np.full(len(scopes), scopes.shape[1]) for scopes in self._scopes])
        position = np.repeat(np.arange(len(self.rows)), arities)
        order = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[order], np.arange(len(self.space.vocabulary) + 1))
        return position[order], starts


class OpenRows(Open):
    """A clue is the set of violated rows inside Y, if one of them is open."""

    def __init__(self, violated: ByRows, put_aside: bool) -> None:
        self.violated = violated
        self._put_aside = put_aside
        self._covered = 0  # the rows whose scope contains a scope that was found
        self._see()

    def inside(self, Y: int) -> int:
        return self._if_open(self.violated.inside(Y))

    def without(self, Y: int, clue: int, x: int, done: int) -> int:
        return self._if_open(clue & ~self.violated.holding(x))

    def asking(self, Y: int, clue: int) -> None:
        self.violated.remember(Y, clue)

    def found(self, scope: int) -> None:
        self._covered |= self.violated.around(scope)
        self._see()

    def settled(self, Y: int) -> None:
        self._see()

    def _see(self) -> None:
        self._open = self.violated.in_bias() & ~self._covered
        if not self._put_aside:
            self._open &= ~self.violated.parked()

    def _if_open(self, rows: int) -> int:
        return rows if rows & self._open else 0
