"""Variables that differ because everything else is used up: a proof by counting.

If n variables all differ and have n values between them, each value occurs exactly once. Call such a set complete.
Three blocks of a Sudoku that lie side by side have the same cells as three rows. If the blocks and two of the rows are
complete, the third row is complete, too: its cells are the cells of the blocks without the cells of the other rows. In
general, a set of variables is complete if its indicator is a combination of the indicators of complete sets with the
same values, and the factors add up to one.

Constraint solvers don't see this. Proofs about redundant rows of a Sudoku or columns of a Latin square take them
minutes.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tacit.exact.cliques import all_different
from tacit.problem.network import Network

DENOMINATOR = 60  # of the factors that are tried


def different_by_counting(network: Network, cliques: list[list[int]]) -> set[tuple[int, int]]:
    """The pairs inside these cliques that counting proves to differ in every solution of the network."""
    v = network.vocabulary
    edges = {pair for clique in all_different(network, v) for pair in _pairs(clique)}
    by_values: dict[frozenset[int], list[list[int]]] = {}
    for clique in [*all_different(network, v), *cliques]:
        values = frozenset().union(*(v.domains[x] for x in clique))
        if len(values) == len(clique):
            by_values.setdefault(values, []).append(clique)
    proved: set[tuple[int, int]] = set()
    for complete in by_values.values():
        known = [clique for clique in complete if _pairs(clique) <= edges]
        open_still = [clique for clique in complete if not _pairs(clique) <= edges]
        progress = True
        while progress and known:
            shown = [clique for clique in open_still if _is_combination(clique, known, len(v))]
            proved.update(pair for clique in shown for pair in _pairs(clique))
            known += shown
            open_still = [clique for clique in open_still if clique not in shown]
            progress = bool(shown)
    return proved


def _pairs(clique: list[int]) -> set[tuple[int, int]]:
    return {(a, b) for i, a in enumerate(clique) for b in clique[i + 1 :]}


def _is_combination(clique: list[int], known: list[list[int]], n: int) -> bool:
    """Is the clique's indicator a combination of the known cliques' indicators, with factors that add up to one?

    The factors are guessed with floating-point numbers and checked with fractions.
    """
    matrix = np.stack([*(_indicator(each, n) for each in known)], axis=1)
    matrix = np.vstack([matrix, np.ones(len(known))])
    wanted = np.append(_indicator(clique, n), 1.0)
    suggested = np.linalg.lstsq(matrix, wanted, rcond=None)[0]
    factors = [Fraction(float(each)).limit_denominator(DENOMINATOR) for each in suggested]
    total = [Fraction(0)] * n
    for factor, each in zip(factors, known, strict=True):
        for x in each:
            total[x] += factor
    return sum(factors) == 1 and total == [Fraction(x in clique) for x in range(n)]


def _indicator(clique: list[int], n: int) -> NDArray[np.float64]:
    found = np.zeros(n)
    found[clique] = 1.0
    return found
