"""A family of one problem, in another one: the same by what it means.

Each row is each row, however many there are; the next cell, spans and windows of seven, and what is k further keep
their numbers. Groups that people have named are those of the new problem. A family that names lines or cells is found
if they are there, and says so: a person of the same name need not be the same.

Boxes keep their size, with one exception: if they have as many cells as a line, as in Sudoku, that is what they are,
and in a larger square they have as many cells as a line again. 2×2 boxes of 4×4 are 3×3 boxes of 9×9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isqrt

from tacit.carrying.not_carried import NotCarried
from tacit.errors import FamilyError, ProblemError
from tacit.problem.problem import Problem
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, laid_out
from tacit.structure.families import cells_family, star_family
from tacit.structure.family import Family, Kind, restricted
from tacit.structure.finding import find_family
from tacit.structure.phrases import listed
from tacit.structure.said_groups import read_groups

OF_LABELS = (Kind.NEXT_IN_LINE, Kind.TWO_LINES)
OF_CELLS = (Kind.CELLS, Kind.STAR)
BOXES = (Kind.BOXES, Kind.NEXT_IN_BOX)
ACROSS = (Kind.ARRAYS, Kind.BETWEEN, Kind.SAME_POSITION)


@dataclass(frozen=True)
class FoundFamily:
    """A family of the new problem.

    named:   the lines, cells or parts that it names: "row anna"
    missing: those that the new problem does not have; the family is about the others
    """

    family: Family
    named: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class SameFamily:
    """Finds the families of one vocabulary in a problem."""

    def __init__(self, source: Vocabulary, problem: Problem) -> None:
        self.source, self.problem = source, problem
        self.v = problem.vocabulary
        self.before = {array.called: array for array in laid_out(source.names)}
        self.now = {array.called: array for array in laid_out(self.v.names)}

    def find(self, family: Family) -> FoundFamily:
        """The same family there. `NotCarried` says what is missing."""
        chain = [family]
        while chain[-1].uncut is not None:
            chain.append(chain[-1].uncut)
        base, *parts = reversed(chain)
        found = self._base(base)
        for part, parent in zip(parts, [base, *parts], strict=False):
            found = self._cut(found, part, parent)
        return found

    # --- families that were not cut down ---

    def _base(self, family: Family) -> FoundFamily:
        kind = family.key.kind
        if kind in OF_CELLS:
            return self._of_cells(family)
        if kind in ACROSS:
            return FoundFamily(self._read(family.spec))
        array, there = self._array(family)
        if kind in OF_LABELS:
            return self._of_labels(family, array, there)
        text = self._sized(family, array, there) if kind in BOXES else family.spec
        return FoundFamily(self._read(_in_other_array(text, array, there)))

    def _read(self, spec: str) -> Family:
        try:
            return find_family(self.v, spec, self.problem.groups)
        except FamilyError as error:
            raise NotCarried(str(error)) from None

    def _array(self, family: Family) -> tuple[Array, Array]:
        """The array that a family is of, and the one that stands for it in the new problem."""
        array = self.before[family.key.stem]
        there = self.now.get(array.called)
        if there is None and len(self.before) == len(self.now) == 1:
            there = next(iter(self.now.values()))  # called otherwise, but there is no other
        if there is None or there.depth != array.depth:
            shape = "" if there is None else f" with {array.depth} index{'es' * (array.depth > 1)}"
            raise NotCarried(f"there is no array {array.called}{shape} in the new problem")
        return array, there

    def _sized(self, family: Family, array: Array, there: Array) -> str:
        """The text that names boxes, with the size that they have in the new array."""
        p, q = family.key.numbers[:2]
        rows, columns = array.shape
        if not p * q == rows == columns or there.shape == array.shape:
            return family.spec
        n, m = there.shape
        if n != m:
            raise NotCarried(f"boxes with as many cells as a line need a square, and {there.called} is {n}×{m}")
        height = isqrt(n)
        while n % height:
            height -= 1
        if (p == q and height * height != n) or height == 1:
            raise NotCarried(f"a square of {n}×{n} has no {'square ' * (p == q)}boxes with as many cells as a line")
        size = (height, n // height) if p <= q else (n // height, height)
        return re.sub(rf"box {p}x{q}", f"box {size[0]}x{size[1]}", family.spec)

    def _of_labels(self, family: Family, array: Array, there: Array) -> FoundFamily:
        axis, *lines = family.key.numbers
        word = "row" if axis == 1 else "column"
        labels = [array.axes[1 - axis][line] for line in lines]
        named = tuple(f"{word} {label}" for label in labels)
        missing = [name for name, label in zip(named, labels, strict=True) if label not in there.axes[1 - axis]]
        if missing:
            raise NotCarried(f"there is no {listed(missing)} in the new problem")
        return FoundFamily(self._read(_in_other_array(family.spec, array, there)), named)

    def _of_cells(self, family: Family) -> FoundFamily:
        names = [self.source.names[variable] for variable in family.key.numbers]
        missing = [name for name in names if name not in self.v.index]
        if missing:
            raise NotCarried(f"there is no {_few(missing)} in the new problem")
        first, *others = variables = [self.v.index[name] for name in names]
        star = family.key.kind == Kind.STAR
        found = star_family(self.v, first, others) if star else cells_family(self.v, variables)
        return FoundFamily(found, tuple(names))

    # --- what they were cut down to ---

    def _cut(self, found: FoundFamily, part: Family, parent: Family) -> FoundFamily:
        cut = part.key.cuts[-1]
        if isinstance(cut, str):
            return self._of_said_group(found, cut)
        others = [number for number in range(parent.count) if number not in cut]
        without = len(others) < len(cut)
        names = parent.called(others if without else cut)
        there, missing = _groups_of(found.family, names)
        if without:
            kept = set(range(found.family.count)) - there
        else:
            kept = there
            if not kept:
                raise NotCarried(f"there is no {_few(missing)} in the new problem")
        if not kept:
            raise NotCarried(f"nothing is left of {found.family.phrase} without {_few(names)}")
        family = found.family.part(kept)
        return FoundFamily(family, (*found.named, *names), (*found.missing, *missing))

    def _of_said_group(self, found: FoundFamily, name: str) -> FoundFamily:
        if name not in self.problem.groups:
            raise NotCarried(f"the new problem has no group {name!r} in [groups]")
        cells = read_groups(self.v, {name: self.problem.groups[name]})[name]
        try:
            return FoundFamily(restricted(found.family, name, cells), found.named, found.missing)
        except ProblemError as error:
            raise NotCarried(str(error)) from None


def _groups_of(family: Family, names: Iterable[str]) -> tuple[set[int], tuple[str, ...]]:
    """The groups with these names, or in the lines with these names; and the names that nothing has."""
    known: dict[str, set[int]] = {}
    for number in range(family.count):
        for name in (family.name(number), "" if family.line is None else family.line(number)):
            known.setdefault(name, set()).add(number)
    found: set[int] = set()
    missing = []
    for name in names:
        found |= known.get(name, set())
        if name not in known:
            missing.append(name)
    return found, tuple(missing)


def _in_other_array(spec: str, array: Array, there: Array) -> str:
    """A text about one array, for another one."""
    if array.called == there.called:
        return spec
    return spec.removesuffix(f" of {array.called}") + (f" of {there.called}" if there.called else "")


def _few(names: Sequence[str], most: int = 4) -> str:
    return listed(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"
