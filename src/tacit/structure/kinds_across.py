"""The kinds of families that are not of one array: across arrays, and cells without any pattern."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np

from tacit.structure.arrays import Array
from tacit.structure.family import NOBODY, Family, Ints, Key, Kind
from tacit.structure.kinds_of_pairs import pairs
from tacit.structure.phrases import listed

MOST_NAMED = 3  # as many cells are named without saying how many they are


def each_array(arrays: Sequence[Array]) -> Family:
    longest = max(prod(array.shape) for array in arrays)

    def table() -> Ints:
        found = np.full((len(arrays), longest), NOBODY, dtype=np.int64)
        for number, array in enumerate(arrays):
            found[number, : len(array.cells)] = array.grid.ravel()
        return found

    titles = [array.called for array in arrays]
    return Family(
        Key("", 0, Kind.ARRAYS),
        phrase=f"each of {listed(titles)}",
        spec="each array",
        count=len(arrays),
        size=longest,
        everywhere=f"each of {listed(titles)}",
        table=table,
        name=lambda number: titles[number],
        somewhere=lambda numbers: listed([titles[number] for number in numbers]),
    )


def between(arrays: Sequence[Array], one: int, other: int, names: Sequence[str]) -> Family:
    a, b = arrays[one], arrays[other]

    def table() -> Ints:
        first, second = a.grid.ravel(), b.grid.ravel()
        return np.stack([np.repeat(first, len(second)), np.tile(second, len(first))], axis=1)

    where = f"{a.called} and {b.called}"
    return pairs(
        Key("", 0, Kind.BETWEEN, (one, other)),
        f"any cell of {a.called} and any cell of {b.called}",
        f"between {where}",
        prod(a.shape) * prod(b.shape),
        where,
        table,
        names,
        lambda x, y: f"any cell {x} of {a.called} and any cell {y} of {b.called}",
    )


def same_position(arrays: Sequence[Array], which: Sequence[int], names: Sequence[str]) -> Family:
    """The cells at the same position in some arrays of one shape."""
    chosen = [arrays[number] for number in which]
    where = listed([array.called for array in chosen])
    key = Key("", 0, Kind.SAME_POSITION, tuple(which))
    phrase, spec, count = f"the same position in {where}", f"same position in {where}", prod(chosen[0].shape)

    def table() -> Ints:
        return np.stack([array.grid.ravel() for array in chosen], axis=1)

    if len(chosen) == 2:
        one, other = (array.called for array in chosen)
        told = lambda a, b: f"{a} in {one} and {b} at the same position in {other}"  # noqa: E731
        return pairs(key, phrase, spec, count, where, table, names, told)
    rows = cache(table)
    return Family(
        key,
        phrase=phrase,
        spec=spec,
        count=count,
        size=len(chosen),
        everywhere=f"each position of {where}",
        table=rows,
        name=lambda number: listed([names[variable] for variable in rows()[number]]),
    )


def two_positions(arrays: Sequence[Array], one: int, other: int, names: Sequence[str]) -> Family:
    """The cells at a position in two arrays of one shape, and those at another position."""
    a, b = arrays[one], arrays[other]
    cells = prod(a.shape)
    where = f"{a.called} and {b.called}"

    @cache
    def table() -> Ints:
        first, second = np.triu_indices(cells, 1)
        one, other = a.grid.ravel(), b.grid.ravel()
        return np.stack([one[first], other[first], one[second], other[second]], axis=1)

    def name(number: int) -> str:
        return listed([names[variable] for variable in table()[number]])

    return Family(
        Key("", 0, Kind.TWO_POSITIONS, (one, other)),
        phrase=f"any two positions in {where}",
        spec=f"two positions in {where}",
        count=cells * (cells - 1) // 2,
        size=4,
        everywhere=where,
        table=table,
        name=name,
        members=lambda *x: (
            f"{x[0]} in {a.called} and {x[1]} at the same position in {b.called}, and another such pair "
            f"{' and '.join(x[2:])}"
        ),
    )


def these_cells(variables: Sequence[int], names: Sequence[str]) -> Family:
    """One group, without any pattern."""
    shown = [names[variable] for variable in variables]
    what = f"these {len(shown)} cells" if len(shown) > MOST_NAMED else listed(shown)
    return Family(
        Key("", 0, Kind.CELLS, tuple(variables)),
        phrase=what if len(shown) <= MOST_NAMED else f"{what}: {listed(shown)}",
        spec=f"cells {', '.join(shown)}",
        count=1,
        size=len(shown),
        everywhere=listed(shown),
        table=lambda: np.array([variables], dtype=np.int64),
        name=lambda _: listed(shown),
    )


def star(centre: int, others: Sequence[int], names: Sequence[str]) -> Family:
    """One cell with each of some others."""
    shown = [names[variable] for variable in others]
    return pairs(
        Key("", 0, Kind.STAR, (centre, *others)),
        f"{names[centre]} with {listed(shown, 'or')}",
        f"{names[centre]} with {', '.join(shown)}",
        len(others),
        f"{names[centre]} with each of {listed(shown)}",
        lambda: np.array([(centre, other) for other in others], dtype=np.int64),
        names,
        lambda a, b: f"{a} = {names[centre]} and each cell {b} of {listed(shown)}",
    )
