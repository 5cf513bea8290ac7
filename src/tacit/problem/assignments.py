"""Assignments of a few variables, extended by one variable at a time: enumerated, or searched without being listed.

What is known of the first variables is a table of lines. The next variable takes all its values beside each line, so
that a row is evaluated on a matrix of lines × values: a line of its truth table, or its expression, broadcast. That is
several times as quick as to write all assignments down and to evaluate the row on each.

`enumerated` gives all assignments that some rows accept, unless they are too many. `search` goes through them depth
first, some thousand lines at a time, and stops at the first that is wanted; it never keeps more than a few matrices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.problem.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.problem.rows import Rows

ENUMERATION_LIMIT = 400_000  # assignments of one scope; larger ones are sampled, or searched
# If fewer of the cells of a matrix are of interest, a row is evaluated on these alone (measured: a line of a truth
# table is copied at 0.3 ns a cell, an expression takes 4; what is looked at alone takes 9 and more).
SPARSE_TABLED, SPARSE = 0.05, 0.5
FIRST_CELLS = 1 << 12  # of a matrix at the beginning of a search; there are often examples early
MOST_CELLS = 1 << 18  # … and later
MOST_ROWS = 64  # whose examples are remembered
WORK = 24_000_000  # cells × rows that a search may look at: about 0.2 s

Mask = NDArray[np.bool_]


class Extended:
    """Assignments of some variables, one per line, and one more variable that takes all values of its domain."""

    def __init__(self, rows: Rows, variables: Sequence[int], prefixes: Codes) -> None:
        """variables: those of the prefixes, and the one that extends them"""
        self._rows = rows
        self.variables = list(variables)
        self.prefixes = prefixes
        self.choices = rows.vocabulary.domain_codes[self.variables[-1]]
        self.shape = (len(prefixes), len(self.choices))

    def lines(self, chosen: Mask) -> Codes:
        """The chosen assignments (lines × values), one per line, in their order."""
        return self.lines_at(np.flatnonzero(chosen))

    def lines_at(self, cells: NDArray[np.int64]) -> Codes:
        """The assignments at these cells of the flat matrix."""
        line, choice = np.divmod(cells, self.shape[1])
        found = np.empty((len(line), len(self.variables)), dtype=np.int64, order="F")  # columns are what is read
        for place in range(len(self.variables) - 1):
            found[:, place] = self.prefixes[:, place][line]
        found[:, -1] = self.choices[choice]
        return found

    @cached_property
    def _every_line(self) -> Codes:
        return self.lines(np.ones(self.shape, dtype=bool))

    def rejects(self, row: int) -> Mask:
        """Which assignments does a row reject? A matrix of lines × values, to be read only."""
        rows = self._rows
        if row >= rows.n_plain:
            return rows.bounds.rejects(row - rows.n_plain, self.variables, self._every_line).reshape(self.shape)
        block, local = rows.block_of(row)
        scope = block.scopes[local].tolist()
        last = self.variables[-1]
        if last in scope:
            columns = [None if x == last else self.prefixes[:, self.variables.index(x)] for x in scope]
            found = ~block.accepts_choices(local, columns, self.choices)
            return found if len(columns) > 1 else np.broadcast_to(found, self.shape)
        before = ~block.accepts_lines(local, [self.prefixes[:, self.variables.index(x)] for x in scope])
        return np.broadcast_to(before[:, None], self.shape)

    def take_away(self, accepted: Mask, rows: Iterable[int]) -> None:
        """Leave only what these rows accept."""
        by_function = []
        for row in rows:
            if is_tabled(self._rows, row):
                accepted &= ~self.rejects(row)
            else:
                by_function.append(row)
        for row in by_function:  # these take longest, and there may be little left for them to look at
            cells = np.flatnonzero(accepted)
            if len(cells) < SPARSE * accepted.size:
                rejected = cells[self._rows.rejects(row, self.variables, self.lines_at(cells))]
                accepted.ravel()[rejected] = False
            else:
                accepted &= ~self.rejects(row)


def is_tabled(rows: Rows, row: int) -> bool:
    """Is a row looked up in a truth table?"""
    return row < rows.n_plain and rows.block_of(row)[0].tabled


class Enumerated:
    """All assignments of a few variables that some rows accept."""

    def __init__(self, rows: Rows, extension: Extended, accepted: Mask) -> None:
        self._rows = rows
        self._extension = extension
        self._cells = np.flatnonzero(accepted)
        self._density = len(self._cells) / max(accepted.size, 1)
        self.examples = extension.lines_at(self._cells)  # one per line
        self._rejects: dict[int, Mask] = {}

    def rejects(self, row: int) -> Mask:
        """Which of the examples does a row reject? To be read only."""
        found = self._rejects.get(row)
        if found is None:
            if len(self._rejects) >= MOST_ROWS:
                self._rejects.clear()
            found = self._rejects[row] = self._evaluate(row)
        return found

    def _evaluate(self, row: int) -> Mask:
        if self._density < (SPARSE_TABLED if is_tabled(self._rows, row) else SPARSE):
            return self._rows.rejects(row, self._extension.variables, self.examples)
        return np.ravel(self._extension.rejects(row))[self._cells]


def enumerated(rows: Rows, variables: Sequence[int], hard: Iterable[int]) -> Enumerated | None:
    """The assignments of a few variables that the hard rows accept; None if there are too many."""
    due = _when_due(rows, variables, hard)
    examples: Codes = np.zeros((1, 0), dtype=np.int64)
    for place in range(len(variables)):
        extension = Extended(rows, variables[: place + 1], examples)
        if extension.shape[0] * extension.shape[1] > ENUMERATION_LIMIT:
            return None
        accepted = np.ones(extension.shape, dtype=bool)
        extension.take_away(accepted, due[place])
        if place < len(variables) - 1:
            examples = extension.lines(accepted)
    return Enumerated(rows, extension, accepted)


def search(
    rows: Rows,
    variables: Sequence[int],
    hard: Iterable[int],
    *,
    rejects: Sequence[int] = (),
    accepts: Sequence[Sequence[int]] = (),
    avoid: Sequence[Codes] = (),
    work: int = WORK,
) -> tuple[Codes | None, bool]:
    """The first assignment that the hard rows accept, and whether the answer is proved.

    One of `rejects` rejects it (if there are any), at least one of each group in `accepts` accepts it, and it is not in
    `avoid`. work: cells × rows that may be looked at
    """
    due = _when_due(rows, variables, hard)
    reject_at = _last_place(rows, variables, rejects) if rejects else -1
    accept_at = [_last_place(rows, variables, group) for group in accepts]
    per_cell = [1 + len(each) for each in due]  # rows to look at in each cell
    for at, group in [(reject_at, rejects), *zip(accept_at, accepts, strict=True)]:
        per_cell[at] += len(group)
    sizes = [len(rows.vocabulary.domain_codes[x]) for x in variables]
    cells = FIRST_CELLS
    waiting: list[Codes] = [np.zeros((1, 0), dtype=np.int64)]
    while waiting:
        prefixes = waiting.pop()
        place = prefixes.shape[1]
        extension = Extended(rows, variables[: place + 1], prefixes)
        work -= len(prefixes) * sizes[place] * per_cell[place]
        if work < 0:
            return None, False
        accepted = np.ones(extension.shape, dtype=bool)
        extension.take_away(accepted, due[place])
        if reject_at == place:
            accepted &= np.logical_or.reduce([extension.rejects(row) for row in rejects])
        for at, group in zip(accept_at, accepts, strict=True):
            if at == place:
                accepted &= ~np.logical_and.reduce([extension.rejects(row) for row in group])
        lines = extension.lines(accepted)
        if place == len(variables) - 1:
            for line in lines:
                if not any(np.array_equal(line, other) for other in avoid):
                    return line, True
        elif len(lines):
            waiting += reversed(list(_parts(lines, max(1, cells // sizes[place + 1]))))
            cells = min(2 * cells, MOST_CELLS)
    return None, True


def _parts(lines: Codes, size: int) -> Iterator[Codes]:
    for first in range(0, len(lines), size):
        yield lines[first : first + size]


def _when_due(rows: Rows, variables: Sequence[int], hard: Iterable[int]) -> list[list[int]]:
    """The rows that can speak when each of the variables has got its value: bounds each time, others at their last."""
    due: list[list[int]] = [[] for _ in variables]
    for row in hard:
        if row >= rows.n_plain:
            for each in due:
                each.append(row)
        else:
            due[max(variables.index(x) for x in rows.scope(row))].append(row)
    return due


def _last_place(rows: Rows, variables: Sequence[int], some: Sequence[int]) -> int:
    """The place of the variable with which all of these rows have spoken."""
    if any(row >= rows.n_plain for row in some):
        return len(variables) - 1
    return max(variables.index(x) for row in some for x in rows.scope(row))
