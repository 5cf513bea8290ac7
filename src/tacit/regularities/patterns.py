"""What is looked at in plans: relations, and measures with a number that the plans give.

Plans are the columns of a matrix of values, one row for each variable, and a last row for nobody, which fills up groups
that are not all of one size. A pattern looks at many scopes and many plans at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.problem.bounds import ANY_NUMBER, AT_LEAST, AT_MOST, EXACTLY, Bound, Measure
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Codes, Vocabulary
from tacit.structure.family import NOBODY, Ints

Bools = NDArray[np.bool_]
HOLDS = ""  # the sign of a relation without a number


def as_columns(examples: list[Codes], vocabulary: Vocabulary) -> Ints:
    """Complete examples as the columns of a matrix, with a last row for nobody."""
    table = np.zeros((len(vocabulary) + 1, len(examples)), dtype=np.int64)
    if examples:
        table[:-1] = vocabulary.values[np.stack(examples, axis=1)]
    return table


class Pattern(ABC):
    """Something that can be said of a scope.

    arity: as that of a relation; `ANY_NUMBER` for whole groups
    signs: how what is measured is compared with a number; `HOLDS` if the pattern is true or false by itself
    order: which cell of a scope each argument of a relation is; empty for the order of the scope
    """

    arity: int
    signs: tuple[str, ...] = (HOLDS,)
    order: tuple[int, ...] = ()
    # Are there many of its kind, one for each value or number? Then each of them is less likely to be meant.
    siblings: int = 1

    @abstractmethod
    def measured(self, columns: Ints, scopes: Ints) -> Any:
        """What is measured in each scope (a line each) of each plan: scopes × plans; True and False if it `HOLDS`."""

    @abstractmethod
    def relation(self, sign: str, k: int) -> Relation:
        """What is said, with its number."""


class Plain(Pattern):
    """A relation without an open number."""

    def __init__(self, relation: Relation, order: tuple[int, ...] = ()) -> None:
        self._relation = relation
        self.arity, self.order = relation.arity, order

    def measured(self, columns: Ints, scopes: Ints) -> Bools:
        ordered = scopes[:, list(self.order)] if self.order else scopes
        return self._relation.accepts(*(columns[each] for each in ordered.T))

    def relation(self, sign: str, k: int) -> Relation:
        return self._relation


class OfGroup(Pattern):
    """A measure of a whole group: a sum, a count, or whether all differ."""

    arity = ANY_NUMBER

    def __init__(self, bound: Bound, signs: tuple[str, ...], siblings: int = 1) -> None:
        self._bound = bound
        self._measure: Measure = bound.measure
        self.siblings = siblings
        self.signs = (HOLDS,) if self._measure.is_different else signs
        self._sums = np.int16 if self._measure.kind == "count" else np.int64

    def measured(self, columns: Ints, scopes: Ints) -> Any:
        """Groups of one size are looked at together."""
        sizes = np.count_nonzero(scopes != NOBODY, axis=1)
        if (sizes == scopes.shape[1]).all():
            return self._of_one_size(columns, scopes)
        kind = bool if self._measure.is_different else self._sums
        found = np.zeros((len(scopes), columns.shape[1]), dtype=kind)
        for size in np.unique(sizes).tolist():
            mine = np.flatnonzero(sizes == size)
            found[mine] = self._of_one_size(columns, np.sort(scopes[mine], axis=1)[:, scopes.shape[1] - size :])
        return found

    def _of_one_size(self, columns: Ints, scopes: Ints) -> Any:
        if self._measure.is_different:
            table = np.sort(columns[scopes], axis=1)
            return (table[:, 1:] != table[:, :-1]).all(axis=1)
        if scopes.size < len(columns):
            return self._weights(columns[scopes]).sum(axis=1, dtype=self._sums)
        return self._weights(columns)[scopes].sum(axis=1, dtype=self._sums)

    def _weights(self, table: Ints) -> Any:
        """What each value adds. One value is looked for in the quickest way."""
        if self._measure.kind != "count":
            return table
        if len(self._measure.values) > 1:
            return self._measure.weights(table).astype(bool)
        value = self._measure.values[0]
        return table != value if self._measure.negated else table == value

    def relation(self, sign: str, k: int) -> Relation:
        return self._bound if sign == HOLDS else self._bound.with_number(k, sign)


@dataclass(frozen=True)
class _Text:
    """How a measure of one or two cells is written: "abs(x - y)"."""

    text: str
    arity: int
    function: Callable[..., Any] = field(compare=False)


OF_CELLS: Mapping[str, _Text] = {
    "x": _Text("x", 1, lambda x: x),
    "abs(x - y)": _Text("abs(x - y)", 2, lambda x, y: abs(x - y)),
    "y - x": _Text("y - x", 2, lambda x, y: y - x),
    "x + y": _Text("x + y", 2, lambda x, y: x + y),
}


class OfCells(Pattern):
    """A measure of one or two cells, compared with a number: abs(x - y) >= 3."""

    def __init__(self, text: str, signs: tuple[str, ...]) -> None:
        self._text = OF_CELLS[text]
        self.arity, self.signs = self._text.arity, signs

    def measured(self, columns: Ints, scopes: Ints) -> Any:
        return self._text.function(*(columns[each] for each in scopes.T))

    def relation(self, sign: str, k: int) -> Relation:
        return Relation.of(f"{self._text.text} {sign} {k}")


class Said(NamedTuple):
    """A pattern with its sign and number, on some scopes."""

    pattern: Pattern
    sign: str
    k: int
    scopes: Ints

    def in_each(self, columns: Ints) -> Bools:
        """Is it true in each scope of each plan? Scopes × plans."""
        return compare(self.pattern.measured(columns, self.scopes), self.sign, self.k)

    def in_all(self, columns: Ints) -> Bools:
        """In which plans is it true in all scopes?"""
        return np.asarray(self.in_each(columns).all(axis=0))


def compare(measured: Any, sign: str, k: Any) -> Bools:
    if sign == HOLDS:
        found = measured
    elif sign == AT_MOST:
        found = measured <= k
    elif sign == AT_LEAST:
        found = measured >= k
    else:
        assert sign == EXACTLY
        found = measured == k
    return np.asarray(found, dtype=bool)


def said_by(relation: Relation, scopes: Ints, order: tuple[int, ...] = ()) -> list[Said]:
    """What a relation says of some scopes; a bound that says "exactly" does so by one measure."""
    if isinstance(relation, Bound):
        if relation.measure.is_different:
            return [Said(OfGroup(relation, ()), HOLDS, 0, scopes)]
        assert relation.k is not None
        return [Said(OfGroup(relation, (relation.sign,)), relation.sign, relation.k, scopes)]
    return [Said(Plain(relation, order), HOLDS, 0, scopes)]
