"""How probable is each candidate? Counts in cells, and the evidence for each way to make cells.

A partition (`partitions.py`, and the graph of `graph.py`) sorts the scopes into cells. For each cell and each kind of
constraint, we count how many were learned and how many refuted; the estimate comes from these counts, with the kind's
own rate as prior. A partition is trusted by Bayes' rule: by how probable it makes what was seen in all its cells. So a
partition that explains the answers wins after a few of them. One that explains nothing, because names were shuffled or
because there is nothing to explain, loses to "everything is one cell".

Beliefs only choose which question comes next. What is learned and what is refuted never rests on them.
"""

from __future__ import annotations

import copy

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.version_space import VersionSpace
from tacit.guided.bound_beliefs import BoundBeliefs
from tacit.guided.graph import MOST_VARIABLES, N_COMMON, N_NEAR, N_SURPRISE, Graph
from tacit.problem.rows import Block, RowIds
from tacit.structure.partitions import partitions
from tacit.structure.places import Ints, Places

Floats = NDArray[np.float64]

FIRST_RATE, FIRST_WEIGHT = 0.1, 3.0  # before anything is known, one candidate in ten is expected to hold
STRENGTH = 1.5  # how many observations a kind's rate counts for in a cell
LEAST, MOST = 1e-6, 1 - 1e-3
DIGITS = 9  # of a probability: the last bits of a logarithm differ between machines and must not choose a question
NEGLIGIBLE = 0.01  # a partition that is trusted less than this is not looked at
AGAINST_GUESSING = 3.0  # nats that a partition has to earn before it is trusted as much as having no partition
SHARED = 0.3  # a partition starts with this share of the trust that it has earned for other kinds
SURPRISING = 0.5  # a learned constraint was surprising if it was less probable than this without the graph
BASES = ("line", "stem", "stems", "line, distance")  # the partitions that the graph is combined with
TAKEN_HELD, TAKEN_SEEN = 0.3, 3.0  # at first, a second constraint on a scope is ten times less probable


