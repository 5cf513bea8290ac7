"""What the kinds of families share: the lines of an array, and what an array and its parts are called."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tacit.structure.arrays import Array, Position
from tacit.structure.family import Ints, Key, Kind
from tacit.structure.phrases import line_along


def key_in(array: Array, kind: Kind, *numbers: int) -> Key:
    return Key(array.called, array.depth, kind, numbers)


def of_array(array: Array) -> str:
    """The end of a phrase, empty if there is no other array to tell this one from."""
    return f" of {array.called}" if array.called else ""


def cell_of(array: Array) -> str:
    return "cell" if array.stem else "variable"


def lines_along(array: Array, axis: int) -> Ints:
    """The lines along an axis. They are numbered so that the last of the other axes runs fastest."""
    return np.moveaxis(array.grid, axis, -1).reshape(-1, array.shape[axis])


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


def line_of(array: Array, axis: int, each: int) -> Callable[[int], str] | None:
    """The name of the line that a group lies in, if there are `each` groups in a line."""
    return (lambda number: line_name(array, axis, number // each)) if array.depth == 2 else None
