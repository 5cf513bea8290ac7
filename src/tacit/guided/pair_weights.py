"""What the binary candidates weigh that the next value of a large example would violate, by products of small matrices.

When a variable gets a value, each relation says at once which values of the others it then rejects. So what is added
for all other variables and values is one product: (other variables × relations) · (relations × values). The weights are
whole numbers, so it does not matter in which order they are added up (`weights.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.guided.weights import Floats
from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import Codes
from tacit.structure.places import Ints

SPARSE = 16  # matrices with so many times more cells than there are candidates are not worth their memory …
SMALL = 1 << 17  # … unless they are small
MOST_CODES = 100  # where there are more values than that, products are no longer small


class Room:
    """Memory for one large array after the other: to ask for it each time takes longer than to fill it."""

    def __init__(self) -> None:
        self._flat: Floats = np.empty(0)

    def zeros(self, shape: tuple[int, ...]) -> Floats:
        """An array of zeros, until the next one is asked for."""
        size = math.prod(shape)
        if size > len(self._flat):
            self._flat = np.zeros(size)
        else:
            self._flat[:size] = 0
        return self._flat[:size].reshape(shape)


class PairWeights:
    """The weights of the rows of one block, for two variables at a time."""

    def __init__(self, block: Block, local: Ints, slot: Ints, weight: Floats, room: Room) -> None:
        """local: rows of the block; slot: a small number for each variable they are on; weight: theirs, in lines"""
        m = int(block.strides[0])
        table = block.base[local] // (m * m)
        number = np.flatnonzero(np.bincount(table))  # quicker than `unique`
        kind = np.searchsorted(number, np.arange(int(number[-1]) + 1))[table]
        rejects = ~block.table.reshape(-1, m, m)[number]
        self._rejects = np.concatenate([rejects, rejects.transpose(0, 2, 1)]).astype(np.float64)
        size, kinds, lines = int(slot.max()) + 1, len(number), len(weight)
        self._slot, self._shape = slot, (lines, size, m)
        self._weights = room.zeros((size, lines, size, 2 * kinds))
        x, y = slot[block.scopes[local]].T
        flat = self._weights.reshape(-1)
        one, other = (x * lines * size + y) * 2 * kinds + kind, (y * lines * size + x) * 2 * kinds + kind + kinds
        for line in range(lines):  # one index for all dimensions is quicker than one for each
            flat[one + line * size * 2 * kinds] = weight[line]
            flat[other + line * size * 2 * kinds] = weight[line]
        self.start()

    def start(self) -> None:
        """A new example: nothing has a value yet."""
        self._added = np.zeros(self._shape)

    def added(self, x: int, choices: Codes) -> Floats:
        """What each choice for a variable would newly violate: lines of weights × choices."""
        found: Floats = self._added[:, self._slot[x], choices]
        return found

    def take(self, x: int, code: int) -> None:
        """The variable gets this value."""
        lines, size, m = self._shape
        around = self._weights[self._slot[x]].reshape(lines * size, -1)
        self._added += (around @ self._rejects[:, code]).reshape(lines, size, m)


def pair_weights(
    blocks: Sequence[Block],
    variables: Ints,
    n: int,
    weigh: Callable[[RowIds], Floats],
    live: NDArray[np.bool_],
    room: Room | None = None,
) -> tuple[list[PairWeights], list[Block]]:
    """The live rows on these variables as matrices, where that is worth it; and the blocks where it is not.

    weigh: the lines of weights of some rows
    room:  for the matrices, until they are made for other variables
    """
    slot = np.full(n, -1, dtype=np.int64)
    slot[variables] = np.arange(len(variables))
    found: list[PairWeights] = []
    others: list[Block] = []
    for block in blocks:
        if block.arity == 2 and block.tabled and int(block.strides[0]) <= MOST_CODES:
            local = _on(block, variables, slot)
            local = local[live[block.first + local]]
            kinds = len(block.table) // int(block.strides[0]) ** 2
            if len(local) and kinds * len(variables) ** 2 <= max(SMALL, SPARSE * len(local)):
                mine = Room() if found or room is None else room
                found.append(PairWeights(block, local, slot, weigh(local + block.first), mine))
            elif len(local):
                others.append(block)
        else:
            others.append(block)
    return found, others


def _on(block: Block, variables: Ints, slot: Ints) -> Ints:
    """The rows of a block of pairs that are on two of these variables, in ascending order."""
    if block.is_few(len(variables)):
        return block.inside(np.sort(variables).tolist())
    x, y = block.scopes.T
    return np.flatnonzero((slot[x] >= 0) & (slot[y] >= 0))
