"""Constraints as rows of arrays: a row is a relation and the variables it is applied to.

The bias, the learned network and the target of a simulated user are all made of rows. A row is never an object:
a bias of a million candidates is a handful of arrays, and the candidates that an example violates are found in
one pass over them.

Rows that are evaluated together form a `Block`. A block holds all rows of one arity whose relations have truth tables
over codes, or all rows of one relation that is too large for a table and is evaluated by its function. The rows of a
block are sorted by scope. Cost: 4 bytes for each variable of a row, and 18 for the row.

Bounds are rows, too, but they are about whole groups, and speak before all variables of a group have values: they are
kept apart (`bound_rows.py`), and have the last numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tacit.problem.assignments import enumerated
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.combinations import combinations
from tacit.problem.meaning import TABLE_LIMIT, truth_table
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Codes, Vocabulary

LOOKED_UP = 16  # looking up a scope takes as long as looking at so many rows
LOOKED_AT = 1 << 16  # rows that are looked at together: what is made of them stays in the processor's cache
MANY_KEYS = 5000  # scopes: so many are looked up in a list that has each scope once
PART = 1 << 16  # cells of a matrix that are evaluated together by a function
MOVED_LIMIT = 1 << 26  # bytes of truth tables that are kept with another argument last
LISTED = 20_000  # assignments of one scope: more take too long to be listed for many rows

RowIds = NDArray[np.int64]
Scopes = NDArray[np.int32]


def sorted_columns(scopes: Scopes) -> Sequence[NDArray[np.int32]]:
    """The variables of each scope in their order: all that come first, then all that come second …"""
    if scopes.shape[1] == 2:  # sorting short lines is slow
        return np.minimum(scopes[:, 0], scopes[:, 1]), np.maximum(scopes[:, 0], scopes[:, 1])
    return tuple(np.sort(scopes, axis=1).T)


class Block:
    """Rows of one arity that are evaluated together, sorted by scope."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        first: int,
        relations: Sequence[Relation],
        relation: NDArray[np.int16],
        scopes: Scopes,
    ) -> None:
        n = len(vocabulary)
        self.first = first  # the row number of its first row
        self.arity = scopes.shape[1]
        key = np.zeros(len(scopes), dtype=np.int64)
        for column in sorted_columns(scopes):
            key = key * n + column
        order = np.argsort(key, kind="stable")
        self.key = key[order]
        self.relation_ids = relation[order]
        self.scopes = scopes[order]
        self._values = vocabulary.values
        self._n_variables = n
        self._m = m = vocabulary.n_codes
        self.strides = np.array([m**i for i in reversed(range(self.arity))], dtype=np.int64)
        present = np.flatnonzero(np.bincount(self.relation_ids)).tolist()  # quicker than `unique`
        self.tabled = m**self.arity <= TABLE_LIMIT
        if self.tabled:
            base = np.zeros(len(relations), dtype=np.int64)
            tables = []
            for position, r in enumerate(present):
                base[r] = position * m**self.arity
                tables.append(truth_table(relations[r], vocabulary))
            self.table: NDArray[np.bool_] = np.concatenate(tables)
            self.base = base[self.relation_ids]
            self._moved: dict[tuple[int, int], NDArray[np.bool_]] = {}
        else:
            (only,) = present
            self.untabled = relations[only]

    def __len__(self) -> int:
        return len(self.relation_ids)

    def accepts(self, local: RowIds, codes: Codes) -> NDArray[np.bool_]:
        """Which of these rows (numbered inside the block) accept their codes? `codes` has one line for each row."""
        if self.tabled:
            index = self.base[local]
            for position in range(self.arity):
                index = index + codes[:, position] * self.strides[position]
            return self.table[index]
        return self.untabled.accepts(*(self._values[codes[:, position]] for position in range(self.arity)))

    def accepts_choices(self, local: int, columns: Sequence[Codes | None], choices: Codes) -> NDArray[np.bool_]:
        """Which choices does one row accept at the place of the column that is None, beside each line of the others?

        A matrix of lines × choices, to be read only.
        """
        (place,) = [i for i, column in enumerate(columns) if column is None]
        others = [column for column in columns if column is not None]
        n = len(others[0]) if others else 1
        if self.tabled:
            index = np.zeros(n, dtype=np.int64)
            for column in others:
                index = index * self._m + column
            table = self._with_last(int(self.base[local]), place)
            if len(choices) == self._m:  # a domain is in order, so these are all codes
                return table[index]
            return table[:, choices][index] if len(table) < n else table[index][:, choices]
        found = np.empty((n, len(choices)), dtype=bool)
        step = max(1, PART // len(choices))
        for first in range(0, n, step):  # parts that stay in the processor's cache
            part = found[first : first + step]
            values = [
                self._values[choices][None, :] if c is None else self._values[c[first : first + step]][:, None]
                for c in columns
            ]
            part[:] = self.untabled.accepts(*values)
        return found

    def accepts_lines(self, local: int, columns: Sequence[Codes]) -> NDArray[np.bool_]:
        """Which lines does one row accept? `columns` has the codes of each of its variables."""
        if not self.tabled:
            return self.untabled.accepts(*(self._values[column] for column in columns))
        index = columns[0] * self.strides[0] + self.base[local]
        for column, stride in zip(columns[1:], self.strides[1:], strict=True):
            index += column * stride
        return self.table[index]

    def _with_last(self, base: int, place: int) -> NDArray[np.bool_]:
        """A truth table with the argument at a place moved behind the others: one line for all its values."""
        m, k = self._m, self.arity
        table = self.table[base : base + m**k]
        if place == k - 1:
            return table.reshape(-1, m)
        found = self._moved.get((base, place))
        if found is None:
            if (len(self._moved) + 1) * m**k > MOVED_LIMIT:
                self._moved.clear()
            found = np.ascontiguousarray(np.moveaxis(table.reshape((m,) * k), place, -1)).reshape(-1, m)
            self._moved[base, place] = found
        return found

    def accept(self, codes: Codes) -> bool:
        """Do all rows accept an example? One gather tells: "unassigned" is one more code, which every row accepts."""
        if not self.tabled:
            values = codes[self.scopes]
            speaks = np.flatnonzero((values >= 0).all(axis=1))
            return bool(self.accepts(speaks, values[speaks]).all())
        table, index, columns, strides = self._with_unassigned
        codes = codes % (self._m + 1)  # −1 becomes m
        for column, stride in zip(columns, strides, strict=True):
            index = index + (codes * stride)[column]
        return bool(table[index].all())

    @cached_property
    def _with_unassigned(self) -> tuple[NDArray[np.bool_], RowIds, list[RowIds], list[int]]:
        m, k = self._m, self.arity
        padded = np.pad(self.table.reshape(-1, *[m] * k), [(0, 0), *[(0, 1)] * k], constant_values=True)
        base = self.base // m**k * (m + 1) ** k
        columns = [np.ascontiguousarray(column, dtype=np.int64) for column in self.scopes.T]
        return padded.ravel(), base, columns, [(m + 1) ** i for i in reversed(range(k))]

    def accepts_each(
        self, local: RowIds, codes: Codes, position: NDArray[np.int64], choices: Codes
    ) -> NDArray[np.bool_]:
        """Like `accepts`, for each choice of the code at the `position` of each row: a matrix of rows × choices."""
        lines = np.arange(len(local))
        if self.tabled:
            index = self.base[local] - codes[lines, position] * self.strides[position]
            for place in range(self.arity):
                index = index + codes[:, place] * self.strides[place]
            return self.table[index[:, None] + self.strides[position][:, None] * choices]
        columns = []
        for place in range(self.arity):
            here = (position == place)[:, None]
            columns.append(self._values[np.where(here, choices, codes[:, place, None])])
        return self.untabled.accepts(*columns)

    def at(self, key: int) -> tuple[int, int]:
        """The first row of a scope, and the row after its last, numbered inside the block."""
        return int(np.searchsorted(self.key, key, "left")), int(np.searchsorted(self.key, key, "right"))

    def inside(self, variables: Sequence[int]) -> RowIds:
        """The rows whose variables are all among these few (in ascending order), numbered inside the block."""
        each = np.array(variables, dtype=np.int64)
        keys = np.zeros(math.comb(len(each), self.arity), dtype=np.int64)
        for column in combinations(len(each), self.arity).T:
            keys = keys * self._n_variables + each[column]  # ascending, as the rows are
        return self.of_keys(keys)

    def of_keys(self, keys: NDArray[np.int64]) -> RowIds:
        """The rows of some scopes, one scope after the other, numbered inside the block."""
        if len(keys) < MANY_KEYS:
            start, end = np.searchsorted(self.key, keys, "left"), np.searchsorted(self.key, keys, "right")
            size = end - start
        else:  # one search, among fewer
            each, count = self.distinct
            place = np.minimum(np.searchsorted(each, keys), len(each) - 1)
            start = self._first_of_distinct[place]
            size = np.where(each[place] == keys, count[place], 0)
        before = np.cumsum(size) - size
        return np.repeat(start - before, size) + np.arange(int(size.sum()))

    def is_few(self, variables: int) -> bool:
        """Are so few variables looked up more quickly, scope by scope, than all rows are looked at?"""
        return LOOKED_UP * math.comb(variables, self.arity) <= len(self)

    @cached_property
    def distinct(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Each scope once, as `key` has it, and how many rows it has."""
        starts = np.flatnonzero(np.diff(self.key, prepend=-1))
        return self.key[starts], np.diff(starts, append=len(self.key))

    @cached_property
    def _first_of_distinct(self) -> RowIds:
        """The first row of each of these scopes."""
        return np.cumsum(self.distinct[1]) - self.distinct[1]

    @cached_property
    def degree(self) -> NDArray[np.int64]:
        """How many rows each variable is in."""
        return np.bincount(self.scopes.ravel(), minlength=self._n_variables)

    @cached_property
    def incidence(self) -> tuple[RowIds, NDArray[np.int64], NDArray[np.int64]]:
        """The rows that each variable is in, its positions there, and where each variable starts in both arrays."""
        flat = self.scopes.ravel()
        order = np.argsort(flat, kind="stable")
        starts = np.searchsorted(flat[order], np.arange(self._n_variables + 1))
        return order // self.arity, order % self.arity, starts


class Rows:
    """Constraints over one vocabulary, numbered from 0."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        relations: Sequence[Relation],
        groups: Iterable[tuple[int, Scopes]],
        bounds: Iterable[tuple[Bound, Sequence[int]]] = (),
        *,
        impossible: bool = False,
    ) -> None:
        """Each group applies one relation (by its number) to many scopes; bounds come with the cells of a group.

        impossible: keep also the bounds that nothing satisfies.
        """
        self.vocabulary = vocabulary
        self.relations = tuple(relations)
        together: dict[tuple[int, int], list[tuple[int, Scopes]]] = {}
        for r, scopes in groups:
            if not len(scopes):
                continue
            arity = self.relations[r].arity
            tabled = vocabulary.n_codes**arity <= TABLE_LIMIT
            together.setdefault((arity, -1 if tabled else r), []).append((r, scopes))
        self.blocks: list[Block] = []
        first = 0
        for _, members in sorted(together.items()):
            relation = np.concatenate([np.full(len(scopes), r, dtype=np.int16) for r, scopes in members])
            scopes = np.concatenate([scopes.astype(np.int32) for _, scopes in members])
            self.blocks.append(Block(vocabulary, first, self.relations, relation, scopes))
            first += len(relation)
        self.n_plain = first  # rows that are no bounds
        self.bounds = BoundRows(vocabulary, first, bounds, impossible=impossible)
        self.size = first + len(self.bounds)

    def __len__(self) -> int:
        return self.size

    def block_of(self, row: int) -> tuple[Block, int]:
        for block in self.blocks:
            if row < block.first + len(block):
                return block, row - block.first
        raise IndexError(row)

    def is_bound(self, row: int) -> bool:
        return row >= self.n_plain

    def scope(self, row: int) -> tuple[int, ...]:
        """The variables of a row, in the order of the relation's arguments."""
        if row >= self.n_plain:
            return self.bounds.scope(row - self.n_plain)
        block, local = self.block_of(row)
        return tuple(block.scopes[local].tolist())

    def relation(self, row: int) -> Relation:
        if row >= self.n_plain:
            return self.bounds.relation(row - self.n_plain)
        block, local = self.block_of(row)
        return self.relations[block.relation_ids[local]]

    def plain_rows(self, rows: RowIds) -> Iterator[tuple[int, int, list[int]]]:
        """Row, number of its relation and scope, for many rows at once; bounds are left out."""
        for block in self.blocks:
            mine = rows[(rows >= block.first) & (rows < block.first + len(block))]
            local = mine - block.first
            yield from zip(mine.tolist(), block.relation_ids[local].tolist(), block.scopes[local].tolist(), strict=True)

    def at(self, variables: Sequence[int]) -> RowIds:
        """All rows whose scope is exactly this set of variables."""
        key, n = 0, len(self.vocabulary)
        for variable in sorted(variables):
            key = key * n + variable
        spans = [(block.first, *block.at(key)) for block in self.blocks if block.arity == len(variables)]
        found = [np.arange(first + start, first + end) for first, start, end in spans if end > start]
        if len(self.bounds):
            found.append(self.bounds.at(variables) + self.n_plain)
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def on_scopes_of(self, rows: RowIds) -> RowIds:
        """All rows on the scopes of these many rows; bounds are left out. Some may be found several times."""
        found = [np.empty(0, dtype=np.int64)]
        for block in self.blocks:
            key = block.key[rows[(rows >= block.first) & (rows < block.first + len(block))] - block.first]
            for other in self.blocks if len(key) else ():
                if other.arity == block.arity:
                    found.append(other.of_keys(key) + other.first)
        return np.concatenate(found)

    def find(self, relation: Relation, scope: Sequence[int]) -> int | None:
        """The row with this relation on this scope in this order of arguments, if there is one."""
        if isinstance(relation, Bound):
            found = self.bounds.find(relation, scope)
            return found[0] + self.n_plain if len(found) == 1 else None
        for row in self.at(scope).tolist():
            if self.relation(row) == relation and self.scope(row) == tuple(scope):
                return int(row)
        return None

    def violated(self, codes: Codes, among: NDArray[np.bool_]) -> list[tuple[RowIds, Scopes]]:
        """κ: the rows in `among` that reject an example, with their scopes, block by block; without bounds.

        A row speaks only when its whole scope is assigned. If few variables are assigned, rows are looked up by scope.
        """
        found = []
        assigned = np.flatnonzero(codes >= 0)
        for block in self.blocks:
            if block.is_few(len(assigned)):
                local = block.inside(assigned.tolist())
                local = local[among[block.first + local]]
                local = local[~block.accepts(local, codes[block.scopes[local]])]
            else:
                rows = np.flatnonzero(among[block.first : block.first + len(block)])
                parts = [_rejecting(block, rows[i : i + LOOKED_AT], codes) for i in range(0, len(rows), LOOKED_AT)]
                local = np.concatenate(parts) if parts else rows
            if len(local):
                found.append((local + block.first, block.scopes[local]))
        return found

    def accept(self, codes: Codes) -> bool:
        """Do all rows accept an example?"""
        return all(block.accept(codes) for block in self.blocks) and (not len(self.bounds) or self.bounds.accept(codes))

    def rejecting(self, codes: Codes, among: NDArray[np.bool_]) -> RowIds:
        """The rows in `among` that reject an example, bounds and others."""
        found = [rows for rows, _ in self.violated(codes, among)]
        if len(self.bounds):
            found.append(self.bounds.rejecting(codes, among))
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def accepted_on(self, variables: Sequence[int], rows: Iterable[int]) -> Codes | None:
        """All assignments of a few variables that these rows accept, one per line; None if there are too many."""
        if not len(variables):
            return np.zeros((1, 0), dtype=np.int64)
        found = enumerated(self, variables, rows)
        return None if found is None else found.examples

    def rejects(self, row: int, variables: Sequence[int], examples: Codes) -> NDArray[np.bool_]:
        """Which of these examples does a row reject? Each is a line, with one column for each of the variables."""
        if row >= self.n_plain:
            return self.bounds.rejects(row - self.n_plain, variables, examples)
        block, local = self.block_of(row)
        columns = [examples[:, variables.index(variable)] for variable in block.scopes[local].tolist()]
        return ~block.accepts_lines(local, columns)


def _rejecting(block: Block, local: RowIds, codes: Codes) -> RowIds:
    """Those of these rows of a block that reject an example; only those speak whose variables all have values."""
    values = codes[block.scopes[local]]
    speaks = values[:, 0] >= 0
    for k in range(1, values.shape[1]):  # column by column: a reduction along short lines is slow
        speaks &= values[:, k] >= 0
    if not speaks.all():
        local, values = local[speaks], values[speaks]
    return local[~block.accepts(local, values)]


def is_quick_to_list(rows: Rows, among: NDArray[np.bool_]) -> bool:
    """Is it quick to list what each of these rows forbids, as a model for CP-SAT does?"""
    sizes = np.array([len(domain) for domain in rows.vocabulary.domains])
    for block in rows.blocks:
        local = np.flatnonzero(among[block.first : block.first + len(block)])
        if len(local) and sizes[block.scopes[local]].prod(axis=1).max() > LISTED:
            return False
    return True
