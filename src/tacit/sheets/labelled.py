"""Tables with known labels, found wherever they are in a sheet: beside notes, totals, titles and each other.

A table is a row of cells that are the labels of one axis, and left of it a column of cells that are those of the other.
What else there is does no harm, unless it looks as if it belonged to the table: a label that is not known, with values
in its row, is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.matching import Words, alike
from tacit.sheets.neighbours import check_neighbours
from tacit.sheets.planes import Plane, value_names
from tacit.sheets.spreadsheet import SheetError
from tacit.sheets.where_tables_lie import FoundTable, TurnableSheet

TITLE_ROWS = 3  # above a table, in which its name may stand


class LabelledTables:
    """Looks for the planes of a vocabulary in one sheet."""

    def __init__(self, look: TurnableSheet, planes: Sequence[Plane], vocabulary: Vocabulary) -> None:
        self.look = look
        self.planes = planes
        self.vocabulary = vocabulary
        alone = {key: v for v, key in enumerate(zip(vocabulary.domains, vocabulary.is_named, strict=True))}
        self.values = {alike(each) for v in alone.values() for each in value_names(vocabulary, v)}
        self.near: list[SheetError] = []  # what was nearly a table
        self._hits: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._ambiguous: dict[int, bool] = {}

    def find(self) -> list[FoundTable]:
        found: list[FoundTable] = []
        taken: dict[int, int] = {}  # for each column, the last row of a table
        for row in range(self.look.height):
            for table in self._from(row, taken):
                found.append(table)
                left = min(table.columns) if table.side < 0 else min(table.side, *table.columns)
                for column in range(left, max(table.columns) + 1):
                    taken[column] = max(table.rows)
        return found

    def _from(self, row: int, taken: dict[int, int]) -> Iterator[FoundTable]:
        """The tables whose labels are in this row: of the planes that fit best, the one that they are named after."""
        fitting: dict[int, list[list[FoundTable]]] = {}  # by their first column
        for number, plane in enumerate(self.planes):
            side, before = None, -1
            for columns in self._segments(number, row, taken):
                tables = list(self._tables(number, plane, row, columns, side, before))
                before = max(columns)
                if tables:
                    side = tables[0].side
                    fitting.setdefault(min(columns), []).append(tables)
        used = -1
        for left, choices in sorted(fitting.items()):
            if left <= used:
                continue
            best = max(sum(table.size for table in tables) for tables in choices)
            choices = [tables for tables in choices if sum(table.size for table in tables) == best]
            chosen = choices[0] if len(choices) == 1 else self._named(choices)
            for table in chosen:
                check_neighbours(table, self.values, all(self.vocabulary.is_named))
                used = max(used, max(table.columns))
                yield table

    def hits(self, number: int, row: int) -> list[tuple[int, int]]:
        """The cells of a row that are column labels of a plane: column and label."""
        key = number, row
        if key not in self._hits:
            words = self.planes[number].axes[1]
            self._hits[key] = [
                (column, label)
                for column, text in enumerate(self.look.cells(row))
                if text and (label := self.look.find(words, row, column)) is not None
            ]
        return self._hits[key]

    def ambiguous(self, words: Words) -> bool:
        """Could the labels be values as well?"""
        if id(words) not in self._ambiguous:
            self._ambiguous[id(words)] = any(alike(word) in self.values for word in words.words)
        return self._ambiguous[id(words)]

    def enough(self, words: Words) -> int:
        """How many labels make a row of labels: all of them, if they could be values as well."""
        return len(words.words) if self.ambiguous(words) else min(2, len(words.words))

    def _segments(self, number: int, row: int, taken: dict[int, int]) -> list[dict[int, int]]:
        """The labels in a row, cut where one occurs again: tables may lie side by side."""
        found: list[dict[int, int]] = [{}]
        for column, label in self.hits(number, row):
            if taken.get(column, -1) >= row:
                continue
            if label in found[-1].values():
                found.append({})
            found[-1][column] = label
        enough = self.enough(self.planes[number].axes[1])
        return [each for each in found if len(each) >= enough]

    def _tables(
        self, number: int, plane: Plane, row: int, columns: dict[int, int], shared: int | None, before: int
    ) -> Iterator[FoundTable]:
        """The tables below a row of labels; more than one if the labels of their rows are repeated."""
        if plane.is_line:
            certain = not self.ambiguous(plane.axes[1])
            for below in range(row + 1, self.look.height):
                if not any(self.look.at(below, column) for column in columns):
                    return
                if certain and self._is_head(number, below, columns):
                    return
                yield FoundTable(plane, self.look, row, -1, {below: 0}, columns)
            return
        words = plane.axes[0]
        side = self._side(words, row, range(before + 1, min(columns)))
        if side is None:
            side = shared
        if side is None:
            labels = f"{plane.columns[min(columns.values())]} … {plane.columns[max(columns.values())]}"
            what = f"labels {labels} of {plane.name}, but none of {words.in_short()} in the cells before and after them"
            self.near.append(self.look.wrong(row, min(columns), what))
            return
        rows: dict[int, int] = {}
        for below in range(row + 1, self.look.height):
            label = self.look.find(words, below, side)
            if label is None:
                if self._is_head(number, below, columns):
                    break
                continue
            if label in rows.values():
                if len(rows) < len(plane.rows):
                    word = self.look.word(row=True)
                    raise self.look.wrong(below, side, f"the {word} {plane.rows[label]!r} is there twice in one table")
                yield FoundTable(plane, self.look, row, side, rows, columns)
                rows = {}
            rows[below] = label
            if len(rows) == len(plane.rows) and not self._goes_on(words, number, below, side, columns):
                break
        if rows:
            yield FoundTable(plane, self.look, row, side, rows, columns)

    def _is_head(self, number: int, row: int, columns: dict[int, int]) -> bool:
        words = self.planes[number].axes[1]
        found = {self.look.find(words, row, column) for column in columns} - {None}
        return len(found) >= self.enough(words)

    def _goes_on(self, words: Words, number: int, row: int, side: int, columns: dict[int, int]) -> bool:
        """Are the labels repeated below a complete table, without a row of labels of their own?"""
        below = next((r for r in range(row + 1, min(row + 4, self.look.height)) if self.look.at(r, side)), None)
        if below is None or self._is_head(number, below, columns):
            return False
        values = (alike(self.look.at(below, column)) in self.values for column in columns)
        return self.look.find(words, below, side) is not None and any(values)

    def _side(self, words: Words, row: int, among: range) -> int | None:
        """The column that has the most labels below a row; the nearest, if there are several."""
        best, most = None, self.enough(words) - 1
        for column in reversed(among):
            seen: set[int] = set()
            for below in range(row + 1, min(row + 2 * len(words.words) + 20, self.look.height)):
                label = self.look.find(words, below, column)
                if label is not None and label in seen:
                    break
                seen |= set() if label is None else {label}
            if len(seen) > most:
                best, most = column, len(seen)
        return best

    def _named(self, choices: list[list[FoundTable]]) -> list[FoundTable]:
        """Of several planes with the same labels, the one whose name stands in the corner, or above."""
        table = choices[0][0]
        corner = max(0, min(table.columns) - 1) if table.side < 0 else table.side
        names = {alike(tables[0].plane.name): tables for tables in choices}
        for above in range(TITLE_ROWS + 1):
            for column in range(corner, max(table.columns) + 1) if above else [corner]:
                if (tables := names.get(alike(self.look.at(table.head - above, column)))) is not None:
                    return tables
        called = ", ".join(repr(tables[0].plane.name) for tables in choices)
        raise self.look.wrong(table.head, corner, f"it can't be told which of {called} this is: write its name there")
