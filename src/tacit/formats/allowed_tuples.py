"""Relations that are not texts, as tables of the tuples that they allow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tacit.errors import LanguageError
from tacit.problem.meaning import TABLE_LIMIT, truth_table
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary


def allowed(relation: Relation, vocabulary: Vocabulary) -> list[list[int]]:
    """The tuples of values that a relation allows, in ascending order."""
    m, k = vocabulary.n_codes, relation.arity
    if m**k > TABLE_LIMIT:
        raise LanguageError(
            f"relation {relation.name!r}: as a table it would have {m**k:,} entries; at most {TABLE_LIMIT:,} are "
            "accepted. Write it as a text expression"
        )
    table = truth_table(relation, vocabulary).reshape((m,) * k)
    tuples: list[list[int]] = vocabulary.values[np.argwhere(table)].tolist()
    return tuples


class Table:
    """The function of a relation that is given by the tuples it allows.

    >>> same = Table([(1, 1), (2, 2)])
    >>> same(1, 1), same(np.array([1, 2, 3]), np.array([1, 1, 3])).tolist()
    (True, [True, False, False])
    """

    def __init__(self, tuples: Iterable[tuple[int, ...]]) -> None:
        self.tuples = frozenset(tuples)
        if not self.tuples:
            return
        columns = np.array(sorted(self.tuples), dtype=np.int64).T
        self._values = [np.unique(column) for column in columns]
        self._keys = np.sort(self._key([np.searchsorted(v, c) for v, c in zip(self._values, columns, strict=True)]))

    def _key(self, positions: list[Any]) -> Any:
        key = positions[0]
        for values, position in zip(self._values[1:], positions[1:], strict=True):
            key = key * len(values) + position
        return key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.tuples == other.tuples

    def __hash__(self) -> int:
        return hash(self.tuples)

    def __call__(self, *arguments: Any) -> Any:
        if not any(isinstance(argument, np.ndarray) for argument in arguments):
            return tuple(arguments) in self.tuples
        columns = np.broadcast_arrays(*arguments)
        if not self.tuples:
            return np.zeros(columns[0].shape, dtype=bool)
        known = np.ones(columns[0].shape, dtype=bool)
        positions = []
        for values, column in zip(self._values, columns, strict=True):
            position = np.minimum(np.searchsorted(values, column), len(values) - 1)
            known &= values[position] == column
            positions.append(position)
        return known & np.isin(self._key(positions), self._keys)
