"""An example under examination: which rows it violates, and which of these lie inside a set of variables.

The violated rows are found once, and kept in one of two ways. `by_rows`, for any arity, keeps sets of rows as bits.
`by_pairs`, for examples that violate very many binary rows and no others, keeps a graph over the variables. Both give
the same answers.
"""

from __future__ import annotations

from tacit.candidates import bitset
from tacit.candidates.by_pairs import ByPairs
from tacit.candidates.by_rows import ByRows
from tacit.candidates.version_space import VersionSpace
from tacit.candidates.violated import Open, Violated
from tacit.candidates.with_bounds import WithBounds
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

__all__ = ["Example", "Open"]

MANY = 15_000  # for more violated rows than this, a graph is quicker than bits (measured on Latin squares)


class Example:
    """An assignment, and the surviving rows that it violates."""

    def __init__(self, space: VersionSpace, codes: Codes) -> None:
        self.codes = codes
        self._space = space
        self.variables = bitset.from_mask(codes >= 0)
        found = space.rows.violated(codes, space.surviving)
        count = sum(len(rows) for rows, _ in found)
        binary = len(found) == 1 and found[0][1].shape[1] == 2
        self._violated: Violated
        if binary and count > MANY:
            self._violated = ByPairs(space, *found[0])
        else:
            self._violated = ByRows(space, self.variables, found)
        if len(space.rows.bounds):
            self._violated = WithBounds(space, codes, self._violated)

    def kappa(self, Y: int) -> RowIds:
        """The violated rows inside Y that are still to be settled."""
        return self._violated.kappa(Y)

    def kappa_size(self, Y: int) -> int:
        """How many rows `kappa` returns."""
        return self._violated.kappa_size(Y)

    def kappa_at(self, Y: int) -> list[int]:
        """The rows of `kappa` whose scope is exactly Y, without those on smaller scopes."""
        violated = set(self.kappa(Y).tolist())
        return [row for row in self._space.candidates_at(Y).tolist() if row in violated]

    def rejecting(self, Y: int) -> RowIds:
        """All violated rows inside Y that no answer has refuted."""
        return self._violated.rejecting(Y)

    def refuted(self, Y: int) -> None:
        """Called when the version space has just lost all rows that are violated inside Y."""
        self._violated.refuted(Y)

    def open(self, *, put_aside: bool) -> Open:
        """For algorithms that look for all scopes: where in the example is something still open?

        put_aside: whether rows that a "don't know" has put aside count, too
        """
        return self._violated.open(put_aside=put_aside)
