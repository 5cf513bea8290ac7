"""Bounds as rows: thousands of groups with all their numbers, evaluated at once.

A *series* is one measure of one group in one direction: "at most … nights in the first week of anna". Its rows differ
in nothing but the number, and the looser ones follow from the tighter ones. Every series is turned so that it has a
*level*, which is 0 for an example without values and grows with every value that counts against it, and every row has
*room*: it rejects an example whose level is higher. So "at most 2" has room for 2 nights, and "at least 5 of 7" has
room for 2 days that are something else. What a whole example does to all rows is a few passes over small arrays.

A level adds up what each cell of the group contributes. Of all different, the level is 1 once a value occurs twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tacit.problem.bounds import AT_MOST, DIFFERENT, Bound, Measure
from tacit.problem.vocabulary import Codes, Vocabulary

Ints = NDArray[np.int64]
IMPOSSIBLE = -1  # the room of a bound that nothing satisfies: even an example without values has level 0
FEW_CELLS = 8  # an example with so many times fewer values than there are variables is a small one
FAR = np.int64(1) << 40  # more than any level; series × FAR + room is one number for a row


@dataclass(frozen=True)
class Sort:
    """What the series of all groups have in common: a measure, and a direction."""

    measure: Measure
    sign: str

    @property
    def bound(self) -> Bound:
        """The bound with its number open."""
        return Bound(self.measure, self.sign, 1 if self.measure.is_different else None)


class BoundRows:
    """Rows of bounds, numbered from `first`; those of a series stand together, the tightest first."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        first: int,
        wanted: Iterable[tuple[Bound, Sequence[int]]],
        *,
        impossible: bool = False,
    ) -> None:
        """wanted: bounds on groups; the number may be open, and then all that can occur are made.

        impossible: also those that nothing satisfies, such as "at least 3 of 2 cells". They reject every example. A
        network has them if it was given them; as candidates they would be of no use.
        """
        self._least_room = IMPOSSIBLE if impossible else 0
        self.vocabulary = vocabulary
        self.first = first
        self.groups: list[tuple[int, ...]] = []
        self.sorts: list[Sort] = []
        self._group_of: dict[tuple[int, ...], int] = {}
        self._sort_of: dict[object, int] = {}
        self._meanings: dict[tuple[Measure, str], object] = {}
        self._of_measure: dict[tuple[Measure, str], tuple[Ints, Ints]] = {}
        rooms = self._collect(wanted)
        self._weights = self._all_weights()
        keys = sorted(rooms)
        self.series_group: Ints = np.array([group for group, _ in keys], dtype=np.int64)
        self.series_sort: Ints = np.array([sort for _, sort in keys], dtype=np.int64)
        sizes = [len(rooms[key]) for key in keys]
        self.series: Ints = np.repeat(np.arange(len(keys)), sizes)
        self.room: Ints = np.array([room for key in keys for room in sorted(rooms[key])], dtype=np.int64)
        self.key: Ints = self.series * FAR + self.room
        self.start: Ints = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        self.cells: Ints = np.array([x for group in self.groups for x in group], dtype=np.int64)
        self.cell_start: Ints = np.concatenate([[0], np.cumsum([len(g) for g in self.groups])]).astype(np.int64)
        self._different = np.array([sort.measure.is_different for sort in self.sorts], dtype=bool)

    def __len__(self) -> int:
        return len(self.series)

    # --- making them ---

    def _collect(self, wanted: Iterable[tuple[Bound, Sequence[int]]]) -> dict[tuple[int, int], set[int]]:
        """The rooms of each series."""
        found: dict[tuple[int, int], set[int]] = {}
        for bound, variables in wanted:
            cells = tuple(sorted(variables))
            group = self._group_of.setdefault(cells, len(self.groups))
            if group == len(self.groups):
                self.groups.append(cells)
            for part in bound.parts():
                sort = self._sort(part)
                empty, full = self.span(part.measure, part.sign, cells)
                rooms = found.setdefault((group, sort), set())
                if part.k is None:
                    rooms.update(range(full - empty))
                elif part.measure.is_different:
                    rooms.add(0)
                else:
                    room = self.room_for(part, cells)
                    if self._least_room <= room < full - empty:
                        rooms.add(room)
        return {key: rooms for key, rooms in found.items() if rooms}

    def _sort(self, bound: Bound) -> int:
        """The number of a bound's sort. "At most 5 are not off" and "at least 2 are off" are one sort."""
        number = self._sort_of.setdefault(self.meaning(bound), len(self.sorts))
        if number == len(self.sorts):
            self.sorts.append(Sort(bound.measure, bound.sign))
        return number

    def sort_of(self, bound: Bound) -> int | None:
        """The number of the sort that says the same as this bound, if there is one."""
        return self._sort_of.get(self.meaning(bound))

    def meaning(self, bound: Bound) -> object:
        """What a bound measures, and in which direction; the same for bounds of one sort."""
        if bound.measure.is_different:
            return "different"
        found = self._meanings.get((bound.measure, bound.sign))
        if found is None:
            weights = bound.measure.weights(self.vocabulary.values)
            turned = weights if bound.sign == AT_MOST else -weights
            found = self._meanings[bound.measure, bound.sign] = tuple((turned - turned.min()).tolist())
        return found

    def span(self, measure: Measure, sign: str, cells: Sequence[int]) -> tuple[int, int]:
        """What a group adds up to at least and at most, turned so that more is worse."""
        if measure.is_different:
            return 0, 1
        low, high = self._spans(measure, sign)
        chosen = list(cells)
        return int(low[chosen].sum()), int(high[chosen].sum())

    def steps(self, measure: Measure, sign: str) -> Ints:
        """By how much each variable can change what is added up."""
        low, high = self._spans(measure, sign)
        return high - low

    def _spans(self, measure: Measure, sign: str) -> tuple[Ints, Ints]:
        """What each variable adds at least and at most."""
        found = self._of_measure.get((measure, sign))
        if found is None:
            v = self.vocabulary
            turned = measure.weights(v.values) * (1 if sign == AT_MOST else -1)
            lowest = np.where(v.in_domain, turned[None, :], np.iinfo(np.int64).max).min(axis=1)
            highest = np.where(v.in_domain, turned[None, :], np.iinfo(np.int64).min).max(axis=1)
            found = self._of_measure[measure, sign] = lowest, highest
        return found

    def _all_weights(self) -> Ints:
        """What each code of each variable contributes to each sort: sorts × variables × codes; 0 is the least."""
        v = self.vocabulary
        found = np.zeros((len(self.sorts), len(v), v.n_codes), dtype=np.int64)
        for s, sort in enumerate(self.sorts):
            if sort.measure.is_different:
                continue
            turned = sort.measure.weights(v.values) * (1 if sort.sign == AT_MOST else -1)
            low, _ = self._spans(sort.measure, sort.sign)
            found[s] = np.where(v.in_domain, turned[None, :] - low[:, None], 0)
        return found

    # --- what is there ---

    def scope(self, local: int) -> tuple[int, ...]:
        """The variables of a row's group (rows are numbered inside the block here)."""
        return self.groups[self.series_group[self.series[local]]]

    def relation(self, local: int) -> Bound:
        """The bound of a row, with its number."""
        series = int(self.series[local])
        sort = self.sorts[int(self.series_sort[series])]
        if sort.measure.is_different:
            return Bound(DIFFERENT)
        return Bound(sort.measure, sort.sign, self.number(series, int(self.room[local])))

    def number(self, series: int, room: int) -> int:
        """The number in a bound with this room."""
        sort = self.sorts[int(self.series_sort[series])]
        empty, _ = self.span(sort.measure, sort.sign, self.groups[int(self.series_group[series])])
        return room + empty if sort.sign == AT_MOST else -(room + empty)

    def top(self, series: int) -> int:
        """The highest level of a series."""
        sort = self.sorts[int(self.series_sort[series])]
        empty, full = self.span(sort.measure, sort.sign, self.groups[int(self.series_group[series])])
        return full - empty

    @cached_property
    def tops(self) -> Ints:
        """The highest level of each series."""
        return np.array([self.top(series) for series in range(len(self.series_group))], dtype=np.int64)

    @cached_property
    def _series_of(self) -> dict[tuple[int, int], int]:
        return {
            (group, sort): number
            for number, (group, sort) in enumerate(
                zip(self.series_group.tolist(), self.series_sort.tolist(), strict=True)
            )
        }

    def find_series(self, sort: int, variables: Sequence[int]) -> int | None:
        """The series of a sort on a group."""
        group = self._group_of.get(tuple(sorted(variables)))
        return None if group is None else self._series_of.get((group, sort))

    def series_on(self, variables: Sequence[int]) -> list[int]:
        """All series on a group."""
        group = self._group_of.get(tuple(sorted(variables)))
        return [] if group is None else self._on_group.get(group, [])

    @cached_property
    def _on_group(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for series, group in enumerate(self.series_group.tolist()):
            found.setdefault(group, []).append(series)
        return found

    def find(self, bound: Bound, variables: Sequence[int]) -> list[int]:
        """The rows that say what a bound says of a group: two if it says "exactly"; none if they are not there."""
        found = []
        for part in bound.parts():
            sort = self.sort_of(part)
            series = None if sort is None else self.find_series(sort, variables)
            if series is None:
                return []
            room = self.room_for(part, tuple(sorted(variables)))
            place = int(np.searchsorted(self.key, series * FAR + room))
            if not IMPOSSIBLE <= room < FAR or place == len(self.key) or self.key[place] != series * FAR + room:
                return []
            found.append(place)
        return found

    def room_for(self, bound: Bound, cells: Sequence[int]) -> int:
        """The room of "at most" or "at least" with a number, on a group."""
        if bound.measure.is_different:
            return 0
        assert bound.k is not None
        empty, _ = self.span(bound.measure, bound.sign, cells)
        return max(IMPOSSIBLE, (bound.k if bound.sign == AT_MOST else -bound.k) - empty)

    def at(self, variables: Sequence[int]) -> Ints:
        """All rows on a group."""
        group = self._group_of.get(tuple(sorted(variables)))
        return np.empty(0, dtype=np.int64) if group is None else np.flatnonzero(self.series_group[self.series] == group)

    def weaker(self, local: Ints) -> Ints:
        """The rows that follow from one of these because they are of the same series and have more room."""
        found = [np.arange(row + 1, self.start[self.series[row] + 1]) for row in local.tolist()]
        return np.concatenate([np.empty(0, dtype=np.int64), *found])

    @cached_property
    def around(self) -> list[Ints]:
        """The series that each variable is in."""
        found: list[list[int]] = [[] for _ in range(len(self.vocabulary))]
        for group, cells in enumerate(self.groups):
            for x in cells:
                found[x] += self._on_group.get(group, [])
        return [np.array(each, dtype=np.int64) for each in found]

    # --- evaluating ---

    def contributions(self, codes: Codes) -> Ints:
        """What each variable contributes to each sort: sorts × variables; 0 where it has no value."""
        assigned = codes >= 0
        given = np.where(assigned, codes, 0)
        found: Ints = self._weights[:, np.arange(len(codes)), given]
        return np.where(assigned[None, :], found, 0)

    def choices(self, series: Ints, x: int, codes: Codes) -> Ints:
        """What the choice of each code for a variable adds to each series: series × codes. Not for all different."""
        return self._weights[self.series_sort[series], x][:, codes]

    def weights(self, series: int, cells: Ints) -> Ints:
        """What each code of each of these variables adds to a series: variables × codes. Not for all different."""
        return self._weights[self.series_sort[series], cells]

    def levels(self, codes: Codes) -> Ints:
        """The level of each series."""
        if not len(self.groups):
            return np.empty(0, dtype=np.int64)
        added = np.add.reduceat(self.contributions(codes)[:, self.cells], self.cell_start[:-1], axis=1)
        levels: Ints = added[self.series_sort, self.series_group]
        for series in np.flatnonzero(self._different[self.series_sort]).tolist():
            own = codes[list(self.groups[int(self.series_group[series])])]
            own = own[own >= 0]
            levels[series] = len(np.unique(own)) < len(own)
        return levels

    def least_levels(self, allowed: NDArray[np.bool_]) -> Ints:
        """The lowest level that each series can have, if only these codes are allowed: variables × codes."""
        far = np.iinfo(np.int64).max
        least = np.where(allowed[None, :, :], self._weights, far).min(axis=2)
        least = np.where(least == far, 0, least)  # a variable without any value is somebody else's concern
        added = np.add.reduceat(least[:, self.cells], self.cell_start[:-1], axis=1)
        found: Ints = added[self.series_sort, self.series_group]
        return found

    def is_different(self, series: Ints) -> NDArray[np.bool_]:
        """Which of these series say that all differ?"""
        found: NDArray[np.bool_] = self._different[self.series_sort[series]]
        return found

    def rejecting(self, codes: Codes, among: NDArray[np.bool_]) -> Ints:
        """The rows that reject an example, numbered over all rows; `among` says which are looked at."""
        assigned = np.flatnonzero(codes >= 0)
        if FEW_CELLS * len(assigned) < len(codes):
            local = self._rejecting_few(assigned, codes)
            return local[among[local + self.first]] + self.first
        rejects = self.levels(codes)[self.series] > self.room
        mine = among[self.first : self.first + len(self)]
        return np.flatnonzero(rejects & mine) + self.first

    def _rejecting_few(self, assigned: Ints, codes: Codes) -> Ints:
        """The rows that reject an example of few variables: only the series of these are looked at."""
        level = np.zeros(len(self.series_sort), dtype=np.int64)
        for x in assigned.tolist():
            near = self.around[x]
            level[near] += self._weights[self.series_sort[near], x, codes[x]]
        touched = np.unique(np.concatenate([np.empty(0, dtype=np.int64), *(self.around[x] for x in assigned.tolist())]))
        for series in touched[self.is_different(touched)].tolist():
            own = codes[list(self.groups[int(self.series_group[series])])]
            own = own[own >= 0]
            level[series] = len(np.unique(own)) < len(own)
        start = self.start[touched]
        count = np.searchsorted(self.key, touched * FAR + level[touched]) - start
        local = np.repeat(start - np.cumsum(count) + count, count) + np.arange(count.sum())
        impossible = self._impossible[~np.isin(self.series[self._impossible], touched)]
        return np.union1d(local, impossible) if len(impossible) else local

    @cached_property
    def _impossible(self) -> Ints:
        """The rows that reject whatever there is, even an example without values."""
        return np.flatnonzero(self.room < 0)

    def accept(self, codes: Codes) -> bool:
        """Do all rows accept an example?"""
        return not bool((self.levels(codes)[self.series] > self.room).any())

    def rejects(self, local: int, variables: Sequence[int], examples: Codes) -> NDArray[np.bool_]:
        """Which of these examples does a row reject? Each is a line, with one column for each of the variables."""
        cells = self.scope(local)
        columns = [i for i, x in enumerate(variables) if x in cells]
        series = int(self.series[local])
        if not columns:
            return np.zeros(len(examples), dtype=bool)
        table = examples[:, columns]
        if self._different[self.series_sort[series]]:
            ordered = np.sort(table, axis=1)
            twice: NDArray[np.bool_] = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
            return twice
        weights = self._weights[self.series_sort[series], [variables[i] for i in columns]]
        added = np.where(table >= 0, weights[np.arange(len(columns))[None, :], np.maximum(table, 0)], 0).sum(axis=1)
        over: NDArray[np.bool_] = added > self.room[local]
        return over

    def may_reject(self, local: int, variables: Sequence[int]) -> bool:
        """Can a row reject an example of just these variables?"""
        inside = set(self.scope(local)).intersection(variables)
        series = int(self.series[local])
        if self._different[self.series_sort[series]]:
            return len(inside) > 1
        most = self._weights[self.series_sort[series]][list(inside)].max(axis=1, initial=0).sum()
        return bool(most > self.room[local])

    def can_reject(self, local: Ints, variables: Sequence[int]) -> NDArray[np.bool_]:
        """Which of these rows can reject an example of just these variables? `may_reject` for many rows at once."""
        most = np.zeros(len(self.series_sort), dtype=np.int64)
        inside = np.zeros(len(self.series_sort), dtype=np.int64)
        for x in variables:
            near = self.around[x]
            most[near] += self._greatest[self.series_sort[near], x]
            inside[near] += 1
        series = self.series[local]
        different = self._different[self.series_sort[series]]
        found: NDArray[np.bool_] = np.where(different, inside[series] > 1, most[series] > self.room[local])
        return found

    @cached_property
    def _greatest(self) -> Ints:
        """The most that each variable can add to each sort: sorts × variables."""
        found: Ints = self._weights.max(axis=2, initial=0)
        return found

    def least_cells(self, local: int) -> int:
        """How many cells it takes at least to break a bound."""
        series = int(self.series[local])
        if self._different[self.series_sort[series]]:
            return 2
        most = np.sort(self._weights[self.series_sort[series]][list(self.scope(local))].max(axis=1))[::-1]
        return int(np.searchsorted(np.cumsum(most), self.room[local], "right")) + 1

    def rejected_from(self, local: Ints, codes: Codes, rank: Ints) -> Ints:
        """For each row: the rank of the variable with which a growing part of an example is first rejected.

        The variables of the example come in the order of their ranks. The row must reject the whole example.
        """
        found = np.empty(len(local), dtype=np.int64)
        contributions = self.contributions(codes)
        for series in np.unique(self.series[local]).tolist():
            mine = np.flatnonzero(self.series[local] == series)
            cells = np.array(self.groups[int(self.series_group[series])])
            cells = cells[codes[cells] >= 0]
            cells = cells[np.argsort(rank[cells], kind="stable")]
            if self._different[self.series_sort[series]]:
                _, first = np.unique(codes[cells], return_index=True)
                again = np.setdiff1d(np.arange(len(cells)), first)
                found[mine] = rank[cells[again[0]]]
                continue
            level = np.cumsum(contributions[int(self.series_sort[series]), cells])
            found[mine] = rank[cells[np.searchsorted(level, self.room[local[mine]], "right")]]
        return found
