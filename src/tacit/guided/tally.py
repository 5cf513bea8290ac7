"""The candidates of one arity, counted in the cells of all partitions, and what that makes of each of them.

A partition (`structure/partitions.py`, and the graph of `graph.py`) sorts the scopes into cells. For each cell and each
kind of constraint, we count how many were learned and how many refuted; the estimate comes from these counts, with the
kind's own rate as prior. A partition is trusted by Bayes' rule: by how probable it makes what was seen in all its
cells. So a partition that explains the answers wins after a few of them. One that explains nothing, because names were
shuffled or because there is nothing to explain, loses to "everything is one cell".

What it costs: an answer about a few candidates changes few counts, and only those of their kinds are looked at again.
Candidates that are alike for all trusted partitions are estimated once (`alike.py`).
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.guided.alike import DIGITS, LEAST, MOST, Alike
from tacit.guided.graph import MOST_VARIABLES, N_COMMON, N_NEAR, N_SURPRISE, Graph, taken_apart
from tacit.guided.weights import Floats, weights
from tacit.problem.rows import Block, RowIds
from tacit.structure.partitions import numbered, one_of_each, partitions
from tacit.structure.places import Ints, Places

FIRST_RATE, FIRST_WEIGHT = 0.1, 3.0  # before anything is known, one candidate in ten is expected to hold
STRENGTH = 1.5  # how many observations a kind's rate counts for in a cell
NEGLIGIBLE = 0.01  # a partition that is trusted less than this is not looked at
AGAINST_GUESSING = 3.0  # nats that a partition has to earn before it is trusted as much as having no partition
SHARED = 0.3  # a partition starts with this share of the trust that it has earned for other kinds
SURPRISING = 0.5  # a learned constraint was surprising if it was less probable than this without the graph
FEW = 100  # so few rows are counted in all partitions at once, more of them in one partition after the other
BASES = ("line", "stem", "stems", "line, distance")  # the partitions that the graph is combined with


class Tally:
    """The candidates of one arity, and what was counted about them.

    The cells of all partitions stand side by side in one array of kinds × cells, so that all are judged at once.
    """

    def __init__(self, places: Places, n: int, blocks: list[Block], use_features: bool) -> None:
        self.rows: RowIds = np.concatenate([np.arange(b.first, b.first + len(b)) for b in blocks])
        scopes = _joined([b.scopes for b in blocks])
        self.arity = scopes.shape[1]
        self.scopes, order = sorted_lines(scopes)
        relation = _joined([b.relation_ids for b in blocks])
        self.kind: Ints = numbered([relation, *order]).astype(np.int64)
        one = one_of_each(self.kind)
        kinds = np.column_stack([relation[one], *(each[one] for each in order)]).astype(np.int64)
        self.kinds: Ints = kinds  # relation, and the order of its arguments
        self.scope: Ints = numbered(list(self.scopes.T)).astype(np.int64)
        self.of_scope = self.scopes[one_of_each(self.scope)].astype(np.int64)
        plain = partitions(places, self.of_scope)
        if not use_features:
            plain = plain[:1]
        self.names = [partition.says for partition in plain]
        sizes = [partition.size for partition in plain]
        handicaps = [AGAINST_GUESSING * (i > 0) + float(np.log(p.among)) for i, p in enumerate(plain)]
        self.graph: Graph | None = None
        self._bases: list[int] = []
        if self.arity == 2 and n <= MOST_VARIABLES:
            side_by_side = beside(places)
            self.graph = Graph(n, len(kinds), side_by_side)
            self._by = ("common neighbours", "surprising neighbours", "beside")[: 2 + bool(side_by_side.any())]
            of_graph = (N_COMMON, N_SURPRISE, N_NEAR)
            self._from_code = list(zip(taken_apart(), of_graph, strict=True))
            self.pair: Ints = (self.kind * n + self.scopes[:, 0]) * n
            self.pair += self.scopes[:, 1]
            self._at_pair = np.full(len(kinds) * n * n, -1, dtype=np.int32)
            self._at_pair[self.pair] = np.arange(len(self.pair))
            for number, base in [(i, p) for i, p in enumerate(plain) if i == 0 or p.says in BASES]:
                self._bases.append(number)
                self.names += [f"{base.says}, {each}" for each in self._by]
                sizes += [base.size * count for count, _ in zip(of_graph, self._by, strict=False)]
                handicaps += [AGAINST_GUESSING] * len(self._by)
        self._handicap = np.array(handicaps)
        self._start = np.concatenate([[0], np.cumsum(sizes)])
        self._partition_of = np.repeat(np.arange(len(sizes)), sizes)
        # In few bits, because there are very many of them.
        bits = np.int16 if self._start[-1] < np.iinfo(np.int16).max else np.int32
        self._cells: NDArray[Any] = np.empty((len(plain), len(self.of_scope)), dtype=bits)
        for number, (partition, start) in enumerate(zip(plain, self._start[:-1].tolist(), strict=False)):
            self._cells[number] = partition.cell
            self._cells[number] += start
        self.held: Floats = np.zeros((len(kinds), int(self._start[-1])))
        self.seen: Floats = np.zeros_like(self.held)
        self._trust: Floats = np.ones((len(sizes), len(kinds)))
        self._table: Floats = np.full_like(self.held, FIRST_RATE)
        self._leaning: dict[int, Ints] = {}  # rows that are as good as learned, and the cells they were counted in
        self._evidence: Floats = np.zeros((len(sizes), len(kinds)))
        self._counted = np.ones(len(kinds), dtype=bool)  # kinds whose counts have changed since the evidence was found
        self._alike: Alike | None = None

    def copy(self) -> Tally:
        """An independent copy."""
        twin = copy.copy(self)
        twin.held, twin.seen = self.held.copy(), self.seen.copy()
        twin.graph = self.graph.copy() if self.graph is not None else None
        twin._leaning = dict(self._leaning)
        twin._evidence, twin._counted = self._evidence.copy(), self._counted.copy()
        twin._alike = None  # it follows the graph of this one
        return twin

    @property
    def n_plain(self) -> int:
        """How many partitions do without the graph; they come first."""
        return len(self._cells)

    def cells_of_scopes(self, number: int) -> Ints:
        """The cell of each scope in a partition that does without the graph."""
        found: Ints = self._cells[number]
        return found

    def plain_numbers(self, numbers: Ints) -> list[int]:
        """The partitions without the graph that these partitions are made of."""
        plain = len(self._cells)
        return sorted(
            {each if each < plain else self._bases[(each - plain) // len(self._by)] for each in numbers.tolist()}
        )

    def at_pair(self, pairs: Ints) -> Ints:
        """The positions of the rows on these pairs of variables (as the graph numbers them); some have none."""
        found = self._at_pair[pairs]
        return found[found >= 0].astype(np.int64)

    def cells_in(self, number: int, scope: Ints, code: NDArray[np.integer]) -> Ints:
        """The cells of scopes in a partition; for one with the graph, their codes there are needed, too."""
        if number < len(self._cells):
            return self._cells[number][scope].astype(np.int64)
        base, which = divmod(number - len(self._cells), len(self._by))
        place, size = self._from_code[which]
        found = (self._cells[self._bases[base], scope] - self._start[self._bases[base]]) * size + place[code]
        return found + self._start[number]

    def cells(self, at: Ints | slice, number: int) -> Ints:
        """The cells of the rows at these positions in a partition, by its number."""
        if number < len(self._cells) or self.graph is None:
            return self._cells[number][self.scope[at]].astype(np.int64)
        return self.cells_in(number, self.scope[at], self.graph.codes(self.pair[at]))

    def _all_cells(self, at: Ints) -> Ints:
        """The cells of the rows at these positions, which are few, in all partitions: partitions × rows."""
        plain = self._cells[:, self.scope[at]].astype(np.int64)
        extra = [self.cells(at, number) for number in range(len(self._cells), len(self.names))]
        return np.concatenate([plain, np.stack(extra)]) if extra else plain

    def observe(self, at: Ints, held: bool) -> None:
        """Count the rows at these positions as learned (`held`) or as refuted."""
        self._count(at, held)
        self.connect(at, held)

    def _count(self, at: Ints, held: bool) -> None:
        kind = self.kind[at]
        self._counted[kind] = True
        if len(at) <= FEW:
            places = (kind * self.seen.shape[1] + self._all_cells(at)).ravel()
            np.add.at(self.seen.reshape(-1), places, 1)
            if held:
                np.add.at(self.held.reshape(-1), places, 1)
            return
        for number in range(len(self.names)):
            first, end = int(self._start[number]), int(self._start[number + 1])
            size = end - first
            places = kind * size + (self.cells(at, number) - first)
            counts = np.bincount(places, minlength=len(self.kinds) * size).reshape(-1, size)
            self.seen[:, first:end] += counts
            if held:
                self.held[:, first:end] += counts

    def connect(self, at: Ints, held: bool) -> None:
        """Tell the graph about the rows at these positions."""
        if self.graph is None:
            return
        x, y = self.scopes[at, 0], self.scopes[at, 1]
        if held:
            for i, position in enumerate(at.tolist()):
                surprising = round(self._without_graph(position), DIGITS) < SURPRISING
                self.graph.learned(int(self.kind[position]), int(x[i]), int(y[i]), surprising=surprising)
        else:
            for k in np.unique(self.kind[at]).tolist():
                here = self.kind[at] == k
                self.graph.refuted(k, x[here], y[here])

    def _without_graph(self, position: int) -> float:
        """How probable a row is by the partitions that do without the graph."""
        kind = self.kind[position]
        trust = self._trust[: len(self._cells), kind]
        p = self._table[kind, self._cells[:, self.scope[position]]]
        return float(trust @ p / max(trust.sum(), 1e-12))

    def lean(self, position: int, times: int) -> None:
        """Count the row at this position, which is as good as learned, as learned (1), or take that back (−1)."""
        kind = int(self.kind[position])
        if times > 0:
            self._leaning[position] = self._all_cells(np.array([position]))[:, 0]
        cells = self._leaning[position] if times > 0 else self._leaning.pop(position)
        self.seen[kind, cells] += times
        self.held[kind, cells] += times
        self._counted[kind] = True

    def rates(self) -> Floats:
        """How often each kind holds, whatever the scope."""
        found: Floats = (self.held[:, 0] + FIRST_RATE * FIRST_WEIGHT) / (self.seen[:, 0] + FIRST_WEIGHT)
        return found

    def trust(self, rate: Floats) -> Floats:
        """How much each partition is trusted, by Bayes' rule, from what was seen in its cells: partitions × kinds."""
        for kind in np.flatnonzero(self._counted).tolist():
            self._evidence[:, kind] = self._evidence_of(kind, rate[kind])
        self._counted[:] = False
        evidence = self._evidence
        found = _normalized(evidence - self._handicap[:, None])
        if SHARED and len(rate) > 1:
            # A partition that matters for one kind is likely to matter for another.
            elsewhere = (found.sum(axis=1, keepdims=True) - found) / (len(rate) - 1)
            found = _normalized(evidence + np.log(np.exp(-self._handicap)[:, None] + SHARED * elsewhere))
        return found

    def _evidence_of(self, kind: int, rate: float) -> Floats:
        """How probable each partition makes what was seen of a kind, against not having seen it: logarithms."""
        cell = np.flatnonzero(self.seen[kind])
        seen, held = self.seen[kind, cell], self.held[kind, cell]
        a, b = STRENGTH * rate, STRENGTH * (1 - rate)
        gain = _log_gamma(a + held) + _log_gamma(b + seen - held) - _log_gamma(STRENGTH + seen)
        nothing = _log_gamma(np.array([a])) + _log_gamma(np.array([b])) - _log_gamma(np.array([STRENGTH]))
        found: Floats = np.bincount(self._partition_of[cell], gain - nothing, len(self.names)).astype(np.float64)
        return found

    def estimate(self, at: Ints | slice, out: Floats | None = None) -> Floats:
        """The probability of the rows at these positions.

        out: where it is put; a new array for very many rows takes longer than what is put there
        """
        rate = self.rates()
        trust = self.trust(rate)
        likely = np.flatnonzero((trust >= NEGLIGIBLE / 4).any(axis=1))  # more than are looked at now, for later
        trust[np.round(trust, DIGITS) < NEGLIGIBLE] = 0
        trust /= trust.sum(axis=0)
        table = (self.held + STRENGTH * rate[:, None]) / (self.seen + STRENGTH)
        self._trust, self._table = trust, table
        numbers = np.flatnonzero(trust.any(axis=1))
        if self._alike is None or not self._alike.covers(numbers):
            self._alike = Alike(self, at, np.union1d(likely, numbers))
        if self._alike.is_possible:
            return self._alike.probabilities(at, trust, table, numbers, out)
        return _put(self.one_by_one(at, trust, table, numbers), out)

    def weights(self, at: Ints | slice, estimated: Floats, out: Floats | None = None) -> Floats:
        """The weight of each row that was just estimated (`weights.py`): once for all that are alike."""
        if self._alike is not None and self._alike.is_possible:
            return self._alike.weights(at, out)
        return _put(weights(estimated), out)

    def one_by_one(self, at: Ints | slice, trust: Floats, table: Floats, numbers: Ints) -> Floats:
        """The same as `Alike.probabilities`, for each row by itself."""
        kind = self.kind[at]
        P = np.zeros(len(kind))
        for number in numbers.tolist():
            P += trust[number][kind] * table[kind, self.cells(at, number)]
        found: Floats = np.round(np.clip(P, LEAST, MOST), DIGITS).astype(np.float64)
        return found


