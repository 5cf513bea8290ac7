"""Regularities against the definition: what is said holds in every plan, in as many places as it says, and the chance
is that of choosing the plans from all."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.problem.query import Answered, Query
from tacit.regularities.chance import bits
from tacit.regularities.ranking import network_of, regularities

LANGUAGES = [
    ["!=", "<", ">", "=="],
    ["!=", "alldifferent", "sum <= k", "sum >= k"],
    ["x != 1", "x - y == 1", "count(0) <= k", "count(2) >= 1"],
    [{"relation": "x != 0 or y != 1", "over": "next in row"}, {"relation": "count(1) <= k", "over": "column"}],
    "common",
]


@st.composite
def plans_of_a_problem(draw):
    rows, columns = draw(st.sampled_from([(2, 3), (3, 3), (2, 4)]))
    language = draw(st.sampled_from(LANGUAGES))
    problem = tacit.Problem(
        {f"g[{i},{j}]": range(3) for i in range(rows) for j in range(columns)},
        language=language,
        groups={"some": ["row 0"]},
    )
    n = len(problem.vocabulary)
    complete = st.lists(st.integers(0, 2), min_size=n, max_size=n)
    partial = st.lists(st.integers(-1, 2), min_size=n, max_size=n).filter(lambda codes: max(codes) >= 0)
    count = draw(st.integers(0, 12))
    kind = draw(st.sampled_from(["any", "first row is all 1", "columns differ"]))
    right = []
    for codes in draw(st.lists(complete, min_size=count, max_size=count)):
        if kind == "first row is all 1":
            codes[:columns] = [1] * columns
        if kind == "columns differ":
            codes[columns : 2 * columns] = [(code + 1) % 3 for code in codes[:columns]]
        right.append(codes)
    more = [(codes, True) for codes in draw(st.lists(partial, max_size=2))]
    more += [(codes, False) for codes in draw(st.lists(partial, max_size=3))]
    examples = [(codes, True) for codes in right] + more
    v = problem.vocabulary
    return problem, [Answered(Query(v, np.array(codes)), answer) for codes, answer in examples]


@given(plans_of_a_problem())
@examples(40)
def test_what_is_said_holds(given):
    problem, examples = given
    v = problem.vocabulary
    plans = {each.query for each in examples if each.answer and each.query.complete}
    found = regularities(problem, examples, least=-8.0)
    assert found == regularities(problem, examples, least=-8.0)
    assert [each.bits for each in found] == sorted((each.bits for each in found), reverse=True)
    if not plans:
        assert found == []
    for each in found:
        network = network_of(v, each.rules)
        assert each.plans == len(plans)
        assert each.places == sum(len(rule.constraints()) for rule in each.rules)
        for example in examples:
            if example.answer:
                assert network.accepts_codes(example.query.codes), each
        wrong = {example.query for example in examples if not example.answer}
        assert each.rejects == sum(not network.accepts_codes(query.codes) for query in wrong)


@given(plans_of_a_problem())
@examples(15)
def test_what_is_accepted_is_not_surprising_again(given):
    problem, examples = given
    accepted = []
    for each in regularities(problem, examples)[:2]:
        accepted += each.rules
    assert not {rule for each in regularities(problem, examples, accepted) for rule in each.rules} & set(accepted)


@pytest.mark.parametrize(("plans", "others", "holding"), [(1, 5, 0), (4, 20, 3), (7, 9, 9), (3, 100, 60)])
def test_the_chance_is_that_of_an_arbitrary_choice(plans, others, holding):
    chance = Fraction(comb(plans + holding, plans), comb(plans + others, plans))
    assert bits(plans, others, np.array([holding]))[0] == pytest.approx(-log2(chance))
