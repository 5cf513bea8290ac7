"""What was said to be free is read out, if a large example is called wrong: one of these lines is likely the slip.

A plan is wrong, and nothing that may still be required explains it. Whoever said "nothing more is required here" about
many cells at once is the likeliest to have slipped; but which of these answers is it? To narrow the plan takes a dozen
questions. To read out what was said to be free takes one, and whoever answers names the line.

    the likeliest suspects that are such answers, as lines of a review: is all of it right?
    if no line was named      the likeliest one once more by itself, in other words
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, Contradiction, DontKnow
from tacit.learning.claims import Claimed, Claims, parts
from tacit.structure.rule import Claim, Free, Review, Unlimited
from tacit.trust.suspects import Suspect, Suspects

CERTAIN = 0.9
MOST_WORDS = 3  # answers that are put again in other words
NEGLIGIBLE = 0.02


def put_in_other_words(asker: Asker, found: Suspects, slips: float) -> Asking[None]:
    """Put again that nothing more is required somewhere, if that is the likeliest slip."""
    lines = [(each, line) for each in found.refuters if found.part_of(each) > NEGLIGIBLE for line in _lines(asker, each)]
    if len(lines) > 1 and asker.options.rules and found.part_of(found.best) < CERTAIN:
        yield from _read_out(asker, found, lines[:12], slips)
    for _ in range(MOST_WORDS):
        suspect = found.best
        said = suspect.slips[0] if len(suspect.slips) == 1 else None
        if not isinstance(said, Claimed) or not isinstance(said.claim, Free | Unlimited):
            return
        if found.part_of(suspect) >= CERTAIN:
            return
        other = _in_other_words(asker.answers.claims, said.claim)
        if other is None:
            return
        answer = yield from _ask(asker, other)
        if answer is None:
            return
        _weigh(asker, found, other, [suspect], answer, slips)


def _lines(asker: Asker, suspect: Suspect) -> list[Free | Unlimited]:
    said = suspect.slips[0] if len(suspect.slips) == 1 else None
    if not isinstance(said, Claimed):
        return []
    claims = asker.answers.claims
    free = [claim for claim, yes in parts(said) if yes and isinstance(claim, Free | Unlimited)]
    about = [claim for claim in free if np.isin(suspect.rows, claims.of(claim)).any()]
    return [_in_other_words(claims, claim) or claim for claim in about]


def _in_other_words(claims: Claims, claim: Free | Unlimited) -> Free | Unlimited | None:
    rules = (rule for rule in claims.accepted if rule.arity == claim.arity and rule not in claim.besides)
    other = replace(claim, besides=(*claim.besides, *dict.fromkeys(rules)))
    return None if other.besides == claim.besides or claims.was_put(other) else other


def _read_out(asker: Asker, found: Suspects, lines: list[tuple[Suspect, Free | Unlimited]], slips: float) -> Asking[None]:
    review = Review(tuple(line for _, line in lines))
    if asker.answers.claims.was_put(review):
        return
    answer = yield from _ask(asker, review)
    if answer is None:
        return
    said = asker.answers.claims.log[-1]
    named = [lines[place][0] for place in said.exceptions] or [each for each, _ in lines]
    _weigh(asker, found, review, named, answer, slips)


def _ask(asker: Asker, claim: Claim) -> Asking[bool | None]:
    try:
        return (yield from asker.ask_claim(claim, check=True))
    except DontKnow:
        return None
    except Contradiction:  # all is taken in anew in any case
        return asker.answers.claims.log[-1].answer


def _weigh(asker: Asker, found: Suspects, asked: Claim, meant: list[Suspect], answer: bool, slips: float) -> None:
    """What an answer says about each suspect, by Bayes' rule; meant: a "no" is expected if one of these has slipped."""
    part = sum(found.part_of(each) for each in found.all if each in meant)
    expected = part * (1 - slips) + (1 - part) * slips  # of a "no"
    asker.answers.doubts.foretold[asked] = 1 - expected if answer else expected
    for each in found.all:
        each.weight *= slips if (each in meant) == answer else 1 - slips
