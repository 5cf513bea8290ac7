"""What is not believed any more: answers that were taken to be slips, and "no" answers that nothing explains (gaps).

The log keeps every answer as it was given. What is built on is `Answers.evidence`: the log as corrected here.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence

from tacit.learning.claims import Claimed
from tacit.learning.gap import Gap
from tacit.learning.second_look import SecondLook
from tacit.problem.query import Answered, Query
from tacit.structure.rule import Claim


class Doubts:
    """Beside the answers of one dialogue."""

    def __init__(self) -> None:
        # What is taken to be right instead of what was said; None if nobody knows any more.
        self.corrected: dict[Query, bool | None] = {}
        # Answers about rules that were taken to be slips (by identity), and what is taken to be right instead.
        self.dropped: dict[int, Claimed | None] = {}
        self.gaps: list[Gap] = []
        self.unexplained: list[Query] = []  # "no" answers that no candidate explains, and that were not narrowed
        self.looks: list[SecondLook] = []
        self.disagreements = 0  # how often answers had to be set aside, because one was not as it should have been
        self.known_then = 0  # at the last disagreement: how many known answers had come as expected
        self.foreseen = 0  # … and how often just that was expected: an answer was put again because it looked odd
        self.checked: list[Query] = []  # what was asked although its answer was known, or seemed to be
        self.as_known: dict[Query, bool] = {}  # of what was asked although its answer followed: was it the same?
        # "No" answers that nobody gives by mistake: marked parts, and solutions that were called wrong unasked.
        self.sure: set[Query] = set()
        self.chances: dict[Query | Claim, float] = {}  # of each answer: how likely a slip, by what was believed then
        self.foretold: dict[Query | Claim, float] = {}  # of each answer: how likely it seemed before it was given

    @property
    def version(self) -> tuple[object, ...]:
        """Tells whether something has changed."""
        return len(self.gaps), len(self.unexplained), tuple(self.corrected.values())

    def copy(self) -> Doubts:
        """An independent copy."""
        twin = copy.copy(self)
        twin.corrected, twin.dropped = dict(self.corrected), dict(self.dropped)
        twin.gaps, twin.unexplained = list(self.gaps), list(self.unexplained)
        twin.checked = list(self.checked)
        twin.looks, twin.chances, twin.sure = list(self.looks), dict(self.chances), set(self.sure)
        twin.foretold, twin.as_known = dict(self.foretold), dict(self.as_known)
        return twin

    def is_explained(self, query: Query) -> bool:
        """Is this "no" one of the gaps, or does it contain one? (Lemma 1: what contains a "no" is a "no".)"""
        parts = [*(gap.query for gap in self.gaps if gap.query is not None), *self.unexplained]
        return any(part.is_part_of(query) for part in parts)

    def evidence(self, log: Sequence[Answered]) -> Sequence[Answered]:
        """The answers that are built on: with slips put right, and without the "no" answers that are gaps."""
        if not self.corrected and not self.gaps and not self.unexplained:
            return log
        found = []
        for entry in log:
            answer = self.corrected.get(entry.query, entry.answer)
            if answer is False and self.is_explained(entry.query):
                continue
            found.append(entry if answer == entry.answer else Answered(entry.query, answer, entry.source))
        return found

    def standing(self, log: Sequence[Claimed]) -> list[Claimed]:
        """The answers about rules that are built on, with slips put right."""
        believed = [self.dropped.get(id(said), said) for said in log]
        return [said for said in believed if said is not None]
