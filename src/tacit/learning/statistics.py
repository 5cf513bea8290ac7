"""The paper's metrics, kept by a reporter."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.learning.reporter import Reporter
from tacit.problem.query import Plan, Query
from tacit.structure.rule import Number, Review, Rule

if TYPE_CHECKING:
    from tacit.learning.asking import Question
    from tacit.learning.result import Result


@dataclass
class Statistics(Reporter):
    """The paper's metrics. A wait is the time from an answer to the next question.

    A question counts when it is answered: one that is open when a rule is told, or an answer is taken back, may be put
    again, and is one question all the same.
    """

    questions: int = 0  #: whatever was asked: queries, rules and numbers
    queries: int = 0  #: examples of all kinds: checks and plans are among them
    rules: int = 0  #: questions about rules: do they hold, is there anything else
    numbers: int = 0  #: questions for numbers: at most how many
    checks: int = 0  #: what should follow, asked to see whether the answer is the same: queries, but no plans; reviews
    reviews: int = 0  #: checks that are no queries, because they read out rules
    plans: int = 0  #: solutions of what was learned
    cells: int = 0  #: all cells shown, added up
    redundant_queries: int = 0  #: queries whose answer followed already
    complete_queries: int = 0  #: queries with a value for every variable
    generated_queries: int = 0  #: examples that a search has found; the rest look for scopes and relations
    mean_query_size: float = 0.0  #: cells of a query
    mean_wait_s: float = 0.0  #: seconds from an answer to the next question
    max_wait_s: float = 0.0  #: the longest of these waits
    time_queries_s: float = 0.0  #: seconds from the start to the last question
    time_total_s: float = 0.0  #: seconds from the start to the end
    cutoffs_min: int = 0  #: searches that were cut after they had found an example
    cutoffs_max: int = 0  #: searches that were cut before they had found one
    cutoffs_scopes: int = 0  #: how often MultiAcq's FindAllScopes was cut
    unheard: int = 0  #: questions side by side that were still out at the end: they were put, but nobody waited

    def __post_init__(self) -> None:
        self._sizes = 0
        self._waited = 0.0
        self._waits = 0
        self._redundant = self._check = False  # the open question
        self._begin = self._since = time.perf_counter()

    def started(self) -> None:
        self._begin = self._since = time.perf_counter()

    def generated(self, violated: int, size: int) -> None:
        self.generated_queries += 1

    def asking(self, query: Question, redundant: bool) -> None:
        now = time.perf_counter()
        self._waited += now - self._since
        self.max_wait_s = max(self.max_wait_s, now - self._since)
        self.time_queries_s = now - self._begin
        self._waits += 1
        self.mean_wait_s = self._waited / self._waits
        self._redundant, self._check = redundant, False

    def checking(self, query: Query) -> None:
        self._check = True

    def answered(self, query: Question, answer: bool | None) -> None:
        self._since = time.perf_counter()
        self.questions += 1
        if not isinstance(query, Query):
            self.numbers += isinstance(query, Number)
            self.checks += isinstance(query, Review)
            self.reviews += isinstance(query, Review)
            self.rules += not isinstance(query, (Number, Review))
            self.cells += len(query.example or ()) if isinstance(query, Rule) else 0
            return
        size = len(query)
        self.queries += 1
        plan = isinstance(query, Plan)
        self.plans += plan
        self.checks += self._check and not plan
        self.redundant_queries += self._redundant
        self.complete_queries += size == len(query.vocabulary)
        self._sizes += size
        self.cells += size
        self.mean_query_size = self._sizes / self.queries

    def cutoff(self, which: str) -> None:
        name = f"cutoffs_{which}"
        setattr(self, name, getattr(self, name) + 1)

    def finished(self, result: Result) -> None:
        self.time_total_s = time.perf_counter() - self._begin
