"""A family: a set of groups that a short phrase can name. A group is an ordered tuple of variables.

`families.py` says which families a problem has, `kinds.py` how each kind is made, and `finding.py` finds the one that
a text names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.errors import FamilyError
from tacit.problem.combinations import combinations
from tacit.structure.phrases import listed

Group = tuple[int, ...]
Ints = NDArray[np.int64]

NOBODY = -1  # fills up the rows of a table whose groups are not all of the same size
FEW = 6  # as many groups are named one by one: nobody can answer what is not shown


class Kind(StrEnum):
    """What a family consists of. The comments say what the numbers of its key are."""

    WHOLE = "whole"  # all cells
    LINES = "lines"  # (axis): rows, columns
    PLANES = "planes"  # (axis): all cells with the same index along an axis
    BOXES = "boxes"  # (rows, columns): boxes of this size; side by side they fill a grid
    SPANS = "spans"  # (axis, k): lines cut into pieces of k cells
    WINDOWS = "windows"  # (axis, k): any k consecutive cells of a line
    NEXT = "next"  # (axis, k): each cell and the one k further
    NEXT_IN_LINE = "next in line"  # (axis, line): neighbours in one line
    NEXT_IN_WHOLE = "next in whole"  # (): neighbours, row after row
    NEXT_IN_BOX = "next in box"  # (rows, columns, axis): neighbours inside a box, along an axis; -1 for both axes
    OFFSET = "offset"  # (down, right): each cell and the one so many rows further down and columns to the right
    EQUAL_STEPS = "equal steps"  # (axis, k): three cells of a line, each k further than the one before
    TWO_STEPS = "two steps"  # (axis, k): a cell and the one k further, and another such pair in the same line
    SUMS_OF_PLACES = "sums of places"  # (): the i-th, the j-th and the (i + j)-th cell of a line
    ROW_CHANGES = "row changes"  # (): the last cell of a row and the first one of the next row
    TWO_LINES = "two lines"  # (axis, one, other): two lines, position by position
    MAIN_DIAGONALS = "main diagonals"  # (): the two that go from corner to corner
    DIAGONALS = "diagonals"  # (): all of them, in both directions
    ARRAYS = "arrays"  # (): each array is a group
    BETWEEN = "between"  # (one, other): any cell of one array with any cell of another
    SAME_POSITION = "same position"  # (arrays…): the cells at the same position in these arrays
    TWO_POSITIONS = "two positions"  # (one, other): the cells at two positions in two arrays
    CELLS = "cells"  # (variables…): just these
    STAR = "star"  # (variables…): the first of these with each of the others


class Key(NamedTuple):
    """Tells a family from all others of a vocabulary. It depends on the names of the variables and on nothing else."""

    stem: str  # the array's
    depth: int
    kind: Kind
    numbers: tuple[int, ...] = ()
    # what it was cut down to, step by step: the numbers of the groups that were kept, or the name of a said group
    cuts: tuple[tuple[int, ...] | str, ...] = ()


@dataclass(frozen=True)
class Family:
    """Groups that a phrase can name. Families with the same key are the same."""

    key: Key
    phrase: str = field(compare=False)  # "each row of shift"
    spec: str = field(compare=False)  # "row of shift": names it in its vocabulary; `find_family` reads it
    count: int = field(compare=False)
    size: int = field(compare=False)  # of its largest group
    everywhere: str = field(compare=False)  # where its groups are, when all are meant: "each of the 4 rows of shift"
    # The groups as the rows of a matrix, made when somebody asks for it, because there can be very many.
    table: Callable[[], Ints] = field(compare=False)
    name: Callable[[int], str] = field(compare=False)  # what the i-th group is called: "row anna"
    # where some groups are: "rows anna and ben of shift"; without it the groups are listed by their names
    somewhere: Callable[[Sequence[int]], str] | None = field(default=None, compare=False)
    # "each cell a and the next one b" for the letters a and b; None if the members of a group are all alike
    members: Callable[..., str] | None = field(default=None, compare=False)
    # the line that the i-th group lies in, where groups are parts of lines: "row anna"
    line: Callable[[int], str] | None = field(default=None, compare=False)
    single: Callable[[int], str] | None = field(default=None, compare=False)  # the spec of a group alone
    uncut: Family | None = field(default=None, compare=False)  # what it was cut from

    def __repr__(self) -> str:
        return f"Family({self.phrase}: {self.count} group{'s' * (self.count > 1)})"

    @cached_property
    def sort(self) -> str:
        """What it has in common with its siblings, such as rows and columns, or boxes of all sizes."""
        if not self.key.cuts:
            return self.key.kind.value
        if isinstance(self.key.cuts[-1], str):
            return f"{self.key.kind.value} of a said group"
        if self.count == 1:  # one row is a sibling of other rows, not of columns
            return f"one of {self.key.kind.value} {self.key.numbers[:1]}"
        return f"some of {self.key.kind.value}"

    def group(self, number: int) -> Group:
        return tuple(variable for variable in self.table()[number].tolist() if variable != NOBODY)

    def groups(self) -> Iterator[Group]:
        for row in self.table().tolist():
            yield tuple(variable for variable in row if variable != NOBODY)

    def where(self, numbers: Sequence[int] | None = None) -> str:
        """Where the groups with these numbers are, in words; without numbers, where all groups are."""
        if numbers is None or len(numbers) == self.count:
            return self.everywhere
        if self.somewhere is not None:
            return self.somewhere(numbers)
        lines = self.lines_filled(numbers)
        if lines:
            left = [line for line in self._lines if line not in lines]
            if len(left) < len(lines):
                return f"{self.everywhere} except {_few(left)}"
            return f"{_few(lines)} of {self.key.stem}"
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

    # --- scopes ---

    def scopes(self, arity: int) -> Ints:
        """All scopes of this size that lie in a group, each once, one a row; its variables are in the group's order."""
        return self._scopes_and_groups(arity)[0]

    def group_of_scopes(self, arity: int) -> Ints:
        """For each of these scopes, the number of the first group that it lies in."""
        return self._scopes_and_groups(arity)[1]

    @cached_property
    def _scopes(self) -> dict[int, tuple[Ints, Ints]]:
        return {}

    def _scopes_and_groups(self, arity: int) -> tuple[Ints, Ints]:
        if arity not in self._scopes:
            self._scopes[arity] = self._made(arity)
        return self._scopes[arity]

    def _made(self, arity: int) -> tuple[Ints, Ints]:
        table = self.table()
        chosen = combinations(table.shape[1], arity)
        scopes = table[:, chosen].reshape(-1, arity)
        groups = np.repeat(np.arange(len(table)), len(chosen))
        if (table == NOBODY).any():  # else all of them are there, and there are very many
            there = (scopes != NOBODY).all(axis=1)
            scopes, groups = scopes[there], groups[there]
        if len(scopes) and _overlap(table):
            base = int(scopes.max()) + 1
            codes = np.zeros(len(scopes), dtype=np.int64)
            for column in np.sort(scopes, axis=1).T:  # as `scope_keys`: four indices of variables fit into 64 bits
                codes = codes * base + column
            first = np.sort(np.unique(codes, return_index=True)[1])
            scopes, groups = scopes[first], groups[first]
        scopes.setflags(write=False)
        groups.setflags(write=False)
        return scopes, groups

    # --- parts ---

    def part(self, numbers: Iterable[int]) -> Family:
        """Only the groups with these numbers."""
        kept = tuple(sorted(set(numbers)))
        if not kept or kept[0] < 0 or kept[-1] >= self.count:
            raise FamilyError(f"{self.phrase}: it has {self.count} groups, numbered from 0; these are no part: {kept}")
        if len(kept) == self.count:
            return self
        if self.uncut is not None and isinstance(self.key.cuts[-1], tuple):
            return self.uncut.part(self.key.cuts[-1][number] for number in kept)
        left = sorted(set(range(self.count)) - set(kept))
        without = len(left) < len(kept)
        named = self.called(left if without else kept)
        if len(kept) == 1 and self.single is not None:
            spec = self.single(kept[0])
        else:
            spec = f"{self.spec} {'except' if without else 'only'} {'; '.join(named)}"
        if without and (self.somewhere is None or len(kept) > 2):
            phrase = f"{self.phrase} except {_few(named)}"
        elif self.somewhere is not None:
            phrase = self.somewhere(kept)
        else:
            phrase = f"{self.phrase}, only {_few(named)}"
        return Family(
            self.key._replace(cuts=(*self.key.cuts, kept)),
            phrase=phrase,
            spec=spec,
            count=len(kept),
            size=self.size,
            everywhere=self.where(kept),
            table=lambda: self.table()[list(kept)],
            name=lambda number: self.name(kept[number]),
            somewhere=self.somewhere and (lambda numbers: self.where([kept[number] for number in numbers])),
            members=self.members,
            line=self.line and (lambda number: self.line(kept[number]) if self.line else ""),
            uncut=self,
        )

    def called(self, numbers: Sequence[int]) -> list[str]:
        """What groups are called: by the lines that they fill, if they do, and otherwise one by one."""
        return self.lines_filled(numbers) or [self.name(number) for number in numbers]

    def lines_filled(self, numbers: Sequence[int]) -> list[str]:
        """The lines that these groups fill, if they fill lines and nothing is left over; otherwise none."""
        if self.line is None:
            return []
        found = dict.fromkeys(map(self.line, numbers))
        return list(found) if sum(len(self._lines[line]) for line in found) == len(numbers) else []

    @cached_property
    def _lines(self) -> dict[str, list[int]]:
        """The groups in each line."""
        found: dict[str, list[int]] = {}
        for number in range(self.count):
            if self.line is not None:
                found.setdefault(self.line(number), []).append(number)
        return found

    def in_whole_lines(self, numbers: Iterable[int]) -> list[int]:
        """Those of these groups that are in a line of which no group is missing."""
        given = set(numbers)
        return [number for line in self._lines.values() if given.issuperset(line) for number in line]


