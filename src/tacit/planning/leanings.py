"""What is probably required, although nobody has said so yet: a plan had better respect it.

Each plan that is called wrong costs its reader a look at every cell, a mark and a question. So among the plans that
keep to what was said, one is wanted that breaks few *rules* that may hold. A rule that is broken in one place may as
well be broken in ten: so the first place costs most, and plans become regular.

How likely a rule is comes from how natural its family is, and from what was accepted on the same family, and on
families of the same sort.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.guided.hypotheses import natural
from tacit.guided.limits import Place, places_of
from tacit.learning.answers import Answers
from tacit.problem.bounds import AT_MOST
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.families import fits
from tacit.structure.family import Family, Kind

Floats = NDArray[np.float64]

SCALE = 10.0  # a rule that is certain is worth so many cells that change
FIRST = 0.1  # how likely a rule on a natural family is, before anything is known …
ONE_LINE = 0.2  # … and so much less likely on a single line, compared with all of them
WON = 1.0  # how much likelier it is for each rule of its kind that was accepted
MOST = 0.6  # no guess is better than this
LIMIT = 0.25  # how likely something is to be limited in the groups of a family
NONE_AT_ALL = 3.0  # "at least one" is so much likelier than "at least two"
NATURAL = 0.3  # families at least so natural are looked at
MOST_SCOPES = 20_000  # pairs of cells, in all: more would take too long


@dataclass(frozen=True)
class OfLevels:
    """What it costs if the groups of a family reach one level after the other, of what one sort of bounds counts."""

    family: Family
    sort: int
    steps: Floats


@dataclass(frozen=True)
class OfRelations:
    """What it costs to break each of these relations, on some scope of a family."""

    family: Family
    costs: tuple[tuple[Relation, float], ...]


@dataclass(frozen=True)
class Leanings:
    """All that plans lean towards."""

    levels: tuple[OfLevels, ...]
    relations: tuple[OfRelations, ...]


class Leaner:
    """Says what is probably required. The families are found once."""

    def __init__(self, answers: Answers, families: Sequence[Family]) -> None:
        space = answers.space
        bias = space.bias
        self._places: list[Place] = list(places_of(answers))
        self._rows: dict[tuple[Relation, Family], RowIds] = {}
        self._families: dict[int, list[Family]] = {}
        for arity in sorted({relation.arity for relation in space.rows.relations if relation.arity <= 2}):
            fitting = [f for f in families if fits(f, arity) and _is_natural(f, arity)]
            limited = [f for over in bias.over.values() for f in over if arity == 2]
            self._families[arity] = list(dict.fromkeys([*limited, *fitting]))

    def leanings(self, answers: Answers) -> Leanings:
        """What is probably required by now."""
        return Leanings(tuple(self._of_levels(answers)), tuple(self._of_relations(answers)))

    def _of_levels(self, answers: Answers) -> list[OfLevels]:
        space, bounds = answers.space, answers.space.rows.bounds
        found = []
        limited: dict[int, int] = {}
        for row in space.network:
            if space.rows.is_bound(row):
                sort = int(bounds.series_sort[bounds.series[row - space.rows.n_plain]])
                limited[sort] = limited.get(sort, 0) + 1
        for place in self._places:
            if place.family.key.kind is Kind.WINDOWS:
                continue  # spans and whole lines say much the same, and a cell is in one of each
            series = np.array([s for group in place.family.groups() for s in bounds.series_on(group)], dtype=np.int64)
            for sort in place.sorts:
                mine = series[bounds.series_sort[series] == sort]
                rows = np.concatenate([np.arange(bounds.start[s], bounds.start[s + 1]) for s in mine]) + bounds.first
                open_ = rows[space.in_bias[rows]]
                if not len(open_):
                    continue
                chance = min(LIMIT * (1 + WON * (sort in limited)), MOST)
                top = int(bounds.tops[mine].max())
                steps = np.zeros(top + 1)
                rooms = bounds.room[open_ - bounds.first]
                steps[: top + 1] = np.bincount(rooms, minlength=top + 1)[: top + 1] > 0
                if bounds.sorts[sort].sign != AT_MOST and not bounds.sorts[sort].measure.is_different:
                    steps[top - 1] *= NONE_AT_ALL
                found.append(OfLevels(place.family, sort, np.round(SCALE * chance * steps / steps.sum(), 6)))
        return found

    def _of_relations(self, answers: Answers) -> list[OfRelations]:
        space, claims = answers.space, answers.claims
        found: list[OfRelations] = []
        scopes = 0
        for arity, families in self._families.items():
            relations = [relation for relation in space.rows.relations if relation.arity == arity]
            for family in families:
                scopes += len(family.scopes(arity))
                if scopes > MOST_SCOPES:
                    break
                costs = []
                for relation in relations:
                    over = space.bias.over.get(relation.name)
                    if over is not None and family not in over:
                        continue
                    rows = self._rows_of(answers, relation, family)
                    if not len(rows) or not space.surviving[rows].all() or not space.in_bias[rows].any():
                        continue
                    if claims.is_denied(rows):
                        continue
                    costs.append(
                        (relation, round(SCALE * self._chance(answers, relation, family, over is not None), 6))
                    )
                if costs:
                    found.append(OfRelations(family, tuple(costs)))
        return found

    def _rows_of(self, answers: Answers, relation: Relation, family: Family) -> RowIds:
        """The candidates that say a relation of the scopes of a family."""
        found = self._rows.get((relation, family))
        if found is None:
            found = answers.claims.rows.find(relation, family.scopes(relation.arity))
            found = self._rows[relation, family] = found[found >= 0]
        return found

    def _chance(self, answers: Answers, relation: Relation, family: Family, limited: bool) -> float:
        """How likely a relation is to hold on a family."""
        won = 0
        for rule in answers.claims.accepted:
            if rule.arity == relation.arity and (
                rule.family == family or (rule.relation, rule.family.sort) == (relation, family.sort)
            ):
                won += 1
        return min(MOST, FIRST * (1.0 if limited else likely_family(family)) * (1 + WON * won))


def likely_family(family: Family) -> float:
    """How likely a rule is to be about this family."""
    return natural(family) * (ONE_LINE if family.count == 1 and family.key.kind is not Kind.WHOLE else 1.0)


def _is_natural(family: Family, arity: int) -> bool:
    if arity == 1:
        return family.key.kind in (Kind.WHOLE, Kind.LINES)
    return natural(family) >= NATURAL and family.count > 1
