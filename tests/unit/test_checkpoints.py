"""Places to go back to: where they are, how many, and that the same is asked from there."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

import tacit
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.interview.interview import FOR_PEOPLE
from tacit.learning import checkpoints
from tacit.learning.checkpoints import EVERY, FEWEST, MOST, ROOM, Checkpoints


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self):
        return self.now


@dataclass
class FakeAsker:
    """An asker of which only the size counts, and what a copy takes."""

    clock: Clock
    rows: int = 100
    price: float = 1.0
    answers: SimpleNamespace = field(default_factory=lambda: SimpleNamespace(asked=0))

    @property
    def space(self):
        return SimpleNamespace(rows=SimpleNamespace(size=self.rows))

    def copy(self):
        self.clock.now += self.price
        return self


def _run(asker, kept, questions, work):
    for asked in range(questions):
        asker.answers.asked = asked
        kept.take(asker)
        asker.clock.now += work


def test_one_after_each_question_that_takes_long():
    clock = Clock()
    kept = Checkpoints(clock)
    _run(FakeAsker(clock), kept, 10, work=10.0)
    assert sorted(kept._kept) == list(range(10))


def test_seldom_where_questions_are_quick():
    clock = Clock()
    kept = Checkpoints(clock)
    _run(FakeAsker(clock), kept, 3 * EVERY + 1, work=0.01)
    assert sorted(kept._kept) == [0, EVERY, 2 * EVERY, 3 * EVERY]


@pytest.mark.parametrize("rows", [100, 1_000_000, 10_000_000])
def test_large_ones_are_few(rows):
    """The first one stays, and so do the last ones; memory is bounded, but for the fewest that there are."""
    clock = Clock()
    kept = Checkpoints(clock)
    _run(FakeAsker(clock, rows), kept, 500, work=10.0)
    numbers = sorted(kept._kept)
    assert numbers[0] == 0
    assert numbers[-1] == 499
    assert numbers[-2] == 498
    assert len(numbers) <= MOST
    assert kept.memory() <= ROOM or len(numbers) <= FEWEST
    assert len(numbers) >= FEWEST // 2


def test_the_same_is_asked_from_each_of_them(monkeypatch):
    """To the end, with rules and plans: after going back anywhere, the same answers lead to the same questions."""
    monkeypatch.setattr(checkpoints, "WORTH", -1.0)  # one is due each time
    problem = tacit.Problem({f"x[{i},{j}]": range(1, 4) for i in range(3) for j in range(3)}, language=["!=", "<"])
    rows = [[f"x[{i},{j}]" for j in range(3)] for i in range(3)]
    lines = [*rows, *zip(*rows, strict=True)]
    target = problem.network([("!=", (a, b)) for line in lines for k, a in enumerate(line) for b in line[k + 1 :]])
    dialogue = tacit.Dialogue(problem, rewindable=True, **FOR_PEOPLE)
    user = Slipping(TargetOracle(target), 0.0, 0, numbers=dialogue.asker.answers.claims.numbers)
    asked, given = [], []

    def answer():
        question = dialogue.question
        asked.append(question)
        given.append(user.answer(question))
        dialogue.answer(given[-1])

    while dialogue.question is not None:
        answer()
    assert any(question.kind == "plan" for question in asked)
    assert len(dialogue._checkpoints._kept) > 5
    for back in range(len(asked) - 1, -1, -1):
        begin = dialogue.rewind(back)
        assert 0 <= begin <= back
        for place in range(begin, back):
            assert dialogue.question == asked[place]
            dialogue.answer(given[place])
        assert dialogue.question == asked[back]
