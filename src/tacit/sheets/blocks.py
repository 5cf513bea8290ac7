"""The blocks of a sheet: what empty rows and columns divide, divided again until nothing is left to divide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.sheets.spreadsheet import Sheet


@dataclass(frozen=True)
class Block2D:
    """A rectangle of cells: `bottom` and `right` are behind its last row and column."""

    sheet: Sheet
    top: int
    left: int
    bottom: int
    right: int

    def row(self, row: int) -> list[str]:
        return [self.sheet.at(row, column) for column in range(self.left, self.right)]

    def column(self, column: int) -> list[str]:
        return [self.sheet.at(row, column) for row in range(self.top, self.bottom)]

    @property
    def titles(self) -> int:
        """How many rows at its top have just one text each, in a block that has more of them further down."""
        count = 0
        while self.top + count < self.bottom - 1 and sum(map(bool, self.row(self.top + count))) == 1:
            count += 1
        return count if any(sum(map(bool, self.row(row))) > 1 for row in range(self.top + count, self.bottom)) else 0


def blocks_of(sheet: Sheet) -> list[Block2D]:
    """All blocks, from top to bottom, and from left to right."""
    return list(_divided(Block2D(sheet, 0, 0, len(sheet.rows), sheet.width), by_rows=True, whole=False))


def _divided(block: Block2D, *, by_rows: bool, whole: bool) -> Iterator[Block2D]:
    """whole: the other direction has just found nothing to divide."""
    parts = list(_cut(block, by_rows=by_rows))
    if len(parts) == 1 and whole:
        yield parts[0]
        return
    for part in parts:
        yield from _divided(part, by_rows=not by_rows, whole=len(parts) == 1)


def _cut(block: Block2D, *, by_rows: bool) -> Iterator[Block2D]:
    first, last = (block.top, block.bottom) if by_rows else (block.left, block.right)
    start = None
    for line in range(first, last + 1):
        cells = [] if line == last else block.row(line) if by_rows else block.column(line)
        if any(cells):
            start = line if start is None else start
        elif start is not None:
            if by_rows:
                yield Block2D(block.sheet, start, block.left, line, block.right)
            else:
                yield Block2D(block.sheet, block.top, start, block.bottom, line)
            start = None
