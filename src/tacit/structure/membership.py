"""Which families have a group that contains a scope? Looked up for all families at once, because there are many.

>>> from tacit.problem.vocabulary import Vocabulary
>>> from tacit.structure.families import families_of
>>> v = Vocabulary({f"g[{r},{c}]": [0, 1] for r in range(2) for c in range(2)})
>>> families = list(families_of(v, {}))
>>> [families[number].phrase for number, _ in Membership(families, len(v)).holding((2, 3))][:2]
['the whole of g', 'each row of g']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tacit.structure.family import NOBODY, Family
from tacit.structure.places import Ints


class Membership:
    """For each variable, the groups of all families that it is in, as numbers that count on from family to family."""

    def __init__(self, families: Sequence[Family], n: int) -> None:
        self._families = families
        self._first: Ints = np.cumsum([0, *(family.count for family in families)])
        variables, groups = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for family, first in zip(families, self._first.tolist(), strict=False):
            table = family.table()
            there = table != NOBODY
            variables.append(table[there])
            groups.append(np.nonzero(there)[0] + first)
        members = np.concatenate(variables)
        order = np.argsort(members.astype(np.int32), kind="stable")
        self._groups = np.concatenate(groups)[order]
        self._start = np.searchsorted(members[order], np.arange(n + 1))

    def holding(self, scope: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
        """Each family with a group that contains the scope, by its number, and the scope in the first such group's
        order."""
        numbers, groups = self._numbers_and_groups(scope)
        for number, group in zip(numbers.tolist(), groups.tolist(), strict=True):
            members = self._families[number].table()[group - self._first[number]].tolist()
            yield number, [variable for variable in members if variable in scope]

    def holding_all(self, scopes: Iterable[Sequence[int]]) -> list[Family]:
        """The families that have, for each of these scopes, a group that contains it."""
        found = np.arange(len(self._families))
        for scope in scopes:
            found = np.intersect1d(found, self._numbers_and_groups(scope)[0], assume_unique=True)
        return [self._families[number] for number in found.tolist()]

    def _numbers_and_groups(self, scope: Sequence[int]) -> tuple[Ints, Ints]:
        """The numbers of the families with a group that contains a scope, and the first such group of each."""
        found: Ints | None = None
        for variable in scope:
            groups = self._groups[self._start[variable] : self._start[variable + 1]]
            found = groups if found is None else found[np.isin(found, groups)]
        if found is None or not len(found):
            nothing = np.empty(0, dtype=np.int64)
            return nothing, nothing
        numbers, first = np.unique(np.searchsorted(self._first, found, side="right") - 1, return_index=True)
        return numbers, found[first]
