"""Answers that can't be right, or say something else than what was asked: refused before the learner sees them.

The question then stays open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tacit.candidates import bitset
from tacit.dialogue.reading_answers import check_number, read_answer
from tacit.errors import AnswerError, MarkError, nearest
from tacit.learning.asker import Asker
from tacit.learning.asking import Question
from tacit.problem.query import Answer, Query
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.exceptions import find_exceptions
from tacit.structure.rule import Number, Rule


def check_answer(
    asker: Asker,
    question: Question,
    known: bool | None,
    given: Any,
    clash: Sequence[str] = (),
    except_: Sequence[str] = (),
) -> Answer:
    """The answer as it would be taken, or the error that it would raise.

    known: what the answer should be, if it follows
    """
    answer = read_answer(question, given, clash, except_)
    if isinstance(question, Query):
        if answer.except_:
            raise AnswerError("exceptions can be named for a rule, and this question is an example")
        _refuse_if_impossible(asker, question, answer.value, known)
        _refuse_a_mark_that_nothing_explains(asker, question, answer)
        return answer
    if answer.clash:
        raise MarkError("cells can be marked in an example, and this question is about a rule")
    if isinstance(question, Number):
        check_number(asker.answers.claims, question, answer)
    exceptions = find_exceptions(question, answer.except_)
    if isinstance(question, Rule):
        _refuse_impossible_exceptions(asker, question, exceptions)
    return answer


def _refuse_impossible_exceptions(asker: Asker, rule: Rule, exceptions: tuple[int, ...]) -> None:
    """An exception is a group on which the rule does not hold: not one where each of its constraints is known."""
    claims = asker.answers.claims
    for number in exceptions:
        if claims.follows(rule.only(number)):
            raise AnswerError(
                f"{rule.family.name(number)} can't be an exception: that the rule holds there follows from your "
                "earlier answers"
            )


def _refuse_a_mark_that_nothing_explains(asker: Asker, query: Query, answer: Answer) -> None:
    if not answer.clash:
        return
    for name in answer.clash:
        if name not in query:
            raise MarkError(f"{name!r} is marked, but has no value in {query}{nearest(name, query)}")
    if asker.options.guided:
        return  # if nothing explains it, an earlier answer is a slip, or it is a gap
    space = asker.space
    marked = bitset.from_indices([space.vocabulary.index[name] for name in answer.clash])
    codes = np.where(bitset.to_mask(marked, len(query.vocabulary)), query.codes, UNASSIGNED)
    if not len(space.rows.rejecting(codes, space.surviving)):
        raise MarkError(
            f"nothing that is still possible can be broken by {', '.join(answer.clash)} alone: mark more, or "
            "answer without a mark"
        )


def _refuse_if_impossible(asker: Asker, query: Query, answer: bool | None, known: bool | None) -> None:
    # Checked here and not in `Asker.ask`, so that the question stays open.
    if asker.options.slips:
        return  # then it is found out which of the two is right
    if answer is None or known is None or answer == known:
        return
    earlier = asker.answers.earlier_against(query, answer)
    if earlier is not None:
        if answer:
            what = f"{query} was answered yes, but its part {earlier} was answered no before (Lemma 2)"
        else:
            what = f"{query} was answered no, but {earlier}, which contains it, was answered yes before (Lemma 1)"
        raise AnswerError(
            f"{what}. An oracle is asked whether the assigned variables, and nothing else, break a rule; one that "
            "judges only complete assignments, or whether an example can be completed, is not one.",
            query=query,
            earlier=earlier,
        )
