"""An example as plain text: a grid where the names form one, a list where they don't.

>>> v = Vocabulary({f"shift[{who},{day}]": ["early", "late"] for who in ("anna", "ben") for day in ("Mon", "Tue")})
>>> print(draw({"shift[anna,Mon]": 0, "shift[ben,Tue]": 1}, v, changed={"shift[ben,Tue]"}))
shift      Mon     Tue
anna     early       ·
ben          ·   *late

A cell without a value is a dot, and a changed cell has a star. Rows that are wider than the page are continued below.
A column has room for every value that could stand in it, so that a grid does not move from question to question. Of a
grid with many rows, or one that is wider than the page, only the rows and columns are drawn in which something stands;
what is left out is counted. Names that are too long for the page are cut.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod

from rich.cells import cell_len

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, arrays

EMPTY = "·"
CHANGED = "*"
WIDTH = 80
WEEK = 7
MOST_ROWS = 12  # a grid of so many rows that is no wider than the page is drawn whole
NARROW = 3  # cells of at most this many characters are one blank apart, wider ones two
Emphasis = Callable[[str], str]


@dataclass(frozen=True)
class Printed:
    """What stands in one place; `text` is None where there is no variable."""

    text: str | None
    changed: bool = False
    room: int = 0  # the width that it may need
    speaks: bool = False  # does it have a value, or a mark?

    def shown(self) -> str:
        return "" if self.text is None else CHANGED * self.changed + self.text


def draw(
    example: Mapping[str, int],
    vocabulary: Vocabulary,
    *,
    changed: Collection[str] = (),
    width: int = WIDTH,
    emphasis: Emphasis | None = None,
) -> str:
    """The example as text, at most `width` columns wide where that is possible.

    changed:  variables to be marked, such as those that are new since the question before
    emphasis: a function that marked cells are passed through, such as one that makes them bold; it must not change
              their width
    """
    drawing = _Drawing(example, vocabulary, frozenset(changed), width, emphasis or (lambda text: text))
    return "\n\n".join(drawing.parts())


@dataclass(frozen=True)
class _Drawing:
    example: Mapping[str, int]
    vocabulary: Vocabulary
    changed: frozenset[str]
    width: int
    emphasis: Emphasis

    @cached_property
    def room(self) -> list[int]:
        """The width of the widest value of each variable."""
        v = self.vocabulary
        found: dict[tuple[tuple[int, ...], bool], int] = {}
        for name, domain, named in zip(v.names, v.domains, v.is_named, strict=True):
            if (domain, named) not in found:
                found[domain, named] = max(cell_len(printable(str(v.shown(name, value)))) for value in domain)
        return [found[each] for each in zip(v.domains, v.is_named, strict=True)]

    def parts(self) -> list[str]:
        """The grids, and lists of the variables between them."""
        found = []
        every = arrays(self.vocabulary.names)
        for alone, group in itertools.groupby(every, key=lambda array: not _is_grid(array)):
            members = list(group)
            if alone:
                found.append(self.listed([variable for array in members for variable in array.cells.values()]))
            else:
                found += [self.array(array, only=len(every) == 1) for array in members]
        # Names such as g[0] and g[ 0] claim the same place; the one that does not get it is shown in a list.
        placed = {variable for array in every for variable in array.cells.values()}
        homeless = [variable for variable in range(len(self.vocabulary)) if variable not in placed]
        return [*found, self.listed(homeless)] if homeless else found

    def cell(self, variable: int | None) -> Printed:
        if variable is None:
            return Printed(None)
        name = self.vocabulary.names[variable]
        value = self.example.get(name)
        text = EMPTY if value is None else printable(str(self.vocabulary.shown(name, value)))
        return Printed(text, name in self.changed, self.room[variable] + bool(self.changed), self.speaks(variable))

    def speaks(self, variable: int) -> bool:
        name = self.vocabulary.names[variable]
        return name in self.example or name in self.changed

    # --- grids ---

    def array(self, array: Array, *, only: bool) -> str:
        if not only and not any(map(self.speaks, array.cells.values())):
            return f"{printable(array.stem)}: empty"
        *outer, rows, columns = _axes(array)
        grids = []
        for place in itertools.product(*(range(len(axis)) for axis in outer)):
            labels = [axis[i] for axis, i in zip(outer, place, strict=True)]
            corner = array.stem + (f"[{','.join(labels)}]" if labels else "")
            flat = array.depth == 1
            table = [
                [self.cell(array.cells.get((c,) if flat else (*place, r, c))) for c in range(len(columns))]
                for r in range(len(rows))
            ]
            grids.append(self.grid(printable(corner), rows, columns, table))
        return "\n\n".join(grids)

    def grid(self, corner: str, rows: Sequence[str], columns: Sequence[str], table: list[list[Printed]]) -> str:
        """The whole grid, or what matters of it if it is large."""
        whole = self.pages(corner, rows, columns, table)
        if len(whole) == 1 and len(rows) <= MOST_ROWS:
            return whole[0]
        kept_rows = [r for r, row in enumerate(table) if any(cell.speaks for cell in row)]
        kept = [c for c in range(len(columns)) if any(row[c].speaks for row in table)]
        if not kept:
            return f"{_cut(corner, self.width - len(': empty'))}: empty"
        some = [[table[r][c] for c in kept] for r in kept_rows]
        pages = self.pages(corner, [rows[r] for r in kept_rows], [columns[c] for c in kept], some)
        counted = [
            (len(rows) - len(kept_rows), "row"),
            (len(columns) - len(kept), "column" if len(rows) > 1 else "cell"),
        ]
        left = [f"{count:,} {what}{'s' * (count > 1)}" for count, what in counted if count]
        return "\n\n".join(pages) + (f"\n({' and '.join(left)} without a value not shown)" if left else "")

    def pages(self, corner: str, rows: Sequence[str], columns: Sequence[str], table: list[list[Printed]]) -> list[str]:
        """All of it, in as many parts as it needs."""
        corner = _cut(corner, self.width // 3)
        labels = [_cut(printable(label), self.width // 3) for label in rows]
        left = max(cell_len(each) for each in [corner, *labels]) + 1
        most = self.width - left - 2
        heads = [_cut(printable(label), most) for label in columns]
        widths = [min(most, max(cell_len(heads[c]), *(row[c].room for row in table))) for c in range(len(heads))]
        gap = 1 if max(widths) <= NARROW else 2
        if left + len(widths) * (max(widths) + gap) <= self.width:
            widths = [max(widths)] * len(widths)
        pages = []
        for chosen in _pages(widths, gap, self.width - left):
            lines = [[_left(corner, left), *(_right(heads[c], widths[c]) for c in chosen)]]
            for label, row in zip(labels, table, strict=True):
                lines.append([_left(label, left), *(self.in_place(row[c], widths[c]) for c in chosen)])
            pages.append("\n".join((" " * gap).join(line).rstrip() for line in lines))
        return pages

    def in_place(self, cell: Printed, width: int) -> str:
        text = _cut(cell.shown(), width)
        blanks = " " * (width - cell_len(text))
        return blanks + (self.emphasis(text) if cell.changed else text)

    # --- lists ---

    def listed(self, variables: list[int]) -> str:
        """Name = value, in columns. Variables without a value leave no gaps, unlike in a grid; they are counted."""
        speaking = [variable for variable in variables if self.speaks(variable)]
        entries = [(printable(self.vocabulary.names[each]), self.shortened(self.cell(each))) for each in speaking]
        left = len(variables) - len(speaking)
        if not entries:
            return f"({left:,} variable{'s' * (left > 1)} without a value)"
        values = max(cell_len(cell.shown()) for _, cell in entries)
        entries = [(_cut(name, self.width - values - 3), cell) for name, cell in entries]
        names = max(cell_len(name) for name, _ in entries)
        across = max(1, (self.width + 3) // (names + 3 + values + 3))
        deep = -(-len(entries) // across)  # entries go from top to bottom, then from left to right
        lines = []
        for row in range(deep):
            line = []
            for name, cell in entries[row::deep]:
                text = self.emphasis(cell.shown()) if cell.changed else cell.shown()
                line.append(f"{_left(name, names)} = {text}{' ' * (values - cell_len(cell.shown()))}")
            lines.append("   ".join(line).rstrip())
        return "\n".join([*lines, *([f"({left:,} more without a value)"] if left else [])])

    def shortened(self, cell: Printed) -> Printed:
        return replace(cell, text=_cut(cell.text, self.width // 2)) if cell.text is not None else cell


def _cut(text: str, width: int) -> str:
    """The text, with … in place of what is wider than this."""
    if cell_len(text) <= width:
        return text
    while cell_len(text) > width - 1:
        text = text[:-1]
    return f"{text}…"


def _axes(array: Array) -> tuple[tuple[str, ...], ...]:
    """At least two axes: an array of one dimension is a grid of one row that needs no label."""
    return array.axes if array.depth > 1 else (("",), *array.axes)


def _is_grid(array: Array) -> bool:
    """An array with a variable at half of its positions or more."""
    return bool(array.axes) and len(array.cells) > 1 and 2 * len(array.cells) >= prod(array.shape)


def _pages(widths: list[int], gap: int, width: int) -> list[range]:
    """The columns, divided into as few pages as there is room for, all of nearly the same size; weeks stay together."""
    count = len(widths)
    full = _full_pages(widths, gap, width)
    if len(full) == 1:
        return full
    even = -(-count // len(full))
    weeks = [days for days in range(even, 0, -1) if days % WEEK == 0] if count % WEEK == 0 else []
    for size in [*weeks, even]:
        pages = [range(start, min(start + size, count)) for start in range(0, count, size)]
        if all(sum(widths[column] + gap for column in page) <= width for page in pages):
            return pages
    return full


def _full_pages(widths: list[int], gap: int, width: int) -> list[range]:
    """Each page has as many columns as there is room for."""
    found = []
    start, used = 0, 0
    for column, each in enumerate(widths):
        if used + gap + each > width and column > start:
            found.append(range(start, column))
            start, used = column, 0
        used += gap + each
    return [*found, range(start, len(widths))]


def _left(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def printable(text: str) -> str:
    """The text without control characters and line ends: names come from files, and a terminal would obey them."""
    return text if text.isprintable() else "".join(c if c.isprintable() else "�" for c in text)
