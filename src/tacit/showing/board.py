"""How an example is drawn on a page or in a notebook: grids with their labels, and lists of variables in no grid.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"g[a,0]": [1, 2], "g[a,1]": [1, 2], "g[b,0]": [1, 2], "g[b,1]": [1, 2], "lone": [10]})
>>> grid, rest = board(v, {"g[b,1]": 2, "lone": 10}, before={"g[b,1]": 1, "lone": 10})
>>> grid.kind, grid.columns, [[cell.text for cell in row.cells] for row in grid.rows]
('grid', ('0', '1'), [[None, None], [None, '2']])
>>> grid.rows[1].cells[1].label, grid.rows[1].cells[1].changed, rest.kind, rest.rows[0].label
('b, column 1 is 2, changed', True, 'list', 'lone')

What is drawn of a large grid are the rows and columns in which something has a value (`cropped`). A grid with many
columns is drawn in blocks, so that they can lie below each other on a narrow screen: weeks, if they are seven days.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isqrt

from tacit.problem.vocabulary import Vocabulary
from tacit.showing.spoken_names import SpokenNames, counted, is_day
from tacit.showing.value_looks import PLAIN, ValueLook, looks
from tacit.structure.arrays import Array, arrays

LONGEST = 10  # rows of a list; a longer one becomes several side by side
SHORT = 12  # an array of one axis and at most this many cells is drawn as a row, if its labels are short
MOST = 1500  # if there are more variables than this, only those with a value are drawn
WIDTHS = (2, 4, 8)  # characters; if values are longer than the last, cells are as wide as they can be
SMALL = 30  # a part with at most so many cells is drawn whole …
PUZZLE = 81  # … and so is one of so many whose rows and columns have numbers: there the place says more than a label
WEEK = 7
BLOCK = 10  # columns of a block at most, where they are no weeks
UNDIVIDED = {0: 12}  # so many columns are one block, by the width of values; fewer where values are words
FEWER = 8


@dataclass(frozen=True)
class Cell:
    """A variable and its value as a text; `text` is None if it has none."""

    name: str
    text: str | None
    changed: bool
    said: str = ""  # how people call the variable
    look: ValueLook = PLAIN

    @property
    def label(self) -> str:
        """What is read out to those who don't see the page."""
        said = self.said or self.name
        if self.text is None:
            return f"{said} is empty"
        return f"{said} is {self.text}{', changed' if self.changed else ''}"


@dataclass(frozen=True)
class Row:
    label: str
    cells: tuple[Cell | None, ...]  # None where there is no variable


