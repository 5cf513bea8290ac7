"""How variables lie side by side, read from their names: grid[0,3] is in row 0 and column 3 of `grid`.

>>> grid, lone = arrays(["shift[anna,Mon]", "shift[anna,Tue]", "shift[ben,Mon]", "shift[ben,Tue]", "boss"])
>>> grid.stem, grid.axes, grid.cells[1, 0], grid.full
('shift', (('anna', 'ben'), ('Mon', 'Tue')), 2, True)
>>> lone.stem, lone.axes, lone.cells
('boss', (), {(): 4})
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

_INDEXED = re.compile(r"([^\[\]]+)\[([^\[\]]+)\]")
_WORDS = re.compile(r"[^\W\d_]+|\d+")
Position = tuple[int, ...]  # one number for each axis
Members = list[tuple[list[str], int]]  # the indices of variables, and the variables
SHORTEST_BY_WORDS = 3


@dataclass(frozen=True)
class Array:
    """Variables of one stem; a variable alone is an array without axes."""

    stem: str
    axes: tuple[tuple[str, ...], ...]  # the labels along each axis, in the order in which they appear
    cells: dict[Position, int]  # the variable at each position
    # what people call it, if not by its stem; empty if there is nothing else to tell it from
    title: str | None = field(default=None, kw_only=True)

    @property
    def called(self) -> str:
        return self.stem if self.title is None else self.title

    @cached_property
    def grid(self) -> NDArray[np.int64]:
        """The variables in the shape of the array; −1 where there is none."""
        found = np.full(self.shape, -1, dtype=np.int64)
        for position in self.cells:
            found[position] = self.cells[position]
        return found

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
    members: dict[tuple[str, int], Members] = {}
    for variable, name in enumerate(names):
        stem, index = split(name)
        # A name without an index stands alone, even beside an array of the same stem.
        members.setdefault((stem, len(index)), []).append((index, variable))
    return [_array(stem, depth, found) for (stem, depth), found in members.items()]


def _array(stem: str, depth: int, members: Members) -> Array:
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


def by_words(names: Sequence[str], lone: Sequence[int]) -> Iterator[tuple[tuple[str, int], Members]]:
    """nurse_3_mon and nurse_4_tue have the same first word and as many words. The words that differ are their indices.

    >>> list(by_words(["nurse_1_mon", "nurse_2_mon", "boss"], [0, 1, 2]))
    [(('nurse', 3), [(['1'], 0), (['2'], 1)])]
    """
    alike: dict[tuple[str, int], Members] = {}
    for variable in lone:
        words = _WORDS.findall(names[variable])
        if len(words) > 1:
            alike.setdefault((words[0], len(words)), []).append((words, variable))
    for key, members in alike.items():
        differ = [d for d in range(1, key[1]) if len({words[d] for words, _ in members}) > 1]
        if differ:
            yield key, [([words[d] for d in differ], variable) for words, variable in members]


def laid_out(names: Sequence[str]) -> list[Array]:
    """All arrays that a person may see in the names, each without gaps, and each with a title of its own.

    After the arrays proper come those whose names are made of words, and last one line of all variables whose names
    say nothing, in the order of the problem.

    >>> names = ["a[0]", "a[1]", "day_1_early", "day_1_late", "day_2_early", "day_2_late", "red", "green"]
    >>> [(array.called, array.shape) for array in laid_out(names)]
    [('a', (2,)), ('day', (2, 2)), ('the other variables', (2,))]
    """
    found = full_arrays(names)
    lone = [variable for variable, name in enumerate(names) if not split(name)[1]]
    for (stem, _), members in by_words(names, lone):
        array = _array(stem, len(members[0][0]), members)
        # Two names that begin alike are no array yet.
        if array.full and len(array.cells) == len(members) >= SHORTEST_BY_WORDS:
            found.append(array)
    titles = Counter(array.stem for array in found)
    found = [a if titles[a.stem] == 1 else replace(a, title=_title(a, found, names)) for a in found]
    placed = {variable for array in found for variable in array.variables}
    rest = [variable for variable in lone if variable not in placed]
    if len(rest) > 1:
        labels = tuple(names[variable] for variable in rest)
        title = "the other variables" if found else ""
        found.append(Array("", (labels,), {(i,): variable for i, variable in enumerate(rest)}, title=title))
    return found


def _title(array: Array, among: Sequence[Array], names: Sequence[str]) -> str:
    """What an array is called beside others of the same stem."""
    title = f"{array.stem}[{','.join('*' * array.depth)}]"
    first = next(other for other in among if other.stem == array.stem and other.depth == array.depth)
    return title if first is array else f"{title} from {names[array.variables[0]]}"


def split(name: str) -> tuple[str, list[str]]:
    """A name's stem and its indices.

    >>> split("grid[0, 3]"), split("boss")
    (('grid', ['0', '3']), ('boss', []))
    """
    match = _INDEXED.fullmatch(name.strip())
    if match is None:
        return name.strip(), []
    return match[1].strip(), [part.strip() for part in match[2].split(",")]
