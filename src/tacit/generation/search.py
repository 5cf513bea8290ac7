"""A branch-and-bound search for an example: satisfy the learned network, violate as many candidates as possible.

Learned constraints are hard and prune the domains of the other variables (forward checking); candidates are
soft and are counted. Binary ones are matrices (`candidates/pairs.py`), the others are looked up around each variable.
With `complete=True` (the paper's *max*) all variables get a value; otherwise (*max_B*) a variable without values
left is skipped. The search is cut after `nodes_min` nodes if it has an example that violates something, after
`nodes_max` in any case; a node is one value tried. The same limits exist in seconds, but then two runs may differ.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tacit.generation.ordering import ValueOrder, VariableOrder
from tacit.learning.state import State
from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes

if TYPE_CHECKING:
    from tacit.dialogue.options import Options


@dataclass(frozen=True)
class Limits:
    """When a search stops: nodes by default, seconds if given."""

    nodes_min: int
    nodes_max: int
    cut_min: float | None = None
    cut_max: float | None = None

    @classmethod
    def of(cls, state: State) -> Limits:
        return cls.sized(state.options, len(state.vocabulary))

    @classmethod
    def sized(cls, options: Options, n: int) -> Limits:
        """The cutoffs that were asked for. The default is sized to the n variables so that nobody waits."""
        nodes_min = options.nodes_min or min(n, options.nodes_max or n)
        nodes_max = options.nodes_max or max(nodes_min, (4 if options.partial else 20) * n)
        return cls(nodes_min, nodes_max, options.cut_min, options.cut_max)

    def any_example(self) -> Limits:
        """The same, but the first example that violates anything will do."""
        return replace(self, nodes_min=1, cut_min=None if self.cut_min is None else 0.0)


@dataclass
class Frame:
    """One variable on the way down: what was there before it, and the values still to be tried."""

    variable: int
    values: list[int]
    gains: list[int]
    next: int
    domains: NDArray[np.bool_]
    free: NDArray[np.bool_]
    pair_gains: NDArray[np.int32]
    violated: int
    counted: int


class Search:
    """One search; `run` gives the best example found.

    Orders may read `free`, `domains`, `codes`, `bias_degree`, `weighted_degree()` and `state.random`.
    """

    def __init__(
        self,
        state: State,
        soft: NDArray[np.bool_] | None,
        limits: Limits,
        variable_order: VariableOrder,
        value_order: ValueOrder,
        *,
        complete: bool,
        start: Codes | None = None,
        must_violate: int | None = None,
    ) -> None:
        self.state = state
        self.limits = limits
        self.complete = complete
        self._variable_order = variable_order
        self._value_order = value_order
        self._start_with = start
        self._must_violate = must_violate
        self._must_scope = state.rows.scope(must_violate) if must_violate is not None else ()
        n, m = len(state.vocabulary), state.vocabulary.n_codes
        self.codes: Codes = np.full(n, UNASSIGNED, dtype=np.int64)
        self.free = np.ones(n, dtype=bool)
        self.domains = state.vocabulary.in_domain
        self._all_codes = np.arange(m)
        self._soft = soft
        self._soft_at: dict[int, list[_Incident]] = {}
        self._hard_at: dict[int, list[_Incident]] = {}
        self._pairs = state.pairs
        self._pair_gains = np.zeros((n, m), dtype=np.int32)
        self._blocks = [block for block in state.rows.blocks if self._pairs is None or block is not self._pairs.block]
        self.bias_degree = np.zeros(n, dtype=np.int64)
        if self._pairs is not None:
            self._pairs.update(soft, state.learned)
            if soft is not None:
                self.bias_degree += self._pairs.soft.count.sum(axis=1)
        if soft is not None:
            for block in self._blocks:
                scopes = block.scopes[soft[block.first : block.first + len(block)]]
                self.bias_degree += np.bincount(scopes.ravel(), minlength=n)
        self.total = 0 if soft is None else int(np.count_nonzero(soft))
        # What came of it:
        self.nodes = 0
        self.best: Codes | None = None
        self.best_violated = -1
        self.exhausted = False  # everything was tried: there is nothing better
        self.passed_min = False  # nothing was found by nodes_min
        self.cut: str | None = None  # "min" or "max" if a limit stopped it
        self._violated = 0
        self._counted = 0

    def run(self) -> Codes | None:
        """The best example found, or None."""
        begin = time.perf_counter()
        frames: list[Frame] = []
        alive = self._start()
        while True:
            if alive and not self._hopeless():
                variable = self._next_variable()
                if variable is None:
                    self._leaf()
                    if self.best_violated == self.total:
                        self.exhausted = True
                        break
                else:
                    frames.append(self._open(variable))
            if self._is_cut(begin):
                break
            alive = False
            while frames and not alive:
                frame = frames[-1]
                if frame.next == len(frame.values):
                    self.codes[frame.variable] = UNASSIGNED
                    frames.pop()
                    continue
                self.nodes += 1
                alive = self._try(frame)
                if not alive and self._is_cut(begin):
                    break
            if self.cut:
                break
            if not frames:
                self.exhausted = True
                break
        self.state.reporter.searched(self.nodes)
        return self.best

    # --- steps of the search ---

    def _start(self) -> bool:
        """Unary learned constraints first, then what is assigned from the start."""
        for block in self._blocks:
            if block.arity == 1:
                self.domains = self.domains.copy()
                for local in np.flatnonzero(self.state.learned[block.first : block.first + len(block)]):
                    accepted = block.accepts(np.full(len(self._all_codes), local), self._all_codes[:, None])
                    self.domains[block.scopes[local, 0]] &= accepted
        if self.complete and not self.domains.any(axis=1).all():
            return False
        if self._start_with is not None:
            for variable in np.flatnonzero(self._start_with >= 0).tolist():
                code = int(self._start_with[variable])
                choices, gains = self._gains(variable)
                self._violated += int(gains[choices == code].sum())
                self.codes[variable] = code
                self.free[variable] = False
                if not self._prune(variable) and self.complete:
                    return False
        return True

    def _hopeless(self) -> bool:
        """The bound: even if all candidates that still miss a variable were violated, it would not beat the best."""
        return self.best is not None and self._violated + self.total - self._counted <= self.best_violated

    def _next_variable(self) -> int | None:
        for variable in self._must_scope:  # a constraint that must be violated comes first
            if self.free[variable]:
                return variable
        while self.free.any():
            variable = self._variable_order(self)
            if self.complete or self.domains[variable].any():
                return variable
            self.free[variable] = False  # max_B: nothing fits, so leave it out
        return None

    def _open(self, variable: int) -> Frame:
        choices, gains = self._gains(variable)
        allowed = self.domains[variable, choices]
        last = variable in self._must_scope and self.free[list(self._must_scope)].sum() == 1
        if self._must_violate is not None and last:
            allowed = allowed & self._violates(self._must_violate, variable, choices)
        choices, gains = choices[allowed], gains[allowed]
        order = self._value_order(self, variable, choices, gains)
        return Frame(
            variable,
            choices[order].tolist(),
            gains[order].tolist(),
            0,
            self.domains,
            self.free,
            self._pair_gains,
            self._violated,
            self._counted,
        )

    def _try(self, frame: Frame) -> bool:
        code, gain = frame.values[frame.next], frame.gains[frame.next]
        frame.next += 1
        self.codes[frame.variable] = code
        self.free = frame.free.copy()
        self.free[frame.variable] = False
        self.domains = frame.domains
        self._pair_gains = frame.pair_gains
        self._violated = frame.violated + gain
        self._counted = frame.counted
        return self._prune(frame.variable) or not self.complete

    def _leaf(self) -> None:
        if self._violated > self.best_violated:
            self.best_violated = self._violated
            self.best = self.codes.copy()

    def _is_cut(self, begin: float) -> bool:
        limits = self.limits
        if limits.cut_max is not None and limits.cut_min is not None:
            spent = time.perf_counter() - begin
            late, very_late = spent >= limits.cut_min, spent >= limits.cut_max
        else:
            late, very_late = self.nodes >= limits.nodes_min, self.nodes >= limits.nodes_max
        if late and self.best_violated > 0:
            self.cut = "min"
        elif very_late:
            self.cut = "max"
        self.passed_min |= late and self.cut != "min"
        return self.cut is not None

    # --- candidates and learned constraints around a variable ---

    def _gains(self, variable: int) -> tuple[Codes, NDArray[np.int64]]:
        """How many candidates each value of a variable violates, with the variables that are assigned already.

        With its last variable a candidate is violated now or never, so it is counted here, too.
        """
        choices = self.state.vocabulary.domain_codes[variable]
        gains = np.zeros(len(choices), dtype=np.int64)
        if self._soft is None:
            return choices, gains
        if self._pairs is not None:
            gains += self._pair_gains[variable, choices]
            self._counted += int(self._pairs.soft.count[variable] @ (self.codes >= 0))
        for incident in self._around(variable, self._soft_at, self._soft):
            rejected = incident.rejected(self.codes, choices)
            gains += rejected.sum(axis=0)
            self._counted += len(rejected)
        return choices, gains

    def _around(self, variable: int, known: dict[int, list[_Incident]], among: NDArray[np.bool_]) -> list[_Incident]:
        """The rows around a variable that are not in the matrices."""
        around = known.get(variable)
        if around is None:
            around = known[variable] = [found for block in self._blocks if (found := _incident(block, variable, among))]
        return around

    def _violates(self, row: int, variable: int, choices: Codes) -> NDArray[np.bool_]:
        """Which choices violate the constraint that must be violated, when its other variables are assigned?"""
        examples = np.repeat(self.codes[list(self._must_scope)][None, :], len(choices), axis=0)
        examples[:, self._must_scope.index(variable)] = choices
        return self.state.rows.rejects(row, self._must_scope, examples)

    def _prune(self, variable: int) -> bool:
        """Forward checking: take from other variables what C_L forbids now. False if one of them has nothing left."""
        whole = True
        pairs = self._pairs
        if pairs is not None:
            code = self.codes[variable]
            self.domains = self.domains & pairs.hard.tables[pairs.hard.ids[variable], code]
            if self._soft is not None:
                self._pair_gains = self._pair_gains + pairs.soft.tables[pairs.soft.ids[variable], code]
            if self.complete:
                touched = pairs.hard.count[variable]
                empty = (touched > 0) & (self.codes < 0) & ~self.domains.any(axis=1)
                if empty.any():
                    self._pair_weights[variable, empty] += touched[empty]
                    self._pair_weights[empty, variable] += touched[empty]
                    whole = False
        around = self._around(variable, self._hard_at, self.state.learned)
        if around:
            self.domains = self.domains.copy()
        for incident in around:
            rows, others, allowed = incident.allowed(self.codes, self._all_codes)
            np.logical_and.at(self.domains, others, allowed)
            if self.complete:
                empty = ~self.domains[others].any(axis=1)
                if empty.any():
                    self._weights[rows[empty]] += 1
                    whole = False
        return whole

    # --- for dom/wdeg ---

    def weighted_degree(self) -> NDArray[np.float64]:
        """The weights of the learned constraints that hold a variable and another free one.

        A constraint weighs one, and one more each time it has left a variable without values.
        """
        degree = np.zeros(len(self.codes))
        if self._pairs is not None:
            degree += self._pair_weights @ self.free
        for block, local, scopes in self._learned_scopes:
            free = self.free[scopes]
            live = free.sum(axis=1) > 1
            weights = np.repeat(self._weights[local[live] + block.first], block.arity)
            degree += np.bincount(scopes[live].ravel(), weights=weights, minlength=len(degree))
        return degree

    @cached_property
    def _pair_weights(self) -> NDArray[np.float64]:
        assert self._pairs is not None
        return self._pairs.hard.count.astype(np.float64)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        return np.ones(self.state.rows.size)

    @cached_property
    def _learned_scopes(self) -> list[tuple[Block, RowIds, NDArray[np.int32]]]:
        found = []
        for block in self._blocks:
            local = np.flatnonzero(self.state.learned[block.first : block.first + len(block)])
            if len(local) and block.arity > 1:
                found.append((block, local, block.scopes[local]))
        return found


class _Incident:
    """The rows of one block around one variable, taken apart so that a search can evaluate them quickly."""

    def __init__(self, block: Block, local: RowIds, position: NDArray[np.int64]) -> None:
        self.block = block
        self.local = local
        self.position = position
        self.scopes = block.scopes[local]
        keep = np.arange(block.arity)[None, :] != position[:, None]
        self.others = self.scopes[keep].reshape(len(local), block.arity - 1)
        self.places = np.broadcast_to(np.arange(block.arity), keep.shape)[keep].reshape(self.others.shape)
        if block.tabled:
            self.base = block.base[local]
            self.stride = block.strides[position]
            self.other_strides = block.strides[self.places]

    def rejected(self, codes: Codes, choices: Codes) -> NDArray[np.bool_]:
        """The rows that this variable completes × the choices: which choice does which row reject?"""
        values = codes[self.others]
        complete = (values >= 0).all(axis=1)
        if self.block.tabled:
            index = self.base[complete] + (values[complete] * self.other_strides[complete]).sum(axis=1)
            return ~self.block.table[index[:, None] + self.stride[complete, None] * choices]
        full = codes[self.scopes[complete]]
        return ~self.block.accepts_each(self.local[complete], full, self.position[complete], choices)

    def allowed(self, codes: Codes, choices: Codes) -> tuple[RowIds, NDArray[np.int32], NDArray[np.bool_]]:
        """Rows with one unassigned variable left: the rows, those variables, and the codes that these may take."""
        unassigned = codes[self.others] < 0
        last = np.flatnonzero(unassigned.sum(axis=1) == 1)
        place = self.places[last][unassigned[last]]
        others = self.others[last][unassigned[last]]
        local = self.local[last]
        allowed = self.block.accepts_each(local, codes[self.scopes[last]], place, choices)
        return local + self.block.first, others, allowed


def _incident(block: Block, variable: int, among: NDArray[np.bool_]) -> _Incident | None:
    rows, positions, starts = block.incidence
    span = slice(starts[variable], starts[variable + 1])
    keep = among[rows[span] + block.first]
    return _Incident(block, rows[span][keep], positions[span][keep]) if keep.any() else None
