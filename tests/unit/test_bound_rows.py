"""Bounds as rows: levels while an example grows, parts of examples, partial examples by CP-SAT; against plain twins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Answer, Claimed, Dialogue, Number, Problem, Query, Unlimited
from tacit.benchmarks import load
from tacit.candidates.bias import Bias
from tacit.candidates.levels import Levels
from tacit.dialogue.oracles import TargetOracle
from tacit.exact.partial import find_partial, find_solution
from tacit.problem.rows import Rows
from tacit.testing.bounded import bounded_cases


def rows_of(case) -> Rows:
    return Bias(case.problem).rows


def drawn(data, rows: Rows) -> tuple[np.ndarray, list[int]]:
    """A random partial example, and its variables in a random order."""
    v = rows.vocabulary
    codes = np.full(len(v), -1, dtype=np.int64)
    order = data.draw(st.permutations(range(len(v))))[: data.draw(st.integers(1, len(v)))]
    for x in order:
        codes[x] = data.draw(st.sampled_from(v.domain_codes[x].tolist()))
    return codes, order


@given(bounded_cases(), st.data())
def test_levels_that_grow_value_by_value_reject_what_the_whole_example_rejects(case, data):
    rows = rows_of(case)
    codes, order = drawn(data, rows)
    bounds = rows.bounds
    levels = Levels(bounds, np.ones((1, len(bounds))))
    total = 0.0
    for x in order:
        total += levels.added(x, codes[[x]])[0, 0]
        levels.take(x, int(codes[x]))
    everything = np.ones(rows.size, dtype=bool)
    assert total == len(bounds.rejecting(codes, everything))


@given(bounded_cases(), st.data())
def test_few_cells_are_rejected_by_the_same_bounds_as_by_looking_at_all(case, data):
    rows = rows_of(case)
    codes, _ = drawn(data, rows)
    bounds = rows.bounds
    plain = np.flatnonzero(bounds.levels(codes)[bounds.series] > bounds.room)
    assert bounds._rejecting_few(np.flatnonzero(codes >= 0), codes).tolist() == plain.tolist()


@given(bounded_cases(), st.data())
def test_the_first_part_that_is_rejected_is_the_first_part_that_is_rejected(case, data):
    rows = rows_of(case)
    codes, order = drawn(data, rows)
    bounds = rows.bounds
    rank = np.full(len(codes), len(codes) - 1)
    rank[order] = np.arange(len(order))
    everything = np.ones(rows.size, dtype=bool)
    rejecting = bounds.rejecting(codes, everything) - bounds.first
    found = bounds.rejected_from(rejecting, codes, rank)
    for row, last in zip(rejecting.tolist(), found.tolist(), strict=True):
        for length in range(1, len(order) + 1):
            part = np.full(len(codes), -1)
            part[order[:length]] = codes[order[:length]]
            rejected = row + bounds.first in bounds.rejecting(part, everything)
            assert rejected == (length > last), (row, length, last)


@given(bounded_cases(), st.data())
def test_a_partial_example_is_found_exactly_if_there_is_one(case, data):
    rows = rows_of(case)
    bounds = rows.bounds
    if not len(bounds):
        return
    wanted = bounds.first + data.draw(st.integers(0, len(bounds) - 1))
    hard = data.draw(st.lists(st.integers(0, rows.size - 1), max_size=4))
    cells = list(range(len(rows.vocabulary)))
    found = find_partial(rows, cells, hard, rejects=[wanted])
    everything = np.ones(rows.size, dtype=bool)
    there = False
    for values in np.ndindex(*(len(rows.vocabulary.domain_codes[x]) + 1 for x in cells)):
        codes = np.array([-1 if i == 0 else rows.vocabulary.domain_codes[x][i - 1] for x, i in enumerate(values)])
        rejecting = set(rows.rejecting(codes, everything).tolist())
        there = there or (wanted in rejecting and not rejecting & set(hard))
    assert (found is not None) == there
    if found is not None:
        rejecting = set(rows.rejecting(found, everything).tolist())
        assert wanted in rejecting
        assert not rejecting & set(hard)


@given(bounded_cases(), st.data())
def test_a_solution_of_very_many_constraints_is_found_exactly_if_there_is_one(case, data):
    rows = rows_of(case)
    hard = data.draw(st.lists(st.integers(0, rows.size - 1), max_size=5, unique=True))
    domains = rows.vocabulary.domain_codes
    near = np.array([data.draw(st.sampled_from([-1, *codes.tolist()])) for codes in domains])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.exact.partial.MANY", 0)
        found, proved = find_solution(rows, hard, data.draw(st.sampled_from([None, near])))
    assert proved
    kept = np.zeros(rows.size, dtype=bool)
    kept[hard] = True
    every = [np.array(codes) for codes in itertools.product(*(codes.tolist() for codes in domains))]
    assert (found is not None) == any(not len(rows.rejecting(codes, kept)) for codes in every)
    assert found is None or not len(rows.rejecting(found, kept))


@given(bounded_cases(), st.data())
def test_a_solution_near_an_example_rejects_what_is_worth_most(case, data):
    rows = rows_of(case)
    numbers = st.integers(0, rows.size - 1)
    hard = data.draw(st.lists(numbers, max_size=3, unique=True))
    worth = data.draw(st.dictionaries(numbers, st.integers(1, 9), max_size=4))
    domains = rows.vocabulary.domain_codes
    near = np.array([data.draw(st.sampled_from([-1, *codes.tolist()])) for codes in domains])
    found, proved = find_solution(rows, hard, near, worth=worth)
    assert proved
    kept = np.zeros(rows.size, dtype=bool)
    kept[hard] = True
    all_rows = np.ones(rows.size, dtype=bool)

    def value(codes):
        rejected = rows.rejecting(codes, all_rows).tolist()
        return int((codes == near).sum()) + sum(worth.get(row, 0) for row in rejected)

    every = [np.array(codes) for codes in itertools.product(*(codes.tolist() for codes in domains))]
    solutions = [codes for codes in every if not len(rows.rejecting(codes, kept))]
    assert (found is None) == (not solutions)
    if solutions:
        assert value(found) == max(value(codes) for codes in solutions)


def test_a_solution_of_very_many_constraints_has_the_values_of_an_example(monkeypatch):
    benchmark = load("latin-10")
    bias = Bias(benchmark.problem)
    hard = [
        bias.row_of(c.relation, tuple(benchmark.problem.vocabulary.scope(c.scope, of=""))) for c in benchmark.target
    ]
    monkeypatch.setattr("tacit.exact.partial.MANY", 0)
    near = np.full(100, -1)
    near[:20] = [*range(10), 9, *range(9)]
    found, _ = find_solution(bias.rows, hard, near)
    assert found[:20].tolist() == near[:20].tolist()
    near[20] = 0  # which is above it already
    found, _ = find_solution(bias.rows, hard, near)
    assert found is not None


def test_a_model_that_was_kept_finds_the_same_solutions(monkeypatch):
    benchmark = load("latin-6")
    bias = Bias(benchmark.problem)
    scope = benchmark.problem.vocabulary.scope
    hard = [bias.row_of(c.relation, tuple(scope(c.scope, of=""))) for c in benchmark.target]
    monkeypatch.setattr("tacit.exact.partial.MANY", 0)
    near, kept, avoid = np.full(36, -1), {}, []
    for rows in (hard, hard, hard[:60], hard):
        for _ in range(2):
            wanted, _ = find_solution(bias.rows, rows, near, avoid=avoid)
            found, _ = find_solution(bias.rows, rows, near, avoid=avoid, kept=kept)
            assert found.tolist() == wanted.tolist()
            near = np.where(np.arange(36) < 12, found, -1)
            avoid.append(found)
    assert len(kept) == 1


WHO, DAYS = ("anna", "ben", "eva"), range(1, 5)
CELLS = {f"s[{who},{day}]": ["off", "day", "night"] for who in WHO for day in DAYS}


def row(who: str) -> list[str]:
    return [f"s[{who},{day}]" for day in DAYS]


def questions(target) -> list[tuple[object, Answer]]:
    bounds = [f"count({value}) {sign} k" for value in ("day", "night") for sign in ("<=", ">=")]
    problem = Problem(CELLS, language=[{"relation": bound, "over": "row"} for bound in bounds])
    oracle = TargetOracle(problem.network(target))
    dialogue = Dialogue(problem, algorithm="guided", rules=True, plans=0)
    said = []
    while dialogue.question is not None:
        question = dialogue.question
        answer = oracle.ask(question) if isinstance(question, Query) else oracle.ask_rule(question)
        said.append((question, Answer.of(answer)))
        dialogue.answer(answer)
    assert dialogue.result.status == "converged"
    return said


def test_one_question_closes_a_family_without_limits():
    ((question, answer),) = questions([])
    assert isinstance(question, Unlimited)
    assert answer.value is True


def test_what_is_named_as_limited_gets_a_question_for_its_number_and_nothing_else_does():
    said = questions([("count(night) <= 2", row(who)) for who in WHO])
    assert [type(question) for question, _ in said] == [Unlimited, Number]
    assert said[0][1].except_ == ("count(night) <= k",)
    assert said[1][1].number == 2


def test_where_numbers_differ_each_group_is_asked_about():
    said = questions([("count(night) <= 2", row("anna")), ("count(night) <= 1", row("ben"))])
    assert [type(question) for question, _ in said] == [Unlimited, Number, Number, Number, Number]
    numbers = [(answer.value, answer.number) for _, answer in said[1:]]
    assert numbers == [(False, None), (True, 2), (True, 1), (True, None)]


def test_a_number_says_what_it_says_again_when_it_comes_from_an_earlier_dialogue():
    problem = Problem(CELLS, language=[{"relation": "count(night) <= k", "over": "row"}])
    family = problem.over["count(night) <= k"][0]
    said = Claimed(Number(problem.language[0], family), True, number=2)
    dialogue = Dialogue(problem, algorithm="guided", rules=True, plans=0, claims=[said])
    assert dialogue.question is None
    assert sorted(map(str, dialogue.result.network)) == [f"count(night in {', '.join(row(who))}) <= 2" for who in WHO]
