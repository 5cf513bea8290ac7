"""A ward manager, who knows what a roster must be like and answers whatever the page asks, with hands of some kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from kit.browsing import READ
from kit.drive import said_by
from kit.hands import Hands
from kit.pages import Server
from tacit import Answer, Dialogue, Network, Query, Rule
from tacit.interview import Interview, Log
from tacit.learning.asking import Question
from tacit.problem.problem import Problem
from tacit.problem.query import Plan
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Review, Unlimited

NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil", "Finn", "Gina", "Hugo")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
EXCEPTION = "row Anna"


def truth(problem: Problem) -> Network:
    """At most two nights a week for each; a night nurse on each day; no early shift after a night, but for Anna."""
    v = problem.vocabulary

    def groups(over: str) -> list[list[str]]:
        return [[v.names[x] for x in group] for group in find_family(v, over).groups()]

    return problem.network(
        [
            *(("count(night) <= 2", group) for group in groups("row")),
            *(("count(night) >= 1", group) for group in groups("column")),
            *(("x != night or y != early", pair) for pair in groups("next in row") if "Anna" not in pair[0]),
        ]
    )


def broken(target: Network, plan: Query) -> list[str]:
    """The cells of one thing that is wrong with a plan."""
    for each in target.constraints:
        if not Network(target.vocabulary, [each]).accepts(plan):
            return list(each.scope)
    raise AssertionError("nothing is wrong with it")


@dataclass
class Manager:
    """Answers by the truth, but slips once if told to.

    slips: says of a question, the first time, whether its answer is the slip
    """

    hands: Hands
    server: Server
    slips: Callable[[Question], bool] = lambda question: False
    slipped: str = ""
    asked: list[str] = field(default_factory=list)
    dialogue: Dialogue | None = None

    @property
    def interview(self) -> Interview:
        """The interview on the screen, as it is kept in the log."""
        number = int(self.hands.page.url.removeprefix(self.server.base).split("/")[2].split("?")[0])
        with Log(self.server.db) as log:
            return Interview.open(log, number)

    @cached_property
    def target(self) -> Network:
        return truth(self.interview.file.problem)

    @property
    def question(self) -> Question:
        """The open question as an object. The page has it as a picture and in words, and here it is checked that what
        is seen there is what was asked."""
        if self.dialogue is None or not self._sees(self.dialogue.question):
            self.dialogue = self.interview.dialogue
        question = self.dialogue.question
        assert question is not None
        assert self._sees(question)
        return question

    def _sees(self, question: Question | None) -> bool:
        page = self.hands.page
        if question is None or page.get_attribute("#screen", "data-kind") != question.kind:
            return False
        return not isinstance(question, Query) or page.evaluate(READ) == dict(question.shown)

    def answer_all(self, most: int = 80) -> None:
        """Answer until no question is left."""
        page = self.hands.page
        while page.locator("#answer").count():
            question = self.question
            answer = said_by(self.target, question)
            self.asked.append(question.kind)
            assert len(self.asked) < most, self.asked
            if not self.slipped and self.slips(question):
                page.wait_for_selector("#spoken:not(:empty)", state="attached")  # it is emptied, to be read out anew
                self.slipped = page.inner_text("#spoken")
                answer = Answer(True)
            if isinstance(question, Plan) and not answer.value:
                answer = Answer(False, clash=tuple(broken(self.target, question)))
            self.give(question, answer)
            assert self.dialogue is not None
            self.dialogue.answer(answer)  # which asks the same next, so that the log need not be read each time

    def give(self, question: Question, answer: Answer) -> None:
        hands = self.hands
        if isinstance(question, Number) and answer.number is not None:
            return hands.answer(f'#answer button[value="number:{answer.number}"]')
        if isinstance(question, Number) and answer.value is not None:
            return hands.answer(f'#answer button[value="{"no limit" if answer.value else "it differs"}"]')
        if answer.value is None:
            return hands.answer("#b-unknown")
        hands.mark(list(answer.clash))
        if isinstance(question, Unlimited) and answer.except_:
            hands.press(".exceptions summary")
            for name in answer.except_:
                hands.tick(f'.exceptions input[name=except][value="{name}"]')
            return hands.answer("#b-except")
        if isinstance(question, Rule):
            for name in answer.except_:
                hands.tick(f'.where input[name=except][value="{name}"]')
        if isinstance(question, Review):
            for line in answer.except_:
                hands.tick(f'.read-out input[value="{line}"]')
        return hands.answer("#b-yes" if answer.value else "#b-no")


def roster(path: Path, called: str = "shift") -> dict[str, str]:
    """What stands in the first sheet of a workbook, by the names of variables."""
    import openpyxl

    book = openpyxl.load_workbook(path)
    rows = [[str(cell or "") for cell in row] for row in book.worksheets[0].iter_rows(values_only=True)]
    top = next(place for place, row in enumerate(rows) if "Mon" in row)
    days = {day: rows[top].index(day) for day in DAYS}
    named = [row for row in rows[top + 1 :] if row[0] in NAMES][: len(NAMES)]
    return {f"{called}[{row[0]},{day}]": row[place] for row in named for day, place in days.items()}
