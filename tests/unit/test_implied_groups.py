"""Exceptions that follow from something else are none: not in words, not in a model's rules, not in another problem."""

from __future__ import annotations

from collections.abc import Sequence

from tacit import Problem
from tacit.carrying.carry import carry_over
from tacit.exact.implied_groups import ImpliedInside, whole
from tacit.formats import markdown
from tacit.formats.rule_folding import with_rules
from tacit.problem.model import Model
from tacit.showing.sentences import lines
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

SHIFTS = ["off", "early", "night"]
AFTER = "x != night or y != early"


DAYS = ("Mon", "Tue", "Wed", "Thu")


def ward(*people: str) -> Problem:
    cells = {f"shift[{who},{day}]": SHIFTS for who in people for day in DAYS}
    return Problem(cells, language=[{"relation": AFTER, "over": "next in row"}, "x != night"])


def learned(problem: Problem, never: Sequence[str]) -> tuple[Model, Rule]:
    """No early after a night for all but Zoe, who never has a night on some days."""
    relation = next(r for r in problem.language if r.arity == 2)
    family = find_family(problem.vocabulary, "next in row")
    others = [i for i, group in enumerate(family.groups()) if "zoe" not in problem.names[group[0]]]
    rule = Rule(relation, family.part(others), vocabulary=problem.vocabulary)
    constraints = [(AFTER, [problem.names[x] for x in scope]) for scope in rule.constraints()]
    constraints += [("x != night", [f"shift[zoe,{day}]"]) for day in never]
    return Model("ward", problem.network(constraints), rules=(rule,)), rule


def test_an_exception_that_follows_is_none():
    model, rule = learned(ward("uma", "viktor", "zoe"), DAYS)
    assert whole(rule, ImpliedInside(model.network)).family == rule.family.uncut


def test_an_exception_that_does_not_follow_stays_one():
    model, rule = learned(ward("uma", "viktor", "zoe"), ["Mon"])
    assert whole(rule, ImpliedInside(model.network)) is rule


def test_so_the_rule_is_carried_to_other_people():
    model, _ = learned(ward("uma", "viktor", "zoe"), DAYS)
    carried = carry_over(model, ward("uma", "viktor", "fay", "gus"))
    wanted = [each for each in carried.rules if each.rule.relation.arity == 2]
    assert [each.rule.family.count for each in wanted] == [12]  # four people, three pairs of days each


def test_so_it_is_said_of_everybody():
    model, _ = learned(ward("uma", "viktor", "zoe"), DAYS)
    said = [line.text for line in lines(model.network)]
    assert said == [
        "in each row of shift, for each cell a and the next one b: a is not night or b is not early",
        "in row zoe of shift, each cell is not night",
    ]
    assert "except" not in markdown.write(model)
    assert [rule.family.spec for rule in with_rules(model).rules if rule.arity == 2] == ["next in row of shift"]


def test_an_exception_that_is_one_is_said():
    model, _ = learned(ward("uma", "viktor", "zoe"), ["Mon"])
    assert "except row zoe" in lines(model.network)[0].text
    assert [rule.family.spec for rule in with_rules(model).rules if rule.arity == 2] == [
        "next in row of shift except row zoe"
    ]
