"""The estimate of how many questions are left, against how many there were."""

from __future__ import annotations

import pytest

from tacit import Dialogue
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE, Interview, Log
from tacit.interview.estimate import FEW, Moment, extrapolated, moment_of, still_to_ask

# The likely number was chosen on other benchmarks; how wide the range must be, on these, too.
FRESH = ["latin-5", "queens-7", "random-25x4x50", "nurse-5x3x4", "examtt-12", "golomb-7"]
WEEK = """
name = "week"
language = ["!=", "<"]
[variables]
day = { rows = ["anna", "ben", "carla"], domain = "1..5" }
"""


def curve(name, seed):
    benchmark = load(name)
    dialogue = Dialogue(benchmark.problem, algorithm="mquacq", skip_known=True, seed=seed)
    found = [dialogue.progress().left]
    while dialogue.query is not None:
        dialogue.answer(benchmark.target.accepts(dialogue.query))
        found.append(dialogue.progress().left)
    return found


def test_the_range_of_the_published_algorithms_holds_nine_times_in_ten():
    held = total = 0
    for name in FRESH:
        seen = curve(name, seed=7)
        answers = len(seen) - 1
        for now in range(15, answers, 5):
            guess = extrapolated(seen[: now + 1])
            if guess is not None:
                total += 1
                held += guess.low <= answers - now <= guess.high
    assert total > 100
    assert held / total > 0.9, f"{held} of {total}"


def shown_to_people(name, *, rules, seed=7, slips=0.0):
    """At each question of an interview: the range that is shown, and how many questions were still to come."""
    benchmark = load(name)
    dialogue = Dialogue(benchmark.problem, **{**FOR_PEOPLE, "rules": rules, "seed": seed})
    user = Slipping(TargetOracle(benchmark.target), slips, seed, numbers=dialogue.asker.answers.claims.numbers)
    found = []
    while dialogue.question is not None:
        found.append(still_to_ask(moment_of(dialogue, [])))
        dialogue.answer(user.answer(dialogue.question))
    return [(guess, len(found) - place) for place, guess in enumerate(found)]


@pytest.mark.parametrize("rules", [True, False])
def test_what_people_are_shown_holds_nine_times_in_ten(rules):
    points = [
        point
        for name in ("examtt-9", "golomb-5", "queens-5", "allergy")
        for point in shown_to_people(name, rules=rules)
    ]
    shown = [(guess, left) for guess, left in points if guess is not None]
    held = sum(guess.low <= left <= guess.high for guess, left in shown)
    assert len(shown) > 40
    assert held / len(shown) > 0.9, f"{held} of {len(shown)}"


def test_no_number_while_one_answer_may_settle_half_of_it():
    assert still_to_ask(Moment(FEW + 1, [], True, True, plans=3, missing=5, kind="rule")) is None
    assert still_to_ask(Moment(5, [], True, True, plans=3, missing=5, kind="plan", for_a_plan=True)) is None
    assert still_to_ask(Moment(5, [], True, True, plans=3, missing=5, kind="example", unclear=True)) is None


def test_in_the_end_nothing_is_left():
    assert extrapolated([*range(100, -1, -1)]).high == 0


@pytest.mark.parametrize("seen", [[5], [10] * 40, [9, 8]])
def test_too_early_to_say(seen):
    assert extrapolated(seen) is None


def test_an_interview_says_in_words_how_far_it_is(tmp_path):
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.start(log, parse_problem(WEEK, source="week.toml"), **FOR_PEOPLE)
        said = []
        while interview.question is not None:
            said.append(interview.how_far)
            question = interview.question
            interview.answer(len(set(question.values())) == len(question) if interview.query is not None else True)
        assert said[0].startswith("learning the rules")
        assert said[-1].startswith(("the last plans · ", "making sure · "))
        assert "at most" in said[-1] or "1 question left" in said[-1]
