"""An interview: a dialogue with its answers kept in a log. It can be left, resumed and undone.

The learner is rebuilt by replay: the recorded questions are checked against those it asks now. Where they differ,
because the problem, the options or tacit have changed since, a new round begins, in which all earlier answers are
known examples.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tacit.dialogue import Dialogue
from tacit.errors import ProblemError
from tacit.formats.problem_file import ProblemFile
from tacit.interview.log import Entry, Kept, Log
from tacit.query import Answer, Answered, Query
from tacit.result import Result
from tacit.vocabulary import Vocabulary


class Interview:
    """Questions, answers, and where they are kept. `query` is the open question, as in `Dialogue`."""

    def __init__(
        self,
        log: Log,
        kept: Kept,
        file: ProblemFile,
        examples: Iterable[Answered] = (),
        *,
        look_only: bool = False,
        **options: Any,
    ) -> None:
        self.log = log
        self.file = file
        self.options = options
        self.examples = list(examples)
        self.reused = 0  # answers of the log that fit the questions of now
        self.unusable = 0  # answers about variables or values that the problem no longer has
        self._look_only = look_only
        self._kept = kept
        self._asked = time.time()
        self._replay()

    @classmethod
    def start(cls, log: Log, file: ProblemFile, examples: Iterable[Answered] = (), **options: Any) -> Interview:
        """A new interview."""
        return cls(log, log.new(file.problem.name, file.source, file.text, options), file, examples, **options)

    @classmethod
    def resume(cls, log: Log, file: ProblemFile, examples: Iterable[Answered] = (), **options: Any) -> Interview | None:
        """The newest interview about the problem of this file, if there is one."""
        kept = log.latest(file.problem.name, file.source)
        return None if kept is None else cls(log, kept, file, examples, **options)

    @classmethod
    def look(cls, log: Log, file: ProblemFile, examples: Iterable[Answered] = ()) -> Interview | None:
        """The newest interview about the problem of this file, with its own options, just to look at."""
        kept = log.latest(file.problem.name, file.source)
        return None if kept is None else cls(log, kept, file, examples, look_only=True, **kept.options)

    @property
    def query(self) -> Query | None:
        return self.dialogue.query

    @property
    def result(self) -> Result:
        return self.dialogue.result

    @property
    def answers(self) -> int:
        """How many questions were answered, in all rounds."""
        return len(self._entries)

    def answer(self, given: Any) -> None:
        """Answer the open question. The answer is on disk before the learner sees it."""
        answer = self.dialogue.check(given).value
        query = self.dialogue.query
        assert query is not None  # `check` has seen to it
        entry = Entry(self.answers + 1, self._kept.round, query.shown, answer)
        self.log.append(self._kept.id, entry.position, entry.round, entry.query, answer, self._asked)
        self._entries.append(entry)
        self.dialogue.answer(answer)
        self._asked = time.time()

    def undo(self) -> bool:
        """Take the last answer back, and ask its question again. False if there is none."""
        if not self._entries:
            return False
        self.log.forget_from(self._kept.id, self.answers)
        self._replay()
        return True

    def so_far(self) -> Result:
        """What was learned by now; the interview goes on."""
        return self.dialogue.so_far()

    def positions(self) -> dict[Query, int]:
        """The questions of this interview and where they are in the log."""
        vocabulary = self.file.problem.vocabulary
        read = ((self._read(entry, vocabulary), entry.position) for entry in self._entries)
        return {answered.query: position for answered, position in read if answered is not None}

    # --- replay ---

    def _replay(self) -> None:
        """The dialogue as the log tells it."""
        self._entries = self.log.entries(self._kept.id)
        now = [entry for entry in self._entries if entry.round == self._kept.round]
        same = self._kept.options == self.options and self._dialogue(now)
        if not same:
            if self._look_only:
                self._kept = replace(self._kept, round=self._kept.round + 1)
            else:
                self._kept = self.log.new_round(self._kept.id, self.file.text, self.options)
            self._dialogue([])
        self._asked = time.time()

    def _dialogue(self, now: list[Entry]) -> bool:
        """Ask again what was asked in this round; False if the questions are others."""
        vocabulary = self.file.problem.vocabulary
        earlier = [self._read(entry, vocabulary) for entry in self._entries if entry.round < self._kept.round]
        known = [entry for entry in earlier if entry is not None]
        self.unusable = len(earlier) - len(known)
        self.dialogue = Dialogue(self.file.problem, examples=[*self.examples, *known], **self.options)
        self.reused = len(known)
        for entry in now:
            answered = self._read(entry, vocabulary)
            if answered is None or self.dialogue.query != answered.query:
                return False
            self.dialogue.answer(Answer.of(entry.answer))
            self.reused += 1
        return True

    def _read(self, entry: Entry, vocabulary: Vocabulary) -> Answered | None:
        """An answer of the log as an example; None if it speaks of variables or values that are no longer there."""
        try:
            query = Query(vocabulary, vocabulary.encode(entry.query))
        except ProblemError:
            return None
        return Answered(query, entry.answer, f"your answer to question {entry.position}")
