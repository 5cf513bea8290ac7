"""What might explain gaps: relations on families, the likeliest first.

First come the relations of the language over other families, then the catalogue of common relations
(`problem/common.py`), then the same over further families, and relations with numbers that the gaps suggest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import comb, log
from typing import NamedTuple

import numpy as np

from tacit.problem.bounds import DIFFERENT, EXACTLY, SUM, Bound, Measure, count_of
from tacit.problem.common import FEW_NUMBERS, WEEK, catalogue, word_of
from tacit.problem.meaning import truth_values
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Codes
from tacit.structure import kinds
from tacit.structure.arrays import Array, laid_out
from tacit.structure.families import cells_family, families_of, fits
from tacit.structure.family import NOBODY, Family, Key, Kind

# Families of larger groups, which bounds are over.
OF_BOUNDS = {
    *(Kind.WHOLE, Kind.LINES, Kind.PLANES, Kind.BOXES, Kind.SPANS, Kind.WINDOWS),
    *(Kind.MAIN_DIAGONALS, Kind.DIAGONALS, Kind.ARRAYS, Kind.SAME_POSITION),
}
PAIRS = ("!=", ">=", "<=", ">", "<", "==")
RARE = {"==": 2.0, "x + y": 3.0}  # nats against what is seldom meant, though it explains much
NUMBER_OR_NAME = re.compile(r"\b(?!(?:abs|or|x|y)\b)\w+|'[^']*'")
PRESENT, COMMON = 3.0, 1.0  # nats for what is in the language, or in the catalogue
EXACT = {"sum": 2.0, "count": -4.0, "alldifferent": 0.0}  # sums are more often exact than counts
SPANS_OF_TWO = 5.0
PAIRS_OF_NAMES = ("!=", "==")
# What is measured of two numbers, as it is written.
MEASURED: dict[str, Callable[[int, int], int]] = {
    "abs(x - y)": lambda x, y: abs(x - y),
    "x - y": lambda x, y: x - y,
    "y - x": lambda x, y: y - x,
    "x + y": lambda x, y: x + y,
}
LARGE = 1 << 40  # more than any sum
FEW = 8  # different numbers that gaps suggest for one measure


class Suggestion(NamedTuple):
    """A relation on a family; None stands for all scopes.

    present: the relation is in the language, but not over this family
    nats:    how likely it is by itself that this is meant, as a logarithm
    """

    relation: Relation
    family: Family | None
    present: bool
    nats: float


class Considered:
    """All that is considered for some gaps."""

    def __init__(self, problem: Problem, gaps: Sequence[Codes], yes: Sequence[Codes]) -> None:
        self.problem, self.v = problem, problem.vocabulary
        self.gaps = np.stack(gaps)
        self.yes = yes
        self.cells = [np.flatnonzero(gap >= 0).tolist() for gap in gaps]
        self.arrays = laid_out(self.v.names)
        self.language = {relation.name: relation for relation in problem.language}
        self._seen: set[tuple[str, Key | None]] = set()
        self._says: dict[str, bool] = {}

    def suggestions(self) -> Iterator[Suggestion]:
        """Each once."""
        for relation in self.problem.language:
            yield from self._fresh(relation, self._families_for(relation), PRESENT)
        for texts, *families in catalogue(self.v, self.problem.groups):
            for family in families:
                for text in self._with_exactly(texts):
                    yield from self._fresh(self._read(text), [family], COMMON)
        for relation in [*self._bounds(), *self._plain()]:
            yield from self._fresh(relation, self._families_for(relation))
        for cells in self.cells:
            if len(cells) > 2 and not any(family.holding(cells) for family in self._of_bounds):
                for relation in self._bounds():
                    yield from self._fresh(relation, [cells_family(self.v, cells)])

    def _fresh(self, relation: Relation, families: Iterable[Family | None], nats: float = 0.0) -> Iterator[Suggestion]:
        """What was not suggested before, and makes sense."""
        own = self.problem.over.get(relation.name, (None,)) if relation.name in self.language else ()
        for family in families:
            seen = relation.name, None if family is None else family.key
            if seen in self._seen or family in own:
                continue
            self._seen.add(seen)
            if self._makes_sense(relation, family):
                simple = self._of_relation(relation) + self._of_family(family)
                yield Suggestion(relation, family, relation.name in self.language, nats + simple)

    def _of_relation(self, relation: Relation) -> float:
        """There are many numbers, and more pairs of values: the more others of its form, the less likely it is."""
        each = log(max(2, self.v.n_codes))
        if isinstance(relation, Bound):
            kind, exact = relation.measure.kind, relation.sign == EXACTLY
            return EXACT[kind] * exact - each * (kind == "count") - (not relation.measure.is_different)
        if relation.name in self.language or relation.name == "!=":
            return 0.0
        rare = next((nats for text, nats in RARE.items() if relation.name.startswith(text)), 1.0)
        return -each * len(NUMBER_OR_NAME.findall(relation.name)) - rare

    def _of_family(self, family: Family | None) -> float:
        if family is None:
            return 0.0
        if family.key.kind == Kind.CELLS:
            return -log(comb(len(self.v), family.size))
        if family.key.kind == Kind.NEXT:  # the next one is meant more often than the one 5 further
            return -log(1 + family.key.numbers[1])
        if family.key.kind == Kind.SPANS and family.size == 2:  # as a pattern they say less than neighbours do
            return -SPANS_OF_TWO
        if family.key.kind == Kind.WINDOWS:
            return -log(max(1, *(shape for array in self.arrays for shape in array.shape)))
        return -log(max(1, self._siblings[family.sort]))

    @cached_property
    def _siblings(self) -> Counter[str]:
        """How many families there are of each sort."""
        return Counter(family.sort for family in self._families)

    @cached_property
    def _families(self) -> list[Family]:
        return list(families_of(self.v, self.problem.groups))

    def _makes_sense(self, relation: Relation, family: Family | None) -> bool:
        if isinstance(relation, Bound):
            named = self.v.is_named
            return (
                family is not None
                and family.size > 1
                and (relation.measure.kind != "sum" or not any(named[x] for x in family.group(0)))
            )
        if relation.name not in self._says:
            self._says[relation.name] = relation.name in self.language or all(truth_values(relation, self.v))
        return self._says[relation.name] and (family is None or family.size >= relation.arity)

    def _read(self, text: str) -> Relation:
        return self.language.get(text) or Relation.of(text, self.v.named_values)

    # --- families ---

    def _families_for(self, relation: Relation) -> list[Family | None]:
        if isinstance(relation, Bound):
            return list(self._of_bounds)
        if relation.arity == 1:
            return [None, *(family for family in self._touched if fits(family, 1))]
        return [*(family for family in self._touched if family.size >= relation.arity), None]

    @cached_property
    def _touched(self) -> list[Family]:
        """The families with a group that holds two cells of a gap, or the only one; without parts of others."""
        found = []
        for family in self._families:
            single = family.key.kind == Kind.NEXT_IN_LINE or any(isinstance(cut, tuple) for cut in family.key.cuts)
            if not single and any(self._most_inside(family) >= self._sizes):
                found.append(family)
        return found

    @cached_property
    def _sizes(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array([min(2, len(cells)) for cells in self.cells])

    def _most_inside(self, family: Family) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """For each gap, the most of its cells that are in one group."""
        table = family.table()
        inside = (self.gaps[:, table] >= 0) & (table != NOBODY)
        found: np.ndarray[tuple[int], np.dtype[np.int64]] = inside.sum(axis=2).max(axis=1)
        return found

    @cached_property
    def _of_bounds(self) -> list[Family]:
        """The families that bounds may be over: those of three cells and more, and windows as long as the gaps are."""
        found = [f for f in self._touched if f.key.kind in OF_BOUNDS and f.size > 2]
        for array in self.arrays:
            for axis in range(array.depth):
                found += [kinds.windows(array, axis, k, self.v.names) for k in self._lengths(array, axis)]
        # Lines are what people mean most often, and then what is short.
        return sorted(found, key=lambda family: (family.key.kind != Kind.LINES, family.size))

    def _lengths(self, array: Array, axis: int) -> list[int]:
        """How long a window must be to hold a gap that lies in one line; and weeks, if there are such gaps."""
        place = {variable: position for position, variable in array.cells.items()}
        found = set()
        for cells in self.cells:
            if len(cells) < 2 or not all(x in place for x in cells):
                continue
            where = [place[x] for x in cells]
            if len({(*p[:axis], *p[axis + 1 :]) for p in where}) == 1:
                along = [p[axis] for p in where]
                found.update({max(along) - min(along) + 1, WEEK, 2 * WEEK})
        return sorted(k for k in found if 2 < k < array.shape[axis])

    # --- relations ---

    def _with_exactly(self, texts: Sequence[str]) -> list[str]:
        """The catalogue has "at most" and "at least"; together they are "exactly"."""
        exactly = [text.replace("<= k", "== k") for text in texts if text.endswith("<= k")]
        return [*exactly, *texts]

    def _bounds(self) -> Iterator[Bound]:
        """All that can be measured of the gaps, with the number open."""
        measures: list[Measure] = []
        numbers = [x for cells in self.cells for x in cells if not self.v.is_named[x]]
        if numbers:
            measures.append(SUM)
        if len(self._values) <= max(FEW_NUMBERS, FEW):
            measures += [count_of([value], self._names) for value in self._values]
        yield Bound(DIFFERENT)
        for measure in measures:
            if not {"'", '"'} <= set(measure.text):  # which has no form as a text
                yield from (Bound(measure, sign, None) for sign in ("==", "<=", ">="))

    @cached_property
    def _values(self) -> list[int]:
        """The values in the gaps, the most frequent first."""
        given = self.gaps[self.gaps >= 0]
        codes, times = np.unique(given, return_counts=True)
        return self.v.values[codes[np.argsort(-times, kind="stable")]].tolist()

    @cached_property
    def _names(self) -> dict[str, int]:
        return self.v.named_values if any(self.v.is_named[x] for cells in self.cells for x in cells) else {}

    def _plain(self) -> Iterator[Relation]:
        """Relations of one and two cells that the gaps suggest."""
        texts: list[str] = []
        for gap, cells in zip(self.gaps, self.cells, strict=True):
            values = self.v.values[gap[cells]].tolist()
            words = [
                word_of(value, self.v) if self.v.is_named[x] else str(value)
                for x, value in zip(cells, values, strict=True)
            ]
            if len(cells) == 1:
                texts.append(f"x != {words[0]}")
            if len(cells) == 2:
                if all(self.v.is_named[x] for x in cells):
                    a, b = words
                    texts += [*PAIRS_OF_NAMES, f"x != {a} or y != {b}", f"x != {b} or y != {a}"]
                    texts += [f"x == {a} or x != y"] * (a == b)
                elif not any(self.v.is_named[x] for x in cells):
                    texts += PAIRS
        texts += self._with_numbers()
        for text in dict.fromkeys(texts):
            yield self._read(text)

    def _with_numbers(self) -> Iterator[str]:
        """What may be required of the sum, the difference or the distance of two numbers."""
        pairs = [
            (gap, cells)
            for gap, cells in zip(self.gaps, self.cells, strict=True)
            if len(cells) == 2 and not any(self.v.is_named[x] for x in cells)
        ]
        for text, measure in MEASURED.items():
            least = -LARGE if text == "x + y" else 1  # what differences say of 0 and less is said in a simpler way
            wrong = sorted({self._measured(measure, gap, cells) for gap, cells in pairs})
            yield from (f"{text} != {d}" for d in wrong[:FEW] if d >= least)
            yield from (f"{text} <= {d - 1}" for d in wrong[:FEW] if d - 1 >= least)
            yield from (f"{text} >= {d + 1}" for d in wrong[-FEW:][::-1] if d >= least)
            for _, cells in pairs:
                fine = {self._measured(measure, example, cells) for example in self.yes if (example[cells] >= 0).all()}
                yield from (f"{text} == {d}" for d in fine if len(fine) == 1 and d >= least)

    def _measured(self, measure: Callable[[int, int], int], example: Codes, cells: Sequence[int]) -> int:
        return measure(*self.v.values[example[list(cells)]].tolist())