class Tally:
    """The candidates of one arity, and what was counted about them.

    The cells of all partitions stand side by side in one array of kinds × cells, so that all are judged at once.
    """

    def __init__(self, places: Places, n: int, blocks: list[Block], use_features: bool) -> None:
        self.rows: RowIds = np.concatenate([np.arange(b.first, b.first + len(b)) for b in blocks])
        scopes = np.concatenate([b.scopes for b in blocks]).astype(np.int64)
        self.arity = scopes.shape[1]
        order = np.argsort(scopes, axis=1, kind="stable")
        self.scopes = np.take_along_axis(scopes, order, axis=1)
        relation = np.concatenate([b.relation_ids for b in blocks]).astype(np.int64)
        kinds, kind = np.unique(np.column_stack([relation, order]), axis=0, return_inverse=True)
        self.kinds: Ints = kinds  # relation, and the order of its arguments
        self.kind: Ints = kind.reshape(-1)
        key = self.scopes @ (n ** np.arange(self.arity)[::-1])
        _, first, scope = np.unique(key, return_index=True, return_inverse=True)
        self.scope: Ints = scope.reshape(-1)
        self.of_scope = self.scopes[first]
        plain = partitions(places, self.of_scope)
        if not use_features:
            plain = plain[:1]
        self.names = [partition.says for partition in plain]
        sizes = [partition.size for partition in plain]
        handicaps = [AGAINST_GUESSING * (i > 0) + float(np.log(p.among)) for i, p in enumerate(plain)]
        self.graph: Graph | None = None
        self._bases: list[Ints] = []
        if self.arity == 2 and n <= MOST_VARIABLES:
            side_by_side = beside(places)
            self.graph = Graph(n, len(kinds), side_by_side)
            self._by = ("common neighbours", "surprising neighbours", "beside")[: 2 + bool(side_by_side.any())]
            of_graph = (N_COMMON, N_SURPRISE, N_NEAR)
            for base in [p for i, p in enumerate(plain) if i == 0 or p.says in BASES]:
                self._bases.append(base.cell)
                self.names += [f"{base.says}, {each}" for each in self._by]
                sizes += [base.size * count for count, _ in zip(of_graph, self._by, strict=False)]
                handicaps += [AGAINST_GUESSING] * len(self._by)
        self._handicap = np.array(handicaps)
        self._start = np.concatenate([[0], np.cumsum(sizes)])
        self._partition_of = np.repeat(np.arange(len(sizes)), sizes)
        self._cells = np.stack([p.cell + start for p, start in zip(plain, self._start, strict=False)])
        self.held: Floats = np.zeros((len(kinds), int(self._start[-1])))
        self.seen: Floats = np.zeros_like(self.held)
        self._trust: Floats = np.ones((len(sizes), len(kinds)))
        self._table: Floats = np.full_like(self.held, FIRST_RATE)
        self._leaning: dict[int, Ints] = {}  # rows that are as good as learned, and the cells they were counted in

    def copy(self) -> Tally:
        """An independent copy."""
        twin = copy.copy(self)
        twin.held, twin.seen = self.held.copy(), self.seen.copy()
        twin.graph = self.graph.copy() if self.graph is not None else None
        twin._leaning = dict(self._leaning)
        return twin

    @property
    def n_plain(self) -> int:
        """How many partitions do without the graph; they come first."""
        return len(self._cells)

    def cells_of_scopes(self, number: int) -> Ints:
        """The cell of each scope in a partition that does without the graph."""
        found: Ints = self._cells[number]
        return found

    def cells(self, at: Ints, number: int) -> Ints:
        """The cells of the rows at these positions in a partition, by its number."""
        if number < len(self._cells):
            return self._cells[number, self.scope[at]]
        assert self.graph is not None
        base, which = divmod(number - len(self._cells), len(self._by))
        kind, x, y = self.kind[at], self.scopes[at, 0], self.scopes[at, 1]
        cell = self._bases[base][self.scope[at]]
        if which == 0:
            cell = cell * N_COMMON + self.graph.common(kind, x, y)
        elif which == 2:
            cell = cell * N_NEAR + self.graph.nearness(kind, x, y)
        else:
            cell = cell * N_SURPRISE + self.graph.surprise(kind, x, y)
        return cell + self._start[number]

    def _all_cells(self, at: Ints) -> Ints:
        """The cells of the rows at these positions in all partitions: partitions × rows."""
        plain = self._cells[:, self.scope[at]]
        extra = [self.cells(at, number) for number in range(len(self._cells), len(self.names))]
        return np.concatenate([plain, np.stack(extra)]) if extra else plain

    def observe(self, at: Ints, held: bool) -> None:
        """Count the rows at these positions as learned (`held`) or as refuted."""
        self._count(at, held)
        self.connect(at, held)

    def _count(self, at: Ints, held: bool) -> None:
        T = self.seen.shape[1]
        places = (self.kind[at] * T + self._all_cells(at)).ravel()
        flat = np.bincount(places, minlength=self.seen.size).reshape(self.seen.shape)
        self.seen += flat
        if held:
            self.held += flat

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

    def rates(self) -> Floats:
        """How often each kind holds, whatever the scope."""
        found: Floats = (self.held[:, 0] + FIRST_RATE * FIRST_WEIGHT) / (self.seen[:, 0] + FIRST_WEIGHT)
        return found

    def trust(self, rate: Floats) -> Floats:
        """How much each partition is trusted, by Bayes' rule, from what was seen in its cells: partitions × kinds."""
        kind, cell = np.nonzero(self.seen)
        seen, held = self.seen[kind, cell], self.held[kind, cell]
        a, b = STRENGTH * rate, STRENGTH * (1 - rate)
        gain = _log_gamma(a[kind] + held) + _log_gamma(b[kind] + seen - held) - _log_gamma(STRENGTH + seen)
        nothing = _log_gamma(a) + _log_gamma(b) - _log_gamma(np.full(len(rate), STRENGTH))
        place = self._partition_of[cell] * len(rate) + kind
        size = len(self.names) * len(rate)
        evidence = np.bincount(place, weights=gain - nothing[kind], minlength=size).reshape(-1, len(rate))
        found = _normalized(evidence - self._handicap[:, None])
        if SHARED and len(rate) > 1:
            # A partition that matters for one kind is likely to matter for another.
            elsewhere = (found.sum(axis=1, keepdims=True) - found) / (len(rate) - 1)
            found = _normalized(evidence + np.log(np.exp(-self._handicap)[:, None] + SHARED * elsewhere))
        return found

    def estimate(self, at: Ints) -> Floats:
        """The probability of the rows at these positions."""
        rate = self.rates()
        trust = self.trust(rate)
        trust[np.round(trust, DIGITS) < NEGLIGIBLE] = 0
        trust /= trust.sum(axis=0)
        table = (self.held + STRENGTH * rate[:, None]) / (self.seen + STRENGTH)
        self._trust, self._table = trust, table
        kind = self.kind[at]
        P = np.zeros(len(at))
        for number in np.flatnonzero(trust.any(axis=1)).tolist():
            P += trust[number][kind] * table[kind, self.cells(at, number)]
        return P


