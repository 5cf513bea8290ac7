"""A mark in a plan: the cells that somebody has said are wrong by themselves, and how well a reason fits them.

Whoever marks the fewest cells that are wrong marks the scope of a constraint, or just as many cells of a group as a
bound does not allow. So a reason for which fewer cells would have been enough is less likely. And of all the places
where a rule is broken in the plan, just this one was marked: the fewer places, the likelier the rule (the size
principle of Bayesian concept learning).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.learning.answers import Answers
from tacit.problem.query import Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes
from tacit.structure.rule import Claim

EXTRA = 0.5  # how much less likely a reason is for each marked cell that it does not need …
MOST_EXTRA = 12  # … up to so many: of a whole plan all need few cells, and they must still be told apart


@dataclass(frozen=True)
class Mark:
    """A mark, beside all that was said so far.

    broken: which candidates the plan breaks
    levels: how far each series of bounds goes in the plan
    """

    answers: Answers
    cells: Query
    broken: NDArray[np.bool_]
    levels: NDArray[np.int64]

    @classmethod
    def of(cls, answers: Answers, cells: Query, plan: Codes) -> Mark:
        rows = answers.space.rows
        broken = np.zeros(rows.size, dtype=bool)
        broken[rows.rejecting(plan, answers.space.surviving)] = True
        return cls(answers, cells, broken, rows.bounds.levels(plan))

    def fits(self, needed: int, rows: RowIds) -> float:
        """How well a rule fits that is broken by so many of these cells already.

        rows: those of its constraints
        """
        places = max(int(self.broken[rows[rows >= 0]].sum()), 1)
        return float(EXTRA ** min(max(len(self.cells) - needed, 0), MOST_EXTRA)) / places


@dataclass(frozen=True)
class Reason:
    """What may explain a mark.

    claim:   the question about it
    weight:  how likely it is to be true, compared with others; if what says more is true, then this, too
    settles: how much a "yes" would settle
    """

    claim: Claim
    weight: float
    settles: int

    @property
    def value(self) -> float:
        """What is expected of asking. A wide rule comes before a narrow one that is not much more likely."""
        return round(self.weight * float(np.sqrt(self.settles)), 12)
