"""What a plan costs, as arrays: so that the cost of every other value of many cells is a few gathers.

Everything that can be broken is one of three things. A *meter* adds up what each of its cells contributes, and costs by
its level: bounds are meters, "all different" is one for each value, and so is "not these values together". A *pair* of
cells costs by the values of both, a *cell* by its value. What was learned costs MUST for each step too many, and so
outweighs all else; what a plan only leans towards costs little, and the less the more often it is broken already.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.version_space import VersionSpace
from tacit.planning.leanings import Leanings
from tacit.problem.meaning import truth_table
from tacit.problem.vocabulary import Codes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MUST = 1000.0
MOST_CODES = 200  # values: with more, tables of pairs are too large


def can_be_weighed(space: VersionSpace) -> bool:
    """Are all learned constraints of one or two cells, or bounds? Others are left to CP-SAT."""
    plain = np.flatnonzero(space.learned[: space.rows.n_plain])
    if space.vocabulary.n_codes > MOST_CODES:
        return False
    for block in space.rows.blocks:
        mine = (plain >= block.first) & (plain < block.first + len(block))
        if mine.any() and (block.arity > 2 or not block.tabled):
            return False
    return True


class _Meters:
    """Collects meters, and makes arrays of them."""

    def __init__(self, n: int, m: int) -> None:
        self.n, self.m = n, m
        self.cells: list[Ints] = []
        self.weights: list[Ints] = []  # one line a cell
        self.rooms: list[int] = []  # −1: any level will do
        self.kinds: list[int] = []  # which leaning it belongs to; −1: none

    def add(self, cells: Ints, weights: Ints, room: int, kind: int) -> None:
        self.cells.append(cells)
        self.weights.append(weights)
        self.rooms.append(room)
        self.kinds.append(kind)


class Terms:
    """All that a plan costs, for one set of learned constraints."""

    def __init__(self, space: VersionSpace, refused: Sequence[Codes], leanings: Leanings) -> None:
        """refused: parts of plans that must not come again"""
        v = space.vocabulary
        self.n, self.m = len(v), v.n_codes
        self.allowed = v.in_domain
        self._space = space
        self._collect_meters(refused, leanings)
        self._collect_pairs(leanings)
        self._collect_cells(leanings)
        self._find_neighbours()
        self.per_cell = (self.meter_of.shape[1] + self.other.shape[1]) * self.m  # costs that are added up for one cell

    # --- making them ---

    def _collect_meters(self, refused: Sequence[Codes], leanings: Leanings) -> None:
        space, bounds = self._space, self._space.rows.bounds
        meters = _Meters(self.n, self.m)
        room = np.full(len(bounds.series_group), -1, dtype=np.int64)
        for row in np.flatnonzero(space.learned[bounds.first :]).tolist():
            series = int(bounds.series[row])
            room[series] = bounds.room[row] if room[series] < 0 else min(room[series], bounds.room[row])
        kind = np.full(len(bounds.series_group), -1, dtype=np.int64)
        steps: list[Floats] = []
        for each in leanings.levels:
            for group in each.family.groups():
                series_or_none = bounds.find_series(each.sort, group)
                if series_or_none is not None:
                    kind[series_or_none] = len(steps)
            different = bounds.sorts[each.sort].measure.is_different
            steps.append(np.array([0.0, *each.steps[:1]]) if different else each.steps)
        every = np.arange(self.m)
        groups: dict[int, Ints] = {}
        for series in np.flatnonzero((room >= 0) | (kind >= 0)).tolist():
            cells = groups.setdefault(
                int(bounds.series_group[series]), np.array(bounds.groups[int(bounds.series_group[series])])
            )
            if bounds.is_different(np.array([series]))[0]:
                for code in range(self.m):
                    counts = np.tile(every == code, (len(cells), 1)).astype(np.int64)
                    meters.add(cells, counts, 1 if room[series] >= 0 else -1, int(kind[series]))
                continue
            meters.add(cells, bounds.weights(series, cells), int(room[series]), int(kind[series]))
        for codes in refused:
            cells = np.flatnonzero(codes >= 0)
            meters.add(cells, (codes[cells, None] == every[None, :]).astype(np.int64), len(cells) - 1, -1)
        self._arrays_of_meters(meters, steps)

    def _arrays_of_meters(self, meters: _Meters, steps: list[Floats]) -> None:
        count = len(meters.cells)
        tops = [int(weights.max(axis=1).sum()) for weights in meters.weights]
        self._top = max(tops, default=0)
        self._kind: Ints = np.array([*meters.kinds, -1], dtype=np.int64)  # the last meter is nobody's
        rooms = np.array([*meters.rooms, -1], dtype=np.int64)
        over = np.arange(self._top + 1)[None, :] - rooms[:, None]
        self._must = np.where(rooms[:, None] >= 0, MUST * np.maximum(over, 0), 0.0)
        self._steps = np.zeros((len(steps) + 1, self._top + 1))
        for number, each in enumerate(steps):
            size = min(len(each), self._top)
            self._steps[number, :size] = each[:size]
        flat = np.concatenate([np.empty(0, dtype=np.int64), *meters.cells])
        meter = np.repeat(np.arange(count), [len(cells) for cells in meters.cells])
        weights = np.concatenate([np.empty((0, self.m), dtype=np.int64), *meters.weights])
        order = np.argsort(flat, kind="stable")
        slots = np.bincount(flat, minlength=self.n)
        width = int(slots.max(initial=0))
        self.meter_of: Ints = np.full((self.n, width), count, dtype=np.int64)
        self.weight_of: Ints = np.zeros((self.n, width, self.m), dtype=np.int64)
        place = np.arange(len(flat)) - np.repeat(np.cumsum(slots) - slots, slots)
        self.meter_of[flat[order], place] = meter[order]
        self.weight_of[flat[order], place] = weights[order]
        self._cells_of_meters = meters.cells

    def _collect_pairs(self, leanings: Leanings) -> None:
        space, rows = self._space, self._space.rows
        tables: list[Floats] = []
        numbers: dict[bytes, int] = {}
        pairs: list[Ints] = []  # x, y, table
        for block in rows.blocks:
            if block.arity != 2:
                continue
            local = np.flatnonzero(space.learned[block.first : block.first + len(block)])
            by_scope: dict[tuple[int, int], Floats] = {}
            for row in local.tolist():
                x, y = block.scopes[row].tolist()
                start = int(block.base[row])
                wrong = ~block.table[start : start + self.m**2].reshape(self.m, self.m)
                if x > y:
                    x, y, wrong = y, x, wrong.T
                by_scope[x, y] = by_scope.get((x, y), np.zeros((self.m, self.m))) + MUST * wrong
            for (x, y), table in by_scope.items():
                number = numbers.setdefault(table.tobytes(), len(tables))
                if number == len(tables):
                    tables.append(table)
                pairs.append(np.array([[x, y, number]]))
        self._hard_tables = np.array(tables).reshape(-1, self.m, self.m)
        self._lean_wrong: list[NDArray[np.bool_]] = []
        self._lean_cost: list[Floats] = []
        self._lean_scopes: list[Ints] = []
        for each in leanings.relations:
            if each.costs[0][0].arity != 2:
                continue
            scopes = each.family.scopes(2)
            tables_of = [truth_table(relation, space.vocabulary).reshape(self.m, self.m) for relation, _ in each.costs]
            number = len(tables) + len(self._lean_scopes)
            pairs.append(np.column_stack([scopes, np.full(len(scopes), number)]))
            self._lean_wrong.append(~np.array(tables_of))
            self._lean_cost.append(np.array([cost for _, cost in each.costs]))
            self._lean_scopes.append(scopes)
        self.tables = np.zeros((2 * (len(tables) + len(self._lean_scopes)) + 1, self.m, self.m))
        self.tables[0 : 2 * len(tables) : 2] = self._hard_tables
        self.tables[1 : 2 * len(tables) : 2] = self._hard_tables.transpose(0, 2, 1)
        every = np.concatenate([np.empty((0, 3), dtype=np.int64), *pairs]).astype(np.int64)
        both = np.concatenate([every, np.column_stack([every[:, 1], every[:, 0], every[:, 2]])])
        table = 2 * both[:, 2] + (np.arange(len(both)) >= len(every))
        order = np.argsort(both[:, 0], kind="stable")
        slots = np.bincount(both[:, 0], minlength=self.n)
        width = int(slots.max(initial=0))
        self.other: Ints = np.zeros((self.n, width), dtype=np.int64)
        self.table_of: Ints = np.full((self.n, width), len(self.tables) - 1, dtype=np.int64)
        place = np.arange(len(both)) - np.repeat(np.cumsum(slots) - slots, slots)
        self.other[both[order, 0], place] = both[order, 1]
        self.table_of[both[order, 0], place] = table[order]

    def _collect_cells(self, leanings: Leanings) -> None:
        space = self._space
        self._hard_cells = np.zeros((self.n, self.m))
        for block in space.rows.blocks:
            if block.arity == 1:
                for row in np.flatnonzero(space.learned[block.first : block.first + len(block)]).tolist():
                    start = int(block.base[row])
                    self._hard_cells[block.scopes[row, 0]] += MUST * ~block.table[start : start + self.m]
        lines = [each for each in leanings.relations if each.costs[0][0].arity == 1]
        cells = [each.family.scopes(1)[:, 0] for each in lines]
        none = np.empty(0, dtype=np.int64)
        self._line_cells: Ints = np.concatenate([none, *cells])  # the cells of one line after the other …
        self._line_of: Ints = np.repeat(np.arange(len(lines)), [len(each) for each in cells])  # … and the line of each
        rules = [(line, relation, cost) for line, each in enumerate(lines) for relation, cost in each.costs]
        self._rule_line: Ints = np.array([line for line, _, _ in rules], dtype=np.int64)
        self._rule_cost: Floats = np.array([cost for _, _, cost in rules])
        tables = {relation: ~truth_table(relation, space.vocabulary) for _, relation, _ in rules}
        self._rule_wrong = np.array([tables[relation] for _, relation, _ in rules], dtype=bool).reshape(-1, self.m)
        self.cell_costs = self._hard_cells.copy()

    def _find_neighbours(self) -> None:
        """The cells whose costs may change when one cell does."""
        near = np.zeros((self.n, self.n), dtype=bool)
        for cells in {id(cells): cells for cells in self._cells_of_meters}.values():
            near[np.ix_(cells, cells)] = True
        near[np.arange(self.n)[:, None], self.other] = True
        near[np.arange(self.n), np.arange(self.n)] = True
        self.neighbours = [np.flatnonzero(line) for line in near]

    # --- what a plan costs ---

    def levels(self, codes: Codes) -> Ints:
        """The level of each meter; the last one is nobody's."""
        added = np.take_along_axis(self.weight_of, codes[:, None, None], axis=2)[:, :, 0]
        found = np.bincount(self.meter_of.ravel(), weights=added.ravel(), minlength=len(self._kind)).astype(np.int64)
        found[-1] = 0
        return found

    def _reached(self, levels: Ints) -> Floats:
        """How many meters of each leaning are above each level."""
        own = np.flatnonzero(self._kind >= 0)
        wide = self._top + 1
        there = np.bincount(self._kind[own] * wide + levels[own], minlength=self._steps.size).reshape(-1, wide)
        above: Floats = there[:, ::-1].cumsum(axis=1)[:, ::-1] - there.astype(np.float64)
        return above

    def lean(self, codes: Codes, levels: Ints) -> None:
        """Make what is broken already cheaper to break again, for a plan like this one."""
        steps = self._steps / (1 + self._reached(levels))
        so_far = np.concatenate([np.zeros((len(steps), 1)), np.cumsum(steps, axis=1)[:, :-1]], axis=1)
        self._costs = self._must + so_far[self._kind]  # a meter without a leaning has the last line, which is 0
        first = len(self._hard_tables)
        for number, (wrong, cost, scopes) in enumerate(
            zip(self._lean_wrong, self._lean_cost, self._lean_scopes, strict=True), first
        ):
            broken = self._broken(wrong, scopes, codes) + self._expected(wrong, scopes, codes)
            table = ((cost / (1 + broken))[:, None, None] * wrong).sum(axis=0)
            self.tables[2 * number] = table
            self.tables[2 * number + 1] = table.T
        self.cell_costs = self._hard_cells.copy()
        if len(self._rule_line):
            costs = self._rule_wrong * (self._rule_cost / (1 + self._broken_on_lines(codes)))[:, None]
            for code in range(self.m):
                of_lines = np.bincount(self._rule_line, weights=costs[:, code], minlength=int(self._line_of[-1]) + 1)
                self.cell_costs[:, code] += np.bincount(
                    self._line_cells, weights=of_lines[self._line_of], minlength=self.n
                )

    def _broken(self, wrong: NDArray[np.bool_], scopes: Ints, codes: Codes) -> Floats:
        """On how many of these scopes a plan breaks each of some relations."""
        both = np.bincount(codes[scopes[:, 0]] * self.m + codes[scopes[:, 1]], minlength=self.m**2)
        found: Floats = (wrong.reshape(len(wrong), -1) @ both).astype(np.float64)
        return found

    def _expected(self, wrong: NDArray[np.bool_], scopes: Ints, codes: Codes) -> Floats:
        """On how many scopes these relations would be broken if the values were put side by side by chance. What is
        next to the commonest value breaks what will be broken anyway."""
        first, second = (np.bincount(codes[scopes[:, place]], minlength=self.m) for place in (0, 1))
        both = np.outer(first, second) / max(len(scopes), 1)
        found: Floats = wrong.reshape(len(wrong), -1) @ both.ravel()
        return found

    def _broken_on_lines(self, codes: Codes) -> Floats:
        """By how many cells of its line each rule about single cells is broken."""
        lines = int(self._line_of[-1]) + 1
        values = np.bincount(self._line_of * self.m + codes[self._line_cells], minlength=lines * self.m)
        found: Floats = (self._rule_wrong * values.reshape(lines, self.m)[self._rule_line]).sum(axis=1)
        return found

    def of_cells(self, cells: Ints, codes: Codes, levels: Ints) -> Floats:
        """What each value of each of these cells costs, if all other cells stay as they are."""
        meters = self.meter_of[cells]
        weights = self.weight_of[cells]
        now = np.take_along_axis(weights, codes[cells][:, None, None], axis=2)
        then = (levels[meters][:, :, None] - now) + weights
        found: Floats = self._costs[meters[:, :, None], then].sum(axis=1)
        found += self.tables[self.table_of[cells], :, codes[self.other[cells]]].sum(axis=1)
        found += self.cell_costs[cells]
        found[~self.allowed[cells]] = np.inf
        return found

    def total(self, codes: Codes, levels: Ints) -> float:
        """What a plan costs as a whole; each rule that it only leans towards, by how often it is broken."""
        found = float(self._must[np.arange(len(levels)), levels].sum()) + float(
            self._hard_cells[np.arange(self.n), codes].sum()
        )
        found += float((self._steps * np.log2(1 + self._reached(levels))).sum())
        for wrong, cost, scopes in zip(self._lean_wrong, self._lean_cost, self._lean_scopes, strict=True):
            found += float((cost * np.log2(1 + self._broken(wrong, scopes, codes))).sum())
        if len(self._rule_line):
            found += float((self._rule_cost * np.log2(1 + self._broken_on_lines(codes))).sum())
        return found
