"""Which gaps a relation would explain on a family, and what the answers say against it.

A constraint explains a gap if it rejects the gap's example and no example that was answered "yes". The number of a
bound may be open: then some number does, which may be another one for each group.

Many relations explain a few gaps. Some leave little to chance: if three nights in a week are too many, each gap
consists of nights, all in one week, which would be a strange coincidence under another rule. So a gap speaks for a
relation, and the more so, the fewer other gaps the relation could have led to. It speaks against a relation if answers
refute it on some groups of a family and not on others, because most rules of people hold everywhere. Both are measured
in nats, which can be added up: the logarithm of how many times likelier something is.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.learning.claims import Claimed, parts
from tacit.problem.bounds import AT_LEAST, AT_MOST, EXACTLY, Bound, Measure
from tacit.problem.meaning import TABLE_LIMIT, symmetries, truth_table
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.family import NOBODY, Family, Ints, Key
from tacit.structure.rule import Free, scope_keys

Bools = NDArray[np.bool_]
Scope = tuple[int, ...]

MOST_CELLS = 12  # of a gap: in larger ones no scopes are looked for, only groups
AT_ONCE = 2_000_000  # values that are looked at in one go
OFTEN = 3  # groups with one and the same count, and none with another, are no chance
IDLE, MOST_IDLE = 3.0, 3  # nats for a cell of a gap that a relation does not need; more cells count no more
ENOUGH = 200  # examples, the largest first, that are asked how many groups of a family they refute


@dataclass(frozen=True)
class Weighed:
    """A relation on some families, and what speaks for it.

    families: None stands for all scopes
    gains:    for each gap that it explains, how far this speaks for it
    tight:    how many of these gaps it explains with all their cells; where it needs fewer, the others were idle
    numbers:  for a bound on each family, a number that explains most of these gaps, if it is known
    """

    relation: Relation
    families: tuple[Family | None, ...]
    gains: dict[int, float]
    tight: int
    numbers: tuple[int | None, ...] = (None,)

    @property
    def explains(self) -> int:
        return len(self.gains)


class OneNumber(NamedTuple):
    """What all groups of a family might add up to, if that is known, and whether it is likely that they all do."""

    number: int | None
    is_likely: bool


class Weighing:
    """The gaps of a problem beside its answers."""

    def __init__(
        self, problem: Problem, gaps: Sequence[Codes], yes: Sequence[Codes], claims: Sequence[Claimed]
    ) -> None:
        self.problem, self.v = problem, problem.vocabulary
        self.gaps: Codes = np.stack(gaps)
        self.cells = [np.flatnonzero(gap >= 0) for gap in gaps]
        self._needed: Ints = np.array([min(2, len(cells)) for cells in self.cells])  # cells that a bound must be about
        n = len(self.v)
        self.yes: Codes = np.stack(yes) if yes else np.empty((0, n), dtype=np.int64)
        assigned = np.count_nonzero(self.yes >= 0, axis=1)
        self._largest: Codes = self.yes[np.argsort(-assigned, kind="stable")[:ENOUGH]]
        self._nothing: Codes = np.full((1, n), UNASSIGNED, dtype=np.int64)
        said = [part for each in claims for part in parts(each)]
        self._free = [claim for claim, answer in said if answer and isinstance(claim, Free)]
        self._language = {relation.name: relation for relation in problem.language}
        self._tables: dict[str, NDArray[np.bool_] | None] = {}
        self._same: dict[str, list[tuple[int, ...]]] = {}
        self._explaining: dict[tuple[str, int], frozenset[Scope]] = {}
        self._groups: dict[Key, Ints] = {}
        self._held: dict[tuple[Key, int], list[tuple[int, Scope]]] = {}
        self._of_groups: dict[tuple[Measure, Key, tuple[int, ...]], tuple[Ints, Ints, Ints, Ints]] = {}
        self._by_measure: dict[tuple[Measure, int], tuple[Ints, Ints]] = {}  # by the examples that it adds up

    def weigh(self, relation: Relation, family: Family | None) -> Weighed | None:
        """What a relation on a family explains that the language doesn't; None if that is nothing."""
        if isinstance(relation, Bound):
            return None if family is None else self._weigh_bound(relation, family)
        all_orders = self.problem.orders == "all"
        return self._weighed(relation, (family,), lambda gap: self._scopes(family, gap, relation.arity, all_orders))

    def in_other_orders(self, relation: Relation) -> Weighed | None:
        """What a relation of the language explains if its arguments may come in any order."""
        families = self.problem.over.get(relation.name, (None,))

        def scopes(gap: int) -> set[Scope]:
            return set().union(*(self._scopes(family, gap, relation.arity, True) for family in families))

        return self._weighed(relation, families, scopes)

    def _weighed(
        self, relation: Relation, families: tuple[Family | None, ...], scopes: Callable[[int], set[Scope]]
    ) -> Weighed | None:
        gains: dict[int, float] = {}
        for gap, cells in enumerate(self.cells):
            explaining = self._explaining_scopes(relation, gap)
            if any(not self._is_there(relation, scope, gap) for scope in explaining & scopes(gap)):
                wrong = self._how_many_rejected(relation)
                gains[gap] = self._gain(families[0], relation.arity, wrong, len(cells) - relation.arity)
        tight = sum(len(self.cells[gap]) == relation.arity for gap in gains)
        return Weighed(relation, families, gains, tight) if gains else None

    def against(self, weighed: Weighed) -> float:
        """How far it speaks against a relation that answers refute it on some groups (with its number)."""
        total = wrong = 0
        for family, number in zip(weighed.families, weighed.numbers, strict=True):
            refuted = self._refuted_in(weighed.relation, family, number)
            total, wrong = total + len(refuted), wrong + int(np.count_nonzero(refuted))
        if not wrong:
            return 0.0
        share = min(0.5, wrong / total)  # what it takes to tell the groups apart; where most are refuted, no less
        return total * -(share * log(share) + (1 - share) * log(1 - share))

    def _refuted_in(self, relation: Relation, family: Family | None, k: int | None) -> Bools:
        """On which groups, or scopes, of a family does an answer refute a relation?"""
        if not isinstance(relation, Bound):
            scopes = family.scopes(relation.arity) if family is not None else self._all_scopes(relation.arity)
            return self._refuted(relation, scopes, self._largest)
        assert family is not None
        table = self._table(family)
        if relation.measure.is_different:
            return np.asarray(self._twice(table, self._largest).any(axis=0))
        low, high = self._allowed(relation.measure, table, self._largest)
        return low > high if k is None else ~_within(relation.sign, low, high, k)

    def _gain(self, family: Family | None, size: int, rejected: float, idle: int) -> float:
        """How far it speaks for a rule that it explains a gap of so many cells.

        rejected: in how many ways the rule could have been broken by so many cells at one place
        idle:     further cells of the gap. There should be none, as a gap was narrowed to the fewest cells
        """
        n = len(self.v)
        places = comb(n, size) if family is None else family.count * comb(min(family.size, n), size)
        here = log(comb(n, size)) - log(max(1, places))
        values = size * log(max(2, self.v.n_codes)) - rejected
        return here + values - IDLE * min(idle, MOST_IDLE)

    # --- relations on scopes ---

    def _explaining_scopes(self, relation: Relation, gap: int) -> frozenset[Scope]:
        """Where a relation rejects the gap, and no answer says that it does not hold there."""
        found = self._explaining.get((relation.name, gap))
        if found is None:
            cells = self.cells[gap].tolist()
            every = itertools.permutations(cells, relation.arity) if len(cells) <= MOST_CELLS else iter(())
            scopes = np.array(list(every), dtype=np.int64).reshape(-1, relation.arity)
            scopes = scopes[self._rejects(relation, scopes, self.gaps[[gap]])[0]]
            scopes = scopes[~self._refuted(relation, scopes, self.yes)]
            for free in self._free:
                if free.arity == relation.arity:
                    scopes = scopes[~free.holds_keys(scope_keys(scopes, len(self.v)), len(self.v))]
            found = self._explaining[relation.name, gap] = frozenset(map(tuple, scopes.tolist()))
        return found

    def _how_many_rejected(self, relation: Relation) -> float:
        """How many combinations of values a relation rejects, about; the logarithm."""
        table = self._table_of(relation)
        if table is None:
            return relation.arity * log(self.v.n_codes) - log(2)
        return log(max(1, int(np.count_nonzero(~table))))

    def _rejects(self, relation: Relation, scopes: Ints, examples: Codes) -> Bools:
        """Which example does the relation reject on which scope?"""
        values = examples[:, scopes]
        speaks = (values >= 0).all(axis=2)
        found: Bools = np.zeros(speaks.shape, dtype=bool)
        table = self._table_of(relation)
        spoken = values[speaks]
        if table is not None:
            index = np.zeros(len(spoken), dtype=np.int64)
            for column in spoken.T:
                index = index * self.v.n_codes + column
            found[speaks] = ~table[index]
        elif len(spoken):
            found[speaks] = ~relation.accepts(*self.v.values[spoken].T)
        return found

    def _refuted(self, relation: Relation, scopes: Ints, examples: Codes) -> Bools:
        """On which scopes does the relation reject one of these examples?"""
        found: Bools = np.zeros(len(scopes), dtype=bool)
        for part in self._portions(len(examples), scopes):
            found |= self._rejects(relation, scopes, examples[part]).any(axis=0)
        return found

    def _table_of(self, relation: Relation) -> NDArray[np.bool_] | None:
        if relation.name not in self._tables:
            small = self.v.n_codes**relation.arity <= TABLE_LIMIT
            self._tables[relation.name] = truth_table(relation, self.v) if small else None
        return self._tables[relation.name]

    def _all_scopes(self, arity: int) -> Ints:
        flat = itertools.combinations(range(len(self.v)), arity)
        return np.array(list(flat), dtype=np.int64).reshape(-1, arity)

    def _scopes(self, family: Family | None, gap: int, arity: int, all_orders: bool) -> set[Scope]:
        """The scopes inside a gap that a relation on this family takes."""
        # "Each cell and the next one" says which argument comes first; "each row" does not.
        free = all_orders and (family is None or family.members is None)
        orders = itertools.permutations if free else itertools.combinations
        return {scope for _, cells in self._held_in(family, gap) for scope in orders(cells, arity)}

    def _is_there(self, relation: Relation, scope: Scope, gap: int) -> bool:
        """Is it a candidate already? Then it was refuted, or the gap would be none."""
        own = self._language.get(relation.name)
        if own is None:
            return False
        if own.name not in self._same:
            self._same[own.name] = symmetries(own, self.v)
        alike = [tuple(scope[i] for i in order) for order in self._same[own.name]]
        all_orders = self.problem.orders == "all"
        return any(
            each in self._scopes(family, gap, own.arity, all_orders)
            for family in self.problem.over.get(own.name, (None,))
            for each in alike
        )

    # --- groups ---

    def _table(self, family: Family) -> Ints:
        if family.key not in self._groups:
            self._groups[family.key] = family.table()
        return self._groups[family.key]

    def _held_in(self, family: Family | None, gap: int) -> list[tuple[int, Scope]]:
        """The groups that hold cells of a gap, and which, in the order of the group."""
        if family is None:
            return [(0, tuple(self.cells[gap].tolist()))]
        found = self._held.get((family.key, gap))
        if found is None:
            table = self._table(family)
            inside = (table != NOBODY) & (self.gaps[gap][table] >= 0)
            numbers = np.flatnonzero(inside.any(axis=1)).tolist()
            found = [(number, tuple(table[number, inside[number]].tolist())) for number in numbers]
            self._held[family.key, gap] = found
        return found

    # --- bounds on groups ---

    def _weigh_bound(self, bound: Bound, family: Family) -> Weighed | None:
        whole = self._table(family)
        numbers = [n for n in self._touched(family) if not self._has_group(bound, whole[n])]
        if not numbers:
            return None
        table = whole[numbers]
        if bound.measure.is_different:
            return self._weigh_different(bound, family, table)
        low, high, least, greatest = self._measured(bound.measure, family, numbers)
        number = bound.k
        if not ((low < least) | (high > greatest)).any():
            return None
        if bound.sign == EXACTLY and number is None:
            one = self._one_number(bound.measure, whole)
            if one is None or not (one.is_likely or ((low < least).any() and (high > greatest).any())):
                return None
            number = one.number
        explains: dict[str, Bools] = {}
        for part in bound.parts():
            if number is None:  # some number that is allowed rejects the gap
                explains[part.sign] = low < least if part.sign == AT_MOST else high > greatest
            else:
                rejects = _rejects(part.sign, least, greatest, number)
                explains[part.sign] = rejects & _within(bound.sign, low, high, number)
        if not any(each.any() for each in explains.values()):
            return None
        if number is None and bound.sign != EXACTLY:
            number = _best_number(bound.sign, low, high, least, greatest)
        gains, tight = self._gains(bound.measure, family, table, explains)
        return Weighed(bound, (family,), gains, tight, (number,)) if gains else None

    def _measured(self, measure: Measure, family: Family, numbers: list[int]) -> tuple[Ints, Ints, Ints, Ints]:
        """What the answers allow the groups with these numbers to add up to, and what the gaps let them add up to."""
        key = measure, family.key, tuple(numbers)
        if key not in self._of_groups:
            table = self._table(family)[numbers]
            allowed = self._allowed(measure, table, self.yes)
            self._of_groups[key] = (*allowed, *self._sums(measure, table, self.gaps))
        return self._of_groups[key]

    def _one_number(self, measure: Measure, table: Ints) -> OneNumber | None:
        """The number that all groups of a family can have in common; None if answers speak against there being one."""
        low, high = self._allowed(measure, table, self._largest)
        if low.max() > high.min():
            return None
        settled = int(np.count_nonzero(low == high))
        return OneNumber(int(low.max()) if settled else None, measure.kind == "sum" or settled >= OFTEN)

    def _gains(
        self, measure: Measure, family: Family, table: Ints, explains: dict[str, Bools]
    ) -> tuple[dict[int, float], int]:
        """What each gap says for a bound, in the group that explains it best, and how many have no idle cell."""
        found: dict[int, tuple[float, int]] = {}
        for sign, here in explains.items():
            counts = self._counts(measure, sign)
            ways = log(max(1, int(counts.any(axis=0).sum())))
            adding = (self.gaps >= 0) & counts[np.arange(len(self.v)), self.gaps]
            most = np.where(here, ((table != NOBODY) & adding[:, table]).sum(axis=2), 0).max(axis=1)
            # One cell of a larger gap explains nothing: of that a relation of one cell would speak.
            for gap in np.flatnonzero(most >= self._needed).tolist():
                size = int(most[gap])
                idle = len(self.cells[gap]) - size
                gain = self._gain(family, size, size * ways + log(len(explains)), idle)
                found[gap] = max(found.get(gap, (gain, idle)), (gain, idle))
        return {gap: found[gap][0] for gap in sorted(found)}, sum(idle == 0 for _, idle in found.values())

    def _counts(self, measure: Measure, sign: str) -> Bools:
        """Which values of which variable bring a group nearer to breaking "at most", or "at least"?"""
        weights = measure.weights(self.v.values) * (1 if sign == AT_MOST else -1)
        lowest = np.where(self.v.in_domain, weights, np.iinfo(np.int64).max).min(axis=1)
        found: Bools = self.v.in_domain & (weights > lowest[:, None])
        return found

    def _weigh_different(self, bound: Bound, family: Family, table: Ints) -> Weighed | None:
        enough = [
            len(set().union(*(self.v.domains[x] for x in g if x != NOBODY))) >= (g != NOBODY).sum() for g in table
        ]
        fine = ~self._twice(table, self.yes).any(axis=0) & np.array(enough)
        explains = self._twice(table, self.gaps) & fine
        gains = {
            gap: self._gain(family, 2, log(self.v.n_codes), len(self.cells[gap]) - 2)
            for gap in np.flatnonzero(explains.any(axis=1)).tolist()
        }
        tight = sum(len(self.cells[gap]) == 2 for gap in gains)
        return Weighed(bound, (family,), gains, tight) if gains else None

    def _touched(self, family: Family) -> list[int]:
        """The groups that hold two cells of a gap, or its only one."""
        held = ((needed, self._held_in(family, gap)) for gap, needed in enumerate(self._needed.tolist()))
        return sorted({number for needed, groups in held for number, cells in groups if len(cells) >= needed})

    def _has_group(self, bound: Bound, group: Ints) -> bool:
        """Is the bound on this group a candidate already?"""
        return frozenset(group[group != NOBODY].tolist()) in self._own_groups.get(bound.name, ())

    @cached_property
    def _own_groups(self) -> dict[str, set[frozenset[int]]]:
        """The groups that each bound of the language is about; "exactly" is "at most" and "at least", too."""
        found: dict[str, set[frozenset[int]]] = {}
        for bound in self.problem.language:
            if isinstance(bound, Bound):
                groups = {frozenset(group) for family in self.problem.over[bound.name] for group in family.groups()}
                for part in [bound, *bound.parts()]:
                    found.setdefault(part.name, set()).update(groups)
        return found

    def _twice(self, table: Ints, examples: Codes) -> Bools:
        """In which groups does which example have a value twice?"""
        found: Bools = np.zeros((len(examples), len(table)), dtype=bool)
        for part in self._portions(len(examples), table):
            values = np.where(table == NOBODY, -1, examples[part][:, table])
            ordered = np.sort(values, axis=2)
            again = (ordered[:, :, 1:] == ordered[:, :, :-1]) & (ordered[:, :, 1:] >= 0)
            found[part] = again.any(axis=2)
        return found

    def _allowed(self, measure: Measure, table: Ints, examples: Codes) -> tuple[Ints, Ints]:
        """The smallest number with which no example refutes "at most", and the largest for "at least", by group."""
        low, high = (each[0] for each in self._sums(measure, table, self._nothing))
        least, greatest = self._added(measure, examples)
        for part in self._portions(len(examples), table):
            low = np.maximum(low, least[part][:, table].sum(axis=2).max(axis=0))
            high = np.minimum(high, greatest[part][:, table].sum(axis=2).min(axis=0))
        return low, high

    def _sums(self, measure: Measure, table: Ints, examples: Codes) -> tuple[Ints, Ints]:
        """What each example lets each group add up to, at least and at most."""
        least, greatest = self._added(measure, examples)
        return least[:, table].sum(axis=2), greatest[:, table].sum(axis=2)

    def _added(self, measure: Measure, examples: Codes) -> tuple[Ints, Ints]:
        """What each variable adds at least and at most; one more column, the last, is nobody's."""
        found = self._by_measure.get((measure, id(examples)))
        if found is None:
            weights = measure.weights(self.v.values)
            lowest = np.where(self.v.in_domain, weights, np.iinfo(np.int64).max).min(axis=1)
            highest = np.where(self.v.in_domain, weights, np.iinfo(np.int64).min).max(axis=1)
            given = weights[np.maximum(examples, 0)]
            nobody = np.zeros((len(examples), 1), dtype=np.int64)
            found = (
                np.hstack([np.where(examples >= 0, given, lowest), nobody]),
                np.hstack([np.where(examples >= 0, given, highest), nobody]),
            )
            self._by_measure[measure, id(examples)] = found
        return found

    def _portions(self, count: int, table: Ints) -> Iterator[slice]:
        """So many examples, as many at a time as are looked at in one go."""
        step = max(1, AT_ONCE // max(1, table.size))
        return (slice(start, start + step) for start in range(0, count, step))


def _within(sign: str, low: Ints, high: Ints, k: int) -> Bools:
    """In which groups do the answers allow this number?"""
    at_most, at_least = low <= k, k <= high
    return at_most if sign == AT_MOST else at_least if sign == AT_LEAST else at_most & at_least


def _rejects(sign: str, least: Ints, greatest: Ints, k: int) -> Bools:
    """Which gap does "at most", or "at least", with this number reject in which group?"""
    return least > k if sign == AT_MOST else greatest < k


def _best_number(sign: str, low: Ints, high: Ints, least: Ints, greatest: Ints) -> int | None:
    """The number for "at most" or "at least" that explains most gaps; of several the one that forbids least."""
    tried = np.unique(least[low < least] - 1)[::-1] if sign == AT_MOST else np.unique(greatest[high > greatest] + 1)
    best: tuple[int, int | None] = (0, None)
    for k in tried.tolist():
        hit = _within(sign, low, high, k) & _rejects(sign, least, greatest, k)
        best = max(best, (int(np.count_nonzero(hit.any(axis=1))), k), key=lambda each: each[0])
    return best[1]
