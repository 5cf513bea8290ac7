"""The rows around one variable, taken apart so that they can be evaluated quickly while an example is built.

An example gets one value after the other. Before a variable gets its value: which values would violate rows whose
other variables are assigned? Afterwards: which values do rows allow for their last unassigned variable? The search for
examples asks both (`generation/search.py`), the builder of large examples only the first (`guided/large_examples.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import Codes


def incidences(blocks: Iterable[Block], variable: int, among: NDArray[np.bool_] | None = None) -> list[Incidence]:
    """The rows that one variable is in, block by block; only those of `among`, if it is given."""
    found = []
    for block in blocks:
        rows, positions, starts = block.incidence
        span = slice(starts[variable], starts[variable + 1])
        local, position = rows[span], positions[span]
        if among is not None:
            keep = among[local + block.first]
            local, position = local[keep], position[keep]
        if len(local):  # to take nothing apart takes time, too
            found.append(Incidence(block, local, position))
    return found


class Incidence:
    """Rows of one block (numbered inside it) that one variable is in, with its position in each."""

    def __init__(self, block: Block, local: RowIds, position: NDArray[np.int64]) -> None:
        self.block = block
        self._take(local, position)

    def _take(self, local: RowIds, position: NDArray[np.int64]) -> None:
        block = self.block
        self._local, self._position = local, position
        self.rows = local + block.first
        self._scopes = block.scopes[local]
        keep = np.arange(block.arity)[None, :] != position[:, None]
        self._others = self._scopes[keep].reshape(len(local), block.arity - 1)
        places = np.broadcast_to(np.arange(block.arity, dtype=np.int8), keep.shape)
        self._places = places[keep].reshape(self._others.shape)  # where the others stand in the scope
        if block.tabled:
            self._base = block.base[local]
            self._stride = block.strides[position]
            self._other_strides = block.strides[self._places]

    def forget(self, live: NDArray[np.bool_]) -> None:
        """Leave out the rows that are no longer live, once there are many of them."""
        keep = live[self.rows]
        if 3 * np.count_nonzero(keep) < 2 * len(keep):
            self._take(self._local[keep], self._position[keep])

    def rejected(self, codes: Codes, choices: Codes) -> tuple[RowIds, NDArray[np.bool_]]:
        """The rows that this variable completes, and which of its choices each of them rejects: rows × choices."""
        values = codes[self._others]
        complete = np.flatnonzero((values >= 0).all(axis=1))
        block = self.block
        if block.tabled:
            index = self._base[complete] + (values[complete] * self._other_strides[complete]).sum(axis=1)
            accepted = block.table[index[:, None] + self._stride[complete, None] * choices]
        else:
            full = codes[self._scopes[complete]]
            accepted = block.accepts_each(self._local[complete], full, self._position[complete], choices)
        return self.rows[complete], ~accepted

    def allowed(self, codes: Codes, choices: Codes) -> tuple[RowIds, NDArray[np.int32], NDArray[np.bool_]]:
        """The rows with one unassigned variable left, these variables, and the choices that each row allows there."""
        unassigned = codes[self._others] < 0
        last = np.flatnonzero(unassigned.sum(axis=1) == 1)
        place = self._places[last][unassigned[last]]
        others = self._others[last][unassigned[last]]
        local = self._local[last]
        allowed = self.block.accepts_each(local, codes[self._scopes[last]], place, choices)
        return self.rows[last], others, allowed
