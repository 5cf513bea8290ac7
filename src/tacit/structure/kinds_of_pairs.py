"""The kinds of families whose groups are pairs of cells of one array: neighbours, or two lines side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import prod

import numpy as np

from tacit.structure.array_parts import cell_of, key_in, line_name, line_of, lines_along, of_array
from tacit.structure.arrays import Array
from tacit.structure.family import Family, Ints, Key, Kind
from tacit.structure.kinds import BOX, boxes
from tacit.structure.phrases import line_along

BOTH = -1  # in place of an axis: along both


def pairs(
    key: Key,
    phrase: str,
    spec: str,
    count: int,
    everywhere: str,
    table: Callable[[], Ints],
    names: Sequence[str],
    members: Callable[[str, str], str],
    line: Callable[[int], str] | None = None,
) -> Family:
    """A family whose groups are pairs of cells; a group is called by the names of both cells."""
    pairs = cache(table)

    def name(number: int) -> str:
        return " and ".join(names[variable] for variable in pairs()[number])

    return Family(key, phrase, spec, count, 2, everywhere, pairs, name, members=members, line=line)


def next_along(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    what = line_along(axis, array.depth)
    alone = array.depth == 1
    length = array.shape[axis]
    return pairs(
        key_in(array, Kind.NEXT, axis, k),
        f"each {cell_of(array)}{of_array(array)} and {_further(k)}{'' if alone else f' in its {what}'}",
        f"next{'' if k == 1 else f' {k}'}{'' if alone else f' in {what}'}{of_array(array)}",
        prod(array.shape) // length * (length - k),
        (array.called or "the variables") if alone else f"each {what}{of_array(array)}",
        lambda: _beside(lines_along(array, axis), k),
        names,
        lambda a, b: f"each {cell_of(array)} {a} and {_further(k, b)}",
        line=line_of(array, axis, length - k),
    )


def next_in_line(array: Array, axis: int, line: int, names: Sequence[str]) -> Family:
    where = f"{line_name(array, axis, line)}{of_array(array)}"
    return pairs(
        key_in(array, Kind.NEXT_IN_LINE, axis, line),
        f"each cell of {where} and {_further(1)}",
        f"next in {where}",
        array.shape[axis] - 1,
        where,
        lambda: _beside(lines_along(array, axis)[line : line + 1], 1),
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def next_in_whole(array: Array, names: Sequence[str]) -> Family:
    return pairs(
        key_in(array, Kind.NEXT_IN_WHOLE),
        f"each cell{of_array(array)} and {_further(1)}, row after row",
        f"next row after row{of_array(array)}",
        prod(array.shape) - 1,
        f"{array.called}, row after row",
        lambda: _beside(array.grid.reshape(1, -1), 1),
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def row_changes(array: Array, names: Sequence[str]) -> Family:
    return pairs(
        key_in(array, Kind.ROW_CHANGES),
        f"the last cell of each row{of_array(array)} and the first one of the next row",
        f"row change{of_array(array)}",
        array.shape[0] - 1,
        f"{array.called}, from row to row",
        lambda: np.stack([array.grid[:-1, -1], array.grid[1:, 0]], axis=1),
        names,
        lambda a, b: f"the last cell {a} of a row and the first one {b} of the next",
    )


def next_in_box(array: Array, p: int, q: int, axis: int, names: Sequence[str]) -> Family:
    """Neighbours that lie in one box, along an axis or along both."""
    box = f"{p}×{q} {BOX}"
    counts = ((p - 1) * q, p * (q - 1))
    each = sum(counts) if axis == BOTH else counts[axis]
    line = None if axis == BOTH else line_along(axis, 2)

    def table() -> Ints:
        inside = boxes(array, p, q, names).table().reshape(-1, p, q)
        found = []
        if axis != 0:
            found.append(np.stack([inside[:, :, :-1], inside[:, :, 1:]], axis=-1).reshape(-1, 2))
        if axis != 1:
            found.append(np.stack([inside[:, :-1, :], inside[:, 1:, :]], axis=-1).reshape(-1, 2))
        return np.concatenate(found)

    return pairs(
        key_in(array, Kind.NEXT_IN_BOX, p, q, axis),
        f"neighbours in a {line} within one {box}{of_array(array)}"
        if line
        else f"neighbours within one {box}{of_array(array)}",
        f"next in {f'{line} in ' if line else ''}box {p}x{q}{of_array(array)}",
        prod(array.shape) // (p * q) * each,
        f"each {box}{of_array(array)}",
        table,
        names,
        lambda a, b: f"each cell {a} and the next one {b} {f'in its {line}' if line else 'to the right or below'}",
    )


def two_lines(array: Array, axis: int, one: int, other: int, names: Sequence[str]) -> Family:
    what, across = line_along(axis, array.depth), line_along(1 - axis, array.depth)
    labels = array.axes[1 - axis]
    return pairs(
        key_in(array, Kind.TWO_LINES, axis, one, other),
        f"{what}s {labels[one]} and {labels[other]}{of_array(array)}, {across} by {across}",
        f"{what}s {labels[one]} and {labels[other]}, {across} by {across}{of_array(array)}",
        array.shape[axis],
        f"each {across}{of_array(array)}",
        lambda: lines_along(array, axis)[[one, other]].T,
        names,
        lambda a, b: f"{a} in {what} {labels[one]} and {b} in {what} {labels[other]}",
    )


def _further(k: int, letter: str = "") -> str:
    """
    >>> _further(1), _further(2), _further(1, "b"), _further(2, "b")
    ('the next one', 'the one 2 further', 'the next one b', 'the one b that is 2 further')
    """
    if k == 1:
        return f"the next one {letter}".rstrip()
    return f"the one {letter} that is {k} further" if letter else f"the one {k} further"


def _beside(lines: Ints, k: int) -> Ints:
    """Each cell of a line and the one k further."""
    return np.stack([lines[:, :-k], lines[:, k:]], axis=-1).reshape(-1, 2)
