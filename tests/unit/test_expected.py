"""Rules that are expected from the start: the guided learner asks about them first, in the order that was given."""

from __future__ import annotations

import pytest

import tacit
from tacit.benchmarks import load
from tacit.dialogue.oracles import as_oracle, asked_about
from tacit.exact.equivalence import equivalent
from tacit.problem.bounds import Bound
from tacit.problem.named_relations import relation_named
from tacit.problem.problem import Problem
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule


def rule(problem: Problem, relation: str, over: str) -> Rule:
    found = relation_named(problem, relation)
    assert found is not None
    return Rule(found, find_family(problem.vocabulary, over, problem.groups))


def talk(dialogue: tacit.Dialogue, target) -> list[object]:
    oracle, asked = as_oracle(target, dialogue.problem), []
    while (question := dialogue.question) is not None:
        asked.append(question)
        example = isinstance(question, tacit.Query)
        dialogue.answer(oracle.ask(question) if example else asked_about(oracle, question))
    return asked


@pytest.fixture
def latin():
    return load("latin-4")


def guided(problem: Problem, expected, **more) -> tacit.Dialogue:
    return tacit.Dialogue(problem, algorithm="guided", rules=True, expected=expected, **more)


def test_they_are_asked_first_in_the_given_order(latin):
    rules = [rule(latin.problem, "!=", "column"), rule(latin.problem, "!=", "row")]
    dialogue = guided(latin.problem, [tacit.Expected(rules[0], 0.9), rules[1]])
    asked = talk(dialogue, latin.target)
    assert asked[:2] == rules
    assert dialogue.result.status == "converged"
    assert len(asked) <= 9  # nothing more, plans, and known answers


def test_what_is_not_right_costs_one_question_and_nothing_else(latin):
    wrong = [rule(latin.problem, "==", "column"), rule(latin.problem, "<", "next in row")]
    dialogue = guided(latin.problem, wrong)
    asked = talk(dialogue, latin.target)
    assert asked[:2] == wrong
    assert dialogue.result.status == "converged"
    assert equivalent(dialogue.result.network, latin.target)


def test_a_bound_is_asked_for_its_number():
    ward = load("ward-8x7")
    expected = rule(ward.problem, "count(night) <= 3", "window of 7 in row")
    dialogue = guided(ward.problem, [expected])
    first = dialogue.question
    assert isinstance(first, Number)
    assert (first.family, first.suggested) == (expected.family, 3)
    assert tacit.in_words(first, ask=True).endswith("occur? (Expected: 3.)")
    dialogue.answer(2)
    assert dialogue.question != first


def test_exactly_is_asked_as_at_most_and_at_least():
    ward = load("ward-8x7")
    v = ward.problem.vocabulary
    dialogue = guided(ward.problem, [Rule(Bound.of("count(night) == 1", v.named_values), find_family(v, "column"))])
    signs = []
    for _ in range(2):
        assert isinstance(dialogue.question, Number)
        signs.append(dialogue.question.bound.sign)
        dialogue.answer(1)
    assert signs == ["<=", ">="]


def test_undo_and_checkpoints_ask_the_same_again(latin):
    rules = [rule(latin.problem, "!=", over) for over in ("column", "row", "diagonals")]
    one, other = (guided(latin.problem, rules, rewindable=True) for _ in range(2))
    first = talk(one, latin.target)
    one.rewind(0)
    assert talk(one, latin.target) == first == talk(other, latin.target)


def test_a_slip_does_not_lose_what_is_expected(latin):
    """After a contradiction the learner starts over: what is expected and still open is asked all the same."""
    rules = [rule(latin.problem, "!=", over) for over in ("column", "row")]
    dialogue = guided(latin.problem, rules, slips=0.02)
    dialogue.answer(False)  # the rule on columns: a slip
    talk(dialogue, latin.target)
    assert dialogue.result.status == "converged"
    assert any(said.claim == rules[1] and said.answer for said in dialogue.result.claims)


@pytest.mark.parametrize(
    ("expected", "why"),
    [
        ("row", "a list of tacit.Expected"),
        ([3], "number 1 is not a tacit.Expected"),
    ],
)
def test_what_is_no_rule_is_refused(latin, expected, why):
    with pytest.raises(tacit.OptionError, match=why):
        guided(latin.problem, expected)


def test_a_chance_is_between_0_and_1(latin):
    with pytest.raises(tacit.OptionError, match="a chance between 0 and 1"):
        guided(latin.problem, [tacit.Expected(rule(latin.problem, "!=", "row"), 1.5)])


def test_only_who_asks_about_rules_can_ask_what_is_expected(latin):
    expected = [rule(latin.problem, "!=", "row")]
    for options in ({"algorithm": "mquacq"}, {"algorithm": "guided", "rules": False}):
        with pytest.raises(tacit.OptionError, match="expected: only the guided learner"):
            tacit.Dialogue(latin.problem, expected=expected, **options)


def test_what_is_not_in_the_language_is_refused(latin):
    other = tacit.Problem(dict.fromkeys(latin.problem.names, range(4)), language=["x - y > 2"])
    with pytest.raises(tacit.RuleError, match=r"expected, number 1: .*not in the language"):
        guided(latin.problem, [rule(other, "x - y > 2", "row")])


def test_bounds_in_the_background_leave_nothing_to_claim_again_and_again():
    """Each row has a limit that is known; whether there is none at all is known, too, and must not be asked forever."""
    cells = {f"s[{i},{j}]": ["off", "on"] for i in range(3) for j in range(4)}
    rows = [("count(on) <= 3", [f"s[{i},{j}]" for j in range(4)]) for i in range(3)]
    problem = tacit.Problem(
        cells, language=[{"relation": "count(on) <= k", "over": ["row", "column"]}], background=rows
    )
    dialogue = tacit.Dialogue(problem, algorithm="guided", rules=True, max_questions=60)
    target = problem.network([("count(on) <= 2", [f"s[{i},{j}]" for j in range(4)]) for i in range(3)])
    talk(dialogue, target)
    assert dialogue.result.status == "converged"
    assert equivalent(dialogue.result.network, target)
