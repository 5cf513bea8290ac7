"""Which candidates follow from one constraint on the same two variables (or the same one): < implies ≠ and ≤.

Only what one constraint implies by itself is found, and only for relations with truth tables: this is for thousands of
constraints that a rule has proved at once. What several of them imply together is found later, scope by scope
(`generation/own_scope.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.bias import Bias
from tacit.problem.rows import Block, RowIds
from tacit.structure.partitions import numbered, one_of_each

MOST_ARITY = 2


class Implications:
    """What is found is kept, by relations, order of arguments and domains."""

    def __init__(self, bias: Bias) -> None:
        self._rows = bias.rows
        v = bias.vocabulary
        kinds = {domain: number for number, domain in enumerate(dict.fromkeys(v.domains))}
        self._domain = np.array([kinds[domain] for domain in v.domains], dtype=np.int64)
        self._codes = {kinds[domain]: codes for domain, codes in zip(v.domains, v.domain_codes, strict=True)}
        self._known: dict[tuple[int, ...], bool] = {}

    def implied_by(self, rows: RowIds, among: NDArray[np.bool_]) -> RowIds:
        """The rows in `among` that follow from one of these rows on the same scope."""
        bounds = self._rows.bounds
        looser = bounds.weaker(rows[rows >= bounds.first] - bounds.first) + bounds.first
        found = [looser[among[looser]], *self._by_tight_bounds(rows[rows >= bounds.first] - bounds.first, among)]
        for block in self._rows.blocks:
            local = rows[(rows >= block.first) & (rows < block.first + len(block))] - block.first
            if block.tabled and block.arity <= MOST_ARITY and len(local):
                found.append(self._in_block(block, local, among))
        return np.unique(np.concatenate(found))

    def _by_tight_bounds(self, local: RowIds, among: NDArray[np.bool_]) -> list[RowIds]:
        """The rows on one or two cells of a group that a bound on the group implies, because it has so little room."""
        bounds = self._rows.bounds
        found = []
        for row in local.tolist():
            fewest = bounds.least_cells(row)
            cells = np.array(bounds.scope(row))
            for block in self._rows.blocks:
                if block.tabled and fewest <= block.arity <= MOST_ARITY:
                    found.append(self._inside_group(block, row, cells, among))
        return found

    def _inside_group(self, block: Block, bound: int, cells: RowIds, among: NDArray[np.bool_]) -> RowIds:
        rows, _, starts = block.incidence
        near = np.unique(np.concatenate([rows[starts[x] : starts[x + 1]] for x in cells.tolist()]))
        near = near[among[near + block.first] & np.isin(block.scopes[near], cells).all(axis=1)]
        implied = np.zeros(len(near), dtype=bool)
        sorts = np.column_stack([block.relation_ids[near], self._domain[block.scopes[near]]]).astype(np.int64)
        each, which = np.unique(sorts, axis=0, return_inverse=True)
        for number in range(len(each)):
            mine = np.flatnonzero(which.reshape(-1) == number)
            scope = block.scopes[near[mine[0]]].tolist()
            domains = [self._codes[int(self._domain[x])] for x in scope]
            grid = np.stack([axis.ravel() for axis in np.meshgrid(*domains, indexing="ij")], axis=1)
            accepted = block.accepts(np.full(len(grid), near[mine[0]]), grid)
            implied[mine] = bool((accepted | self._rows.bounds.rejects(bound, scope, grid)).all())
        return near[implied] + block.first

    def _in_block(self, block: Block, local: RowIds, among: NDArray[np.bool_]) -> RowIds:
        start = np.searchsorted(block.key, block.key[local], "left")
        count = np.searchsorted(block.key, block.key[local], "right") - start
        mine = np.repeat(local, count)
        other = np.repeat(start, count) + np.arange(len(mine)) - np.repeat(np.cumsum(count) - count, count)
        open_ = among[block.first + other] & (mine != other)
        mine, other = mine[open_], other[open_]
        if not len(mine):
            return mine
        same = (block.scopes[mine] == block.scopes[other]).all(axis=1)
        domains = self._domain[block.scopes[mine]].T
        sorts = [block.relation_ids[mine], block.relation_ids[other], same, *domains]
        which = numbered(sorts)
        implied = np.array(
            [
                self._implies(block, tuple(int(column[i]) for column in sorts), int(mine[i]), int(other[i]))
                for i in one_of_each(which).tolist()
            ]
        )
        return block.first + other[implied[which]]

    def _implies(self, block: Block, sort: tuple[int, ...], one: int, other: int) -> bool:
        """Does one row imply another row on the same variables? The answer is the same for all rows of this sort."""
        key = (block.first, *sort)
        if key not in self._known:
            variables = sorted(block.scopes[one].tolist())
            domains = [self._codes[int(self._domain[variable])] for variable in variables]
            grid = np.stack([axis.ravel() for axis in np.meshgrid(*domains, indexing="ij")], axis=1)
            accepts = []
            for row in (one, other):
                columns = [variables.index(variable) for variable in block.scopes[row].tolist()]
                accepts.append(block.accepts(np.full(len(grid), row), grid[:, columns]))
            self._known[key] = bool((~accepts[0] | accepts[1]).all())
        return self._known[key]
