"""Whoever watches a learner: statistics, progress lines, plots and the traces of the tests are reporters.

All methods do nothing by default; override those you want. The learner never prints, logs or times by itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tacit.network import Constraint
    from tacit.query import Query
    from tacit.result import Result


class Reporter:
    """Sees every event of a dialogue. Sets of variables are bitsets, see `tacit.bitset`."""

    def started(self) -> None:
        """The learner begins to look for its first question."""

    def generated(self, violated: int, size: int) -> None:
        """An example was generated: how many candidates it violates, how many variables it assigns."""

    def asking(self, query: Query, redundant: bool) -> None:
        """A question is about to be put; redundant if its answer already follows."""

    def answered(self, query: Query, answer: bool | None) -> None:
        """The oracle has answered."""

    def refuted(self, count: int) -> None:
        """A "yes" has removed candidates."""

    def learned(self, constraint: Constraint) -> None:
        """A constraint was added to the learned network."""

    def cutoff(self, which: str) -> None:
        """A search was cut: "min" (the best example so far is used), "max" (nothing found), "scopes" (MultiAcq)."""

    def enter(self, function: str, **arguments: Any) -> None:
        """A recursive function of the paper is called."""

    def leave(self, function: str, value: Any) -> None:
        """It returns."""

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

        for name in [name for name in vars(Reporter) if not name.startswith("_")]:
            # Whoever left a method as it is need not be called.
            interested = [r for r in reporters if getattr(type(r), name) is not getattr(Reporter, name)]
            if len(interested) == 1:
                setattr(self, name, getattr(interested[0], name))
            elif interested:
                setattr(self, name, to_all(name))


@dataclass
class Statistics(Reporter):
    """The paper's metrics. A wait is the time from an answer to the next question."""

    queries: int = 0
    redundant_queries: int = 0
    complete_queries: int = 0
    generated_queries: int = 0
    mean_query_size: float = 0.0
    mean_wait_s: float = 0.0
    max_wait_s: float = 0.0
    time_queries_s: float = 0.0
    time_total_s: float = 0.0
    cutoffs_min: int = 0
    cutoffs_max: int = 0
    cutoffs_scopes: int = 0

    def __post_init__(self) -> None:
        self._cells = 0
        self._waited = 0.0
        self._begin = self._since = time.perf_counter()

    def started(self) -> None:
        self._begin = self._since = time.perf_counter()

    def generated(self, violated: int, size: int) -> None:
        self.generated_queries += 1

    def asking(self, query: Query, redundant: bool) -> None:
        now = time.perf_counter()
        self._waited += now - self._since
        self.max_wait_s = max(self.max_wait_s, now - self._since)
        self.time_queries_s = now - self._begin
        size = len(query)
        self.queries += 1
        self.redundant_queries += redundant
        self.complete_queries += size == len(query.vocabulary)
        self._cells += size
        self.mean_query_size = self._cells / self.queries
        self.mean_wait_s = self._waited / self.queries

    def answered(self, query: Query, answer: bool | None) -> None:
        self._since = time.perf_counter()

    def cutoff(self, which: str) -> None:
        name = f"cutoffs_{which}"
        setattr(self, name, getattr(self, name) + 1)

    def finished(self, result: Result) -> None:
        self.time_total_s = time.perf_counter() - self._begin
