"""Does an edge close a clique? The learned constraints of one kind as a graph over the variables.

For each two variables x and y, some numbers are kept up to date instead of being computed again:

* common:  how many variables z have the constraint with both x and y;
* support: the same, but only *surprising* constraints count, which were improbable when they were learned;
* against: how many z have a surprising constraint with one of the two, and are known to have none with the other;
* near:    how many z that stand beside one of the two have a surprising constraint with the other;
* far:     how many z that stand beside one of the two are known to have none with the other.

They help where names say nothing: blocks of an irregular shape, groups without a name.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.structure.places import Ints

MOST_VARIABLES = 400  # beyond that the matrices are no longer small
COMMON, SUPPORT, AGAINST = 5, 3, 2  # counting stops here: larger numbers say no more
NEAR, FAR = 2, 2
N_COMMON = COMMON + 1
N_NEAR = (NEAR + 1) * (FAR + 1)
N_SURPRISE = (SUPPORT + 1) * (AGAINST + 1)
N_CODES = N_COMMON * N_SURPRISE * N_NEAR


def taken_apart() -> tuple[Ints, Ints, Ints]:
    """What a code stands for: common neighbours, surprising ones, nearness."""
    code = np.arange(N_CODES)
    return code // (N_SURPRISE * N_NEAR), code // N_NEAR % N_SURPRISE, code % N_NEAR


class Graph:
    """Matrices over pairs of variables, a set of them for each kind of constraint."""

    def __init__(self, n: int, kinds: int, beside: NDArray[np.bool_]) -> None:
        self._beside = beside
        self._next_to = _neighbours(beside)
        self._near = np.zeros((kinds, n, n), dtype=np.int16)
        self._far = np.zeros((kinds, n, n), dtype=np.int16)
        self._edges = np.zeros((kinds, n, n), dtype=bool)
        self._surprising = np.zeros((kinds, n, n), dtype=bool)
        self._missing = np.zeros((kinds, n, n), dtype=bool)
        self._common = np.zeros((kinds, n, n), dtype=np.int16)
        self._support = np.zeros((kinds, n, n), dtype=np.int16)
        self._against = np.zeros((kinds, n, n), dtype=np.int16)
        self._code = np.zeros((kinds, n, n), dtype=np.int16)
        self._stale: list[int] = []  # kinds whose codes may have changed anywhere …
        self._lines: dict[int, list[int]] = {}  # … and in some lines only
        self._changed: list[Ints] = []

    def copy(self) -> Graph:
        twin = copy.copy(self)
        twin.__dict__.update({name: matrix.copy() for name, matrix in self.__dict__.items()})
        twin._lines = {k: list(lines) for k, lines in self._lines.items()}
        return twin

    def codes(self, pairs: Ints) -> NDArray[np.int16]:
        """Common neighbours, surprising ones and nearness of pairs, as one number; pairs: (kind · n + x) · n + y."""
        self._follow()
        found: NDArray[np.int16] = self._code.reshape(-1)[pairs]
        return found

    def changed(self) -> Ints:
        """The pairs whose codes have changed since this was asked last; some may be named twice."""
        self._follow()
        found = np.concatenate([np.empty(0, dtype=np.int64), *self._changed])
        self._changed.clear()
        return found

    def _follow(self) -> None:
        """Bring the codes up to date, where something has changed."""
        n = len(self._beside)
        for k in dict.fromkeys(self._stale):
            self._lines.pop(k, None)
            new = self._coded(k, np.s_[:, :])
            self._changed.append(np.flatnonzero(new != self._code[k]) + k * n * n)
            self._code[k] = new
        self._stale.clear()
        for k, stale in self._lines.items():
            lines = np.array(list(dict.fromkeys(stale)))
            new = self._coded(k, np.s_[lines, :])
            row, y = np.nonzero(new != self._code[k][lines])
            self._changed.append((k * n + lines[row]) * n + y)
            self._code[k][lines] = new
            new = self._coded(k, np.s_[:, lines])
            x, column = np.nonzero(new != self._code[k][:, lines])
            self._changed.append((k * n + x) * n + lines[column])
            self._code[k][:, lines] = new
        self._lines.clear()

    def _coded(self, k: int, at: tuple[Any, Any]) -> NDArray[np.int16]:
        """The codes of one kind in some lines of the matrices."""
        common = np.minimum(self._common[k][at], COMMON)
        support, against = np.minimum(self._support[k][at], SUPPORT), np.minimum(self._against[k][at], AGAINST)
        near, far = np.minimum(self._near[k][at], NEAR), np.minimum(self._far[k][at], FAR)
        surprise = support * np.int16(AGAINST + 1) + against
        nearness = near * np.int16(FAR + 1) + far
        found: NDArray[np.int16] = (common * np.int16(N_SURPRISE) + surprise) * np.int16(N_NEAR) + nearness
        return found

    def learned(self, k: int, x: int, y: int, *, surprising: bool) -> None:
        """A constraint of this kind holds between x and y."""
        self._lines.setdefault(k, []).extend([x, y])
        _connect(self._common[k], self._edges[k], x, y)
        self._edges[k, x, y] = self._edges[k, y, x] = True
        if surprising:
            _connect(self._support[k], self._surprising[k], x, y)
            self._surprising[k, x, y] = self._surprising[k, y, x] = True
            against, missing = self._against[k], self._missing[k]
            for one, other in ((x, y), (y, x)):
                against[one] += missing[other]
                against[:, one] += missing[other]
                self._near[k, one] += self._beside[other]
                self._near[k, :, one] += self._beside[other]

    def refuted(self, k: int, x: Ints, y: Ints) -> None:
        """There is no constraint of this kind between x[i] and y[i]."""
        self._stale.append(k)
        n = len(self._missing[k])
        new = np.zeros((n, n), dtype=np.float32)
        new[x, y] = new[y, x] = 1
        new[self._missing[k]] = 0
        self._missing[k] |= new.astype(bool)
        padded = np.pad(new, ((0, 0), (0, 1))).astype(np.int16)
        moved = padded[:, self._next_to].sum(axis=2, dtype=np.int16)
        self._far[k] += moved + moved.T
        touched = np.flatnonzero(self._surprising[k].any(axis=1))
        if len(touched):
            seen = self._surprising[k][touched].astype(np.float32) @ new
            self._against[k][touched] += seen.astype(np.int16)
            self._against[k][:, touched] += seen.T.astype(np.int16)


def _neighbours(beside: NDArray[np.bool_]) -> Ints:
    """For each variable those that stand beside it; rows are filled up with one that does not exist."""
    n = len(beside)
    found = np.full((n, max(1, int(beside.sum(axis=1).max(initial=0)))), n, dtype=np.int64)
    for variable, line in enumerate(beside):
        there = np.flatnonzero(line)
        found[variable, : len(there)] = there
    return found


def _connect(count: NDArray[np.int16], edges: NDArray[np.bool_], x: int, y: int) -> None:
    """Update the numbers of common neighbours for one more edge."""
    for one, other in ((x, y), (y, x)):
        count[one] += edges[other]
        count[:, one] += edges[other]
