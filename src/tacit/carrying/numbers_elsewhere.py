"""The number of a bound in another problem, where its groups may be larger or smaller.

A count keeps its number, because that is what was learned: "at most 2 nights". Whether it should, nobody but the person
knows, so it is said where the groups are of another size. Over a whole array it is mostly what the numbers of its lines
add up to, so there it is carried only to the same size. A sum depends on how many cells there are and on their
values: it is carried if both are the same, or if it was the number of cells times the mean value, as in magic squares.
"""

from __future__ import annotations

from fractions import Fraction

from tacit.carrying.not_carried import NotCarried
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_on
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family, Group, Kind


def number_elsewhere(
    bound: Bound, before: Family, source: Vocabulary, now: Family, vocabulary: Vocabulary
) -> tuple[Bound, str | None]:
    """The bound with the number that it has in the new problem, and what should be checked about that."""
    if bound.measure.is_different or bound.k is None:
        return bound, None
    old, new = list(before.groups()), list(now.groups())
    note = None
    if bound.measure.kind == "sum":
        if not _alike(old, source, new, vocabulary):
            bound, note = _scaled(bound, old, source, new, vocabulary)
    elif _sizes(old) != _sizes(new):
        sizes = f"{_words(_sizes(old))} cells, and here there are {_words(_sizes(new))}"
        if now.key.kind == Kind.WHOLE:
            raise NotCarried(f"it counts {sizes}")
        note = f"it was said of {sizes}"
    _refuse_what_says_nothing(bound, new, vocabulary)
    return bound, note


def _sizes(groups: list[Group]) -> list[int]:
    return sorted({len(group) for group in groups})


def _words(sizes: list[int]) -> str:
    return str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"


def _alike(old: list[Group], source: Vocabulary, new: list[Group], vocabulary: Vocabulary) -> bool:
    """Do groups have as many cells, with the same values?"""
    domains = [
        {v.domains[cell] for group in groups for cell in group} for v, groups in ((source, old), (vocabulary, new))
    ]
    return _sizes(old) == _sizes(new) and domains[0] == domains[1]


def _scaled(
    bound: Bound, old: list[Group], source: Vocabulary, new: list[Group], vocabulary: Vocabulary
) -> tuple[Bound, str]:
    assert bound.k is not None
    before, now = _middle(old, source), _middle(new, vocabulary)
    sizes = f"{_words(_sizes(old))} cells need not be that of {_words(_sizes(new))}"
    if before is None or now is None or before != bound.k:
        raise NotCarried(f"the sum of {sizes}, or the values are others")
    if now.denominator != 1:
        raise NotCarried(f"it was the number of cells times the mean value, which is no integer here: {float(now):g}")
    return bound.with_number(int(now)), f"the sum was the number of cells times the mean value: {bound.k}, here {now}"


def _middle(groups: list[Group], vocabulary: Vocabulary) -> Fraction | None:
    """The number of cells times the mean value, if that is the same for all groups."""
    found = {sum((_mean(vocabulary, cell) for cell in group), Fraction(0)) for group in groups}
    return found.pop() if len(found) == 1 else None


def _mean(vocabulary: Vocabulary, cell: int) -> Fraction:
    domain = vocabulary.domains[cell]
    return Fraction(sum(domain), len(domain))


def _refuse_what_says_nothing(bound: Bound, groups: list[Group], vocabulary: Vocabulary) -> None:
    found = [check_on(bound, group, vocabulary) for group in groups]
    never = next((each for each in found if each is not None and each.never), None)
    if never is not None:
        raise NotCarried(f"in the new problem {never.words}")
    if all(each is not None for each in found) and found[0] is not None:
        raise NotCarried(f"in the new problem {found[0].words}")