def _few(names: Sequence[str]) -> str:
    if len(names) <= FEW + 1:
        return listed(names)
    return f"{', '.join(names[:FEW])} and {len(names) - FEW} more"


def restricted(family: Family, name: str, cells: Collection[int]) -> Family:
    """A family, cut down to the cells of a group that a person has named.

    Where each group is a pair, those pairs stay that lie in the named group; other groups lose their other cells.
    """
    table = family.table()
    inside = np.isin(table, list(cells))
    if family.members is not None:
        inside &= (inside | (table == NOBODY)).all(axis=1, keepdims=True)
    kept = np.flatnonzero(inside.any(axis=1))
    if not len(kept):
        raise FamilyError(f"{family.phrase}: no part of it lies in {name!r}")
    table, inside = table[kept], inside[kept]
    size = int(inside.sum(axis=1).max())
    order = np.argsort(~inside, axis=1, kind="stable")[:, :size]
    cut = np.take_along_axis(np.where(inside, table, NOBODY), order, axis=1)
    everywhere = family.everywhere.replace(f"of the {family.count:,} ", f"of the {len(kept):,} ", 1)
    return Family(
        family.key._replace(cuts=(*family.key.cuts, name)),
        phrase=f"{family.phrase}, only {name}",
        spec=f"{family.spec} only {name}",
        count=len(kept),
        size=size,
        everywhere=f"{everywhere}, only {name}",
        somewhere=family.somewhere
        and (lambda numbers: f"{family.where([int(kept[number]) for number in numbers])}, only {name}"),
        table=lambda: cut,
        name=lambda number: family.name(int(kept[number])),
        line=family.line and (lambda number: family.line(int(kept[number])) if family.line else ""),
        members=family.members,
        uncut=family,
    )


def _overlap(table: Ints) -> bool:
    """Is a variable in two of these groups? If none is, then no scope is."""
    there = table[table != NOBODY]
    return bool(len(there) and np.bincount(there).max() > 1)