class Beliefs:
    """The probability of every candidate, kept up to date with a version space."""

    def __init__(self, space: VersionSpace, *, use_features: bool = True) -> None:
        self.space = space
        places = Places(space.vocabulary)
        by_arity: dict[int, list[Block]] = {}
        for block in space.rows.blocks:
            by_arity.setdefault(block.arity, []).append(block)
        n = len(space.vocabulary)
        self.tallies = [Tally(places, n, blocks, use_features) for _, blocks in sorted(by_arity.items())]
        self._bounds = BoundBeliefs(space)
        self._tally = np.full(space.rows.size, -1, dtype=np.int64)  # −1 for bounds
        self._position = np.empty(space.rows.size, dtype=np.int64)
        for number, tally in enumerate(self.tallies):
            self._tally[tally.rows] = number
            self._position[tally.rows] = np.arange(len(tally.rows))
        self._seen = 0
        self._leaning: RowIds = np.empty(0, dtype=np.int64)
        self._scope = np.zeros(space.rows.size, dtype=np.int64)  # numbered over all arities
        first = 0
        for tally in self.tallies:
            self._scope[tally.rows] = tally.scope + first
            first += int(tally.scope.max()) + 1
        self._scope[space.rows.n_plain :] = first  # where nothing is ever taken
        self._taken = np.zeros(
            first + 1, dtype=np.int64
        )  # how many constraints on a scope are learned or as good as that
        self._taken_held, self._taken_expected = TAKEN_HELD, TAKEN_SEEN
        self.alone: Floats = np.full(space.rows.size, FIRST_RATE)
        self.P: Floats = np.full(space.rows.size, FIRST_RATE)

    def copy(self, space: VersionSpace) -> Beliefs:
        """The same beliefs about a copy of the version space."""
        twin = copy.copy(self)
        twin.space = space
        twin.tallies = [tally.copy() for tally in self.tallies]
        twin._taken = self._taken.copy()
        return twin

    def update(self, leaning: RowIds) -> Floats:
        """Count what was newly learned or refuted, and return the probability of each row in the bias, 0 for others.

        leaning: rows that are as good as learned. They are counted as learned.
        """
        space = self.space
        for rows, refuted in space.removals[self._seen :]:
            held = space.learned[rows]
            self._observe(rows[held], True)
            if refuted:
                self._observe(rows[~held], False)
        self._seen = len(space.removals)
        self._lean(leaning)
        self.alone = np.zeros(space.rows.size)
        for tally in self.tallies:
            at = np.flatnonzero(space.in_bias[tally.rows])
            if len(at):
                self.alone[tally.rows[at]] = np.round(np.clip(tally.estimate(at), LEAST, MOST), DIGITS)
        if len(space.rows.bounds):
            bounds = np.where(
                space.in_bias[space.rows.n_plain :], np.clip(self._bounds.estimate(space), LEAST, MOST), 0
            )
            self.alone[space.rows.n_plain :] = np.round(bounds, DIGITS)
        self.P = self.alone.copy()
        beside = self._taken[self._scope] > 0
        beside[self._leaning] = False
        factor = min(self._taken_held / self._taken_expected, 1.0)
        less = np.maximum(self.P[beside] * factor, LEAST * space.in_bias[beside])
        self.P[beside] = np.round(less, DIGITS)
        return self.P

    def _lean(self, leaning: RowIds) -> None:
        leaning = leaning[leaning < self.space.rows.n_plain]
        for row in leaning[~np.isin(leaning, self._leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), 1)
            self._taken[self._scope[row]] += 1
        for row in self._leaning[~np.isin(self._leaning, leaning)].tolist():
            self.tallies[self._tally[row]].lean(int(self._position[row]), -1)
            self._taken[self._scope[row]] -= 1
        self._leaning = leaning

    def _observe(self, rows: RowIds, held: bool) -> None:
        rows = rows[rows < self.space.rows.n_plain]
        for number, tally in enumerate(self.tallies):
            at = self._position[rows[self._tally[rows] == number]]
            # A rule is asked about because it is likely: what it settles is no sample of the rest, and not counted. Nor
            # is what a known plan refutes: no constraint is among it, so it says nothing about what is left.
            said = self.space.no_sample[tally.rows[at]]
            group = at[said & ~self.space.named[tally.rows[at]]]
            if len(group) and held:
                tally.connect(group, held)
            at = at[~said]
            if len(at):
                tally.observe(at, held)
        beside = rows[self._taken[self._scope[rows]] > np.isin(rows, self._leaning)]
        self._taken_expected += float(self.alone[beside].sum())
        if held:
            self._taken_held += len(beside)
            np.add.at(self._taken, self._scope[rows], 1)


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
