"""A query: an example put to the oracle. An answer: yes, no, or don't know.

>>> v = Vocabulary({"a": range(3), "b": range(3)})
>>> q = Query(v, v.encode({"a": 2}))
>>> q.assignment, q["a"], "b" in q, len(q), q.complete
({'a': 2}, 2, False, 1, False)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.errors import OracleError
from tacit.problem.vocabulary import Codes, Vocabulary

MARKED = "marked"  # the source of a part of an example that was marked as wrong by itself


class Query(Mapping[str, int]):
    """A (partial) assignment. Queries are equal if they assign the same values to the same variables.

    It can be used as a mapping from the names of the assigned variables to their values: `query["a"]`, `"a" in query`.

    Inside, all values are numbers. So `query["a"]` is a number even if the values of "a" have names: "Mon" is then the
    number that it has in the vocabulary. `query.shown["a"]` is the value as people know it: "Mon". Where no value has
    a name, both are the same. Functions and objects that answer are given a `QueryByName`, in which both are the same.
    """

    # A long dialogue keeps half a million of them. Whatever they consist of, Python's garbage collector looks at while
    # somebody waits, so it is as little as possible: no dictionary, and the values once.
    __slots__ = ("_assignment", "key", "vocabulary")

    kind = "example"  #: which kind of question it is

    def __init__(self, vocabulary: Vocabulary, codes: Codes) -> None:
        self.vocabulary = vocabulary
        self.key: bytes = codes.astype(vocabulary.compact).tobytes()  #: all that tells it from others
        self._assignment: dict[str, int] | None = None

    @property
    def _compact(self) -> NDArray[np.signedinteger[Any]]:
        return np.frombuffer(self.key, dtype=self.vocabulary.compact)

    @property
    def codes(self) -> Codes:
        return self._compact.astype(np.int64)

    @property
    def assignment(self) -> dict[str, int]:
        """The assigned variables and their values; unassigned variables are left out."""
        if self._assignment is None:
            self._assignment = self.vocabulary.decode(self._compact)
        return self._assignment

    @property
    def shown(self) -> dict[str, int | str]:
        """The assignment as people know it: a value that has a name is shown by its name."""
        if not self.vocabulary.named_values:
            return dict(self.assignment)
        return {name: self.vocabulary.shown(name, value) for name, value in self.assignment.items()}

    @property
    def by_name(self) -> Query:
        """The same query with `query["a"]` as people know it: by its name, if the value has one."""
        return QueryByName(self) if self.vocabulary.named_values else self

    @property
    def complete(self) -> bool:
        return bool((self._compact >= 0).all())

    def is_part_of(self, other: Query) -> bool:
        """Does the other query assign the same values, and perhaps more variables?"""
        mine = self._compact
        assigned = mine >= 0
        return bool((mine[assigned] == other._compact[assigned]).all())

    def __getitem__(self, name: str) -> int:
        return self.assignment[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.assignment)

    def __len__(self) -> int:
        return int((self._compact >= 0).sum())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Query) and self.key == other.key and self.vocabulary is other.vocabulary

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value}" for name, value in list(self.shown.items())[:8])
        return f"Query({shown}{', …' if len(self) > 8 else ''})"


class Plan(Query):
    """A complete solution of what was learned, put to whoever answers before the end. It equals the same query."""

    kind = "plan"


class QueryByName(Query):
    """A query as oracles get it: `query["a"]` is "Mon", if that is the value's name."""

    def __init__(self, query: Query) -> None:
        super().__init__(query.vocabulary, query.codes)
        self.kind = query.kind

    def __getitem__(self, name: str) -> Any:
        return self.vocabulary.shown(name, self.assignment[name])


@dataclass(frozen=True)
class Answer:
    """What an oracle said: True (yes), False (no) or None (don't know).

    clash: with a "no" to an example, the variables that clash, if the oracle can tell. These alone would be a "no", too
    except_: with a "no" to a rule, the groups that differ, by their names; the rule holds on all others
    number: the answer to a question for a number. There, True without a number is "no limit", and False "it differs"
    """

    value: bool | None
    clash: tuple[str, ...] = ()
    except_: tuple[str, ...] = ()
    number: int | None = None

    def __post_init__(self) -> None:
        if isinstance(self.value, np.bool_):
            object.__setattr__(self, "value", bool(self.value))
        if self.value is not None and not isinstance(self.value, bool):
            raise OracleError(f"an answer must be True (yes), False (no) or None (don't know), not {self.value!r}")
        for called, what in (("clash", "variables"), ("except_", "groups")):
            names = getattr(self, called)
            if isinstance(names, str) or not all(isinstance(name, str) for name in names):
                raise OracleError(f"{called} must be a list of names of {what}, not {names!r:.60}")
            object.__setattr__(self, called, tuple(dict.fromkeys(names)))
        if self.clash and self.value is not False:
            raise OracleError("only a 'no' can say which variables clash")
        if self.except_ and self.value is not False:
            raise OracleError("only a 'no' can name exceptions")
        if self.number is not None and self.value is not True:
            raise OracleError("only a 'yes' can come with a number")

    @classmethod
    def of(cls, given: Any, clash: Sequence[str] = (), except_: Sequence[str] = ()) -> Answer:
        """Read what an oracle returned; anything other than yes, no, don't know and a number is an error."""
        if isinstance(given, Answer):
            return given
        if isinstance(given, (int, np.integer)) and not isinstance(given, bool):
            return cls(True, number=int(given))
        names = [each if isinstance(each, str) else tuple(each) for each in (clash, except_)]
        return cls(given, *names)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Answered:
    """A query with its answer, as it is kept in the log of a dialogue."""

    query: Query
    answer: bool | None
    source: str | None = None  #: where it comes from, if it was not asked: "known.csv, line 7", or MARKED
