"""Large examples: they violate many improbable candidates at once, and nothing that was learned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.incidence import Incidence, incidences
from tacit.candidates.levels import Levels
from tacit.candidates.version_space import VersionSpace
from tacit.guided.pair_weights import PairWeights, Room, pair_weights
from tacit.guided.weights import SCALE, Floats, some_holds
from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.places import Ints

NEVER = float(1 << 52)  # the weight of a learned constraint
HALF = float(np.rint(np.log(2) * SCALE))  # the weight at which it is as likely as not that some candidate holds
MOST_VARIABLES = 250  # of a large example: building it takes time, and somebody waits
TRIED = 4  # times as many variables as an example may have: mostly, enough of them find a value
MOST_SHARED = 450  # matrices over so many variables serve all tries
LEAST_NOISE = 0.6  # a variable's degree is multiplied by a random number from here to 1, so that examples differ
TIES = 0.3  # below 1, so that chance decides only between values that violate equally many candidates

Weigh = Callable[[RowIds | slice], Floats]
Around = tuple[list[PairWeights], list[Block]]  # what is evaluated by matrices, and where each row is looked at


@dataclass
class Bulk:
    """A large example, the weight of the candidates it violates, and how many of them are on the agenda."""

    codes: Codes
    weight: float
    gain: int

    @property
    def chance(self) -> float:
        """The probability of a "no"."""
        return float(some_holds(self.weight))


class Builder:
    """Builds large examples, value by value."""

    def __init__(self, space: VersionSpace, random: np.random.RandomState, largest: int | None = None) -> None:
        self._space = space
        self._largest = len(space.vocabulary) if largest is None else largest
        self._random = random
        self._around: dict[tuple[int, int], list[Incidence]] = {}
        self._room = Room()

    def bulk(
        self,
        weight: Floats,
        tries: int,
        never: NDArray[np.bool_] | None = None,
        wanted: NDArray[np.bool_] | Ints | None = None,
    ) -> Bulk | None:
        """An example that violates as many open candidates as possible, but no learned constraint, and with a chance of
        "no" of at most one half. None if no open candidate can be violated like this.

        never:  the rows that must not be violated; by default the learned ones
        wanted: the rows that are to be violated, or how much each of them counts; by default those on the agenda
        """
        space = self._space
        agenda = space.agenda if wanted is None else wanted
        never = space.learned if never is None else never

        def weigh(rows: RowIds | slice) -> Floats:
            """Two lines: what the rows weigh, and which of them are to be violated."""
            return np.stack([np.where(never[rows], NEVER, weight[rows]), agenda[rows].astype(np.float64)])

        live = space.in_bias | never if wanted is None else space.in_bias | never | (wanted > 0)
        degree = self._degree(agenda > 0)
        best: tuple[float, int] | None = None
        found: Bulk | None = None
        around = None
        for _ in range(tries):
            noise = self._random.uniform(LEAST_NOISE, 1.0, len(degree))
            order = np.argsort(-degree * noise, kind="stable")
            order = order[degree[order] > 0]
            few = len(order) <= MOST_SHARED
            bulk = None if few else self._small(order, weigh, live)
            if bulk is None:
                if around is None or not few:
                    around = self._around_all(order if few else order[:MOST_VARIABLES], weigh, live)
                bulk = self._build(order[:MOST_VARIABLES], weigh, live, around)
            if bulk.gain:
                score = (entropy(bulk.chance), bulk.gain)
                if best is None or score > best:
                    best, found = score, bulk
        return found

    def _small(self, order: Ints, weigh: Weigh, live: NDArray[np.bool_]) -> Bulk | None:
        """The same as `_build` for an example that has all its variables after a few tries; None if it has not."""
        if TRIED * self._largest >= min(len(order), MOST_VARIABLES):
            return None
        before = self._random.get_state()
        first = order[: TRIED * self._largest]
        bulk = self._build(first, weigh, live, self._around_all(first, weigh, live))
        if np.count_nonzero(bulk.codes != UNASSIGNED) == self._largest:
            return bulk
        self._random.set_state(before)
        return None

    def _degree(self, agenda: NDArray[np.bool_]) -> Floats:
        """How many rows of the agenda each variable is in."""
        n = len(self._space.vocabulary)
        degree = np.zeros(n)
        for block in self._space.rows.blocks:
            mine = agenda[block.first : block.first + len(block)]
            left_out = 2 * np.count_nonzero(mine) > len(mine)  # the fewer rows are counted
            scopes = block.scopes[np.flatnonzero(mine != left_out)]
            for column in scopes.T:
                counted = np.bincount(column, minlength=n)
                degree += -counted if left_out else counted
            degree += block.degree if left_out else 0
        bounds = self._space.rows.bounds
        if len(bounds):
            wanted = agenda[bounds.first :].astype(np.float64)
            of_series = np.bincount(bounds.series, weights=wanted, minlength=len(bounds.series_group))
            of_group = np.bincount(bounds.series_group, weights=of_series, minlength=len(bounds.groups))
            size = np.diff(bounds.cell_start)
            degree += np.bincount(bounds.cells, weights=np.repeat(of_group / size, size), minlength=n)
        return degree

    def _around_all(self, variables: Ints, weigh: Weigh, live: NDArray[np.bool_]) -> Around:
        return pair_weights(self._space.rows.blocks, variables, len(self._space.vocabulary), weigh, live, self._room)

    def _build(self, order: Ints, weigh: Weigh, live: NDArray[np.bool_], around: Around) -> Bulk:
        vocabulary = self._space.vocabulary
        matrices, blocks = around
        for matrix in matrices:
            matrix.start()
        codes = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
        weight, gain, left = 0.0, 0, self._largest
        bounds = self._space.rows.bounds
        levels = Levels(bounds, weigh(slice(bounds.first, None))) if len(bounds) else None
        for x in order.tolist():
            if not left:
                break
            choices = vocabulary.domain_codes[x]
            sums = np.zeros((2, len(choices)))
            for matrix in matrices:
                sums += matrix.added(x, choices)
            for each in self._rows_around(x, live, blocks):
                rows, rejected = each.rejected(codes, choices)
                if len(rows):
                    sums += weigh(rows) @ rejected.astype(np.float64)
            if levels is not None:
                sums += levels.added(x, choices)
            fits = np.flatnonzero(weight + sums[0] <= HALF)
            if not len(fits):
                continue
            score = sums[1, fits] + TIES * self._random.random_sample(len(fits))
            pick = fits[int(np.argmax(score))]
            codes[x] = choices[pick]
            for matrix in matrices:
                matrix.take(x, int(choices[pick]))
            if levels is not None:
                levels.take(x, int(choices[pick]))
            left -= 1
            weight += float(sums[0, pick])
            gain += int(sums[1, pick])
        return Bulk(codes, weight, gain)

    def _rows_around(self, x: int, live: NDArray[np.bool_], blocks: Sequence[Block]) -> list[Incidence]:
        found = []
        for block in blocks:
            if (x, block.first) not in self._around:
                self._around[x, block.first] = incidences([block], x)
            found += self._around[x, block.first]
        for each in found:
            each.forget(live)
        return found


def entropy(p: float) -> float:
    """The bits in a question that is answered "no" with probability p. Rounded, because entropies are compared."""
    if not 0 < p < 1:
        return 0.0
    return round(float(-(p * np.log2(p) + (1 - p) * np.log2(1 - p))), 6)
