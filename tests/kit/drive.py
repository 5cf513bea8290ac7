"""Answer the questions of one algorithm, without a dialogue around it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tacit import Query
from tacit.learning.asking import Asking, run


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
