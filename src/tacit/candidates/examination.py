"""An example under examination: what it violates is found once; then only what of it lies inside which variables.

There are two ways to keep that. `by_rows` is for any arity: sets of violated rows as bits. `by_pairs` is for examples
that violate very many binary rows and no others: a graph over the variables. Both give the same answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacit.candidates import bitset
from tacit.candidates.by_pairs import ByPairs
from tacit.candidates.by_rows import ByRows
from tacit.candidates.violated import Open, Violated
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.learning.state import State

__all__ = ["Example", "Open"]

MANY = 15_000  # violated rows from which on a graph is quicker than bits (measured on Latin squares)


class Example:
    """An assignment, and the surviving rows that it violates."""

    def __init__(self, state: State, codes: Codes) -> None:
        self.codes = codes
        self.variables = bitset.from_mask(codes >= 0)
        found = state.rows.violated(codes, state.surviving)
        count = sum(len(rows) for rows, _ in found)
        binary = len(found) == 1 and found[0][1].shape[1] == 2
        self._violated: Violated
        if binary and count > MANY:
            self._violated = ByPairs(state, self.variables, *found[0])
        else:
            self._violated = ByRows(state, self.variables, found)

    def kappa(self, Y: int) -> RowIds:
        """The violated rows inside Y that are still to be settled."""
        return self._violated.kappa(Y)

    def kappa_size(self, Y: int) -> int:
        """How many they are."""
        return self._violated.kappa_size(Y)

    def rejecting(self, Y: int) -> RowIds:
        """All violated rows inside Y that no answer has refuted."""
        return self._violated.rejecting(Y)

    def refuted(self, Y: int) -> None:
        """The state has just refuted all that is violated inside Y."""
        self._violated.refuted(Y)

    def open(self, *, put_aside: bool) -> Open:
        """For algorithms that look for all scopes: where in the example is something still open?

        put_aside: does what a "don't know" has put aside count?
        """
        return self._violated.open(put_aside=put_aside)
