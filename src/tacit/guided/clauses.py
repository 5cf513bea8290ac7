"""What a "no" has left: clauses, sets of candidates of which at least one is in the target.

`State.pending` keeps every "no" that no learned constraint explains yet. Its candidates that are still possible are the
clause. When one is left, it is learned. Until then a clause makes its candidates more probable, and is taken apart by
questions about parts of its example. If one candidate is nearly certain to be the reason, that can wait: the other ones
are cleared by questions that have to be asked anyway, and then it is known for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit import bitset
from tacit.guided.beliefs import Floats
from tacit.guided.places import Ints
from tacit.rows import RowIds
from tacit.state import Pending, State

ORDERS = 6  # ways to arrange the variables of an example, of which the one that halves best is taken


@dataclass
class Clause:
    """The rows that may explain a "no"."""

    pending: Pending
    rows: RowIds



def open_clauses(state: State) -> list[Clause]:
    """The clauses, the smallest first."""
    for p in state.pending:
        p.rows = p.rows[state.surviving[p.rows]]  # what is refuted can't explain anything
    return sorted((Clause(p, p.rows) for p in state.pending), key=lambda clause: len(clause.rows))


def follows(clause: Clause, clauses: list[Clause], size: int) -> bool:
    """Does a clause follow from another one, all of whose rows it has?"""
    has = np.zeros(size, dtype=bool)
    has[clause.rows] = True
    return any(has[other.rows].all() for other in clauses if other is not clause and len(other.rows) <= len(clause.rows))


def weights(P: Floats) -> Floats:
    """−log(1 − P): in this measure, the probability that none of several holds is a sum. Whole numbers, so that
    it does not depend on the order in which a machine adds them up."""
    scaled: Floats = np.rint(-np.log1p(-P) * SCALE)
    return scaled


SCALE = float(1 << 30)


def some_holds(weight: float | Floats) -> Floats:
    """The probability that at least one of some candidates holds, from the sum of their weights."""
    found: Floats = -np.expm1(-np.asarray(weight) / SCALE)
    return found


def condition(P: Floats, alone: Floats, clauses: list[Clause], most: float) -> Floats:
    """The probabilities, given that at least one of each clause holds.

    alone: the probabilities without what is known about the scope; inside a clause it is not known what the scope has.
    """
    given = P.copy()
    for clause in clauses:
        given[clause.rows] = 0
    for clause in clauses:
        p = alone[clause.rows]
        share = p / max(float(some_holds(weights(p).sum())), 1e-12)
        given[clause.rows] = np.maximum(given[clause.rows], np.minimum(share, most))
    return given


class Scopes:
    """The variables of each row in one array, the last one repeated where a row has fewer."""

    def __init__(self, state: State) -> None:
        arity = max(block.arity for block in state.rows.blocks)
        self.padded = np.concatenate(
            [block.scopes[:, np.minimum(np.arange(arity), block.arity - 1)] for block in state.rows.blocks]
        ).astype(np.int64)

    def __getitem__(self, rows: RowIds) -> Ints:
        return self.padded[rows]


def part_to_ask(state: State, scopes: Scopes, clause: Clause, weight: Floats) -> int | None:
    """The variables of the part of an example whose answer is nearest to even, None if no part tells anything.

    The variables are put in a line, and a part is the first so many of them: how much it weighs is one sum along the
    line. Of several lines the one with the best part is taken.
    """
    rows = clause.rows
    lines = scopes[rows]
    w = np.maximum(weight[rows], 1.0)
    n = len(state.vocabulary)
    total = float(some_holds(w.sum()))
    best: tuple[float, int] | None = None
    chosen: NDArray[np.bool_] | None = None
    for rank in _arrangements(state, lines, w, n):
        last = rank[lines].max(axis=1)
        inside = np.cumsum(np.bincount(last, weights=w, minlength=n))
        parts = np.flatnonzero((inside > 0) & (inside < inside[-1]))
        if not len(parts):
            continue
        away = np.round(np.abs(some_holds(inside[parts]) / total - 0.5), 6)
        k = int(np.argmin(away))
        score = (float(away[k]), int(parts[k]))
        if best is None or score < best:
            best, chosen = score, rank <= parts[k]
    if chosen is None:
        return None
    return bitset.from_mask(chosen) & clause.pending.variables


def _arrangements(state: State, lines: Ints, w: Floats, n: int) -> list[Ints]:
    """Ranks of the variables: the heavy rows first; the heavy variables first, or last; and at random."""
    mass = np.zeros(n)
    for column in lines.T:
        mass += np.bincount(column, weights=w, minlength=n)
    flat = lines[np.argsort(-w, kind="stable")].ravel()
    _, first = np.unique(flat, return_index=True)
    variables = flat[np.sort(first)]
    heavy = np.argsort(-mass[variables], kind="stable")
    orders = [variables, variables[heavy], variables[heavy[::-1]]]
    orders += [state.random.permutation(variables) for _ in range(ORDERS - len(orders))]
    ranks = []
    for order in orders:
        rank = np.full(n, n - 1, dtype=np.int64)
        rank[order] = np.arange(len(order))
        ranks.append(rank)
    return ranks
