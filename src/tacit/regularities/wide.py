"""What is looked at in plans if the language is "common": more than what an interview would ask about.

In plans many things can be looked at for nothing; in an interview each candidate may cost a question. So here are all
numbers, all distances in a line, steps of equal length, and relations of three and four cells. docs/using.md lists it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tacit.problem.bounds import ANY_NUMBER, AT_LEAST, AT_MOST, DIFFERENT, EXACTLY, SUM, Bound, count_of
from tacit.problem.common import SIGNS, WEEK, common_language, word_of
from tacit.problem.meaning import truth_values
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.regularities.ground import Ground
from tacit.regularities.looks import looks_of
from tacit.regularities.patterns import OfCells, OfGroup, Pattern, Plain
from tacit.regularities.survey import Joint, Look
from tacit.structure import kinds, kinds_across, kinds_of_steps
from tacit.structure.arrays import Array, laid_out
from tacit.structure.families import families_of
from tacit.structure.family import Family
from tacit.structure.kinds_of_pairs import next_along

FEW = 12  # values, so that each may have rules of its own
FEW_PAIRS = 5  # values, so that each two of them may have rules of their own
SHORT_WINDOWS = (2, 3, 4, 5)
FAR_OFF = 2  # cells down and to the right
FARTHEST = 20  # difference, of those that are looked at one by one
LONGEST = 24  # cells of a line, so that relations of four of its cells are looked at
NUMBERS = (EXACTLY, AT_MOST, AT_LEAST)
# Of two neighbours and of two steps: differences differ, as sizes or with their signs.
DIFFERENCES = {
    "size": ("abs(x - y) != abs(y - z)", "abs(x - y) != abs(z - w)"),
    "sign": ("x - y != y - z", "x - y != z - w"),
}
OF_THREE = ("x != y or y != z", "x + y != z", "x + y == z", "x - y == y - z")
PAIRINGS = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))
CENTRES = ((0, 1, 2), (1, 0, 2), (0, 2, 1))
# Of two cells that are k apart in a line, for every k.
BY_DISTANCE = ("abs(x - y) != {k}", "abs(x - y) >= {k}", "abs(x - y) <= {k}", "y - x != {k}", "x - y != {k}")
# Steps that are alike but for their direction: along lines, along diagonals, both, as a knight moves, …
DIRECTIONS = (
    ((0, 1), (1, 0)),
    ((1, 1), (1, -1)),
    ((0, 1), (1, 0), (1, 1), (1, -1)),
    ((1, 2), (2, 1), (1, -2), (2, -1)),
    ((2, 2), (2, -2)),
)
TWO_PAIRS = ("x != z or y != w",)  # the same pair of values never occurs twice


def looks_of_common(problem: Problem) -> Iterator[Look | Joint]:
    """The catalogue, and the relations that the language has besides."""
    v = problem.vocabulary
    wide = _Wide(v, problem.groups)
    yield from wide.looks()
    known = {Relation.of(each["relation"], v.named_values).name for each in common_language(v, problem.groups)}
    yield from looks_of(problem, [relation for relation in problem.language if relation.name not in known])


class _Wide:
    def __init__(self, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> None:
        self.v, self.groups = vocabulary, groups
        self.arrays = laid_out(vocabulary.names)
        self.named = any(vocabulary.is_named)
        self.values = vocabulary.values.tolist()
        self._says: dict[str, bool] = {}

    # --- where ---

    @cached_property
    def families(self) -> list[Family]:
        return list(families_of(self.v, self.groups))

    @cached_property
    def pairs(self) -> Ground:
        found = list(self.families)
        for array in self.arrays:
            if array.depth == 2:
                steps = range(1, FAR_OFF + 1)
                for down, right in itertools.product(steps, [s * step for step in steps for s in (1, -1)]):
                    if down < array.shape[0] and abs(right) < array.shape[1]:
                        found.append(kinds_of_steps.offset(array, down, right, self.v.names))
        return Ground(2, self.v, found)

    @cached_property
    def wholes(self) -> Ground:
        """What bounds are over."""
        found = [family for family in self.families if family.members is None]
        for array, axis in self.lines():
            lengths = sorted({*SHORT_WINDOWS, WEEK, 2 * WEEK})
            found += [kinds.windows(array, axis, k, self.v.names) for k in lengths if 1 < k < array.shape[axis]]
        return Ground(ANY_NUMBER, self.v, found)

    @cached_property
    def cells(self) -> Ground:
        return Ground(1, self.v, self.families)

    def lines(self) -> Iterator[tuple[Array, int]]:
        for array in self.arrays:
            yield from ((array, axis) for axis in range(array.depth)[::-1] if array.shape[axis] > 2)

    # --- what ---

    def looks(self) -> Iterator[Look | Joint]:
        words = [word_of(value, self.v) for value in self.values] if self.named else list(map(str, self.values))
        yield from self.of_cells(words)
        yield from self.of_groups()
        yield from self.of_pairs(words)
        yield from self.in_all_directions(words)
        if not self.named:
            yield from self.by_distance()
            yield from self.of_steps()
        yield from self.of_positions()

    def of_cells(self, words: Sequence[str]) -> Iterator[Look]:
        if len(words) <= FEW:
            yield from self.plain([f"x != {word}" for word in words], self.cells)
        if not self.named:
            yield Look(OfCells("x", NUMBERS), self.cells)

    def of_groups(self) -> Iterator[Look]:
        yield Look(OfGroup(Bound(DIFFERENT), ()), self.wholes)
        if not self.named:
            yield Look(OfGroup(Bound(SUM, k=None), NUMBERS), self.wholes)
        if len(self.values) <= FEW:
            names = self.v.named_values if self.named else {}
            # Shifts are what people count; that just this number is counted, and no other one, is less likely.
            siblings = 1 if self.named else len(self.values)
            for value in self.values:
                yield Look(OfGroup(Bound(count_of([value], names), k=None), NUMBERS, siblings), self.wholes)

    def of_pairs(self, words: Sequence[str]) -> Iterator[Look]:
        if self.named:
            yield from self.plain(SIGNS[:2], self.pairs)
        else:
            yield from self.plain(SIGNS, self.pairs)
            yield Look(OfCells("abs(x - y)", NUMBERS), self.pairs)
            yield Look(OfCells("y - x", NUMBERS), self.pairs)
            yield Look(OfCells("x + y", (EXACTLY,)), self.pairs)
            span = self.values[-1] - self.values[0]
            yield from self.plain([f"abs(x - y) != {d}" for d in range(1, min(span, FARTHEST) + 1)], self.pairs)
        if len(words) <= FEW_PAIRS:
            yield from self.plain([f"x != {a} or y != {b}" for a in words for b in words], self.pairs)
            yield from self.plain([f"x == {a} or x != y" for a in words], self.pairs)

    def in_all_directions(self, words: Sequence[str]) -> Iterator[Joint]:
        """The same of all cells that are the same step apart, in whichever direction."""
        texts = ["!="]
        if len(words) <= FEW_PAIRS:
            texts += [f"x != {a} or y != {a}" for a in words]
        if not self.named:
            texts += [text for d in (1, 2) if self.says(text := f"abs(x - y) != {d}")]
        for array in self.arrays:
            if array.depth == 2:
                for steps in DIRECTIONS:
                    families = [self.step(array, *step) for step in steps if min(array.shape) > max(step)]
                    if len(families) == len(steps):
                        yield from (Joint(tuple((self.read(text), f) for f in families)) for text in texts)

    def step(self, array: Array, down: int, right: int) -> Family:
        if down and right:
            return kinds_of_steps.offset(array, down, right, self.v.names)
        return next_along(array, 0 if down else 1, max(down, right), self.v.names)

    def by_distance(self) -> Iterator[Joint]:
        """The same of all cells of a line, but for how far apart they are."""
        for array, axis in self.lines():
            families = {k: next_along(array, axis, k, self.v.names) for k in range(1, array.shape[axis])}
            for text in BY_DISTANCE:
                parts = [(self.read(each), families[k]) for k in families if self.says(each := text.format(k=k))]
                yield from self.joint(parts)

    def of_steps(self) -> Iterator[Look | Joint]:
        for array, axis in self.lines():
            length = array.shape[axis]
            if length > LONGEST:
                continue
            equal = {k: kinds_of_steps.equal_steps(array, axis, k, self.v.names) for k in range(1, (length + 1) // 2)}
            two = {k: kinds_of_steps.two_steps(array, axis, k, self.v.names) for k in range(1, length - 2)}
            two = {k: family for k, family in two.items() if family.count}
            for three, four in DIFFERENCES.values():
                of_one = [(self.read(three), equal[1]), *((self.read(four), two[k]) for k in two if k == 1)]
                yield from self.joint(of_one)
                every = [(self.read(three), family) for family in equal.values()]
                yield from self.joint([*every, *((self.read(four), family) for family in two.values())])
            for text in OF_THREE:
                yield from self.joint([(self.read(text), family) for family in equal.values()])
                yield from self.joint([(self.read(text), equal[1])])
                if array.depth == 1 and length > 2:
                    yield from self.joint([(self.read(text), kinds_of_steps.sums_of_places(array, self.v.names))])
            if array.depth == 1:  # all differences of all cells differ
                whole = kinds.whole(array)
                three, four = DIFFERENCES["size"]
                parts = [(self.ordered(three, order), whole) for order in CENTRES]
                yield from self.joint([*parts, *((self.ordered(four, order), whole) for order in PAIRINGS)])

    def of_positions(self) -> Iterator[Joint]:
        for one, other in itertools.combinations(range(len(self.arrays)), 2):
            if self.arrays[one].shape == self.arrays[other].shape and len(self.arrays) <= FEW:
                family = kinds_across.two_positions(self.arrays, one, other, self.v.names)
                for text in TWO_PAIRS:
                    yield from self.joint([(self.read(text), family)])

    # --- help ---

    def plain(self, texts: Sequence[str], ground: Ground) -> Iterator[Look]:
        for text in texts:
            if self.says(text):
                yield Look(self.read(text), ground)

    def joint(self, parts: Sequence[tuple[Pattern, Family]]) -> Iterator[Joint]:
        if parts:
            yield Joint(tuple(parts))

    def read(self, text: str) -> Plain:
        return Plain(Relation.of(text, self.v.named_values))

    def ordered(self, text: str, order: tuple[int, ...]) -> Plain:
        return Plain(Relation.of(text, self.v.named_values), order)

    def says(self, text: str) -> bool:
        """Can it be true, and false?"""
        if text not in self._says:
            self._says[text] = all(truth_values(Relation.of(text, self.v.named_values), self.v))
        return self._says[text]
