"""The paper's metrics, kept by a reporter."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.learning.reporter import Reporter
from tacit.problem.query import Query

if TYPE_CHECKING:
    from tacit.learning.result import Result


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
