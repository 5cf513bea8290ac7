"""Algorithms that ask: generators that yield questions, are sent answers, and return what they were called for.

One algorithm calls another by `yield from`, or by a plain `yield`:

    scope = yield from findscope(asker, e, Y)
    scopes = yield findallcons(asker, e, smaller, others)

The second form is for recursion that can get as deep as the number of variables. `run` keeps the stack then, so that
Python's recursion limit does not matter, and an answer does not have to pass through a thousand frames.

    >>> def count_down(n):
    ...     return 0 if n == 0 else 1 + (yield count_down(n - 1))
    >>> next(run(count_down(5_000)), None)
    >>> def result(): print((yield from run(count_down(5_000))))
    >>> list(result())
    5000
    []
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from tacit.learning.evidence import Conflict
from tacit.problem.query import Query
from tacit.structure.rule import Claim


class DontKnow(Exception):
    """The oracle can't answer: the branch of the algorithm that asked is given up."""


class Marked(Exception):
    """The oracle has marked a part of the example that is a "no" by itself: look for a scope inside it."""


class Contradiction(Exception):
    """No network over the bias agrees with the answers."""

    def __init__(self, conflict: Conflict) -> None:
        super().__init__(conflict)
        self.conflict = conflict


class OutOfQuestions(Exception):
    """The budget of questions is used up."""


T = TypeVar("T")
Question = Query | Claim  # whatever is put to the oracle
Asking = Generator[Any, Any, T]  # yields a Question or another Asking; is sent the answer, or what the other returned


def run(asking: Asking[T]) -> Generator[Question, Any, T]:
    """Yield the questions of an algorithm and of all that it calls; return what it returns."""
    stack: list[Asking[Any]] = [asking]
    value: Any = None
    error: Exception | None = None
    while stack:
        try:
            if error is None:
                yielded = stack[-1].send(value)
            else:
                thrown, error = error, None
                yielded = stack[-1].throw(thrown)
        except StopIteration as end:
            stack.pop()
            value = end.value
        except Exception as raised:
            stack.pop()
            error = raised
        else:
            if isinstance(yielded, Question):
                value = yield yielded
            else:
                stack.append(yielded)
                value = None
    if error is not None:
        raise error
    result: T = value
    return result
