"""language = "common": relations and bounds that fit the domains, limited to families."""

from __future__ import annotations

import warnings

import pytest

import tacit
from tacit.benchmarks import load
from tacit.candidates.bias import Bias
from tacit.errors import LanguageError
from tacit.formats.problem_file import ProblemFileError, parse_problem
from tacit.problem.common import MOST, common_language
from tacit.problem.network import Constraint


def common(variables, **more):
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing in it is always or never true
        return tacit.Problem(variables, language="common", **more)


def missing(problem, target):
    """The constraints of a target that are not among the candidates."""
    rows, v = Bias(problem).rows, problem.vocabulary
    found = []
    for constraint in problem.network(target):
        bias = Bias.__new__(Bias)
        bias.vocabulary = v
        if rows.find(*bias._canonical(Constraint(constraint.relation, constraint.scope))) is None:
            found.append(str(constraint))
    return found


@pytest.mark.parametrize(
    ("name", "most"),
    [("queens-8", 1_000), ("sudoku-4", 3_000), ("ward-5x7", 10_000), ("magic-3", 2_000), ("zebra", 6_000)],
)
def test_it_has_what_common_problems_need(name, most):
    known = load(name)
    v = known.problem.vocabulary
    variables = {n: [v.shown(n, value) for value in v.domains[i]] for i, n in enumerate(v.names)}
    problem = common(variables, groups=known.problem.groups)
    target = [
        (part, c.scope) for c in known.target for part in getattr(c.relation, "parts", lambda c=c: [c.relation])()
    ]
    assert missing(problem, target) == []
    assert Bias(problem).size <= most


def test_it_stays_small():
    grid = {f"shift[n{n:03},{d}]": ["off", "early", "late", "night"] for n in range(40) for d in range(56)}
    problem = common(grid)
    assert MOST / 2 < Bias(problem).size <= MOST
    assert "count(night) <= k" in {relation.name for relation in problem.language}


def test_names_of_values_get_no_arithmetic():
    names = {relation.name for relation in common({f"s[{i}]": ["a", "b", "c"] for i in range(4)}).language}
    assert not [name for name in names if name.startswith(("sum", "abs")) or name in ("<", ">=")]
    assert {"!=", "==", "x != a", "x != b or y != a", "x == c or x != y", "count(a) >= k"} <= names
    mixed = common({"s[0]": ["a", "b"], "s[1]": ["a", "b"], "n[0]": range(9), "n[1]": range(9)})
    assert [family.spec for family in mixed.over["<"]] == ["whole of n"]
    numbers = {relation.name for relation in common({f"s[{i}]": range(50) for i in range(4)}).language}
    assert not [name for name in numbers if name.startswith(("count", "x !="))]
    assert {"sum <= k", "abs(x - y) != 2", "<", "alldifferent"} <= numbers


def test_places_in_a_line():
    """abs(x - y) != abs(i - j), with i and j the places."""
    problem = common({f"q[{i}]": range(10) for i in range(10)})
    assert [family.spec for family in problem.over["abs(x - y) != 6"]] == ["next 6 of q"]


@pytest.mark.parametrize(
    "variables",
    [
        {"a": range(3)},
        {"a": range(3), "b[1]": range(2)},
        {"a": range(3), "b": [7]},
        {f"s[{i}]": ["x", "and", "day off", "it's", 'say "so"', "both \" and '", "count"] for i in range(3)},
        {
            **{f"s[{i}]": ["off", "on"] for i in range(3)},
            **{f"t[{i},{j}]": range(90) for i in range(2) for j in range(2)},
        },
        {f"t[{i},{j},{k}]": range(2) for i in range(2) for j in range(3) for k in range(2)},
    ],
    ids=str,
)
def test_any_variables(variables):
    assert Bias(common(variables)).size > 0


def test_in_a_list_and_in_a_file():
    variables = {f"s[{i}]": ["a", "b"] for i in range(4)}
    problem = tacit.Problem(variables, language=["common", {"relation": "==", "over": "next"}, "x + y > 1"])
    names = [relation.name for relation in problem.language]
    assert names[:2] == ["==", "x + y > 1"]
    assert [family.spec for family in problem.over["=="]] == ["next of s"]  # as it was given
    assert len(names) == len(common(variables).language) + 1
    text = 'language = {}\n[variables]\ns = {{ rows = 4, domain = ["a", "b"] }}\n'
    read = parse_problem(text.format('"common"'), source="p")
    assert read.problem.language == common(variables).language
    assert common_language(read.problem.vocabulary) == common_language(problem.vocabulary)
    read = parse_problem(text.format('["common", "x + y > 1"]'), source="p")
    assert "x + y > 1" in [relation.name for relation in read.problem.language]
    added = parse_problem(text.format('"common"'), source="p", relations=["x + y > 1"])
    assert added.problem.language == read.problem.language


def test_a_language_that_is_another_word():
    with pytest.raises(
        ProblemFileError, match=r"line 1, language: .*or 'common', not 'comon' \(did you mean 'common'\?\)"
    ):
        parse_problem('language = "comon"\n[variables]\na = "1..3"\n', source="p")
    with pytest.raises(LanguageError, match="a language is a list of relations"):
        tacit.Problem({"a": range(3)}, language="comon")


def test_people_by_days_have_no_diagonals_even_if_there_are_as_many():
    people, days = ["Adams", "Brown", "Chen"], ["Mon", "Tue", "Wed"]
    cells = {f"job[{who},{day}]": ["off", "bar", "door"] for who in people for day in days}
    roster = tacit.Problem(cells, language="common")
    square = tacit.Problem({f"g[{i},{j}]": [1, 2, 3] for i in range(3) for j in range(3)}, language="common")

    def over(problem):
        return {family.spec for families in problem.over.values() for family in families}

    assert not any("diagonal" in spec for spec in over(roster))
    assert any("diagonal" in spec for spec in over(square))
