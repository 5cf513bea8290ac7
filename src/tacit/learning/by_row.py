"""Which claim settled a row: a mapping from rows to claims, kept as an array, because one claim may settle a million.

>>> by_row = ByRow[str](10)
>>> by_row.settle(np.array([2, 5, 7]), "nothing is required here")
>>> by_row.settle(np.array([7, 8]), "the first one stays")
>>> 5 in by_row, by_row[7], by_row.get(3), list(by_row), len(by_row)
(True, 'nothing is required here', None, [2, 5, 7, 8], 4)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tacit.problem.rows import RowIds

C = TypeVar("C")
NOBODY = -1


class ByRow(Mapping[int, C]):
    """Rows are in ascending order; claims in the order in which they came."""

    def __init__(self, size: int) -> None:
        self._number: NDArray[np.int32] = np.full(size, NOBODY, dtype=np.int32)
        self._claims: list[C] = []

    def copy(self) -> ByRow[C]:
        twin: ByRow[C] = ByRow(0)
        twin._number, twin._claims = self._number.copy(), list(self._claims)
        return twin

    def settle(self, rows: RowIds, claim: C) -> None:
        """This claim settles these rows, if no claim before it has."""
        new = self.unsettled(rows)
        if len(new):
            self._number[new] = len(self._claims)
            self._claims.append(claim)

    def unsettled(self, rows: RowIds) -> RowIds:
        """Those of these rows that no claim has settled."""
        new = self._number[rows] == NOBODY
        return rows if new.all() else rows[new]

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Of each row: has a claim settled it?"""
        found: NDArray[np.bool_] = self._number != NOBODY
        return found

    @property
    def rows(self) -> RowIds:
        """The rows that a claim has settled."""
        return np.flatnonzero(self.settled)

    @property
    def claims(self) -> list[C]:
        """The claims that have settled rows."""
        return list(dict.fromkeys(self._claims))

    def __getitem__(self, row: int) -> C:
        number = self._number[row]
        if number == NOBODY:
            raise KeyError(row)
        return self._claims[number]

    def __contains__(self, row: object) -> bool:
        return bool(self._number[row] != NOBODY)  # type: ignore[call-overload]

    def __iter__(self) -> Iterator[int]:
        return iter(self.rows.tolist())

    def __len__(self) -> int:
        return int(np.count_nonzero(self.settled))

    def __bool__(self) -> bool:
        return bool(self._claims)
