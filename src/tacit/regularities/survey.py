"""All that holds in some plans: each pattern in each family, group and scope, with the tightest number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from math import log2
from typing import Any, NamedTuple

import numpy as np

from tacit.problem.bounds import AT_LEAST, AT_MOST, EXACTLY
from tacit.problem.relations import Relation
from tacit.regularities.chance import Floats
from tacit.regularities.ground import Breadth, Ground, is_natural
from tacit.regularities.patterns import HOLDS, Bools, Pattern, Said, compare
from tacit.structure.family import NOBODY, Family, Ints
from tacit.structure.rule import Rule

AT_ONCE = 8_000_000  # entries of a matrix that is looked at in one go


class Look(NamedTuple):
    """A pattern, and where it is looked at.

    allowed: which scopes of the ground it may be said of; None for all of them
    alone:   is it looked at in single scopes, too?
    """

    pattern: Pattern
    ground: Ground
    allowed: Bools | None = None
    alone: bool = True


class Joint(NamedTuple):
    """Patterns on families that are said together, or not at all: the same for each distance in a line, …"""

    parts: tuple[tuple[Pattern, Family], ...]

    def held(self) -> Held:
        said = [Said(pattern, HOLDS, 0, family.scopes(pattern.arity)) for pattern, family in self.parts]
        return Held(Breadth.FAMILY, tuple(said), tuple(family for _, family in self.parts))


class Held(NamedTuple):
    """Something that holds in all plans.

    parts: what is said of which scopes; several if it is one statement about several families
    families: that of each part; empty for a single scope, whose family is not made before it is needed
    """

    breadth: Breadth
    parts: tuple[Said, ...]
    families: tuple[Family, ...]

    def in_all(self, columns: Ints) -> Bools:
        """In which plans does it hold?"""
        found: Bools = np.logical_and.reduce([part.in_all(columns) for part in self.parts])
        return found

    def rules(self) -> tuple[Rule, ...]:
        found = []
        for part, family in zip(self.parts, self.families, strict=True):
            found.append(Rule(part.pattern.relation(part.sign, part.k), family, part.pattern.order))
        return tuple(found)

    @property
    def places(self) -> int:
        return sum(len(part.scopes) for part in self.parts)


class Tested(NamedTuple):
    """What of a look holds in all plans, and in how many of the others.

    number:  of a set of the ground, or of a scope
    others:  in how many of the other plans it holds
    numbers: how many numbers it might have been, if it is "exactly" one
    sure:    if that is none, how much it says of a plan, in bits, by scopes that have no cell in common
    strength: how much it says of a plan if each scope is by itself, to tell apart what is equally surprising
    """

    look: Look | Joint
    sign: str
    breadth: Breadth
    number: int
    k: int
    others: int
    numbers: int
    sure: float
    strength: float

    def held(self) -> Held:
        if isinstance(self.look, Joint):
            return self.look.held()
        ground = self.look.ground
        numbers = ground.sets[self.number] if self.breadth < Breadth.PLACE else np.array([self.number])
        family = ground.families[self.number] if self.breadth < Breadth.PLACE else ground.family_of(self.number)
        return Held(self.breadth, (Said(self.look.pattern, self.sign, self.k, ground.scopes[numbers]),), (family,))

    @property
    def relation(self) -> Relation | None:
        """What is said, with its number; None if it is several relations."""
        return None if isinstance(self.look, Joint) else self.look.pattern.relation(self.sign, self.k)

    @property
    def siblings(self) -> int:
        """How many patterns there are of its kind, one for each value."""
        return 1 if isinstance(self.look, Joint) else self.look.pattern.siblings

    @property
    def rank(self) -> int:
        """What is looked for first: what is said of natural families, of other ones, of parts of them, of scopes."""
        if isinstance(self.look, Joint):
            return 0
        natural = self.breadth == Breadth.FAMILY and is_natural(self.look.ground.families[self.number])
        return 0 if natural else 1 + int(self.breadth)

    @property
    def scopes(self) -> Ints:
        """The numbers of its scopes; none for what is said of several families."""
        if isinstance(self.look, Joint):
            return np.empty(0, dtype=np.int64)
        return self.look.ground.sets[self.number] if self.breadth < Breadth.PLACE else np.array([self.number])


class _Holding(NamedTuple):
    """What holds with one sign: sets of scopes, and scopes, each with its number."""

    sign: str
    sets: list[tuple[int, int]]  # number, k
    places: Ints
    ks: Ints


class Survey:
    """What holds in given plans."""

    def __init__(self, looks: Iterable[Look | Joint], plans: Ints) -> None:
        self.looked_at: Counter[Breadth] = Counter()
        self._holding: list[tuple[Look, list[_Holding]]] = []
        self._joints: list[Joint] = []
        for look in looks:
            if isinstance(look, Look):
                self._look(look, plans)
            else:
                self.looked_at[Breadth.FAMILY] += 1
                if all(_holds(said, plans) for said in look.held().parts):
                    self._joints.append(look)

    def _look(self, look: Look, plans: Ints) -> None:
        pattern, ground = look.pattern, look.ground
        everywhere = np.ones(len(ground.scopes), dtype=bool) if look.allowed is None else look.allowed
        where = np.flatnonzero(everywhere)
        if not len(where):
            return
        sets = [n for n, numbers in enumerate(ground.sets) if look.allowed is None or everywhere[numbers].all()]
        alone = ground.alone[everywhere[ground.alone]] if look.alone else np.empty(0, dtype=np.int64)
        for number in sets:
            self.looked_at[ground.breadths[number]] += len(pattern.signs)
        self.looked_at[Breadth.PLACE] += len(alone) * len(pattern.signs)
        found: list[_Holding] = []
        self._holding.append((look, found))
        low, high = np.zeros(len(ground.scopes), dtype=np.int64), np.zeros(len(ground.scopes), dtype=np.int64)
        low[where], high[where] = _extremes(pattern, ground.scopes[where], plans)
        if pattern.signs == (HOLDS,):
            true = low.astype(bool)
            kept = [(number, 0) for number in sets if true[ground.sets[number]].all()]
            _keep(found, HOLDS, kept, alone[true[alone]], None)
            return
        lows = {number: int(low[ground.sets[number]].min()) for number in sets}
        highs = {number: int(high[ground.sets[number]].max()) for number in sets}
        exact = EXACTLY in pattern.signs
        constant = {number for number in sets if exact and lows[number] == highs[number]}
        fixed = low[alone] == high[alone] if exact else np.zeros(len(alone), dtype=bool)
        for sign in pattern.signs:
            if sign == EXACTLY:
                _keep(found, sign, [(n, lows[n]) for n in sets if n in constant], alone[fixed], low)
            elif sign == AT_MOST:
                _keep(found, sign, [(n, highs[n]) for n in sets if n not in constant], alone[~fixed], high)
            else:
                assert sign == AT_LEAST
                _keep(found, sign, [(n, lows[n]) for n in sets if n not in constant], alone[~fixed], low)

    def tested(self, others: Ints, most: Floats, at_most: Callable[[Breadth], int]) -> Iterator[list[Tested]]:
        """What holds, with how many of the other plans it holds in.

        most:    how much can be said of each variable, in bits
        at_most: what holds in more of the other plans is left out, by its breadth
        """
        for look, signs in self._holding:
            yield [*self._sets(look, signs, others, most, at_most), *self._places(look, signs, others, at_most)]

        limit = at_most(Breadth.FAMILY)
        yield [tested for joint in self._joints if (tested := _tested(joint, others, most)).others <= limit]

    def _sets(
        self, look: Look, signs: list[_Holding], others: Ints, most: Floats, at_most: Callable[[Breadth], int]
    ) -> Iterator[Tested]:
        ground, size = look.ground, others.shape[1]
        wanted = [ground.sets[number] for each in signs for number, _ in each.sets]
        if not wanted:
            return
        scopes = np.unique(np.concatenate(wanted))
        place = np.zeros(len(ground.scopes), dtype=np.int64)
        place[scopes] = np.arange(len(scopes))
        measured = _measured(look.pattern, others, ground.scopes[scopes])
        span = int(measured.max()) - int(measured.min()) + 1
        for each in signs:
            possible = span if each.sign == EXACTLY else 1
            for number, k in each.sets:
                numbers = ground.sets[number]
                true = compare(measured[place[numbers]], each.sign, k)
                count = int(np.count_nonzero(true.all(axis=0)))
                if count <= at_most(ground.breadths[number]):
                    single = -np.log2((np.count_nonzero(true, axis=1) + 1) / (size + 1))
                    apart = ground.apart(number)
                    cells = np.unique(ground.scopes[numbers])
                    whole = min(float(single.sum()), float(most[cells[cells != NOBODY]].sum()))
                    sure = float(single[apart].sum()) if count == 0 else 0.0
                    yield Tested(
                        look, each.sign, ground.breadths[number], number, k, count, possible, sure, round(whole, 3)
                    )

    def _places(
        self, look: Look, signs: list[_Holding], others: Ints, at_most: Callable[[Breadth], int]
    ) -> Iterator[Tested]:
        size, limit = others.shape[1], at_most(Breadth.PLACE)
        if limit < 0:
            return
        for each in signs:
            places, ks = each.places, each.ks
            possible = int(np.ptp(ks)) + 1 if each.sign == EXACTLY and len(ks) else 1
            for columns in (others[:, : size // 8], others):  # what holds too often in some of them is done with
                counts = _counts(look, each.sign, places, ks, columns)
                kept = counts <= limit
                places, ks, counts = places[kept], ks[kept], counts[kept]
            for number, k, count in zip(places.tolist(), ks.tolist(), counts.tolist(), strict=True):
                strength = round(-log2((count + 1) / (size + 1)), 3)
                sure = strength * (count == 0)
                yield Tested(look, each.sign, Breadth.PLACE, number, k, count, possible, sure, strength)


def _holds(said: Said, plans: Ints) -> bool:
    """Is it true in all scopes of all plans?"""
    step = max(1, AT_ONCE // max(1, said.scopes.size))
    return all(bool(said.in_all(plans[:, start : start + step]).all()) for start in range(0, plans.shape[1], step))


def _tested(joint: Joint, others: Ints, most: Floats) -> Tested:
    size = others.shape[1]
    held = joint.held()
    true = [part.in_each(others) for part in held.parts]
    count = int(np.count_nonzero(np.logical_and.reduce([each.all(axis=0) for each in true])))
    strength = sum(float(-np.log2((np.count_nonzero(each, axis=1) + 1) / (size + 1)).sum()) for each in true)
    cells = np.unique(np.concatenate([part.scopes.ravel() for part in held.parts]))
    strength = round(min(strength, float(most[cells[cells != NOBODY]].sum())), 3)
    return Tested(joint, HOLDS, Breadth.FAMILY, 0, 0, count, 1, 0.0, strength)


def _keep(found: list[_Holding], sign: str, sets: list[tuple[int, int]], places: Ints, ks: Ints | None) -> None:
    if sets or len(places):
        numbers = np.zeros(len(places), dtype=np.int64) if ks is None else ks[places]
        found.append(_Holding(sign, sets, places, numbers))


def _counts(look: Look, sign: str, places: Ints, ks: Ints, columns: Ints) -> Ints:
    """In how many plans something holds in each of these places."""
    found = np.zeros(len(places), dtype=np.int64)
    step = max(1, AT_ONCE // max(1, columns.shape[1] * look.ground.scopes.shape[1]))
    for start in range(0, len(places), step):
        measured = look.pattern.measured(columns, look.ground.scopes[places[start : start + step]])
        found[start : start + step] = compare(measured, sign, ks[start : start + step, None]).sum(axis=1)
    return found


def _measured(pattern: Pattern, columns: Ints, scopes: Ints) -> Any:
    step = max(1, AT_ONCE // max(1, columns.shape[1] * scopes.shape[1]))
    parts = [pattern.measured(columns, scopes[start : start + step]) for start in range(0, len(scopes), step)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _extremes(pattern: Pattern, scopes: Ints, plans: Ints) -> tuple[Ints, Ints]:
    """The least and the greatest of what is measured in each scope, over all plans."""
    low: Any = None
    high: Any = None
    step = max(1, AT_ONCE // max(1, scopes.size))
    for start in range(0, plans.shape[1], step):
        measured = np.asarray(pattern.measured(plans[:, start : start + step], scopes)).astype(np.int64)
        least, greatest = measured.min(axis=1), measured.max(axis=1)
        low = least if low is None else np.minimum(low, least)
        high = greatest if high is None else np.maximum(high, greatest)
    return low, high
