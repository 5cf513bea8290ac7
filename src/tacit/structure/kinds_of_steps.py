"""The kinds of families whose groups are made by steps in an array.

So far down and so far to the right, equal steps in a line, two steps of one length, and places in a line that add up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from math import prod

import numpy as np

from tacit.structure.array_parts import cell_of, key_in, lines_along, of_array
from tacit.structure.arrays import Array
from tacit.structure.family import Family, Ints, Kind
from tacit.structure.kinds_of_pairs import pairs
from tacit.structure.phrases import line_along, listed


def offset(array: Array, down: int, right: int, names: Sequence[str]) -> Family:
    """Each cell and the one so many rows further down and so many columns to the right (to the left, if negative)."""
    rows, columns = array.shape

    def table() -> Ints:
        here = array.grid[: rows - down, max(0, -right) : columns - max(0, right)]
        there = array.grid[down:, max(0, right) : columns - max(0, -right)]
        return np.stack([here.ravel(), there.ravel()], axis=1)

    how = f"{down} down and {abs(right)} to the {'right' if right > 0 else 'left'}"
    return pairs(
        key_in(array, Kind.OFFSET, down, right),
        f"each cell{of_array(array)} and the one {how}",
        f"{down} down {abs(right)} {'right' if right > 0 else 'left'}{of_array(array)}",
        (rows - down) * (columns - abs(right)),
        array.called or "the variables",
        table,
        names,
        lambda a, b: f"each cell {a} and the one {b} that is {how}",
    )


def equal_steps(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    """Three cells of a line, each k further than the one before."""
    length = array.shape[axis]
    return _in_lines(
        array,
        axis,
        Kind.EQUAL_STEPS,
        (k,),
        np.stack([np.arange(length - 2 * k) + i * k for i in range(3)], axis=1),
        f"each three {cell_of(array)}s, each {k} further than the one before,",
        f"equal steps of {k}",
        names,
        lambda *x: f"each {cell_of(array)} {x[0]}, {' and '.join(x[1:])}, each {k} further than the one before",
    )


def two_steps(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    """A cell and the one k further, and another such pair in the same line that shares no cell with it."""
    starts = range(array.shape[axis] - k)
    places = [(i, i + k, j, j + k) for i, j in itertools.combinations(starts, 2) if j != i + k]
    return _in_lines(
        array,
        axis,
        Kind.TWO_STEPS,
        (k,),
        np.array(places, dtype=np.int64).reshape(-1, 4),
        f"each two pairs of {cell_of(array)}s that are {k} apart",
        f"two steps of {k}",
        names,
        lambda *x: (
            f"each {cell_of(array)} {x[0]} and the one {x[1]} that is {k} further, and another such pair "
            f"{' and '.join(x[2:])}"
        ),
    )


def sums_of_places(array: Array, names: Sequence[str]) -> Family:
    """The i-th, the j-th and the (i + j)-th cell of a single line, counted from 1."""
    length = array.shape[0]
    places = [(i - 1, j - 1, i + j - 1) for i, j in itertools.combinations(range(1, length + 1), 2) if i + j <= length]
    return _in_lines(
        array,
        0,
        Kind.SUMS_OF_PLACES,
        (),
        np.array(places, dtype=np.int64).reshape(-1, 3),
        f"the {cell_of(array)}s at any places i, j and i + j",
        "sums of places",
        names,
        lambda *x: f"the {cell_of(array)}s {listed(list(x))} at any places i, j and i + j",
    )


def _in_lines(
    array: Array,
    axis: int,
    kind: Kind,
    numbers: tuple[int, ...],
    places: Ints,
    phrase: str,
    spec: str,
    names: Sequence[str],
    members: Callable[..., str],
) -> Family:
    """Groups at the same places of each line."""
    alone = array.depth == 1
    line = line_along(axis, array.depth)
    key = key_in(array, kind, *(() if kind == Kind.SUMS_OF_PLACES else (axis, *numbers)))
    where = "" if alone else f" in a {line}"
    table: Callable[[], Ints] = cache(lambda: lines_along(array, axis)[:, places].reshape(-1, places.shape[1]))
    return Family(
        key,
        phrase=f"{phrase}{where}{of_array(array)}",
        spec=f"{spec}{'' if alone else f' in {line}'}{of_array(array)}",
        count=prod(array.shape) // array.shape[axis] * len(places),
        size=places.shape[1],
        everywhere=(array.called or "the variables") if alone else f"each {line}{of_array(array)}",
        table=table,
        name=lambda number: listed([names[variable] for variable in table()[number]]),
        members=members,
    )
