"""Examples on one scope: all assignments of a few variables that the learned constraints inside them accept.

A candidate that none of these examples violates is implied on its scope; any other candidate gives a question at once,
on its own variables. That is why, with partial queries, convergence is always proved and cheap to prove. FindC chooses
its questions here, too.

Up to `assignments.ENUMERATION_LIMIT` assignments are enumerated. Larger scopes (four variables with 144 values) are
sampled first. If the sample does not have the example that is looked for, it is searched for, without listing them all;
what a search leaves open after so much work, CP-SAT decides. So the answer stays exact, and it is remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.candidates.version_space import VersionSpace
from tacit.learning.answers import Answers
from tacit.learning.asker import Asker
from tacit.problem.assignments import search
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes, Vocabulary

SAMPLE = 20_000
MOST_REMEMBERED = 10_000  # answers about scopes that are too large to enumerate


class OwnScope:
    """The accepted examples of a scope, one per line, and which rows reject them."""

    def __init__(self, space: VersionSpace, answers: Answers, random: np.random.RandomState, scope: int) -> None:
        self.space = space
        self.answers = answers
        self.random = random
        self.scope = scope
        self.variables = bitset.members(scope)
        self._every = space.enumerated(scope)
        self.complete = self._every is not None
        self.examples: Codes = self._sample() if self._every is None else self._every.examples

    @classmethod
    def of(cls, asker: Asker, scope: int) -> OwnScope:
        """A shortcut for algorithms, which have an asker."""
        return cls(asker.space, asker.answers, asker.random, scope)

    def _sample(self) -> Codes:
        domains = [self.space.vocabulary.domain_codes[variable] for variable in self.variables]
        examples = np.stack([self.random.choice(domain, SAMPLE) for domain in domains], axis=1)
        for row in self.space.learned_inside(self.scope):
            examples = examples[~self.space.rows.rejects(row, self.variables, examples)]
        return examples

    def rejected_by(self, rows: Sequence[int] | RowIds) -> NDArray[np.bool_]:
        """Which row rejects which example: a matrix of rows × examples."""
        rejects = [self._rejects(int(row)) for row in rows]
        return np.stack(rejects) if rejects else np.zeros((0, len(self.examples)), dtype=bool)

    def _rejects(self, row: int) -> NDArray[np.bool_]:
        if self._every is not None:
            return self._every.rejects(row)
        return self.space.rows.rejects(row, self.variables, self.examples)

    def without(self, avoid: Sequence[Codes]) -> NDArray[np.bool_]:
        """Which examples are not among these."""
        if not len(avoid):
            return np.ones(len(self.examples), dtype=bool)
        place = self.space.vocabulary.n_codes ** np.arange(len(self.variables))  # each example as one number
        return ~np.isin(self.examples @ place, np.array(avoid) @ place)

    def excluded(self) -> list[Codes]:
        """The examples on just this scope that were answered "don't know"."""
        return [query.codes[self.variables] for query in self.answers.unknown.get(self.scope, ())]

    def as_example(self, line: Codes) -> Example:
        """One of the examples, as an example of the whole problem with all other variables unassigned."""
        codes = np.full(len(self.space.vocabulary), UNASSIGNED, dtype=np.int64)
        codes[self.variables] = line
        return Example(self.space, codes)

    # --- what is asked of a scope ---

    def drop_implied(self) -> None:
        """B ← B \\ {c | C_L ⊨ c}, for the candidates on this scope and the learned constraints inside it."""
        self.space.drop_implied(self.implied(self.space.candidates_at(self.scope)))

    def implied(self, rows: RowIds) -> list[int]:
        """The rows that no accepted example violates: they follow from what was learned inside the scope."""
        rejected = self.rejected_by(rows).any(axis=1)
        never = rows[~rejected].tolist()
        return [row for row in never if self._solve_if_large(rejects=[row]) is None]

    def separating(self, row: int, *, alone: bool = False) -> Example | None:
        """An accepted example, drawn at random, that a row rejects and that was not answered "don't know".

        alone: one of those that the fewest other candidates reject
        """
        avoid = self.excluded()
        lines = np.flatnonzero(self.rejected_by([row])[0] & self.without(avoid))
        if len(lines) and alone:
            others = np.concatenate([self.space.candidates_at(self.scope), self.space.candidates_inside(self.scope)])
            noise = self.rejected_by(others).sum(axis=0)[lines]
            lines = lines[noise == noise.min()]
        if len(lines):
            return self.as_example(self.examples[lines[self.random.randint(len(lines))]])
        return self._first(lines, rejects=[row], avoid=avoid)

    def open_example(self, row: int, *, fresh: bool) -> Example | None:
        """An accepted example that a row rejects and whose answer is open; fresh: not one answered "don't know"."""
        clauses = self.answers.clauses_inside(self.scope)
        avoid = self.excluded() if fresh else []
        useful = self.rejected_by([row])[0] & self.without(avoid) & self._open(clauses)
        return self._first(np.flatnonzero(useful), rejects=[row], accepts=clauses, avoid=avoid)

    def tells_apart(self, delta: Sequence[int], clauses: Sequence[Sequence[int]] = ()) -> bool:
        """Is there an example that some of Δ reject and others accept, and that the clauses leave open?

        An example that was answered "don't know" counts, too.
        """
        hits = self.rejected_by(delta).sum(axis=0)
        useful = (hits > 0) & (hits < len(delta)) & self._open(clauses)
        return bool(useful.any()) or self._solve_if_large(rejects=delta, accepts=[delta, *clauses]) is not None

    def splitting(
        self, delta: Sequence[int], clauses: Sequence[Sequence[int]] = (), avoid: Sequence[Codes] = ()
    ) -> Example | None:
        """FindC's question e′: rejected by some of Δ, accepted by others.

        A clause is a set of rows; at least one of them is in the target. The clauses must leave the answer open: at
        least one row of each accepts e′. Of such examples the one that comes nearest to halving Δ is taken; then the
        one that the fewest other candidates reject; then the first. An example in `avoid`, or one that was answered
        "don't know", is never taken.
        """
        if len(delta) < 2:
            return None
        avoid = [*avoid, *self.excluded()]
        rejects = self.rejected_by(delta)
        hits = rejects.sum(axis=0)
        useful = (hits > 0) & (hits < len(delta)) & self.without(avoid)
        lines = np.flatnonzero(useful & self._open(clauses))
        if not len(lines):
            return self._first(lines, rejects=delta, accepts=[delta, *clauses], avoid=avoid)
        space = self.space
        others = np.concatenate([space.candidates_at(self.scope), space.candidates_inside(self.scope)])
        others = others[~np.isin(others, np.asarray(delta))]
        noise = self.rejected_by(others).sum(axis=0)
        away = np.abs(2 * hits - len(delta))
        best = lines[np.lexsort((noise[lines], away[lines]))[0]]
        return self.as_example(self.examples[best])

    def _open(self, clauses: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
        """Which examples do these clauses leave open? Those that at least one row of each clause accepts."""
        still = np.ones(len(self.examples), dtype=bool)
        for clause in clauses:
            still &= ~self.rejected_by(clause).all(axis=0)
        return still

    def _first(
        self,
        lines: NDArray[np.int64],
        *,
        rejects: Sequence[int],
        accepts: Sequence[Sequence[int]] = (),
        avoid: Sequence[Codes],
    ) -> Example | None:
        """The first of these lines. If there is none, a solver may find the example that they were chosen for."""
        if len(lines):
            return self.as_example(self.examples[lines[0]])
        line = self._solve_if_large(rejects=rejects, accepts=accepts, avoid=avoid)
        return None if line is None else self.as_example(line)

    def _solve_if_large(
        self, *, rejects: Sequence[int], accepts: Sequence[Sequence[int]] = (), avoid: Sequence[Codes] = ()
    ) -> Codes | None:
        """An accepted example of a scope that is too large to enumerate; None for others, whose examples are all there.

        One of `rejects` rejects the example, at least one of each group in `accepts` accepts it, and it is not in
        `avoid`.
        """
        if self.complete:
            return None
        hard = self.space.learned_inside(self.scope)
        key = (
            self.scope,
            tuple(hard),
            tuple(rejects),
            tuple(map(tuple, accepts)),
            tuple(line.tobytes() for line in avoid),
        )
        known = self.space.found_on_scopes
        if key not in known:
            if len(known) >= MOST_REMEMBERED:
                known.clear()
            found, proved = search(self.space.rows, self.variables, hard, rejects=rejects, accepts=accepts, avoid=avoid)
            known[key] = found if proved else self._solve(hard, rejects, accepts, avoid)
        return known[key]

    def _solve(
        self, hard: list[int], rejects: Sequence[int], accepts: Sequence[Sequence[int]], avoid: Sequence[Codes]
    ) -> Codes | None:
        """The same from CP-SAT."""
        from tacit.exact.cpsat import solve

        vocabulary, constraint = self.space.vocabulary, self.space.bias.constraint
        small = Vocabulary({vocabulary.names[v]: vocabulary.domains[v] for v in self.variables})
        codes, _ = solve(
            small,
            [constraint(row) for row in hard],
            some_rejects=[constraint(row) for row in rejects],
            each_some_accepts=[[constraint(row) for row in rows] for rows in accepts],
            differs_from=[np.searchsorted(small.values, vocabulary.values[line]) for line in avoid],
        )
        return None if codes is None else np.searchsorted(vocabulary.values, small.values[codes])
