"""What may be answered to a question, besides yes, no and don't know, so that a front end can offer it."""

from __future__ import annotations

from tacit.showing.bound_words import stated
from tacit.showing.claim_words import review_lines
from tacit.structure.exceptions import names_to_choose
from tacit.structure.rule import IT_DIFFERS, NO_LIMIT, Claim, Number, Review, Rule, Unlimited

MOST_GROUPS = 200  # at most this many groups are listed to choose exceptions from


def words_for(asked: Number) -> list[str]:
    """What may be answered to a question for a number, besides a number and "don't know"."""
    return [NO_LIMIT, IT_DIFFERS] if asked.family.count > 1 else [NO_LIMIT]


def exceptable(claim: Claim) -> list[tuple[str, str]]:
    """What can be named as an exception, and how it is shown: groups of a rule, bounds of "no limit", lines of
    a review.

    Nothing where there is only one, because that would be all of it.
    """
    if isinstance(claim, Review) and len(claim.lines) > 1:
        return [(str(place), f"{place}. {line}") for place, line in enumerate(review_lines(claim), 1)]
    if isinstance(claim, Unlimited) and len(claim.bounds) > 1:
        return [(bound.name, stated(bound)) for bound in claim.bounds]
    if not isinstance(claim, Rule) or claim.family.count == 1:
        return []
    return [(name, name) for name in names_to_choose(claim.family, MOST_GROUPS)]
