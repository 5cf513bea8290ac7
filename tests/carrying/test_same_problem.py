"""Carried over to the same problem, a model says the same; and rules survive in a file."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from kit.models import models
from tacit.errors import ProblemError
from tacit.exact.equivalence import equivalent
from tacit.formats import json_model
from tacit.formats.rule_folding import fold_rules, with_rules
from tacit.problem.model import Model
from tacit.structure.families import families_of

GROUPS = {"first": ["p", "q"]}
RELATIONS = ["!=", "<", "abs(x - y) > 1", "x != 2", "count(1) <= 1", "count(0, 2) >= 1", "sum <= 4", "alldifferent"]


@st.composite
def networks(draw):
    """Rules on families of a small array, some of them not in full, and single constraints."""
    columns = draw(st.integers(2, 4))
    cells = {f"g[{who},{day}]": range(3) for who in "pqr" for day in range(columns)}
    problem = tacit.Problem(cells, language=["!="], groups=GROUPS)
    v = problem.vocabulary
    families = list(families_of(v, GROUPS))
    found = []
    for _ in range(draw(st.integers(1, 4))):
        relation = tacit.Relation.of(draw(st.sampled_from(RELATIONS)))
        family = draw(st.sampled_from(families))
        if family.size < relation.arity:
            continue
        scopes = tacit.Rule(relation, family).constraints()
        if draw(st.booleans()):
            scopes = scopes[: draw(st.integers(0, len(scopes)))]
        found += [(relation, [v.names[x] for x in scope]) for scope in scopes]
    return problem, problem.network(list(dict.fromkeys((r.name, tuple(s)) for r, s in found)))


@examples(60)
@given(networks())
def test_to_the_same_problem_it_is_the_same(made):
    problem, network = made
    carried = tacit.carry_over(Model("m", network, groups=GROUPS), problem)
    assert {each.reason.partition(" because")[0] for each in carried.left} <= {"in the new problem it says nothing,"}
    without = [each for each in carried.left if "nothing satisfies" in each.reason]
    assert without == []
    assert equivalent(carried.network(named=True), network)


@examples(60)
@given(networks())
def test_rules_and_the_rest_say_what_the_network_says(made):
    problem, network = made
    folded = fold_rules(network, GROUPS)
    v = problem.vocabulary
    said = [(r.relation.name, tuple(v.names[x] for x in scope)) for r in folded.rules for scope in r.constraints()]
    rest = [(c.relation.name, c.scope) for c in folded.rest]
    again = problem.network(list(dict.fromkeys([*said, *rest])))
    assert equivalent(again, network)


@examples(60)
@given(networks())
def test_rules_survive_in_a_file(made):
    _, network = made
    model = with_rules(Model("m", network, "converged", 3, groups=GROUPS))
    text = json_model.write(model)
    again = json_model.read(text)
    assert again.rules == model.rules
    assert json_model.write(again) == text
    assert json_model.write(with_rules(again)) == text
    assert json.loads(text)["version"] == (2 if model.rules else 1)


@examples(60)
@given(models(hostile=True))
def test_whatever_the_names_are_a_file_with_rules_can_be_read(model):
    model = with_rules(model)
    text = json_model.write(model)
    assert json_model.write(json_model.read(text)) == text


def with_row_rule():
    problem = tacit.Problem({f"g[{i},{j}]": range(3) for i in range(3) for j in range(3)}, language=["!="])
    rows = [("!=", [f"g[{i},{j}]", f"g[{i},{k}]"]) for i in range(3) for j in range(3) for k in range(j)]
    return with_rules(Model("m", problem.network(rows), groups={"corner": ["g[0,0]"]}))


def test_a_model_without_rules_is_as_it_always_was():
    model = replace(with_row_rule(), rules=())
    assert json.loads(json_model.write(model)).keys().isdisjoint({"rules", "groups"})
    assert json.loads(json_model.write(model))["version"] == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rules": [{"rule": "!="}]}, 'rules, number 1: {"rule": "!=", "over": "row of grid"} is the form'),
        ({"rules": [{"rule": "<", "over": "row"}]}, "rules, number 1: there is no relation '<'"),
        (
            {"rules": [{"rule": "!=", "over": "rwo"}]},
            "rules, number 1: nothing here is called 'rwo' (did you mean",
        ),
        ({"rules": [{"rule": "!=", "over": "row", "order": [2, 0]}]}, "rules, number 1: an order of [0, 1] is needed"),
        ({"rules": {}}, "rules: a list is needed"),
        ({"groups": {"corner": ["nowhere"]}}, "group 'corner': nothing is labelled 'nowhere'"),
        ({"version": 1}, "there is no key 'groups'"),
        ({"version": 3}, "this tacit reads versions 1 and 2, not 3"),
    ],
)
def test_a_damaged_file_is_refused_with_the_place(change, why):
    kept = json.loads(json_model.write(with_row_rule()))
    with pytest.raises(ProblemError) as refused:
        json_model.read(json.dumps({**kept, **change}))
    assert why in str(refused.value)


def test_a_learned_model_keeps_the_rules_that_were_accepted():
    from tacit.benchmarks import load

    latin = load("latin-5")
    result = tacit.learn(latin.problem, latin.target, algorithm="guided")
    assert {rule.family.spec for rule in result.rules} == {"row of grid", "column of grid"}
    assert fold_rules(result.network, {}, result.rules).rest == ()


def test_parts_of_a_family_are_one_rule():
    """What was accepted of row 0, and of each row but row 0, holds on each row."""
    model = with_row_rule()
    (rule,) = model.rules
    halves = [rule.only(0), rule.without((0,))]
    assert [each.family.spec for each in fold_rules(model.network, {}, halves).rules] == ["row of g"]
