"""A small example that breaks as many rules as possible, each in one place: "yes" says that none of them is one.

Where a relation is limited to a family, it mostly holds on all of the family, or nowhere. So one example that breaks
many such rules tells more than many examples that break one rule in many places. It is put together on neighbouring
cells of the family, until a "no" is as likely as a "yes".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING
from tacit.candidates.version_space import VersionSpace
from tacit.guided.large_examples import HALF
from tacit.guided.weights import Floats, weights
from tacit.learning.claims import Claims
from tacit.problem.rows import Block, RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.structure.family import Family
from tacit.structure.rule import Rule

MOST_CELLS = 8
MOST_SCATTERED = 24  # where each rule is about single cells of another line
STARTS = 4  # places that are tried


class Probe:
    """Rules on one family that nothing has refuted, and how likely each of them is."""

    def __init__(
        self, space: VersionSpace, claims: Claims, rules: Mapping[Rule, float], P: Floats, never: NDArray[np.bool_]
    ) -> None:
        """never: rows that the example must not violate"""
        self._space = space
        self._rules = list(rules)
        self._family: Family = self._rules[0].family
        self._of_row = np.full(space.rows.size, MISSING, dtype=np.int64)
        for number, rule in enumerate(rules):
            self._of_row[claims.of(rule)] = number
        self._weight = weights(np.array(list(rules.values())))
        self._alone = weights(P)
        self._alone[self._of_row != MISSING] = 0
        self._never = never
        self._live = space.in_bias | never
        self._scattered = len({rule.family for rule in rules}) > 1

    def find(self, random: np.random.RandomState, most: int) -> tuple[Codes, int] | None:
        """An example, and how many of the rules it breaks; None if it would break fewer than two."""
        best: tuple[Codes, int] | None = None
        for _ in range(STARTS):
            cells = self._cells(random, min(most, MOST_SCATTERED if self._scattered else MOST_CELLS))
            codes, broken = self._grow(cells, random)
            if broken > 1 and (best is None or broken > best[1]):
                best = codes, broken
        return best

    def _cells(self, random: np.random.RandomState, most: int) -> list[int]:
        """Cells for an example: one of each family, if the rules are on several; otherwise neighbours."""
        families = list(dict.fromkeys(rule.family for rule in self._rules))
        if self._scattered:
            chosen = [families[i] for i in random.permutation(len(families))[:most].tolist()]
            cells = [int(random.choice(family.group(random.randint(family.count)))) for family in chosen]
            return list(dict.fromkeys(cells))
        table = self._family.table()
        return self._neighbours(int(table[random.randint(len(table)), 0]), most)

    def _neighbours(self, start: int, most: int) -> list[int]:
        """Cells that are in groups of the family together, nearest first."""
        found = [start]
        for x in found:
            for number in self._family.holding([x]):
                for y in self._family.group(number):
                    if y not in found and len(found) < most:
                        found.append(y)
        return found

    def _grow(self, cells: Sequence[int], random: np.random.RandomState) -> tuple[Codes, int]:
        space = self._space
        codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
        broken: set[int] = set()
        near = self._near(cells)
        for x in cells:
            ways: list[tuple[int, float, float, int, set[int]]] = []
            for code in space.vocabulary.domain_codes[x].tolist():
                codes[x] = code
                rejecting = self._rejecting(near, codes)
                if self._never[rejecting].any():
                    continue
                rules = set(self._of_row[rejecting].tolist()) - {MISSING}
                risk = float(self._weight[sorted(rules)].sum() + self._alone[rejecting].sum())
                if risk <= HALF:
                    ways.append((-len(rules), round(risk), float(random.random_sample()), code, rules))
            codes[x] = UNASSIGNED
            if ways:
                *_, code, now = min(ways, key=lambda way: way[:3])
                if len(now) > len(broken) or not self._scattered:
                    codes[x], broken = code, now
        return codes, len(broken)

    def _near(self, cells: Sequence[int]) -> list[tuple[Block, RowIds]]:
        """The live rows on these cells, block by block."""
        inside = np.zeros(len(self._space.vocabulary), dtype=bool)
        inside[list(cells)] = True
        found = []
        for block in self._space.rows.blocks:
            rows, _, starts = block.incidence
            mine = np.unique(np.concatenate([rows[starts[x] : starts[x + 1]] for x in cells]))
            mine = mine[self._live[mine + block.first]]
            found.append((block, mine[inside[block.scopes[mine]].all(axis=1)]))
        return found

    def _rejecting(self, near: list[tuple[Block, RowIds]], codes: Codes) -> RowIds:
        found = [self._space.rows.bounds.rejecting(codes, self._live)] if len(self._space.rows.bounds) else []
        for block, local in near:
            values = codes[block.scopes[local]]
            speaks = np.flatnonzero((values >= 0).all(axis=1))
            found.append(local[speaks[~block.accepts(local[speaks], values[speaks])]] + block.first)
        return np.concatenate([np.empty(0, dtype=np.int64), *found])
