"""The families of a problem, as the names of its variables show them: rows, columns, boxes, neighbours, …

What sentences say about many places at once ranges over a family (`showing/sentences.py`). The beliefs of the guided
learner have cells of their own (`partitions.py`).

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> for family in itertools.islice(families_of(v), 5):
...     print(f"{family.count} × {family.size}: {family.phrase}")
1 × 6: the whole of shift
2 × 3: each row of shift
3 × 2: each column of shift
4 × 2: each cell of shift and the next one in its row
2 × 2: each cell of shift and the one 2 further in its row
>>> rows = list(families_of(v))[1]
>>> list(rows.groups()), rows.name(1), rows.holding([3, 5]), rows.holding([0, 3])
([(0, 1, 2), (3, 4, 5)], 'row ben', [1], [])
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import prod

from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds
from tacit.structure.arrays import Array, full_arrays
from tacit.structure.family import Family

SHORTEST = 4  # in a line of fewer cells, the neighbours are too few to be a family of their own


def families_of(vocabulary: Vocabulary) -> Iterator[Family]:
    """The families of all arrays without gaps."""
    for array in full_arrays(vocabulary.names):
        yield from families(array, vocabulary.names)


def families(array: Array, names: Sequence[str]) -> Iterator[Family]:
    """The families of an array without gaps; `names` are those of all variables.

    They come in the order in which they are tried when a network is put into words. Larger groups come first. Parts of
    two cells come last, because as a pattern they say less than neighbours do.
    """
    axes = range(array.depth)[::-1]  # rows before columns
    parts = list(_parts(array, names))
    yield kinds.whole(array)
    if array.depth > 1:
        yield from (kinds.lines(array, axis) for axis in axes)
    yield from (family for family in parts if family.size > 2)
    for axis in axes:
        yield from (kinds.next_along(array, axis, k, names) for k in range(1, array.shape[axis]))
    if array.depth > 1:
        yield kinds.next_in_whole(array, names)
    if array.depth == 2:
        for axis in axes:
            yield from _of_single_lines(array, axis, names)
    yield from (family for family in parts if family.size == 2)


def _parts(array: Array, names: Sequence[str]) -> Iterator[Family]:
    """The spans of a line or the boxes of a grid, largest first, but not the whole array and no whole row or column."""
    if array.depth == 1:
        (length,) = array.shape
        yield from (kinds.spans(array, k, names) for k in reversed(_divisors(length)[1:-1]))
    elif array.depth == 2:
        rows, columns = array.shape
        sizes = set(itertools.product(_divisors(rows), _divisors(columns)))
        sizes -= {(1, 1), (1, columns), (rows, 1), (rows, columns)}
        for p, q in sorted(sizes, key=lambda size: (-prod(size), size)):
            yield kinds.boxes(array, p, q, names)


def _of_single_lines(array: Array, axis: int, names: Sequence[str]) -> Iterator[Family]:
    """The neighbours in each single row, and each two rows position by position; or the same for columns."""
    lines = range(array.shape[1 - axis])
    if array.shape[axis] >= SHORTEST:
        yield from (kinds.next_in_line(array, axis, line, names) for line in lines)
    yield from (kinds.two_lines(array, axis, one, other, names) for one, other in itertools.combinations(lines, 2))


def _divisors(n: int) -> list[int]:
    return [k for k in range(1, n + 1) if n % k == 0]
