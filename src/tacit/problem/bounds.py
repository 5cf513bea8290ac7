"""Bounds: relations with a number over a whole group, such as count(night) <= 2, sum >= 5, or alldifferent.

A bound measures a group: it adds up a weight for each cell (1 for each night; the value itself), and compares. It
rejects an example as soon as no completion of the group can satisfy it: three nights are too many for "at most two",
whatever the other days bring. The number may be open, written as k: then each number that can occur is a candidate.

>>> bound = Bound.of("count(night) <= 2", {"off": 0, "night": 1})
>>> bound, bound.on(["mon", "tue", "wed"])
(Bound('count(night) <= 2'), 'count(night in mon, tue, wed) <= 2')
>>> Bound.of("count(not off) <= k", {"off": 0, "night": 1}).k is None
True
>>> Bound.of("alldifferent")
Bound('alldifferent')
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.errors import LanguageError, nearest
from tacit.problem.expressions import MAX_LENGTH, SIGNS
from tacit.problem.relations import Relation

ANY_NUMBER = 0  # the arity of a bound: it takes as many variables as the group has
AT_MOST, AT_LEAST, EXACTLY = "<=", ">=", "=="
OPEN = "k"
SMALLEST = 3  # a group, where it is not said: two variables are a pair, and a pair has a relation

_FORM = re.compile(
    r"(?P<what>count\s*\((?P<values>(?:'[^']*'|\"[^\"]*\"|[^()'\"])*)\)|sum(?:\s*\(\s*\))?)\s*(?P<sign><=|>=|==|=|≤|≥|<|>)\s*(?P<k>k|[-+]?\d{1,15})"
)
_DIFFERENT = re.compile(r"all[ _-]?different(?:\s*\(\s*\))?", re.IGNORECASE)
_LIKE_A_BOUND = re.compile(r"\s*(count|sum|all[ _-]?different)\b", re.IGNORECASE)
# … with its cells: count(night in a, b) <= 2, sum(a, b) == 5, alldifferent(a, b)
_WITH_CELLS = re.compile(r"\s*(?P<what>count|sum|all[ _-]?different)\s*\((?P<inside>.*)\)(?P<rest>[^()]*)", re.I | re.S)
_PIECE = re.compile(r"'[^']*'|\"[^\"]*\"|\[[^\[\]]*\]|,|\s+in\s+|.", re.S)  # what is quoted or in brackets is one
_WORD = re.compile(r"[^\W\d]\w*|[-+]?\d+")


@dataclass(frozen=True)
class Measure:
    """What a bound adds up.

    kind:   "count", "sum" or "alldifferent"
    values: for a count, the values that are counted, in ascending order
    negated: … or that are not counted: count(not off)
    text:   as people write it: "count(night)", "sum"
    """

    kind: str
    text: str
    values: tuple[int, ...] = ()
    negated: bool = False

    @property
    def is_different(self) -> bool:
        """Is nothing added up, but all values must differ?"""
        return self.kind == "alldifferent"

    def weights(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """What a cell with each of these values adds."""
        if self.kind == "sum":
            return values.astype(np.int64)
        return (np.isin(values, self.values) != self.negated).astype(np.int64)


DIFFERENT = Measure("alldifferent", "alldifferent")
SUM = Measure("sum", "sum")


class Bound(Relation):
    """A measure of a group, compared with a number. Like other relations, bounds of one name are equal.

    sign: "<=", ">=" or "=="; "<=" for alldifferent, which says that no value occurs twice
    k:    the number; None if it is open
    """

    def __init__(
        self,
        measure: Measure,
        sign: str = AT_MOST,
        k: int | None = 1,
        *,
        over: str | Sequence[str] | None = None,
        say: str | None = None,
    ) -> None:
        self.measure, self.sign, self.k = measure, sign, k
        different = measure.kind == "alldifferent"
        name = measure.text if different else f"{measure.text} {sign} {OPEN if k is None else k}"
        super().__init__(name, self._accepts_values, 1, over=over, say=say)
        self.arity = ANY_NUMBER

    @classmethod
    def of(
        cls,
        definition: Any,
        constants: Mapping[str, int] | None = None,
        span: tuple[int, int] | None = None,
        *,
        over: str | Sequence[str] | None = None,
        say: str | None = None,
    ) -> Bound:
        """A bound from its text."""
        text = str(definition).strip()
        if len(text) > MAX_LENGTH:
            raise LanguageError(f"bound {text[:40]!r}…: {len(text)} characters; at most {MAX_LENGTH} are accepted")
        if _DIFFERENT.fullmatch(text):
            return cls(DIFFERENT, over=over, say=say)
        found = _FORM.fullmatch(text)
        if found is None:
            raise LanguageError(
                f"bound {text!r:.80}: accepted are count(v, …) <= k, count(not v) >= k, sum == k and alldifferent, "
                "with a number or the letter k, which leaves the number open"
            )
        measure = SUM if found["values"] is None else _count(text, found["values"], constants or {})
        sign = SIGNS.get(found["sign"], found["sign"])
        k = None if found["k"] == OPEN else int(found["k"])
        if sign in "<>":  # count < 3 is count <= 2
            k = None if k is None else k + (1 if sign == ">" else -1)
            sign += "="
        return cls(measure, sign, k, over=over, say=say)

    def with_number(self, k: int, sign: str | None = None) -> Bound:
        """The same bound with this number. A saying that has the letter k in it gets the number instead."""
        say = self.say
        if say is not None and (self.k != k or sign not in (None, self.sign)):
            filled = re.sub(rf"\b{OPEN}\b", str(k), say)
            say = filled if self.k is None and filled != say and sign in (None, self.sign) else None
        return Bound(self.measure, sign or self.sign, k, over=self.over or None, say=say)

    def named(self, constants: Mapping[str, int]) -> Bound:
        """The same bound with its values by name."""
        if self.measure.kind != "count" or not constants:
            return self
        measure = count_of(self.measure.values, constants, negated=self.measure.negated)
        return Bound(measure, self.sign, self.k, over=self.over or None, say=self.say)

    def limited(self, over: Sequence[str] | None, say: str | None) -> Bound:
        """The same bound over families, and as people put it."""
        return Bound(self.measure, self.sign, self.k, over=over or None, say=say)

    def parts(self) -> list[Bound]:
        """Bounds that say at most or at least: "exactly" says both."""
        if self.sign != EXACTLY:
            return [self]
        return [Bound(self.measure, sign, self.k, over=self.over or None) for sign in (AT_MOST, AT_LEAST)]

    def accepts(self, *columns: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of many complete assignments of a group satisfy the bound?"""
        table = np.stack(np.broadcast_arrays(*columns), axis=-1)
        if self.measure.kind == "alldifferent":
            ordered = np.sort(table, axis=-1)
            different: NDArray[np.bool_] = (ordered[..., 1:] != ordered[..., :-1]).all(axis=-1)
            return different
        total = self.measure.weights(table).sum(axis=-1)
        if self.k is None:
            raise LanguageError(f"{self.name!r}: its number is open")
        answer: NDArray[np.bool_] = {
            AT_MOST: total <= self.k,
            AT_LEAST: total >= self.k,
            EXACTLY: total == self.k,
        }[self.sign]
        return answer

    def _accepts_values(self, *values: int) -> bool:
        return bool(self.accepts(*(np.array([value], dtype=np.int64) for value in values))[0])

    def check_overflow(self, low: int, high: int) -> None:
        """Sums of values fit into 64 bits: values have 32, and there are few variables."""

    def on(self, names: Sequence[str]) -> str:
        """The bound on a group, as people read it."""
        cells = ", ".join(names)
        if self.measure.kind == "count":
            return f"{self.measure.text[:-1]} in {cells}) {self.sign} {OPEN if self.k is None else self.k}"
        if self.measure.kind == "sum":
            return f"sum({cells}) {self.sign} {OPEN if self.k is None else self.k}"
        return f"alldifferent({cells})"

    def __repr__(self) -> str:
        return f"Bound({self.name!r})"


