"""What was said of each example, by question: a view of the log.

In a long dialogue there are half a million of them, and Python's garbage collector goes through everything that refers
to an object, while somebody waits. A dictionary of bytes refers to none, so it is left alone; a dictionary of questions
took as long as the log.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacit.problem.query import Answered, Query


class ByQuestion(Mapping[Query, bool | None]):
    """The newest answer to each question of a log, in the order in which they were first asked."""

    def __init__(self, log: list[Answered]) -> None:
        """log: grows; `keep` is told of each entry. All its questions are about one vocabulary."""
        self._log = log
        self._answers = {entry.query.key: entry.answer for entry in log}

    def copy(self, log: list[Answered]) -> ByQuestion:
        """The same beside a copy of the log."""
        twin = ByQuestion([])
        twin._log, twin._answers = log, dict(self._answers)
        return twin

    def keep(self, entry: Answered) -> None:
        self._answers[entry.query.key] = entry.answer

    def __getitem__(self, query: Query) -> bool | None:
        return self._answers[query.key]

    def __contains__(self, query: object) -> bool:
        return isinstance(query, Query) and query.key in self._answers

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[Query]:
        # Of equal questions the first is meant, which may be no plan where a later one is.
        return iter({entry.query: None for entry in self._log})
