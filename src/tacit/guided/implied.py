"""What the learned network implies on all its solutions, proved with CP-SAT: for `until="equivalent"`.

A candidate that no solution of the learned network violates need not be asked about: with it or without it, the same
complete assignments are accepted. Most candidates need no call of CP-SAT: a solution that was found before violates
them, so they are not implied. Candidates that CP-SAT does not settle within its limit are asked about as usual.

A "no" whose reason is not known yet helps the proofs, too: if x = y was a "no", its reason is ≠, < or >, and whichever
it is, x ≠ y. When the reason is learned, the network implies x ≠ y, so what was proved with it stays proved.
"""

from __future__ import annotations

import copy

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.version_space import VersionSpace
from tacit.generation.own_scope import OwnScope
from tacit.guided.weights import Floats
from tacit.learning.answers import Answers
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

CHUNK = 200  # candidates that are looked at together, the likely ones first
MOST_SOLVES = 8  # calls of CP-SAT for one chunk; each rules out some candidates
LIMIT = 1.0  # CP-SAT's deterministic time
MOST_SOLUTIONS = 50  # that are kept, to rule out candidates without CP-SAT
FEW_EXPLANATIONS = 8  # a "no" with more explanations is not used in proofs
GROWTH = 30  # when what is known has grown by a thirtieth, another look is due


class Implied:
    """Follows a version space. `rows` says which candidates were dropped because they are implied."""

    def __init__(self, space: VersionSpace, answers: Answers, random: np.random.RandomState) -> None:
        self._space, self._answers, self._random = space, answers, random
        self.rows: NDArray[np.bool_] = np.zeros(space.rows.size, dtype=bool)
        self._solutions: list[Codes] = []
        self._looked_at = 0  # how much was known at the last look

    def copy(self, space: VersionSpace, answers: Answers, random: np.random.RandomState) -> Implied:
        """An independent copy, which follows these copies of the version space and its answers."""
        twin = copy.copy(self)
        twin._space, twin._answers, twin._random = space, answers, random
        twin.rows, twin._solutions = self.rows.copy(), list(self._solutions)
        return twin

    def find(self, P: Floats) -> list[int]:
        """Candidates that are implied; none if too little was learned since the last look."""
        known = self._known()
        size = int(np.count_nonzero(known))
        if size - self._looked_at < max(1, size // GROWTH):
            return []
        self._looked_at = size
        agenda = self._space.agenda
        for no in self._answers.open_no:
            agenda[no.rows] = False  # these have had their "no", so dropping them would save no question
        open_rows = np.flatnonzero(agenda)
        open_rows = open_rows[np.argsort(-P[open_rows], kind="stable")]
        found: list[int] = []
        for first in range(0, len(open_rows), CHUNK):
            chunk = open_rows[first : first + CHUNK]
            implied = self._implied(chunk, known)
            self.rows[implied] = True
            found += implied.tolist()
            if len(implied) < len(chunk):
                break
        return found

    def _known(self) -> NDArray[np.bool_]:
        """What all solutions of the target satisfy: what was learned, and what all explanations of a "no" imply."""
        space = self._space
        known = space.learned.copy()
        for no in self._answers.open_no:
            rows = no.rows[space.surviving[no.rows]]
            scopes = {space.scope_set(row) for row in rows.tolist()} if len(rows) <= FEW_EXPLANATIONS else set()
            if len(scopes) == 1:
                own = OwnScope(space, self._answers, self._random, scopes.pop())
                rejects = own.rejected_by(rows)
                weakest = (rejects == rejects.all(axis=0)).all(axis=1)
                if own.complete and weakest.any():
                    known[rows[int(np.argmax(weakest))]] = True
        return known

    def _implied(self, rows: RowIds, known: NDArray[np.bool_]) -> RowIds:
        """The rows for which CP-SAT proves that no solution of what is known violates them."""
        from tacit.exact.cpsat import solve

        space = self._space
        constraint = space.bias.constraint
        self._solutions = [codes for codes in self._solutions if not space.rows.violated(codes, known)]
        for codes in self._solutions:
            rows = self._not_violated(rows, codes)
        hard = [constraint(row) for row in np.flatnonzero(known).tolist()]
        for _ in range(MOST_SOLVES):
            if not len(rows):
                break
            some = [constraint(row) for row in rows.tolist()]
            found, proved = solve(space.vocabulary, hard, some_rejects=some, limit=LIMIT, proof_is_likely=True)
            if found is None:
                return rows if proved else rows[:0]
            self._solutions = [*self._solutions, found][-MOST_SOLUTIONS:]
            rows = self._not_violated(rows, found)
        return rows[:0]

    def _not_violated(self, rows: RowIds, codes: Codes) -> RowIds:
        among = np.zeros(self._space.rows.size, dtype=bool)
        among[rows] = True
        among[self._space.rows.rejecting(codes, among)] = False
        return rows[among[rows]]