def is_all_different(relation: Relation) -> bool:
    """Is it the bound that says of a group that all its cells differ?"""
    return isinstance(relation, Bound) and relation.measure.kind == "alldifferent"


def is_bound_text(definition: Any) -> bool:
    """Does a text look like a bound?"""
    return isinstance(definition, str) and _LIKE_A_BOUND.match(definition) is not None


def with_cells(text: str) -> tuple[str, list[str]] | None:
    """A bound that is written with its cells, taken apart; None if it is something else.

    >>> with_cells("count(night in a[0,1], b) <= 2"), with_cells("alldifferent(a, b)"), with_cells("a != b")
    (('count(night) <= 2', ['a[0,1]', 'b']), ('alldifferent', ['a', 'b']), None)
    """
    found = _WITH_CELLS.fullmatch(text)
    if found is None:
        return None
    what, inside, rest = found["what"].lower(), found["inside"], found["rest"].strip()
    bound = f"{what} {rest}".strip()
    if what == "count":
        values, *more = _split(inside, "in")
        bound, inside = f"count({values.strip()}) {rest}", " in ".join(more)
    return bound, [cell.strip() for cell in _split(inside, ",") if cell.strip()]


def _split(text: str, at: str) -> list[str]:
    """The parts of a text between commas, or between the words "in", that are not in quotes or brackets."""
    parts: list[list[str]] = [[]]
    for piece in _PIECE.findall(text):
        if piece.strip() == at:
            parts.append([])
        else:
            parts[-1].append(piece)
    return ["".join(part) for part in parts]


def count_of(values: Sequence[int], constants: Mapping[str, int], *, negated: bool = False) -> Measure:
    """The count of these values, in the words of the problem."""
    named = {value: name for name, value in constants.items()}
    words = ", ".join(_written(str(named.get(value, value))) for value in values)
    chosen = tuple(sorted(set(values)))
    return Measure("count", f"count({'not ' if negated else ''}{words})", chosen, negated)


def _written(word: str) -> str:
    """A value as it is written: in quotes if it is more than a word."""
    if _WORD.fullmatch(word) and word not in ("in", "not"):
        return word
    return f'"{word}"' if "'" in word else f"'{word}'"


def _count(text: str, given: str, constants: Mapping[str, int]) -> Measure:
    words = given.strip()
    negated = words.startswith("not ")
    words = words.removeprefix("not ")
    values = []
    for word in (each.strip().strip("'\"") for each in _split(words, ",")):
        if word in constants:
            values.append(constants[word])
        elif re.fullmatch(r"[-+]?\d{1,15}", word):
            values.append(int(word))
        elif not word:
            raise LanguageError(f"bound {text!r:.80}: count needs the value to count, as in count(3) <= k")
        else:
            raise LanguageError(f"bound {text!r:.80}: there is no value {word!r}{nearest(word, constants)}")
    if len(set(values)) < len(values):
        raise LanguageError(f"bound {text!r:.80}: a value is counted twice")
    return count_of(values, constants, negated=negated)
