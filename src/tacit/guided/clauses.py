"""What a "no" leaves: a clause, that is, a set of candidates; at least one of them is in the target.

`Answers.open_no` keeps every "no" that no learned constraint explains yet. The candidates that could still explain it
are its clause. When only one is left, it is learned. Until then the clause makes its candidates more probable, and is
taken apart by questions about parts of its example. If one candidate is nearly certain to be the reason, this can wait:
questions that must be asked anyway clear the other candidates, and then the reason is known without any question.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.guided.alike import DIGITS
from tacit.guided.weights import Floats, some_holds, weights
from tacit.learning.answers import Answers
from tacit.problem.rows import RowIds, Rows, Scopes
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.places import Ints

LEAST_SHARE = 1e-6
ORDERS = 6  # arrangements of an example's variables that are tried; the one that halves best is taken


class Clauses:
    """All clauses, one after the other in one array."""

    def __init__(self, answers: Answers) -> None:
        self.rows, self.size = answers.explanations()
        # Where relations are nested (abs(x - y) > 1, > 2, …) the strongest explains most, and is not the likeliest.
        self._limited = bool(answers.space.bias.over)
        self.open_no = answers.open_no
        self.start: Ints = np.cumsum(self.size) - self.size

    def __len__(self) -> int:
        return len(self.size)

    def explanations(self, i: int) -> RowIds:
        """The rows of one clause."""
        return self.rows[self.start[i] : self.start[i] + self.size[i]]

    def single(self) -> RowIds:
        """The explanations that are the last ones left of their clauses."""
        return np.unique(self.rows[self.start[self.size == 1]])

    def best(self, P: Floats) -> RowIds:
        """The most probable row of each clause; the first of several."""
        which = np.repeat(np.arange(len(self)), self.size)
        order = np.lexsort((-P[self.rows], which))
        found: RowIds = self.rows[order[self.start]]
        return found

    def condition(self, P: Floats, alone: Floats, most: float) -> Floats:
        """The probabilities, given that at least one of each clause holds.

        alone: the probabilities without regard to other constraints on the same scope, because inside a clause it is
        not known which of them holds.
        """
        if not len(self):
            return P
        p = alone[self.rows]
        some = np.maximum(some_holds(np.add.reduceat(weights(p), self.start)), 1e-12)
        share = np.round(np.minimum(p / np.repeat(some, self.size), most), DIGITS)
        given = P.copy()
        given[self.rows] = 0
        np.maximum.at(given, self.rows, share)
        return self._explaining_several(given, p, most) if self._limited else given

    def _explaining_several(self, given: Floats, p: Floats, most: float) -> Floats:
        """One candidate that explains several "no" answers is likelier than as many others that explain one each."""
        _, where, times = np.unique(self.rows, return_inverse=True, return_counts=True)
        several = np.flatnonzero(times[where.reshape(-1)] > 1)
        if len(several):
            w = weights(p)
            total = np.repeat(np.add.reduceat(w, self.start), self.size)
            others = np.maximum(some_holds(total - w), LEAST_SHARE)
            for_it = np.bincount(self.rows[several], weights=-np.log(others[several]), minlength=len(given))
            rows = np.unique(self.rows[several])
            alone = np.zeros(len(given))
            alone[self.rows] = p
            odds = alone[rows] / (1 - alone[rows]) * np.exp(np.minimum(for_it[rows], 60.0))
            given[rows] = np.maximum(given[rows], np.round(np.minimum(odds / (1 + odds), most), DIGITS))
        return given

    def follows(self, i: int, n_rows: int) -> bool:
        """Does a clause follow from another one, because it has all rows of the other?"""
        has = np.zeros(n_rows, dtype=bool)
        has[self.explanations(i)] = True
        covered = np.add.reduceat(has[self.rows], self.start) == self.size
        covered[i] = False
        return bool((covered & (self.size <= self.size[i])).any())


class PaddedScopes:
    """The variables of each row in one array; rows with fewer variables repeat their last one."""

    def __init__(self, rows: Rows) -> None:
        self.n = len(rows.vocabulary)
        arity = max((block.arity for block in rows.blocks), default=1)
        if len(rows.blocks) == 1:  # there may be millions of them
            self.padded = rows.blocks[0].scopes
        else:
            padded = [block.scopes[:, np.minimum(np.arange(arity), block.arity - 1)] for block in rows.blocks]
            self.padded = np.concatenate([np.empty((0, arity), dtype=np.int32), *padded])
        sizes = [np.full(len(block), block.arity, dtype=np.int32) for block in rows.blocks]
        self.arity = np.concatenate([np.empty(0, dtype=np.int32), *sizes, np.zeros(len(rows.bounds), dtype=np.int32)])
        self._bounds = rows.bounds

    def split(self, rows: RowIds) -> tuple[Scopes, NDArray[np.bool_]]:
        """The scopes of those of these rows that are no bounds, and which are."""
        plain = rows < self._bounds.first
        return self.padded[rows[plain]], plain

    def last(self, rows: RowIds, rank: Ints, codes: Codes) -> Ints:
        """For each row: the rank of the variable with which a growing part of an example is first rejected."""
        lines, plain = self.split(rows)
        if plain.all():
            return rank[lines].max(axis=1)
        found = np.empty(len(rows), dtype=np.int64)
        found[plain] = rank[lines].max(axis=1)
        found[~plain] = self._bounds.rejected_from(rows[~plain] - self._bounds.first, codes, rank)
        return found

    def against(self, rows: RowIds, codes: Codes) -> list[Ints]:
        """For each bound: the variables of an example that count against it."""
        bounds = self._bounds
        added = bounds.contributions(codes)
        found = []
        for row in (rows - bounds.first).tolist():
            cells = np.array(bounds.scope(row))
            series = int(bounds.series[row])
            different = bool(bounds.is_different(np.array([series]))[0])
            mine = codes[cells] >= 0 if different else added[bounds.series_sort[series], cells] > 0
            found.append(cells[mine])
        return found


def part_to_ask(
    random: np.random.RandomState,
    scopes: PaddedScopes,
    rows: RowIds,
    e: Example,
    variables: int,
    weight: Floats,
    most: int | None = None,
) -> int | None:
    """The part of an example, as its variables, whose answer is nearest to even; None if no part tells anything.

    rows:   the candidates that may reject it
    weight: of each of them, as in `weights.py`
    most:   how many cells it may have

    The variables are put in a line, and a part is a beginning of the line, so one running sum gives the weight of every
    part. Of several lines, the one with the best part is taken.
    """
    lines, plain = scopes.split(rows)
    w = np.maximum(weight, 1.0)
    n = scopes.n
    codes = e.codes
    if not plain.all():
        codes = np.where(bitset.to_mask(variables, n), codes, UNASSIGNED)
    groups = scopes.against(rows[~plain], codes)
    total = float(some_holds(w.sum()))
    best: tuple[float, int] | None = None
    chosen: NDArray[np.bool_] | None = None
    for rank in _arrangements(random, lines, w[plain], groups, w[~plain], n):
        last = scopes.last(rows, rank, codes)
        inside: Floats = np.cumsum(np.bincount(last, weights=w, minlength=n)).astype(np.float64)
        parts = np.flatnonzero((inside > 0) & (inside < inside[-1]))
        if most is not None:
            parts = parts[parts < most]  # the part that ends with the k-th variable has k + 1 cells
        if not len(parts):
            continue
        away = np.round(np.abs(some_holds(inside[parts]) / total - 0.5), 6)
        k = int(np.argmin(away))
        score = (float(away[k]), int(parts[k]))
        if best is None or score < best:
            best, chosen = score, rank <= parts[k]
    if chosen is None:
        return None
    return bitset.from_mask(chosen) & variables


def _arrangements(
    random: np.random.RandomState, lines: Scopes, w: Floats, groups: list[Ints], group_weight: Floats, n: int
) -> list[Ints]:
    """Ranks of the variables: those of heavy rows first; heavy variables first; heavy variables last; and at random."""
    mass = np.zeros(n)
    for column in lines.T:
        mass += np.bincount(column, weights=w, minlength=n)
    flat: NDArray[np.integer[Any]] = lines[np.argsort(-w, kind="stable")].ravel()
    for variables, weight in zip(groups, group_weight.tolist(), strict=True):
        mass[variables] += weight
    if groups:
        heaviest = np.argsort(-group_weight, kind="stable").tolist()
        flat = np.concatenate([flat, *(groups[i] for i in heaviest)])
    _, first = np.unique(flat, return_index=True)
    variables = flat[np.sort(first)]
    heavy = np.argsort(-mass[variables], kind="stable")
    orders = [variables, variables[heavy], variables[heavy[::-1]]]
    orders += [random.permutation(variables) for _ in range(ORDERS - len(orders))]
    ranks = []
    for order in orders:
        rank = np.full(n, n - 1, dtype=np.int64)
        rank[order] = np.arange(len(order))
        ranks.append(rank)
    return ranks
