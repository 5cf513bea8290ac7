"""Reviews in an interview: kept, resumed, undone, changed, known in the next round."""

from __future__ import annotations

import pytest

from kit.reviewed import FILE, TARGET, slipping, to_the_end, up_to_review
from tacit import Review
from tacit.exact.equivalence import equivalent
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.learning.claims import Claimed
from tacit.showing.doubt_words import likelihood


@pytest.fixture
def log(tmp_path):
    with Log(tmp_path / "log.sqlite") as log:
        yield log


@pytest.fixture
def interview(log):
    return Interview.start(log, FILE, **FOR_PEOPLE)


def reviews(interview):
    return [entry for entry in interview.entries if "review" in entry.query]


def wrong(interview):
    """What was set aside."""
    return [look.said.asked.family.spec for look in interview.second_looks() if look.set_aside]


def test_the_open_review_is_there_after_a_resume(log, interview):
    review = up_to_review(interview)
    again = Interview.resume(log, FILE, **FOR_PEOPLE)
    assert again.question == review
    assert len(again.entries) == len(interview.entries)


def test_it_is_kept_with_its_lines_and_resumed_in_the_middle_of_what_follows(log, interview):
    review = up_to_review(interview)
    interview.answer(False, except_=["2"])
    entry = interview.entries[-1]
    assert (entry.kind, entry.answer, entry.exceptions) == ("rule", False, ("2",))
    assert entry.query == {
        "review": [{"rule": "!=", "over": "next in column of g"}, {"rule": "!=", "over": "column of g"}]
    }
    assert interview.read(entry) == Claimed(review, False, (1,))
    again = Interview.resume(log, FILE, **FOR_PEOPLE)
    assert again.question == interview.question
    assert log.kept(1).round == 0
    to_the_end(again)
    assert equivalent(again.result.network, TARGET)
    assert wrong(again) == ["column of g"]
    # What speaks against the slip is the review.
    (look,) = again.second_looks()
    assert [said.source for said in look.against][:1] == [f"question {entry.position}"]
    assert likelihood(look.chance) == "very likely"


def test_undone_and_answered_again(interview):
    review = up_to_review(interview)
    interview.answer(False, except_=["2"])
    interview.answer(slipping(interview.question))
    assert interview.undo(2) == 2
    assert interview.question == review
    interview.answer(True)
    to_the_end(interview)
    assert not equivalent(interview.result.network, TARGET)
    assert wrong(interview) == []


def test_a_yes_that_is_changed_to_a_wrong_line(interview):
    up_to_review(interview)
    interview.answer(True)
    to_the_end(interview)
    (entry,) = reviews(interview)
    interview.change(entry.position, False, except_=["2"])
    assert interview.unusable == 0
    to_the_end(interview)
    assert equivalent(interview.result.network, TARGET)
    assert wrong(interview) == ["column of g"]


def test_a_wrong_line_that_is_changed_to_yes(interview):
    up_to_review(interview)
    interview.answer(False, except_=["2"])
    to_the_end(interview)
    (entry,) = reviews(interview)
    interview.change(entry.position, True)
    # Now the rule stands against the plans that were called right: one of these answers is a slip.
    to_the_end(interview)
    assert interview.result.second_look
    assert len(reviews(interview)) == 1


def test_known_in_the_next_round_and_not_read_out_again(log, interview):
    up_to_review(interview)
    interview.answer(False, except_=["2"])
    to_the_end(interview)
    other = Interview.resume(log, FILE, **{**FOR_PEOPLE, "seed": 7})
    assert log.kept(1).round == 1
    assert (other.unusable, wrong(other)) == (0, ["column of g"])
    asked = to_the_end(other)
    assert not any(isinstance(question, Review) for question in asked)
    assert equivalent(other.result.network, TARGET)


def test_an_answer_that_is_changed_is_no_longer_set_aside(interview):
    up_to_review(interview)
    interview.answer(False, except_=["2"])
    to_the_end(interview)
    slip = next(entry for entry in interview.entries if entry.query == {"rule": "!=", "over": "column of g"})
    interview.change(slip.position, False)
    to_the_end(interview)
    assert not interview.second_looks()
    assert equivalent(interview.result.network, TARGET)


def test_no_without_a_line_reads_out_each_half_and_is_worth_a_second_look(interview):
    review = up_to_review(interview)
    interview.answer(False)
    lines = []
    while interview.question.kind == "review":
        lines += interview.question.lines
        interview.answer(True)  # as if each line were right
    assert lines == list(review.lines)
    (look,) = interview.second_looks()
    assert (look.said.asked, look.set_aside) == (review, False)
    # Whoever sees the line then can still name it.
    interview.change(look.said.entry.position, False, except_=["2"])
    to_the_end(interview)
    assert equivalent(interview.result.network, TARGET)


def test_no_without_a_line_finds_a_rule_that_is_wrong_in_some_places(interview):
    up_to_review(interview)
    interview.answer(False)
    to_the_end(interview)
    assert equivalent(interview.result.network, TARGET)


def test_no_without_a_line_is_read_out_again_in_the_next_round(interview):
    review = up_to_review(interview)
    interview.answer(True)
    (entry,) = reviews(interview)
    interview.answer(slipping(interview.question))
    interview.change(entry.position, False)
    assert interview.unusable == 1
    assert up_to_review(interview) == review


def test_nobody_knows_which_line_is_wrong_if_a_yes_is(interview):
    up_to_review(interview)
    interview.answer(True)
    (entry,) = reviews(interview)
    interview.set_right(entry.position)
    assert reviews(interview)[0].answer is None
    interview.change(entry.position, False, except_=["1"])
    interview.set_right(entry.position)
    assert (reviews(interview)[0].answer, reviews(interview)[0].exceptions) == (True, ())


def test_a_review_of_what_the_problem_no_longer_has_is_not_used(log, interview):
    up_to_review(interview)
    interview.answer(True)
    smaller = parse_problem(FILE.text.replace('"!=", ', ""), source="columns.toml")
    again = Interview.resume(log, smaller, **FOR_PEOPLE)
    assert again.read(reviews(again)[0]) is None
    assert again.unusable >= 1
