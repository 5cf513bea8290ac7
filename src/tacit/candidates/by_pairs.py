"""The violated rows of an example as a graph over the variables: for very many binary rows.

For each variable the graph has the set of variables with which it shares a violated row. Whether something is violated
inside Y is then a question about sets of variables, which are small, and not about sets of rows, which are large. The
rows themselves are looked up only for the few pairs inside Y.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.candidates.violated import Open, Violated
from tacit.problem.rows import RowIds, Scopes, sorted_columns

REMEMBERED = 8  # sets of variables whose rows are kept
FILTERED = 40_000  # so many rows are looked through more quickly than pairs are counted, variable by variable
SPARSE = 400  # up to this many pairs are looked up one by one, more in one pass over all rows


@dataclass(slots=True)
class Inside:
    """The rows inside a set of variables that are not refuted, and perhaps some that are: users leave these out."""

    Y: int
    rows: RowIds
    lower: NDArray[np.int32]
    upper: NDArray[np.int32]

    def at(self, chosen: NDArray[np.int64], Y: int) -> Inside:
        """Some of them."""
        return Inside(Y, self.rows[chosen], self.lower[chosen], self.upper[chosen])


class ByPairs(Violated):
    """Rows stand in arrays; a graph leads to the rows inside a small set of variables."""

    def __init__(self, space: VersionSpace, rows: RowIds, scopes: Scopes) -> None:
        self.space = space
        self._n = len(space.vocabulary)
        everything = (1 << self._n) - 1
        self._take(Inside(everything, rows, *sorted_columns(scopes)))
        self._next = neighbours(self.all.lower, self.all.upper, self._n)
        self._inside: list[Inside] = []  # the last that were looked at
        self._open: OpenPairs | None = None

    def _take(self, every: Inside) -> None:
        self.all = every
        self._key = every.lower.astype(np.int64) * self._n + every.upper  # sorted, as rows of a block are
        self._of_lower = np.bincount(every.lower, minlength=self._n)  # rows with each lower variable
        self._upper: NDArray[np.intp] = every.upper.astype(np.intp)  # what numpy would make of it each time
        self._refuted = 0  # rows that were refuted since

    def kappa(self, Y: int) -> RowIds:
        rows = self.inside(Y).rows
        return rows[np.flatnonzero(self.space.in_bias[rows])]

    def kappa_size(self, Y: int) -> int:
        return int(np.count_nonzero(self.space.in_bias[self.inside(Y).rows]))

    def rejecting(self, Y: int) -> RowIds:
        rows = self.inside(Y).rows
        return rows[np.flatnonzero(self.space.surviving[rows])]

    def refuted(self, Y: int) -> None:
        self._refuted += len(self.inside(Y).rows)
        if 2 * self._refuted > len(self.all.rows) > 4 * SPARSE:
            self._take(self.all.at(np.flatnonzero(self.space.surviving[self.all.rows]), self.all.Y))
        disconnect(self._next, Y)
        if self._open is not None:
            self._open.settled(Y)

    def open(self, *, put_aside: bool) -> Open:
        self._open = OpenPairs(self, put_aside)
        return self._open

    def inside(self, Y: int) -> Inside:
        """The rows inside Y."""
        smallest: Inside | None = None
        for part in self._inside:
            if part.Y == Y:
                return part
            if Y & ~part.Y == 0 and (smallest is None or len(part.rows) < len(smallest.rows)):
                smallest = part
        if smallest is None or len(smallest.rows) > FILTERED:
            found = self._look_up(Y, smallest)
        else:
            found = self._filtered(smallest, Y)
        self._inside.insert(0, found)
        del self._inside[REMEMBERED:]
        return found

    def _look_up(self, Y: int, around: Inside | None) -> Inside:
        """around: what is inside a larger set of variables, if that is known"""
        hits = [(x, self._next[x] & Y) for x in bitset.members(Y)]
        if sum(hit.bit_count() for _, hit in hits) > 2 * SPARSE:
            if around is not None and 2 * len(around.rows) < len(self.all.rows):
                return self._filtered(around, Y)
            mask = bitset.to_mask(Y, self._n)
            inside = np.repeat(mask, self._of_lower)
            inside &= mask[self._upper]
            return self.all.at(np.flatnonzero(inside), Y)
        keys = [x * self._n + z for x, hit in hits if hit for z in bitset.members(hit >> x << x)]
        starts = np.searchsorted(self._key, keys)
        ends = np.searchsorted(self._key, keys, side="right")
        spans = [np.arange(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return self.all.at(np.concatenate(spans) if spans else np.empty(0, dtype=np.int64), Y)

    def _filtered(self, around: Inside, Y: int) -> Inside:
        mask = bitset.to_mask(Y, self._n)
        return around.at(np.flatnonzero(mask[around.lower] & mask[around.upper]), Y)


class OpenPairs(Open):
    """A clue is the scope of one open row inside Y."""

    def __init__(self, violated: ByPairs, put_aside: bool) -> None:
        space = violated.space
        every = violated.all
        still = np.flatnonzero(space.in_bias[every.rows] & (put_aside | ~space.parked[every.rows]))
        self._next = neighbours(every.lower[still], every.upper[still], violated._n)

    def inside(self, Y: int) -> int:
        for x in bitset.members(Y):
            clue = self._at(x, Y)
            if clue:
                return clue
        return 0

    def without(self, Y: int, clue: int, x: int, done: int) -> int:
        smaller = Y & ~(1 << x)
        if done:
            # Every pair that is open inside the smaller set holds all of `done`.
            return self._at(done.bit_length() - 1, smaller)
        return clue if clue & ~smaller == 0 and self._is_open(clue) else self.inside(smaller)

    def found(self, scope: int) -> None:
        self.settled(scope)

    def settled(self, Y: int) -> None:
        disconnect(self._next, Y)

    def _at(self, x: int, Y: int) -> int:
        near = self._next[x] & Y
        return near & -near | 1 << x if near else 0

    def _is_open(self, pair: int) -> bool:
        low = pair & -pair
        return bool(self._next[low.bit_length() - 1] & (pair ^ low))


def neighbours(lower: NDArray[np.int32], upper: NDArray[np.int32], n: int) -> list[int]:
    """For each variable, the set of variables it shares a pair with."""
    matrix = np.zeros((n, n), dtype=bool)
    matrix[lower, upper] = matrix[upper, lower] = True
    packed = np.packbits(matrix, axis=1, bitorder="little")
    return [int.from_bytes(line.tobytes(), "little") for line in packed]


def disconnect(graph: list[int], Y: int) -> None:
    """Take away all edges inside Y."""
    outside = ~Y
    for x in bitset.members(Y):
        graph[x] &= outside
