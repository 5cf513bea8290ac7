"""The plans in a spreadsheet, as examples of a problem.

A plan is a table, or several if the problem has several arrays: whatever lies between two cells of the same variable
is one plan. A cell "answer" with yes or no beside it, above a table, is the answer to its plan. A sheet whose first row
names variables is in the long form, a plan a row.

>>> from tacit.sheets.opening import read_spreadsheet
>>> v = Vocabulary({f"shift[{who},{day}]": ["off", "on"] for who in ("anna", "ben") for day in ("Mon", "Tue")})
>>> book = read_spreadsheet(b"May;Tue;Mon;\\nBen;on;off;\\nAnna;;ON;\\n", "may.csv")
>>> [(plan.query.shown, plan.answer, plan.source) for plan in plans_in(book, v)]
[({'shift[anna,Mon]': 'on', 'shift[ben,Mon]': 'off', 'shift[ben,Tue]': 'on'}, True, 'may.csv, cell A1')]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tacit.formats.examples_file import ANSWERS, MAX_EXAMPLES
from tacit.problem.query import Answered, Query
from tacit.problem.vocabulary import UNASSIGNED, Codes, Vocabulary
from tacit.sheets.bare import bare_tables
from tacit.sheets.labelled import LabelledTables
from tacit.sheets.matching import Words, alike
from tacit.sheets.planes import planes_of, value_names
from tacit.sheets.spreadsheet import Position2D, Sheet, SheetError, Spreadsheet, filled
from tacit.sheets.where_tables_lie import FoundTable, TurnableSheet

ANSWER = "answer"


def plans_in(
    book: Spreadsheet, vocabulary: Vocabulary, answer: bool | None = None, *, empty: str | None = None
) -> list[Answered]:
    """All plans in a spreadsheet.

    answer: of plans that have none in the spreadsheet; None stands for yes
    empty:  the value that an empty cell of a table stands for; without it the variable has no value
    """
    reading = _Reading(book, vocabulary, answer, empty)
    for sheet in book.sheets:
        reading.sheet(sheet)
    reading.end_plan()
    if not reading.found:
        raise reading.nothing()
    return reading.found


@dataclass
class _Values:
    """The values of variables with the same domain."""

    words: Words
    codes: list[int]


class _Reading:
    def __init__(self, book: Spreadsheet, vocabulary: Vocabulary, answer: bool | None, empty: str | None) -> None:
        self.book = book
        self.vocabulary = vocabulary
        self.answer = answer
        self.empty = empty
        self.planes = planes_of(vocabulary)
        self.names = Words(vocabulary.names)
        self.found: list[Answered] = []
        self.near: list[SheetError] = []
        self.blank: tuple[Sheet, Position2D] | None = None  # a table without any value
        self._values: dict[tuple[tuple[int, ...], bool], _Values] = {}
        self._start_plan()

    def _start_plan(self) -> None:
        self.codes: Codes = np.full(len(self.vocabulary), UNASSIGNED, dtype=np.int64)
        self.claimed: set[int] = set()  # the variables that the tables of this plan have cells for
        self.source = ""
        self.said: bool | None = None

    def end_plan(self) -> None:
        if (self.codes != UNASSIGNED).any():
            if len(self.found) == MAX_EXAMPLES:
                raise SheetError(f"{self.source}: more than {MAX_EXAMPLES:,} plans are not accepted")
            said = self.answer is not False if self.said is None else self.said
            self.found.append(Answered(Query(self.vocabulary, self.codes), said, self.source))
        self._start_plan()

    def sheet(self, sheet: Sheet) -> None:
        head = next((row for row in range(len(sheet.rows)) if any(sheet.rows[row])), 0)
        if self._is_long(sheet, head):
            self.end_plan()
            self._long(sheet, head)
            return
        tables = self._tables(sheet)
        first = {variable for table in tables for _, _, variable in table.cells() if variable is not None}
        if self.claimed & first:
            self.end_plan()
        answers = self._answers(sheet)
        for table in sorted(tables, key=lambda table: table.corner):
            self._take(sheet, table, answers)

    def _tables(self, sheet: Sheet) -> list[FoundTable]:
        """The tables as they lie, or turned if that finds none; or else those that need no labels."""
        wrong: SheetError | None = None
        for turned in (False, True):
            finder = LabelledTables(TurnableSheet(self.book, sheet, turned), self.planes, self.vocabulary)
            try:
                found = finder.find()
            except SheetError as error:
                wrong = wrong or error
                continue
            self.near += finder.near
            if found and (wrong is None or sum(table.size for table in found) >= len(self.vocabulary)):
                return found
        if wrong is not None:
            raise wrong
        return list(bare_tables(self.book, sheet, self.planes))

    # --- tables ---

    def _take(self, sheet: Sheet, table: FoundTable, answers: list[tuple[int, bool]]) -> None:
        cells = list(table.cells())
        own = {variable for _, _, variable in cells if variable is not None}
        if self.claimed & own:
            self.end_plan()
        corner = table.corner
        if not self.claimed:
            self.source = self.book.where(sheet, *corner)
        self.claimed |= own
        top = min(row for row, _, _ in cells)
        while answers and answers[0][0] < top:
            self.said = answers.pop(0)[1]
        any_value = False
        for row, column, variable in cells:
            text = sheet.at(row, column)
            if (row, column) in sheet.bad:
                raise self.book.wrong(sheet, row, column, sheet.bad[row, column])
            if variable is None:
                if text:
                    raise self.book.wrong(sheet, row, column, f"{text!r:.60}, but the problem has no variable there")
            elif text:
                any_value = True
                self.codes[variable] = self.code(sheet, row, column, variable)
        if not any_value:
            self.blank = self.blank or (sheet, corner)
        elif self.empty is not None:
            for row, column, variable in cells:
                if variable is not None and not sheet.at(row, column):
                    self.codes[variable] = self.code(sheet, row, column, variable, self.empty)

    def code(self, sheet: Sheet, row: int, column: int, variable: int, text: str | None = None) -> int:
        """The code of the value that a cell means."""
        v = self.vocabulary
        key = v.domains[variable], v.is_named[variable]
        if key not in self._values:
            names = value_names(v, variable)
            self._values[key] = _Values(Words(list(names)), list(names.values()))
        values = self._values[key]
        given = sheet.at(row, column) if text is None else text
        found = values.words.find(given, None)
        if found is None:
            hint = values.words.hint(given) if v.is_named[variable] else ""
            of = v.names[variable]
            raise self.book.wrong(
                sheet, row, column, f"{given!r:.60} is not a value of {of}{hint}; there are {values.words.in_short()}"
            )
        return values.codes[found]

    def _answers(self, sheet: Sheet) -> list[tuple[int, bool]]:
        """The rows of cells "answer" with a yes or no beside them."""
        if any(alike(ANSWER) in each.alike for plane in self.planes for each in plane.axes):
            return []
        found = []
        for row in range(len(sheet.rows)):
            for column, text in filled(sheet, row):
                if alike(text).rstrip(":") == ANSWER:
                    said = sheet.at(row, column + 1).strip()
                    if said.lower() not in ANSWERS:
                        raise self.book.wrong(
                            sheet,
                            row,
                            column + 1,
                            f"the answer {said!r:.60} is not understood; accepted are yes and no",
                        )
                    found.append((row, ANSWERS[said.lower()]))
        return found

    # --- the long form ---

    def _is_long(self, sheet: Sheet, head: int) -> bool:
        """Do the cells of the first row name variables, more than labels would?"""
        texts = [text for _, text in filled(sheet, head)]
        return any("[" in text and text.strip() in self.names.exact for text in texts) or (
            all("[" not in name for name in self.vocabulary.names)
            and ANSWER in map(alike, texts)
            and any(text.strip() in self.names.exact for text in texts)
        )

    def _long(self, sheet: Sheet, head: int) -> None:
        columns: dict[int, int | None] = {}  # the variable of each column; None for the answers
        for column, text in filled(sheet, head):
            variable = self.names.exact.get(text.strip())
            if variable is None and alike(text) != ANSWER:
                raise self.book.wrong(sheet, head, column, f"there is no variable {text!r:.60}{self.names.hint(text)}")
            if variable in columns.values():
                raise self.book.wrong(sheet, head, column, f"there are two columns {text!r:.60}")
            columns[column] = variable
        for row in range(head + 1, len(sheet.rows)):
            if any(sheet.rows[row]):
                self._long_row(sheet, row, columns)

    def _long_row(self, sheet: Sheet, row: int, columns: dict[int, int | None]) -> None:
        self.source = self.book.where(sheet, row, 0)
        for column, text in filled(sheet, row):
            if column not in columns:
                raise self.book.wrong(sheet, row, column, f"{text!r:.60}, but no variable is named above it")
        for column, variable in columns.items():
            text = sheet.at(row, column)
            if (row, column) in sheet.bad:
                raise self.book.wrong(sheet, row, column, sheet.bad[row, column])
            if variable is None:
                if text.lower() not in ANSWERS and not (not text and self.answer is not None):
                    what = f"the answer {text!r:.60} is not understood" if text else "the answer is empty"
                    raise self.book.wrong(sheet, row, column, f"{what}; accepted are yes and no")
                self.said = ANSWERS.get(text.lower(), self.answer)
            elif text:
                self.codes[variable] = self.code(sheet, row, column, variable)
        if (self.codes == UNASSIGNED).all():
            raise self.book.wrong(sheet, row, 0, "the example has no value at all")
        self.end_plan()

    def nothing(self) -> SheetError:
        """Why there is no plan."""
        if self.blank is not None:
            sheet, corner = self.blank
            return self.book.wrong(sheet, *corner, "the table is empty: there is no value in it")
        if self.near:
            return self.near[0]
        sheet, row, column = next(
            (sheet, row, column)
            for sheet in self.book.sheets
            for row in range(len(sheet.rows))
            for column, _ in filled(sheet, row)
        )
        plane = max(self.planes, key=lambda plane: len(plane.rows) * len(plane.columns))
        down = "" if plane.is_line else f" and the labels {_some(plane.rows)} down"
        return self.book.wrong(
            sheet, row, column, f"from there on no table has the labels {_some(plane.columns)} across{down}"
        )


def _some(labels: Iterable[str]) -> str:
    every = list(labels)
    return f"{every[0]} … {every[-1]}" if len(every) > 1 else every[0]
