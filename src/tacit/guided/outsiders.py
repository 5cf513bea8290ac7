"""The variables outside of a group that is known: which of its members does each of them meet, and what to ask next."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.guided.known_pairs import Group, Matrix, Star
from tacit.guided.large_examples import entropy
from tacit.guided.weights import Floats
from tacit.structure.places import Ints

if TYPE_CHECKING:
    from tacit.guided.placing import Placing

Mask = NDArray[np.bool_]
Members = tuple[int, ...]  # of a group, by their positions in it

SURE = 0.9  # a variable that meets certain members with this probability is not asked about any more …
NONE = 0.97  # … and one that meets nobody
LEAST = 0.19  # bits: a question that tells less is not asked
ALIKE = 0.5  # how much less likely it is to meet one member more
MOST_SETS = 3000  # sets of members of one size that are thought of


@cache
def _sets(n: int, sizes: tuple[int, ...]) -> tuple[Matrix, dict[Members, int]]:
    """No member, and all sets of these sizes of n members: as rows of a matrix, and where each of them is."""
    found: list[Members] = [(), *(each for size in sizes for each in itertools.combinations(range(n), size))]
    matrix = np.zeros((len(found), n), dtype=bool)
    for row, members in enumerate(found):
        matrix[row, list(members)] = True
    return matrix, {members: row for row, members in enumerate(found)}


class Outsiders:
    """The variables outside of a group: which of its members does each of them meet?

    What another group of an outsider says about that is left out: it is explained.
    """

    def __init__(self, placing: Placing, group: Group) -> None:
        known = placing.known
        self.placing, self.group = placing, group
        self.inside = np.array(sorted(group))
        self.outside = np.array([z for z in range(known.n) if z not in group], dtype=np.int64)
        here = np.ix_(self.outside, self.inside)
        self.meets, self.free, self.open = known.meets[here], known.free[here], known.open[here]
        others = [sorted(each) for each in placing.groups if each != group]
        mine = np.zeros((known.n, len(others)), dtype=bool)
        for number, each in enumerate(others):
            mine[each, number] = True
        mine, across = mine[self.outside], mine[self.inside].T
        self.explained: Matrix = mine.astype(np.int64) @ across.astype(np.int64) > 0
        self.found: Matrix = self.meets & ~self.explained
        self.doubled: Matrix = np.zeros_like(self.meets)  # met by another one of a group that does not reach here
        for number in np.flatnonzero(~across.any(axis=1)).tolist():
            rows = mine[:, number]
            self.doubled[rows] |= self.meets[rows].sum(axis=0) - self.meets[rows] > 0
        self.decided: Mask = ~self.open.any(axis=1)
        fresh = self.decided & ~self.explained.any(axis=1)
        self.seen = int(fresh.sum())
        self.none = int((fresh & ~self.found.any(axis=1)).sum())
        self.members = self._members()
        place = {variable: number for number, variable in enumerate(self.inside.tolist())}
        self.waiting: dict[int, list[list[int]]] = {i: [] for i in np.flatnonzero(~self.decided).tolist()}
        row = {variable: number for number, variable in enumerate(self.outside.tolist())}
        for star in known.stars:
            if row.get(star.centre) in self.waiting and group.issuperset(star.others):
                self.waiting[row[star.centre]].append(sorted(place[a] for a in star.others))
        for stars in self.waiting.values():
            stars.sort(key=lambda cells: (len(cells), cells))
        self.nobody = 0.0
        self.unplaced = int((self.open.any(axis=1) & ~self.explained.any(axis=1)).sum())
        self.unsure: list[tuple[int, Floats | None]] = []

    def _members(self) -> dict[Members, list[int]]:
        """For each set of members that is met, who meets it. Where a part of it is explained, it is a set seen before
        that fits, if there is one."""
        found: dict[Members, list[int]] = {}
        rows = np.flatnonzero(self.decided & self.found.any(axis=1))
        for i in sorted(rows.tolist(), key=lambda i: bool(self.explained[i].any())):
            met = self._positions(self.found[i])
            if self.explained[i].any():
                fits = [each for each in found if set(each) - set(np.flatnonzero(self.explained[i])) == set(met)]
                met = min(fits) if fits else self._positions(self.meets[i])
            found.setdefault(met, []).append(i)
        return found

    @staticmethod
    def _positions(mask: Mask) -> Members:
        return tuple(np.flatnonzero(mask).tolist())

    def met_twice(self) -> Floats:
        """How often a member is met (first) or not, by whether it is doubled, by whether one is met."""
        count = self.found.sum(axis=1)
        table = np.zeros((2, 2, 2))
        for single, rows in enumerate((count > 1, count == 1)):
            for doubled in (0, 1):
                here = rows[:, None] & ~self.explained & (self.doubled == bool(doubled))
                table[:, doubled, single] = (here & self.meets).sum(), (here & self.free).sum()
        return table

    # --- beliefs ---

    def believe(self) -> None:
        """Place whoever is as good as known; how likely each set of members is for the others."""
        placing, size = self.placing, self.placing.size
        n = len(self.inside)
        self.nobody = (self.none + placing.nobody) / (self.seen + 1)
        seen = {len(each) for each in self.members if math.comb(n, len(each)) < MOST_SETS}
        sizes = tuple(sorted(seen | {k for k in (1, 2, 3) if k < n and math.comb(n, k) < MOST_SETS}))
        sets, where = _sets(n, sizes)
        counts = sets.sum(axis=1)
        room = np.where(sets, placing.room[self.inside], 1.0).min(axis=1)
        twice = np.where(counts == 1, placing.twice[1], placing.twice[0])
        doubled = self.doubled.astype(np.int64) @ sets.T.astype(np.int64) > 0
        complete = ~self.open.any(axis=0)  # members of whom it is known whom they meet
        left = sorted(self.waiting, key=lambda i: (-int(self.meets[i].sum()), -int(self.free[i].sum()), i))
        for _ in range(2):  # whoever is placed first says something about the others
            seats = np.zeros(len(sets))
            for each, rows in self.members.items():
                if each in where:
                    seats[where[each]] = max(size - len(each) - len(rows), 0.1)
            spread = self._spread(sets, counts, sizes)
            new = self._new(float(seats.sum()), left)
            self.unsure = []
            for i in left:
                if self._is_settled(i):
                    continue
                found, weight = self.found[i], seats + new * spread
                at = found & complete
                if at.any():  # all that meet this member are known: there are no more seats than those
                    fits = sets[:, at].all(axis=1)
                    rest = max(sum(bool(self.meets[j, at].all()) for j in left) - seats[fits].sum(), 0.2)
                    weight = seats + rest * (spread * fits) / max((spread * fits).sum(), 1e-9)
                weight = np.where(doubled[i], weight * twice, weight) * room * (sets & ~self.explained[i]).any(axis=1)
                weight[0] = weight.sum() * self.nobody / max(1 - self.nobody, 0.02)
                possible = ~(sets & self.free[i]).any(axis=1)
                if found.any():
                    possible &= (sets | self.explained[i])[:, found].all(axis=1)
                    possible[0] = False
                for cells in self.waiting[i]:
                    possible &= sets[:, cells].any(axis=1)
                weight = np.where(possible, weight, 0.0)
                if weight.sum() <= 0:
                    self.unsure.append((i, None))
                    continue
                weight = np.round(weight / weight.sum(), 9)
                best = int(np.argmax(weight))
                if weight[best] < (SURE if best else NONE):
                    self.unsure.append((i, weight))
                elif best:
                    self.members.setdefault(self._positions(sets[best]), []).append(i)
            placed = {i for rows in self.members.values() for i in rows}
            left = [i for i, _ in self.unsure if i not in placed]
        self.sets = sets
        self._doubt()

    def _is_settled(self, i: int) -> bool:
        """Is whatever an outsider meets explained, or is it in as many groups as others are?"""
        if self.waiting[i] or self.found[i].any():
            return False
        return bool(self.explained[i].any()) or bool(self.placing.room[self.outside[i]] < 0.1)

    def _spread(self, sets: Matrix, counts: Ints, sizes: tuple[int, ...]) -> Floats:
        """How likely each set of members is to be the next one that is new: by its size, and by what it shares with
        others."""
        n = len(self.inside)
        prior = np.array([ALIKE**k if k in sizes else 0.0 for k in range(n + 1)])
        shared = np.where(prior > 0, self.placing.shared[: n + 1], 0)
        share = prior / prior.sum() + (shared / shared.sum() if shared.any() else 0)
        for each in self.members:
            share[len(each)] += 1
        share /= share.sum()
        spread = share[counts] / np.bincount(counts, minlength=n + 1)[counts]
        spread[0] = 0
        for each in self.members:
            if len(each) > 1:
                spread[sets[:, list(each)].sum(axis=1) > 1] *= self.placing.overlap
        found: Floats = spread
        return found

    def _new(self, seats: float, left: list[int]) -> float:
        """How many seats there are in groups of which nobody is known."""
        once = sum(len(rows) == 1 for rows in self.members.values())
        rate = min((once + 0.5) / (sum(map(len, self.members.values())) + 1), 0.9)
        return max(len(left) * (1 - self.nobody) - seats, rate / (1 - rate) * max(seats, 1.0))

    def _doubt(self) -> None:
        """Where too many meet the same members, or are known not to be a group, nobody is placed for sure."""
        for each, rows in self.members.items():
            group = self._group(each)
            if len(group) > self.placing.size or self.placing.known.is_denied(group):
                self.unsure += [(i, None) for i in rows if i in self.waiting]

    # --- questions ---

    def _group(self, members: Members) -> Group:
        rows = self.outside[self.members[members]]
        return frozenset(self.inside[list(members)].tolist()) | frozenset(rows.tolist())

    def complete(self) -> Group | None:
        """Those who meet the same members, with these, if they are as many as other groups have."""
        groups = (self._group(each) for each in sorted(self.members))
        possible = self.placing.known.is_possible
        return next((group for group in groups if len(group) == self.placing.size and possible(group)), None)

    def star(self) -> Star | None:
        """The question about an outsider that is nearest to even; whoever was asked about last comes first."""
        asked = self.placing.known.asked
        best: tuple[tuple[bool, bool, bool, float, int], Star] | None = None
        for i, weight in self.unsure:
            z, stars = int(self.outside[i]), self.waiting[i]
            cells = stars[0] if stars else np.flatnonzero(self.open[i]).tolist()
            if weight is None:
                cells, chance = cells[: max(1, len(cells) // 2)] if stars else cells, 0.5
            else:
                cells, chance = self._split(weight, cells)
            if cells and entropy(chance) >= LEAST:
                is_last = bool(asked) and asked[-1].centre == z
                key = (is_last, bool(stars), bool(self.found[i].any()), entropy(chance), -z)
                if best is None or key > best[0]:
                    best = key, Star(z, tuple(sorted(int(self.inside[a]) for a in cells)))
        return best and best[1]

    def _split(self, weight: Floats, cells: list[int]) -> tuple[list[int], float]:
        """The members of which one is met with even odds, and the odds."""
        alone = np.round(weight @ self.sets, 9)
        best: tuple[float, list[int], float] | None = None
        for sign in (-1, 1):
            chosen: list[int] = []
            hit, chance = np.zeros(len(weight), dtype=bool), 0.0
            for a in sorted(cells, key=lambda a: (sign * alone[a], a)):
                with_it = round(float(weight[hit | self.sets[:, a]].sum()), 9)
                if abs(with_it - 0.5) < abs(chance - 0.5):
                    chosen.append(a)
                    hit, chance = hit | self.sets[:, a], with_it
            if chosen and (best is None or abs(chance - 0.5) < best[0]):
                best = abs(chance - 0.5), chosen, chance
        return (best[1], best[2]) if best else ([], 0.0)

    def _growing(self) -> Iterator[tuple[Group, list[int]]]:
        """The groups with fewer members than others have, and who may belong to each."""
        known, size = self.placing.known, self.placing.size
        met = {int(self.outside[i]): set(each) for each, rows in self.members.items() for i in rows}
        for each in sorted(self.members):
            group = self._group(each)
            group = max((g for g in known.groups if group <= g), key=len, default=group)
            if len(group) < size:
                fits = [
                    z
                    for i, z in enumerate(self.outside.tolist())
                    if z not in group
                    and set(each) <= met.get(z, set()) | set(np.flatnonzero(self.meets[i]).tolist())
                    and not known.free[z, sorted(group)].any()
                    and not known.is_denied(group | {z})
                ]
                yield group, fits

    def join(self) -> Group | None:
        """A group with one more member, or with all that it needs, if these are known."""
        known = self.placing.known
        growing = list(self._growing())
        some = sorted({z for _, fits in growing for z in fits})
        if not some:
            return None
        need = np.array([self.placing.size - len(group) for group, _ in growing], dtype=np.float64)
        chance = np.array([[z in fits for _, fits in growing] for z in some], dtype=np.float64)
        for row, z in enumerate(some):
            if any(z in group for group, _ in growing):
                chance[row] *= 0.05
        for _ in range(30):  # as many to each group as it needs, and each of them to one group
            chance = np.minimum(chance * need / np.maximum(chance.sum(axis=0), 1e-9), 1.0)
            chance /= np.maximum(chance.sum(axis=1), 1.0)[:, None]
        chance = np.round(chance, 6)
        best: tuple[float, Group] | None = None
        for column, (group, _) in enumerate(growing):
            sure = [z for row, z in enumerate(some) if chance[row, column] >= SURE]
            rest = chance[:, column] < SURE
            whole = group | frozenset(sure)
            if sure and (len(sure) >= need[column] or (chance[rest, column] < 0.1).all()) and known.is_possible(whole):
                return whole
            for row, z in enumerate(some):
                away = abs(chance[row, column] - 0.5)
                unsure = 0.05 < chance[row, column] < SURE
                if unsure and (best is None or away < best[0]) and known.is_possible(group | {z}):
                    best = away, group | {z}
        return best and best[1]

    def smaller(self) -> Iterator[Group]:
        """Groups with fewer members than others have, which nobody can join."""
        for group, fits in self._growing():
            if len(group) > 2 and not fits and self.placing.known.is_possible(group):
                yield group
