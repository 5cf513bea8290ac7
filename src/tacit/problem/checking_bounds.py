"""Bounds that can't be meant: a value that is no value, a number that can't occur."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.errors import LanguageError, nearest
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import AT_LEAST, AT_MOST, Bound
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family

MOST_NAMES = 3
MANY_CELLS = 1_000_000  # of all groups; then nobody waits for the check


def check_values(bound: Bound, vocabulary: Vocabulary) -> None:
    """Are the values that a bound counts values of the problem?"""
    known = set(vocabulary.values.tolist())
    for value in bound.measure.values:
        if value not in known:
            words = [*vocabulary.named_values, *map(str, sorted(known)[:50])]
            raise LanguageError(f"bound {bound.name!r}: no variable can have the value {value}{nearest(value, words)}")


@dataclass(frozen=True)
class Useless:
    """Why a bound on certain cells is of no use: nothing satisfies it (never), or everything does."""

    never: bool
    words: str


def check_on(bound: Bound, cells: Sequence[int], vocabulary: Vocabulary) -> Useless | None:
    """Does a bound make a difference on these cells? Its values must be values of the problem."""
    check_values(bound, vocabulary)
    if bound.measure.is_different or bound.k is None:
        return None
    low, high = BoundRows(vocabulary, 0, []).span(bound.measure, AT_MOST, cells)
    measured = _measured(bound, len(cells), low, high)
    if (bound.sign != AT_LEAST and bound.k < low) or (bound.sign != AT_MOST and bound.k > high):
        return Useless(True, f"nothing satisfies it, because {measured}")
    if all(part.k >= high if part.sign == AT_MOST else part.k <= low for part in bound.parts() if part.k is not None):
        return Useless(False, f"it says nothing, because {measured}")
    return None


def says_nothing(bound: Bound, cells: Sequence[int], vocabulary: Vocabulary) -> bool:
    """Does everything satisfy a bound on these cells?"""
    useless = check_on(bound, cells, vocabulary)
    return useless is not None and not useless.never


def _measured(bound: Bound, size: int, low: int, high: int) -> str:
    """What so many cells can come to."""
    if bound.measure.kind == "sum":
        return f"the {size} cells add up to {low} at least and {high} at most"
    values = bound.measure.text.removeprefix("count(").removesuffix(")").replace(", ", " or ")
    if low == high:
        return f"always {low} of the {size} cells are {values}"
    return f"{f'at least {low} and ' if low else ''}at most {high} of the {size} cells can be {values}"


def check_over(bound: Bound, families: Sequence[Family], vocabulary: Vocabulary) -> None:
    """Can a bound make a difference on some group of its families?"""
    named = vocabulary.is_named
    if bound.measure.kind == "sum" and not any(
        not any(named[cell] for cell in group) for family in families for group in family.groups()
    ):
        every = list(vocabulary.named_values)
        names = ", ".join([*every[:MOST_NAMES], *(["…"] if len(every) > MOST_NAMES else [])])
        raise LanguageError(
            f"bound {bound.name!r}, over {families[0].phrase!r}: the values there are names ({names}), and names "
            "have no sum; accepted are count(…) and alldifferent, or domains of numbers"
        )
    if bound.k is None or bound.measure.is_different or sum(f.count * f.size for f in families) > MANY_CELLS:
        return
    rows = BoundRows(vocabulary, 0, [(bound, group) for family in families for group in family.groups()])
    if len(rows):
        return
    useless = check_on(bound, max((g for f in families for g in f.groups()), key=len), vocabulary)
    why = useless.words if useless is not None else "it says nothing, or nothing satisfies it"
    raise LanguageError(f"bound {bound.name!r}, over {families[0].phrase!r}: {why}")
