"""Ways to sort scopes into cells, by what their variables have in common.

A partition gives each scope a cell: "same row, other column", "three apart", "in one 3×3 box". It is a guess at what
matters; the answers tell which guess is right (`guided/beliefs.py`). There is one for each simple idea, and one for
each size of box that fits the shape. Nothing here knows what a problem is about.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.structure.places import Ints, Places

CAP = 3  # distances from here on are "far"
SHORT = 12  # the longest run; in the order of the variables, distances from here on are "far", too
MOST_BOXES = 64
FEW = 16  # numbers that are looked for one by one

Cells = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Partition:
    """What it looks at, in words, and the cell of each scope; `among` is the number of guesses of the same sort."""

    says: str
    cell: Cells
    among: int = 1

    @property
    def size(self) -> int:
        return int(self.cell.max()) + 1


def partitions(places: Places, scopes: Ints) -> list[Partition]:
    """All partitions of these scopes. All scopes have the same size; the variables of each are in ascending order."""
    count, arity = scopes.shape
    found = [Partition("everything", np.zeros(count, dtype=np.int8))]
    if arity == 1:
        candidates = _of_ones(places, scopes[:, 0])
    elif arity == 2:
        candidates = _of_pairs(places, *np.ascontiguousarray(scopes.T))
    else:
        candidates = _of_many(places, scopes)
    seen = {found[0].cell.tobytes()}
    for says, columns, among in candidates:
        cell = numbered(columns)
        known = len(seen)
        seen.add(cell.tobytes())
        if len(seen) > known:
            found.append(Partition(says, cell, among))
    return found


Candidate = tuple[str, Sequence[NDArray[Any]], int]


def _of_ones(places: Places, x: Ints) -> Iterator[Candidate]:
    yield "stem", [places.stem[x]], 1
    yield "domain", [places.domain[x]], 1
    depth = places.coordinates.shape[1]
    for d in range(depth):
        yield f"coordinate {d}", [places.stem[x], places.coordinates[x, d]], depth


def _of_pairs(places: Places, x: Ints, y: Ints) -> Iterator[Candidate]:
    same = places.stem[x] == places.stem[y]
    low, high = np.minimum(places.stem[x], places.stem[y]), np.maximum(places.stem[x], places.stem[y])
    at, by = places.coordinates[x].astype(np.int32), places.coordinates[y].astype(np.int32)
    depth = at.shape[1]
    apart = [np.abs(at[:, d] - by[:, d]) for d in range(depth)]
    equal = [(apart[d] == 0) & (at[:, d] >= 0) for d in range(depth)]
    line = numbered([same, *equal])
    near = same & (np.sum(apart, axis=0) == 1)
    yield "stem", [same], 1
    yield "stems", [low, high], 1
    yield "domains", [places.domain[x], places.domain[y]], 1
    yield "line", [line], 1
    yield "line, stems", [low, high, *equal], 1
    yield "line, neighbours", [line, near], 1
    yield "line, distance", [line, *(np.minimum(each, CAP) for each in apart)], 1
    yield "line, exact distance", [line, *apart], 1
    if depth == 2:
        yield "line, diagonal", [line, apart[0] == apart[1]], 1
        ends = [_on_main(places, x) & _on_main(places, y), _on_other(places, x) & _on_other(places, y)]
        yield "line, main diagonals", [line, *ends], 1
    boxes = _boxes(places)
    variables = np.arange(len(places.stem))
    for box in boxes:
        inside = same & _alike(numbered([places.coordinates[:, d] // box[d] for d in range(depth)]), x, y)
        says = "×".join(str(side) for side in box)
        cell = numbered([line, inside])
        yield f"line, box {says}", [cell], len(boxes)
        yield f"line, box {says}, neighbours", [cell, near], len(boxes)
    runs = range(2, min(SHORT, len(places.stem) // 2) + 1)
    for k in runs:
        yield f"run of {k}", [_alike(variables // k, x, y)], len(runs)
        yield f"every {k}", [_alike(variables % k, x, y)], len(runs)
    yield "order", [np.minimum(y - x, SHORT)], 1


def _alike(of_variable: NDArray[Any], x: Ints, y: Ints) -> NDArray[np.bool_]:
    """Do both variables of a pair have the same number? There are far more pairs than variables."""
    few = of_variable.astype(np.int16) if len(of_variable) <= np.iinfo(np.int16).max else of_variable
    found: NDArray[np.bool_] = np.take(few, x) == np.take(few, y)
    return found


def _of_many(places: Places, scopes: Ints) -> Iterator[Candidate]:
    pairs = list(itertools.combinations(range(scopes.shape[1]), 2))
    stem, at = places.stem[scopes], places.coordinates[scopes]
    yield "stem", [(stem[:, a] == stem[:, b]) for a, b in pairs], 1
    yield "stems", list(stem.T), 1
    yield "domains", list(places.domain[scopes].T), 1
    equal = [((at[:, a, d] == at[:, b, d]) & (at[:, a, d] >= 0)) for a, b in pairs for d in range(at.shape[2])]
    yield "line", equal, 1
    steps = [np.diff(at[:, :, d], axis=1) for d in range(at.shape[2])]
    yield "steps", [np.clip(column, -CAP, CAP) for step in steps for column in step.T], 1
    even = [(step[:, a] == step[:, b]) for step in steps for a, b in _pairs_of(step)]
    yield "equal steps", even, 1


def _pairs_of(step: Ints) -> list[tuple[int, int]]:
    return list(itertools.combinations(range(step.shape[1]), 2))


def _on_main(places: Places, x: Ints) -> NDArray[np.bool_]:
    at = places.coordinates[x]
    return at[:, 0] == at[:, 1]


def _on_other(places: Places, x: Ints) -> NDArray[np.bool_]:
    at = places.coordinates[x]
    ends = np.array([sum(shape[:2]) - len(shape[:2]) for shape in places.shapes])
    return at[:, 0] + at[:, 1] == ends[places.stem[x]]


def _boxes(places: Places) -> list[tuple[int, ...]]:
    """Sizes of boxes that fill the shapes: along each axis a divisor of the greatest length there, or all of it."""
    depth = places.coordinates.shape[1]
    longest = [max((shape[d] for shape in places.shapes if len(shape) > d), default=1) for d in range(depth)]
    sides = [[side for side in range(1, length + 1) if length % side == 0] for length in longest]
    boxes = [
        box
        for box in itertools.product(*sides)
        if any(side > 1 for side in box) and any(side < length for side, length in zip(box, longest, strict=True))
    ]
    return boxes[:MOST_BOXES]


def numbered(columns: Sequence[NDArray[Any]]) -> Cells:
    """Cells, numbered from 0: one for each combination of values in the columns that occurs."""
    cell: Cells = np.zeros(len(columns[0]), dtype=np.int8)
    top = 1
    for column in columns:
        low = int(column.min())
        span = int(column.max()) - low + 1
        if span > 1:
            joint = np.multiply(cell, span, dtype=_bits(top * span))
            joint += (column - low if low else column).astype(joint.dtype)
            cell, top = _without_gaps(joint, top * span)
    return cell.astype(_bits(top))


def one_of_each(numbers: NDArray[Any]) -> Ints:
    """For each of the numbers 0, 1, 2 …: where it occurs, once."""
    found = np.empty(int(numbers.max()) + 1, dtype=np.int64)
    found[numbers] = np.arange(len(numbers))
    return found


def _bits(end: int) -> type[np.signedinteger[Any]]:
    """The shortest numbers up to this end: what is half as long is twice as quick."""
    return next((bits for bits in (np.int8, np.int16, np.int32) if end <= np.iinfo(bits).max), np.int64)


def _without_gaps(numbers: NDArray[Any], end: int) -> tuple[Cells, int]:
    """The numbers replaced by 0, 1, 2 …, in the same order and without gaps, and how many there are now."""
    if end > 4 * len(numbers):
        values, found = np.unique(numbers, return_inverse=True)
        return found.reshape(-1), len(values)
    if end <= FEW:
        occurs = np.array([(numbers == number).any() for number in range(end)])
    else:
        occurs = np.zeros(end, dtype=bool)  # quicker than sorting, as `unique` does
        occurs[numbers] = True
    if occurs.all():
        return numbers, end
    rank = np.cumsum(occurs, dtype=_bits(end))
    rank -= 1
    return rank[numbers], int(rank[-1]) + 1
