"""Other plans, made by chance: what given plans are compared with.

Without rules, each cell gets a value that some cell of its array has in some plan. With rules, the given plans are
shaken: cell by cell, by exchanging two cells, two lines, or two values wherever they touch, and whatever breaks an
accepted rule is taken back. These moves are those of a Markov chain whose limit is a cell-by-cell draw under the
condition that the rules hold. A chain that rules hold fast stays where it began, at a given plan. Then nothing looks
surprising that might be: too little is found rather than too much.

All chains make their moves at the same places, so that each step looks at few scopes and many plans.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.problem.meaning import is_different
from tacit.problem.vocabulary import Vocabulary
from tacit.regularities.chance import Floats
from tacit.regularities.patterns import HOLDS, Bools, OfGroup, Plain, Said
from tacit.structure.array_parts import lines_along
from tacit.structure.arrays import laid_out
from tacit.structure.family import NOBODY, Ints

CHAINS = 256  # at least
MOST_STARTS = 1000  # plans that chains begin at
SWEEPS = 3
COMPONENTS = 60  # moves that exchange two values wherever they touch, in each sweep
NEVER = -1e9  # the logarithm of no chance at all
MOST_LINES = 12  # pairs of lines that are exchanged along each axis, in each sweep


class Shaker:
    """Shakes plans. The same plans and rules lead to the same others."""

    def __init__(self, vocabulary: Vocabulary, plans: Ints, seed: int = 0, sweeps: int = SWEEPS) -> None:
        """plans: as columns, see `patterns.as_columns`; sweeps: how often each cell is moved"""
        self.v = vocabulary
        self.seed, self.sweeps = seed, sweeps
        starts = plans[:, :MOST_STARTS]
        self.starts = np.repeat(starts, -(-CHAINS // starts.shape[1]), axis=1)
        self.arrays = laid_out(vocabulary.names)
        pools: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        array_of = {x: number for number, array in enumerate(self.arrays) for x in array.variables}
        for x, domain in enumerate(vocabulary.domains):
            pools.setdefault((array_of.get(x, -1), domain), []).append(x)
        self.cells = [np.array(cells) for cells in pools.values()]
        self.pools = [plans[cells].ravel() for cells in self.cells]  # a draw from it has the frequencies of the plans
        self.pool_of = {int(x): number for number, cells in enumerate(self.cells) for x in cells}

    def others(self, rules: Sequence[Said]) -> Ints:
        """As many plans as there are chains."""
        rng = np.random.RandomState(self.seed)
        state = self.starts.copy()
        if not rules:
            for cells, pool in zip(self.cells, self.pools, strict=True):
                state[cells] = pool[rng.randint(len(pool), size=(len(cells), state.shape[1]))]
            return state
        return _Chains(self, state, rules, rng).run()


class _Chains:
    def __init__(self, shaker: Shaker, state: Ints, rules: Sequence[Said], rng: np.random.RandomState) -> None:
        self.shaker, self.state, self.rules, self.rng = shaker, state, rules, rng
        self.size = state.shape[1]
        self._logs: dict[int, tuple[Ints, Floats]] = {}
        n = len(shaker.v)
        self.touching: list[list[Said]] = [[] for _ in range(n)]
        for rule in rules:
            for x, numbers in _by_variable(rule.scopes, n):
                self.touching[x].append(rule._replace(scopes=rule.scopes[numbers]))
        self.other_rules = [rule for rule in rules if not _says_different(rule)]
        cliques = [scope for rule in rules if _says_different(rule) for scope in rule.scopes]
        width = max((len(scope) for scope in cliques), default=1)
        # Cells that must all differ, and for each cell those of these groups that it is in; the last one is nobody's.
        self.cliques = np.full((len(cliques) + 1, width), NOBODY, dtype=np.int64)
        for number, scope in enumerate(cliques):
            self.cliques[number, : len(scope)] = scope
        around = dict(_by_variable(self.cliques, n))
        self.linked = np.array(sorted(around), dtype=np.int64)
        most = max((len(numbers) for numbers in around.values()), default=1)
        self.around = np.full((n, most), len(cliques), dtype=np.int64)
        for x, numbers in around.items():
            self.around[x, : len(numbers)] = numbers

    def run(self) -> Ints:
        for _ in range(self.shaker.sweeps):
            self.draw_cells()
            self.exchange_cells()
            self.exchange_lines()
            if len(self.linked):
                for x in self.rng.choice(self.linked, COMPONENTS).tolist():
                    self.exchange_values(x)
        return self.state

    # --- moves ---

    def draw_cells(self) -> None:
        for x in self.rng.permutation(len(self.shaker.v)).tolist():
            pool = self.shaker.pools[self.shaker.pool_of[x]]
            before = self.state[x].copy()
            self.state[x] = pool[self.rng.randint(len(pool), size=self.size)]
            fine = self.fine_around([x])
            self.state[x] = np.where(fine, self.state[x], before)

    def exchange_cells(self) -> None:
        for cells in self.shaker.cells:
            if len(cells) < 2:
                continue
            for x in self.rng.permutation(cells).tolist():
                y = int(cells[self.rng.randint(len(cells))])
                if x != y:
                    self.exchange(np.array([x]), np.array([y]))
        for array in self.shaker.arrays:
            for axis in range(array.depth):
                for line in lines_along(array, axis):
                    if len(line) > 1:
                        x, y = self.rng.choice(line, 2, replace=False).tolist()
                        if self.shaker.pool_of[x] == self.shaker.pool_of[y]:
                            self.exchange(np.array([x]), np.array([y]))

    def exchange_lines(self) -> None:
        pools = self.shaker.pool_of
        for array in self.shaker.arrays:
            for axis in range(array.depth):
                across = np.moveaxis(array.grid, axis, 0).reshape(array.shape[axis], -1)
                if len(across) < 2 or across.shape[1] < 2:
                    continue
                for _ in range(min(MOST_LINES, len(across))):
                    one, other = across[self.rng.choice(len(across), 2, replace=False)]
                    if all(pools[x] == pools[y] for x, y in zip(one.tolist(), other.tolist(), strict=True)):
                        self.exchange(one, other)

    def exchange(self, one: Ints, other: Ints) -> None:
        """Exchange the values of some cells with those of others, where the rules allow it."""
        cells = np.concatenate([one, other])
        before = self.state[cells]
        self.state[cells] = self.state[np.concatenate([other, one])]
        fine = self.fine_around(cells.tolist()) if len(cells) == 2 else self.fine()
        fine &= self.rng.random_sample(self.size) < 0.5  # otherwise all chains would go the same way
        self.state[cells] = np.where(fine, self.state[cells], before)

    def exchange_values(self, x: int) -> None:
        """Exchange two values in all cells that hang together because they must differ, beginning at one cell.

        (Kempe's chains, as Wang, Swendsen and Kotecký use them: whatever must differ still differs.)
        """
        pool = self.shaker.pools[self.shaker.pool_of[x]]
        one, other = self.state[x], pool[self.rng.randint(len(pool), size=self.size)]
        either = (self.state[:-1] == one) | (self.state[:-1] == other)
        member = np.zeros(self.state.shape, dtype=bool)
        member[x] = True
        size = 1
        while True:
            touched = np.asarray(member[self.cliques].any(axis=1))
            member[:-1] |= either & touched[self.around].any(axis=1)
            reached = int(np.count_nonzero(member))
            if reached == size:
                break
            size = reached
        before = self.state.copy()
        turned = np.where(before == one, other, one)
        self.state = np.where(member, turned, before)
        fine = self.in_domains(member[:-1]) & self.as_likely(member, before)
        for rule in self.other_rules:
            fine &= rule.in_all(self.state)
        self.state = np.where(fine, self.state, before)

    # --- what is allowed ---

    def fine_around(self, cells: Sequence[int]) -> Bools:
        fine = np.ones(self.size, dtype=bool)
        for x in cells:
            for rule in self.touching[x]:
                fine &= rule.in_all(self.state)
        return fine

    def fine(self) -> Bools:
        fine = np.ones(self.size, dtype=bool)
        for rule in self.rules:
            fine &= rule.in_all(self.state)
        return fine

    def in_domains(self, member: Bools) -> Bools:
        v = self.shaker.v
        if len(set(v.domains)) == 1:
            return np.ones(self.size, dtype=bool)
        codes = np.searchsorted(v.values, self.state[:-1])
        allowed = v.in_domain[np.arange(len(v))[:, None], np.minimum(codes, v.n_codes - 1)]
        return np.asarray((allowed | ~member).all(axis=0))

    def logs(self, pool: Ints) -> tuple[Ints, Floats]:
        """How often each value occurs in a pool, as a logarithm."""
        found = self._logs.get(id(pool))
        if found is None:
            values, counts = np.unique(pool, return_counts=True)
            found = self._logs[id(pool)] = values, np.log(counts)
        return found

    def as_likely(self, member: Bools, before: Ints) -> Bools:
        """Metropolis's condition: a plan of rarer values is kept as seldom as they are rare."""
        ratio = np.zeros(self.size)
        for cells, pool in zip(self.shaker.cells, self.shaker.pools, strict=True):
            values, logs = self.logs(pool)
            if len(self.shaker.cells) == 1 and (logs == logs[0]).all():
                continue  # all values are equally likely
            for state, sign in ((self.state, 1), (before, -1)):
                place = np.minimum(np.searchsorted(values, state[cells]), len(values) - 1)
                known = values[place] == state[cells]
                ratio += sign * np.where(member[cells], np.where(known, logs[place], NEVER), 0).sum(axis=0)
        found: Bools = np.log(self.rng.random_sample(self.size)) < ratio
        return found


def _by_variable(scopes: Ints, n: int) -> list[tuple[int, Ints]]:
    """For each variable, the numbers of the scopes that it is in."""
    places, columns = np.nonzero(scopes != NOBODY)
    variables = scopes[places, columns]
    order = np.argsort(variables, kind="stable")
    cuts = np.searchsorted(variables[order], np.arange(n + 1))
    return [(x, places[order[cuts[x] : cuts[x + 1]]]) for x in range(n) if cuts[x] < cuts[x + 1]]


def _says_different(rule: Said) -> bool:
    if isinstance(rule.pattern, OfGroup):
        return rule.sign == HOLDS
    return isinstance(rule.pattern, Plain) and is_different(rule.pattern.relation(rule.sign, rule.k))
