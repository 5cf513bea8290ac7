"""A plan is called wrong, and what was said to be free is read out: kept, resumed, known in the next round."""

from __future__ import annotations

import pytest

from kit.said_free import FILE, TARGET, to_the_end, up_to_list
from tacit import Review, Unlimited
from tacit.exact.equivalence import equivalent
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.learning.claims import Claimed
from tacit.problem.query import Plan
from tacit.showing.claim_words import question as in_words


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path / "log.sqlite") as log:
        yield log


@pytest.fixture
def interview(log):
    return Interview.start(log, FILE, **FOR_PEOPLE)


def set_aside(interview):
    return [look.said.asked for look in interview.second_looks() if look.set_aside]


def column(review):
    """The place of the line that is wrong, counted from 1."""
    specs = [line.family.spec if isinstance(line, Unlimited) else "" for line in review.lines]
    return str(specs.index("column of shift") + 1)


def test_the_lines_are_short_and_the_rules_stand_above(interview):
    review = up_to_list(interview)
    first, *lines, last = in_words(review, FILE.problem.vocabulary).splitlines()
    assert first == "Besides the rules that you have accepted, this is free, as I have understood:"
    assert last == "Is all of it right?"
    assert len(lines) == len(review.lines) > 2
    assert "1. Any two cells: they may have any values" in lines
    said = "In each column of shift: night may occur any number of times (or not at all) and off may be missing"
    assert f"{column(review)}. {said}" in lines
    assert not any("besides" in line for line in lines)


def test_the_line_that_is_named_is_the_slip(interview):
    review = up_to_list(interview)
    asked = to_the_end(interview)
    assert [claim.family.spec for claim in set_aside(interview)] == ["column of shift"]
    assert interview.result.status == "converged"
    assert equivalent(interview.result.network, TARGET)
    plans = [place for place, question in enumerate(asked) if isinstance(question, Plan)]
    assert plans[0] <= 5, "few questions from the list to the next plan"
    assert asked[0] == review


def test_resumed_at_the_list_and_after_it(log, interview):
    review = up_to_list(interview)
    again = Interview.resume(log, FILE, **FOR_PEOPLE)
    assert again.question == review
    again.answer(False, except_=[column(review)])
    assert again.read(again.entries[-1]) == Claimed(review, False, (int(column(review)) - 1,))
    third = Interview.resume(log, FILE, **FOR_PEOPLE)
    assert third.question == again.question
    to_the_end(third)
    assert equivalent(third.result.network, TARGET)


def test_undone_and_answered_again(interview):
    review = up_to_list(interview)
    interview.answer(True)
    interview.undo()
    assert interview.question == review
    to_the_end(interview)
    assert equivalent(interview.result.network, TARGET)


def test_the_wrong_line_is_known_in_the_next_round(interview):
    """After an answer was changed, all answers are known: what the list called wrong stays so."""
    up_to_list(interview)
    to_the_end(interview)
    numbers = [entry for entry in interview.entries if "number" in entry.query and entry.number is not None]
    interview.change(numbers[0].position, numbers[0].number)
    assert [claim.family.spec for claim in set_aside(interview)] == ["column of shift"]
    asked = to_the_end(interview)
    assert not any(isinstance(question, Review) and not question.rules for question in asked)
    assert equivalent(interview.result.network, TARGET)


def test_no_and_no_line_is_named(interview):
    up_to_list(interview)
    interview.answer(False)
    to_the_end(interview)
    assert [claim.family.spec for claim in set_aside(interview)] == ["column of shift"]
    assert equivalent(interview.result.network, TARGET)


def test_a_wrong_yes_to_the_list_is_no_end(interview):
    up_to_list(interview)
    interview.answer(True)
    to_the_end(interview)
    assert interview.result.status != "converged" or equivalent(interview.result.network, TARGET)
    assert interview.second_looks()
