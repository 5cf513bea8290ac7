"""The violated rows of an example as a graph over the variables: for very many binary rows.

For each variable the graph has the set of variables with which it shares a violated row. Whether something is violated
inside Y is then a question about sets of variables, which are small, and not about sets of rows, which are large. The
rows themselves are looked up only for the few pairs inside Y.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.candidates.violated import Open, Violated
from tacit.problem.rows import RowIds, Scopes, sorted_columns

REMEMBERED = 8  # sets of variables whose rows are kept
SPARSE = 400  # up to this many pairs are looked up one by one, more in one pass over all rows


class ByPairs(Violated):
    """Rows are positions in arrays; a graph leads to the rows inside a set of variables."""

    def __init__(self, space: VersionSpace, rows: RowIds, scopes: Scopes) -> None:
        self.space = space
        self.rows = rows
        self._n = len(space.vocabulary)
        self._lower, self._upper = sorted_columns(scopes)
        self._key = self._lower.astype(np.int64) * self._n + self._upper  # sorted, as rows of a block are
        self._next = neighbours(self._lower, self._upper, self._n)
        self._inside: list[tuple[int, RowIds]] = []  # may hold rows refuted since: users leave them out
        self._open: OpenPairs | None = None

    def kappa(self, Y: int) -> RowIds:
        rows = self.rows[self.inside(Y)]
        return rows[self.space.in_bias[rows]]

    def kappa_size(self, Y: int) -> int:
        return int(np.count_nonzero(self.space.in_bias[self.rows[self.inside(Y)]]))

    def rejecting(self, Y: int) -> RowIds:
        rows = self.rows[self.inside(Y)]
        return rows[self.space.surviving[rows]]

    def refuted(self, Y: int) -> None:
        disconnect(self._next, Y)
        if self._open is not None:
            self._open.settled(Y)

    def open(self, *, put_aside: bool) -> Open:
        self._open = OpenPairs(self, put_aside)
        return self._open

    def inside(self, Y: int) -> RowIds:
        """The positions of all rows inside Y that are not refuted, and perhaps of some that are."""
        smallest: RowIds | None = None
        for variables, positions in self._inside:
            if variables == Y:
                return positions
            if Y & ~variables == 0 and (smallest is None or len(positions) < len(smallest)):
                smallest = positions
        if smallest is None or len(smallest) > 4 * SPARSE:
            found = self._look_up(Y)
        else:
            mask = bitset.to_mask(Y, self._n)
            found = smallest[mask[self._lower[smallest]] & mask[self._upper[smallest]]]
        self._inside.insert(0, (Y, found))
        del self._inside[REMEMBERED:]
        return found

    def _look_up(self, Y: int) -> RowIds:
        hits = [(x, self._next[x] & Y) for x in bitset.members(Y)]
        if sum(hit.bit_count() for _, hit in hits) > 2 * SPARSE:
            mask = bitset.to_mask(Y, self._n)
            return np.flatnonzero(mask[self._lower] & mask[self._upper])
        keys = [x * self._n + z for x, hit in hits if hit for z in bitset.members(hit >> x << x)]
        starts = np.searchsorted(self._key, keys)
        ends = np.searchsorted(self._key, keys, side="right")
        spans = [np.arange(start, end) for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
        return np.concatenate(spans) if spans else np.empty(0, dtype=np.int64)


class OpenPairs(Open):
    """A clue is the scope of one open row inside Y."""

    def __init__(self, violated: ByPairs, put_aside: bool) -> None:
        space = violated.space
        rows = violated.rows
        still = np.flatnonzero(space.in_bias[rows] & (put_aside | ~space.parked[rows]))
        self._next = neighbours(violated._lower[still], violated._upper[still], violated._n)

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
