"""Someone who answers: the questions of one algorithm without a dialogue around it, or any question by a target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacit import Answer, Network, Query
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.learning.asking import Asking, Question, run


def drive(asking: Asking[Any], answer: Callable[[Query], bool | None]) -> tuple[Any, list[Query]]:
    """What the algorithm returns, and the questions it asked."""
    questions: list[Query] = []
    talk = run(asking)
    try:
        query = next(talk)
        while True:
            questions.append(query)
            query = talk.send(answer(query))
    except StopIteration as end:
        return end.value, questions


def said_by(target: Network, question: Question) -> Answer:
    """What someone with this target answers: to an example or to a claim."""
    oracle = TargetOracle(target)
    return Answer.of(oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question))
