"""Which constraints were learned on a scope: a mapping from scopes to rows, in the order in which they were learned.

Mostly a scope has one, and then no list is made for it: one rule may teach ten thousand constraints, and as many lists
keep the garbage collector busy longer than all the rest takes.

>>> at = LearnedAt()
>>> at.add_all([0b11, 0b101], [7, 8])
>>> at.add(0b11, 9)
>>> at[0b11], at[0b101], at.get(0b110, [])
([7, 9], [8], [])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


class LearnedAt(Mapping[int, list[int]]):
    """Scopes are sets of variables (`bitset.py`)."""

    def __init__(self) -> None:
        self._first: dict[int, int] = {}
        self._more: dict[int, list[int]] = {}  # the others, where there are some

    def copy(self) -> LearnedAt:
        twin = LearnedAt()
        twin._first = self._first.copy()
        twin._more = {scope: list(rows) for scope, rows in self._more.items()}
        return twin

    def add(self, scope: int, row: int) -> None:
        if scope in self._first:
            self._more.setdefault(scope, []).append(row)
        else:
            self._first[scope] = row

    def add_all(self, scopes: Sequence[int], rows: Sequence[int]) -> None:
        """The same for many rows, each with its scope."""
        new = dict(zip(scopes, rows, strict=True))
        if len(new) == len(rows) and self._first.keys().isdisjoint(new):
            self._first.update(new)
            return
        for scope, row in zip(scopes, rows, strict=True):
            self.add(scope, row)

    def get(self, scope: int, default: Any = None) -> Any:
        first = self._first.get(scope)
        return default if first is None else [first, *self._more.get(scope, ())]

    def __getitem__(self, scope: int) -> list[int]:
        return [self._first[scope], *self._more.get(scope, ())]

    def __iter__(self) -> Iterator[int]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)
