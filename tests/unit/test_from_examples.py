"""`tacit.learn_from`: the model that examples support by themselves."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import tacit
from tacit.errors import ExamplesError, ProblemError
from tacit.exact.equivalence import equivalent
from tacit.structure.finding import find_family


def line(n, values, name="s"):
    return {f"{name}[{i}]": values for i in range(n)}


def square(n, values, name="g"):
    return {f"{name}[{i},{j}]": values for i in range(n) for j in range(n)}


def plans(problem, rows, answer=True):
    return [(dict(zip(problem.names, map(int, row), strict=True)), answer) for row in rows]


def said(result):
    return [(rule.relation.name, rule.family.spec) for each in result.support for rule in each.rules]


def latin_squares(n, count):
    rng = np.random.RandomState(0)
    base = (np.arange(n)[:, None] + np.arange(n)) % n
    for _ in range(count):
        yield rng.permutation(n)[base][rng.permutation(n)][:, rng.permutation(n)].ravel()


def test_a_latin_square_from_six_of_them():
    problem = tacit.Problem(square(5, range(5)), language="common")
    result = tacit.learn_from(problem, plans(problem, latin_squares(5, 6)))
    assert (result.status, result.reason, result.open) == ("supported", None, ())
    assert sorted(said(result)) == [("alldifferent", "column of g"), ("alldifferent", "row of g")]
    rows = [[f"g[{i},{j}]" for j in range(5)] for i in range(5)]
    target = problem.network([("alldifferent", cells) for cells in [*rows, *map(list, zip(*rows, strict=True))]])
    assert equivalent(result.network, target)
    assert [(each.plans, each.places) for each in result.support] == [(6, 5), (6, 5)]


def test_queens_by_the_distance_of_their_places():
    problem = tacit.Problem(line(7, range(7), "q"), language="common")
    more = [p for p in itertools.permutations(range(7)) if len({p[i] + i for i in range(7)}) == 7]
    more = [p for p in more if len({p[i] - i for i in range(7)}) == 7]
    result = tacit.learn_from(problem, plans(problem, more[::4]))
    assert {("abs(x - y) != 1", "next of q"), ("abs(x - y) != 5", "next 5 of q")} <= set(said(result))
    accepted = [p for p in itertools.permutations(range(7)) if result.network.accepts(plans(problem, [p])[0][0])]
    assert accepted == more


def test_scattered_pairs():
    """The edges of a graph: no family holds them."""
    edges = [(0, 3), (1, 4), (2, 5), (0, 4), (3, 5)]
    rng = np.random.RandomState(0)
    drawn = (rng.randint(3, size=6) for _ in range(900))
    right = [row for row in drawn if all(row[a] != row[b] for a, b in edges)]
    problem = tacit.Problem(line(6, range(3)), language="common")
    result = tacit.learn_from(problem, plans(problem, right))
    target = problem.network([("!=", [f"s[{a}]", f"s[{b}]"]) for a, b in edges])
    assert equivalent(result.network, target)


def test_chance_is_not_believed():
    rng = np.random.RandomState(0)
    problem = tacit.Problem(square(4, range(4)), language="common")
    for count in (1, 2, 5, 20, 60):
        result = tacit.learn_from(problem, plans(problem, rng.randint(4, size=(count, 16))))
        assert said(result) == [], count


def test_numbers_are_those_that_are_supported():
    """At most 2, not the tightest number that a few plans happen to have."""
    rng = np.random.RandomState(1)
    problem = tacit.Problem(square(6, ["off", "on"]), language="common")
    grids = [grid for grid in rng.randint(2, size=(60_000, 6, 6)) if (grid.sum(axis=1) <= 2).all()][:30]
    assert len(grids) == 30
    result = tacit.learn_from(problem, plans(problem, [grid.ravel() for grid in grids]))
    assert said(result) == [("count(on) <= 2", "row of g")] or said(result) == [("count(off) >= 4", "row of g")]


def test_wrong_examples_speak_for_what_rejects_them():
    """Neither is enough by itself: five plans, or what rejects wrong examples."""
    rng = np.random.RandomState(3)
    problem = tacit.Problem(line(6, range(4)), language=["!=", "<"])
    right = [row for row in rng.randint(4, size=(60, 6)) if row[1] != row[4]][:24]
    wrong = [row for row in rng.randint(4, size=(60, 6)) if row[1] == row[4]][:8]
    assert "s[1] != s[4]" not in map(str, tacit.learn_from(problem, plans(problem, right)).network)
    result = tacit.learn_from(problem, [*plans(problem, right), *plans(problem, wrong, False)])
    assert [str(c) for c in result.network] == ["s[1] != s[4]"]
    assert result.support[0].rejects == 8
    assert result.gaps == ()
    assert len(result.explain("s[1] != s[4]").no) == 8
    assert not result.explain("s[1] != s[4]").proof


def test_wrong_examples_that_are_accepted_are_gaps():
    problem = tacit.Problem(line(4, range(3)), language=["=="])
    result = tacit.learn_from(problem, [({f"s[{i}]": i % 3 for i in range(4)}, True), ({"s[0]": 1}, False)])
    assert [gap.query.assignment for gap in result.gaps] == [{"s[0]": 1}]


def test_the_background_is_known():
    problem = tacit.Problem(square(4, range(4)), language=["alldifferent"], background=["alldifferent(g[0,0], g[0,1])"])
    result = tacit.learn_from(problem, plans(problem, latin_squares(4, 6)))
    assert "alldifferent(g[0,0], g[0,1])" in map(str, result.network)
    with pytest.raises(ExamplesError, match="example 1: it is said to be right, but breaks the background"):
        tacit.learn_from(problem, plans(problem, [[0] * 16]))


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        ([], "there is none among the 0 examples"),
        ([({"s[0]": 1}, True)], "there is none among the 1 examples"),
        ([({"s[0]": 1, "s[1]": 0}, False)], "at least one example is needed that is right"),
        ([({"s[0]": 1, "s[1]": 0}, True), ({"s[0]": 1, "s[1]": 0}, False)], "example 2: the same example is right and"),
        ([({"s[0]": 9}, True)], "example 1"),
        ("known.csv", "a list of pairs"),
    ],
)
def test_examples_that_say_nothing(examples, message):
    with pytest.raises(ExamplesError, match=message):
        tacit.learn_from(tacit.Problem(line(2, range(3)), language=["!="]), examples)


def test_a_problem_is_needed():
    with pytest.raises(ProblemError, match=r"a tacit\.Problem is needed"):
        tacit.learn_from("sudoku", [])


@pytest.mark.parametrize(
    "spec",
    [
        "1 down 2 right of g",
        "2 down 1 left of g",
        "equal steps of 1 in row of g",
        "two steps of 1 in column of g",
        "equal steps of 2 of s",
        "two steps of 2 of s",
        "sums of places of s",
        "two positions in g and h",
    ],
)
def test_families_of_steps_are_found_by_what_they_are_called(spec):
    v = tacit.Problem(
        {**square(4, range(3)), **square(4, range(3), "h"), **line(6, range(3))}, language=["!="]
    ).vocabulary
    family = find_family(v, spec)
    assert family.spec == spec
    assert family.count == len(family.table()) > 0
    assert {len(set(group)) for group in family.groups()} == {family.size}


def test_steps():
    v = tacit.Problem({**square(3, range(3)), **line(5, range(3))}, language=["!="]).vocabulary

    def groups(spec):
        return [[v.names[x] for x in group] for group in find_family(v, spec).groups()]

    assert groups("2 down 1 left of g") == [["g[0,1]", "g[2,0]"], ["g[0,2]", "g[2,1]"]]
    assert groups("sums of places of s")[0] == ["s[0]", "s[1]", "s[2]"]
    assert groups("equal steps of 2 of s") == [["s[0]", "s[2]", "s[4]"]]
    assert ["s[0]", "s[1]", "s[2]", "s[3]"] in groups("two steps of 1 of s")
    assert ["s[0]", "s[1]", "s[1]", "s[2]"] not in groups("two steps of 1 of s")
