"""The violated rows of an example, if there are bounds among them.

Other rows are inside a part of the example or not. What bounds say of a part is found anew for each part, which is
quick: it takes one pass over the cells of all groups.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.candidates.violated import Open, Violated
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes


class WithBounds(Violated):
    """Bounds, beside the other violated rows."""

    def __init__(self, space: VersionSpace, codes: Codes, others: Violated) -> None:
        self._space = space
        self._codes = codes
        self._others = others
        self._last: tuple[int, RowIds] | None = None  # the bounds that reject the part that was looked at last

    def _bounds(self, Y: int) -> RowIds:
        """All bounds that reject a part of the example, whether they were refuted or not."""
        if self._last is None or self._last[0] != Y:
            part = np.where(bitset.to_mask(Y, len(self._codes)), self._codes, UNASSIGNED)
            everything = np.ones(self._space.rows.size, dtype=bool)
            self._last = Y, self._space.rows.bounds.rejecting(part, everything)
        return self._last[1]

    def kappa(self, Y: int) -> RowIds:
        mine = self._bounds(Y)
        return np.concatenate([self._others.kappa(Y), mine[self._space.in_bias[mine]]])

    def kappa_size(self, Y: int) -> int:
        return len(self.kappa(Y))

    def rejecting(self, Y: int) -> RowIds:
        mine = self._bounds(Y)
        return np.concatenate([self._others.rejecting(Y), mine[self._space.surviving[mine]]])

    def refuted(self, Y: int) -> None:
        self._others.refuted(Y)

    def open(self, *, put_aside: bool) -> Open:
        raise NotImplementedError("only the algorithms of the paper look for scopes like this, and they take no bounds")
