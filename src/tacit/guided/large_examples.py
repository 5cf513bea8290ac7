"""Large examples: they violate many improbable candidates at once, and nothing that was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.incidence import Incidence, incidences
from tacit.candidates.levels import Levels
from tacit.candidates.version_space import VersionSpace
from tacit.guided.pair_weights import PairWeights, pair_weights
from tacit.guided.weights import SCALE, Floats, some_holds
from tacit.problem.rows import Block
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.places import Ints

NEVER = float(1 << 52)  # the weight of a learned constraint
HALF = float(np.rint(np.log(2) * SCALE))  # the weight at which it is as likely as not that some candidate holds
MOST_VARIABLES = 250  # of a large example: building it takes time, and somebody waits
MOST_SHARED = 450  # matrices over so many variables serve all tries
LEAST_NOISE = 0.6  # a variable's degree is multiplied by a random number from here to 1, so that examples differ
TIES = 0.3  # below 1, so that chance decides only between values that violate equally many candidates

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

    def bulk(
        self,
        weight: Floats,
        tries: int,
        never: NDArray[np.bool_] | None = None,
        wanted: NDArray[np.bool_] | None = None,
    ) -> Bulk | None:
        """An example that violates as many open candidates as possible, but no learned constraint, and with a chance of
        "no" of at most one half. None if no open candidate can be violated like this.

        never:  the rows that must not be violated; by default the learned ones
        wanted: the rows that are to be violated; by default those on the agenda
        """
        space = self._space
        agenda = (space.agenda if wanted is None else wanted).astype(np.float64)
        never = space.learned if never is None else never
        both = np.stack([np.where(never, NEVER, weight), agenda])
        live = space.in_bias | never if wanted is None else space.in_bias | never | wanted
        degree = self._degree(agenda)
        best: tuple[float, int] | None = None
        found: Bulk | None = None
        around = None
        for _ in range(tries):
            noise = self._random.uniform(LEAST_NOISE, 1.0, len(degree))
            order = np.argsort(-degree * noise, kind="stable")
            order = order[degree[order] > 0]
            few = len(order) <= MOST_SHARED
            if around is None or not few:
                around = self._around_all(order if few else order[:MOST_VARIABLES], both, live)
            bulk = self._build(order[:MOST_VARIABLES], both, live, around)
            if bulk.gain:
                score = (entropy(bulk.chance), bulk.gain)
                if best is None or score > best:
                    best, found = score, bulk
        return found

    def _degree(self, agenda: Floats) -> Floats:
        n = len(self._space.vocabulary)
        degree = np.zeros(n)
        for block in self._space.rows.blocks:
            for column in block.scopes.T:
                degree += np.bincount(column, weights=agenda[block.first : block.first + len(block)], minlength=n)
        bounds = self._space.rows.bounds
        if len(bounds):
            of_series = np.bincount(bounds.series, weights=agenda[bounds.first :], minlength=len(bounds.series_group))
            of_group = np.bincount(bounds.series_group, weights=of_series, minlength=len(bounds.groups))
            size = np.diff(bounds.cell_start)
            degree += np.bincount(bounds.cells, weights=np.repeat(of_group / size, size), minlength=n)
        return degree

    def _around_all(self, variables: Ints, both: Floats, live: NDArray[np.bool_]) -> Around:
        return pair_weights(self._space.rows.blocks, variables, len(self._space.vocabulary), both, live)

    def _build(self, order: Ints, both: Floats, live: NDArray[np.bool_], around: Around) -> Bulk:
        vocabulary = self._space.vocabulary
        matrices, blocks = around
        for matrix in matrices:
            matrix.start()
        codes = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
        weight, gain, left = 0.0, 0, self._largest
        bounds = self._space.rows.bounds
        levels = Levels(bounds, both[:, bounds.first :]) if len(bounds) else None
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
                    sums += both[:, rows] @ rejected.astype(np.float64)
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
