"""How variables lie side by side, read from their names: grid[0,3] is in row 0 and column 3 of `grid`.

>>> grid, lone = arrays(["shift[anna,Mon]", "shift[anna,Tue]", "shift[ben,Mon]", "shift[ben,Tue]", "boss"])
>>> grid.stem, grid.axes, grid.cells[1, 0], grid.full
('shift', (('anna', 'ben'), ('Mon', 'Tue')), 2, True)
>>> lone.stem, lone.axes, lone.cells
('boss', (), {(): 4})
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

_INDEXED = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")
Position = tuple[int, ...]  # one number for each axis


@dataclass(frozen=True)
class Array:
    """Variables of one stem; a variable alone is an array without axes."""

    stem: str
    axes: tuple[tuple[str, ...], ...]  # the labels along each axis, in the order in which they appear
    cells: dict[Position, int]  # the variable at each position

    @property
    def depth(self) -> int:
        return len(self.axes)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes)

    @property
    def full(self) -> bool:
        """Is there a variable at each position?"""
        return len(self.cells) == prod(self.shape)

    @cached_property
    def variables(self) -> tuple[int, ...]:
        """In the order of their positions: row after row."""
        return tuple(self.cells[position] for position in sorted(self.cells))


def arrays(names: Sequence[str]) -> list[Array]:
    """The variables by their stems. Names of one stem with different numbers of indices are in different arrays."""
    members: dict[tuple[str, int], list[tuple[list[str], int]]] = {}
    for variable, name in enumerate(names):
        stem, index = split(name)
        # A name without an index stands alone, even beside an array of the same stem.
        members.setdefault((stem, len(index)), []).append((index, variable))
    return [_array(stem, depth, found) for (stem, depth), found in members.items()]


def _array(stem: str, depth: int, members: Sequence[tuple[list[str], int]]) -> Array:
    axes = tuple(tuple(dict.fromkeys(index[d] for index, _ in members)) for d in range(depth))
    place = [{label: i for i, label in enumerate(axis)} for axis in axes]
    cells = {tuple(place[d][label] for d, label in enumerate(index)): variable for index, variable in members}
    return Array(stem, axes, cells)


def full_arrays(names: Sequence[str]) -> list[Array]:
    """The arrays of two or more variables that have a variable at each position, so that all rows are equally long.

    >>> [array.stem for array in full_arrays(["a[0,0]", "a[0,1]", "b[0,0]", "b[1,1]", "c[0]", "boss"])]
    ['a']
    """
    return [array for array in arrays(names) if array.axes and array.full and len(array.cells) > 1]


def split(name: str) -> tuple[str, list[str]]:
    """A name's stem and its indices.

    >>> split("grid[0, 3]"), split("boss")
    (('grid', ['0', '3']), ('boss', []))
    """
    match = _INDEXED.fullmatch(name.strip())
    if match is None:
        return name.strip(), []
    return match[1].strip(), [part.strip() for part in match[2].split(",")]
