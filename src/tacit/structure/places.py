"""Where a variable stands: its stem, its coordinates, its place in the order of the problem, its domain.

All this is read from what a problem shows of itself: names such as grid[0,3] (`arrays.py`) or nurse_3_mon, the order in
which variables are given, and their domains. Variables whose names say nothing form one long line.

>>> from tacit.problem.vocabulary import Vocabulary
>>> Places(Vocabulary({name: [0, 1] for name in ["a[0,0]", "a[0,1]", "a[1,0]", "boss", "nurse_1_mon", "nurse_2_mon"]}))
Places(stems [0, 0, 0, 1, 2, 2], coordinates [[0, 0], [0, 1], [1, 0], [0, -1], [0, -1], [1, -1]])
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import arrays, by_words

Ints = NDArray[np.int64]

NO_COORDINATE = -1


class Places:
    """Each of its arrays has one row for each variable."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        n = len(vocabulary)
        self.stem: Ints = np.zeros(n, dtype=np.int64)
        self.shapes: list[tuple[int, ...]] = []  # for each stem, how far its coordinates go along each axis
        members = _placed(vocabulary.names)
        depth = max(len(index) for _, index in members)
        self.coordinates: Ints = np.full((n, depth), NO_COORDINATE, dtype=np.int64)
        numbers: dict[tuple[str, int], int] = {}
        for variable, (key, index) in enumerate(members):
            self.stem[variable] = numbers.setdefault(key, len(numbers))
            self.coordinates[variable, : len(index)] = index
        for stem in range(len(numbers)):
            here = self.coordinates[self.stem == stem]
            self.shapes.append(tuple(int(top) + 1 for top in here.max(axis=0) if top >= 0))
        domains = {domain: number for number, domain in enumerate(dict.fromkeys(vocabulary.domains))}
        self.domain: Ints = np.array([domains[domain] for domain in vocabulary.domains], dtype=np.int64)

    def __repr__(self) -> str:
        return f"Places(stems {self.stem.tolist()}, coordinates {self.coordinates.tolist()})"


def _placed(names: Sequence[str]) -> list[tuple[tuple[str, int], list[int]]]:
    """For each variable, the array that it belongs to (its stem and number of indices) and its coordinates there."""
    found: dict[int, tuple[tuple[str, int], list[int]]] = {}
    lone: list[int] = []
    for array in arrays(names):
        if not array.axes:
            lone += array.cells.values()
            continue
        along = [_numbers(axis) for axis in array.axes]
        for cell, variable in array.cells.items():
            found[variable] = ((array.stem, len(cell)), [along[d][i] for d, i in enumerate(cell)])
    found |= _by_words(names, lone)
    rest = [variable for variable in lone if variable not in found]
    found |= {variable: (("", 1), [position]) for position, variable in enumerate(rest)}
    return [found[variable] for variable in range(len(names))]


def _by_words(names: Sequence[str], lone: Sequence[int]) -> dict[int, tuple[tuple[str, int], list[int]]]:
    found = {}
    for key, members in by_words(names, lone):
        axes = [list(dict.fromkeys(labels)) for labels in zip(*(index for index, _ in members), strict=True)]
        along = [dict(zip(axis, _numbers(axis), strict=True)) for axis in axes]
        for index, variable in members:
            found[variable] = (key, [numbers[label] for numbers, label in zip(along, index, strict=True)])
    return found


def _numbers(labels: Sequence[str]) -> list[int]:
    """The coordinates that labels stand for: numbers are counted from the smallest, other labels in their order."""
    if all(label.isdecimal() and len(label) < 6 for label in labels):
        values = [int(label) for label in labels]
        return [value - min(values) for value in values]
    return list(range(len(labels)))
