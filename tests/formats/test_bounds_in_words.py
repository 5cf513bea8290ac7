"""Bounds of a network in words: each constraint in just one line, and what is the same everywhere said once."""

from __future__ import annotations

import itertools

import pytest

from tacit import Problem
from tacit.benchmarks.wards import ward
from tacit.showing.sentences import lines

WHO, DAYS = ("anna", "ben", "eva", "kim"), tuple(range(1, 9))
CELL = {(w, d): f"shift[{w},{d}]" for w in WHO for d in DAYS}
ROWS = {w: [CELL[w, d] for d in DAYS] for w in WHO}
COLUMNS = {d: [CELL[w, d] for w in WHO] for d in DAYS}
PROBLEM = Problem(
    {name: ["off", "early", "night"] for name in CELL.values()},
    language=["!="],
    groups={"seniors": ["anna", "ben"]},
)


def said(*constraints, groups=None):
    network = PROBLEM.network(list(constraints))
    found = lines(network, groups)
    assert sorted(str(c) for line in found for c in line.constraints) == sorted(map(str, network))
    return [line.text for line in found]


def on(texts, groups):
    return [(text, group) for group in groups for text in texts]


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["count(night) <= 2"], "at most 2 × night"),
        (["count(night) <= 2", "count(off) >= 2"], "at most 2 × night, at least 2 × off"),
        (["count(night) <= 1", "count(night) >= 1"], "exactly 1 × night"),
        (["count(night) == 1"], "exactly 1 × night"),
        (["count(night) <= 0"], "no night"),
        (["count(not off) <= 0"], "nothing but off"),
        (["count(not off) <= 5"], "at most 5 × not off"),
        (["count(early, night) >= 1"], "at least 1 × early or night"),
        (["sum <= 9", "sum >= 9"], "the cells add up to exactly 9"),
    ],
)
def test_in_each_row(texts, words):
    assert said(*on(texts, ROWS.values())) == [f"in each of the 4 rows of shift: {words}"]


def test_all_different():
    assert said(*on(["alldifferent"], COLUMNS.values())) == ["in each of the 8 columns of shift, all cells differ"]


def test_in_some_rows():
    night = ["count(night) <= 2"]
    assert said(*on(night, [ROWS["ben"]])) == ["in row ben of shift: at most 2 × night"]
    assert said(*on(night, [ROWS["anna"], ROWS["kim"]])) == ["in each of rows anna and kim of shift: at most 2 × night"]
    two = [*on(night, [ROWS[who] for who in WHO[:3]]), *on(["count(night) <= 1"], [ROWS["kim"]])]
    assert said(*two) == [
        "in each of rows anna, ben and eva of shift: at most 2 × night",
        "in row kim of shift: at most 1 × night",
    ]


def test_windows_and_spans():
    windows = [row[i : i + 4] for row in ROWS.values() for i in range(5)]
    spans = [row[i : i + 4] for row in ROWS.values() for i in (0, 4)]
    assert said(*on(["count(night) <= 2"], windows), *on(["count(not off) <= 3"], spans)) == [
        "in any 4 consecutive cells in a row of shift: at most 2 × night",
        "in each of the 8 stretches of 4 cells in a row of shift (1 to 4, 5 to 8): at most 3 × not off",
    ]


def test_named_groups_and_the_same_rows_of_each_column():
    early = on(["count(early) >= 1"], [column[:2] for column in COLUMNS.values()])
    assert said(*early, groups=PROBLEM.groups) == [
        "in each of the 8 columns of shift, only seniors: at least 1 × early"
    ]
    assert said(*early) == ["in each of the 8 columns of shift, only rows anna and ben: at least 1 × early"]


def test_cells_that_no_words_name():
    odd = [CELL["anna", 1], CELL["ben", 3], CELL["kim", 4]]
    assert said(("count(night) <= 1", odd), ("sum >= 2", odd)) == [
        "at most 1 × night in shift[anna,1], shift[ben,3] and shift[kim,4]",
        "the sum of shift[anna,1], shift[ben,3] and shift[kim,4] is at least 2",
    ]


def test_beside_other_relations():
    different = [("!=", pair) for column in COLUMNS.values() for pair in itertools.combinations(column[:3], 2)]
    assert said(*different, ("count(night) == 1", ROWS["eva"]))[-1] == "in row eva of shift: exactly 1 × night"


@pytest.mark.parametrize("size", [(8, 7), (20, 28)])
@pytest.mark.parametrize("named", [True, False])
def test_a_ward_takes_few_lines(size, named):
    """Eight rules; in one week, windows and weeks are rows."""
    benchmark = ward(*size)
    found = lines(benchmark.target, benchmark.problem.groups if named else None)
    assert len(found) <= 9
    assert sorted(str(c) for line in found for c in line.constraints) == sorted(map(str, benchmark.target))
