"""Which groups of a family somebody means, by the names of groups or lines, or by a label: exceptions to a rule, and
what a text cuts a family down to.

>>> from tacit.problem.vocabulary import Vocabulary
>>> from tacit.structure.finding import find_family
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> find_groups(find_family(v, "row"), ["ben"]), find_groups(find_family(v, "next in row"), ["row ben"])
((1,), (2, 3))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.errors import AnswerError, FamilyError, nearest
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family
from tacit.structure.phrases import pieces
from tacit.structure.rule import Claim, Number, Review, Rule, Unlimited
from tacit.structure.said_groups import Groups, cells_labelled, read_groups


def find_exceptions(claim: Claim, names: Sequence[str]) -> tuple[int, ...]:
    """What was named with a "no": the groups on which a rule does not hold, the bounds that are limits after all, or
    the rules of a review that are not right."""
    if isinstance(claim, Rule):
        return find_groups(claim.family, names)
    if not names:
        return ()
    if isinstance(claim, Review):
        return _find_places(len(claim.lines), names)
    if not isinstance(claim, Unlimited):
        asked = "for a number" if isinstance(claim, Number) else "whether anything is required at all"
        raise AnswerError(f"exceptions can be named for a rule; this question is {asked}")
    return _find_bounds(claim, names)


def _find_places(count: int, names: Sequence[str]) -> tuple[int, ...]:
    """Places in a list that is numbered from 1."""
    known = {str(number + 1): number for number in range(count)}
    for name in names:
        if name.strip() not in known:
            raise AnswerError(f"{name!r} is no number of the list, which has 1 to {count}")
    return tuple(sorted({known[name.strip()] for name in names}))


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


def groups_called(family: Family, text: str, vocabulary: Vocabulary, said: Groups) -> set[int]:
    """The numbers of the groups that a text lists: by their names, by how these end, or by what they lie in.

    It takes more words than `find_groups`, because people write it in a problem file and not beside a list of names.
    """
    names = {family.name(number).replace("×", "x").lower(): number for number in range(family.count)}
    found: set[int] = set()
    for piece in [text] if text.lower() in names else text.split("; ") if "; " in text else pieces(text):
        lower = piece.lower()
        if lower in names:
            found.add(names[lower])
            continue
        ends = {number for name, number in names.items() if name.endswith(f" {lower}")}
        ends = ends or _inside(family, piece, vocabulary, said)
        if not ends:
            known = [*names, *said]
            hint = nearest(piece, known) or "; a set of labels gets a name in [groups], or by groups= in Python"
            raise FamilyError(f"{family.phrase}: no part of it is called {piece!r}{hint}")
        found |= ends
    return found


def _inside(family: Family, label: str, vocabulary: Vocabulary, said: Groups) -> set[int]:
    """The groups of a family that lie in a line, or in a group that a person has named."""
    if label in said:
        cells = read_groups(vocabulary, {label: said[label]})[label]
    else:
        cells = cells_labelled(vocabulary, label)
    return {number for number, group in enumerate(family.groups()) if cells.issuperset(group)}


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
