"""The families of a problem, as the names of its variables show them: rows, columns, boxes, neighbours, …

What rules are about, and what sentences say about many places at once, ranges over a family.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> for family in itertools.islice(families_of(v), 5):
...     print(f"{family.count} × {family.size}: {family.phrase}")
1 × 6: the whole of shift
2 × 3: each row of shift
3 × 2: each column of shift
4 × 2: each cell of shift and the next one in its row
5 × 2: each cell of shift and the next one, row after row
>>> rows = list(families_of(v))[1]
>>> list(rows.groups()), rows.name(1), rows.holding([3, 5]), rows.holding([0, 3])
([(0, 1, 2), (3, 4, 5)], 'row ben', [1], [])
>>> rows.scopes(2).tolist(), rows.part([1]).phrase
([[0, 1], [0, 2], [1, 2], [3, 4], [3, 5], [4, 5]], 'row ben of shift')
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np

from tacit.errors import FamilyError
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds, kinds_across, kinds_of_pairs
from tacit.structure.arrays import Array, laid_out
from tacit.structure.family import Family, Kind, restricted
from tacit.structure.said_groups import read_groups

SHORTEST = 4  # in a line of fewer cells, the neighbours are too few to be a family of their own
MOST_ARRAYS = 16  # two of more arrays are too many pairs to go through
# What is worth restricting to the groups that people name.
WORTH_RESTRICTING = {Kind.WHOLE, Kind.LINES, Kind.BOXES, Kind.NEXT, Kind.NEXT_IN_WHOLE, Kind.ROW_CHANGES}

USUAL = (Kind.WHOLE, Kind.LINES, Kind.BOXES, Kind.ARRAYS)  # … that bounds are over
OF_CELLS = (Kind.LINES, Kind.PLANES, Kind.BOXES, Kind.SPANS)  # of which single groups are said to have certain values


def families_of(vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]] | None = None) -> Iterator[Family]:
    """The families of all arrays, those across arrays, and those that the groups named by a person make of them."""
    names = vocabulary.names
    found = laid_out(names)
    cells = read_groups(vocabulary, groups or {})
    seen: set[bytes] = set()
    for array in found:
        for family in families(array, names):
            yield family
            if cells and family.key.kind in WORTH_RESTRICTING and not family.key.cuts:
                yield from _of_groups(family, cells, seen)
    if len(found) > 1:
        yield from _across(found, names)


def kept_families(vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]] | None = None) -> tuple[Family, ...]:
    """The same, found once for a problem: whoever puts a network into words needs them after every answer."""
    return _kept(vocabulary, tuple((name, tuple(labels)) for name, labels in (groups or {}).items()))


@lru_cache(maxsize=8)
def _kept(vocabulary: Vocabulary, groups: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Family, ...]:
    return tuple(families_of(vocabulary, dict(groups)))


def families(array: Array, names: Sequence[str]) -> Iterator[Family]:
    """The families of an array without gaps; `names` are those of all variables.

    They come in the order in which they are tried when a network is put into words. Larger groups come first. Parts of
    two cells come last, because as a pattern they say less than neighbours do. None has the same pairs as another.
    """
    axes = [axis for axis in range(array.depth)[::-1] if array.shape[axis] > 1]  # rows before columns
    grid = array.depth == 2 and len(axes) == 2
    parts = list(_parts(array, axes, names))
    yield kinds.whole(array)
    if len(axes) > 1:
        yield from (kinds.lines(array, axis) for axis in axes)
    if len(axes) > 2:
        yield from (kinds.planes(array, axis) for axis in axes)
    yield from (family for family in parts if family.size > 2)
    for axis in axes:
        # Neighbours in a line of two cells are the line. The first and the last of more lines are "two lines".
        last = array.shape[axis] - grid
        if array.shape[axis] > 2:
            yield from (kinds_of_pairs.next_along(array, axis, k, names) for k in range(1, last))
    if grid and array.shape[0] > 2:
        yield kinds_of_pairs.row_changes(array, names)
    if len(axes) > 1:
        yield kinds_of_pairs.next_in_whole(array, names)
    if grid:
        yield from _diagonals(array, names)
        for axis in axes:
            yield from _of_single_lines(array, axis, names)
        yield from _of_boxes(array, names)
    yield from (family for family in parts if family.size == 2)


def _parts(array: Array, axes: Sequence[int], names: Sequence[str]) -> Iterator[Family]:
    """The boxes of a grid and the spans of lines, largest first, but not the whole array and no whole line."""
    found = [kinds.spans(array, axis, k, names) for axis in axes for k in _divisors(array.shape[axis])[1:-1]]
    if array.depth == 2:
        rows, columns = array.shape
        sizes = itertools.product(_divisors(rows)[1:], _divisors(columns)[1:])
        found += [kinds.boxes(array, p, q, names) for p, q in sizes if (p, q) != (rows, columns)]
    yield from sorted(found, key=lambda family: (-family.size, family.key.kind, family.key.numbers))


def _of_single_lines(array: Array, axis: int, names: Sequence[str]) -> Iterator[Family]:
    """Each row, the neighbours in it, and each two rows position by position; or the same for columns."""
    lines = range(array.shape[1 - axis])
    if array.shape[axis] >= SHORTEST:
        yield from (kinds_of_pairs.next_in_line(array, axis, line, names) for line in lines)
    whole_lines = kinds.lines(array, axis)
    yield from (whole_lines.part([line]) for line in lines)
    if len(lines) > 2:
        yield from (
            kinds_of_pairs.two_lines(array, axis, one, other, names) for one, other in itertools.combinations(lines, 2)
        )


def _of_boxes(array: Array, names: Sequence[str]) -> Iterator[Family]:
    """Neighbours inside boxes, and each single box."""
    rows, columns = array.shape
    heights, widths = _divisors(rows)[1:-1], _divisors(columns)[1:-1]
    for p, q in itertools.product(heights, widths):
        yield kinds_of_pairs.next_in_box(array, p, q, kinds_of_pairs.BOTH, names)
        # Along one axis only the size along it counts, and two cells are a span.
        if p == heights[0] and q > 2:
            yield kinds_of_pairs.next_in_box(array, p, q, 1, names)
        if q == widths[0] and p > 2:
            yield kinds_of_pairs.next_in_box(array, p, q, 0, names)
        boxes = kinds.boxes(array, p, q, names)
        yield from (boxes.part([box]) for box in range(boxes.count))


def has_diagonals(array: Array) -> bool:
    """Not of people by days: lines with names lie side by side by chance. (Those of a chessboard have letters.)"""
    return all(label.isdecimal() or len(label) == 1 for axis in array.axes for label in axis)


def _diagonals(array: Array, names: Sequence[str]) -> Iterator[Family]:
    if not has_diagonals(array):
        return
    rows, columns = array.shape
    yield kinds.diagonals(array, names)
    if rows == columns > 2:
        yield kinds.main_diagonals(array)


def _across(arrays: Sequence[Array], names: Sequence[str]) -> Iterator[Family]:
    yield kinds_across.each_array(arrays)
    shapes: dict[tuple[int, ...], list[int]] = {}
    for number, array in enumerate(arrays):
        shapes.setdefault(array.shape, []).append(number)
    yield from (kinds_across.same_position(arrays, alike, names) for alike in shapes.values() if len(alike) > 2)
    if len(arrays) <= MOST_ARRAYS:
        for pair in itertools.combinations(range(len(arrays)), 2):
            yield kinds_across.between(arrays, *pair, names)
            if arrays[pair[0]].shape == arrays[pair[1]].shape:
                yield kinds_across.same_position(arrays, pair, names)


def _of_groups(family: Family, groups: Mapping[str, frozenset[int]], seen: set[bytes]) -> Iterator[Family]:
    """A family, restricted to each named group, where this leaves some pairs, not all, and not what was seen before."""
    for name, cells in groups.items():
        try:
            cut = restricted(family, name, cells)
        except FamilyError:
            continue
        pairs = np.sort(cut.scopes(2), axis=1)
        same = pairs[np.lexsort(pairs.T)].tobytes()
        if 0 < len(pairs) < len(family.scopes(2)) and same not in seen:
            seen.add(same)
            yield cut


def cut_down(
    families: Iterable[Family], vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]
) -> Iterator[Family]:
    """Each of these families, and what the groups that a person has named make of it, where that is worth it."""
    cells, seen = read_groups(vocabulary, groups), set[bytes]()
    for family in families:
        yield family
        if cells and family.key.kind in WORTH_RESTRICTING:
            yield from _of_groups(family, cells, seen)


def fits(family: Family, arity: int) -> bool:
    """Is it natural to say a relation of so many cells on this family?

    Of two and more cells it always is. Of one cell, "each cell in each row" would only say "each cell" again.
    """
    if arity > 1:
        return True
    said = bool(family.key.cuts) and isinstance(family.key.cuts[-1], str)
    return family.key.kind == Kind.WHOLE or (family.key.kind in OF_CELLS and (said or family.count == 1))


def is_usual(family: Family) -> bool:
    """Is it a family that bounds are over if nothing is said: lines, boxes, whole arrays, or a named group of them?"""
    cut = family.key.cuts
    return family.key.kind in USUAL and family.size > 1 and (not cut or isinstance(cut[-1], str))


def cells_family(vocabulary: Vocabulary, variables: Sequence[int]) -> Family:
    """A family of one group: just these variables."""
    if not variables or len(set(variables)) < len(variables):
        raise FamilyError("cells: at least one variable is needed, and none twice")
    return kinds_across.these_cells(variables, vocabulary.names)


def star_family(vocabulary: Vocabulary, centre: int, others: Sequence[int]) -> Family:
    """A family of pairs: one variable with each of some others."""
    if not others or len({centre, *others}) < 1 + len(others):
        raise FamilyError("a cell with others: at least one other is needed, and none twice")
    return kinds_across.star(centre, others, vocabulary.names)


def _divisors(n: int) -> list[int]:
    return [k for k in range(1, n + 1) if n % k == 0]
