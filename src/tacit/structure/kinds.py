"""The kinds of families in one array, one function for each kind; those whose groups are pairs are in `kinds_of_pairs`.

How many groups there are is computed by arithmetic. The groups themselves are not made before somebody asks for them,
because there can be very many.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from math import prod

import numpy as np

from tacit.structure.array_parts import cell_of, key_in, line_name, line_of, lines_along, of_array
from tacit.structure.arrays import Array
from tacit.structure.family import NOBODY, Family, Ints, Kind
from tacit.structure.phrases import line_along, listed

BOX = "block"  # the word that people see for a box


def whole(array: Array) -> Family:
    return Family(
        key_in(array, Kind.WHOLE),
        phrase=f"the whole of {array.called}" if array.stem else f"all {array.called or 'variables'}",
        spec=f"whole{of_array(array)}",
        count=1,
        size=len(array.cells),
        everywhere=array.called or "the variables",
        table=lambda: array.grid.reshape(1, -1),
        name=lambda _: array.called or "the variables",
    )


def lines(array: Array, axis: int) -> Family:
    length, what = array.shape[axis], line_along(axis, array.depth)
    count = prod(array.shape) // length
    grid = array.depth == 2

    def somewhere(lines: Sequence[int]) -> str:
        labels = [array.axes[1 - axis][line] for line in lines]
        return f"{what}{_s(lines)} {listed(labels)}{of_array(array)}"

    return Family(
        key_in(array, Kind.LINES, axis),
        phrase=f"each {what}{of_array(array)}",
        spec=f"{what}{of_array(array)}",
        count=count,
        size=length,
        everywhere=f"each of the {count} {what}s{of_array(array)}" if grid else f"each {what}{of_array(array)}",
        table=lambda: lines_along(array, axis),
        name=lambda line: line_name(array, axis, line),
        somewhere=somewhere if grid else None,
        single=(lambda line: f"{line_name(array, axis, line)}{of_array(array)}") if grid else None,
    )


def planes(array: Array, axis: int) -> Family:
    """The cells with the same index along an axis, in an array of three or more axes."""
    count = array.shape[axis]

    def name(number: int) -> str:
        stars = ["*"] * array.depth
        stars[axis] = array.axes[axis][number]
        return f"{array.stem}[{','.join(stars)}]"

    return Family(
        key_in(array, Kind.PLANES, axis),
        phrase=f"all cells{of_array(array)} with the same index {axis + 1}",
        spec=f"same index {axis + 1}{of_array(array)}",
        count=count,
        size=prod(array.shape) // count,
        everywhere=f"each of the {count} sets of cells{of_array(array)} with the same index {axis + 1}",
        table=lambda: np.moveaxis(array.grid, axis, 0).reshape(count, -1),
        name=name,
    )


def boxes(array: Array, p: int, q: int, names: Sequence[str]) -> Family:
    count = prod(array.shape) // (p * q)
    what = f"{p}×{q} {BOX}"

    @cache
    def table() -> Ints:
        rows, columns = array.shape
        return array.grid.reshape(rows // p, p, columns // q, q).swapaxes(1, 2).reshape(count, -1)

    def corner(box: int) -> str:
        return names[table()[box, 0]]

    def somewhere(boxes: Sequence[int]) -> str:
        corners = [corner(box) for box in boxes]
        return f"the {what}{_s(boxes)}{of_array(array)} with the upper left corner{_s(boxes)} {listed(corners)}"

    return Family(
        key_in(array, Kind.BOXES, p, q),
        phrase=f"each {what}{of_array(array)}",
        spec=f"box {p}x{q}{of_array(array)}",
        count=count,
        size=p * q,
        everywhere=f"each of the {count} {what}s{of_array(array)}",
        table=table,
        name=lambda box: f"{what} at {corner(box)}",
        somewhere=somewhere,
        single=lambda box: f"box {p}x{q} at {corner(box)}{of_array(array)}",
    )


def spans(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    """Lines, cut into pieces of k cells."""
    return _pieces(array, axis, k, names, windows=False)


def windows(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    """Any k consecutive cells of a line."""
    return _pieces(array, axis, k, names, windows=True)


def _pieces(array: Array, axis: int, k: int, names: Sequence[str], *, windows: bool) -> Family:
    length = array.shape[axis]
    each = length - k + 1 if windows else length // k
    count = prod(array.shape) // length * each
    alone = array.depth == 1
    line = line_along(axis, array.depth)

    @cache
    def table() -> Ints:
        if windows:
            return np.lib.stride_tricks.sliding_window_view(lines_along(array, axis), k, axis=1).reshape(-1, k)
        return lines_along(array, axis).reshape(-1, k)

    def name(piece: int) -> str:
        group = table()[piece]
        return f"{names[group[0]]} to {names[group[-1]]}"

    cells = f"{cell_of(array)}s" + ("" if alone else f" in a {line}") + of_array(array)
    if windows:
        phrase = everywhere = f"any {k} consecutive {cells}"
    else:  # the first ones tell where a line is cut; otherwise they would read like windows
        labels = array.axes[axis]
        shown = ", ".join(f"{labels[i * k]} to {labels[i * k + k - 1]}" for i in range(min(each, 2)))
        cells = f"{k} {cells} ({shown}{', …' if each > 2 else ''})"
        phrase, everywhere = f"each stretch of {cells}", f"each of the {count} stretches of {cells}"
    return Family(
        key_in(array, Kind.WINDOWS if windows else Kind.SPANS, axis, k),
        phrase=phrase,
        spec=f"{'window' if windows else 'span'} of {k}{'' if alone else f' in {line}'}{of_array(array)}",
        count=count,
        size=k,
        everywhere=everywhere,
        table=table,
        name=name,
        line=line_of(array, axis, each),
    )


def main_diagonals(array: Array) -> Family:
    n = array.shape[0]
    return Family(
        key_in(array, Kind.MAIN_DIAGONALS),
        phrase=f"each of the two long diagonals{of_array(array)}",
        spec=f"long diagonals{of_array(array)}",
        count=2,
        size=n,
        everywhere=f"each of the two long diagonals{of_array(array)}",
        table=lambda: np.stack([np.diagonal(array.grid), np.diagonal(array.grid[:, ::-1])]),
        name=lambda number: f"the diagonal from the upper {('left', 'right')[number]}",
    )


def diagonals(array: Array, names: Sequence[str]) -> Family:
    """All diagonals of two or more cells, in both directions."""
    rows, columns = array.shape
    offsets = range(2 - rows, columns - 1)
    longest = min(rows, columns)

    @cache
    def table() -> Ints:
        found = np.full((2 * len(offsets), longest), NOBODY, dtype=np.int64)
        for number, (grid, offset) in enumerate(itertools.product((array.grid, array.grid[:, ::-1]), offsets)):
            cells = np.diagonal(grid, offset)
            found[number, : len(cells)] = cells
        return found

    def name(number: int) -> str:
        cells = [x for x in table()[number].tolist() if x != NOBODY]
        return f"the diagonal from {names[cells[0]]} to {names[cells[-1]]}"

    return Family(
        key_in(array, Kind.DIAGONALS),
        phrase=f"each diagonal{of_array(array)}",
        spec=f"diagonal{of_array(array)}",
        count=2 * len(offsets),
        size=longest,
        everywhere=f"each diagonal{of_array(array)}",
        table=table,
        name=name,
    )


def _s(several: Sequence[int]) -> str:
    return "s" if len(several) > 1 else ""
