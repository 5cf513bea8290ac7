"""Advice: what to add to the language so that gaps are explained. No answer speaks against it.

>>> from tacit.learning.gap import Gap
>>> from tacit.problem.problem import Problem
>>> from tacit.problem.query import Answered, Query
>>> problem = Problem({"first": range(3), "second": range(3)}, language=["<", "!="], orders="given")
>>> v = problem.vocabulary
>>> gap = Gap(Query(v, v.encode({"first": 1, "second": 2})))
>>> best = advise(problem, [gap], [Answered(Query(v, v.encode({"first": 2, "second": 1})), True)])[0]
>>> best.orders, best.relation, best.entry, f"{best.explains} of {best.gaps}"
(True, '<', {'orders': 'all'}, '1 of 1')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tacit.learning.claims import Claimed
from tacit.learning.considered import Considered
from tacit.learning.gap import Gap
from tacit.learning.remainders import LETTERS, remainders, same_cells
from tacit.learning.weighing import Weighed, Weighing
from tacit.problem.bounds import Bound
from tacit.problem.common import MOST, rows_on
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.structure.families import cells_family, families_of

SHOWN = 6
LOOKED_AT = 48  # as many of the best are looked at closely
SEVERAL = 3  # of so many gaps or more …
LEAST_SHARE = 1 / 3  # … what explains a smaller share is likelier a coincidence
TOGETHER = 4  # families at most that one piece of advice names
ALL_ORDERS = {"orders": "all"}  # what is added in place of a relation


@dataclass(frozen=True)
class Advice:
    """Something to add to the language.

    relation: its text, such as "count(night) <= k"; with `orders`, one that is in the language and would explain gaps
    over:     the families that it should be over, as `over` takes them; none if it should be over all scopes
    where:    the same, as people read it: "each row of grid"
    orders:   the advice is `orders = "all"`
    explains: how many of the gaps it would explain
    gaps:     how many there are
    present:  the relation is in the language already, but not over these families, or not in this order
    number:   for a bound whose number is open, one that would do
    """

    relation: str
    over: tuple[str, ...]
    where: tuple[str, ...]
    orders: bool
    explains: int
    gaps: int
    present: bool
    number: int | None = None

    @property
    def entry(self) -> str | dict[str, Any]:
        """What `Interview.extend` takes. Apart from `orders`, an entry of the language as a problem file has it."""
        if self.orders:
            return dict(ALL_ORDERS)
        if not self.over:
            return self.relation
        return {"relation": self.relation, "over": self.over[0] if len(self.over) == 1 else list(self.over)}


def advise(
    problem: Problem,
    gaps: Iterable[Gap],
    answers: Iterable[Answered],
    claims: Sequence[Claimed] = (),
    *,
    most: int | None = SHOWN,
) -> list[Advice]:
    """What would explain the gaps, the best first; `most` limits how many.

    A gap of which nobody knows the cells (an answer about rules) is explained by nothing.
    """
    given = list(gaps)
    codes = [gap.query.codes for gap in given if gap.query is not None]
    if not codes:
        return []
    right = [said.query for said in answers if said.answer]
    yes = [query.codes for query in right]
    weighing = Weighing(problem, codes, yes, claims)
    found = []
    for relation, family, present, nats in Considered(problem, codes, yes).suggestions():
        weighed = weighing.weigh(relation, family)
        if weighed is not None and rows_on(relation, family, problem.vocabulary) <= MOST:  # more are too many
            found.append(_Found(weighed, nats, present))
    found.sort(key=_rank)
    if most is not None:
        del found[LOOKED_AT:]
    found = [replace(each, nats=each.nats - weighing.against(each.weighed)) for each in found]
    found += _together(found)
    found.sort(key=_rank)
    found = _in_order(_without_poorer(found))
    if problem.orders == "given":
        found = _with_orders(problem, weighing, found)
    advised = [each.advice(len(given)) for each in found[:most]]
    if len(codes) == len(given) and not any(each.explains == len(given) for each in advised):
        by_sums = _of_the_same_cells(given, right) or _of_a_family(given, right)
        best = max((each.explains for each in advised), default=0)  # a common relation comes before a remainder
        advised = [*(each for each in by_sums if each.explains > best), *advised][:most]
    return [each for each in advised if len(given) < SEVERAL or each.explains >= LEAST_SHARE * len(given)]


def _of_the_same_cells(gaps: Sequence[Gap], right: Sequence[Query]) -> list[Advice]:
    """What explains all gaps, if they are all in the same few cells."""
    wrong = [gap.query for gap in gaps if gap.query is not None]
    texts = remainders(wrong, right)
    if not texts:
        return []
    v = wrong[0].vocabulary
    family = cells_family(v, [v.index[name] for name in same_cells(wrong)])
    return [
        Advice(text, (family.spec,), (family.phrase,), False, len(gaps), len(gaps), present=False) for text in texts[:1]
    ]


def _of_a_family(gaps: Sequence[Gap], right: Sequence[Query]) -> list[Advice]:
    """What explains the gaps that have the cells of a group of the same family, such as a row, if that is most of
    them."""
    wrong = [gap.query for gap in gaps if gap.query is not None]
    v = wrong[0].vocabulary
    if not any(1 < len(query) <= len(LETTERS) for query in wrong):
        return []
    for family in families_of(v):
        if family.count == 1 or not 1 < family.size <= len(LETTERS):
            continue
        groups = [tuple(v.names[variable] for variable in sorted(group)) for group in family.groups()]
        mine = [query for query in wrong if tuple(query.assignment) in groups]
        texts = remainders(mine, right, groups) if 2 * len(mine) > len(wrong) else []
        if texts:
            return [Advice(texts[0], (family.spec,), (family.phrase,), False, len(mine), len(gaps), present=False)]
    return []


@dataclass(frozen=True)
class _Found:
    """Something that explains gaps. nats: how likely it is without them that it is meant, as a logarithm."""

    weighed: Weighed
    nats: float
    present: bool
    orders: bool = False

    def advice(self, gaps: int) -> Advice:
        weighed, relation = self.weighed, self.weighed.relation
        same = len(set(weighed.numbers)) == 1
        families = () if self.orders else tuple(family for family in weighed.families if family is not None)
        return Advice(
            relation.name,
            tuple(family.spec for family in families),
            tuple(family.phrase for family in families),
            self.orders,
            weighed.explains,
            gaps,
            self.present,
            weighed.numbers[0] if isinstance(relation, Bound) and relation.k is None and same else None,
        )


def _rank(found: _Found) -> float:
    """The likeliest first."""
    return -round(found.nats + sum(found.weighed.gains.values()), 6)


def _without_poorer(found: Sequence[_Found]) -> list[_Found]:
    """Without what explains less than something likelier. The likeliest comes first."""
    kept: list[_Found] = []
    for each in found:
        if not any(each.weighed.gains.keys() < better.weighed.gains.keys() for better in kept):
            kept.append(each)
    return kept


def _in_order(found: Sequence[_Found]) -> list[_Found]:
    """First what explains all gaps together, and of that what explains most; then what would do instead."""
    first: list[_Found] = []
    left: set[int] = set().union(*(each.weighed.gains for each in found))
    while left:
        new = {id(each): sum(gain for gap, gain in each.weighed.gains.items() if gap in left) for each in found}
        useful = [each for each in found if not left.isdisjoint(each.weighed.gains)]
        best = min(useful, key=lambda each: -round(each.nats + new[id(each)], 6))
        first.append(best)
        left -= best.weighed.gains.keys()
    first.sort(key=lambda each: -each.weighed.explains)
    for each in reversed(first):  # what the others explain without it comes later
        others = [one for one in first if one is not each]
        if each.weighed.gains.keys() <= set().union(*(one.weighed.gains for one in others)):
            first = others
    return [*first, *(each for each in found if not any(each is one for one in first))]


def _together(found: Sequence[_Found]) -> list[_Found]:
    """Relations over several families, where no single one explains as much."""
    by_relation: dict[str, list[_Found]] = {}
    for each in found:
        if None not in each.weighed.families:
            by_relation.setdefault(each.weighed.relation.name, []).append(each)
    return [both for alone in by_relation.values() if (both := _over_several(alone)) is not None]


def _over_several(alone: Sequence[_Found]) -> _Found | None:
    """A relation over the families that together speak for it most."""
    chosen: list[_Found] = []
    gains: dict[int, float] = {}
    left = list(alone)
    while left and len(chosen) < TOGETHER:

        def adds(each: _Found) -> float:
            return each.nats + sum(gain for gap, gain in each.weighed.gains.items() if gap not in gains)  # noqa: B023

        best = max(left, key=adds)
        if adds(best) <= 0 or best.weighed.gains.keys() <= gains.keys():
            break
        left.remove(best)
        chosen.append(best)
        gains = best.weighed.gains | gains
    if len(chosen) < 2:
        return None
    weighed = Weighed(
        chosen[0].weighed.relation,
        tuple(family for each in chosen for family in each.weighed.families),
        gains,
        min(len(gains), sum(each.weighed.tight for each in chosen)),
        tuple(number for each in chosen for number in each.weighed.numbers),
    )
    return _Found(weighed, sum(each.nats for each in chosen), chosen[0].present)


def _with_orders(problem: Problem, weighing: Weighing, found: Sequence[_Found]) -> list[_Found]:
    """orders = "all", if that explains a gap, put down to the relation that explains most; and what else was found.

    It comes first unless something else explains more, because it adds no relation.
    """
    plain = [relation for relation in problem.language if not isinstance(relation, Bound)]
    weighed = [each for each in map(weighing.in_other_orders, plain) if each is not None]
    if not weighed:
        return list(found)
    best = max(weighed, key=lambda each: each.explains)  # the first of several
    gains = {gap: gain for each in weighed for gap, gain in each.gains.items()}
    tight = sum(len(weighing.cells[gap]) == best.relation.arity for gap in gains)
    by_orders = _Found(replace(best, gains=gains, tight=tight), 0.0, True, orders=True)
    more = [each for each in found if each.weighed.tight > tight and _rank(each) < _rank(by_orders)]
    return [*more, by_orders, *(each for each in found if each not in more)]
