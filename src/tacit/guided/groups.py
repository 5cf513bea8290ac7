"""Do these nine all differ? Groups of variables that no family names, found in what was learned.

The constraints of one symmetric relation that no rule explains are edges of a graph. Where two edges that share a
variable mostly belong to a triangle, the graph falls into groups, and a question about a whole group settles all its
edges at once: irregular blocks, teams without a name, or what is left of a row that has an exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.candidates.version_space import VersionSpace
from tacit.guided.weights import Floats
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.places import Ints

MOST_VARIABLES = 400  # beyond that the matrices are no longer small
CLOSED, SEEN = 1.0, 2.0  # before anything is known, every other pair of edges is expected to belong to a triangle
FEWEST = 3  # a group with fewer open pairs is not worth a question
LEAST = 0.4  # a group grows as long as it is at least so likely
Matrix = NDArray[np.bool_]


@dataclass(frozen=True)
class Found:
    """A set of variables: how likely it is that all pairs are constrained, and how many pairs are open."""

    variables: tuple[int, ...]
    chance: float
    open: int


class Groups:
    """The pairs of one symmetric relation as matrices of rows."""

    def __init__(self, relation: Relation, rule_rows: RuleRows, n: int) -> None:
        pairs = np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)
        rows = rule_rows.find(relation, pairs)
        self._rows: Ints = np.full((n, n), MISSING, dtype=np.int64)
        self._rows[pairs[:, 0], pairs[:, 1]] = self._rows[pairs[:, 1], pairs[:, 0]] = rows
        self._sorted = np.sort(rows)

    def holds(self, rows: RowIds) -> Matrix:
        """Which of these rows are pairs of the relation?"""
        place = np.minimum(np.searchsorted(self._sorted, rows), len(self._sorted) - 1)
        found: Matrix = self._sorted[place] == rows
        return found

    def meeting(self, space: VersionSpace, leaning: RowIds) -> tuple[Matrix, Matrix]:
        """The pairs on which the relation holds, and those on which it is refuted."""
        rows = self._rows
        there = rows != MISSING
        known = space.learned | (space.surviving & ~space.in_bias)
        known[leaning] = True
        holds: Matrix = there & known[rows]
        return holds, ~(there & space.surviving[rows])

    def find(self, space: VersionSpace, leaning: RowIds, P: Floats) -> Iterator[Found]:
        """Groups that are worth a question."""
        rows = self._rows
        there = rows != MISSING
        known = space.learned.copy()
        known[leaning] = True
        holds = there & known[rows] | there & space.surviving[rows] & ~space.in_bias[rows]
        edges = there & known[rows] & ~space.named[rows]
        open_ = there & space.in_bias[rows] & ~holds
        refuted = ~there | ~space.surviving[rows]
        np.fill_diagonal(refuted, False)
        if edges.sum() < 4:
            return
        common = edges.astype(np.float32) @ edges.astype(np.float32)
        closed = self._closed(common, edges, refuted & there)
        likely = np.where(open_, P[rows], 0.0)
        seen: set[tuple[int, ...]] = set()
        for x, y in zip(*np.nonzero(np.triu(edges, 1)), strict=True):
            found = _grow(int(x), int(y), edges, open_, refuted, closed, likely)
            if found is not None and found.variables not in seen:
                seen.add(found.variables)
                yield found

    def _closed(self, common: NDArray[np.float32], edges: Matrix, refuted: Matrix) -> float:
        """How often two edges that share a variable belong to a triangle."""
        between = np.triu(common > 0, 1)
        yes, no = int((between & edges).sum()), int((between & refuted).sum())
        return (yes + CLOSED) / (yes + no + SEEN)


def _grow(x: int, y: int, edges: Matrix, open_: Matrix, refuted: Matrix, closed: float, likely: Floats) -> Found | None:
    """The group around an edge: as long as that is likely, add the variable that most likely belongs to it."""
    members = np.zeros(len(edges), dtype=bool)
    members[[x, y]] = True
    into = edges[x].astype(np.int64) + edges[y]
    best = np.maximum(likely[x], likely[y])
    barred = refuted[x] | refuted[y]
    chance = 1.0
    left = int(open_[x, y])
    while True:
        # Each edge into the group is a reason to believe in the others.
        belongs = np.round(1 - (1 - closed) ** into * (1 - best), 6)
        z = int(np.argmax(np.where(members | barred, 0, belongs)))
        if members[z] or barred[z] or chance * belongs[z] < LEAST:
            break
        new = int((open_[z] & members).sum())
        chance, left = chance * (float(belongs[z]) if new else 1.0), left + new
        members[z] = True
        into = into + edges[z]
        best = np.maximum(best, likely[z])
        barred = barred | refuted[z]
    if left < FEWEST:
        return None
    return Found(tuple(np.flatnonzero(members).tolist()), round(chance, 9), left)
