"""The common language: relations and bounds that fit the domains of a problem, for whoever does not know which to give.

Each is limited to families, and families that would make too many candidates are left out, so that the bias stays
small. docs/using.md lists the catalogue.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": ["off", "on"] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> for entry in common_language(v)[:4]:
...     print(entry)
{'relation': 'x != off', 'over': ['whole of shift']}
{'relation': 'x != on', 'over': ['whole of shift']}
{'relation': 'alldifferent', 'over': ['column of shift']}
{'relation': 'count(off) <= k', 'over': ['row of shift', 'column of shift', 'whole of shift']}
"""

from __future__ import annotations

import contextlib
import keyword
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import comb
from typing import Any

from tacit.errors import FamilyError
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import DIFFERENT, Bound, count_of
from tacit.problem.expressions import ARGUMENTS, FUNCTIONS, GROUP_WORDS
from tacit.problem.meaning import truth_values
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure import kinds
from tacit.structure.arrays import Array, laid_out
from tacit.structure.families import has_diagonals
from tacit.structure.family import Family, restricted
from tacit.structure.kinds_across import these_cells
from tacit.structure.kinds_of_pairs import next_along
from tacit.structure.said_groups import read_groups

COMMON = "common"
MOST = 90_000  # candidates, about
ALL_PAIRS = 2_000  # as many pairs of variables are compared wherever they are
FEW_NAMED, FEW_NUMBERS = 8, 5  # values, so that each may have rules of its own
NEAR = 3  # distances up to this one are considered in whole lines
WEEK = 7
SIGNS = ("!=", "==", "<", ">", "<=", ">=")


def with_common(definitions: Any, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> Any:
    """A language as people give it, with the word "common" replaced by what it stands for."""
    if isinstance(definitions, str) and definitions == COMMON:
        definitions = [COMMON]
    if isinstance(definitions, (str, Mapping)) or not isinstance(definitions, Iterable):
        return definitions
    given = list(definitions)
    own = [each for each in given if not is_common(each)]
    if len(own) == len(given):
        return given
    # What is given besides is taken as it is given: perhaps it is over other families.
    names = {Relation.of(each, vocabulary.named_values).name for each in own}
    return [*own, *(each for each in common_language(vocabulary, groups) if _name(each, vocabulary) not in names)]


def asks_for_common(definitions: Any) -> bool:
    """Is the word "common" a language as people give it, or in it?"""
    if isinstance(definitions, (list, tuple)):
        return any(map(is_common, definitions))
    return is_common(definitions)


def is_common(definition: Any) -> bool:
    return isinstance(definition, str) and definition == COMMON


def _name(entry: Mapping[str, Any], vocabulary: Vocabulary) -> str:
    return Relation.of(entry["relation"], vocabulary.named_values).name


def common_language(
    vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]] | None = None
) -> list[dict[str, str | list[str]]]:
    """The relations, and what each is over. What people ask for most comes first, and is left out last."""
    over: dict[str, list[str]] = {}
    left = MOST
    for texts, *families in catalogue(vocabulary, groups or {}):
        relations = {text: Relation.of(text, vocabulary.named_values) for text in texts}
        says = [text for text, r in relations.items() if isinstance(r, Bound) or all(truth_values(r, vocabulary))]
        for family in families:
            made = {text: rows_on(relations[text], family, vocabulary) for text in says}
            if sum(made.values()) > left:
                continue
            left -= sum(made.values())
            for text in filter(made.get, says):
                over.setdefault(text, []).extend([] if family is None else [family.spec])
            break
    return [{"relation": text, "over": specs} if specs else {"relation": text} for text, specs in over.items()]


# relations, and what they are over together: the first family that does not make too many; None for all scopes
Entry = tuple[list[str], *tuple[Family | None, ...]]


