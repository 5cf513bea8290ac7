"""Which groups of a family somebody means: exceptions to a rule, named as the family names its groups, or by a label."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.errors import AnswerError, nearest
from tacit.structure.family import Family


def find_groups(family: Family, names: Sequence[str]) -> tuple[int, ...]:
    """The numbers of the groups with these names, in ascending order. A name that no group has is an error."""
    if not names:
        return ()
    called: dict[str, list[int]] = {}
    for number in range(family.count):
        for name in _names(family.name(number)):
            called.setdefault(name.casefold(), []).append(number)
    found: set[int] = set()
    for name in names:
        numbers = called.get(name.strip().casefold())
        if numbers is None:
            shown = [family.name(number) for number in range(family.count)]
            raise AnswerError(f"{name!r} is no part of {family.phrase}{nearest(name, shown)}")
        found.update(numbers)
    return tuple(sorted(found))


def called(family: Family, numbers: Sequence[int]) -> list[str]:
    """The names of the groups with these numbers, as `find_groups` reads them."""
    return [family.name(number) for number in numbers]


def _names(name: str) -> Iterator[str]:
    """The name of a group, and the label in it: "row anna" is "anna", too, and two cells are known by each."""
    yield name
    first, _, label = name.partition(" ")
    if first in ("row", "column") and label:
        yield label
