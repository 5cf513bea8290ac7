"""Questions about one scope: its candidates weighed by how probable they are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.weights import SCALE, Floats, some_holds, weights
from tacit.problem.rows import RowIds


class OnScope:
    """Questions about one scope, its candidates weighed."""

    def __init__(self, own: OwnScope, P: Floats) -> None:
        self.own = own
        self._P = P
        self.known = own.answers.clauses_inside(own.scope)
        self.rows = np.concatenate([own.space.candidates_at(own.scope), own.space.candidates_inside(own.scope)])
        self.rejects = self.own.rejected_by(self.rows)

    def _usable(self) -> NDArray[np.bool_]:
        """Which examples have an answer that is open, and were not answered "don't know"."""
        usable = self.own.without(self.own.excluded())
        for clause in self.known:
            usable &= ~self.own.rejected_by(clause).all(axis=0)
        return usable

    def confirming(self, row: int) -> tuple[Example, float] | None:
        """The example that this row rejects and as few probable others as possible, and its chance of a "no"."""
        here = self.rows == row
        useful = np.flatnonzero(self.rejects[here][0] & self._usable())
        if not len(useful):
            e = self.own.open_example(row, fresh=True)
            return None if e is None else (e, 0.5)
        w = weights(self._P[self.rows])
        mass = np.maximum(w, 1.0) @ self.rejects[:, useful].astype(np.float64)
        k = int(np.argmin(mass))
        return self.own.as_example(self.own.examples[useful[k]]), float(some_holds(mass[k]))

    def implied(self) -> list[int]:
        """The open rows on this scope that follow from what was learned inside it."""
        return self.own.implied(self.own.space.candidates_at(self.own.scope))

    def is_blocked(self, row: int) -> bool:
        """Must all that this row rejects be "no", by what is known?"""
        return self.own.open_example(row, fresh=False) is None

    def telling(self, explanations: RowIds) -> Example | None:
        """The example with the answer nearest to even that some, but not all rows of a clause on this scope reject."""
        inside = np.isin(self.rows, explanations)
        rejects = self.rejects[inside].astype(np.float64)
        hits = rejects.sum(axis=0)
        useful = np.flatnonzero((hits > 0) & (hits < len(rejects)) & self._usable())
        if not len(useful):
            return self.own.splitting(explanations.tolist(), self.known)
        p = np.rint(self._P[self.rows] * SCALE)
        share = (p[inside] @ rejects[:, useful]) / max(p[inside].sum(), 1.0)
        others = weights(self._P[self.rows[~inside]]) @ self.rejects[~inside][:, useful]
        no = 1 - (1 - share) * (1 - some_holds(others))
        away = np.round(np.abs(no - 0.5), 6)
        return self.own.as_example(self.own.examples[useful[int(np.argmin(away))]])
