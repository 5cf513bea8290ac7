"""AnalyzeAndLearn, of MQuAcq-2: ask about what would complete a quasi-clique of the learned constraints.

    1   function AnalyzeAndLearn(e, Y)
    2       Q ← the quasi-cliques of the graph of C_L
    3       C_Q ← those c ∈ κ_B(e_Y) whose scope lies in some K ∈ Q, and whose relation some constraint in K has
    4       NScopes ← ∅
    5       for each scope S of C_Q
    6           if ASK(e_S) = yes   B ← B \\ κ_B(e_S)
    7           else
    8               C_L ← C_L ∪ {FindC(e, S)}
    9               NScopes ← NScopes ∪ {S}
    10      if NScopes ≠ ∅   NScopes ← NScopes ∪ AnalyzeAndLearn(e, Y)
    11      return NScopes

The graph has an edge for each learned constraint of two variables. A question of line 6 has two variables, and its "no"
needs no FindScope: that is what is saved. (If e_S also violates candidates on one of the two variables, FindScope sees
to it that these are looked at first.)

D. C. Tsouros, K. Stergiou, C. Bessiere, "Omissions in Constraint Acquisition", CP 2020,
https://doi.org/10.1007/978-3-030-58475-7_54
"""

from __future__ import annotations

import numpy as np

from tacit.algorithms.quasi_cliques import quasi_cliques
from tacit.algorithms.scope_inside import scope_inside
from tacit.algorithms.tracing import traced
from tacit.candidates.examination import Example
from tacit.candidates.version_space import VersionSpace
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.problem.rows import Block, RowIds


@traced("AnalyzeAndLearn", "Y")
def analyze_and_learn(asker: Asker, e: Example, Y: int) -> Asking[list[int]]:
    """Learn what e_Y violates inside quasi-cliques; returns the scopes of what was learned."""
    found: list[int] = []
    while True:
        learned: list[int] = []
        for S in _scopes(asker.space, e.kappa(Y)):
            if not len(e.kappa(S)):
                continue  # an answer to an earlier one has settled it
            try:
                if (yield from asker.ask(e, S)):
                    continue
                exactly = len(e.kappa_at(S)) == e.kappa_size(S)
                scope = S if exactly else (yield from scope_inside(asker, e, S))
                constraints = yield from asker.options.constraint_finder(asker, e, scope)
            except DontKnow:
                asker.space.park(e.kappa(S))
                continue
            for c in constraints:
                asker.learn(c)
            learned.append(scope)
        if not learned:
            return found
        found += learned


def _scopes(space: VersionSpace, kappa: RowIds) -> list[int]:
    """Line 3: the scopes of those candidates that would complete a quasi-clique."""
    kappa = kappa[~space.parked[kappa]]
    found: dict[int, None] = {}
    for block in space.rows.blocks:
        if block.arity == 2:
            rows = kappa[(kappa >= block.first) & (kappa < block.first + len(block))] - block.first
            if len(rows):
                fitting = rows[_completing(space, block, rows)] + block.first
                found |= dict.fromkeys(space.scope_set(row) for row in fitting.tolist())
    return list(found)


def _completing(space: VersionSpace, block: Block, rows: RowIds) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Which of these rows, numbered inside the block, lie in a quasi-clique in which their relation occurs?"""
    n = len(space.vocabulary)
    joined = np.zeros((n, n), dtype=bool)
    learned = np.flatnonzero(space.learned[block.first : block.first + len(block)])
    ends = block.scopes[learned]
    joined[ends[:, 0], ends[:, 1]] = joined[ends[:, 1], ends[:, 0]] = True
    fits = np.zeros(len(rows), dtype=bool)
    for K in quasi_cliques(joined):
        relations = block.relation_ids[learned[K[ends].all(axis=1)]]
        fits |= K[block.scopes[rows]].all(axis=1) & np.isin(block.relation_ids[rows], relations)
    return fits
