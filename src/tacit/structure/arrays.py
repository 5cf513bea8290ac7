"""How variables lie side by side, read from their names: grid[0,3] is in row 0 and column 3 of `grid`.

>>> grid, lone = blocks(["shift[anna,Mon]", "shift[anna,Tue]", "shift[ben,Mon]", "shift[ben,Tue]", "boss"])
>>> grid.stem, grid.axes, grid.cells[1, 0], grid.full
('shift', (('anna', 'ben'), ('Mon', 'Tue')), 2, True)
>>> lone.stem, lone.axes, lone.cells
('boss', (), {(): 4})
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

_INDEXED = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")


@dataclass(frozen=True)
class Block:
    """Variables of one stem: an array, or one variable alone."""

    stem: str
    axes: tuple[tuple[str, ...], ...]  # the labels along each axis, in the order in which they appear
    cells: dict[tuple[int, ...], int]  # the position along each axis, and the variable there

    @property
    def full(self) -> bool:
        """Is there a variable at each position?"""
        return len(self.cells) == prod(len(axis) for axis in self.axes)


def blocks(names: Sequence[str]) -> list[Block]:
    """The variables by their stems. Names of one stem with different numbers of indices are different blocks."""
    groups: dict[tuple[str, int], list[tuple[list[str], int]]] = {}
    for variable, name in enumerate(names):
        stem, index = split(name)
        # A name without an index stands alone, even beside an array of the same stem.
        groups.setdefault((stem, len(index)), []).append((index, variable))
    found = []
    for (stem, depth), members in groups.items():
        axes = tuple(tuple(dict.fromkeys(index[d] for index, _ in members)) for d in range(depth))
        place = [{label: i for i, label in enumerate(axis)} for axis in axes]
        cells = {tuple(place[d][label] for d, label in enumerate(index)): variable for index, variable in members}
        found.append(Block(stem, axes, cells))
    return found


def split(name: str) -> tuple[str, list[str]]:
    """A name's stem and its indices.

    >>> split("grid[0, 3]"), split("boss")
    (('grid', ['0', '3']), ('boss', []))
    """
    match = _INDEXED.fullmatch(name.strip())
    if match is None:
        return name.strip(), []
    return match[1].strip(), [part.strip() for part in match[2].split(",")]
