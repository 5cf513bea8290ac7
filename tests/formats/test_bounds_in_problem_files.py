"""Bounds as people write them: in problem files, and as single constraints with their cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.candidates.bias import Bias
from tacit.formats.problem_file import ProblemFileError, parse_problem
from tacit.problem.bounds import Bound

WARD = """
language = [
  "!=",
  { relation = "count(night) <= k", over = "row", say = "not too many nights" },
  { relation = "count(not off) <= 2", over = ["row", "window of 2 in row"] },
  "alldifferent",
]
background = ["count(night in shift[anna,Mon], shift[anna,Tue]) <= 1"]
candidates = [
  "alldifferent(shift[anna,Mon], shift[ben,Mon])",
  { relation = "count(early) >= 1", scope = ["shift[anna,Mon]", "shift[ben,Mon]"] },
]
[variables]
shift = { rows = ["anna", "ben"], columns = ["Mon", "Tue", "Wed"], domain = ["off", "early", "night"] }
"""


def read(text):
    return parse_problem(text, source="ward.toml").problem


def test_a_file_with_bounds():
    problem = read(WARD)
    by_name = {relation.name: relation for relation in problem.language}
    assert by_name["count(night) <= k"].say == "not too many nights"
    assert [family.spec for family in problem.over["count(night) <= k"]] == ["row of shift"]
    assert [family.spec for family in problem.over["alldifferent"]] == [
        "whole of shift",
        "row of shift",
        "column of shift",
    ]
    assert [str(c) for c in problem.background] == ["count(night in shift[anna,Mon], shift[anna,Tue]) <= 1"]
    assert [str(c) for c in problem.candidates] == [
        "alldifferent(shift[anna,Mon], shift[ben,Mon])",
        "count(early in shift[anna,Mon], shift[ben,Mon]) >= 1",
    ]
    bias = Bias(problem)
    said = [str(bias.constraint(row)) for row in range(bias.rows.size)]
    anna = "shift[anna,Mon], shift[anna,Tue], shift[anna,Wed]"
    assert [text for text in said if "night in" in text and anna in text] == [
        f"count(night in {anna}) <= {k}" for k in (0, 1, 2)
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count(night) <= k", "coutn(night) <= k", r"line 4, language, element 2: .*did you mean 'count'\?"),
        ("count(night) <= k", "count(nihgt) <= k", r"line 4, language, element 2: .*'nihgt' \(did you mean 'night'\?"),
        ("count(night) <= k", "count(7) <= k", r"line 4, language, element 2: .*no variable can have the value 7"),
        ("count(night) <= k", "count() <= k", "line 4, language, element 2: .*count needs the value to count"),
        ("count(night) <= k", "count(night)", "line 4, language, element 2: .*accepted are count"),
        ("count(night) <= k", "count(night, night) <= k", "line 4, .*a value is counted twice"),
        (
            "count(night) <= k",
            "count(night) <= 3",
            "line 4, .*it says nothing, because at most 3 of the 3 cells can be night",
        ),
        (
            "count(night) <= k",
            "count(night) >= 4",
            "line 4, .*nothing satisfies it, because at most 3 of the 3 cells can be night",
        ),
        ("count(night) <= k", "count(night) <= " + "9" * 90, "line 4, .*accepted are count"),
        ("count(night) <= k", "count(night) <= " + "9" * 9000, "line 4, .*at most 500 are accepted"),
        ('"row", say', '"rwo", say', r"line 4, language.over: .*'rwo' \(did you mean 'row'\?\)"),
        ('"alldifferent",', '"alldiferent",', r"line 6, .*did you mean 'alldifferent'\?"),
        ('"alldifferent",', '"sum <= k",', r"line 6, .*names \(off, early, night\), and names have no sum"),
        ('"alldifferent",', '"som <= k",', r"line 6, .*did you mean 'sum'\?"),
        ("count(night in", "cuont(night in", r"line 8, background, element 1: .*did you mean 'count'\?"),
        ("Tue]) <= 1", "Teu]) <= 1", r"line 8, background, element 1: .*did you mean 'shift\[anna,Tue\]'\?"),
        ("Tue]) <= 1", "Tue]) <= k", "line 8, background, element 1: the number of 'count.*' is open"),
        ("Tue]) <= 1", "Tue]) <= 2", "line 8, .*it says nothing, because at most 2 of the 2 cells can be night"),
        ("Tue]) <= 1", "Tue]) >= 3", "line 8, background, element 1: .*nothing satisfies it"),
        ("alldifferent(shift[anna,Mon], shift[ben,Mon])", "alldifferent()", "line 10, .*on no variables"),
        ("[anna,Mon], shift[ben,Mon])", "[ben,Mon], shift[ben,Mon])", "line 10, .*names a variable twice"),
    ],
)
def test_errors_name_the_line_and_the_nearest_word(old, new, message):
    assert WARD.count(old) == 1
    with pytest.raises(ProblemFileError, match=message) as caught:
        read(WARD.replace(old, new))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_a_bound_without_a_family():
    with pytest.raises(ProblemFileError, match=r"line 1, .*over no family.*over = \"cells a, b, c\""):
        parse_problem('language = ["sum <= k"]\n[variables]\na = "1..3"\n', source="p")
    variables = '[variables]\na = "1..3"\nb = "1..3"\nc = "1..2"\n'
    text = f'language = [{{ relation = "sum <= k", over = "cells a, b" }}]\n{variables}'
    assert [family.count for family in read(text).over["sum <= k"]] == [1]


def test_long_texts_are_refused_quickly():
    for inside in ("," * 300_000, "'" * 300_000, " in " * 80_000, "(" * 300_000, "a," * 150_000, "[" * 300_000):
        with pytest.raises(ProblemFileError):
            read(WARD.replace("count(night in", f"count({inside} in"))
        with pytest.raises(ProblemFileError):
            read(WARD.replace("count(night) <= k", f"count({inside}) <= k"))


VALUES = ["off", "day off", "in", "not", "a, b", "in bed", "3", "x (y)"]


@examples(100)
@given(
    st.lists(st.sampled_from(VALUES), min_size=1, max_size=3, unique=True),
    st.booleans(),
    st.sampled_from(["<=", ">=", "=="]),
    st.lists(st.sampled_from(["a", "b[0,1]", "b[x y,2]", "c 1", "d"]), min_size=2, unique=True),
)
def test_what_is_written_is_read_again(values, negated, sign, cells):
    problem = tacit.Problem(dict.fromkeys(["a", "b[0,1]", "b[x y,2]", "c 1", "d"], VALUES), language=["!="])
    constants = problem.vocabulary.named_values
    text = f"count({'not ' * negated}{', '.join(map(repr, values))}) {sign} 1"
    bounds = [Bound.of(text, constants), Bound.of("sum == 5"), Bound.of("alldifferent")]
    network = problem.network([(bound, cells) for bound in bounds])
    again = problem.network([str(constraint) for constraint in network])
    assert again == network
    assert [c.relation.measure for c in again] == [c.relation.measure for c in network]
    assert [Bound.of(bound.name, constants) for bound in bounds] == bounds
