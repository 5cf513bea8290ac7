"""What is worked out while somebody thinks is what would have been worked out afterwards."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Dialogue, Reporter
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.interview.interview import FOR_PEOPLE
from tacit.learning.checkpoints import Checkpoints
from tacit.problem.query import Answer
from tacit.testing.problems import Case, cases

TIMES = {"mean_wait_s", "max_wait_s", "time_queries_s", "time_total_s"}


class Seen(Reporter):
    def __init__(self) -> None:
        self.events = []

    def answered(self, query, answer):
        self.events.append((query, answer))

    def learned(self, constraint):
        self.events.append(constraint)

    def refuted(self, count):
        self.events.append(count)


def talk(problem, user, *, ahead, undo=(), **options):
    """All that was asked and told, and the result. `ahead(number)`: is it thought ahead at that question?"""
    seen, asked = Seen(), []
    dialogue = Dialogue(problem, rewindable=True, reporter=[seen], **options)
    user = user(dialogue)
    taken = 0
    while dialogue.question is not None:
        asked.append(dialogue.question)
        answer = user.answer(dialogue.question)
        if ahead(len(asked)):
            thinking = dialogue.think_ahead()
            thinking.work()
            taken += bool(thinking._ready)
        dialogue.answer(answer)
        if len(asked) in undo:
            dialogue.rewind(max(0, dialogue.asker.answers.asked - 3))
    figures = {k: v for k, v in vars(dialogue.statistics).items() if k not in TIMES and not k.startswith("_")}
    return asked, seen.events, dialogue.result, figures, taken


def of_target(target, slips=0.0):
    return lambda d: Slipping(TargetOracle(target), slips, 1, numbers=d.asker.answers.claims.numbers)


@examples(20)
@given(cases(), st.sets(st.integers(1, 30)), st.booleans(), st.sets(st.integers(3, 9), max_size=1))
def test_the_questions_are_the_same_whenever_it_is_thought_ahead(case: Case, when, rules, undo):
    user = of_target(case.problem.network(case.target))
    options = {"algorithm": "guided", "rules": rules, "seed": 0}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.learning.checkpoints.WORTH", 0.0)  # a place to go back to at each question
        plain = talk(case.problem, user, ahead=lambda n: False, undo=undo, **options)
        other = talk(case.problem, user, ahead=lambda n: n in when, undo=undo, **options)
    assert str(other[2].network) == str(plain[2].network)
    assert other[2].status == plain[2].status
    if not undo:  # how far it goes back, and so what is asked twice, depends on the places that are kept
        assert other[:2] == plain[:2]
        assert other[3] == plain[3]


@pytest.mark.parametrize(("name", "slips"), [("sudoku-4", 0.0), ("murder", 0.05), ("ward-8x7", 0.0)])
def test_a_whole_interview_is_the_same(name, slips, monkeypatch):
    monkeypatch.setattr("tacit.learning.checkpoints.WORTH", 0.0)
    benchmark = load(name)
    user = of_target(benchmark.target, slips)
    plain = talk(benchmark.problem, user, ahead=lambda n: False, **FOR_PEOPLE)
    other = talk(benchmark.problem, user, ahead=lambda n: n % 5 == 1, **FOR_PEOPLE)
    assert other[:2] == plain[:2]
    assert other[3] == plain[3]
    assert other[4] > len(plain[0]) // 20  # it was of use


def test_an_answer_waits_for_what_is_being_worked_out_and_for_nothing_else(monkeypatch):
    monkeypatch.setattr("tacit.learning.checkpoints.WORTH", 0.0)
    benchmark = load("sudoku-4")
    dialogue = Dialogue(benchmark.problem, rewindable=True, **FOR_PEOPLE)
    thinking = dialogue.think_ahead()
    thread = threading.Thread(target=thinking.work)
    thread.start()
    plain = Dialogue(benchmark.problem, rewindable=True, **FOR_PEOPLE)
    for _ in range(5):
        dialogue.answer(False)
        plain.answer(False)
        assert dialogue.question == plain.question
    thread.join()


def test_another_answer_than_yes_and_no_is_not_thought_of(monkeypatch):
    monkeypatch.setattr("tacit.learning.checkpoints.WORTH", 0.0)
    benchmark = load("sudoku-4")
    one, other = (Dialogue(benchmark.problem, rewindable=True, **FOR_PEOPLE) for _ in range(2))
    thinking = one.think_ahead()
    thinking.work()
    assert thinking.count == 2
    one.answer(None)
    other.answer(None)
    assert one.question == other.question
    assert not one.thinks_ahead


def test_what_nobody_waits_for_is_given_up(monkeypatch):
    monkeypatch.setattr("tacit.learning.checkpoints.WORTH", 0.0)
    benchmark = load("sudoku-4")
    dialogue = Dialogue(benchmark.problem, rewindable=True, **FOR_PEOPLE)
    thinking = dialogue.think_ahead()
    come, go = threading.Event(), threading.Event()
    given = []

    def repeat(twin, question):
        come.set()
        go.wait()
        return True

    monkeypatch.setattr(Dialogue, "repeat", repeat)
    monkeypatch.setattr(Dialogue, "answer", lambda twin, value: given.append(value))
    thread = threading.Thread(target=thinking.work)
    thread.start()
    come.wait()
    assert thinking.after(Answer(False)) is None  # while "yes" was being worked out
    go.set()
    thread.join()
    assert not given


def test_a_dialogue_without_places_to_go_back_to_has_no_copies():
    dialogue = Dialogue(load("sudoku-4").problem, seed=0)
    thinking = dialogue.think_ahead()
    thinking.work()
    assert thinking.count == 0
    dialogue.answer(True)
    assert dialogue.question is not None


def test_a_copy_hands_over_the_places_it_has_kept():
    kept = Checkpoints(lambda: 0.0)
    later = kept.after(7)
    assert later._next == 8
    kept.take_over(later)
    assert kept.newest(8) is None
