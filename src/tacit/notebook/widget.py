"""The widget: it shows the state of an interview, and hands what a person does to the interview.

What is done in the browser arrives in the trait `said`, which every host of anywidget has; what the widget shows is the
trait `state`. All that is decided is decided here, in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tacit.dialogue.dialogue import Dialogue
from tacit.errors import TacitError
from tacit.interview import PERSON, Answerer, Interview
from tacit.interview.composing import family_called, needs_number, with_number
from tacit.learning.asking import Question
from tacit.learning.result import Result
from tacit.notebook.screen_state import state_of
from tacit.problem.network import Network
from tacit.problem.relations import Relation
from tacit.structure.rule import Number, Rule

HERE = Path(__file__).parent
BY_CODE = Answerer.oracle("code in a notebook")


class InterviewWidget(anywidget.AnyWidget):
    """An interview in a notebook. `result`, `dialogue` and `network` say what was learned so far.

    Code may answer, too: `answer`, `undo` and `tell_rule` are those of `tacit.Dialogue`. Who answered is kept.
    """

    _esm = HERE / "widget.js"
    _css = HERE / "widget.css"
    state = traitlets.Dict().tag(sync=True)
    said = traitlets.Dict().tag(sync=True)

    def __init__(self, interview: Interview) -> None:
        self.interview = interview
        super().__init__(state=state_of(interview))
        self.observe(self._hear, names="said")

    # --- what was learned ---

    @property
    def result(self) -> Result:
        """The result; while questions are open, what has been learned so far."""
        return self.interview.so_far()

    @property
    def dialogue(self) -> Dialogue:
        return self.interview.dialogue

    @property
    def question(self) -> Question | None:
        """The open question; None if it is over."""
        return self.interview.question

    @property
    def network(self) -> Network:
        """The network learned so far."""
        return self.interview.learned()

    # --- answers by code ---

    def answer(self, given: Any, *, clash: Sequence[str] = (), except_: Sequence[str] = ()) -> None:
        """Answer the open question, as `Dialogue.answer`. The log says that code has answered."""
        self.interview.answerer = BY_CODE
        self.interview.answer(given, clash=clash, except_=except_)
        self._show()

    def undo(self, count: int = 1) -> int:
        """Take back the last answers; returns how many were taken back."""
        taken = self.interview.undo(count)
        self._show()
        return taken

    def tell_rule(self, relation: Rule | Relation | str, *, over: str | None = None) -> Rule:
        """Say a rule that was not asked for, as `Dialogue.tell_rule`."""
        rule = self.dialogue.check_rule(relation, over=over)
        self.interview.answerer = BY_CODE
        self.interview.tell_rule(rule)
        self._show()
        return rule

    # --- what a person does ---

    def _hear(self, change: Any) -> None:
        """What was done in the browser. Nothing that is wrong there may end in a traceback of the kernel."""
        said = change["new"]
        notice = ""
        try:
            notice = self._do(said)
        except TacitError as error:
            notice = f"{str(error)[:1].upper()}{str(error)[1:]}."
        except (KeyError, TypeError, ValueError) as error:
            notice = f"That was not understood ({type(error).__name__})."
        self._show(notice)

    def _do(self, said: dict[str, Any]) -> str:
        interview = self.interview
        interview.answerer = PERSON
        what = said.get("do")
        if what == "undo":
            return "" if interview.undo() else "There is nothing to undo."
        if what == "rule":
            interview.tell_rule(self._rule(said))
            return "Taken."
        if what == "wrong":
            interview.set_right(int(said["position"]))
            return "Changed. The other answers are used as before."
        if what == "answer":
            if said.get("question") != interview.number or interview.question is None:
                return "That question was answered or taken back in the meantime. This is the open one."
            interview.answer(_value(said["answer"]), clash=_texts(said, "clash"), except_=_texts(said, "except"))
            return ""
        raise ValueError(what)

    def _rule(self, said: dict[str, Any]) -> Rule:
        problem = self.interview.file.problem
        relation = next(each for each in problem.language if each.name == said["relation"])
        family = family_called(problem, str(said["over"]), relation)
        if not needs_number(relation):
            return self.dialogue.check_rule(relation, over=family)
        number = int(said["number"])
        self.interview.numbers(Number(relation, family))  # type: ignore[arg-type]
        return self.dialogue.check_rule(with_number(Rule(relation, family), number))

    def _show(self, notice: str = "") -> None:
        self.state = state_of(self.interview, notice)


def _value(given: Any) -> Any:
    """An answer of the browser: yes, no and don't know as words, numbers and the words beside them as they are."""
    words: dict[Any, bool | None] = {"yes": True, "no": False, "unknown": None}
    return words[given] if isinstance(given, str) and given in words else given


def _texts(said: dict[str, Any], key: str) -> list[str]:
    return [str(each) for each in said.get(key) or []]
