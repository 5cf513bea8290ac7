"""Questions for numbers in a dialogue: what is accepted, and what is refused before anything is kept; bounds that are
said unasked."""

from __future__ import annotations

import numpy as np
import pytest

import tacit
from tacit.algorithms.outcome import verdict
from tacit.learning.asking import DontKnow
from tacit.problem.bounds import Bound
from tacit.structure.finding import find_family

DAYS = ("Mon", "Tue", "Wed", "Thu")
PROBLEM = tacit.Problem(
    {f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben", "eva") for day in DAYS},
    language=[
        {"relation": "count(night) <= k", "over": ["row", "column"]},
        {"relation": "count(not off) <= k", "over": "row"},
        {"relation": "count(early) >= k", "over": "column"},
    ],
)
V = PROBLEM.vocabulary
ROW, COLUMN = (find_family(V, text) for text in ("row", "column"))
NIGHTS = tacit.Number(PROBLEM.language[0], ROW)


def asking(*claims):
    """A learner that asks just these."""

    def learner(asker):
        for claim in claims:
            try:
                yield from asker.ask_claim(claim)
            except DontKnow:
                continue
        return verdict(asker)

    return learner


def dialogue(*claims):
    return tacit.Dialogue(PROBLEM, algorithm=asking(*claims), rules=None)


def said(given):
    """What is kept of an answer."""
    asked = dialogue(NIGHTS)
    assert asked.question.kind == "number"
    asked.answer(given)
    (kept,) = asked.so_far().claims
    return kept.answer, kept.number


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (3, (True, 3)),
        (0, (True, 0)),
        (np.int64(2), (True, 2)),
        ("no limit", (True, None)),
        (" No  Limit", (True, None)),
        (True, (True, None)),
        ("it differs", (False, None)),
        (False, (False, None)),
        (None, (None, None)),
        (tacit.Answer(True, number=1), (True, 1)),
    ],
)
def test_answers_to_a_question_for_a_number(given, kept):
    assert said(given) == kept


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (
            4,
            r"4 is out of range: count\(night\) <= k on each row of shift takes a number from 0 to 3 \(did you mean 3",
        ),
        (-1, r"a number from 0 to 3 \(did you mean 0"),
        (
            2.0,
            r"2\.0 is no answer to a question for a number; accepted are an integer, 'no limit', 'it differs'",
        ),
        ("no limt", r"'no limt' is no answer to a question for a number \(did you mean 'no limit'\?\)"),
        ("3", r"did you mean the number 3\?"),
        ([], r"\[\] is no answer"),
    ],
)
def test_what_is_no_answer_is_refused_and_the_question_stays_open(given, why):
    asked = dialogue(NIGHTS)
    with pytest.raises(tacit.AnswerError, match=why):
        asked.answer(given)
    assert asked.question == NIGHTS
    assert asked.so_far().claims == ()
    asked.answer(2)
    assert asked.so_far().claims[0].number == 2


def test_what_goes_with_other_questions_does_not_go_with_numbers():
    asked = dialogue(NIGHTS)
    with pytest.raises(tacit.AnswerError, match="exceptions can be named for a rule; this question is for a number"):
        asked.answer(False, except_=["row anna"])
    with pytest.raises(tacit.MarkError, match="can be marked in an example"):
        asked.answer(False, clash=["shift[anna,Mon]"])
    one = tacit.Number(PROBLEM.language[0], ROW.part([0]))
    said = "row anna of shift is one group, so the number can't differ; accepted are an integer, 'no limit', and None"
    with pytest.raises(tacit.AnswerError, match=said):
        dialogue(one).answer("it differs")
    with pytest.raises(tacit.AnswerError, match="accepted are an integer, 'no limit', and None"):
        dialogue(one).answer("differs")


@pytest.mark.parametrize("given", [3, 0, "no limit"])
def test_a_number_is_no_answer_to_yes_or_no(given):
    rule = tacit.Rule(Bound.of("count(night) <= 2", V.named_values), ROW)
    for claim in (rule, tacit.Unlimited(ROW, (PROBLEM.language[0],))):
        asked = dialogue(claim)
        with pytest.raises(tacit.OracleError, match=r"an answer must be True \(yes\), False \(no\) or None"):
            asked.answer(given)
        assert asked.question == claim
        assert asked.so_far().claims == ()


def test_numbers_are_counted_beside_rules():
    asked = dialogue(NIGHTS, tacit.Unlimited(COLUMN, (PROBLEM.language[0],)), tacit.Number(PROBLEM.language[2], COLUMN))
    for given in (2, True, "no limit"):
        asked.answer(given)
    s = asked.statistics
    assert (s.questions, s.numbers, s.rules, s.queries) == (3, 2, 1, 0)


# --- said unasked ---


def told(text, over):
    asked = tacit.Dialogue(PROBLEM, algorithm="guided")
    return asked.tell_rule(text, over=over), [str(c) for c in asked.learned()]


def test_a_bound_is_said_with_its_number():
    rule, learned = told("count(night) <= 2", "row")
    assert (rule.relation, rule.family) == (Bound.of("count(night) <= 2", V.named_values), ROW)
    assert learned == [
        f"count(night in {', '.join(f'shift[{who},{day}]' for day in DAYS)}) <= 2" for who in ("anna", "ben", "eva")
    ]


def test_a_bound_may_be_said_in_other_words():
    assert told("count(off) >= 1", "row")[1] == told("count(not off) < 4", "row")[1]


@pytest.mark.parametrize(
    ("text", "over", "why"),
    [
        ("count(night) <= k", "row", "its number is open; say it with a number, such as 'count.night. <= 2'"),
        ("count(night) <= 4", "row", r"a number from 0 to 3 says something there \(did you mean 3\?\)"),
        ("count(night) <= 2", "whole", "is not in the language, so it can't be learned"),
        ("count(late) <= 2", "row", "is not in the language"),
        ("sum <= 2", "row", "is not in the language, so it can't be learned"),
    ],
)
def test_a_bound_that_cannot_be_learned(text, over, why):
    with pytest.raises(tacit.TacitError, match=why):
        told(text, over)


def test_a_bound_that_earlier_answers_refute():
    nights = {f"shift[anna,{day}]": "night" for day in DAYS}
    asked = tacit.Dialogue(PROBLEM, algorithm="guided", examples=[(nights, True)])
    with pytest.raises(
        tacit.RuleError, match=r"'in each row of shift: at most 2 × night' can't be right: .* was answered yes"
    ):
        asked.tell_rule("count(night) <= 2", over="row")
    asked = tacit.Dialogue(PROBLEM, algorithm="guided")
    asked.tell_rule("count(night) <= 2", over="row")
    rule = tacit.Rule(Bound.of("count(night) <= 2", V.named_values), ROW)
    assert asked.so_far().explain(asked.learned().constraints[0]).claims == (tacit.Claimed(rule, True, source="told"),)


def test_a_number_is_the_proof_of_what_it_says():
    asked = dialogue(NIGHTS)
    asked.answer(2)
    result = asked.result
    (said,) = {claim for c in result.network for claim in result.explain(c).claims}
    assert (said.claim, said.number) == (NIGHTS, 2)
    assert tacit.in_words(said) == "in each row of shift: at most 2 × night"


def test_in_words():
    assert tacit.in_words(tacit.Claimed(NIGHTS, False)) == "in each row of shift: at most … × night: it differs"
    assert tacit.in_words(tacit.Claimed(NIGHTS, True)) == "in each row of shift: at most … × night: no limit"
    assert tacit.in_words(NIGHTS, ask=True) == "In each row of shift: at most how often may night occur?"
