"""The kinds of families, one function for each kind.

How many groups there are is computed by arithmetic. The groups themselves are not made before somebody asks for them,
because there can be very many.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import cache
from math import prod

import numpy as np

from tacit.structure.arrays import Array, Position
from tacit.structure.family import NOBODY, Family, Ints, Key, Kind
from tacit.structure.phrases import line_along, listed

BOX = "block"  # the word that people see for a box
BOTH = -1  # in place of an axis: along both


# --- of one array ---


def whole(array: Array) -> Family:
    return Family(
        _key(array, Kind.WHOLE),
        phrase=f"the whole of {array.called}" if array.stem else f"all {array.called or 'variables'}",
        spec=f"whole{_of(array)}",
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
        return f"{what}{_s(lines)} {listed(labels)}{_of(array)}"

    return Family(
        _key(array, Kind.LINES, axis),
        phrase=f"each {what}{_of(array)}",
        spec=f"{what}{_of(array)}",
        count=count,
        size=length,
        everywhere=f"each of the {count} {what}s{_of(array)}" if grid else f"each {what}{_of(array)}",
        table=lambda: _lines(array, axis),
        name=lambda line: line_name(array, axis, line),
        somewhere=somewhere if grid else None,
        single=(lambda line: f"{line_name(array, axis, line)}{_of(array)}") if grid else None,
    )


def planes(array: Array, axis: int) -> Family:
    """The cells with the same index along an axis, in an array of three or more axes."""
    count = array.shape[axis]

    def name(number: int) -> str:
        stars = ["*"] * array.depth
        stars[axis] = array.axes[axis][number]
        return f"{array.stem}[{','.join(stars)}]"

    return Family(
        _key(array, Kind.PLANES, axis),
        phrase=f"all cells{_of(array)} with the same index {axis + 1}",
        spec=f"same index {axis + 1}{_of(array)}",
        count=count,
        size=prod(array.shape) // count,
        everywhere=f"each of the {count} sets of cells{_of(array)} with the same index {axis + 1}",
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
        return f"the {what}{_s(boxes)}{_of(array)} with the upper left corner{_s(boxes)} {listed(corners)}"

    return Family(
        _key(array, Kind.BOXES, p, q),
        phrase=f"each {what}{_of(array)}",
        spec=f"box {p}x{q}{_of(array)}",
        count=count,
        size=p * q,
        everywhere=f"each of the {count} {what}s{_of(array)}",
        table=table,
        name=lambda box: f"{what} at {corner(box)}",
        somewhere=somewhere,
        single=lambda box: f"box {p}x{q} at {corner(box)}{_of(array)}",
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
            return np.lib.stride_tricks.sliding_window_view(_lines(array, axis), k, axis=1).reshape(-1, k)
        return _lines(array, axis).reshape(-1, k)

    def name(piece: int) -> str:
        group = table()[piece]
        return f"{names[group[0]]} to {names[group[-1]]}"

    cells = f"{k} consecutive {_cell(array)}s" + ("" if alone else f" in a {line}") + _of(array)
    if windows:
        phrase = everywhere = f"any {cells}"
    elif array.stem:
        phrase, everywhere = f"each group of {cells}", f"each of the {count} groups of {cells}"
    else:  # names that say nothing: some of them tell what is meant
        shown = [f"{array.axes[0][i * k]} to {array.axes[0][i * k + k - 1]}" for i in range(min(count, 2))]
        cells = f"{cells} ({', '.join(shown)}{', …' if count > 2 else ''})"
        phrase, everywhere = f"each {cells}", f"each {cells}"
    return Family(
        _key(array, Kind.WINDOWS if windows else Kind.SPANS, axis, k),
        phrase=phrase,
        spec=f"{'window' if windows else 'span'} of {k}{'' if alone else f' in {line}'}{_of(array)}",
        count=count,
        size=k,
        everywhere=everywhere,
        table=table,
        name=name,
        line=_of_line(array, axis, each),
    )


def main_diagonals(array: Array) -> Family:
    n = array.shape[0]
    return Family(
        _key(array, Kind.MAIN_DIAGONALS),
        phrase=f"each of the two long diagonals{_of(array)}",
        spec=f"long diagonals{_of(array)}",
        count=2,
        size=n,
        everywhere=f"each of the two long diagonals{_of(array)}",
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
        _key(array, Kind.DIAGONALS),
        phrase=f"each diagonal{_of(array)}",
        spec=f"diagonal{_of(array)}",
        count=2 * len(offsets),
        size=longest,
        everywhere=f"each diagonal{_of(array)}",
        table=table,
        name=name,
    )


# --- pairs of cells of one array ---


def next_along(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    what = line_along(axis, array.depth)
    alone = array.depth == 1
    length = array.shape[axis]
    return _pairs(
        _key(array, Kind.NEXT, axis, k),
        f"each {_cell(array)}{_of(array)} and {_further(k)}{'' if alone else f' in its {what}'}",
        f"next{'' if k == 1 else f' {k}'}{'' if alone else f' in {what}'}{_of(array)}",
        prod(array.shape) // length * (length - k),
        (array.called or "the variables") if alone else f"each {what}{_of(array)}",
        lambda: _beside(_lines(array, axis), k),
        names,
        lambda a, b: f"each {_cell(array)} {a} and {_further(k, b)}",
        line=_of_line(array, axis, length - k),
    )


def next_in_line(array: Array, axis: int, line: int, names: Sequence[str]) -> Family:
    where = f"{line_name(array, axis, line)}{_of(array)}"
    return _pairs(
        _key(array, Kind.NEXT_IN_LINE, axis, line),
        f"each cell of {where} and {_further(1)}",
        f"next in {where}",
        array.shape[axis] - 1,
        where,
        lambda: _beside(_lines(array, axis)[line : line + 1], 1),
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def next_in_whole(array: Array, names: Sequence[str]) -> Family:
    return _pairs(
        _key(array, Kind.NEXT_IN_WHOLE),
        f"each cell{_of(array)} and {_further(1)}, row after row",
        f"next row after row{_of(array)}",
        prod(array.shape) - 1,
        f"{array.called}, row after row",
        lambda: _beside(array.grid.reshape(1, -1), 1),
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def row_changes(array: Array, names: Sequence[str]) -> Family:
    return _pairs(
        _key(array, Kind.ROW_CHANGES),
        f"the last cell of each row{_of(array)} and the first one of the next row",
        f"row change{_of(array)}",
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

    return _pairs(
        _key(array, Kind.NEXT_IN_BOX, p, q, axis),
        f"neighbours in a {line} within one {box}{_of(array)}" if line else f"neighbours within one {box}{_of(array)}",
        f"next in {f'{line} in ' if line else ''}box {p}x{q}{_of(array)}",
        prod(array.shape) // (p * q) * each,
        f"each {box}{_of(array)}",
        table,
        names,
        lambda a, b: f"each cell {a} and the next one {b} {f'in its {line}' if line else 'to the right or below'}",
    )


def two_lines(array: Array, axis: int, one: int, other: int, names: Sequence[str]) -> Family:
    what, across = line_along(axis, array.depth), line_along(1 - axis, array.depth)
    labels = array.axes[1 - axis]
    return _pairs(
        _key(array, Kind.TWO_LINES, axis, one, other),
        f"{what}s {labels[one]} and {labels[other]}{_of(array)}, {across} by {across}",
        f"{what}s {labels[one]} and {labels[other]}, {across} by {across}{_of(array)}",
        array.shape[axis],
        f"each {across}{_of(array)}",
        lambda: _lines(array, axis)[[one, other]].T,
        names,
        lambda a, b: f"{a} in {what} {labels[one]} and {b} in {what} {labels[other]}",
    )


# --- across arrays ---


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
    return _pairs(
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
        return _pairs(key, phrase, spec, count, where, table, names, told)
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
    return _pairs(
        Key("", 0, Kind.STAR, (centre, *others)),
        f"{names[centre]} with {listed(shown, 'or')}",
        f"{names[centre]} with {', '.join(shown)}",
        len(others),
        f"{names[centre]} with each of {listed(shown)}",
        lambda: np.array([(centre, other) for other in others], dtype=np.int64),
        names,
        lambda a, b: f"{a} = {names[centre]} and each cell {b} of {listed(shown)}",
    )


# --- what they share ---

MOST_NAMED = 3  # as many cells are named without saying how many they are


def _pairs(
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


def _of_line(array: Array, axis: int, each: int) -> Callable[[int], str] | None:
    """The name of the line that a group lies in, if there are `each` groups in a line."""
    return (lambda number: line_name(array, axis, number // each)) if array.depth == 2 else None


def _key(array: Array, kind: Kind, *numbers: int) -> Key:
    return Key(array.called, array.depth, kind, numbers)


def _of(array: Array) -> str:
    return f" of {array.called}" if array.called else ""


def _cell(array: Array) -> str:
    return "cell" if array.stem else "variable"


def _further(k: int, letter: str = "") -> str:
    """
    >>> _further(1), _further(2), _further(1, "b"), _further(2, "b")
    ('the next one', 'the one 2 further', 'the next one b', 'the one b that is 2 further')
    """
    if k == 1:
        return f"the next one {letter}".rstrip()
    return f"the one {letter} that is {k} further" if letter else f"the one {k} further"


def _s(several: Sequence[int]) -> str:
    return "s" if len(several) > 1 else ""


def _lines(array: Array, axis: int) -> Ints:
    """The lines along an axis. They are numbered so that the last of the other axes runs fastest."""
    return np.moveaxis(array.grid, axis, -1).reshape(-1, array.shape[axis])


def _beside(lines: Ints, k: int) -> Ints:
    """Each cell of a line and the one k further."""
    return np.stack([lines[:, :-k], lines[:, k:]], axis=-1).reshape(-1, 2)


def _off_axis(array: Array, axis: int, line: int) -> Position:
    """The position of a line on all axes but its own."""
    found = []
    for d in reversed(range(array.depth)):
        if d != axis:
            line, i = divmod(line, array.shape[d])
            found.append(i)
    return tuple(reversed(found))


def line_name(array: Array, axis: int, line: int) -> str:
    """What a line is called: "row anna", or "grid[0,*,3]" unless the array has two dimensions."""
    others = [labels for d, labels in enumerate(array.axes) if d != axis]
    labels = [each[i] for each, i in zip(others, _off_axis(array, axis, line), strict=True)]
    if array.depth == 2:
        return f"{line_along(axis, 2)} {labels[0]}"
    return f"{array.stem}[{','.join([*labels[:axis], '*', *labels[axis:]])}]"
