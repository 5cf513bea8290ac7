"""Families and their groups, against definitions by coordinates; and what they are called."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, arrays
from tacit.structure.families import families, families_of
from tacit.structure.family import Kind

SHAPES = st.lists(st.integers(1, 6), min_size=1, max_size=3).filter(lambda shape: max(shape) > 1)


def named(shape, stem="g"):
    return [f"{stem}[{','.join(map(str, place))}]" for place in itertools.product(*map(range, shape))]


def array_of(names):
    (array,) = arrays(names)
    return array


def expected(key, at):
    """The groups that a key stands for, by its definition: `at` has the position of each variable."""

    def rest(x, axis):
        return at[x][:axis] + at[x][axis + 1 :]

    def lines(axis):
        keys = sorted({rest(x, axis) for x in at})
        return [tuple(sorted((x for x in at if rest(x, axis) == key), key=at.get)) for key in keys]

    in_order = sorted(at, key=at.get)
    if key.kind is Kind.WHOLE:
        return {tuple(in_order)}
    if key.kind is Kind.LINES:
        return set(lines(*key.numbers))
    if key.kind is Kind.BOXES:
        boxes = {}
        for x in in_order:
            boxes.setdefault(tuple(i // n for i, n in zip(at[x], key.numbers, strict=True)), []).append(x)
        return set(map(tuple, boxes.values()))
    if key.kind is Kind.SPANS:
        axis, k = key.numbers
        return {line[i : i + k] for line in lines(axis) for i in range(0, len(line), k)}
    if key.kind is Kind.NEXT:
        axis, k = key.numbers
        pairs = itertools.permutations(at, 2)
        return {(x, y) for x, y in pairs if rest(x, axis) == rest(y, axis) and at[y][axis] == at[x][axis] + k}
    if key.kind is Kind.NEXT_IN_WHOLE:
        return set(itertools.pairwise(in_order))
    if key.kind is Kind.NEXT_IN_LINE:
        axis, line = key.numbers
        return set(itertools.pairwise(lines(axis)[line]))
    assert key.kind is Kind.TWO_LINES
    axis, i, j = key.numbers
    return set(zip(lines(axis)[i], lines(axis)[j], strict=True))


@given(SHAPES, st.data())
def test_the_groups_are_those_that_the_key_stands_for(shape, data):
    names = data.draw(st.permutations(named(shape))) if len(named(shape)) < 30 else named(shape)
    array = array_of(names)
    at = {variable: position for position, variable in array.cells.items()}
    found = list(families(array, names))
    for family in found:
        groups = list(family.groups())
        assert len(groups) == family.count == len(set(groups)) > 0
        assert {len(group) for group in groups} == {family.size}
        assert set(groups) == expected(family.key, at)
    assert len({family.key for family in found}) == len(found) == len(set(found))
    assert len({family.phrase for family in found}) == len(found)


@given(SHAPES)
def test_each_group_has_a_name_of_its_own(shape):
    names = named(shape)
    for family in families(array_of(names), names):
        assert len({family.name(i) for i in range(family.count)}) == family.count


@given(SHAPES, st.data())
def test_a_scope_lies_in_the_groups_that_hold_all_of_it(shape, data):
    names = named(shape)
    family = data.draw(st.sampled_from(list(families(array_of(names), names))))
    scope = data.draw(st.sets(st.integers(0, len(names)), min_size=1, max_size=3))  # the last one is in no array
    holding = [i for i, group in enumerate(family.groups()) if scope <= set(group)]
    assert family.holding(scope) == holding


def test_the_families_of_a_grid():
    names = named((4, 6))
    keys = [family.key for family in families(array_of(names), names)]
    assert {(key.stem, key.depth) for key in keys} == {("g", 2)}
    by_kind = {kind: [key.numbers for key in keys if key.kind is kind] for kind in Kind}
    assert by_kind[Kind.WHOLE] == [()]
    assert by_kind[Kind.LINES] == [(1,), (0,)]
    large = [(2, 6), (4, 3), (4, 2), (2, 3), (2, 2), (1, 3)]
    assert by_kind[Kind.BOXES] == [*large, (1, 2), (2, 1)]
    assert by_kind[Kind.NEXT] == [*((1, k) for k in range(1, 6)), *((0, k) for k in range(1, 4))]
    assert by_kind[Kind.NEXT_IN_WHOLE] == [()]
    assert by_kind[Kind.NEXT_IN_LINE] == [*((1, row) for row in range(4)), *((0, column) for column in range(6))]
    assert by_kind[Kind.TWO_LINES] == [
        *((1, *pair) for pair in itertools.combinations(range(4), 2)),
        *((0, *pair) for pair in itertools.combinations(range(6), 2)),
    ]


def test_only_arrays_without_gaps_have_families():
    names = [*named((2, 2)), *named((3,)), "gap[0,0]", "gap[1,1]", "one[0]", "boss"]
    v = Vocabulary({name: [0, 1] for name in names})
    arrays_of = {(family.key.stem, family.key.depth): set() for family in families_of(v)}
    assert set(arrays_of) == {("g", 2), ("g", 1)}
    for family in families_of(v):
        arrays_of[family.key.stem, family.key.depth] |= {x for group in family.groups() for x in group}
    assert arrays_of == {("g", 2): {0, 1, 2, 3}, ("g", 1): {4, 5, 6}}


def test_no_cell_is_looked_at_before_a_group_is_asked_for():
    """There can be very many groups, and whoever wants only the phrases should not wait for them."""

    class Untouched(dict):
        def __getitem__(self, position=None):
            raise LookupError

        __iter__ = keys = values = items = __getitem__

    names = named((12, 12))
    found = list(families(Array("g", (tuple("abcdefghijkl"),) * 2, Untouched(array_of(names).cells)), names))
    assert sum(family.count for family in found) > 1000
    for family in found:
        with pytest.raises(LookupError):
            family.group(0)


WARD = [f"shift[{who},{day}]" for who in ("anna", "ben", "carla", "dora") for day in ("Mon", "Tue", "Wed", "Thu")]


@pytest.mark.parametrize(
    ("names", "kind", "numbers", "phrase", "first", "everywhere", "some"),
    [
        (WARD, Kind.WHOLE, (), "the whole of shift", "shift", "shift", None),
        (WARD, Kind.LINES, (1,), "each row of shift", "row anna", "each of the 4 rows of shift",
         "rows anna and carla of shift"),
        (WARD, Kind.LINES, (0,), "each column of shift", "column Mon", "each of the 4 columns of shift",
         "columns Mon and Wed of shift"),
        (WARD, Kind.BOXES, (2, 2), "each 2×2 block of shift", "2×2 block at shift[anna,Mon]",
         "each of the 4 2×2 blocks of shift",
         "the 2×2 blocks of shift with the upper left corners shift[anna,Mon] and shift[carla,Mon]"),
        (WARD, Kind.NEXT, (1, 1), "each cell of shift and the next one in its row",
         "shift[anna,Mon] and shift[anna,Tue]", "each row of shift",
         "shift[anna,Mon] and shift[anna,Tue]; shift[anna,Wed] and shift[anna,Thu]"),
        (WARD, Kind.NEXT, (0, 2), "each cell of shift and the one 2 further in its column",
         "shift[anna,Mon] and shift[carla,Mon]", "each column of shift",
         "shift[anna,Mon] and shift[carla,Mon]; shift[anna,Tue] and shift[carla,Tue]"),
        (WARD, Kind.NEXT_IN_WHOLE, (), "each cell of shift and the next one, row after row",
         "shift[anna,Mon] and shift[anna,Tue]", "shift, row after row", None),
        (WARD, Kind.NEXT_IN_LINE, (1, 0), "each cell of row anna of shift and the next one",
         "shift[anna,Mon] and shift[anna,Tue]", "row anna of shift", None),
        (WARD, Kind.TWO_LINES, (1, 0, 2), "rows anna and carla of shift, column by column",
         "shift[anna,Mon] and shift[carla,Mon]", "each column of shift", None),
        (named((6,)), Kind.SPANS, (0, 3), "each group of 3 consecutive cells of g", "g[0] to g[2]",
         "each of the 2 groups of 3 consecutive cells of g", None),
        (named((6,)), Kind.NEXT, (0, 1), "each cell of g and the next one", "g[0] and g[1]", "g", None),
        (named((2, 2, 2)), Kind.LINES, (1,), "each line along index 2 of g", "g[0,*,0]",
         "each line along index 2 of g", "g[0,*,0]; g[1,*,0]"),
        (named((2, 2, 2)), Kind.NEXT, (1, 1), "each cell of g and the next one in its line along index 2",
         "g[0,0,0] and g[0,1,0]", "each line along index 2 of g", None),
    ],
)  # fmt: skip
def test_what_they_are_called(names, kind, numbers, phrase, first, everywhere, some):
    (family,) = (f for f in families(array_of(names), names) if f.key.kind is kind and f.key.numbers == numbers)
    assert family.phrase == phrase
    assert family.name(0) == first
    assert family.where() == family.where(range(family.count)) == everywhere
    if some is not None:
        assert family.where([0, 2]) == some


def test_one_group_is_called_without_a_plural():
    names = WARD
    found = {f.key.kind: f for f in families(array_of(names), names) if f.key.numbers in ((1,), (2, 2))}
    assert found[Kind.LINES].where([1]) == "row ben of shift"
    corner = "the 2×2 block of shift with the upper left corner shift[anna,Wed]"
    assert found[Kind.BOXES].where([1]) == corner


def test_members_are_told_apart_where_their_order_counts():
    found = {f.key: f for f in families(array_of(WARD), WARD)}
    told = {(key.kind, key.numbers): f.members("a", "b") for key, f in found.items() if f.members is not None}
    assert told[Kind.NEXT, (1, 1)] == "each cell a and the next one b"
    assert told[Kind.NEXT, (0, 2)] == "each cell a and the one b that is 2 further"
    assert told[Kind.TWO_LINES, (1, 0, 1)] == "a in row anna and b in row ben"
    alike = {key.kind for key, family in found.items() if family.members is None}
    assert alike == {Kind.WHOLE, Kind.LINES, Kind.BOXES}
