"""Tables without labels: a block of cells that has just the shape of an array whose labels are only numbers."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.sheets.blocks import Block2D, blocks_of
from tacit.sheets.planes import Plane
from tacit.sheets.spreadsheet import Sheet, Spreadsheet
from tacit.sheets.where_tables_lie import FoundTable, TurnableSheet


def bare_tables(book: Spreadsheet, sheet: Sheet, planes: list[Plane]) -> Iterator[FoundTable]:
    """The blocks of a sheet that have the shape of a numbered plane, in turn if several planes have it."""
    numbered = [plane for plane in planes if plane.numbered]
    turn = 0
    for block in blocks_of(sheet) if numbered else []:
        fitting = [plane for plane in numbered if _fits(block, plane)]
        if not fitting:
            continue
        plane = fitting[turn % len(fitting)]
        turn += 1
        top = block.bottom - len(plane.rows)
        rows = {top + i: i for i in range(len(plane.rows))}
        columns = {block.left + i: i for i in range(len(plane.columns))}
        yield FoundTable(plane, TurnableSheet(book, sheet, False), top, -1, rows, columns)


def _fits(block: Block2D, plane: Plane) -> bool:
    """A title may stand above it."""
    spare = block.bottom - block.top - len(plane.rows)
    return block.right - block.left == len(plane.columns) and 0 <= spare <= block.titles
