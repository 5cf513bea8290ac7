"""What the learned network implies on all its solutions, proved with CP-SAT: for `until="equivalent"`.

A candidate that no solution of the learned network violates need not be asked about: with it or without it, the same
complete assignments are accepted. Most candidates are seen to be no such ones without a proof, by a solution that is
at hand and violates them. What CP-SAT does not settle within its limit is asked about as usual.

Beside the learned network stand the "no" that wait for their reason: x = y was "no", so it is ≠, < or >, and whatever
it is, x ≠ y. When the reason is learned, the network says that, too, so what was proved with it stays proved.
"""

from __future__ import annotations

import copy

import numpy as np
from numpy.typing import NDArray

from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import Floats
from tacit.learning.state import State
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

CHUNK = 200  # candidates that are looked at together, the likely ones first
MOST_SOLVES = 8  # calls of CP-SAT in a chunk, each of which takes some candidates away
LIMIT = 1.0  # CP-SAT's deterministic time
MOST_SOLUTIONS = 50  # that are kept at hand
FEW = 8  # explanations of a "no" on one scope
GROWTH = 30  # when what is known has grown by one part in so many, it is looked at again


class Implied:
    """Follows a state. `rows` says which candidates were dropped because they are implied."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rows: NDArray[np.bool_] = np.zeros(state.rows.size, dtype=bool)
        self._solutions: list[Codes] = []
        self._looked_at = 0  # how much was known when it was last looked at

    def copy(self, state: State) -> Implied:
        """One that goes on from here by itself, with a copy of the state."""
        twin = copy.copy(self)
        twin.state, twin.rows, twin._solutions = state, self.rows.copy(), list(self._solutions)
        return twin

    def drop(self, P: Floats) -> bool:
        """Drop what is implied, if enough has come to be known for another look. Was there something to drop?"""
        state = self.state
        known = self._known()
        size = int(np.count_nonzero(known))
        if size - self._looked_at < max(1, size // GROWTH):
            return False
        self._looked_at = size
        agenda = state.agenda
        for p in state.pending:
            agenda[p.rows] = False  # its "no" has been paid for
        open_rows = np.flatnonzero(agenda)
        open_rows = open_rows[np.argsort(-np.round(P[open_rows], 9), kind="stable")]
        dropped = False
        for first in range(0, len(open_rows), CHUNK):
            chunk = open_rows[first : first + CHUNK]
            implied = self._implied(chunk, known)
            self.rows[implied] = True
            state.drop_implied(implied.tolist())
            dropped = dropped or len(implied) > 0
            if len(implied) < len(chunk):
                break
        return dropped

    def _known(self) -> NDArray[np.bool_]:
        """What all solutions of the target satisfy: what was learned, and what all explanations of a "no" imply."""
        state = self.state
        known = state.learned.copy()
        for p in state.pending:
            rows = p.rows[state.surviving[p.rows]]
            scopes = {state.scope_set(row) for row in rows.tolist()} if len(rows) <= FEW else set()
            if len(scopes) == 1:
                own = OwnScope(state, scopes.pop())
                rejects = own.rejected_by(rows)
                weakest = (rejects == rejects.all(axis=0)).all(axis=1)
                if own.complete and weakest.any():
                    known[rows[int(np.argmax(weakest))]] = True
        return known

    def _implied(self, rows: RowIds, known: NDArray[np.bool_]) -> RowIds:
        """Those of these rows that are proved to be violated by no solution of what is known."""
        from tacit.exact.cpsat import solve

        state = self.state
        constraint = state.bias.constraint
        self._solutions = [codes for codes in self._solutions if not state.rows.violated(codes, known)]
        for codes in self._solutions:
            rows = self._not_violated(rows, codes)
        hard = [constraint(row) for row in np.flatnonzero(known).tolist()]
        for _ in range(MOST_SOLVES):
            if not len(rows):
                break
            some = [constraint(row) for row in rows.tolist()]
            found, proved = solve(state.vocabulary, hard, some_rejects=some, limit=LIMIT, proof_is_likely=True)
            if found is None:
                return rows if proved else rows[:0]
            self._solutions = [*self._solutions, found][-MOST_SOLUTIONS:]
            rows = self._not_violated(rows, found)
        return rows[:0]

    def _not_violated(self, rows: RowIds, codes: Codes) -> RowIds:
        among = np.zeros(self.state.rows.size, dtype=bool)
        among[rows] = True
        among[self.state.rows.rejecting(codes, among)] = False
        return rows[among[rows]]
