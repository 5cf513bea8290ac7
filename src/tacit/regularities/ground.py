"""Where patterns are looked at: the scopes of one size, and the families that they make up.

A scope that lies in several families is looked at once. Each family is then a set of scopes; so is each of its groups,
where a single group may have a rule of its own; and each scope by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from tacit.problem.bounds import ANY_NUMBER
from tacit.problem.common import WEEK
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import cells_family, fits
from tacit.structure.family import NOBODY, Family, Ints, Kind

FAR = 1 << 62
MOST_SCOPES = 60_000  # of one family; a family of more is not looked at
OF_SINGLE_LINES = (Kind.NEXT_IN_LINE, Kind.TWO_LINES)
NATURAL = {
    *(Kind.WHOLE, Kind.LINES, Kind.PLANES, Kind.MAIN_DIAGONALS, Kind.DIAGONALS, Kind.ARRAYS, Kind.SAME_POSITION),
    *(Kind.EQUAL_STEPS, Kind.TWO_STEPS, Kind.TWO_POSITIONS, Kind.SUMS_OF_PLACES),
}
# Families whose single groups are no places for a rule of their own.
WITHOUT_PARTS = (Kind.WINDOWS, Kind.DIAGONALS)


class Breadth(IntEnum):
    """How many such places there are: rules about them are the less likely to be meant, the more there are."""

    FAMILY = 0  # everywhere
    PART = 1  # one line, two lines, a block
    PLACE = 2  # one scope


class Ground:
    """The scopes of one size (or groups of any size) with what they make up.

    scopes: a line each, in the order of the relation's arguments; groups are filled up with nobody
    sets:   the numbers of the scopes that make up each family
    """

    def __init__(self, arity: int, vocabulary: Vocabulary, families: Iterable[Family]) -> None:
        self.arity, self._v = arity, vocabulary
        found = [family for family in families if self._is_place(family)]
        tables = [family.table() if arity == ANY_NUMBER else family.scopes(arity) for family in found]
        width = max((table.shape[1] for table in tables), default=1)
        self.sets: list[Ints] = []
        self.families: list[Family] = []
        self.breadths: list[Breadth] = []
        self._named: dict[int, tuple[Family, int]] = {}
        self._apart: dict[int, Ints] = {}
        self.scopes, numbered = _each_once([_filled(table, width) for table in tables], width, arity != ANY_NUMBER)
        seen: set[bytes] = set()
        for family, numbers in zip(found, numbered, strict=True):
            if arity == ANY_NUMBER:
                for i, number in enumerate(numbers.tolist()):
                    self._named.setdefault(number, (family, i))
            same = np.sort(numbers).tobytes()
            if len(numbers) and same not in seen:
                seen.add(same)
                self.sets.append(numbers)
                self.families.append(family)
                self.breadths.append(breadth_of(family))
        single = {int(numbers[0]) for numbers in self.sets if len(numbers) == 1}
        # A scope that is the only one of a family is looked at there.
        self.alone: Ints = np.array(
            [n for n in range(len(self.scopes)) if n not in single and self._has_single_rules(n)], dtype=np.int64
        )

    def _is_place(self, family: Family) -> bool:
        if self.arity == ANY_NUMBER:
            return family.size > 2
        if family.size < self.arity or not fits(family, self.arity):
            return False
        chosen = 1
        for i in range(self.arity):
            chosen = chosen * (family.size - i) // (i + 1)
        return chosen * family.count <= MOST_SCOPES

    def _has_single_rules(self, number: int) -> bool:
        if self.arity == ANY_NUMBER:
            return self._named[number][0].key.kind not in WITHOUT_PARTS
        return self.arity <= 2

    def apart(self, number: int) -> Ints:
        """Some scopes of a set, by their places in it, that have no cell in common: the first one that fits, …"""
        found = self._apart.get(number)
        if found is None:
            used: set[int] = {NOBODY}
            chosen = []
            for i, scope in enumerate(self.scopes[self.sets[number]].tolist()):
                cells = set(scope) - {NOBODY}
                if not used & cells:
                    used |= cells
                    chosen.append(i)
            found = self._apart[number] = np.array(chosen, dtype=np.int64)
        return found

    def family_of(self, number: int) -> Family:
        """A family of one scope."""
        if self.arity == ANY_NUMBER:
            family, group = self._named[number]
            return family.part([group])
        return cells_family(self._v, self.scopes[number].tolist())


def _filled(table: Ints, width: int) -> Ints:
    wide = np.full((len(table), width), NOBODY, dtype=np.int64)
    wide[:, : table.shape[1]] = table
    return wide


def _each_once(tables: list[Ints], width: int, ordered: bool) -> tuple[Ints, list[Ints]]:
    """All rows of some tables, each once, in the order in which they come; and for each table, which of them it has.

    ordered: do rows with the same cells in another order differ?
    """
    rows = np.concatenate([np.empty((0, width), dtype=np.int64), *tables])
    keys = rows if ordered else np.sort(rows, axis=1)
    base = int(rows.max(initial=0)) + 2
    if base**width < FAR:  # as one number each, which are faster to compare
        _, first, which = np.unique((keys + 1) @ base ** np.arange(width), return_index=True, return_inverse=True)
    else:
        _, first, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first, kind="stable")] = np.arange(len(first))
    ends = np.cumsum([len(table) for table in tables])[:-1]
    return rows[np.sort(first)], np.split(rank[which.ravel()], ends) if tables else []


def breadth_of(family: Family) -> Breadth:
    if family.key.kind in OF_SINGLE_LINES or any(isinstance(cut, tuple) for cut in family.key.cuts):
        return Breadth.PART
    return Breadth.PLACE if family.key.kind in (Kind.CELLS, Kind.STAR) else Breadth.FAMILY


def is_natural(family: Family) -> bool:
    """Is it a family that people speak of, and not one among many of its kind?"""
    kind, numbers = family.key.kind, family.key.numbers
    if kind == Kind.NEXT:
        return numbers[1] == 1
    if kind in (Kind.SPANS, Kind.WINDOWS):
        return numbers[1] == WEEK
    if kind == Kind.BOXES:
        return family.size == family.count  # as many blocks as cells in each: those of a Sudoku
    if kind == Kind.OFFSET:
        return numbers[0] == abs(numbers[1]) == 1
    return kind in NATURAL
