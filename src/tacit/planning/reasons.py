"""What to ask about a mark: which rule would explain it?

a limit that was named, but not its number: ask for the number
if something that was learned explains the mark: nothing more
reasons ← rules on families, and limits of families, that would explain the mark, and need all its cells
if there are none: those that need only some of its cells
ask about the one of which most is expected: likely, and wide
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.learning.answers import Answers
from tacit.planning.limit_reasons import LimitReasons, needs_all
from tacit.planning.mark import Mark, Reason
from tacit.planning.rule_reasons import RuleReasons
from tacit.problem.query import Query
from tacit.problem.vocabulary import Codes
from tacit.structure.family import Family
from tacit.structure.rule import Claim


class Reasons:
    """Finds what may explain marks. What it keeps does not depend on answers."""

    def __init__(self, answers: Answers, families: Sequence[Family]) -> None:
        self._rules = RuleReasons(answers, families)
        self._limits = LimitReasons(answers)

    def next_claim(self, answers: Answers, cells: Query, plan: Codes) -> Claim | None:
        """The next question about a mark in a plan; None if it is explained, or nothing is left to ask."""
        named = next(self._limits.named(answers), None)
        if named is not None:
            return named
        if len(answers.space.rows.rejecting(cells.codes, answers.space.learned)):
            return None
        reasons = self.find(Mark.of(answers, cells, plan))
        return max(reasons, key=lambda reason: reason.value).claim if reasons else None

    def find(self, mark: Mark) -> list[Reason]:
        """All that may explain a mark."""
        space = mark.answers.space
        rows = space.rows.rejecting(mark.cells.codes, space.surviving)
        plain, bounds = rows[rows < space.rows.n_plain], rows[rows >= space.rows.n_plain]
        all_cells = [len(space.rows.scope(row)) == len(mark.cells) for row in plain.tolist()]
        exactly = plain[np.array(all_cells, dtype=bool)]
        bounded = bounds[np.array([needs_all(mark, row) for row in bounds.tolist()], dtype=bool)]
        found = [*self._rules.find(mark, exactly), *self._limits.find(mark, bounded)]
        # More may have been marked than was needed; or what needs all of it is known not to be the reason.
        return found or [*self._rules.find(mark, plain), *self._limits.find(mark, bounds)]
