"""A dialogue, answered to its end by what a case has in mind."""

from __future__ import annotations

from collections.abc import Callable

from tacit import Answer, Dialogue, Query
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.learning.asking import Question
from tacit.testing import Case

Said = tuple[Question, Answer]


def truly(case: Case) -> Callable[[Question], Answer]:
    """What the target says of examples and of claims."""
    oracle = TargetOracle(case.problem.network(case.target))
    return lambda question: Answer.of(
        oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question)
    )


def go_on(dialogue: Dialogue, answer: Callable[[Question], Answer]) -> list[Said]:
    """Answer until the end; all that was asked and said."""
    said = []
    while dialogue.question is not None:
        said.append((dialogue.question, answer(dialogue.question)))
        dialogue.answer(said[-1][1])
    return said
