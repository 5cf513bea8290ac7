"""Where a plane lies in a sheet, as it is or turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.sheets.matching import Words
from tacit.sheets.planes import Plane
from tacit.sheets.spreadsheet import Sheet, SheetError, Spreadsheet


@dataclass(frozen=True)
class TurnableSheet:
    """A sheet as it is, or turned: its columns are then rows."""

    book: Spreadsheet
    sheet: Sheet
    turned: bool

    @property
    def height(self) -> int:
        return self.sheet.width if self.turned else len(self.sheet.rows)

    def place(self, row: int, column: int) -> tuple[int, int]:
        return (column, row) if self.turned else (row, column)

    def at(self, row: int, column: int) -> str:
        return self.sheet.at(*self.place(row, column))

    def cells(self, row: int) -> list[str]:
        if self.turned:
            return [self.sheet.at(r, row) for r in range(len(self.sheet.rows))]
        return self.sheet.rows[row] if row < len(self.sheet.rows) else []

    def find(self, words: Words, row: int, column: int) -> int | None:
        place = self.place(row, column)
        text = self.sheet.at(*place)
        return words.find(text, self.sheet.dates.get(place)) if text else None

    def wrong(self, row: int, column: int, what: str) -> SheetError:
        return self.book.wrong(self.sheet, *self.place(row, column), what)

    def word(self, *, row: bool) -> str:
        return "row" if row is not self.turned else "column"


@dataclass(frozen=True)
class FoundTable:
    """Where a plane lies in a sheet: which row and column of the sheet is which of the plane."""

    plane: Plane
    look: TurnableSheet
    head: int  # the row with the labels
    side: int  # the column with the labels; −1 if rows need none
    rows: dict[int, int]  # from the sheet's rows to the plane's
    columns: dict[int, int]

    @property
    def corner(self) -> tuple[int, int]:
        return self.look.place(self.head, max(0, min(self.columns) - 1) if self.side < 0 else self.side)

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)

    def cells(self) -> Iterator[tuple[int, int, int | None]]:
        """Row and column in the sheet, and the variable that belongs there."""
        for row, r in self.rows.items():
            for column, c in self.columns.items():
                yield *self.look.place(row, column), self.plane.cells[r][c]
