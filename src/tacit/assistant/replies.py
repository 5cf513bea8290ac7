"""What was replied to a question, in words, read as the answer that it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, Field

from tacit.errors import AnswerError, MarkError, nearest
from tacit.interview import Answerer
from tacit.interview.marking import read_cells
from tacit.interview.offering import exceptable
from tacit.learning.asking import Question
from tacit.problem.query import Query
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Number

YES_NO: dict[str, bool | None] = {"yes": True, "no": False, "don't know": None}
ALSO = {"unknown": "don't know", "dont know": "don't know", "true": "yes", "false": "no", "y": "yes", "n": "no"}
BETWEEN_NAMES = r"[,;](?![^\[]*\])"  # a comma inside of brackets is part of a name


@dataclass(frozen=True)
class Replied:
    """An answer as `Interview.answer` takes it."""

    value: Any
    clash: list[str]
    except_: list[str]


def read_reply(
    question: Question, answer: Any, except_: Sequence[str] = (), wrong_cells: Sequence[str] = ()
) -> Replied:
    """The answer that somebody means. Raises an `AnswerError` or a `MarkError` that says what is accepted."""
    value = _value(question, answer)
    if (except_ or wrong_cells) and value is not False:
        raise AnswerError(f"exceptions and wrong cells can be named with the answer no, not with {answer!r:.40}")
    if wrong_cells and not isinstance(question, Query):
        raise MarkError("wrong_cells can be named for an example or a plan, and this question is about a rule: except_")
    if except_ and isinstance(question, Query):
        raise AnswerError("except_ can be named for a rule, and this question is an example: wrong_cells")
    cells = read_cells(question, "; ".join(wrong_cells)) if isinstance(question, Query) and wrong_cells else []
    return Replied(value, cells, list(except_))


def _value(question: Question, answer: Any) -> Any:
    """True, False or None; for a question for a number a number, or one of its words."""
    if isinstance(answer, bool | int) and not isinstance(question, Number):
        if isinstance(answer, bool):
            return answer
        raise AnswerError(f"{answer} is no answer: this is no question for a number; accepted are {', '.join(YES_NO)}")
    if isinstance(answer, int) and not isinstance(answer, bool):
        return answer
    word = " ".join(str(answer).casefold().replace("’", "'").split())
    word = ALSO.get(word, word)
    if isinstance(question, Number):
        if word == "don't know":
            return None
        if re.fullmatch(r"[-+]?[0-9]{1,12}", word):
            return int(word)
        if word in (NO_LIMIT, IT_DIFFERS):
            return word
        raise AnswerError(
            f"{answer!r:.40} is no answer to a question for a number: a number, {NO_LIMIT}, {IT_DIFFERS} or don't know"
        )
    if word not in YES_NO:
        raise AnswerError(f"{answer!r:.40} is no answer{nearest(word, YES_NO)}; accepted are {', '.join(YES_NO)}")
    return YES_NO[word]


def read_giver(answered_by: str, assistant: str) -> Answerer:
    """Who gave an answer: a person to whom it was put, or the assistant itself."""
    word = " ".join(answered_by.casefold().split())
    if word == "person":
        return Answerer.person_through(assistant)
    if word == "program":
        return Answerer.assistant(assistant)
    raise AnswerError(
        f"answered_by is {answered_by!r:.40}: it must be person (the person said it) or program (nobody was asked)"
    )


# --- what a person is asked to fill in ---


class Reply(BaseModel):
    """A question for yes or no."""

    answer: str = Field(title="Answer", description="yes, no, or don't know", json_schema_extra={"enum": list(YES_NO)})

    def except_names(self) -> list[str]:
        return []

    def cells(self) -> list[str]:
        return []


class ReplyWithExceptions(Reply):
    """A rule may have exceptions, and what was read out may have wrong lines."""

    exceptions: str = Field("", title="Exceptions", description="With no: what is different, separated by commas")

    def except_names(self) -> list[str]:
        return [name.strip() for name in re.split(BETWEEN_NAMES, self.exceptions) if name.strip()]


class ReplyWithMarks(Reply):
    """In an example the cells may be marked that are wrong together."""

    wrong_cells: str = Field(
        "", title="Wrong cells", description="With no: cells that are wrong together, if you see it"
    )

    def cells(self) -> list[str]:
        return [self.wrong_cells] if self.wrong_cells.strip() else []


class ReplyWithNumber(Reply):
    """A question for a number."""

    answer: str = Field(title="Answer", description="A number, no limit, it differs, or don't know")


def form_for(question: Question) -> type[Reply]:
    """What a person fills in to answer a question."""
    if isinstance(question, Number):
        return ReplyWithNumber
    if isinstance(question, Query):
        return ReplyWithMarks
    return ReplyWithExceptions if exceptable(question) else Reply
