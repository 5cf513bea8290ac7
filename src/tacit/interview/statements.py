"""Answers that can't all be right, each with its place in the log or in a file of examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tacit.exact.core import unsatisfiable_core
from tacit.interview.log import Entry
from tacit.learning.result import UNSATISFIABLE, Result
from tacit.problem.query import Answered, Query

Said = tuple[Query, bool]


@dataclass(frozen=True)
class Statement:
    """One of the answers that can't all be right: an entry of the log, or a known example."""

    query: Query
    answer: bool
    entry: Entry | None
    source: str  # "question 7", or "known.csv, line 3"


def contradicting(result: Result) -> list[Said]:
    """A minimal set of answers that no network over the bias agrees with, if that is how it ended; else none."""
    if result.conflict is None:
        return []
    return [(result.conflict.no, False), *((query, True) for query in result.conflict.yes)]


def without_solution(result: Result) -> list[Said]:
    """The answers that prove a minimal set of constraints without a solution, if that is how it ended; else none."""
    if result.reason != UNSATISFIABLE:
        return []
    reasons = [result.explain(constraint) for constraint in unsatisfiable_core(result.network)]
    no = [(query, False) for reason in reasons for query in reason.no]
    yes = [(query, True) for reason in reasons for query in reason.yes]
    return list(dict.fromkeys([*no, *yes]))


def statements(
    said: Iterable[Said], entries: Mapping[tuple[Query, bool | None], Entry], log: Sequence[Answered]
) -> list[Statement]:
    """These answers with their sources: an entry of the interview, or else what the dialogue's log says."""
    sources = {(entry.query, entry.answer): entry.source for entry in log}
    found = []
    for query, answer in said:
        entry = entries.get((query, answer))
        source = f"question {entry.position}" if entry else sources.get((query, answer)) or "a known example"
        found.append(Statement(query, answer, entry, source))
    return found