def catalogue(vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    """All that is considered, the most common first."""
    places = [_Places(array, vocabulary, groups) for array in laid_out(vocabulary.names)]
    placed = {x for place in places for x in place.array.variables}
    rest = [x for x in range(len(vocabulary)) if x not in placed]
    if rest:
        lone = Array("", (tuple(vocabulary.names[x] for x in rest),), {(i,): x for i, x in enumerate(rest)})
        yield from _Places(lone, vocabulary, {}).single(these_cells(rest, vocabulary.names))
    for place in places:
        yield from place.single(place.whole)
        yield from place.whole_groups()
    everywhere = comb(len(vocabulary), 2) <= ALL_PAIRS and len(set(vocabulary.is_named)) == 1
    if everywhere:
        yield list(SIGNS[:2] if all(vocabulary.is_named) else SIGNS), None
    for place in places:
        yield from place.pairs(everywhere=everywhere)


class _Places:
    """The families of one array, and the relations that fit its values."""

    def __init__(self, array: Array, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> None:
        self.array = array
        self.v = vocabulary
        self.said = read_groups(vocabulary, groups)
        self.values = sorted({value for x in array.variables for value in vocabulary.domains[x]})
        self.named = all(vocabulary.is_named[x] for x in array.variables)
        self.few = len(self.values) <= (FEW_NAMED if self.named else FEW_NUMBERS)
        self.axes = [axis for axis in range(array.depth)[::-1] if array.shape[axis] > 1]

    # --- families ---

    @property
    def whole(self) -> Family:
        return kinds.whole(self.array)

    @cached_property
    def lines(self) -> list[Family]:
        return [kinds.lines(self.array, axis) for axis in self.axes] if len(self.axes) > 1 else [self.whole]

    @cached_property
    def blocks(self) -> list[Family]:
        """The blocks of a square that have as many cells as a line."""
        if self.array.depth != 2 or self.array.shape[0] != self.array.shape[1]:
            return []
        n = self.array.shape[0]
        sizes = [(p, n // p) for p in range(2, n) if n % p == 0 and abs(p - n // p) <= 1]
        return [kinds.boxes(self.array, p, q, self.v.names) for p, q in sizes]

    @cached_property
    def groups(self) -> list[Family]:
        """What bounds are over: lines, lines inside said groups, weeks, blocks, diagonals and the whole."""
        array, names = self.array, self.v.names
        found = list(self.lines)
        for family in self.lines:
            lines = set(family.groups())
            for name, cells in self.said.items():
                with contextlib.suppress(FamilyError):
                    cut = restricted(family, name, cells)
                    if not lines.issuperset(cut.groups()):
                        found.append(cut)
        for axis in self.axes:
            if array.shape[axis] > WEEK and array.shape[axis] % WEEK == 0:
                found += [kinds.spans(array, axis, WEEK, names), kinds.windows(array, axis, WEEK, names)]
        found += self.blocks
        if array.depth == 2 and array.shape[0] == array.shape[1] > 2 and has_diagonals(array):
            found.append(kinds.main_diagonals(array))
        if self.whole not in found:
            found.append(self.whole)
        return [family for family in found if family.size > 1]

    def further(self, axis: int, k: int) -> Family:
        return next_along(self.array, axis, k, self.v.names)

    # --- relations ---

    def single(self, family: Family) -> Iterator[Entry]:
        if self.few:
            yield [f"x != {self.word(value)}" for value in self.values], family

    def whole_groups(self) -> Iterator[Entry]:
        for family in self.groups:
            yield [DIFFERENT.text], family
        if self.few:
            names = self.v.named_values if self.named else {}
            counts = [count_of([value], names).text for value in self.values]
            counts = [count for count in counts if not {"'", '"'} <= set(count)]  # which has no form as a text
            for family in self.groups:
                yield [f"{count} {sign} k" for count in counts for sign in ("<=", ">=")], family
        if not self.named:
            for family in self.groups:
                yield ["sum <= k", "sum >= k"], family

    def pairs(self, *, everywhere: bool) -> Iterator[Entry]:
        neighbours = [self.further(axis, 1) for axis in self.axes]
        if self.named and self.few:
            words = [self.word(value) for value in self.values]
            for family in neighbours:
                yield [f"x != {a} or y != {b}" for a in words for b in words], family
            for family in self.lines:
                yield [f"x == {a} or x != y" for a in words], family
        if not everywhere:
            for lines, near in zip(self.lines, neighbours, strict=True):
                yield list(SIGNS[:2] if self.named else SIGNS), lines, near
            for family in self.blocks:
                yield list(SIGNS[:2] if self.named else SIGNS), family
        if not self.named:
            span = self.values[-1] - self.values[0]
            small = range(1, min(NEAR, span) + 1)
            for lines, near in zip(self.lines, neighbours, strict=True):
                yield [f"abs(x - y) != {d}" for d in small], lines, near
                yield [f"abs(x - y) == {d}" for d in small], lines, near
                yield [f"abs(x - y) >= {d}" for d in small if d > 1], lines, near
                yield ["x - y == 1", "y - x == 1"], lines, near
            for axis in self.axes:  # as queens do: abs(x - y) != abs(i - j), with i and j the places in the line
                for k in range(NEAR + 1, min(self.array.shape[axis] - 1, span) + 1):
                    yield [f"abs(x - y) != {k}"], self.further(axis, k)

    def word(self, value: int) -> str:
        return word_of(value, self.v) if self.named else str(value)


def word_of(value: int, vocabulary: Vocabulary) -> str:
    """A value that has a name, as it is written in a relation."""
    name = next(name for name, number in vocabulary.named_values.items() if number == value)
    plain = name.isidentifier() and not keyword.iskeyword(name)
    return name if plain and name not in (*ARGUMENTS, *FUNCTIONS, *GROUP_WORDS) else repr(name)


def rows_on(relation: Relation, family: Family | None, vocabulary: Vocabulary) -> int:
    """How many candidates a relation makes on a family, about: not all groups need be alike."""
    if family is None:
        return comb(len(vocabulary), relation.arity)
    if not isinstance(relation, Bound):
        return family.count * comb(family.size, relation.arity)
    group = family.group(0)
    if relation.measure.is_different:
        enough = len(set().union(*(vocabulary.domains[x] for x in group))) >= len(group)
        return family.count if enough else 0
    low, high = BoundRows(vocabulary, 0, []).span(relation.measure, relation.sign, group)
    return family.count * (high - low)
