"""Exceptions that follow from something else are none when a rule is carried over."""

from __future__ import annotations

from tacit import Problem
from tacit.carrying.carry import carry_over
from tacit.carrying.implied_groups import whole
from tacit.problem.model import Model
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

SHIFTS = ["off", "early", "night"]
AFTER = "x != night or y != early"


def ward(*people: str) -> Problem:
    cells = {f"shift[{who},{day}]": SHIFTS for who in people for day in ("Mon", "Tue", "Wed")}
    return Problem(cells, language=[{"relation": AFTER, "over": "next in row"}, "x != night"])


def learned(problem: Problem, never: list[str]) -> tuple[Model, Rule]:
    """No early after a night for all but Zoe, who never has a night on some days."""
    relation = next(r for r in problem.language if r.arity == 2)
    family = find_family(problem.vocabulary, "next in row")
    others = [i for i, group in enumerate(family.groups()) if "zoe" not in problem.names[group[0]]]
    rule = Rule(relation, family.part(others), vocabulary=problem.vocabulary)
    constraints = [(AFTER, [problem.names[x] for x in scope]) for scope in rule.constraints()]
    constraints += [("x != night", [f"shift[zoe,{day}]"]) for day in never]
    return Model("ward", problem.network(constraints), rules=(rule,)), rule


def test_an_exception_that_follows_is_none():
    model, rule = learned(ward("uma", "viktor", "zoe"), ["Mon", "Tue", "Wed"])
    assert whole(rule, model.network).family == rule.family.uncut


def test_an_exception_that_does_not_follow_stays_one():
    model, rule = learned(ward("uma", "viktor", "zoe"), ["Mon"])
    assert whole(rule, model.network) is rule


def test_so_the_rule_is_carried_to_other_people():
    model, _ = learned(ward("uma", "viktor", "zoe"), ["Mon", "Tue", "Wed"])
    carried = carry_over(model, ward("uma", "viktor", "fay", "gus"))
    wanted = [each for each in carried.rules if each.rule.relation.arity == 2]
    assert [each.rule.family.count for each in wanted] == [8]  # four people, two pairs of days each
