"""The estimate of how many questions are left, against how many there were."""

from __future__ import annotations

import pytest

from tacit import Dialogue
from tacit.benchmarks import load
from tacit.interview.estimate import estimate, from_expected

# None of these benchmarks was used to choose the factors.
FRESH = ["latin-5", "queens-7", "random-25x4x50", "nurse-5x3x4", "examtt-12", "golomb-7"]


def curve(name, seed):
    benchmark = load(name)
    dialogue = Dialogue(benchmark.problem, algorithm="mquacq", skip_known=True, seed=seed)
    found = [dialogue.progress().left]
    while dialogue.query is not None:
        dialogue.answer(benchmark.target.accepts(dialogue.query))
        found.append(dialogue.progress().left)
    return found


def test_the_range_holds_most_of_the_time():
    held = total = 0
    for name in FRESH:
        seen = curve(name, seed=7)
        answers = len(seen) - 1
        for now in range(15, answers, 5):
            guess = estimate(seen[: now + 1])
            if guess is not None:
                total += 1
                held += guess.low <= answers - now <= guess.high
    print(f"{held} of {total}")
    assert total > 100
    assert held / total > 0.7


def test_the_range_of_the_guided_learner_holds_most_of_the_time():
    held = total = 0
    for name in [*FRESH, "allergy", "latin-7"]:
        benchmark = load(name)
        dialogue = Dialogue(benchmark.problem, algorithm="guided", seed=7)
        guesses = []
        while dialogue.query is not None:
            guesses.append(from_expected(dialogue.expected_questions()))
            dialogue.answer(benchmark.target.accepts(dialogue.query))
        for now in range(10, len(guesses), 5):
            total += 1
            held += guesses[now].low <= len(guesses) - now <= guesses[now].high
    print(f"{held} of {total}")
    assert total > 100
    assert held / total > 0.7


def test_in_the_end_nothing_is_left():
    assert estimate([*range(100, -1, -1)]).high == 0


@pytest.mark.parametrize("seen", [[5], [10] * 40, [9, 8]])
def test_too_early_to_say(seen):
    assert estimate(seen) is None
