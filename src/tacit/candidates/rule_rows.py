"""The rows that a claim is about: those of a rule, or all candidates on the scopes that are said to be free."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.bias import Bias
from tacit.problem.bounds import AT_MOST, Bound
from tacit.problem.meaning import symmetries
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.family import Family
from tacit.structure.places import Ints
from tacit.structure.rule import Free, Rule, Unlimited

T = TypeVar("T")

MISSING = -1
MOST_FREE = 4  # claims that scopes are free whose rows are kept
DENSE = 4  # a table of all scopes may be so many times larger than what is in it


class RuleRows:
    """Finds the rows of claims in a bias, many at a time."""

    def __init__(self, bias: Bias) -> None:
        self._bias = bias
        self._n = len(bias.vocabulary)
        self._of_relation: dict[Relation, tuple[Ints, RowIds]] = {}
        self._tables: dict[Relation, NDArray[np.int32] | None] = {}
        self._symmetries: dict[Relation, list[tuple[int, ...]]] = {}
        self._of_rule: dict[Rule, RowIds] = {}
        self._of_unlimited: dict[tuple[Family, tuple[Bound, ...]], RowIds] = {}
        # The last few, because each may be about all candidates.
        self._free: dict[object, NDArray[np.bool_]] = {}
        self._of_free: dict[object, RowIds] = {}

    def for_another_thread(self) -> RuleRows:
        """The same, but for what is given up again when there is more of it."""
        twin = copy.copy(self)
        twin._free, twin._of_free = {}, {}
        return twin

    def of_rule(self, rule: Rule) -> RowIds:
        """The row of each constraint of a rule, `MISSING` for one that is not in the bias."""
        found = self._of_rule.get(rule)
        if found is None:
            if isinstance(rule.relation, Bound):
                found = self.of_bound(rule.relation, rule.family)
            else:
                found = self.find(rule.relation, rule.scopes)
            self._of_rule[rule] = found
        return found

    def of_bound(self, bound: Bound, family: Family) -> RowIds:
        """The rows of a bound on the groups of a family; none for a group on which it says nothing."""
        bounds, n_plain = self._bias.rows.bounds, self._bias.rows.n_plain
        found: list[int] = []
        for group in family.groups():
            for part in bound.parts():
                sort = bounds.sort_of(part)
                series = None if sort is None else bounds.find_series(sort, group)
                if series is not None and bounds.room_for(part, group) >= bounds.top(series):
                    continue
                rows = bounds.find(part, group) if series is not None else []
                found += [row + n_plain for row in rows] or [MISSING]
        return np.array(found, dtype=np.int64)

    def of_unlimited(self, unlimited: Unlimited) -> RowIds:
        """All rows of these sorts of bounds on the groups of a family."""
        found = self._of_unlimited.get((unlimited.family, unlimited.bounds))
        if found is None:
            bounds, n_plain = self._bias.rows.bounds, self._bias.rows.n_plain
            sorts = {bounds.sort_of(part) for bound in unlimited.bounds for part in bound.parts()}
            series = [
                number
                for group in unlimited.family.groups()
                for sort in sorted(sort for sort in sorts if sort is not None)
                if (number := bounds.find_series(sort, group)) is not None
            ]
            spans = [np.arange(bounds.start[number], bounds.start[number + 1]) for number in dict.fromkeys(series)]
            found = np.concatenate([np.empty(0, dtype=np.int64), *spans]) + n_plain
            self._of_unlimited[unlimited.family, unlimited.bounds] = found
        return found

    def numbers(self, bound: Bound, family: Family) -> tuple[int, int] | None:
        """The smallest and the largest number with which a bound is in the bias on some group of a family."""
        found: list[int] = []
        bounds = self._bias.rows.bounds
        for part in bound.parts():
            sort = bounds.sort_of(part)
            for group in family.groups():
                series = None if sort is None else bounds.find_series(sort, group)
                if series is not None:
                    # Not the number that the row itself has: "at least 2 are off" may be a row "at most 5 are not off".
                    empty, _ = bounds.span(part.measure, part.sign, group)
                    rooms = bounds.room[bounds.start[series] : bounds.start[series + 1]]
                    found += [
                        (int(room) + empty) * (1 if part.sign == AT_MOST else -1) for room in (rooms[0], rooms[-1])
                    ]
        return (min(found), max(found)) if found else None

    def find(self, relation: Relation, scopes: Ints) -> RowIds:
        """The rows of a relation on these scopes (one per line, in the order of arguments), `MISSING` if not there."""
        table = self._table(relation)
        if table is not None and len(scopes):
            return table[_ordered_keys(scopes, self._n)].astype(np.int64)
        return self.find_one_by_one(relation, scopes)

    def find_one_by_one(self, relation: Relation, scopes: Ints) -> RowIds:
        """The same without a table."""
        keys, rows = self._sorted(relation)
        found = np.full(len(scopes), MISSING, dtype=np.int64)
        if not len(keys) or not len(scopes):
            return found
        for order in self.same(relation):
            wanted = _ordered_keys(scopes[:, list(order)], self._n)
            place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
            found = np.where(keys[place] == wanted, rows[place], found)
        return found

    def of_free(self, free: Free) -> RowIds:
        """All rows on the scopes that a claim says are free."""
        key = free.arity, free.inside, free.outside
        if key not in self._of_free:
            rows = np.flatnonzero(self.mask_of_free(free))
            rows.setflags(write=False)
            _keep(self._of_free, key, rows)
        return self._of_free[key]

    def mask_of_free(self, free: Free) -> NDArray[np.bool_]:
        """The same, as a mask over all rows: eight times smaller, where it is about most of them."""
        key = free.arity, free.inside, free.outside
        if key not in self._free:
            mask = np.zeros(self._bias.rows.size, dtype=bool)
            for block in self._bias.rows.blocks:
                if block.arity == free.arity:  # each scope once, because mostly it has several rows
                    keys, count = block.distinct
                    mask[block.first : block.first + len(block)] = np.repeat(free.holds_sorted(keys, self._n), count)
            mask.setflags(write=False)
            _keep(self._free, key, mask)
        return self._free[key]

    def same(self, relation: Relation) -> list[tuple[int, ...]]:
        """The orders of a relation's arguments that mean the same."""
        if relation not in self._symmetries:
            self._symmetries[relation] = symmetries(relation, self._bias.vocabulary)
        return self._symmetries[relation]

    def _table(self, relation: Relation) -> NDArray[np.int32] | None:
        """What `find` finds for each scope, in each order that means the same, if most scopes have a row of the
        relation: that is quicker than a search."""
        if relation not in self._tables:
            numbers = [number for number, each in enumerate(self._bias.rows.relations) if each == relation]
            mine = [
                (block, np.flatnonzero(_is_one_of(block.relation_ids, numbers)))
                for block in self._bias.rows.blocks
                if block.arity == relation.arity
            ]
            size = self._n**relation.arity
            table = None
            if size <= DENSE * sum(len(local) for _, local in mine):
                table = np.full(size, MISSING, dtype=np.int32)
                for block, local in mine:
                    columns = block.scopes[local].T.astype(np.int64)
                    for order in self.same(relation):
                        table[_key_of(columns[np.argsort(order)], self._n)] = local + block.first
            self._tables[relation] = table
        return self._tables[relation]

    def _sorted(self, relation: Relation) -> tuple[Ints, RowIds]:
        """The scopes of a relation's rows as numbers, in ascending order, and the rows."""
        if relation not in self._of_relation:
            keys, rows = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
            for block in self._bias.rows.blocks:
                for number, each in enumerate(self._bias.rows.relations):
                    if each == relation and block.arity == relation.arity:
                        local = np.flatnonzero(block.relation_ids == number)
                        keys.append(_ordered_keys(block.scopes[local].astype(np.int64), self._n))
                        rows.append(local + block.first)
            key, row = np.concatenate(keys), np.concatenate(rows)
            order = np.argsort(key, kind="stable")
            self._of_relation[relation] = key[order], row[order]
        return self._of_relation[relation]


def _keep(kept: dict[object, T], key: object, found: T) -> None:
    """Keep what was found, and give up the oldest if there is too much."""
    while len(kept) >= MOST_FREE:
        del kept[next(iter(kept))]
    kept[key] = found


def _is_one_of(ids: NDArray[np.int16], numbers: Sequence[int]) -> NDArray[np.bool_]:
    """Which ids are among these few numbers? Quicker than `isin`."""
    found = np.zeros(len(ids), dtype=bool)
    for number in numbers:
        found |= ids == number
    return found


def _ordered_keys(scopes: NDArray[Any], n: int) -> Ints:
    """Each scope as one number; another order of its variables is another number."""
    return _key_of(scopes.T.astype(np.int64), n)


def _key_of(columns: Ints, n: int) -> Ints:
    """The same for scopes in columns."""
    key: Ints = columns[0]
    for column in columns[1:]:
        key = key * n
        key += column
    return key
