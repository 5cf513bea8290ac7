"""What binary rows say about two variables, as matrices: the kernel of the search for examples.

Each pair of variables has a *signature*: the set of relations that the chosen rows apply to it. Few signatures occur,
and each has one small table over the values of both variables. "How many candidates would each value of x violate, now
that other variables have values?" is then one gather of a line of a table for each of these, and a sum. "Which values
do the learned constraints leave to others, now that x has a value?" is one gather, too.

The matrices follow the version space: comparing bits shows which rows have changed since the last look, and only
their pairs are touched.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.problem.rows import Block, Rows
from tacit.problem.vocabulary import Codes

MAX_KINDS = 62  # a signature is an integer of 64 bits
MAX_CELLS = 1 << 17  # variables × values: beyond that a line of tables is no longer small
MAX_VALUES = 256
MAX_PAIRS = 1 << 23  # of variables: 2 900 of them; beyond that the matrices would take more than 340 MB
BYTES_OF_PAIR = 40  # in both layers


SMALL = 1 << 16


def _distinct(numbers: NDArray[np.int64], end: int | None = None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers, in order, and which of them each one is. Small ones are counted, which needs no sorting.

    end: a number that is larger than all of them
    """
    end = int(numbers.max(initial=0)) + 1 if end is None else end
    if end > SMALL:
        found, which = np.unique(numbers, return_inverse=True)
        return found, which.reshape(-1)
    occurs = np.zeros(end, dtype=bool)
    occurs[numbers] = True
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[numbers]


def bytes_of_pairs(n: int, m: int) -> int:
    """What the matrices take for so many variables and values; 0 if there are none, because they would be too large."""
    return 0 if m > MAX_VALUES or n * m > MAX_CELLS or n * n > MAX_PAIRS else BYTES_OF_PAIR * n * n


class Layer:
    """The tables of one choice of rows."""

    def __init__(self, pairs: Pairs, *, counts: bool) -> None:
        n, m = pairs.n, pairs.m
        self._pairs = pairs
        self._counts = counts
        self._chosen = np.zeros(len(pairs.kind), dtype=bool)
        self._signature = np.zeros(n * n, dtype=np.int64)
        self._numbers: dict[int, int] = {0: 0}
        self.count = np.zeros((n, n), dtype=np.int32)  # rows on two variables
        self.ids = np.zeros((n, n), dtype=np.intp)  # the table for two variables
        # Each table is there twice: the first code is the lower variable's, then the upper variable's.
        empty = np.zeros((2, m, m), dtype=np.int16) if counts else np.ones((2, m, m), dtype=bool)
        self.tables: NDArray[np.int16] | NDArray[np.bool_] = empty

    def update(self, chosen: NDArray[np.bool_]) -> None:
        """Follow a new choice of rows."""
        changed = np.flatnonzero(chosen != self._chosen)
        if not len(changed):
            return
        self._chosen = chosen.copy()
        pairs = self._pairs
        place = pairs.place[changed]
        np.bitwise_xor.at(self._signature, place, np.int64(1) << pairs.kind[changed])
        touched = np.zeros(len(self._signature), dtype=bool)
        touched[place] = True
        place = np.flatnonzero(touched)
        signatures, which = _distinct(self._signature[place], 1 << len(pairs.tables))
        numbers = np.array([self._number(signature) for signature in signatures.tolist()])[which]
        size = np.array([signature.bit_count() for signature in signatures.tolist()], dtype=np.int32)[which]
        lower, upper = np.divmod(place, pairs.n)
        self.ids[lower, upper] = numbers
        self.ids[upper, lower] = numbers + 1
        self.count[lower, upper] = self.count[upper, lower] = size

    def rejected(self, variable: int, codes: Codes) -> tuple[int, NDArray[np.int64]]:
        """How many chosen rows are on a variable and one that has a value, and how many of them each code violates."""
        near = np.flatnonzero((self.count[variable] > 0) & (codes >= 0))
        # ids[y, x] is ids[x, y] ^ 1, and that is where the lines of memory are
        lines = self.tables[self.ids[variable, near] ^ 1, codes[near]]
        return int(self.count[variable, near].sum()), lines.sum(axis=0, dtype=np.int64)

    def allowed(self, variable: int, near: NDArray[np.int64], code: int) -> NDArray[np.bool_]:
        """Which codes the chosen rows allow to some variables, if this one has this code: near × codes."""
        return self.tables[self.ids[variable, near], code]

    def _number(self, signature: int) -> int:
        """The number of a signature's table; made when it first occurs."""
        number = self._numbers.get(signature)
        if number is None:
            tables = [self._pairs.tables[kind] for kind in range(len(self._pairs.tables)) if signature >> kind & 1]
            made = np.zeros_like(self.tables[0]) if self._counts else np.ones_like(self.tables[0])
            for table in tables:
                made = made + ~table if self._counts else made & table
            number = self._numbers[signature] = len(self.tables)
            self.tables = np.concatenate([self.tables, made[None], made.T[None]])
        return number


class Pairs:
    """The binary rows of a problem: `soft` counts violated candidates, `hard` says what learned constraints allow."""

    def __init__(self, block: Block, n: int, m: int, kinds: list[tuple[int, bool]], kind: NDArray[np.int64]) -> None:
        """kinds: which table of the block, and whether the first argument is the upper variable; kind: of each row"""
        self.block = block
        self.n, self.m = n, m
        self.kind = kind
        flat = block.table.reshape(-1, m, m)
        self.tables = [flat[table].T if flipped else flat[table] for table, flipped in kinds]
        self.place = block.key  # the lower variable × n + the upper one
        self.soft = Layer(self, counts=True)
        self.hard = Layer(self, counts=False)

    @classmethod
    def of(cls, rows: Rows) -> Pairs | None:
        """The pairs of a problem; None if it has no binary rows, or too many variables, values or relations."""
        n, m = len(rows.vocabulary), rows.vocabulary.n_codes
        blocks = [block for block in rows.blocks if block.arity == 2 and block.tabled]
        if not blocks or not bytes_of_pairs(n, m):
            return None
        (block,) = blocks
        both, kind = _distinct(2 * (block.base // (m * m)) + (block.scopes[:, 0] > block.scopes[:, 1]))
        if len(both) > MAX_KINDS:
            return None
        return cls(block, n, m, [(table >> 1, bool(table & 1)) for table in both.tolist()], kind)

    def update(self, soft: NDArray[np.bool_] | None, hard: NDArray[np.bool_]) -> None:
        """Follow the version space. soft: the candidates to count (None: leave them); hard: the learned constraints."""
        span = slice(self.block.first, self.block.first + len(self.block))
        self.hard.update(hard[span])
        if soft is not None:
            self.soft.update(soft[span])
