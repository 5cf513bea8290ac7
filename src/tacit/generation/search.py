"""A branch-and-bound search for an example: satisfy the learned network, violate as many candidates as possible.

Learned constraints are hard and prune the domains of the other variables (forward checking); candidates are
soft and are counted. Binary rows are matrices (`candidates/pairs.py`), other rows are looked up around each variable.
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

from tacit.candidates.incidence import Incidence, incidences
from tacit.candidates.version_space import VersionSpace
from tacit.generation.degrees import PairDegrees
from tacit.generation.ordering import ValueOrder, VariableOrder
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
    def of(cls, options: Options, n: int) -> Limits:
        """The cutoffs that were asked for. The defaults depend on the number of variables, n, so that nobody waits."""
        nodes_min = options.nodes_min or min(n, options.nodes_max or n)
        nodes_max = options.nodes_max or max(nodes_min, (4 if options.partial else 20) * n)
        return cls(nodes_min, nodes_max, options.cut_min, options.cut_max)

    def any_example(self) -> Limits:
        """The same limits, but the first example that violates anything will do."""
        return replace(self, nodes_min=1, cut_min=None if self.cut_min is None else 0.0)


@dataclass
class Level:
    """One variable on the way down: the state before it was assigned, and the values to try."""

    variable: int
    values: list[int]
    gains: list[int]
    next: int
    changes: int  # how many changes of domains there were
    free: NDArray[np.bool_]
    violated: int
    counted: int


class Search:
    """One search; `run` gives the best example found.

    Orders may read `free`, `domains`, `codes`, `bias_degree`, `values_left()`, `weighted_degree()` and `random`.

    only: the variables that may get a value; with `complete`, just these all do. None: those that the version space
          looks at (all, but for GrowAcq)
    hard: the rows that the example must satisfy; None: the learned ones
    """

    def __init__(
        self,
        space: VersionSpace,
        random: np.random.RandomState,
        soft: NDArray[np.bool_] | None,
        limits: Limits,
        variable_order: VariableOrder,
        value_order: ValueOrder,
        *,
        complete: bool,
        start: Codes | None = None,
        must_violate: int | None = None,
        only: NDArray[np.bool_] | None = None,
        hard: NDArray[np.bool_] | None = None,
    ) -> None:
        self.space = space
        self.random = random
        self.limits = limits
        self.complete = complete
        self._variable_order = variable_order
        self._value_order = value_order
        self._start_with = start
        self._must_violate = must_violate
        self._must_scope = space.rows.scope(must_violate) if must_violate is not None else ()
        n, m = len(space.vocabulary), space.vocabulary.n_codes
        self.codes: Codes = np.full(n, UNASSIGNED, dtype=np.int64)
        self.only = space.looked_at if only is None else only
        self.free = self.only.copy()
        self._hard = space.learned if hard is None else hard
        self.domains = space.vocabulary.in_domain.copy()
        self._changes: list[tuple[NDArray[np.int64], NDArray[np.bool_]]] = []  # variables, and their domains before
        self._all_codes = np.arange(m)
        self._soft = soft
        self._soft_at: dict[int, list[Incidence]] = {}
        self._hard_at: dict[int, list[Incidence]] = {}
        self._pairs = space.pairs
        self._blocks = [block for block in space.rows.blocks if self._pairs is None or block is not self._pairs.block]
        self.bias_degree = np.zeros(n, dtype=np.int64)
        if self._pairs is not None:
            self._pairs.update(soft, self._hard)
            if soft is not None:
                self.bias_degree += self._pairs.soft.count.sum(axis=1)
        if soft is not None:
            for block in self._blocks:
                scopes = block.scopes[soft[block.first : block.first + len(block)]]
                self.bias_degree += np.bincount(scopes.ravel(), minlength=n)
        self.total = 0 if soft is None else int(np.count_nonzero(soft))
        # The result:
        self.nodes = 0
        self.best: Codes | None = None
        self.best_violated = -1
        # Everything was tried. Under *max* there is nothing better. Under max_B there may be, because a variable is
        # skipped only if it has no values left: no example is tried that leaves out a variable with values.
        self.exhausted = False
        self.passed_min = False  # nothing was found by nodes_min
        self.cut: str | None = None  # "min" or "max" if a limit stopped the search
        self._violated = 0
        self._counted = 0
        self._sizes: NDArray[np.int64] | None = None  # of the domains, once somebody wants to know

    def run(self) -> Codes | None:
        """The best example found, or None."""
        begin = time.perf_counter()
        levels: list[Level] = []
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
                    levels.append(self._open(variable))
            if self._is_cut(begin):
                break
            alive = False
            while levels and not alive:
                level = levels[-1]
                if level.next == len(level.values):
                    self.codes[level.variable] = UNASSIGNED
                    levels.pop()
                    continue
                self.nodes += 1
                alive = self._try(level)
                if not alive and self._is_cut(begin):
                    break
            if self.cut:
                break
            if not levels:
                self.exhausted = True
                break
        return self.best

    # --- steps of the search ---

    def _start(self) -> bool:
        """Apply unary learned constraints, then assign what is given from the start. False if no example is left."""
        for block in self._blocks:
            if block.arity == 1:
                for local in np.flatnonzero(self._hard[block.first : block.first + len(block)]):
                    accepted = block.accepts(np.full(len(self._all_codes), local), self._all_codes[:, None])
                    self.domains[block.scopes[local, 0]] &= accepted
        if self.complete and not self.domains[self.only].any(axis=1).all():
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
        """The bound: even if all candidates that are not yet counted were violated, that would not beat the best."""
        return self.best is not None and self._violated + self.total - self._counted <= self.best_violated

    def _next_variable(self) -> int | None:
        for variable in self._must_scope:  # the constraint that must be violated comes first
            if self.free[variable]:
                return variable
        while self.free.any():
            variable = self._variable_order(self)
            if self.complete or self.domains[variable].any():
                return variable
            self.free[variable] = False  # max_B: nothing fits, so leave it out
        return None

    def _open(self, variable: int) -> Level:
        choices, gains = self._gains(variable)
        allowed = self.domains[variable, choices]
        last = variable in self._must_scope and self.free[list(self._must_scope)].sum() == 1
        if self._must_violate is not None and last:
            allowed = allowed & self._violates(self._must_violate, variable, choices)
        choices, gains = choices[allowed], gains[allowed]
        order = self._value_order(self, variable, choices, gains)
        return Level(
            variable,
            choices[order].tolist(),
            gains[order].tolist(),
            0,
            len(self._changes),
            self.free,
            self._violated,
            self._counted,
        )

    def _try(self, level: Level) -> bool:
        code, gain = level.values[level.next], level.gains[level.next]
        level.next += 1
        self.codes[level.variable] = code
        self.free = level.free.copy()
        self.free[level.variable] = False
        self._undo(level.changes)
        self._violated = level.violated + gain
        self._counted = level.counted
        return self._prune(level.variable) or not self.complete

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
        """How many candidates each value of a variable violates, with the variables that are already assigned.

        A candidate whose last variable this is will be violated now or never, so it is counted here, too.
        """
        choices = self.space.vocabulary.domain_codes[variable]
        gains = np.zeros(len(choices), dtype=np.int64)
        if self._soft is None:
            return choices, gains
        if self._pairs is not None:
            counted, pair_gains = self._pairs.soft.rejected(variable, self.codes)
            gains += pair_gains[choices]
            self._counted += counted
        for incidence in self._around(variable, self._soft_at, self._soft):
            _, rejected = incidence.rejected(self.codes, choices)
            gains += rejected.sum(axis=0)
            self._counted += len(rejected)
        return choices, gains

    def _around(self, variable: int, known: dict[int, list[Incidence]], among: NDArray[np.bool_]) -> list[Incidence]:
        """The rows around a variable that are not in the matrices."""
        around = known.get(variable)
        if around is None:
            around = known[variable] = incidences(self._blocks, variable, among)
        return around

    def _violates(self, row: int, variable: int, choices: Codes) -> NDArray[np.bool_]:
        """Which choices violate the constraint that must be violated, when its other variables are assigned?"""
        examples = np.repeat(self.codes[list(self._must_scope)][None, :], len(choices), axis=0)
        examples[:, self._must_scope.index(variable)] = choices
        return self.space.rows.rejects(row, self._must_scope, examples)

    def _prune(self, variable: int) -> bool:
        """Forward checking: remove the values that C_L now forbids to other variables. False if one has none left."""
        whole = True
        pairs = self._pairs
        if pairs is not None:
            near = np.flatnonzero(pairs.hard.count[variable])
            if len(near):
                left = self.domains[near] & pairs.hard.allowed(variable, near, self.codes[variable])
                self._set_domains(near, left)
                if self.complete:
                    empty = near[(self.codes[near] < 0) & ~left.any(axis=1) & self.only[near]]
                    if len(empty):
                        self._pair_degrees.failed(variable, empty)
                        whole = False
        for incidence in self._around(variable, self._hard_at, self._hard):
            rows, others, allowed = incidence.allowed(self.codes, self._all_codes)
            if not len(rows):
                continue
            near, which = np.unique(others, return_inverse=True)
            left = self.domains[near]
            np.logical_and.at(left, which, allowed)
            self._set_domains(near, left)
            if self.complete:
                without = ~left[which].any(axis=1) & self.only[others]
                if without.any():
                    self._weights[rows[without]] += 1
                    whole = False
        return whole

    def _set_domains(self, near: NDArray[np.int64], left: NDArray[np.bool_]) -> None:
        """Give some variables other domains, so that it can be undone."""
        self._changes.append((near, self.domains[near]))
        self._write(near, left)

    def _undo(self, changes: int) -> None:
        """Go back to the domains as they were after so many changes."""
        while len(self._changes) > changes:
            self._write(*self._changes.pop())

    def _write(self, near: NDArray[np.int64], domains: NDArray[np.bool_]) -> None:
        self.domains[near] = domains
        if self._sizes is not None:
            self._sizes[near] = domains.sum(axis=1)

    # --- for the orders of variables ---

    def values_left(self) -> NDArray[np.int64]:
        """How many values each variable has left."""
        if self._sizes is None:
            self._sizes = self.domains.sum(axis=1)
        return self._sizes

    def weighted_degree(self) -> NDArray[np.float64]:
        """For each variable, the weight of the learned constraints on it and at least one other free variable.

        A constraint weighs one, and one more each time it has left a variable without values.
        """
        degree = np.zeros(len(self.codes)) if self._pairs is None else self._pair_degrees.of(self.free)
        for block, local, scopes in self._learned_scopes:
            free = self.free[scopes]
            live = free.sum(axis=1) > 1
            weights = np.repeat(self._weights[local[live] + block.first], block.arity)
            degree += np.bincount(scopes[live].ravel(), weights=weights, minlength=len(degree))
        return degree

    @cached_property
    def _pair_degrees(self) -> PairDegrees:
        assert self._pairs is not None
        return PairDegrees(self._pairs.hard.count)

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        return np.ones(self.space.rows.size)

    @cached_property
    def _learned_scopes(self) -> list[tuple[Block, RowIds, NDArray[np.int32]]]:
        found = []
        for block in self._blocks:
            local = np.flatnonzero(self._hard[block.first : block.first + len(block)])
            if len(local) and block.arity > 1:
                found.append((block, local, block.scopes[local]))
        return found
