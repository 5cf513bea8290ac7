"""The dialogue of an interview, rebuilt from the entries of its log.

The recorded questions are compared with those that the learner asks now. Where they differ, because an answer, the
problem, the options or tacit have changed since, the caller begins a new round, in which all earlier answers are known
examples. After an undo the dialogue goes back to a checkpoint, and only the answers after it are replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tacit.dialogue.dialogue import Dialogue
from tacit.errors import ProblemError
from tacit.interview.log import MARK, QUESTION, VERDICT, Entry
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query


class Replay:
    """One problem with its options, and a dialogue about it that follows the entries of a log."""

    dialogue: Dialogue

    def __init__(self, problem: Problem, examples: Sequence[Answered], options: Mapping[str, Any]) -> None:
        self.problem = problem
        self._examples = examples
        self._options = options
        self.reused = 0  # entries that are in use: asked again, or known examples
        self.unusable = 0  # entries about variables or values that the problem no longer has
        self.open_after: list[int] = []  # candidates that were open before the first answer, and after each
        self._queries: dict[int, tuple[Query, Entry]] = {}  # of entries, found once; the entry keeps its dict alive
        self._begun = -1  # the round of the dialogue …
        self._earlier = 0  # … how many entries there are of earlier rounds …
        self._known = 0  # … and how many of them it was told

    def begin(self, entries: Sequence[Entry], round: int) -> None:
        """A new dialogue. The answers of earlier rounds are known to it."""
        earlier = [entry for entry in entries if entry.round < round]
        read = [(entry, self.read(entry)) for entry in earlier]
        known = [(entry, answered) for entry, answered in read if answered is not None]
        doubts = [a for entry, a in known if entry.kind == VERDICT and a.answer is False]
        usable = [a for entry, a in known if not (entry.kind == VERDICT and a.answer is False)]
        self.dialogue = Dialogue(
            self.problem, examples=self._examples, earlier=usable, doubts=doubts, rewindable=True, **self._options
        )
        self._begun, self._earlier = round, len(earlier)
        self.unusable = len(earlier) - len(known)
        self.reused = self._known = len(known)
        self.open_after = [self.dialogue.progress().left]

    def ask_again(self, entries: Sequence[Entry], round: int, same: int) -> bool:
        """Give the answers of this round again; False if the learner now asks other questions.

        The first `same` entries are those of the last replay, so a checkpoint among them will do to start from.
        """
        now = [(i, entry) for i, entry in enumerate(entries) if entry.round == round]
        questions = [(i, entry) for i, entry in now if entry.kind == QUESTION]
        told_the_same = self._begun == round and same >= self._earlier
        begin = self._rewind(sum(i < same for i, _ in questions)) if told_the_same else -1
        if begin < 0:
            self.begin(entries, round)
            begin = 0
        for i, entry in questions[begin:]:
            answered = self.read(entry)
            if answered is None or self.dialogue.query != answered.query:
                return False
            mark = entries[i + 1] if i + 1 < len(entries) and entries[i + 1].kind == MARK else None
            self.answer(Answer(entry.answer, () if mark is None else tuple(mark.query)))
        self.reused = self._known + len(now)
        return True

    def _rewind(self, asked: int) -> int:
        """Go back to a checkpoint with no more answers of this round than this; −1 if there is none."""
        begin = self.dialogue.rewind(asked)
        if begin >= 0:
            self.open_after = self.open_after[: begin + 1]
        return begin

    def answer(self, answer: Answer) -> None:
        """Answer the open question."""
        self.dialogue.answer(answer)
        self.open_after.append(self.dialogue.progress().left)

    def read(self, entry: Entry) -> Answered | None:
        """An entry as an answered query; None if it names variables or values that the problem no longer has."""
        if id(entry.query) not in self._queries:
            try:
                self._queries[id(entry.query)] = (self.query(entry.query), entry)
            except ProblemError:
                return None
        query, _ = self._queries[id(entry.query)]
        return Answered(query, entry.answer, f"question {entry.position}")

    def query(self, example: Mapping[str, int | str]) -> Query:
        """An example by the names of variables and values, as a query of the problem."""
        vocabulary = self.problem.vocabulary
        return Query(vocabulary, vocabulary.encode(example))
