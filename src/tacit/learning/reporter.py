"""Whoever watches a learner: statistics, progress lines, plots and the traces of the tests are reporters.

All methods do nothing by default; override those you want. The learner never prints, logs or times by itself.
A reporter that raises `Stop` ends the dialogue there: its result has the status *stopped*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tacit.learning.asking import Question
    from tacit.learning.result import Result
    from tacit.problem.network import Constraint
    from tacit.problem.query import Query


class Stop(Exception):
    """Raised by a reporter to end the dialogue; the reason is what the result will say."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Reporter:
    """Sees every event of a dialogue. Sets of variables are bitsets, see `tacit.candidates.bitset`."""

    def wants(self, event: str) -> bool:
        """Does it do anything about an event? If not, what it would be told need not be found out."""
        method = getattr(self, event)
        return getattr(method, "__func__", method) is not getattr(Reporter, event)

    def started(self) -> None:
        """The learner begins to look for its first question."""

    def generated(self, violated: int, size: int) -> None:
        """An example was generated: how many candidates it violates, how many variables it assigns."""

    def asking(self, query: Question, redundant: bool) -> None:
        """A question is about to be put; redundant if its answer already follows."""

    def answered(self, query: Question, answer: bool | None) -> None:
        """The oracle has answered."""

    def checking(self, query: Query) -> None:
        """The question that is about to be put is a check: its answer should follow from what a rule says."""

    def refuted(self, count: int) -> None:
        """A "yes" has removed candidates."""

    def learned(self, constraint: Constraint) -> None:
        """A constraint was added to the learned network."""

    def searched(self, nodes: int) -> None:
        """A search for an example has ended, after this many nodes."""

    def cutoff(self, which: str) -> None:
        """A limit was passed: "min" or "max" by a search that had found nothing by then; "scopes" by FindAllScopes."""

    def enter(self, function: str, **arguments: Any) -> None:
        """A recursive function of the paper is called."""

    def leave(self, function: str, value: Any) -> None:
        """A recursive function of the paper returns."""

    def finished(self, result: Result) -> None:
        """The dialogue is over."""


class Reporters(Reporter):
    """Several reporters as one."""

    def __init__(self, reporters: Sequence[Reporter]) -> None:
        def to_all(name: str) -> Callable[..., None]:
            methods = [getattr(reporter, name) for reporter in reporters]

            def call(*args: Any, **kwargs: Any) -> None:
                for method in methods:
                    method(*args, **kwargs)

            return call

        # The recursive functions report every call, so a reporter that ignores an event must cost nothing.
        for name in [name for name in vars(Reporter) if not name.startswith("_")]:
            interested = [r for r in reporters if getattr(type(r), name) is not getattr(Reporter, name)]
            if len(interested) == 1:
                setattr(self, name, getattr(interested[0], name))
            elif interested:
                setattr(self, name, to_all(name))
