"""The kinds of families, one function for each kind.

A function computes by arithmetic how many groups there are and which variables the i-th one has. No group is made
before somebody asks for it, because there can be very many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tacit.structure.arrays import Array, Position
from tacit.structure.family import Family, Group, Key, Kind
from tacit.structure.phrases import line_along, listed

BOX = "block"  # the word that people see for a box


def whole(array: Array) -> Family:
    return Family(
        _key(array, Kind.WHOLE),
        phrase=f"the whole of {array.stem}",
        count=1,
        size=len(array.cells),
        everywhere=array.stem,
        group=lambda _: array.variables,
        name=lambda _: array.stem,
    )


def lines(array: Array, axis: int) -> Family:
    length, what = array.shape[axis], line_along(axis, array.depth)
    count = len(array.cells) // length
    grid = array.depth == 2

    def somewhere(lines: Sequence[int]) -> str:
        labels = [array.axes[1 - axis][line] for line in lines]
        return f"{what}{_s(lines)} {listed(labels)} of {array.stem}"

    return Family(
        _key(array, Kind.LINES, axis),
        phrase=f"each {what} of {array.stem}",
        count=count,
        size=length,
        everywhere=f"each of the {count} {what}s of {array.stem}" if grid else f"each {what} of {array.stem}",
        group=lambda line: _cells(array, axis, line, range(length)),
        name=lambda line: _line_name(array, axis, line),
        somewhere=somewhere if grid else None,
    )


def boxes(array: Array, p: int, q: int, names: Sequence[str]) -> Family:
    across = array.shape[1] // q
    count = len(array.cells) // (p * q)
    what = f"{p}×{q} {BOX}"

    def group(box: int) -> Group:
        r, c = p * (box // across), q * (box % across)
        return tuple(array.cells[r + i, c + j] for i in range(p) for j in range(q))

    def somewhere(boxes: Sequence[int]) -> str:
        corners = [names[group(box)[0]] for box in boxes]
        return f"the {what}{_s(boxes)} of {array.stem} with the upper left corner{_s(boxes)} {listed(corners)}"

    return Family(
        _key(array, Kind.BOXES, p, q),
        phrase=f"each {what} of {array.stem}",
        count=count,
        size=p * q,
        everywhere=f"each of the {count} {what}s of {array.stem}",
        group=group,
        name=lambda box: f"{what} at {names[group(box)[0]]}",
        somewhere=somewhere,
    )


def spans(array: Array, k: int, names: Sequence[str]) -> Family:
    """A single line, cut into pieces."""
    count = len(array.cells) // k

    def group(span: int) -> Group:
        return array.variables[k * span : k * (span + 1)]

    return Family(
        _key(array, Kind.SPANS, 0, k),
        phrase=f"each group of {k} consecutive cells of {array.stem}",
        count=count,
        size=k,
        everywhere=f"each of the {count} groups of {k} consecutive cells of {array.stem}",
        group=group,
        name=lambda span: f"{names[group(span)[0]]} to {names[group(span)[-1]]}",
    )


def next_along(array: Array, axis: int, k: int, names: Sequence[str]) -> Family:
    what = line_along(axis, array.depth)
    each = array.shape[axis] - k  # pairs in a line
    alone = array.depth == 1

    def group(number: int) -> Group:
        line, i = divmod(number, each)
        return _cells(array, axis, line, (i, i + k))

    return _pairs(
        _key(array, Kind.NEXT, axis, k),
        f"each cell of {array.stem} and {_further(k)}{'' if alone else f' in its {what}'}",
        len(array.cells) // array.shape[axis] * each,
        array.stem if alone else f"each {what} of {array.stem}",
        group,
        names,
        lambda a, b: f"each cell {a} and {_further(k, b)}",
    )


def next_in_line(array: Array, axis: int, line: int, names: Sequence[str]) -> Family:
    where = f"{_line_name(array, axis, line)} of {array.stem}"
    return _pairs(
        _key(array, Kind.NEXT_IN_LINE, axis, line),
        f"each cell of {where} and {_further(1)}",
        array.shape[axis] - 1,
        where,
        lambda i: _cells(array, axis, line, (i, i + 1)),
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def next_in_whole(array: Array, names: Sequence[str]) -> Family:
    return _pairs(
        _key(array, Kind.NEXT_IN_WHOLE),
        f"each cell of {array.stem} and {_further(1)}, row after row",
        len(array.cells) - 1,
        f"{array.stem}, row after row",
        lambda i: array.variables[i : i + 2],
        names,
        lambda a, b: f"each cell {a} and {_further(1, b)}",
    )


def two_lines(array: Array, axis: int, one: int, other: int, names: Sequence[str]) -> Family:
    what, across = line_along(axis, array.depth), line_along(1 - axis, array.depth)
    labels = array.axes[1 - axis]
    return _pairs(
        _key(array, Kind.TWO_LINES, axis, one, other),
        f"{what}s {labels[one]} and {labels[other]} of {array.stem}, {across} by {across}",
        array.shape[axis],
        f"each {across} of {array.stem}",
        lambda i: (*_cells(array, axis, one, (i,)), *_cells(array, axis, other, (i,))),
        names,
        lambda a, b: f"{a} in {what} {labels[one]} and {b} in {what} {labels[other]}",
    )


# --- what they share ---


def _pairs(
    key: Key,
    phrase: str,
    count: int,
    everywhere: str,
    group: Callable[[int], Group],
    names: Sequence[str],
    members: Callable[[str, str], str],
) -> Family:
    """A family whose groups are pairs of cells; a group is called by the names of both cells."""

    def name(number: int) -> str:
        return " and ".join(names[variable] for variable in group(number))

    return Family(key, phrase, count, 2, everywhere, group, name, members=members)


def _key(array: Array, kind: Kind, *numbers: int) -> Key:
    return Key(array.stem, array.depth, kind, numbers)


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


def _cells(array: Array, axis: int, line: int, places: Iterable[int]) -> Group:
    """The cells at these places of a line along an axis."""
    fixed = _off_axis(array, axis, line)
    before, after = fixed[:axis], fixed[axis:]
    return tuple([array.cells[(*before, i, *after)] for i in places])


def _off_axis(array: Array, axis: int, line: int) -> Position:
    """The position of a line on all axes but its own. Lines are numbered so that the last axis runs fastest."""
    found = []
    for d in reversed(range(array.depth)):
        if d != axis:
            line, i = divmod(line, array.shape[d])
            found.append(i)
    return tuple(reversed(found))


def _line_name(array: Array, axis: int, line: int) -> str:
    """What a line is called: "row anna", or "grid[0,*,3]" unless the array has two dimensions."""
    others = [labels for d, labels in enumerate(array.axes) if d != axis]
    labels = [each[i] for each, i in zip(others, _off_axis(array, axis, line), strict=True)]
    if array.depth == 2:
        return f"{line_along(axis, 2)} {labels[0]}"
    return f"{array.stem}[{','.join([*labels[:axis], '*', *labels[axis:]])}]"
