"""Interviews whose questions were put side by side: the log alone leads to the same place."""

from __future__ import annotations

import random

from tacit.benchmarks import load
from tacit.dialogue.side_by_side import SideBySide
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview, Log

FILE = """
name = "small"
language = ["==", "!=", "<", ">"]
[variables]
grid = { shape = [4, 4], domain = "1..4" }
"""
OPTIONS = {"algorithm": "guided", "seed": 0, "rules": False, "side_by_side": True}


def talk(interview, most, answers, chance):
    """Answer so many questions, in an order at random."""
    target = load("sudoku-4").target
    batch = SideBySide(interview.dialogue, most, hear=interview.hear)
    out = []
    while interview.question is not None and answers:
        out += batch.fill()
        question = out.pop(chance.randrange(len(out)))
        batch.hear(question, target.accepts(question))
        answers -= 1


def test_it_goes_on_where_it_was_left_and_replays_exactly(tmp_path):
    chance = random.Random(5)
    file = parse_problem(FILE, source="small.toml", name="small")
    path = tmp_path / "log.sqlite"
    with Log(path) as log:
        interview = Interview.start(log, file, **OPTIONS)
        number = interview.id
        talk(interview, 8, 40, chance)
        questions = [entry.query for entry in interview.entries]
        left = interview.question, interview.progress(), interview.dialogue.learned()
    assert len(questions) == 40

    for most in (3, 8):  # another number side by side is the same interview
        with Log(path) as log:
            again = Interview.resume(log, file, **OPTIONS)
            assert again is not None
            assert again.id == number
            assert [entry.query for entry in again.entries][:40] == questions
            assert len({entry.round for entry in again.entries}) == 1
            if most == 3:
                assert (again.question.shown, again.progress()) == (left[0].shown, left[1])
                assert [str(c) for c in again.dialogue.learned()] == [str(c) for c in left[2]]
            talk(again, most, 10, chance)

    with Log(path) as log:
        again = Interview.resume(log, file, **OPTIONS)
        talk(again, 8, 1000, chance)
        assert again.result.status == "converged"
        assert len(again.result.network) == len(load("sudoku-4").target)
        end = [str(constraint) for constraint in again.result.network]
    with Log(path) as log:
        assert [str(constraint) for constraint in Interview.resume(log, file, **OPTIONS).result.network] == end


def test_undo_takes_back_the_last_answer_that_came(tmp_path):
    chance = random.Random(1)
    file = parse_problem(FILE, source="small.toml", name="small")
    with Log(tmp_path / "log.sqlite") as log:
        interview = Interview.start(log, file, **OPTIONS)
        talk(interview, 6, 29, chance)
        before = interview.question.shown, interview.progress()
        talk(interview, 6, 3, chance)
        assert interview.undo(3) == 3
        assert (interview.question.shown, interview.progress()) == before


def test_answers_of_side_by_side_are_known_one_by_one(tmp_path):
    file = parse_problem(FILE, source="small.toml", name="small")
    with Log(tmp_path / "log.sqlite") as log:
        talk(Interview.start(log, file, **OPTIONS), 8, 50, random.Random(2))
        one_by_one = {name: value for name, value in OPTIONS.items() if name != "side_by_side"}
        interview = Interview.resume(log, file, **one_by_one)
        assert interview.reused == 50
        target = load("sudoku-4").target
        while interview.question is not None:
            interview.answer(target.accepts(interview.question))
        assert len(interview.result.network) == len(target)
