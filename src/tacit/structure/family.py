"""A family: a set of groups that a short phrase can name. A group is an ordered tuple of variables.

`families.py` says which families a problem has, and `kinds.py` how each kind is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

Group = tuple[int, ...]


class Kind(StrEnum):
    """What a family consists of. The comments say what the numbers of its key are."""

    WHOLE = "whole"  # all cells
    LINES = "lines"  # (axis): rows, columns
    BOXES = "boxes"  # (rows, columns): boxes of this size; side by side they fill a grid
    SPANS = "spans"  # (axis, k): lines cut into pieces of k cells
    NEXT = "next"  # (axis, k): each cell and the one k further
    NEXT_IN_LINE = "next in line"  # (axis, line): neighbours in one line
    NEXT_IN_WHOLE = "next in whole"  # (): neighbours, row after row
    TWO_LINES = "two lines"  # (axis, one, other): two lines, position by position


class Key(NamedTuple):
    """Tells a family from all others of a vocabulary. It depends on the names of the variables and on nothing else."""

    stem: str  # the array's
    depth: int
    kind: Kind
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Family:
    """Groups of one size that a phrase can name. Families with the same key are the same."""

    key: Key
    phrase: str  # "each row of shift"
    count: int
    size: int  # of each group
    everywhere: str  # where its groups are, when all are meant: "each of the 4 rows of shift"
    group: Callable[[int], Group] = field(compare=False, repr=False)  # the i-th group
    name: Callable[[int], str] = field(compare=False, repr=False)  # what the i-th group is called: "row anna"
    # where some groups are: "rows anna and ben of shift"; without it the groups are listed by their names
    somewhere: Callable[[Sequence[int]], str] | None = field(default=None, compare=False, repr=False)
    # "each cell a and the next one b" for the letters a and b; None if the members of a group are all alike
    members: Callable[[str, str], str] | None = field(default=None, compare=False, repr=False)

    def groups(self) -> Iterator[Group]:
        return map(self.group, range(self.count))

    def where(self, numbers: Sequence[int] | None = None) -> str:
        """Where the groups with these numbers are, in words; without numbers, where all groups are."""
        if numbers is None or len(numbers) == self.count:
            return self.everywhere
        if self.somewhere is not None:
            return self.somewhere(numbers)
        return "; ".join(map(self.name, numbers))

    def holding(self, scope: Iterable[int]) -> list[int]:
        """The numbers of the groups that contain all variables of a scope."""
        first, *others = (self._numbers.get(variable, ()) for variable in scope)
        return [number for number in first if all(number in numbers for numbers in others)]

    @cached_property
    def _numbers(self) -> dict[int, list[int]]:
        """For each variable, the numbers of the groups that it is in."""
        found: dict[int, list[int]] = {}
        for number, group in enumerate(self.groups()):
            for variable in group:
                found.setdefault(variable, []).append(number)
        return found
