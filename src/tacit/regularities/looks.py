"""What is looked at in the plans of a problem: the relations of its language, in the places that they may apply to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tacit.candidates.bias import orders_of
from tacit.problem.bounds import ANY_NUMBER, Bound
from tacit.problem.problem import Problem
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.regularities.ground import Ground
from tacit.regularities.patterns import Bools, OfGroup, Plain, compare
from tacit.regularities.survey import Look
from tacit.structure.families import families_of
from tacit.structure.family import NOBODY, Family, Ints
from tacit.structure.rule import scope_keys


def looks_of_language(problem: Problem) -> Iterator[Look]:
    """Each relation of the language in all families whose scopes are candidates."""
    return looks_of(problem, problem.language)


def looks_of(problem: Problem, language: Sequence[Relation]) -> Iterator[Look]:
    """Some relations of the language in all families whose scopes are candidates."""
    if not language:
        return
    v = problem.vocabulary
    families = list(families_of(v, problem.groups))
    grounds: dict[int, Ground] = {}
    bounds = [relation for relation in language if isinstance(relation, Bound)]
    limited = list(dict.fromkeys(family for over in problem.over.values() for family in over))
    signs: dict[tuple[str, tuple[Family, ...]], list[Bound]] = {}
    for bound in bounds:
        signs.setdefault((bound.measure.text, problem.over[bound.name]), []).append(bound)
    for (_, over), alike in signs.items():
        if ANY_NUMBER not in grounds:
            grounds[ANY_NUMBER] = Ground(ANY_NUMBER, v, [*limited, *families])
        ground = grounds[ANY_NUMBER]
        for pattern in _patterns_of(alike):
            yield Look(pattern, ground, _groups_allowed(ground, over))
    plain = [relation for relation in language if not isinstance(relation, Bound)]
    orders, given = orders_of(plain, v, problem.orders), tuple(range(MAX_ARITY))
    for relation in language:
        if isinstance(relation, Bound):
            continue
        if relation.arity not in grounds:
            grounds[relation.arity] = Ground(relation.arity, v, [*families, *limited])
        ground = grounds[relation.arity]
        among = problem.over.get(relation.name)
        for order in orders[relation]:
            if among is not None and order != given[: relation.arity]:
                # "Each cell and the next one" says which argument comes first; "each row" does not.
                among = tuple(family for family in among if family.members is None)
            allowed = _scopes_allowed(ground, among, len(v))
            yield Look(Plain(relation, order if order != given[: relation.arity] else ()), ground, allowed)


def _patterns_of(alike: list[Bound]) -> Iterator[OfGroup]:
    """Bounds that measure the same are looked at together; with a given number, each by itself."""
    opened = [bound for bound in alike if bound.k is None]
    if opened:
        signs = list(dict.fromkeys(sign for bound in opened for sign in _signs(bound)))
        if {"<=", ">="} <= set(signs):
            signs = ["==", "<=", ">="]
        yield OfGroup(opened[0], tuple(signs))
    for bound in alike:
        if bound.k is not None:
            yield OfGroup(bound, (bound.sign,)) if bound.measure.is_different else _Fixed(bound)


def _signs(bound: Bound) -> list[str]:
    return [part.sign for part in bound.parts()]


class _Fixed(OfGroup):
    """A bound whose number is given."""

    def __init__(self, bound: Bound) -> None:
        super().__init__(bound, (bound.sign,))
        self.signs = ("",)

    def measured(self, columns: Ints, scopes: Ints) -> Bools:
        assert self._bound.k is not None
        return compare(super().measured(columns, scopes), self._bound.sign, self._bound.k)


def _groups_allowed(ground: Ground, over: Iterable[Family]) -> Bools:
    known = {tuple(sorted(group)) for family in over for group in family.groups()}
    found = [tuple(sorted(x for x in row if x != NOBODY)) in known for row in ground.scopes.tolist()]
    return np.array(found, dtype=bool)


def _scopes_allowed(ground: Ground, over: Iterable[Family] | None, n: int) -> Bools | None:
    if over is None:
        return None
    keys = np.concatenate(
        [np.empty(0, dtype=np.int64), *(scope_keys(family.scopes(ground.arity), n) for family in over)]
    )
    found: Bools = np.isin(scope_keys(ground.scopes, n), keys)
    return found
