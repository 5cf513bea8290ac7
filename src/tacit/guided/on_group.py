"""Questions about one bound, on its own group: like `on_scope.py`, for groups that are too large to be enumerated.

Examples come from CP-SAT, which also decides whether there is one: a bound that no example of its group violates while
all that was learned accepts it is implied.
"""

from __future__ import annotations

from contextlib import suppress

import numpy as np

from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.candidates.version_space import VersionSpace
from tacit.errors import Undecided
from tacit.guided.weights import Floats, some_holds, weights
from tacit.learning.answers import Answers
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes

MOST_SPARED = 12  # likely candidates that an example should not violate, if it can be helped
LIKELY = 0.02
MOST_IN_VAIN = 2  # "no" answers in which two bounds could not be told apart, before others are cleared out of the way


class OnGroup:
    """Questions about one bound, its rivals weighed."""

    def __init__(self, space: VersionSpace, answers: Answers, P: Floats, row: int) -> None:
        self._space, self._answers, self._P = space, answers, P
        self._row = row
        self._cells = list(space.rows.scope(row))

    def confirming(self, row: int) -> tuple[Example, float] | None:
        """An example that this row rejects and as few probable others as possible, and its chance of a "no"."""
        codes = self._greedy(row)
        if codes is not None and not self._is_open(codes):
            codes = None
        if codes is None:
            with suppress(Undecided):
                codes = self._find(self._cells, rejects=[row], open_=True, fresh=True, spare=self._likely(row))
        if codes is None:
            return None
        e = Example(self._space, codes)
        rejecting = e.rejecting(e.variables)
        return e, float(some_holds(weights(self._P[rejecting]).sum()))

    def violating(self, row: int) -> Codes | None:
        """An example that this row rejects, and nothing else that was learned, as small as possible, whether or not its
        answer follows; not one from the log."""
        inside = bitset.from_indices(self._cells)
        asked = [entry.query.codes for entry in self._answers.log]
        asked = [codes for codes in asked if bitset.is_subset(bitset.from_mask(codes >= 0), inside)]
        codes = self._greedy(row)
        if codes is not None and not any(np.array_equal(codes, other) for other in asked):
            return codes
        looser = self._space.rows.bounds.weaker(np.array([row - self._space.rows.n_plain])) + self._space.rows.n_plain
        mine = {row, *looser.tolist()}
        from tacit.exact.partial import find_partial

        space = self._space
        with suppress(Undecided):
            return find_partial(
                space.rows,
                self._cells,
                [other for other in space.learned_among(inside) if other not in mine],
                rejects=[row],
                differs_from=asked,
                spare=self._likely(row),
            )
        return None

    def _greedy(self, row: int) -> Codes | None:
        """An example that this row rejects, cell by cell: mostly there is one, and it needs no search."""
        space, bounds = self._space, self._space.rows.bounds
        codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
        alone = np.zeros(space.rows.size, dtype=bool)
        alone[row] = True
        series = bounds.series[[row - bounds.first]]
        for x in self._cells:
            choices = space.vocabulary.domain_codes[x]
            adds = bounds.choices(series, x, choices)[0]
            for place in np.argsort(-adds, kind="stable").tolist():
                codes[x] = choices[place]
                if not len(space.rows.rejecting(codes, space.learned)):
                    break
                codes[x] = UNASSIGNED
            if len(bounds.rejecting(codes, alone)):
                return codes
        return None

    def _is_open(self, codes: Codes) -> bool:
        """Does the answer to this example not follow, and was it not "don't know" before?"""
        e = Example(self._space, codes)
        unknown = self._answers.unknown.get(e.variables, ())
        asked = any(np.array_equal(query.codes, codes) for query in unknown)
        return not asked and self._answers.follows(e.rejecting(e.variables)) is None

    def telling(self, explanations: RowIds) -> Example | None:
        """An example that some, but not all rows of a clause reject; near the middle of a series, if it has one.

        Raises `Undecided` if CP-SAT can't tell whether there is one.
        """
        cells = sorted({x for row in explanations.tolist() for x in self._space.rows.scope(row)})
        tighter, looser = self._halves(explanations)
        codes = None
        if len(looser):
            codes = self._find(cells, rejects=tighter[-1:].tolist(), open_=True, fresh=True, accepts=[looser.tolist()])
        if codes is None:
            rows = explanations.tolist()
            codes = self._find(cells, rejects=rows, open_=True, fresh=True, accepts=[rows])
        if codes is None:
            return None
        part = self._clearing(codes, explanations) if self._was_in_vain(explanations) else None
        return Example(self._space, codes if part is None else part)

    def _was_in_vain(self, explanations: RowIds) -> bool:
        """Were some of these told apart before by examples that something else rejects, too? Each "no" to one of them
        left as much open as it settled."""
        some = set(explanations.tolist())
        inside = bitset.from_indices(self._cells)
        return sum(not some.isdisjoint(clause) for clause in self._answers.clauses_inside(inside)) > MOST_IN_VAIN

    def _clearing(self, codes: Codes, explanations: RowIds) -> Codes | None:
        """The largest part of an example that none of these reject, but something else does that may hold.

        A "yes" to it refutes what else could explain a "no" to the whole.
        """
        space = self._space
        mine, others = (np.zeros(space.rows.size, dtype=bool) for _ in range(2))
        mine[explanations] = True
        others[space.rows.rejecting(codes, space.in_bias & ~mine)] = True
        codes = codes.copy()
        while len(space.rows.rejecting(codes, mine)):
            without: list[tuple[int, int]] = []
            for x in np.flatnonzero(codes >= 0).tolist():
                code, codes[x] = int(codes[x]), UNASSIGNED
                without.append((-len(space.rows.rejecting(codes, others)), x))
                codes[x] = code
            codes[min(without)[1]] = UNASSIGNED
        if not len(space.rows.rejecting(codes, others)) or not self._is_open(codes):
            return None
        return codes

    def _halves(self, explanations: RowIds) -> tuple[RowIds, RowIds]:
        """Those of the explanations that are in this row's series, in two parts that are about equally probable."""
        bounds, first = self._space.rows.bounds, self._space.rows.n_plain
        mine = explanations[explanations >= first]
        mine = np.sort(mine[bounds.series[mine - first] == bounds.series[self._row - first]])
        if len(mine) < 2:
            return mine, mine[:0]
        share = np.cumsum(self._P[mine])
        cut = int(np.clip(np.searchsorted(np.round(share, 9), round(float(share[-1]) / 2, 9)) + 1, 1, len(mine) - 1))
        return mine[:cut], mine[cut:]

    def implied(self) -> list[int]:
        """The open rows of this row's series that follow from what was learned."""
        bounds, first = self._space.rows.bounds, self._space.rows.n_plain
        try:
            found = self._find(self._cells, rejects=[self._row], open_=False, fresh=False)
        except Undecided:
            return []
        if found is not None:
            return []
        looser = bounds.weaker(np.array([self._row - first])) + first
        return [self._row, *looser[self._space.in_bias[looser]].tolist()]

    def is_blocked(self, row: int) -> bool:
        """Must all that this row rejects be "no", by what is known?"""
        try:
            return self._find(self._cells, rejects=[row], open_=True, fresh=False) is None
        except Undecided:
            return False

    def _likely(self, row: int) -> list[int]:
        """The most likely other candidates that may speak of this group."""
        P = np.where(self._space.in_bias, self._P, 0.0)
        P[row] = 0
        best = np.argsort(-P, kind="stable")[: 4 * MOST_SPARED]
        scope = bitset.from_indices(self._cells)
        near = [r for r in best[P[best] >= LIKELY].tolist() if self._space.may_reject(r, scope)]
        return near[:MOST_SPARED]

    def _find(
        self,
        cells: list[int],
        *,
        rejects: list[int],
        open_: bool,
        fresh: bool,
        accepts: list[list[int]] | None = None,
        spare: list[int] | None = None,
    ) -> Codes | None:
        from tacit.exact.partial import find_partial

        space = self._space
        inside = bitset.from_indices(cells)
        clauses = list(accepts or [])
        if open_:
            clauses += self._answers.clauses_inside(inside)
        unknown = self._answers.unknown.items() if fresh else ()
        avoid = [query.codes for Y, queries in unknown if bitset.is_subset(Y, inside) for query in queries]
        return find_partial(
            space.rows,
            cells,
            space.learned_among(inside),
            rejects=rejects,
            accepts=clauses,
            differs_from=avoid,
            spare=spare or [],
            small=open_ and fresh,
        )
