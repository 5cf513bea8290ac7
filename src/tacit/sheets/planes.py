"""How the variables of a problem lie in tables: each plane of each array is one table; what lies alone is a list.

>>> v = Vocabulary({f"shift[{who},{day}]": range(2) for who in ("anna", "ben") for day in ("Mon", "Tue")} | {"a": [1]})
>>> [(plane.name, plane.rows, plane.columns, plane.cells) for plane in planes_of(v)]
[('shift', ('anna', 'ben'), ('Mon', 'Tue'), ((0, 1), (2, 3))), ('', ('',), ('a',), ((4,),))]
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property

from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.matching import Words
from tacit.structure.arrays import Array, arrays


@dataclass(frozen=True)
class Plane:
    """A table of variables. A line of variables is a table of one row that has no label."""

    name: str  # what stands in its corner: "shift", or "shift[week 1]" for a part of an array; "" for lone variables
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int | None, ...], ...]  # the variable in each cell, if there is one

    @property
    def is_line(self) -> bool:
        return self.rows == ("",)

    @cached_property
    def axes(self) -> tuple[Words, Words]:
        return Words(self.rows), Words(self.columns)

    @property
    def numbered(self) -> bool:
        """Are its labels just the numbers 0, 1, 2 …, as of a shape? Then a table needs none."""
        return all(list(axis) in ([""], [str(i) for i in range(len(axis))]) for axis in (self.rows, self.columns))


def planes_of(vocabulary: Vocabulary) -> list[Plane]:
    """All tables that a plan consists of, in the order of the variables."""
    found: list[Plane] = []
    placed: set[int] = set()
    for array in arrays(vocabulary.names):
        if array.axes and len(array.cells) > 1:
            made = _planes(array)
            found += made
            placed |= {variable for plane in made for row in plane.cells for variable in row if variable is not None}
    lone = [variable for variable in range(len(vocabulary)) if variable not in placed]
    if lone:
        found.append(Plane("", ("",), tuple(vocabulary.names[variable].strip() for variable in lone), (tuple(lone),)))
    return found


def _planes(array: Array) -> list[Plane]:
    if array.depth == 1:
        columns = array.axes[0]
        return [Plane(array.stem, ("",), columns, (tuple(array.cells.get((c,)) for c in range(len(columns))),))]
    *outer, rows, columns = array.axes
    found = []
    for place in itertools.product(*(range(len(axis)) for axis in outer)):
        labels = [axis[i] for axis, i in zip(outer, place, strict=True)]
        name = array.stem + (f"[{','.join(labels)}]" if labels else "")
        cells = tuple(tuple(array.cells.get((*place, r, c)) for c in range(len(columns))) for r in range(len(rows)))
        if any(variable is not None for row in cells for variable in row):
            found.append(Plane(name, rows, columns, cells))
    return found


def value_names(vocabulary: Vocabulary, variable: int) -> dict[str, int]:
    """The codes of a variable's values, by the text that each is written as."""
    name = vocabulary.names[variable]
    codes = vocabulary.domain_codes[variable].tolist()
    return {
        str(vocabulary.shown(name, value)).strip(): code
        for value, code in zip(vocabulary.domains[variable], codes, strict=True)
    }
