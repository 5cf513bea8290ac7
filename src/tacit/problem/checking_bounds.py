"""Bounds that can't be meant: a value that is no value, a number that can't occur."""

from __future__ import annotations

from collections.abc import Sequence

from tacit.errors import LanguageError, nearest
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family


def check_values(bound: Bound, vocabulary: Vocabulary) -> None:
    """Are the values that a bound counts values of the problem?"""
    known = set(vocabulary.values.tolist())
    for value in bound.measure.values:
        if value not in known:
            words = [*vocabulary.named_values, *map(str, sorted(known)[:50])]
            raise LanguageError(f"bound {bound.name!r}: no variable can have the value {value}{nearest(value, words)}")


def check_number(bound: Bound, families: Sequence[Family], vocabulary: Vocabulary) -> None:
    """Can the number of a bound make a difference on some group of its families?"""
    if bound.k is None or bound.measure.is_different:
        return
    rows = BoundRows(vocabulary, 0, [(bound, group) for family in families for group in family.groups()])
    if len(rows):
        return
    measured = rows.span(bound.measure, "<=", max((g for f in families for g in f.groups()), key=len))
    raise LanguageError(
        f"bound {bound.name!r}, over {families[0].phrase!r}: a group adds up to {measured[0]} at least and "
        f"{measured[1]} at most, so with {bound.k} it says nothing, or nothing is left"
    )
