"""A spreadsheet as it is here: sheets of texts, whatever the file was. An error names file, sheet and cell.

>>> sheet = Sheet("May", [["", "Mon"], ["anna", "early"]])
>>> sheet.at(1, 1), sheet.at(7, 7), cell_name(6, 3), cell_name(0, 27)
('early', '', 'D7', 'AB1')
>>> str(Spreadsheet("plans.xlsx", [sheet]).wrong(sheet, 1, 1, "it is odd"))
'plans.xlsx, sheet May, cell B2: it is odd'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tacit.errors import ExamplesError

Position2D = tuple[int, int]  # row and column, both from 0


class SheetError(ExamplesError):
    """A spreadsheet can't be read, or says something that can't be used."""


@dataclass
class Sheet:
    """Rows of texts; an empty cell is "". Rows need not be equally long."""

    name: str | None  # None for a text file, which is a sheet without a name
    rows: list[list[str]]
    dates: dict[Position2D, tuple[int, int, int]] = field(default_factory=dict)  # year, month and day
    formulas: set[Position2D] = field(default_factory=set)  # the cells whose text is the saved result of a formula
    bad: dict[Position2D, str] = field(default_factory=dict)  # the cells that have no value, and why

    def at(self, row: int, column: int) -> str:
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return ""

    @property
    def width(self) -> int:
        return max(map(len, self.rows), default=0)


@dataclass
class Spreadsheet:
    """A file of sheets."""

    file: str
    sheets: list[Sheet]
    notes: list[str] = field(default_factory=list)  # parts of the file that are left aside
    encoding: str = ""  # of a text file, if it is not Unicode

    def where(self, sheet: Sheet, row: int, column: int) -> str:
        """plans.xlsx, sheet May, cell D7"""
        return f"{self.file}, {place(sheet, row, column)}"

    def wrong(self, sheet: Sheet, row: int, column: int, what: str) -> SheetError:
        return SheetError(f"{self.where(sheet, row, column)}: {what}")


def place(sheet: Sheet, row: int, column: int) -> str:
    """sheet May, cell D7"""
    within = "" if sheet.name is None else f"sheet {sheet.name}, "
    return f"{within}cell {cell_name(row, column)}"


def column_name(column: int) -> str:
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def cell_name(row: int, column: int) -> str:
    return f"{column_name(column)}{row + 1}"


def in_quotes(text: str) -> str:
    """A text that is quoted in a sentence, not all of it if it is long."""
    return repr(text if len(text) <= 40 else f"{text[:39]}…")


def filled(sheet: Sheet, row: int) -> Iterator[tuple[int, str]]:
    """The cells of a row that have a text."""
    if row < len(sheet.rows):
        for column, text in enumerate(sheet.rows[row]):
            if text:
                yield column, text


def file_of(source: str) -> str:
    """The file that the source of a known example names.

    >>> file_of("plans.xlsx, sheet May, cell B2"), file_of("known.csv, line 7")
    ('plans.xlsx', 'known.csv')
    """
    for word in (", sheet ", ", cell ", ", line "):
        if word in source:
            return source.partition(word)[0]
    return source