@dataclass(frozen=True)
class ColumnBlock:
    """Columns of a grid that lie side by side."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    start: int  # which column of the grid is its first


@dataclass(frozen=True)
class Part:
    """A grid or a list; a list has one cell in each row."""

    kind: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    width: int  # a class of the style sheet: how wide the values may be
    left_out: int = 0  # variables without a value that are not drawn
    box: int = 0  # boxes of so many rows and columns are drawn, as in a Sudoku
    apart: frozenset[int] = frozenset()  # columns before which others are left out
    is_cropped: bool = False

    @property
    def blocks(self) -> list[ColumnBlock]:
        """A list and a narrow grid are one block."""
        count = len(self.columns)
        size = _block_size(self) if count > UNDIVIDED.get(self.width, FEWER) else count
        if not count or size >= count:
            return [ColumnBlock(self.columns, self.rows, 0)]
        return [
            ColumnBlock(
                self.columns[start : start + size],
                tuple(replace(row, cells=row.cells[start : start + size]) for row in self.rows),
                start,
            )
            for start in range(0, count, size)
        ]

    def ends_a_box(self, place: int) -> bool:
        """Is there a thick line behind this row or column?"""
        return bool(self.box) and (place + 1) % self.box == 0

    @property
    def filled(self) -> int:
        return sum(cell is not None and cell.text is not None for row in self.rows for cell in row.cells)


def _block_size(part: Part) -> int:
    count = len(part.columns)
    if part.box:
        return max(part.box, BLOCK // part.box * part.box)
    if count % WEEK == 0 or any(map(is_day, part.columns)):
        return WEEK
    return -(-count // -(-count // BLOCK))


Shown = Mapping[str, int | str]
Layout = tuple[str, str, tuple[str, ...], tuple[tuple[str, tuple[int | None, ...]], ...], int]


def board(v: Vocabulary, shown: Shown, *, before: Shown | None = None, as_list: bool = False) -> list[Part]:
    """The example, with its values as people know them; `before` is the example of the question before."""
    fresh = changed(shown, before)
    if len(fresh) == len(shown):
        fresh = set()  # everything is new, so marks would say nothing
    if as_list or len(v) > MOST:
        found = {name: value for name, value in shown.items() if name in v.index}
        said, seen = SpokenNames.of(v), looks(v)
        rows = tuple(
            Row(called, (Cell(name, str(value), name in fresh, called, seen.get(str(value), PLAIN)),))
            for name, value in found.items()
            for called in (said.called(name),)
        )
        listed = [Part("list", "", (), some, _width(v)) for some in _columns(rows)]
        return [*listed, Part("rest", "", (), (), 0, len(v) - len(found))]

    names, seen = SpokenNames.of(v).names, looks(v)

    def cell(variable: int | None) -> Cell | None:
        if variable is None:
            return None
        name = v.names[variable]
        if name not in shown:
            return Cell(name, None, False, names[variable])
        text = str(shown[name])
        return Cell(name, text, name in fresh, names[variable], seen.get(text, PLAIN))

    parts = []
    for kind, title, columns, lines, box in layout(v):
        rows = tuple(Row(label, tuple(map(cell, cells))) for label, cells in lines)
        several = _columns(rows) if kind == "list" else [rows]
        parts += [Part(kind, "" if i else title, columns, some, _width(v), box=box) for i, some in enumerate(several)]
    return parts


def what_matters(parts: list[Part]) -> list[Part]:
    """The parts as they are drawn if nobody wants to see all of it: small ones whole, of others what has a value.

    A part in which nothing has a value is left out, unless there is nothing else.
    """
    some = [part for part in parts if part.filled or part.left_out]
    return list(itertools.chain.from_iterable([part] if _is_small(part) else cropped([part]) for part in some)) or parts


def _is_small(part: Part) -> bool:
    cells = len(part.rows) * max(1, len(part.columns))
    numbers = all(map(str.isdigit, part.columns)) and all(row.label.isdigit() or not row.label for row in part.rows)
    return part.kind == "rest" or cells <= SMALL or (cells <= PUZZLE and numbers and part.kind == "grid")


def _columns(rows: tuple[Row, ...]) -> list[tuple[Row, ...]]:
    """A long list as several lists of about the same length."""
    count = -(-len(rows) // LONGEST) or 1
    deep = -(-len(rows) // count)
    return [rows[start : start + deep] for start in range(0, len(rows), deep)] if rows else []


def cropped(parts: list[Part]) -> list[Part]:
    """Just the rows and columns in which something has a value.

    >>> from tacit.problem.vocabulary import Vocabulary
    >>> v = Vocabulary({"g[a,0]": [1], "g[a,1]": [1], "g[b,0]": [1], "g[b,1]": [1], "lone": [1]})
    >>> (grid,) = cropped(board(v, {"g[b,1]": 1}))
    >>> grid.columns, [row.label for row in grid.rows]
    (('1',), ['b'])
    """
    found = []
    for part in parts:
        filled = [[cell is not None and cell.text is not None for cell in row.cells] for row in part.rows]
        keep = [place for place, column in enumerate(zip(*filled, strict=True)) if any(column)]
        rows: list[Row] = []
        for row, some in zip(part.rows, filled, strict=True):
            if any(some):
                cells = tuple(row.cells[column] for column in keep)
                rows.append(Row(row.label, cells))
        if rows:
            columns = tuple(part.columns[place] for place in keep) if part.columns else ()
            apart = frozenset(i for i, place in enumerate(keep) if columns and i and place > keep[i - 1] + 1)
            all_of_it = len(rows) == len(part.rows) and len(keep) == len(filled[0])
            kept = replace(part, columns=columns, rows=tuple(rows))
            found.append(kept if all_of_it else replace(kept, box=0, is_cropped=True, apart=apart))
    return found


def changed(shown: Shown, before: Shown | None) -> set[str]:
    """The variables whose values are new since the question before; none if that was about other variables."""
    if before is None or before.keys().isdisjoint(shown):
        return set()
    return {name for name, value in shown.items() if before.get(name) != value}


@lru_cache(maxsize=64)
def _width(v: Vocabulary) -> int:
    longest = 0
    for name, domain, named in zip(v.names, v.domains, v.is_named, strict=True):
        values = domain if named else (domain[0], domain[-1])
        longest = max(longest, *(len(str(v.shown(name, value))) for value in values))
    return sum(longest > width for width in WIDTHS)


@lru_cache(maxsize=64)
def layout(v: Vocabulary) -> tuple[Layout, ...]:
    """Where each variable stands; this is the same for all examples of a problem."""
    found: list[Layout] = []
    every = arrays(v.names)
    placed = set()
    for alone, group in itertools.groupby(every, key=lambda array: not array.axes):
        members = list(group)
        placed |= {variable for array in members for variable in array.cells.values()}
        if alone:
            rows = tuple((v.names[array.cells[()]], (array.cells[()],)) for array in members)
            found.append(("list", "", (), rows, 0))
        else:
            found += [each for array in members for each in _laid_out(array, v, only=len(every) == 1)]
    # Names such as g[0] and g[ 0] claim the same place; the one that does not get it is shown in a list.
    homeless = [variable for variable in range(len(v)) if variable not in placed]
    if homeless:
        found.append(("list", "", (), tuple((v.names[variable], (variable,)) for variable in homeless), 0))
    return tuple(found)


def _laid_out(array: Array, v: Vocabulary, *, only: bool) -> Iterator[Layout]:
    """One array. With more than two axes there is a grid for each position along all axes but the last two."""
    title = "" if only and array.depth < 3 else array.stem
    if array.depth == 1:
        (labels,) = array.axes
        variables = [array.cells.get((i,)) for i in range(len(labels))]
        if len(labels) <= SHORT and max(map(len, labels)) <= 3:
            yield "grid", title, labels, (("", tuple(variables)),), 0
        else:
            yield "list", title, (), tuple((label, (x,)) for label, x in zip(labels, variables, strict=True)), 0
        return
    *outer, rows, columns = array.axes
    for position in itertools.product(*(range(len(axis)) for axis in outer)):
        where = ", ".join(outer[axis][i] for axis, i in enumerate(position))
        lines = tuple(
            (label, tuple(array.cells.get((*position, i, j)) for j in range(len(columns))))
            for i, label in enumerate(rows)
        )
        yield "grid", f"{title} {where}".strip() if where else title, columns, lines, _box(array, v)


def _box(array: Array, v: Vocabulary) -> int:
    """The side of the boxes of a grid that looks like a Sudoku: as many rows as columns and as values, 4, 9, 16, …"""
    side = len(array.axes[-1])
    root = isqrt(side)
    like = array.full and array.shape[-2:] == (side, side) and root > 1 and root * root == side
    values = {len(v.domains[variable]) for variable in array.variables}
    return root if like and values == {side} and all(map(counted, array.axes)) else 0
