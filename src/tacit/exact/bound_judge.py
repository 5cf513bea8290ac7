"""Does a network say that a bound holds, that nothing limits a family, or which number it has? Group by group.

A bound holds on a group if every example of its cells that breaks it is a "no". A limit is a group's *own* if the
network has a bound there that does not follow from what it requires of smaller sets inside the group, or from rules
that are left apart. So "at most 2 nights in a week" is the week's own rule, and "at most 8 in four weeks" is not a rule
of its own. Sets that overlap don't count: several of them may follow from each other, and then all would be lost.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import prod

import numpy as np

from tacit.exact.partial import find_partial
from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint, Network, as_rows
from tacit.problem.rows import Rows
from tacit.structure.rule import Number, Rule, Unlimited

Cells = tuple[int, ...]
MOST_EXAMPLES = 20_000  # of a group, to see whether another constraint says the same as a bound


class BoundJudge:
    """Answers claims about the bounds of one network. What it has found out is kept by what there is on a group."""

    def __init__(self, network: Network) -> None:
        self._v = network.vocabulary
        self._plain = [c for c in network.constraints if not isinstance(c.relation, Bound)]
        self._of_cells = {i: frozenset(self._v.index[n] for n in c.scope) for i, c in enumerate(self._plain)}
        self._of_set: dict[frozenset[int], list[int]] = {}
        for i, scope in self._of_cells.items():
            self._of_set.setdefault(scope, []).append(i)
        self._around: dict[int, list[int]] = {}
        for i, scope in self._of_cells.items():
            for x in scope:
                self._around.setdefault(x, []).append(i)
        self._bounds: list[tuple[Bound, Cells]] = [
            (part, tuple(sorted(self._v.index[n] for n in c.scope)))
            for c in network.constraints
            if isinstance(c.relation, Bound)
            for part in c.relation.parts()
        ]
        self._on: dict[Cells, list[int]] = {}
        self._bounds_around: dict[int, set[int]] = {}
        for i, (_, cells) in enumerate(self._bounds):
            self._on.setdefault(cells, []).append(i)
            for x in cells:
                self._bounds_around.setdefault(x, set()).add(i)
        self._rows = as_rows([], self._v).bounds  # for what bounds mean on groups
        self._found: dict[object, bool] = {}

    def broken(self, rule: Rule) -> list[int]:
        """The numbers of the groups on which a rule does not hold."""
        assert isinstance(rule.relation, Bound)
        return [i for i, group in enumerate(rule.family.groups()) if not self._holds(rule.relation, group)]

    def limited(self, unlimited: Unlimited) -> list[Bound]:
        """The bounds that are a limit on some group, and the group's own."""
        besides = _Besides(unlimited.besides)
        groups = list(unlimited.family.groups())
        return [
            bound
            for bound in unlimited.bounds
            if any(self._own(bound, group, besides.around(group)) for group in groups)
        ]

    def number(self, asked: Number) -> int | bool:
        """The number; True if there is no limit, False if it differs."""
        groups = list(asked.family.groups())
        own = [self._own(asked.bound, group, []) for group in groups]
        tightest = min if asked.bound.sign == "<=" else max
        numbers = {tightest(bound.k or 0 for bound in bounds) for bounds in own if bounds}
        if not numbers:
            return True
        if len(numbers) > 1:
            return False
        (k,) = numbers
        bound = asked.bound.with_number(k)
        return k if all(own[i] or self._holds(bound, group) for i, group in enumerate(groups)) else False

    def _own(self, bound: Bound, group: Sequence[int], besides: Sequence[tuple[Bound, Cells]]) -> list[Bound]:
        """The network's bounds on a group that say what this one measures and are the group's own, as bounds with the
        measure and the direction of this one."""
        cells = tuple(sorted(group))
        wanted = [self._rows.meaning(part) for part in bound.parts()]
        inside = {i for x in cells for i in self._bounds_around.get(x, ())}
        smaller = [self._bounds[i] for i in sorted(inside) if set(self._bounds[i][1]) < set(cells)]
        mine = [self._bounds[i][0] for i in self._on.get(cells, ())]
        mine = [self._as(bound, each, cells) for each in mine if self._rows.meaning(each) in wanted]
        mine += self._in_other_words(bound, cells)
        given = [*smaller, *besides]
        return [each for each in mine if not self._follows(each, cells, given, own=False)]

    def _in_other_words(self, bound: Bound, cells: Cells) -> list[Bound]:
        """Bounds on these cells that the network says as other constraints: x + y <= 5, or x != y of two cells."""
        mine = [self._plain[i] for i in self._of_set.get(frozenset(cells), ())]
        if not mine or prod(len(self._v.domains[x]) for x in cells) > MOST_EXAMPLES:
            return []
        grid = np.array(list(itertools.product(*(self._v.domains[x] for x in cells))), dtype=np.int64)
        place = {self._v.names[x]: i for i, x in enumerate(cells)}
        found = []
        for constraint in mine:
            accepted = constraint.relation.accepts(*(grid[:, place[name]] for name in constraint.scope))
            if not accepted.any() or accepted.all():
                continue
            for part in bound.parts():
                if not part.measure.is_different:
                    totals = part.measure.weights(grid).sum(axis=1)[accepted]
                    part = part.with_number(int(totals.max() if part.sign == "<=" else totals.min()))
                if np.array_equal(part.accepts(*grid.T), accepted):
                    found.append(part)
        return found

    def _as(self, bound: Bound, other: Bound, cells: Cells) -> Bound:
        """A bound in the words of another one that means the same: at least 2 are off, at most 5 of 7 are not."""
        part = next(part for part in bound.parts() if self._rows.meaning(part) == self._rows.meaning(other))
        room = self._rows.room_for(other, cells)
        empty, _ = self._rows.span(part.measure, part.sign, cells)
        return part.with_number(room + empty if part.sign == "<=" else -(room + empty))

    def _holds(self, bound: Bound, group: Sequence[int]) -> bool:
        cells = tuple(sorted(group))
        around = sorted({i for x in cells for i in self._bounds_around.get(x, ())})
        given = [self._bounds[i] for i in around]
        return all(self._follows(part, cells, given, own=True) for part in bound.parts())

    def _follows(self, bound: Bound, cells: Cells, given: Sequence[tuple[Bound, Cells]], *, own: bool) -> bool:
        """Is every example of these cells that a bound rejects rejected by one of these bounds, or by other constraints
        on these cells?

        own: whether constraints on just these cells count, or only those on some of them
        """
        low, high = self._rows.span(bound.measure, bound.sign, cells)
        if bound.measure.kind != "alldifferent" and self._rows.room_for(bound, cells) >= high - low:
            return True
        inside = set(cells)
        if any(theirs == cells and self._is_tighter(other, bound, cells) for other, theirs in given):
            return True
        near = sorted({i for x in cells for i in self._around.get(x, ())})
        plain = [i for i in near if self._of_cells[i] <= inside and (own or self._of_cells[i] != inside)]
        place = {x: i for i, x in enumerate(cells)}
        key = (
            bound.name,
            tuple(self._v.domains[x] for x in cells),
            tuple(
                sorted(
                    (self._plain[i].relation.name, *(place[self._v.index[n]] for n in self._plain[i].scope))
                    for i in plain
                )
            ),
            tuple(
                sorted(
                    (other.name, len(theirs), tuple(place[x] for x in theirs if x in place)) for other, theirs in given
                )
            ),
        )
        if key not in self._found:
            self._found[key] = self._find_out(bound, cells, [self._plain[i] for i in plain], given)
        return self._found[key]

    def _is_tighter(self, one: Bound, other: Bound, cells: Cells) -> bool:
        same = self._rows.meaning(one) == self._rows.meaning(other)
        return same and self._rows.room_for(one, cells) <= self._rows.room_for(other, cells)

    def _find_out(
        self, bound: Bound, cells: Cells, plain: Sequence[Constraint], given: Sequence[tuple[Bound, Cells]]
    ) -> bool:
        names = self._v.names
        together = [*plain, *(Constraint(b, tuple(names[x] for x in theirs)) for b, theirs in given)]
        rows: Rows = as_rows([*together, Constraint(bound, tuple(names[x] for x in cells))], self._v)
        wanted = rows.bounds.find(bound, cells)
        if not wanted:
            return True
        hard = list(range(rows.n_plain))
        for other, theirs in given:
            hard += [row + rows.n_plain for row in rows.bounds.find(other, theirs)]
        hard = [row for row in dict.fromkeys(hard) if row - rows.n_plain not in wanted]
        return find_partial(rows, cells, hard, rejects=[wanted[0] + rows.n_plain], small=False) is None


class _Besides:
    """The bounds that rules put on groups, by the cells of these."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._all = [
            (part, tuple(sorted(group)))
            for rule in rules
            if isinstance(rule.relation, Bound)
            for part in rule.relation.parts()
            for group in rule.family.groups()
        ]
        self._around: dict[int, list[int]] = {}
        for number, (_, cells) in enumerate(self._all):
            for x in cells:
                self._around.setdefault(x, []).append(number)

    def around(self, group: Sequence[int]) -> list[tuple[Bound, Cells]]:
        """Those on groups with some of these cells."""
        return [self._all[i] for i in sorted({i for x in group for i in self._around.get(x, ())})]
