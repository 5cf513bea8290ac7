"""Limits that may be the reason for a mark: too many of something in a group, or too few."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb

import numpy as np

from tacit.guided.limits import LimitChooser, Place, places_of
from tacit.learning.answers import Answers
from tacit.planning.leanings import LIMIT
from tacit.planning.mark import Mark, Reason
from tacit.problem.bounds import AT_MOST
from tacit.problem.rows import RowIds
from tacit.structure.family import Family
from tacit.structure.rule import Claim, Number, Rule, Unlimited

AT_LEAST_ONE = 0.4  # how likely "at least one" is, of all that say "at least"
NEVER = 0.1  # how much less likely "at most none" is than any other number: people say "never" of cells
SURE = 0.8  # a limit that is so likely, of all on its family, is asked for its number at once


class LimitReasons:
    """The families that bounds are over, and which limits on them explain a mark."""

    def __init__(self, answers: Answers) -> None:
        self._places: list[Place] = list(places_of(answers))
        self._chooser = LimitChooser(answers)
        self._claims: dict[tuple[Family, int], Claim] = {}  # what settles each sort on each family

    def named(self, answers: Answers) -> Iterator[Claim]:
        """For each limit that is known to be there, but not its number: the question for it."""
        bounds = answers.space.rows.bounds
        for each in answers.claims.open:
            claim = each.claim
            if isinstance(claim, Unlimited) and len(claim.bounds) == 1:
                sort = bounds.sort_of(claim.bounds[0])
                question = None if sort is None else self._question(answers, claim.family, sort)
                if question is not None and not answers.space.learned[each.rows].any():
                    yield question

    def find(self, mark: Mark, rows: RowIds) -> list[Reason]:
        """For each family: the limits that have one of these candidates, which reject what was marked."""
        space, bounds = mark.answers.space, mark.answers.space.rows.bounds
        found = []
        for place in self._places:
            weight: dict[int, float] = {}
            for local in (rows - space.rows.n_plain).tolist():
                sort = int(bounds.series_sort[bounds.series[local]])
                if sort in place.sorts and _is_group(place.family, bounds.scope(local)):
                    weight[sort] = weight.get(sort, 0.0) + self._weight(mark, place.family, local)
            reason = self._of_place(mark.answers, place, weight)
            if reason is not None:
                found.append(reason)
        return found

    def _of_place(self, answers: Answers, place: Place, weight: dict[int, float]) -> Reason | None:
        """What to ask about a family: for the number of a limit, or what limits there are, if several may be it."""
        family = place.family
        questions = {sort: self._question(answers, family, sort) for sort in sorted(weight)}
        asked = [sort for sort, question in questions.items() if question is not None]
        if not asked:
            return None
        total = sum(weight[sort] for sort in asked)
        likeliest = max(asked, key=lambda sort: (round(weight[sort], 12), -sort))
        claim = questions[likeliest]
        assert claim is not None
        if weight[likeliest] < SURE * total and not self._was_asked(answers, family):
            open_ = [sort for sort in place.sorts if self._is_open(answers, family, sort)]
            whole = self._chooser.copy(answers).no_limit(family, open_)
            if answers.claims.is_open(whole):
                claim = whole
        return Reason(claim, round(total, 12), family.count * len(asked))

    def _question(self, answers: Answers, family: Family, sort: int) -> Claim | None:
        """The question that settles one sort of bounds on a family, if it was not put yet."""
        claim = self._claims.get((family, sort))
        if claim is None:
            bound = answers.space.rows.bounds.sorts[sort].bound
            claim = Rule(bound, family) if bound.measure.is_different else Number(bound, family)
            numbers = None if bound.measure.is_different else answers.claims.rows.numbers(bound, family)
            if numbers is not None and numbers[0] == numbers[1]:  # the number was given in the language
                claim = Rule(bound.with_number(numbers[0]), family)
            self._claims[family, sort] = claim
        return claim if answers.claims.is_open(claim) else None

    def _is_open(self, answers: Answers, family: Family, sort: int) -> bool:
        bound = answers.space.rows.bounds.sorts[sort].bound
        return bool(answers.space.in_bias[answers.claims.of(Unlimited(family, (bound,)))].any())

    def _was_asked(self, answers: Answers, family: Family) -> bool:
        claims = (said.claim for said in answers.claims.standing)
        return any(isinstance(claim, Unlimited) and claim.family == family for claim in claims)

    def _weight(self, mark: Mark, family: Family, local: int) -> float:
        """How likely a limit is the reason. The fewer other cells of the group could have been marked, the likelier."""
        bounds = mark.answers.space.rows.bounds
        series = int(bounds.series[local])
        rows = mark.answers.claims.of(Rule(bounds.relation(local), family))
        if bounds.is_different(np.array([series]))[0]:
            return LIMIT * mark.fits(2, rows)
        level = int(mark.levels[series])
        needed = min(bounds.least_cells(local), level)
        numbers = int(bounds.start[series + 1] - bounds.start[series])
        share = 1 / numbers
        if numbers > 1 and bounds.sorts[int(bounds.series_sort[series])].sign != AT_MOST:
            share = AT_LEAST_ONE if local == bounds.start[series + 1] - 1 else (1 - AT_LEAST_ONE) / (numbers - 1)
        if not bounds.room[local]:
            share *= NEVER
        return LIMIT * share * mark.fits(needed, rows) / comb(level, needed)


def needs_all(mark: Mark, row: int) -> bool:
    """Does a bound need all marked cells to be broken?"""
    bounds = mark.answers.space.rows.bounds
    local = row - mark.answers.space.rows.n_plain
    codes = mark.cells.codes
    cells = np.flatnonzero(codes >= 0)
    series = int(bounds.series[local])
    inside = np.isin(cells, bounds.scope(local))
    if bounds.is_different(np.array([series]))[0]:
        return bool(inside.all()) and len(cells) == 2
    added = bounds.contributions(codes)[int(bounds.series_sort[series]), cells] * inside
    return int(added.sum()) - int(added.min()) <= int(bounds.room[local])


def _is_group(family: Family, cells: tuple[int, ...]) -> bool:
    return any(len(family.group(number)) == len(cells) for number in family.holding(cells))
