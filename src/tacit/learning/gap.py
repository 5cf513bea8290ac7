"""A gap: what was answered "no" though nothing in the language explains it. It is kept, not explained away."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.learning.claims import Claimed
from tacit.problem.query import Query


@dataclass(frozen=True)
class Gap:
    """Cells that are wrong together, and no candidate says why.

    query: the fewest cells that were found to be a "no" by themselves; None if the gap is an answer about rules
    whole: the question whose "no" led there
    claim: "something is required here", if that is what no candidate explains
    """

    query: Query | None
    whole: Query | None = None
    claim: Claimed | None = None

    @property
    def size(self) -> int:
        """How many cells are wrong together; 0 if nobody knows which."""
        return 0 if self.query is None else len(self.query)
