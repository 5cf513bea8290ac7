"""A table whose labels nobody has told: where its labels are, which rows and columns belong to it, and what does not.

What people have around a plan: titles above, a second row of labels, columns for teams or hours, totals, notes. The
cells of a plan have something in common that all these have not: the same few texts come again and again, in many rows
and in many columns. A text is *ordinary* in a table if it stands in two rows and two columns of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tacit.sheets.blocks import Block2D, blocks_of
from tacit.sheets.matching import alike, is_integer
from tacit.sheets.neighbours import TOTALS
from tacit.sheets.spreadsheet import Position2D, Sheet, Spreadsheet, cell_name, column_name, in_quotes

HEADS = 4  # rows in which the labels of the columns are looked for
MOSTLY = 0.6
NEAR = 20  # blocks before one that it may go on from
SMALLEST = 2  # lines, in one direction at least


@dataclass
class SeenTable:
    """A table as it was recognised; labels are the texts in the sheet."""

    sheet: Sheet
    head: int
    side: int
    rows: dict[int, str]
    columns: dict[int, str]
    corner: str
    aside: list[str] = field(default_factory=list)  # what is not part of it, in words

    def cells(self) -> Iterator[tuple[Position2D, str]]:
        for row in self.rows:
            for column in self.columns:
                if text := self.sheet.at(row, column):
                    yield (row, column), text

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)


def tables_seen(book: Spreadsheet, sheet: Sheet) -> tuple[list[SeenTable], list[Block2D]]:
    """The tables of a sheet, and the blocks in which there is none."""
    found, others = [], []
    for block in _joined(blocks_of(sheet)):
        table = _Finding(book, block).table()
        if table is None:
            others.append(block)
        else:
            found.append(table)
    return found, others


def _joined(blocks: Sequence[Block2D]) -> list[Block2D]:
    """Blocks that are parts of one table: an empty column before the weekend, an empty row between two teams."""
    for by_rows in (False, True):
        joined: list[Block2D] = []
        for block in blocks:
            near = reversed(range(max(0, len(joined) - NEAR), len(joined)))
            before = next((i for i in near if _goes_on(joined[i], block, by_rows=by_rows)), None)
            if before is None:
                joined.append(block)
            else:
                first = joined[before]
                bottom, right = max(first.bottom, block.bottom), max(first.right, block.right)
                joined[before] = Block2D(block.sheet, first.top, first.left, bottom, right)
        blocks = joined
    return list(blocks)


def _goes_on(first: Block2D, then: Block2D, *, by_rows: bool) -> bool:
    """Does a block begin with what the other one is full of, and not with labels of its own?"""
    if by_rows:
        near = 0 < then.top - first.bottom <= 2 and first.left <= then.left and then.right <= first.right
        texts = then.row(then.top)[1 if then.left == first.left else 0 :]
    else:
        near = 0 < then.left - first.right <= 2 and first.top <= then.top and then.bottom <= first.bottom
        texts = then.column(then.left)[1 if then.top == first.top else 0 :]
    texts = [text for text in texts if text]
    if not near or not texts:
        return False
    rows, columns = range(first.top + 1, first.bottom), range(first.left + 1, first.right)
    inside = {first.sheet.at(row, column) for row in rows for column in columns}
    if all(is_integer(text) for row in range(first.top, first.bottom) for text in first.row(row)):
        return False  # numbers without labels: the next block is the next plan
    return 2 * sum(text in inside for text in texts) > len(texts)


@dataclass(frozen=True)
class _Inside:
    mostly_numbers: bool
    mostly_formulas: bool
    few_come_again: bool


class _Finding:
    """Looks at one block."""

    def __init__(self, book: Spreadsheet, block: Block2D) -> None:
        self.book = book
        self.block = block
        self.sheet = block.sheet
        self.top = block.top + block.titles
        self.aside: list[str] = []
        self._known: _Inside | None = None
        for row in range(block.top, self.top):
            column, text = next((c, t) for c, t in enumerate(block.row(row), block.left) if t)
            self.aside.append(f"{in_quotes(text)} in {cell_name(row, column)}")

    def table(self) -> SeenTable | None:
        block = self.block
        if block.right - block.left < SMALLEST or block.bottom - self.top < SMALLEST or self.is_bare:
            return None
        head = self._head()
        if head is None:
            return None
        self.head = head
        self.columns = [c for c in range(block.left, block.right) if any(self._below(c))]
        self.rows = [r for r in range(head + 1, block.bottom) if any(block.row(r))]
        side = self._side()
        if side is None or not self.rows:
            return None
        columns = self._columns(side)
        rows = self._rows(side, list(columns))
        if not rows or not columns:
            return None
        corner = self.sheet.at(head, side)
        return SeenTable(self.sheet, head, side, rows, columns, corner, self.aside)

    @property
    def is_bare(self) -> bool:
        """Numbers and nothing else, also where labels would be."""
        rows = range(self.top, self.block.bottom)
        return all(is_integer(text) for row in rows for text in self.block.row(row))

    def _below(self, column: int) -> list[str]:
        return [self.sheet.at(row, column) for row in range(self.head + 1, self.block.bottom)]

    def _head(self) -> int | None:
        """The row with the labels of the columns: the first long one in which no text occurs twice."""
        block = self.block
        rows = range(self.top, min(self.top + HEADS, block.bottom - 1))
        lengths = {row: sum(map(bool, block.row(row)[1:])) for row in range(self.top, block.bottom)}
        long = [row for row in rows if lengths[row] >= MOSTLY * max(lengths.values())]
        if not long:
            return None
        for row in long:
            texts = [text for text in block.row(row)[1:] if text]
            if len({alike(text) for text in texts}) == len(texts):
                later = {t for r in range(row + 1, block.bottom) for t in block.row(r)}
                if row == long[0] or not later.intersection(texts):
                    for above in range(self.top, row):
                        self.aside.append(f"row {above + 1} above the labels")
                    return row
        texts = block.row(long[0])
        column = next(c for c in range(1, len(texts)) if texts[c] and texts[c] in texts[1:c])
        what = f"{texts[column]!r:.60} is there twice in this row of labels; each column needs a label of its own"
        raise self.book.wrong(self.sheet, long[0], block.left + column, what)

    @cached_property
    def ordinary(self) -> set[str]:
        """The texts that stand in two rows and in two columns below the labels."""
        in_rows: dict[str, set[int]] = {}
        in_columns: dict[str, set[int]] = {}
        for row in self.rows:
            for column in self.columns:
                if text := self.sheet.at(row, column):
                    in_rows.setdefault(text, set()).add(row)
                    in_columns.setdefault(text, set()).add(column)
        return {text for text in in_rows if len(in_rows[text]) > 1 and len(in_columns[text]) > 1}

    def share(self, texts: Iterable[str]) -> float:
        every = [text for text in texts if text]
        return sum(text in self.ordinary for text in every) / len(every) if every else 0.0

    def _side(self) -> int | None:
        """The column with the labels of the rows: before the first ordinary one, and text rather than numbers."""
        leading: list[int] = []
        for column in self.columns:
            if self.share(self._below(column)) >= MOSTLY and leading:
                break
            leading.append(column)
        else:
            leading = self.columns[:1]
        full = [c for c in leading if sum(map(bool, self._below(c))) >= MOSTLY * len(self.rows)]
        distinct = [c for c in full if self._all_differ(c)] or full
        words = [c for c in distinct if not all(is_integer(text) for text in self._below(c) if text)]
        return next(iter(words or distinct), None)

    def _all_differ(self, column: int) -> bool:
        texts = [alike(text) for text in self._below(column) if text]
        return len(set(texts)) == len(texts)

    # --- which lines belong to it ---

    def _columns(self, side: int) -> dict[int, str]:
        found: dict[int, str] = {}
        for column in self.columns:
            if column == side:
                continue
            label = self.sheet.at(self.head, column)
            cells = [(row, column) for row in self.rows]
            named = f"column {column_name(column)}{f' ({label})' if label else ''}"
            if column < side or not self._belongs(label, cells, side):
                self.aside.append(named)
            elif not label:
                raise self.book.wrong(self.sheet, self.head, column, "a label is missing above this column")
            else:
                found[column] = label
        # A column of labels with nothing below it: of a table that is not filled in yet.
        for column in range(side + 1, self.block.right):
            label = self.sheet.at(self.head, column)
            if label and column not in self.columns:
                if alike(label) in TOTALS:
                    self.aside.append(f"column {column_name(column)} ({label})")
                else:
                    found[column] = label
        return dict(sorted(found.items()))

    def _rows(self, side: int, columns: list[int]) -> dict[int, str]:
        found: dict[int, str] = {}
        some = any(self.sheet.at(row, column) for row in self.rows for column in columns)
        for row in self.rows:
            label = self.sheet.at(row, side)
            cells = [(row, column) for column in columns]
            empty = not any(self.sheet.at(*cell) for cell in cells)
            named = f"row {row + 1}{f' ({label:.40})' if label else ''}"
            if (empty and some) or not self._belongs(label, cells, side):
                self.aside.append(named)
            elif not label:
                raise self.book.wrong(self.sheet, row, side, "a label is missing before this row")
            else:
                found[row] = label
        self._check_repeated(found, side)
        return found

    def _belongs(self, label: str, cells: list[Position2D], side: int) -> bool:
        filled = [cell for cell in cells if self.sheet.at(*cell)]
        if alike(label) in TOTALS:
            return False
        if not filled:
            return True
        inside = self._inside(side)
        if all(cell in self.sheet.formulas for cell in filled) and not inside.mostly_formulas:
            return False
        texts = [self.sheet.at(*cell) for cell in filled]
        numbers = 2 * sum(map(is_integer, texts)) > len(texts)
        # Where few texts come again, that is no sign.
        return numbers == inside.mostly_numbers and (numbers or self.share(texts) >= 0.5 or inside.few_come_again)

    def _inside(self, side: int) -> _Inside:
        """What all cells beside the labels have in common."""
        if self._known is None:
            cells = [(r, c) for r in self.rows for c in self.columns if c != side and self.sheet.at(r, c)]
            texts = [self.sheet.at(*cell) for cell in cells]
            self._known = _Inside(
                2 * sum(map(is_integer, texts)) > len(texts),
                2 * sum(cell in self.sheet.formulas for cell in cells) > len(cells),
                self.share(texts) < MOSTLY,
            )
        return self._known

    def _check_repeated(self, found: dict[int, str], side: int) -> None:
        """Labels may be repeated if all are, one plan below the other."""
        keys = [alike(label) for label in found.values()]
        period = len(set(keys))
        if all(key == keys[i % period] for i, key in enumerate(keys)) and len(keys) % max(period, 1) == 0:
            return
        seen: set[str] = set()
        for key, (row, label) in zip(keys, found.items(), strict=True):
            if key in seen:
                what = f"{label!r:.60} is there twice; each row needs a label of its own"
                raise self.book.wrong(self.sheet, row, side, what)
            seen.add(key)
