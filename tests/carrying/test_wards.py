"""The rules of a ward, learned with 8 nurses in one week, with 12 nurses in two weeks."""

from __future__ import annotations

import math

import pytest

import tacit
from tacit.benchmarks import load
from tacit.benchmarks.wards import AFTER
from tacit.exact.equivalence import equivalent
from tacit.structure.finding import find_family

WINDOWS = {"count(night) <= 2": "window of 7 in row"}


@pytest.fixture(scope="module", params=[0, 1])
def learned(request):
    ward = load("ward-8x7")
    return tacit.learn(ward.problem, ward.target, algorithm="guided", seed=request.param)


@pytest.fixture(scope="module")
def larger():
    return load("ward-12x14").problem


def rules_of_8x7(problem):
    """What `benchmarks/wards.py` requires with 8 nurses, on the cells of another ward, without the named people."""
    rules = [(f"x != {a} or y != {b}", "next in row") for a, b in AFTER]
    rules += [("count(not off) <= 5", "span of 7 in row"), ("count(night) <= 2", "window of 7 in row")]
    rules += [(f"count({v}) {sign} 1", "column") for v, sign in (("night", "=="), ("early", ">="), ("late", ">="))]
    rules.append(("count(early) >= 1", "column only seniors"))
    found = []
    for text, over in rules:
        relation = tacit.Relation.of(text, problem.vocabulary.named_values)
        rule = tacit.Rule(relation, find_family(problem.vocabulary, over, problem.groups))
        found += [(relation, [problem.names[x] for x in scope]) for scope in rule.constraints()]
    return problem.network(found)


def test_equivalent_but_for_the_named_people(learned, larger):
    """In one week, rows, weeks and any seven days are the same. Which of them was meant for nights has to be said."""
    carried = tacit.carry_over(learned, larger, readings=WINDOWS)
    assert carried.left == ()
    assert equivalent(carried.network(), rules_of_8x7(larger))


def test_the_named_people_are_listed(learned, larger):
    """n08 is a trainee, n01 and n02 never meet: with the rule for seniors, who were these two, no both early."""
    carried = tacit.carry_over(learned, larger)
    named = {name for each in carried.by_name for name in each.named}
    assert named == {"row n01", "row n02", "row n08"}
    assert not any(name in each.words for each in carried.rules for name in ("n01", "n02", "n08"))


def test_nobody_of_that_name(learned):
    people = [f"m{i}" for i in range(9)]
    cells = {f"shift[{who},{day}]": ["off", "early", "late", "night"] for who in people for day in range(7)}
    problem = tacit.Problem(cells, language=["!="], groups={"seniors": people[: math.ceil(9 / 4)]})
    carried = tacit.carry_over(learned, problem)
    assert "there is no row n08 in the new problem" in {each.reason for each in carried.left}


def test_weeks_are_the_weaker_reading_and_any_seven_days_are_listed(learned, larger):
    carried = tacit.carry_over(learned, larger)
    (nights,) = (each for each in carried.rules if each.rule.relation.name == "count(night) <= 2")
    assert nights.rule.family.spec == "span of 7 in row of shift"
    assert [other.family.spec for other in nights.others] == ["window of 7 in row of shift"]
    assert "any 7 consecutive cells" in (nights.check or "")


def test_with_as_many_days_there_is_nothing_to_choose(learned):
    carried = tacit.carry_over(learned, load("ward-12x7").problem)
    assert all(not each.others for each in carried.rules)


@pytest.mark.parametrize(
    ("readings", "why"),
    [
        ({"count(night) <= 2": "window of 70 in row"}, "a window has 2 to 14 cells"),
        ({"count(nights) <= 2": "row"}, "no rule of this name can be read in several ways"),
        ({"count(night) <= 1": "row"}, "no rule of this name can be read in several ways"),
    ],
)
def test_a_reading_that_makes_no_sense(learned, larger, readings, why):
    with pytest.raises(tacit.OptionError, match=why):
        tacit.carry_over(learned, larger, readings=readings)
