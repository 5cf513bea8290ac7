"""Candidates that are alike: all trusted partitions put them into the same cells, so they have one probability.

There are hundreds of thousands of candidates, and some hundred or thousand ways to be alike. The classes are found once
for the partitions that are trusted; afterwards only candidates whose place in the graph has changed are sorted again.
The sums are made in the same order as for a single candidate, so that every bit of them is the same
(`Tally.one_by_one` is the plain twin).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.guided.graph import N_CODES
from tacit.guided.weights import Floats, weights
from tacit.structure.partitions import numbered
from tacit.structure.places import Ints

if TYPE_CHECKING:
    from tacit.guided.tally import Tally

DENSE = 8  # a table may have so many times more entries than keys
MOST_KEYS = 1 << 24  # kinds × classes of scopes × places in the graph: a table of them must not be too large
LEAST, MOST = 1e-6, 1 - 1e-3  # of a probability
DIGITS = 9  # of a probability: the last bits of a logarithm differ between machines and must not choose a question
GROWN = 2  # classes come, and nobody leaves the old ones out: with so many times more of them, it starts anew


class Alike:
    """The classes of a tally's candidates, for some of its partitions."""

    def __init__(self, tally: Tally, at: Ints | slice, numbers: Ints) -> None:
        """at: the candidates that are still in the bias, by position; numbers: the partitions that matter"""
        self._tally = tally
        self._covered = np.zeros(len(tally.names), dtype=bool)
        self._covered[numbers] = True
        self._class_of_scope = numbered([tally.cells_of_scopes(each) for each in tally.plain_numbers(numbers)])
        self._codes = 1 if tally.graph is None else N_CODES
        self._classes = int(self._class_of_scope.max()) + 1
        self.is_possible = len(tally.kinds) * self._classes * self._codes <= MOST_KEYS
        if self.is_possible:
            self._class_of_key = np.full(len(tally.kinds) * self._classes * self._codes, -1)
            self._class: Ints = np.full(len(tally.rows), -1)  # NumPy would turn shorter numbers into these each time
            self._kind = self._scope = self._code = np.empty(0, dtype=np.int64)
            self._cells: dict[int, Ints] = {}  # of the classes, for each partition
            if tally.graph is not None:
                tally.graph.changed()  # what has changed until now is looked at now
            self._sort(np.arange(len(tally.rows)) if isinstance(at, slice) else at)
            self._first = len(self._kind)

    def covers(self, numbers: Ints) -> bool:
        """Do the classes tell apart what these partitions tell apart, and are there not too many by now?"""
        grown = self.is_possible and len(self._kind) > GROWN * self._first + len(self._covered)
        return bool(self._covered[numbers].all()) and not grown

    def _sort(self, at: Ints) -> None:
        """Put the candidates at these positions into their classes, some of which may be new."""
        tally = self._tally
        key = tally.kind[at] * self._classes + self._class_of_scope[tally.scope[at]]
        if tally.graph is not None:
            key = key * self._codes + tally.graph.codes(tally.pair[at])
        found = self._class_of_key[key]
        if (found < 0).any():
            new = _each(key[found < 0], len(self._class_of_key))
            self._cells.clear()
            self._class_of_key[new] = np.arange(len(self._kind), len(self._kind) + len(new))
            found = self._class_of_key[key]
            one = np.empty(len(self._kind) + len(new), dtype=np.int64)
            one[found] = at  # any of a class will do
            one = one[len(self._kind) :]
            self._kind = np.concatenate([self._kind, tally.kind[one]])
            self._scope = np.concatenate([self._scope, tally.scope[one]])
            self._code = np.concatenate([self._code, new % self._codes])
        self._class[at] = found

    def follow(self) -> None:
        """Sort again the candidates whose place in the graph has changed."""
        tally = self._tally
        if tally.graph is not None:
            at = tally.at_pair(tally.graph.changed())
            at = at[self._class[at] >= 0]
            if len(at):
                self._sort(at)

    def probabilities(
        self, at: Ints | slice, trust: Floats, table: Floats, numbers: Ints, out: Floats | None = None
    ) -> Floats:
        """Of the candidates at these positions: the partitions' opinions, each as much as it is trusted."""
        self.follow()
        kind = self._kind
        P = np.zeros(len(kind))
        for number in numbers.tolist():
            if number not in self._cells:
                self._cells[number] = self._tally.cells_in(number, self._scope, self._code)
            P += trust[number][kind] * table[kind, self._cells[number]]
        self._P: Floats = np.round(np.clip(P, LEAST, MOST), DIGITS).astype(np.float64)
        return np.take(self._P, self._class[at], out=out, mode="clip")

    def weights(self, at: Ints | slice, out: Floats | None = None) -> Floats:
        """The weights of the candidates at these positions, whose probabilities were found just now."""
        return np.take(weights(self._P), self._class[at], out=out, mode="clip")


def _each(keys: Ints, end: int) -> Ints:
    """Each of these keys once, in ascending order; all are below an end."""
    if end > DENSE * len(keys):
        return np.unique(keys)
    there = np.zeros(end, dtype=bool)  # quicker than to sort them
    there[keys] = True
    return np.flatnonzero(there)
