"""Examples that say much: a large one that violates many improbable candidates, and one on a single scope."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import Floats
from tacit.guided.clauses import SCALE, some_holds
from tacit.learning.state import State
from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.places import Ints

NEVER = float(1 << 52)  # the weight of a learned constraint
HALF = float(np.rint(np.log(2) * SCALE))  # the weight of what is as probable as not
MOST_VARIABLES = 250  # of a large example: building it takes time, and somebody waits


@dataclass
class Bulk:
    """A large example, the weight of the candidates it violates, and how many of them are still to be settled."""

    codes: Codes
    weight: float
    gain: int

    @property
    def chance(self) -> float:
        """The probability of a "no"."""
        return float(some_holds(self.weight))


class _Around:
    """The rows of one block around one variable."""

    def __init__(self, block: Block, variable: int) -> None:
        rows, positions, starts = block.incidence
        span = slice(starts[variable], starts[variable + 1])
        self.block = block
        self._take(rows[span], positions[span])

    def _take(self, local: RowIds, position: Ints) -> None:
        block = self.block
        self.local, self.position = local, position
        self.rows = local + block.first
        scopes = block.scopes[local].astype(np.int64)
        keep = np.arange(block.arity)[None, :] != position[:, None]
        self.others = scopes[keep].reshape(len(local), block.arity - 1)
        self.scopes = scopes
        if block.tabled:
            places = np.broadcast_to(np.arange(block.arity), keep.shape)[keep].reshape(self.others.shape)
            self.base = block.base[local]
            self.stride = block.strides[position]
            self.other_strides = block.strides[places]

    def drop(self, live: NDArray[np.bool_]) -> None:
        """Forget rows that are no longer live, when they are many."""
        keep = live[self.rows]
        if 3 * np.count_nonzero(keep) < 2 * len(keep):
            self._take(self.local[keep], self.position[keep])

    def rejected(self, codes: Codes, choices: Codes) -> tuple[RowIds, NDArray[np.bool_]]:
        """The rows that this variable completes, and which choice each of them rejects."""
        values = codes[self.others]
        complete = np.flatnonzero((values >= 0).all(axis=1))
        if self.block.tabled:
            index = self.base[complete] + (values[complete] * self.other_strides[complete]).sum(axis=1)
            accepted = self.block.table[index[:, None] + self.stride[complete, None] * choices]
        else:
            full = codes[self.scopes[complete]]
            accepted = self.block.accepts_each(self.local[complete], full, self.position[complete], choices)
        return self.rows[complete], ~accepted


class Builder:
    """Builds large examples, value by value."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._around: dict[int, list[_Around]] = {}

    def bulk(self, weight: Floats, tries: int, never: NDArray[np.bool_] | None = None) -> Bulk | None:
        """An example that violates as many open candidates as possible, no learned constraint, and in all candidates
        that are about as likely as not to hold one that is right. None if nothing can be violated so.

        never: what must not be violated, if that is more than what was learned.
        """
        state = self.state
        agenda = state.agenda.astype(np.float64)
        never = state.learned if never is None else never
        both = np.stack([np.where(never, NEVER, weight), agenda])
        live = state.in_bias | never
        degree = self._degree(agenda)
        best: tuple[float, int] | None = None
        found: Bulk | None = None
        for _ in range(tries):
            noise = state.random.uniform(0.6, 1.0, len(degree))
            order = np.argsort(-degree * noise, kind="stable")
            order = order[degree[order] > 0][:MOST_VARIABLES]
            bulk = self._build(order, both, live)
            if bulk.gain:
                score = (round(entropy(bulk.chance), 6), bulk.gain)
                if best is None or score > best:
                    best, found = score, bulk
        return found

    def _degree(self, agenda: Floats) -> Floats:
        n = len(self.state.vocabulary)
        degree = np.zeros(n)
        for block in self.state.rows.blocks:
            for column in block.scopes.T:
                degree += np.bincount(column, weights=agenda[block.first : block.first + len(block)], minlength=n)
        return degree

    def _build(self, order: Ints, both: Floats, live: NDArray[np.bool_]) -> Bulk:
        state = self.state
        codes = np.full(len(state.vocabulary), UNASSIGNED, dtype=np.int64)
        weight, gain = 0.0, 0
        for x in order.tolist():
            choices = state.vocabulary.domain_codes[x]
            sums = np.zeros((2, len(choices)))
            for around in self._rows_around(x, live):
                rows, rejected = around.rejected(codes, choices)
                if len(rows):
                    sums += both[:, rows] @ rejected.astype(np.float64)
            fits = np.flatnonzero(weight + sums[0] <= HALF)
            if not len(fits):
                continue
            score = sums[1, fits] + 0.3 * state.random.random_sample(len(fits))
            pick = fits[int(np.argmax(score))]
            codes[x] = choices[pick]
            weight += float(sums[0, pick])
            gain += int(sums[1, pick])
        return Bulk(codes, weight, gain)

    def _rows_around(self, x: int, live: NDArray[np.bool_]) -> list[_Around]:
        around = self._around.get(x)
        if around is None:
            around = self._around[x] = [_Around(block, x) for block in self.state.rows.blocks]
        for each in around:
            each.drop(live)
        return around


