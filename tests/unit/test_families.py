"""Families and their groups, against definitions by coordinates; and what they are called."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tacit.errors import FamilyError, ProblemError
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds
from tacit.structure.arrays import Array, arrays
from tacit.structure.families import cells_family, families, families_of, star_family
from tacit.structure.family import Kind
from tacit.structure.finding import find_family
from tacit.structure.said_groups import read_groups

SHAPES = st.lists(st.integers(1, 6), min_size=1, max_size=3).filter(lambda shape: max(shape) > 1)


def named(shape, stem="g"):
    return [f"{stem}[{','.join(map(str, place))}]" for place in itertools.product(*map(range, shape))]


def vocabulary_of(names):
    return Vocabulary({name: [0, 1] for name in names})


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

    def sorted_by(feature):
        found = {}
        for x in in_order:
            found.setdefault(feature(x), []).append(x)
        return [tuple(group) for group in found.values()]

    def neighbours(axis):
        pairs = itertools.permutations(at, 2)
        return {(x, y) for x, y in pairs if rest(x, axis) == rest(y, axis) and at[y][axis] == at[x][axis] + 1}

    in_order = sorted(at, key=at.get)
    if key.kind is Kind.WHOLE:
        return [tuple(in_order)]
    if key.kind is Kind.LINES:
        return lines(*key.numbers)
    if key.kind is Kind.PLANES:
        (axis,) = key.numbers
        return sorted_by(lambda x: at[x][axis])
    if key.kind is Kind.BOXES:
        return sorted_by(lambda x: tuple(i // n for i, n in zip(at[x], key.numbers, strict=True)))
    if key.kind is Kind.SPANS:
        axis, k = key.numbers
        return [line[i : i + k] for line in lines(axis) for i in range(0, len(line), k)]
    if key.kind is Kind.WINDOWS:
        axis, k = key.numbers
        return [line[i : i + k] for line in lines(axis) for i in range(len(line) - k + 1)]
    if key.kind is Kind.NEXT:
        axis, k = key.numbers
        return [pair for line in lines(axis) for pair in zip(line, line[k:], strict=False)]
    if key.kind is Kind.NEXT_IN_WHOLE:
        return list(itertools.pairwise(in_order))
    if key.kind is Kind.NEXT_IN_LINE:
        axis, line = key.numbers
        return list(itertools.pairwise(lines(axis)[line]))
    if key.kind is Kind.NEXT_IN_BOX:
        p, q, axis = key.numbers
        pairs = {pair for d in ((0, 1) if axis == -1 else (axis,)) for pair in neighbours(d)}
        return [(x, y) for x, y in pairs if (at[x][0] // p, at[x][1] // q) == (at[y][0] // p, at[y][1] // q)]
    if key.kind is Kind.ROW_CHANGES:
        return [(one[-1], other[0]) for one, other in itertools.pairwise(lines(1))]
    if key.kind in (Kind.DIAGONALS, Kind.MAIN_DIAGONALS):
        down, up = sorted_by(lambda x: at[x][0] - at[x][1]), sorted_by(lambda x: sum(at[x]))
        longest = max(map(len, down))
        return [g for g in down + up if len(g) == longest or (key.kind is Kind.DIAGONALS and len(g) > 1)]
    assert key.kind is Kind.TWO_LINES
    axis, i, j = key.numbers
    return list(zip(lines(axis)[i], lines(axis)[j], strict=True))


@given(SHAPES, st.data())
def test_the_groups_are_those_that_the_key_stands_for(shape, data):
    names = data.draw(st.permutations(named(shape))) if len(named(shape)) < 30 else named(shape)
    array = array_of(names)
    at = {variable: position for position, variable in array.cells.items()}
    found = list(families(array, names))
    axis = data.draw(st.sampled_from([d for d in range(len(shape)) if shape[d] > 1]))
    # People may ask for windows; the others have their own pairs.
    window = kinds.windows(array, axis, data.draw(st.integers(2, shape[axis])), names)
    for family in [*found, window]:
        groups = list(family.groups())
        assert len(groups) == family.count == len(set(groups)) > 0
        assert max(len(group) for group in groups) == family.size
        whole = family if family.uncut is None else family.uncut
        assert set(whole.groups()) == set(expected(whole.key, at))
        if family is not whole:
            ((number,),) = family.key.cuts
            assert groups == [whole.group(number)]
    assert len({family.key for family in found}) == len(found) == len(set(found))
    assert len({family.phrase for family in found}) == len({family.spec for family in found}) == len(found)


@given(SHAPES)
def test_no_two_have_the_same_pairs(shape):
    names = named(shape)
    pairs = [frozenset(map(frozenset, f.scopes(2).tolist())) for f in families(array_of(names), names)]
    assert len(set(pairs)) == len(pairs)


@given(SHAPES, st.integers(1, 4), st.data())
def test_scopes_are_all_choices_from_each_group(shape, arity, data):
    names = data.draw(st.permutations(named(shape))) if len(named(shape)) < 30 else named(shape)
    assume(len(names) < 40)
    family = data.draw(st.sampled_from(list(families(array_of(names), names))))
    first = {}
    for number, group in enumerate(family.groups()):
        for scope in itertools.combinations(group, arity):
            first.setdefault(frozenset(scope), (scope, number))
    scopes, groups = family.scopes(arity), family.group_of_scopes(arity)
    assert scopes.shape == (len(first), arity)
    assert [(tuple(s), g) for s, g in zip(scopes.tolist(), groups.tolist(), strict=True)] == list(first.values())


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
    found = list(families(array_of(names), names))
    keys = [family.key for family in found if not family.key.cuts]
    single = [(family.key.kind, family.count) for family in found if family.key.cuts]
    assert sorted(single) == [(Kind.BOXES, 1)] * 10 + [(Kind.LINES, 1)] * 10
    assert {(key.stem, key.depth) for key in keys} == {("g", 2)}
    by_kind = {kind: [key.numbers for key in keys if key.kind is kind] for kind in Kind}
    assert by_kind[Kind.WHOLE] == [()]
    assert by_kind[Kind.LINES] == [(1,), (0,)]
    assert by_kind[Kind.BOXES] == [(2, 6), (4, 3), (4, 2), (2, 3), (2, 2)]
    assert by_kind[Kind.SPANS] == [(1, 3), (0, 2), (1, 2)]
    assert by_kind[Kind.NEXT] == [*((1, k) for k in range(1, 5)), *((0, k) for k in range(1, 3))]
    assert by_kind[Kind.NEXT_IN_WHOLE] == by_kind[Kind.ROW_CHANGES] == by_kind[Kind.DIAGONALS] == [()]
    assert by_kind[Kind.NEXT_IN_BOX] == [(2, 2, -1), (2, 3, -1), (2, 3, 1)]
    assert by_kind[Kind.NEXT_IN_LINE] == [*((1, row) for row in range(4)), *((0, column) for column in range(6))]
    assert by_kind[Kind.TWO_LINES] == [
        *((1, *pair) for pair in itertools.combinations(range(4), 2)),
        *((0, *pair) for pair in itertools.combinations(range(6), 2)),
    ]


def test_only_arrays_without_gaps_have_families():
    names = [*named((2, 2)), *named((3,)), "gap[0,0]", "gap[1,1]", "one[0]", "boss"]
    v = Vocabulary({name: [0, 1] for name in names})
    cells = {family.spec: set(itertools.chain(*family.groups())) for family in families_of(v)}
    assert cells["whole of g[*,*]"] == {0, 1, 2, 3}
    assert cells["whole of g[*]"] == {4, 5, 6}
    assert set().union(*cells.values()) == set(range(7))


def test_no_cell_is_looked_at_before_a_group_is_asked_for():
    """There can be very many groups, and whoever wants only the phrases should not wait for them."""

    class Untouched(dict):
        def __getitem__(self, position=None):
            raise LookupError

        __iter__ = keys = values = items = __getitem__

    names = named((11, 13))
    found = list(
        families(Array("g", (tuple("abcdefghijk"), tuple("abcdefghijklm")), Untouched(array_of(names).cells)), names)
    )
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
        (named((6,)), Kind.SPANS, (0, 3), "each stretch of 3 cells of g (0 to 2, 3 to 5)", "g[0] to g[2]",
         "each of the 2 stretches of 3 cells of g (0 to 2, 3 to 5)", None),
        (named((6,)), Kind.NEXT, (0, 1), "each cell of g and the next one", "g[0] and g[1]", "g", None),
        (named((2, 2, 2)), Kind.LINES, (1,), "each line along index 2 of g", "g[0,*,0]",
         "each line along index 2 of g", "g[0,*,0]; g[1,*,0]"),
        (named((2, 3, 2)), Kind.NEXT, (1, 1), "each cell of g and the next one in its line along index 2",
         "g[0,0,0] and g[0,1,0]", "each line along index 2 of g", None),
    ],
)  # fmt: skip
def test_what_they_are_called(names, kind, numbers, phrase, first, everywhere, some):
    uncut = [f for f in families(array_of(names), names) if not f.key.cuts]
    (family,) = (f for f in uncut if f.key.kind is kind and f.key.numbers == numbers)
    assert family.phrase == phrase
    assert family.name(0) == first
    assert family.where() == family.where(range(family.count)) == everywhere
    if some is not None:
        assert family.where([0, 2]) == some


def test_one_group_is_called_without_a_plural():
    names = WARD
    found = {f.key.kind: f for f in families(array_of(names), names) if f.key[3:] in (((1,), ()), ((2, 2), ()))}
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
    assert alike == {Kind.WHOLE, Kind.LINES, Kind.BOXES, Kind.SPANS}  # people by days have no diagonals


# --- what names show besides arrays ---


def families_by_spec(names, groups=None):
    return {family.spec: family for family in families_of(vocabulary_of(names), groups)}


def test_names_made_of_words_are_arrays():
    names = [f"nurse_{i}_{day}" for i in (1, 2, 3) for day in ("mon", "tue")]
    found = families_by_spec(names)
    assert list(found["row of nurse"].groups()) == [(0, 1), (2, 3), (4, 5)]
    assert found["row of nurse"].name(2) == "row 3"
    assert found["column of nurse"].name(1) == "column tue"


def test_names_that_say_nothing_are_one_line():
    names = ["ukrainian", "spaniard", "red", "green", "tea", "milk"]
    found = families_by_spec(names)
    assert list(found["span of 2"].groups()) == [(0, 1), (2, 3), (4, 5)]
    assert found["span of 2"].phrase == "each stretch of 2 variables (ukrainian to spaniard, red to green, …)"
    assert found["whole"].phrase == "all variables"
    assert found["next"].phrase == "each variable and the next one"
    beside = families_by_spec([*names, "a[0]", "a[1]"])
    assert list(beside["span of 3 of the other variables"].groups()) == [(0, 1, 2), (3, 4, 5)]
    assert "each array" in beside


def test_two_names_that_begin_alike_say_nothing():
    found = families_by_spec(["old_gold", "old_spice", "lucky_strike"])
    assert list(found["whole"].groups()) == [(0, 1, 2)]


def test_families_across_arrays():
    found = families_by_spec(["a[0]", "a[1]", "b[x]", "b[y]", "c[0]", "c[1]", "d[0]", "d[1]", "d[2]"])
    assert list(found["each array"].groups()) == [(0, 1), (2, 3), (4, 5), (6, 7, 8)]
    assert found["each array"].size == 3
    assert found["each array"].scopes(2).tolist() == [[0, 1], [2, 3], [4, 5], [6, 7], [6, 8], [7, 8]]
    assert list(found["same position in a and b"].groups()) == [(0, 2), (1, 3)]
    assert list(found["same position in a, b and c"].groups()) == [(0, 2, 4), (1, 3, 5)]
    assert "same position in a and d" not in found
    assert list(found["between b and d"].groups()) == [(2, 6), (2, 7), (2, 8), (3, 6), (3, 7), (3, 8)]
    assert found["between b and d"].phrase == "any cell of b and any cell of d"


def test_planes_of_three_axes():
    found = families_by_spec(named((2, 2, 3)))
    planes = found["same index 3 of g"]
    assert list(planes.groups()) == [(0, 3, 6, 9), (1, 4, 7, 10), (2, 5, 8, 11)]
    assert (planes.phrase, planes.name(1)) == ("all cells of g with the same index 3", "g[*,*,1]")


def test_siblings_share_a_sort():
    found = families_by_spec(named((4, 6)))
    assert found["row of g"].sort == found["column of g"].sort == "lines"
    assert found["box 2x2 of g"].sort == found["box 2x3 of g"].sort != found["row of g"].sort
    assert found["row 0 of g"].sort == found["row 3 of g"].sort != found["column 5 of g"].sort
    assert found["row 0 of g"].sort not in ("lines", found["box 2x2 at g[0,0] of g"].sort)


# --- parts ---


def test_a_part_names_what_is_kept_or_what_is_left_out():
    rows = families_by_spec(WARD)["row of shift"]
    some = rows.part([0, 2])
    assert (some.phrase, some.count, list(some.groups())) == (
        "rows anna and carla of shift",
        2,
        [*map(rows.group, (0, 2))],
    )
    assert rows.part([0, 2, 3]).phrase == "each row of shift except row ben"
    assert rows.part([2]).phrase == rows.part([2]).spec == "row carla of shift"
    assert rows.part(range(4)) is rows
    assert rows.part([0, 2, 3]).part([0, 1]) == some
    assert rows.part([0, 2, 3]).name(1) == "row carla"
    assert rows.part([0, 2, 3]).where([0, 1]) == "rows anna and carla of shift"
    assert rows.part([0]) != rows.part([1])


def test_neighbours_of_a_whole_line_are_left_out_by_its_name():
    beside = families_by_spec(WARD)["next in row of shift"]
    without = beside.part(i for i in range(beside.count) if i not in (3, 4, 5))
    assert without.phrase == "each cell of shift and the next one in its row except row ben"
    assert without.spec == "next in row of shift except row ben"
    one = beside.part(i for i in range(beside.count) if i != 3)
    assert one.spec == "next in row of shift except shift[ben,Mon] and shift[ben,Tue]"


@pytest.mark.parametrize("numbers", [[], [4], [-1]])
def test_what_is_no_part(numbers):
    with pytest.raises(FamilyError, match="it has 4 groups"):
        families_by_spec(WARD)["row of shift"].part(numbers)


def test_these_cells():
    v = vocabulary_of(WARD)
    family = cells_family(v, [5, 0, 1, 2])
    assert family.phrase == "these 4 cells: shift[ben,Tue], shift[anna,Mon], shift[anna,Tue] and shift[anna,Wed]"
    assert list(family.groups()) == [(5, 0, 1, 2)]
    assert cells_family(v, [0, 1]) != cells_family(v, [0, 2])
    with pytest.raises(FamilyError):
        cells_family(v, [0, 0])


# --- groups that a person names ---

GROUPS = {"seniors": ["anna", "carla"], "middle": ["Tue", "Wed"]}


def test_one_cell_with_each_of_others():
    v = Vocabulary({f"v{i}": range(3) for i in range(6)})
    star = star_family(v, 4, (0, 2, 5))
    assert (star.phrase, star.count, star.size) == ("v4 with v0, v2 or v5", 3, 2)
    assert star.scopes(2).tolist() == [[4, 0], [4, 2], [4, 5]]
    assert find_family(v, star.spec) == star
    with pytest.raises(FamilyError, match="none twice"):
        star_family(v, 4, (0, 4))
    with pytest.raises(FamilyError, match="at least one other"):
        star_family(v, 4, ())


def test_groups_restrict_families():
    found = families_by_spec(WARD, GROUPS)
    assert list(found["column of shift only seniors"].groups()) == [(0, 8), (1, 9), (2, 10), (3, 11)]
    assert found["column of shift only seniors"].phrase == "each column of shift, only seniors"
    assert list(found["next in row of shift only seniors"].groups()) == [
        (x, x + 1) for row in (0, 8) for x in range(row, row + 3)
    ]
    assert list(found["row of shift only middle"].groups()) == [(1, 2), (5, 6), (9, 10), (13, 14)]
    # "each row, only seniors" are two rows; neighbours in the middle of the week are the middle of the week
    assert list(found["row of shift only seniors"].groups()) == [(0, 1, 2, 3), (8, 9, 10, 11)]
    assert "next in row of shift only middle" not in found


@pytest.mark.parametrize(
    ("names", "groups", "message"),
    [
        (WARD, {"seniors": ["ana"]}, r"group 'seniors': nothing is labelled 'ana' \(did you mean 'anna'\?\)"),
        (WARD, {"seniors": []}, "group 'seniors': it is empty"),
        (WARD, {"seniors": "anna"}, "group 'seniors': it must be a list of labels"),
        (WARD, {"": ["anna"]}, "the name of a group must be a text"),
        (named((3, 3)), {"some": ["1"]}, "say which one is meant, as in 'row 1' or 'column 1'"),
    ],
)
def test_groups_that_can_not_be_used(names, groups, message):
    with pytest.raises(ProblemError, match=message):
        families_by_spec(names, groups)


def test_labels_that_are_numbers_and_names_of_variables():
    v = vocabulary_of([*named((3, 3)), "boss"])
    read = read_groups(v, {"some": ["row 1", "g[0,0]"], "top": ["boss"]})
    assert read == {"some": {0, 3, 4, 5}, "top": {9}}


# --- finding a family by its name ---


@given(SHAPES, st.booleans(), st.data())
def test_a_spec_names_its_family(shape, alone, data):
    names = [*named(shape), *([] if alone else [*named((2, 3), "h"), "x", "y", "z"])]
    v = vocabulary_of(names)
    family = data.draw(st.sampled_from(list(families_of(v))))
    assert find_family(v, family.spec) == family == find_family(v, family.phrase)
    part = family.part(data.draw(st.sets(st.integers(0, family.count - 1), min_size=1)))
    assert find_family(v, part.spec) == part


@pytest.mark.parametrize("part", [[0], [1, 2], [0, 1, 3]])
def test_a_spec_names_its_family_in_a_group(part):
    v = vocabulary_of(WARD)
    for family in families_of(v, GROUPS):
        assert find_family(v, family.spec, GROUPS) == family == find_family(v, family.phrase, GROUPS)
        some = family.part(number for number in part if number < family.count) if family.count > max(part) else family
        assert find_family(v, some.spec, GROUPS) == some


@pytest.mark.parametrize(
    ("said", "spec"),
    [
        ("row", "row of shift"),
        ("each row", "row of shift"),
        ("In every row of shift", "row of shift"),
        ("box 2x2", "box 2x2 of shift"),
        ("2×2 boxes", "box 2x2 of shift"),
        ("each 2x4 block", "box 2x4 of shift"),
        ("next in row", "next in row of shift"),
        ("neighbours in a column", "next in column of shift"),
        ("next 2 in row", "next 2 in row of shift"),
        ("window of 3 in row", "window of 3 in row of shift"),
        ("any 3 consecutive cells in a column", "window of 3 in column of shift"),
        ("spans of 2 in row", "span of 2 in row of shift"),
        ("each group of 2 consecutive cells in a row of shift", "span of 2 in row of shift"),
        ("each stretch of 2 cells in a row", "span of 2 in row of shift"),
        ("each stretch of 2 cells in a row of shift (Mon to Tue, Wed to Thu)", "span of 2 in row of shift"),
        ("whole", "whole of shift"),
        ("shift", "whole of shift"),
        ("all cells", "whole of shift"),
        ("row anna", "row anna of shift"),
        ("rows Anna and ben", "row of shift only row anna; row ben"),
        ("columns Mon, Tue and Wed", "column of shift except column Thu"),
        ("row except anna", "row of shift except row anna"),
        ("next in row without ben", "next in row of shift except row ben"),
        ("next in row anna", "next in row anna of shift"),
        ("anna and ben, day by day", "rows anna and ben, column by column of shift"),
        ("rows ben and anna, by column", "rows anna and ben, column by column of shift"),
        ("diagonals", "diagonal of shift"),
        ("both long diagonals", "long diagonals of shift"),
        ("next, row after row", "next row after row of shift"),
        ("row changes", "row change of shift"),
        ("neighbours in box 2x2", "next in box 2x2 of shift"),
        ("next in row in box 2x4", "next in row in box 2x4 of shift"),
        ("cells shift[anna,Mon], shift[ben,Tue] and shift[dora,Wed]", "cells shift[anna,Mon], shift[ben,Tue], "
         "shift[dora,Wed]"),
        ("column, only seniors", "column of shift only seniors"),
        ("next in row, only seniors, except anna", "next in row of shift only seniors only row carla"),
        ("rows except seniors", "row of shift only row ben; row dora"),
    ],
)  # fmt: skip
def test_many_ways_to_say_it(said, spec):
    v = vocabulary_of(WARD)
    found = find_family(v, said, GROUPS)
    assert found.spec == spec
    assert find_family(v, spec, GROUPS) == found


def test_arrays_are_found_by_name():
    v = vocabulary_of(["a[0]", "a[1]", "b[0]", "b[1]"])
    assert find_family(v, "same position").spec == "same position in a and b"
    assert find_family(v, "between b and a").spec == "between a and b"
    assert find_family(v, "arrays").spec == "each array"
    assert find_family(v, "a").spec == "whole of a"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("roww", r"nothing here is called 'roww' \(did you mean 'row'\?\)"),
        ("nxt in row", r"did you mean 'next in row'"),
        ("hexagons", "nothing here is called 'hexagons'; there are, for example, 'row', 'column', 'next in row'"),
        ("row ana", r"shift has no row 'ana' \(did you mean 'anna'\?\)"),
        ("row of shft", r"there is no array 'shft' \(did you mean 'shift'\?\)"),
        ("box 3x3", "blocks of 3×3 cells do not fill shift, which has 4 rows and 4 columns"),
        ("span of 3 in row", "4 cells in a line can't be cut into spans of 3, only of 2, 4"),
        ("window of 9 in row", "a window has 2 to 4 cells here, not 9"),
        ("next 4 in row", "nothing is 4 further in lines of 4"),
        ("column, only senior", r"no part of it is called 'senior' \(did you mean 'seniors'\?\)"),
        ("row except anna, ben, carla and dora", "nothing is left of it"),
        ("rows anna and anna, day by day", "named twice"),
        ("cells shift[anna,Mon], shift[ana,Tue]", r"no variable 'shift\[ana,Tue\]' \(did you mean"),
        ("between shift and shift", "it takes two arrays"),
        ("same position", "say in which arrays"),
        ("box 2x2 at shift[anna,Tue]", "none begins at"),
        ("", "must be named by a text"),
        (7, "must be named by a text"),
    ],
)
def test_what_means_nothing_is_an_error_that_helps(said, message):
    v = vocabulary_of(WARD)
    with pytest.raises(ProblemError, match=message):
        find_family(v, said, GROUPS)


def test_what_may_mean_two_things_is_an_error():
    v = vocabulary_of([*named((2, 2), "a"), *named((2, 2), "b")])
    with pytest.raises(FamilyError, match="'row' is not clear: say 'row of a' or 'row of b'"):
        find_family(v, "row")
