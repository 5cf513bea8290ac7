"""What was answered, read for its question: a number, "no limit" and "it differs" answer a question for a number; a
"no" to a review of one line says which line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tacit.errors import AnswerError, OracleError, nearest
from tacit.learning.asking import Question
from tacit.learning.claims import Claims
from tacit.problem.query import Answer
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Number, Review

WORDS = {NO_LIMIT: True, IT_DIFFERS: False}


def read_answer(question: Question, given: Any, clash: Sequence[str] = (), except_: Sequence[str] = ()) -> Answer:
    """The answer, as far as it fits the kind of question."""
    if isinstance(question, Number):
        if isinstance(given, str):
            word = " ".join(given.lower().split())
            if word not in WORDS:
                hint = nearest(word, _words(question)) or (
                    f" (did you mean the number {word}?)" if word.isdecimal() else ""
                )
                raise AnswerError(f"{given!r:.60} is no answer to a question for a number{hint}; {_accepted(question)}")
            given = WORDS[word]
        try:
            return Answer.of(given, clash, except_)
        except OracleError:
            raise AnswerError(f"{given!r:.60} is no answer to a question for a number; {_accepted(question)}") from None
    answer = Answer.of(given, clash, except_)
    if isinstance(question, Review) and len(question.lines) == 1 and answer.value is False and not answer.except_:
        answer = replace(answer, except_=("1",))  # there is no other line that could be wrong
    if answer.number is not None:
        raise AnswerError(
            f"an answer must be True (yes), False (no) or None (don't know), not {answer.number!r}: this is no "
            "question for a number"
        )
    return answer


def check_number(claims: Claims, question: Number, answer: Answer) -> None:
    """Refuse a number that is out of range, and "it differs" where there is nothing to differ from."""
    if answer.number is not None:
        claims.check_number(question, answer.number)
    elif answer.value is False and question.family.count == 1:
        raise AnswerError(f"{question.family.phrase} is one group, so the number can't differ; {_accepted(question)}")


def _words(question: Number) -> list[str]:
    """One group has nothing to differ from."""
    return [NO_LIMIT, IT_DIFFERS] if question.family.count > 1 else [NO_LIMIT]


def _accepted(question: Number) -> str:
    return f"accepted are an integer, {', '.join(map(repr, _words(question)))}, and None (don't know)"