def entropy(p: float) -> float:
    """Of a question that is answered "no" with probability p, in bits."""
    if not 0 < p < 1:
        return 0.0
    return float(-(p * np.log2(p) + (1 - p) * np.log2(1 - p)))


class OnScope:
    """Questions about one scope, its candidates weighed."""

    def __init__(self, state: State, scope: int, P: Floats) -> None:
        self.state = state
        self.own = OwnScope(state, scope)
        self._P = P
        self.known = state.clauses_inside(scope)
        self.rows = np.concatenate([state.candidates_at(scope), state.candidates_inside(scope)])
        self.rejects = self.own.rejected_by(self.rows)

    def _usable(self) -> NDArray[np.bool_]:
        """Which examples have an answer that is open, and were not answered "don't know"."""
        usable = self.own._without(self.own.excluded())
        for clause in self.known:
            usable &= ~self.own.rejected_by(clause).all(axis=0)
        return usable

    def confirming(self, row: int) -> tuple[Example, float] | None:
        """The example that this row rejects, and as little else as possible; and its chance of "no"."""
        here = self.rows == row
        useful = np.flatnonzero(self.rejects[here][0] & self._usable())
        if not len(useful):
            e = self.own.open_example(row, fresh=True)
            return None if e is None else (e, 0.5)
        w = np.rint(-np.log1p(-self._P[self.rows]) * SCALE)
        mass = np.maximum(w, 1.0) @ self.rejects[:, useful].astype(np.float64)
        k = int(np.argmin(mass))
        return self.own.as_example(self.own.examples[useful[k]]), float(some_holds(mass[k]))

    def telling(self, explanations: RowIds) -> Example | None:
        """The example that some, not all, of a clause on this scope reject, and whose answer is nearest to even."""
        inside = np.isin(self.rows, explanations)
        rejects = self.rejects[inside].astype(np.float64)
        hits = rejects.sum(axis=0)
        useful = np.flatnonzero((hits > 0) & (hits < len(rejects)) & self._usable())
        if not len(useful):
            return self.own.splitting(explanations.tolist(), self.known)
        p = np.rint(self._P[self.rows] * SCALE)
        share = (p[inside] @ rejects[:, useful]) / max(p[inside].sum(), 1.0)
        others = np.rint(-np.log1p(-self._P[self.rows[~inside]]) * SCALE) @ self.rejects[~inside][:, useful]
        no = 1 - (1 - share) * (1 - some_holds(others))
        away = np.round(np.abs(no - 0.5), 6)
        return self.own.as_example(self.own.examples[useful[int(np.argmin(away))]])
