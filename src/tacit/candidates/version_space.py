"""The version space and the agenda: which candidates are still possible, which are still to be settled. Arrays only.

There are two sets of candidates, because implied ones stop causing questions but a later answer may still need them:

* `surviving`: not refuted by a "yes". Answers contradict each other when no surviving candidate explains some "no".
* `in_bias`:   surviving, not learned, not implied by what was learned on its own scope. κ_B of the paper is over these.

No example is generated for some candidates in the bias. A "don't know" has put the `parked` ones aside until
the end. No solution of C_L violates the `unreachable` ones, so under *max* no example can. The rest is the agenda.

GrowAcq looks at some variables first. Then the candidates with a variable that it does not look at yet are `beyond`,
and not on the agenda either.

Many objects read the version space, and it knows none of them: an object that follows it keeps its own place in
`removals`. All may read the arrays, but only the methods of the version space write them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cached_property
from operator import or_

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.bias import Bias
from tacit.candidates.learned_at import LearnedAt
from tacit.candidates.pairs import Pairs
from tacit.problem.assignments import Enumerated, enumerated
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes

Mask = NDArray[np.bool_]
MOST_ENUMERATED = 4  # scopes whose examples are kept: at most about 20 MB each


class VersionSpace:
    """See the module's description. Rows are numbered as in `bias.rows`."""

    def __init__(self, bias: Bias) -> None:
        self.bias = bias
        self.rows = bias.rows
        self.vocabulary = bias.vocabulary
        size = self.rows.size
        self._surviving: Mask = np.ones(size, dtype=bool)
        self._in_bias: Mask = bias.is_candidate.copy()
        self._parked: Mask = np.zeros(size, dtype=bool)
        self._unreachable: Mask = np.zeros(size, dtype=bool)
        self._beyond: Mask = np.zeros(size, dtype=bool)
        self._looked_at: Mask = np.ones(len(self.vocabulary), dtype=bool)
        self._learned: Mask = np.zeros(size, dtype=bool)
        self._no_sample: Mask = np.zeros(
            size, dtype=bool
        )  # settled many at once, by an answer about a rule or by a known plan
        self._named: Mask = np.zeros(size, dtype=bool)  # … which was about a named family, not about some cells
        self.has_parked = False  # was anything ever put aside?
        self.network: list[int] = []  # C_L with the background, in the order in which it was learned
        self._learned_at = LearnedAt()  # C_L by scope, without bounds …
        self._to_enter: list[RowIds] = []  # rows that are not in there yet
        self._learned_bounds: list[int] = []  # … which are here
        self.removals: list[tuple[RowIds, bool]] = []  # rows that left the bias, and whether they were refuted
        self._scope_sets: dict[int, int] = {}
        self.found_on_scopes: dict[object, Codes | None] = {}  # what a search on a scope gave, by what was searched for
        self._enumerated: dict[tuple[int, tuple[int, ...]], Enumerated | None] = {}
        self._show()
        for row in bias.background:
            self.learn(row)

    def _show(self) -> None:
        """The arrays as others see them: always up to date, and read-only."""
        self.surviving = _read_only(self._surviving)
        self.in_bias = _read_only(self._in_bias)
        self.parked = _read_only(self._parked)
        self.unreachable = _read_only(self._unreachable)
        self.beyond = _read_only(self._beyond)
        self.looked_at = _read_only(self._looked_at)
        self.learned = _read_only(self._learned)
        self.no_sample = _read_only(self._no_sample)
        self.named = _read_only(self._named)

    def copy(self) -> VersionSpace:
        """An independent copy."""
        twin = object.__new__(VersionSpace)
        twin.bias, twin.rows, twin.vocabulary = self.bias, self.rows, self.vocabulary  # these never change
        twin._surviving = self._surviving.copy()
        twin._in_bias = self._in_bias.copy()
        twin._parked = self._parked.copy()
        twin._unreachable = self._unreachable.copy()
        twin._beyond = self._beyond.copy()
        twin._looked_at = self._looked_at.copy()
        twin._learned = self._learned.copy()
        twin._no_sample = self._no_sample.copy()
        twin._named = self._named.copy()
        twin.has_parked = self.has_parked
        twin.network = list(self.network)
        twin._learned_at, twin._to_enter = self._learned_at.copy(), list(self._to_enter)
        twin._learned_bounds = list(self._learned_bounds)
        twin.removals = list(self.removals)
        twin._scope_sets = self._scope_sets  # a cache of facts that never change, so all copies share it
        twin.found_on_scopes, twin._enumerated = self.found_on_scopes, self._enumerated  # … like these
        twin._show()
        return twin

    def stand_alone(self) -> None:
        """From now on another thread uses it: of what copies share, it keeps what is never given up again."""
        self._enumerated = {}

    # --- what is there ---

    @property
    def agenda(self) -> Mask:
        """The candidates for which examples are generated."""
        return self._in_bias & ~self._parked & ~self._unreachable & ~self._beyond

    def on_agenda(self, row: int) -> bool:
        """Is this candidate on the agenda?"""
        away = self._parked[row] or self._unreachable[row] or self._beyond[row]
        return bool(self._in_bias[row] and not away)

    @cached_property
    def pairs(self) -> Pairs | None:
        """The binary rows as matrices, for the search."""
        return Pairs.of(self.rows)

    def scope_set(self, row: int) -> int:
        """The variables of a row as a bitset."""
        scope = self._scope_sets.get(row)
        if scope is None:
            scope = self._scope_sets[row] = bitset.from_indices(self.rows.scope(row))
        return scope

    def learned_inside(self, scope: int) -> list[int]:
        """The learned constraints that can reject an example of just these (few) variables: those inside, and bounds
        that speak before all variables of their group have values."""
        variables = bitset.members(scope)
        found: list[int] = self.learned_bounds(scope)
        for size in range(1, len(variables) + 1):
            for part in itertools.combinations(variables, size):
                found += self.learned_at.get(bitset.from_indices(part), [])
        return found

    def enumerated(self, scope: int) -> Enumerated | None:
        """All examples of just these (few) variables that C_L accepts; None if there are too many. The last are kept,
        because several candidates of a scope are looked at one after the other."""
        key = scope, tuple(self.learned_inside(scope))
        if key not in self._enumerated:
            while len(self._enumerated) >= MOST_ENUMERATED:
                del self._enumerated[next(iter(self._enumerated))]
            self._enumerated[key] = enumerated(self.rows, bitset.members(scope), key[1])
        return self._enumerated[key]

    def learned_among(self, scope: int) -> list[int]:
        """The same for many variables."""
        inside = bitset.to_mask(scope, len(self.vocabulary))
        found = self.learned_bounds(scope)
        for block in self.rows.blocks:
            local = np.flatnonzero(self._learned[block.first : block.first + len(block)])
            found += (local[inside[block.scopes[local]].all(axis=1)] + block.first).tolist()
        return found

    def learned_bounds(self, scope: int) -> list[int]:
        """The learned bounds that can reject an example of just these variables."""
        if not self._learned_bounds:
            return []
        rows = np.array(self._learned_bounds, dtype=np.int64)
        can = self.rows.bounds.can_reject(rows - self.rows.n_plain, bitset.members(scope))
        return [int(row) for row in rows[can]]

    def may_reject(self, row: int, scope: int) -> bool:
        """Can a row reject an example of just these variables?"""
        if row >= self.rows.n_plain:
            return self.rows.bounds.may_reject(row - self.rows.n_plain, bitset.members(scope))
        return bitset.is_subset(self.scope_set(row), scope)

    def candidates_at(self, scope: int) -> RowIds:
        """The candidates still to be settled on exactly this scope."""
        rows = self.rows.at(bitset.members(scope))
        return rows[self._in_bias[rows]]

    def candidates_inside(self, scope: int) -> RowIds:
        """The candidates still to be settled whose scopes are inside a set of (few) variables, and smaller than it."""
        variables = bitset.members(scope)
        parts = itertools.chain.from_iterable(
            itertools.combinations(variables, size) for size in range(1, len(variables))
        )
        found = [self.candidates_at(bitset.from_indices(part)) for part in parts]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    # --- what changes it ---

    def refute(self, rows: RowIds, *, no_sample: bool = False) -> None:
        """A "yes" says that these rows are not in the target."""
        self._surviving[rows] = False
        if no_sample:
            self._no_sample[rows] = True
        self._leave_bias(rows, refuted=True)

    def refute_others_at(self, row: int) -> None:
        """Refute all other rows on a row's scope, because the target has at most one constraint per scope."""
        others = self.rows.at(self.rows.scope(row))
        self.refute(others[others != row])

    def learn(self, row: int) -> None:
        """C_L ← C_L ∪ {c}; the constraint leaves the bias."""
        self._learned[row] = True
        self._leave_bias(np.array([row]))
        self._enter(row)

    def learn_many(self, rows: RowIds, *, named: bool) -> None:
        """Learn many constraints at once, because a rule has proved them; named: the rule is about a named family."""
        self._learned[rows] = True
        self._no_sample[rows] = True
        self._named[rows] = named
        self._leave_bias(rows)
        if (rows < self.rows.n_plain).all():
            self.network += rows.tolist()
            self._to_enter.append(rows)  # ten thousands, and mostly nobody asks for their scopes
        else:
            for row in rows.tolist():
                self._enter(row)

    @property
    def learned_at(self) -> LearnedAt:
        """C_L by scope, without bounds."""
        while self._to_enter:
            self._enter_many(self._to_enter.pop(0))
        return self._learned_at

    def _enter_many(self, rows: RowIds) -> None:
        bit = [1 << variable for variable in range(len(self.vocabulary))]
        for block in self.rows.blocks:  # quicker than one by one
            mine = rows[(rows >= block.first) & (rows < block.first + len(block))]
            columns = block.scopes[mine - block.first].T.tolist()
            sets = map(bit.__getitem__, columns[0])
            for column in columns[1:]:
                sets = map(or_, sets, map(bit.__getitem__, column))
            self._scope_sets.update(zip(mine.tolist(), sets, strict=True))
        new = rows.tolist()
        self._learned_at.add_all([self._scope_sets[row] for row in new], new)

    def _enter(self, row: int) -> None:
        self.network.append(row)
        if row < self.rows.n_plain:
            self.learned_at.add(self.scope_set(row), row)
        else:
            self._learned_bounds.append(row)
            weaker = self.rows.bounds.weaker(np.array([row - self.rows.n_plain])) + self.rows.n_plain
            self.drop_implied(weaker[self._in_bias[weaker]])  # at most 2 implies at most 3

    def drop_implied(self, rows: Iterable[int]) -> None:
        """These rows follow from what was learned: they cause no more questions, but stay in the version space."""
        self._leave_bias(np.array(list(rows), dtype=np.int64))

    def park(self, rows: RowIds) -> None:
        """A "don't know" is in the way of these rows: go on with the others, and come back to these at the end."""
        self._parked[rows] = self._in_bias[rows]
        self.has_parked = True

    def put_out_of_reach(self, rows: RowIds | list[int]) -> None:
        """No solution of C_L violates these rows: under *max* no example is generated for them."""
        self._unreachable[rows] = True

    def look_at(self, variables: Mask) -> None:
        """From now on generate examples of these variables only."""
        self._looked_at[:] = variables
        for block in self.rows.blocks:
            inside = self._looked_at[block.scopes].all(axis=1)
            self._beyond[block.first : block.first + len(block)] = ~inside

    def _leave_bias(self, rows: RowIds, *, refuted: bool = False) -> None:
        self._in_bias[rows] = False
        self._parked[rows] = False
        self.removals.append((rows, refuted))


def _read_only(array: Mask) -> Mask:
    seen = array.view()
    seen.setflags(write=False)
    return seen
