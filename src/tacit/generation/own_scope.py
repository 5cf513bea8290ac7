"""Examples on one scope: all assignments of a few variables that the learned constraints inside them accept.

A candidate that no such example violates is implied on its scope; any other gives a question at once, on its
own variables. That is why, with partial queries, convergence is always proved and cheap to prove. FindC chooses
its questions here, too.

Up to `LIMIT` assignments are enumerated. Larger scopes (four variables with 144 values) are sampled first, and when
the sample has nothing, CP-SAT decides, so the answer stays exact.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacit import bitset
from tacit.rows import RowIds
from tacit.state import Example, State
from tacit.vocabulary import UNASSIGNED, Codes

LIMIT = 200_000
SAMPLE = 20_000


class OwnScope:
    """The accepted examples of a scope, one a line, and what rejects them."""

    def __init__(self, state: State, scope: int) -> None:
        self.state = state
        self.scope = scope
        self.variables = bitset.members(scope)
        domains = [state.vocabulary.domain_codes[variable] for variable in self.variables]
        count = 1
        for domain in domains:
            count *= len(domain)
        self.complete = count <= LIMIT
        if self.complete:
            grid = np.meshgrid(*domains, indexing="ij")
            examples = np.stack([axis.ravel() for axis in grid], axis=1)
        else:
            examples = np.stack([state.random.choice(domain, SAMPLE) for domain in domains], axis=1)
        for row in state.learned_inside(scope):
            examples = examples[~state.rows.rejects(row, self.variables, examples)]
        self.examples: Codes = examples

    def rejected_by(self, rows: Sequence[int] | RowIds) -> NDArray[np.bool_]:
        """Which row rejects which example: a matrix of rows × examples."""
        rejects = [self.state.rows.rejects(int(row), self.variables, self.examples) for row in rows]
        return np.stack(rejects) if rejects else np.zeros((0, len(self.examples)), dtype=bool)

    def _without(self, avoid: Sequence[Codes]) -> NDArray[np.bool_]:
        """Which examples are none of these."""
        fresh = np.ones(len(self.examples), dtype=bool)
        for codes in avoid:
            fresh &= (self.examples != codes).any(axis=1)
        return fresh

    def excluded(self) -> list[Codes]:
        """The examples on just this scope that were answered "don't know"."""
        return [query.codes[self.variables] for query in self.state.unknown.get(self.scope, ())]

    def whole(self, line: Codes) -> Example:
        """One of the examples, as an example of the whole problem with all other variables unassigned."""
        codes = np.full(len(self.state.vocabulary), UNASSIGNED, dtype=np.int64)
        codes[self.variables] = line
        return Example(self.state, codes)

    # --- what is asked of a scope ---

    def implied(self, rows: RowIds) -> list[int]:
        """Those of these rows that no accepted example violates: they follow from what was learned inside the scope."""
        rejected = self.rejected_by(rows).any(axis=1)
        never = rows[~rejected].tolist()
        return [row for row in never if self.complete or self._solve([], some_rejects=[row]) is None]

    def separating(self, row: int) -> Example | None:
        """An accepted example, drawn at random, that a row rejects and that was not answered "don't know"."""
        avoid = self.excluded()
        lines = np.flatnonzero(self.rejected_by([row])[0] & self._without(avoid))
        if len(lines):
            return self.whole(self.examples[lines[self.state.random.randint(len(lines))]])
        if self.complete:
            return None
        line = self._solve(avoid, some_rejects=[row])
        return None if line is None else self.whole(line)

    def splitting(
        self, delta: Sequence[int], clauses: Sequence[Sequence[int]] = (), avoid: Sequence[Codes] = ()
    ) -> Example | None:
        """FindC's question e′: rejected by some of Δ, accepted by others.

        With clauses (sets of rows of which at least one is in the target) only a question whose answer they
        leave open: it is accepted by at least one row of each. Among those, the one that comes nearest to
        halving Δ; then the one of which the fewest other candidates speak; then the first. Never one to avoid,
        or one that was answered "don't know".
        """
        avoid = [*avoid, *self.excluded()]
        rejects = self.rejected_by(delta)
        hits = rejects.sum(axis=0)
        useful = (hits > 0) & (hits < len(delta)) & self._without(avoid)
        for clause in clauses:
            useful &= ~self.rejected_by(clause).all(axis=0)
        lines = np.flatnonzero(useful)
        if not len(lines):
            if self.complete:
                return None
            line = self._solve(avoid, some_rejects=delta, some_accepts=delta, each_some_accepts=clauses)
            return None if line is None else self.whole(line)
        state = self.state
        others = np.concatenate([state.candidates_at(self.scope), state.candidates_inside(self.scope)])
        others = others[~np.isin(others, np.asarray(delta))]
        noise = self.rejected_by(others).sum(axis=0)
        away = np.abs(2 * hits - len(delta))
        best = lines[np.lexsort((noise[lines], away[lines]))[0]]
        return self.whole(self.examples[best])

    def _solve(self, avoid: Sequence[Codes], **wanted: Sequence[int] | Sequence[Sequence[int]]) -> Codes | None:
        """The exact answer for a scope that is too large to enumerate."""
        from tacit.cpsat import solve
        from tacit.vocabulary import Vocabulary

        state = self.state
        names, domains = state.vocabulary.names, state.vocabulary.domains
        small = Vocabulary({names[v]: domains[v] for v in self.variables})
        constraint = state.bias.constraint
        named: dict[str, list[object]] = {
            key: [constraint(r) if isinstance(r, int) else [constraint(int(c)) for c in r] for r in rows]
            for key, rows in wanted.items()
        }
        excluded = [np.searchsorted(small.values, state.vocabulary.values[codes]) for codes in avoid]
        hard = [constraint(row) for row in state.learned_inside(self.scope)]
        codes, _ = solve(small, hard, differs_from=excluded, **named)  # type: ignore[arg-type]
        if codes is None:
            return None
        found: Codes = np.searchsorted(state.vocabulary.values, small.values[codes])
        return found
