"""A simulated user who wants a plan: takes one that is right, and otherwise marks the fewest cells that are wrong.

Which of the broken constraints is marked, and which of its cells, follows from the seed.
"""

from __future__ import annotations

import numpy as np

from tacit.problem.network import Network
from tacit.problem.query import Answer, Query
from tacit.problem.vocabulary import UNASSIGNED


class PlanReader:
    """Answers by a target network."""

    def __init__(self, target: Network, seed: int) -> None:
        self._target = target
        self._random = np.random.RandomState(seed)

    def ask(self, query: Query) -> Answer:
        """Yes; or no, with cells of one broken constraint that are wrong by themselves, and of which no part is."""
        target = self._target
        if target.accepts_codes(query.codes):
            return Answer(True)
        broken = target.rows.rejecting(query.codes, np.ones(target.rows.size, dtype=bool))
        row = int(broken[self._random.randint(len(broken))])
        scope = np.array(target.rows.scope(row))
        scope = scope[query.codes[scope] >= 0]
        kept = self._random.permutation(scope).tolist()
        for x in list(kept):
            without = [other for other in kept if other != x]
            if without and self._is_wrong(query, without):
                kept = without
        return Answer(False, tuple(target.vocabulary.names[x] for x in sorted(kept)))

    def _is_wrong(self, query: Query, cells: list[int]) -> bool:
        """Are these cells a "no" by themselves?"""
        codes = np.full(len(query.vocabulary), UNASSIGNED, dtype=np.int64)
        codes[cells] = query.codes[cells]
        return not self._target.accepts_codes(codes)
