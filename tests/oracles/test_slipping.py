"""A simulated user who slips: which answers are turned round, into what, and that it stays so."""

from __future__ import annotations

import itertools
import subprocess
import sys

import pytest

import tacit
from tacit.dialogue.oracles import Oracle, as_oracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.dialogue.oracles.target import TargetOracle
from tacit.problem.bounds import Bound
from tacit.problem.query import Plan
from tacit.structure.finding import find_family
from tacit.structure.rule import Free, Number, Rule, Unlimited

NAMES = [f"v[{row},{column}]" for row in range(3) for column in range(3)]
PROBLEM = tacit.Problem({name: range(4) for name in NAMES}, language=["==", "!=", "<", ">"])
ROWS = find_family(PROBLEM.vocabulary, "row")
ONE_ROW = ROWS.part([0])
DIFFER = Rule(next(r for r in PROBLEM.language if r.name == "!="), ROWS)
TARGET = PROBLEM.network([("!=", [NAMES[0], NAMES[1]])])
NIGHTS = Bound.of("count(1) <= k")


def example(values: dict[str, int]) -> tacit.Query:
    return tacit.Query(PROBLEM.vocabulary, PROBLEM.vocabulary.encode(values))


def pairs() -> list[tacit.Query]:
    """Many examples: each two cells with each two values."""
    return [
        example({a: x, b: y})
        for a, b in itertools.combinations(NAMES, 2)
        for x, y in itertools.product(range(4), repeat=2)
    ]


def always(answer: object) -> Oracle:
    return Oracle(lambda query: answer, lambda claim: answer)


def turned_round(question: object, right: object, **options: object) -> tacit.Answer:
    """The answer of a user who always slips."""
    user = Slipping(always(right), 1.0, 0, **options)
    return user.ask(question) if isinstance(question, tacit.Query) else user.ask_rule(question)


def test_the_same_question_gets_the_same_answer():
    asked = pairs()
    user = Slipping(TargetOracle(TARGET), 0.3, 1)
    first = [user.ask(query) for query in asked]
    made = len(user.made)
    other = Slipping(TargetOracle(TARGET), 0.3, 1)
    assert [user.ask(query) for query in reversed(asked)] == first[::-1]
    assert [other.ask(Plan(query.vocabulary, query.codes)) for query in asked] == first
    assert len(user.made) == made  # each slip is counted once
    assert 0.25 * len(asked) < made < 0.35 * len(asked)
    assert [Slipping(TargetOracle(TARGET), 0.3, 2).ask(query) for query in asked] != first


def test_what_was_made_is_what_is_wrong():
    user, truthful = Slipping(TargetOracle(TARGET), 0.1, 0), TargetOracle(TARGET)
    wrong = [query for query in pairs() if user.ask(query).value != truthful.ask(query)]
    assert [question for question, _, _ in user.made] == wrong
    assert all(given.value is not right.value for _, right, given in user.made)


def test_slips_at_a_small_rate_are_made_at_a_larger_one():
    few, many = (Slipping(TargetOracle(TARGET), rate, 3) for rate in (0.05, 0.2))
    for query in pairs():
        few.ask(query)
        many.ask(query)
    assert {question for question, _, _ in few.made} < {question for question, _, _ in many.made}


def test_no_slips_at_rate_zero():
    user = Slipping(TargetOracle(TARGET), 0.0, 0)
    assert all(user.ask(query).value == TargetOracle(TARGET).ask(query) for query in pairs())
    assert user.made == []


def test_it_is_the_same_in_each_process():
    asked = "[Rule(problem.language[1], find_family(problem.vocabulary, f)) for f in ('row', 'column', 'next in row')]"
    script = f"""
import tacit
from tacit.dialogue.oracles import Oracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule
problem = tacit.Problem({{f"v[{{r}},{{c}}]": range(4) for r in range(3) for c in range(3)}}, language=["==", "!="])
for seed in range(20):
    user = Slipping(Oracle(None, lambda claim: True), 0.5, seed)
    print([user.ask_rule(rule).value for rule in {asked}])
"""
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert len(set(runs[0].splitlines())) > 4  # the three rules slip independently


@pytest.mark.parametrize(
    ("question", "right", "given"),
    [
        (example({NAMES[0]: 1}), True, tacit.Answer(False)),
        (example({NAMES[0]: 1}), tacit.Answer(False, clash=[NAMES[0]]), tacit.Answer(True)),
        (DIFFER, True, tacit.Answer(False)),
        (DIFFER, tacit.Answer(False, except_=["row 0"]), tacit.Answer(True)),
        (Free(2, (ROWS,)), True, tacit.Answer(False)),
        (Unlimited(ROWS, (NIGHTS,)), False, tacit.Answer(True)),
        (Number(NIGHTS, ROWS), "no limit", tacit.Answer(False)),
        (Number(NIGHTS, ROWS), "it differs", tacit.Answer(True)),
        (Number(NIGHTS, ONE_ROW), "no limit", tacit.Answer(True)),  # one group has nothing to differ from
        *((each, None, tacit.Answer(None)) for each in (example({NAMES[0]: 1}), DIFFER, Number(NIGHTS, ROWS))),
    ],
)
def test_what_becomes_of_an_answer(question, right, given):
    assert turned_round(question, right) == given


def test_a_number_is_one_more_or_one_less():
    question = Number(NIGHTS, ROWS)
    assert {Slipping(always(2), 1.0, seed).ask_rule(question).number for seed in range(20)} == {1, 3}
    assert {Slipping(always(0), 1.0, seed).ask_rule(question).number for seed in range(20)} == {1}


@pytest.mark.parametrize(("right", "span", "given"), [(2, (0, 2), 1), (0, (0, 2), 1), (-1, (-1, 3), 0), (1, (1, 1), 1)])
def test_a_number_stays_in_its_range(right, span, given):
    for seed in range(10):
        user = Slipping(always(right), 1.0, seed, numbers=lambda number: span)
        assert user.ask_rule(Number(NIGHTS, ROWS)).number == given
        assert len(user.made) == (given != right)


def test_only_missed_violations():
    assert turned_round(example({NAMES[0]: 1}), False, only_missed=True).value is True
    assert turned_round(example({NAMES[0]: 1}), True, only_missed=True).value is True
    assert turned_round(DIFFER, False, only_missed=True).value is False
    assert turned_round(DIFFER, True, only_missed=True).value is True
    assert turned_round(Number(NIGHTS, ROWS), 2, only_missed=True).number == 2


def test_it_is_asked_about_rules_only_if_the_other_can_be():
    assert as_oracle(Slipping(Oracle(lambda query: True), 0.1, 0), PROBLEM).ask_rule is None
    assert as_oracle(Slipping(always(True), 0.1, 0), PROBLEM).ask_rule is not None


def test_questions_for_numbers_go_to_whoever_takes_them():
    class Asked(TargetOracle):
        def ask_number(self, number):
            return 3

    assert Slipping(Asked(TARGET), 0.0, 0).ask_rule(Number(NIGHTS, ROWS)).number == 3


def test_a_truthful_one_changes_nothing():
    plain, wrapped = (
        tacit.learn(PROBLEM, oracle, algorithm="guided", seed=0)
        for oracle in (TARGET, Slipping(TargetOracle(TARGET), 0.0, 0))
    )
    assert plain.answers == wrapped.answers
    assert plain.statistics.rules == wrapped.statistics.rules > 0
