"""What a rule may mean in another problem, where families differ that were the same when it was learned.

In a plan of seven days, each row, each week and any seven consecutive days are the same cells. In a plan of fourteen
they are not, and nobody can tell from the one which of them a limit was meant for. The new problem gives a hint: if its
language speaks of weeks, or of any seven days, a limit on seven cells is one of these. Then the weakest of them is
carried over, which holds in any case, and the others are listed, to be confirmed.

A rule on the pairs of a named group of just two, "seniors", may also be about these two. Then it is about named people.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.errors import ProblemError
from tacit.problem.bounds import Bound
from tacit.problem.model import Model
from tacit.problem.problem import Problem, limits
from tacit.structure.arrays import split
from tacit.structure.family import Family, Group, Kind
from tacit.structure.finding import find_family
from tacit.structure.phrases import line_along
from tacit.structure.rule import Rule


@dataclass(frozen=True)
class Readings:
    """The family that is taken, and others that it could have been."""

    family: Family
    others: tuple[Family, ...] = ()


class OtherReadings:
    """Finds out which families of a new problem were the same in the old one."""

    def __init__(self, model: Model, problem: Problem) -> None:
        self.model, self.problem = model, problem
        self._spoken_of = list(dict.fromkeys(_families_of_bounds(problem)))

    def of_bound(self, rule: Rule, own: Family) -> Readings:
        """own: the same family in the new problem, by its name"""
        mine = _groups(rule.family)
        found = {_groups(own): own}
        for family in self._spoken_of:
            before = self._before(family)
            if before is not None and _groups(before) == mine:
                found.setdefault(_groups(family), family)
        sizes = {len(group) for group in mine}
        same_size = {groups: f for groups, f in found.items() if {len(group) for group in groups} == sizes}
        weakest = next((f for groups, f in same_size.items() if all(groups <= other for other in same_size)), own)
        return Readings(weakest, tuple(f for f in found.values() if f is not weakest))

    def _before(self, family: Family) -> Family | None:
        try:
            return find_family(self.model.network.vocabulary, family.spec, self.model.groups)
        except ProblemError:
            return None

    def two_people(self, rule: Rule) -> Family | None:
        """The two lines, position by position, that a rule on the pairs of a named group could be about instead."""
        family, v = rule.family, self.model.network.vocabulary
        of_group = family.key.kind == Kind.LINES and len(family.key.cuts) == 1 and isinstance(family.key.cuts[0], str)
        if not of_group or isinstance(rule.relation, Bound) or family.key.depth != 2 or rule.arity != 2:
            return None
        (axis,) = family.key.numbers
        labels = {
            tuple(split(v.names[cell])[1][axis] for cell in group) for group in family.groups() if len(group) == 2
        }
        if len(labels) != 1 or any(len(group) != 2 for group in family.groups()):
            return None
        (one, other) = next(iter(labels))
        word, across = line_along(1 - axis, 2), line_along(axis, 2)
        try:
            return find_family(v, f"{word}s {one} and {other}, {across} by {across} of {family.key.stem}")
        except ProblemError:
            return None


def _families_of_bounds(problem: Problem) -> Iterator[Family]:
    """The families that the language of a problem has bounds over."""
    for relation in problem.language:
        if isinstance(relation, Bound) and not relation.measure.is_different:
            yield from limits(relation, problem.vocabulary, problem.groups)


def _groups(family: Family) -> frozenset[Group]:
    return frozenset(tuple(sorted(group)) for group in family.groups())