def _put(found: Floats, out: Floats | None) -> Floats:
    if out is None:
        return found
    out[:] = found
    return out


def _joined(arrays: list[NDArray[Any]]) -> NDArray[Any]:
    return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)


def sorted_lines(scopes: NDArray[Any]) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    """The variables of each scope in ascending order, and the column of each in the scope."""
    if scopes.shape[1] == 2:  # sorting short lines is slow
        turned = scopes[:, 0] > scopes[:, 1]
        if turned.any():
            scopes = np.stack([scopes.min(axis=1), scopes.max(axis=1)], axis=1)
        return scopes, [turned, ~turned]
    order = np.argsort(scopes, axis=1, kind="stable")
    return np.take_along_axis(scopes, order, axis=1), list(order.T)


def beside(places: Places) -> NDArray[np.bool_]:
    """Which two variables stand side by side in an array of two dimensions or more, where they may form regions."""
    at = places.coordinates
    apart = np.abs(at[:, None, :] - at[None, :, :]).sum(axis=2)
    deep = np.array([len(shape) > 1 for shape in places.shapes])[places.stem]
    found: NDArray[np.bool_] = (places.stem[:, None] == places.stem[None, :]) & (apart == 1) & deep[:, None]
    return found


def _normalized(logarithms: Floats) -> Floats:
    weight = np.exp(logarithms - logarithms.max(axis=0))
    found: Floats = weight / weight.sum(axis=0)
    return found


def _log_gamma(x: Floats) -> Floats:
    """log Γ for positive numbers: Stirling's series, after seven steps of Γ(x + 1) = x Γ(x)."""
    product = x.copy()
    for step in range(1, 7):
        product = product * (x + step)
    z = x + 7
    found: Floats = (
        (z - 0.5) * np.log(z) - z + 0.5 * np.log(2 * np.pi) + 1 / (12 * z) - 1 / (360 * z**3) + 1 / (1260 * z**5)
    )
    return found - np.log(product)
