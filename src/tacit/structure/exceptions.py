"""Which groups of a family somebody means: exceptions to a rule, by the names of groups or lines, or by a label.

>>> from tacit.problem.vocabulary import Vocabulary
>>> from tacit.structure.finding import find_family
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> find_groups(find_family(v, "row"), ["ben"]), find_groups(find_family(v, "next in row"), ["row ben"])
((1,), (2, 3))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.errors import AnswerError, nearest
from tacit.structure.family import Family
from tacit.structure.rule import Claim, Rule, Unlimited


def find_exceptions(claim: Claim, names: Sequence[str]) -> tuple[int, ...]:
    """What was named with a "no": the groups on which a rule does not hold, or the bounds that are limits after all."""
    if isinstance(claim, Rule):
        return find_groups(claim.family, names)
    if not names:
        return ()
    if not isinstance(claim, Unlimited):
        raise AnswerError("exceptions can be named for a rule; this question is whether anything is required at all")
    return _find_bounds(claim, names)


def _find_bounds(claim: Unlimited, names: Sequence[str]) -> tuple[int, ...]:
    """A bound is named by its text, by what it measures, or by the value that it counts: "night"."""
    known: dict[str, list[int]] = {}
    for number, bound in enumerate(claim.bounds):
        measured = bound.measure.text
        for name in dict.fromkeys((bound.name, measured, measured.removeprefix("count(").removesuffix(")"))):
            known.setdefault(name.casefold(), []).append(number)
    found: set[int] = set()
    for name in names:
        numbers = known.get(name.strip().casefold())
        if numbers is None:
            raise AnswerError(f"{name!r} is nothing that was asked about{nearest(name, known)}")
        found.update(numbers)
    return tuple(sorted(found))


def find_groups(family: Family, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the groups with these names, in ascending order. A name that no group has is an error."""
    if not names:
        return ()
    known: dict[str, list[int]] = {}
    for number in range(family.count):
        for name in _names(family, number):
            known.setdefault(name.casefold(), []).append(number)
    found: set[int] = set()
    for name in names:
        numbers = known.get(name.strip().casefold())
        if numbers is None:
            shown = {name: None for number in range(family.count) for name in _names(family, number)}
            raise AnswerError(f"{name!r} is no part of {family.phrase}{nearest(name, shown)}")
        found.update(numbers)
    return tuple(sorted(found))


def names_to_choose(family: Family, most: int) -> list[str]:
    """What can be named as an exception: the lines that groups are in, if there are some, and groups."""
    numbers = range(min(family.count, most))
    lines = [] if family.line is None else list(dict.fromkeys(family.line(number) for number in range(family.count)))
    return list(dict.fromkeys([*lines, *map(family.name, numbers)]))[:most]


def _names(family: Family, number: int) -> Iterator[str]:
    """What a group is called, and the line that it lies in: "row anna", and just "anna", too."""
    for name in (family.name(number), family.line(number) if family.line is not None else ""):
        if name:
            yield name
        first, _, label = name.partition(" ")
        if first in ("row", "column") and label:
            yield label
