"""Groups without names, found by few questions: whom does a variable meet, and which groups does that make?

Two variables meet if something is required of them. The first group is found around one variable: whom it meets, and
who of these meet one another. Then every other variable is placed against a group that is known: which of its members
does it meet? Those that meet the same members are taken for a group, and one rule about all of them proves it.

A question is a star: "v12 with v3, v7 or v40: may they have any values?" It is chosen so that both answers are about
equally likely. How likely they are comes from what is known by then: groups have about the same size, meet in so many
members, and a variable is in so many of them. Nothing here proves anything: answers do, and whatever is left open when
there are no more questions of this kind is for the rest of the learner.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import numpy as np

from tacit.guided.known_pairs import Group, Known, Matrix, Star
from tacit.guided.outsiders import Outsiders
from tacit.guided.weights import Floats
from tacit.structure.places import Ints

DENSITY = 0.2  # how likely two variables are to meet before anything is known, and …
CLOSED = 0.4  # … two that meet a third one
MEETS_NOBODY = 0.2  # how likely an outsider is to meet nobody of a group, at first and …
MOST_NOBODY = 0.5  # … at most, where nothing is known about this group
RECENT = 40  # the last questions show which group is being worked at


def next_question(known: Known) -> Star | Group | None:
    """A star, or variables of which all pairs may meet; None if there is nothing of this kind to ask."""
    closed = [group for group in known.groups if len(group) > 2 and known.is_closed(group)]
    found = Placing(known, closed).question() if closed else None
    if found is None:
        grouped = frozenset().union(*closed)
        found = _first_group(known, [x for x in range(known.n) if x not in grouped])
    return found


# --- the first group ---


def _first_group(known: Known, among: list[int]) -> Star | Group | None:
    """Among variables in no group: whom the one meets that meets most others, and who of these meet one another."""
    if len(among) < 3:
        return None
    x = among[int(np.argmax(known.meets[np.ix_(among, among)].sum(axis=1)))]
    if known.asked and len(among) == known.n:
        x = known.asked[0].centre  # one variable is searched for a first group, not one after the other
    unknown = [y for y in among if known.open[x, y]]
    if unknown:
        return _search(known, x, unknown, among, DENSITY, 20)
    chain, left = [x], [y for y in among if known.meets[x, y]]
    while left:
        decided = known.meets[np.ix_(left, left)].astype(int) + known.free[np.ix_(left, left)]
        y = left[int(np.argmax(decided.sum(axis=1)))]
        unknown = [w for w in left if known.open[y, w]]
        if unknown:
            return _search(known, y, unknown, left, CLOSED, 5)
        chain.append(y)
        left = [w for w in left if known.meets[y, w]]
        group = frozenset(chain + left)
        if len(group) > 2 and known.is_possible(group):
            return group
    return None


def _search(known: Known, x: int, unknown: list[int], among: Sequence[int], rate: float, trust: int) -> Star:
    """So many of those of whom it is unknown that x meets one of them with even odds.

    rate: how likely x was to meet any of them before anything was known; trust: how many cases that is worth
    """
    met, free = int(known.meets[x, among].sum()), int(known.free[x, among].sum())
    missed = 1 - (met + trust * rate) / (met + free + trust)
    waiting = [star.others for star in known.stars if star.centre == x and set(unknown).issuperset(star.others)]
    cells = min(waiting, key=lambda others: (len(others), others)) if waiting else unknown
    most = len(cells) - 1 if waiting else len(cells)
    some = 1 - missed ** len(cells) if waiting else 1.0
    odds = [round(abs((1 - missed**k) / some - 0.5), 6) for k in range(1, most + 1)]
    return Star(x, tuple(cells[: 1 + odds.index(min(odds))]))


# --- all others ---


class Placing:
    """What the known groups have in common, and where every other variable is placed against each of them."""

    def __init__(self, known: Known, closed: list[Group]) -> None:
        self.known = known
        sizes = Counter(map(len, closed))
        self.size = max(sizes, key=lambda size: (sizes[size], size))
        self.groups = closed + [g for g in known.groups if len(g) >= self.size and g not in closed]
        self.shared = np.zeros(known.n + 1)  # how often two groups share so many members
        for one, other in itertools.combinations(self.groups, 2):
            self.shared[len(one & other)] += 1
        self.shared[0] = 0
        self.room = self._room()
        self.outsiders = [Outsiders(self, group) for group in self.groups]
        none, seen = (sum(getattr(each, what) for each in self.outsiders) for what in ("none", "seen"))
        self.nobody = min((none + MEETS_NOBODY) / (seen + 1), MOST_NOBODY)
        self.twice = self._twice()
        sets = [pair for each in self.outsiders for pair in itertools.combinations(each.members, 2)]
        self.overlap = (sum(len(set(a) & set(b)) > 1 for a, b in sets) + 0.5) / (len(sets) + 3)

    def _room(self) -> Floats:
        """How likely it is that a variable is in one group more: those that are in the most groups hardly are."""
        count = np.zeros(self.known.n, dtype=np.int64)
        for group in self.groups:
            count[sorted(group)] += 1
        full = count == count.max()
        return np.where(full, 0.3 / (full.sum() + 1), 1.0) if full.sum() > 2 else np.ones(self.known.n)

    def _twice(self) -> Floats:
        """How much less likely it is to meet a member that another one of the same group meets already: for outsiders
        that meet several members, and for those that meet one."""
        found = sum((each.met_twice() for each in self.outsiders), np.zeros((2, 2, 2)))
        rate = (found[0] + 0.3) / (found.sum(axis=0) + 1)
        return np.minimum(rate[1] / rate[0], 1.0)

    def question(self) -> Star | Group | None:
        asked = self.known.asked[-RECENT:]

        def recent(each: Outsiders) -> int:
            return sum(star.centre not in each.group and each.group.issuperset(star.others) for star in asked)

        settled: list[Outsiders] = []
        for each in sorted(self.outsiders, key=lambda e: (-recent(e), -e.unplaced, min(e.group))):
            each.believe()
            found = each.complete() or each.star() or each.join()
            if found is not None:
                return found
            settled.append(each)
        return next((group for each in settled for group in each.smaller()), None) or self._by_analogy()

    def _by_analogy(self) -> Group | None:
        """Variables that meet if groups are joined by others as elsewhere.

        Two groups without a common member are tied if a third one shares two or more members with each of them. If
        each group of a variable is tied to one of another variable, and such pairs meet elsewhere, they may meet, too.
        """
        known = self.known
        inside = np.zeros((known.n, len(self.groups)), dtype=np.int64)
        for number, group in enumerate(self.groups):
            inside[sorted(group), number] = 1
        tied = _tied(inside)
        for number, group in enumerate(self.groups):  # a pair of one group says nothing if that group itself is used
            here = np.ix_(sorted(group), sorted(group))
            tied[here] = _tied(np.delete(inside, number, axis=1))[here]
        met, free = int((tied & known.meets).sum()) / 2, int((tied & known.free).sum()) / 2
        if (met + 0.3) / (met + free + 1) < 0.5:
            return None
        likely = known.open & tied
        fits = likely | known.meets
        for x, y in np.argwhere(np.triu(likely, 1)).tolist():
            clique = [x, y]
            while len(clique) < self.size:
                more = np.flatnonzero(fits[clique].all(axis=0))
                if not len(more):
                    break
                clique.append(int(more[int(np.argmax(known.open[clique][:, more].sum(axis=0)))]))
            if len(clique) == self.size and known.is_possible(frozenset(clique)):
                return frozenset(clique)
        return None


def _tied(inside: Ints) -> Matrix:
    """For each two variables: is each group of one tied to a group of the other? `inside`: variables × groups."""
    shared = inside.T @ inside
    near = (shared >= 2).astype(np.int64)
    np.fill_diagonal(near, 0)
    tied = ((near @ near > 0) & (shared == 0)).astype(np.int64)
    count = inside.sum(axis=1)
    all_tied = (inside @ (tied @ inside.T > 0).astype(np.int64) == count[:, None]) & (count > 0)[:, None]
    found: Matrix = all_tied & all_tied.T
    return found
