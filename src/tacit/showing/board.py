"""How an example is drawn on a page or in a notebook: grids with their labels, and lists of variables in no grid.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"g[a,0]": [1, 2], "g[a,1]": [1, 2], "g[b,0]": [1, 2], "g[b,1]": [1, 2], "lone": [10]})
>>> grid, rest = board(v, {"g[b,1]": 2, "lone": 10}, before={"g[b,1]": 1, "lone": 10})
>>> grid.kind, grid.columns, [[cell.text for cell in row.cells] for row in grid.rows]
('grid', ('0', '1'), [[None, None], [None, '2']])
>>> grid.rows[1].cells[1].label, grid.rows[1].cells[1].changed, rest.kind, rest.rows[0].label
('g[b,1] is 2, changed', True, 'list', 'lone')
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, arrays

LONGEST = 10  # rows of a list; a longer one becomes several side by side
SHORT = 12  # an array of one axis and at most this many cells is drawn as a row, if its labels are short
MOST = 1500  # if there are more variables than this, only those with a value are drawn
WIDTHS = (2, 4, 8)  # characters; if values are longer than the last, cells are as wide as they can be


@dataclass(frozen=True)
class Cell:
    """A variable and its value as a text; `text` is None if it has none."""

    name: str
    text: str | None
    changed: bool

    @property
    def label(self) -> str:
        """What is read out to those who don't see the page."""
        if self.text is None:
            return f"{self.name} is empty"
        return f"{self.name} is {self.text}{', changed' if self.changed else ''}"


@dataclass(frozen=True)
class Row:
    label: str
    cells: tuple[Cell | None, ...]  # None where there is no variable


@dataclass(frozen=True)
class Part:
    """A grid or a list; a list has one cell in each row."""

    kind: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    width: int  # a class of the style sheet: how wide the values may be
    left_out: int = 0  # variables without a value that are not drawn


Shown = Mapping[str, int | str]
_Plan = tuple[str, str, tuple[str, ...], tuple[tuple[str, tuple[int | None, ...]], ...]]


def board(v: Vocabulary, shown: Shown, *, before: Shown | None = None, as_list: bool = False) -> list[Part]:
    """The example, with its values as people know them; `before` is the example of the question before."""
    fresh = changed(shown, before)
    if len(fresh) == len(shown):
        fresh = set()  # everything is new, so marks would say nothing
    if as_list or len(v) > MOST:
        found = {name: value for name, value in shown.items() if name in v.index}
        rows = tuple(Row(name, (Cell(name, str(value), name in fresh),)) for name, value in found.items())
        listed = [Part("list", "", (), some, _width(v)) for some in _columns(rows)]
        return [*listed, Part("rest", "", (), (), 0, len(v) - len(found))]

    def cell(variable: int | None) -> Cell | None:
        if variable is None:
            return None
        name = v.names[variable]
        return Cell(name, str(shown[name]) if name in shown else None, name in fresh)

    parts = []
    for kind, title, columns, plan in _plan(v):
        rows = tuple(Row(label, tuple(map(cell, cells))) for label, cells in plan)
        several = _columns(rows) if kind == "list" else [rows]
        parts += [Part(kind, "" if i else title, columns, some, _width(v)) for i, some in enumerate(several)]
    return parts


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
        rows = tuple(
            Row(row.label, tuple(row.cells[place] for place in keep))
            for row, some in zip(part.rows, filled, strict=True)
            if any(some)
        )
        if rows:
            columns = tuple(part.columns[place] for place in keep) if part.columns else ()
            found.append(replace(part, columns=columns, rows=rows))
    return found


def changed(shown: Shown, before: Shown | None) -> set[str]:
    """The variables whose values are new since the question before; none if there was no question before."""
    return {name for name, value in shown.items() if before is not None and before.get(name) != value}


@lru_cache(maxsize=64)
def _width(v: Vocabulary) -> int:
    longest = 0
    for name, domain, named in zip(v.names, v.domains, v.is_named, strict=True):
        values = domain if named else (domain[0], domain[-1])
        longest = max(longest, *(len(str(v.shown(name, value))) for value in values))
    return sum(longest > width for width in WIDTHS)


@lru_cache(maxsize=64)
def _plan(v: Vocabulary) -> tuple[_Plan, ...]:
    """Where each variable stands; this is the same for all examples of a problem."""
    found: list[_Plan] = []
    every = arrays(v.names)
    placed = set()
    for alone, group in itertools.groupby(every, key=lambda array: not array.axes):
        members = list(group)
        placed |= {variable for array in members for variable in array.cells.values()}
        if alone:
            rows = tuple((v.names[array.cells[()]], (array.cells[()],)) for array in members)
            found.append(("list", "", (), rows))
        else:
            found += [plan for array in members for plan in _planned(array, only=len(every) == 1)]
    # Names such as g[0] and g[ 0] claim the same place; the one that does not get it is shown in a list.
    homeless = [variable for variable in range(len(v)) if variable not in placed]
    if homeless:
        found.append(("list", "", (), tuple((v.names[variable], (variable,)) for variable in homeless)))
    return tuple(found)


def _planned(array: Array, *, only: bool) -> Iterator[_Plan]:
    """One array. With more than two axes there is a grid for each position along all axes but the last two."""
    title = "" if only and array.depth < 3 else array.stem
    if array.depth == 1:
        (labels,) = array.axes
        variables = [array.cells.get((i,)) for i in range(len(labels))]
        if len(labels) <= SHORT and max(map(len, labels)) <= 3:
            yield "grid", title, labels, (("", tuple(variables)),)
        else:
            yield "list", title, (), tuple((label, (x,)) for label, x in zip(labels, variables, strict=True))
        return
    *outer, rows, columns = array.axes
    for position in itertools.product(*(range(len(axis)) for axis in outer)):
        where = ", ".join(outer[axis][i] for axis, i in enumerate(position))
        lines = tuple(
            (label, tuple(array.cells.get((*position, i, j)) for j in range(len(columns))))
            for i, label in enumerate(rows)
        )
        yield "grid", f"{title} {where}".strip() if where else title, columns, lines
