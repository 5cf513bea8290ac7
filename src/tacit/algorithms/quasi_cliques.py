"""Quasi-cliques of what was learned: sets of variables of which most pairs have a constraint (for MQuAcq-2).

A set of k variables is a γ-quasi-clique if at least γ · k(k−1)/2 pairs are joined. All of them are too many to list.
Here each edge that is in none yet is grown, one variable at a time: the one that is joined to most of the set, as long
as the set stays a quasi-clique (ties go to the lowest index). The published program enumerates by the same rule, until
a second has passed.

>>> import numpy as np
>>> A = np.zeros((5, 5), dtype=bool)
>>> for x, y in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (3, 4)]:
...     A[x, y] = A[y, x] = True
>>> [np.flatnonzero(K).tolist() for K in quasi_cliques(A)]  # 2 and 3 are not joined: 5 of 6 pairs are
[[0, 1, 2, 3]]
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FIFTHS = 4  # γ = 4/5, as in the paper

Matrix = NDArray[np.bool_]


def quasi_cliques(joined: Matrix) -> list[NDArray[np.bool_]]:
    """Quasi-cliques of three variables and more that together hold each edge that is in one."""
    found = []
    covered = np.zeros_like(joined)
    for x, y in zip(*(line.tolist() for line in np.nonzero(np.triu(joined, 1))), strict=True):
        if not covered[x, y]:
            members = _grown(joined, x, y)
            if members.sum() > 2:
                found.append(members)
                covered |= members[:, None] & members[None, :]
    return found


def _grown(joined: Matrix, x: int, y: int) -> NDArray[np.bool_]:
    members = np.zeros(len(joined), dtype=bool)
    members[[x, y]] = True
    into = joined[x].astype(np.int64) + joined[y]  # how many of the members each variable is joined to
    edges, size = 1, 2
    while size < len(joined):
        z = int(np.argmax(np.where(members, -1, into)))
        pairs = (size + 1) * size // 2
        if 5 * (edges + int(into[z])) < FIFTHS * pairs:
            break
        edges += int(into[z])
        members[z] = True
        into = into + joined[z]
        size += 1
    return members
