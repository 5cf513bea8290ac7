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
from tacit.structure.family import Family
from tacit.structure.rule import Claim, Free, Review, Unlimited
from tacit.trust.suspects import CERTAIN, Suspect, Suspects

MOST_WORDS = 3  # answers that are put again in other words
MOST_LINES = 12  # that are read out


def put_in_other_words(asker: Asker, found: Suspects, slips: float) -> Asking[None]:
    """Put again that nothing more is required somewhere, if that is the likeliest slip."""
    if asker.options.rules and found.part_of(found.best) < CERTAIN:
        yield from _read_out(asker, found, slips)
    for _ in range(MOST_WORDS):
        suspect = found.best
        said = suspect.slips[0] if len(suspect.slips) == 1 else None
        if not isinstance(said, Claimed) or not isinstance(said.claim, Free | Unlimited):
            return
        if found.part_of(suspect) >= CERTAIN:
            return
        other = _in_other_words(asker.answers.claims, said.claim)
        if other is None or asker.answers.claims.was_put(other):
            return
        answer = yield from _ask(asker, other)
        if answer is None:
            return
        _weigh(asker, found, other, [suspect], answer, slips)


def _read_out(asker: Asker, found: Suspects, slips: float) -> Asking[None]:
    """Read out all that was said to be free by those who may have slipped there."""
    lines = _lines(asker, found)
    review = Review(tuple(lines))
    if len(lines) < 2 or asker.answers.claims.was_put(review):
        return
    answer = yield from _ask(asker, review)
    if answer is None:
        return
    said = asker.answers.claims.log[-1]
    places = said.exceptions or range(len(lines))
    by = list(lines.values())
    meant = [suspect for place in places for suspect in by[place]]
    # Whoever says "no" by a slip hardly names a line, and if so, any of them.
    _weigh(asker, found, review, meant, answer, slips / len(lines) if said.exceptions else slips)


def _lines(asker: Asker, found: Suspects) -> dict[Free | Unlimited, list[Suspect]]:
    """What the likeliest suspects have said to be free, and who has said it: one line for all limits of a family."""
    claims = asker.answers.claims
    lines: dict[Free | Unlimited, list[Suspect]] = {}
    limits: dict[Family, Unlimited] = {}
    for suspect in sorted(found.refuters, key=lambda each: -each.weight):
        said = suspect.slips[0] if len(suspect.slips) == 1 else None
        for claim, yes in parts(said) if isinstance(said, Claimed) else ():
            if not yes or not isinstance(claim, Free | Unlimited) or not np.isin(suspect.rows, claims.of(claim)).any():
                continue
            line = _in_other_words(claims, claim) or claim
            by = [suspect]
            if isinstance(line, Unlimited):
                before = limits.get(line.family)
                if before is not None:
                    by = [*lines.pop(before), suspect]
                    line = replace(line, bounds=tuple(dict.fromkeys([*before.bounds, *line.bounds])))
                limits[line.family] = line
            lines.setdefault(line, []).extend(by)
    return dict(list(lines.items())[:MOST_LINES])


def who_said(claims: Claims, line: Free | Unlimited) -> list[Claimed]:
    """The answers that say all of a line that was read out. Those that leave other rules apart have come later, and of
    a line that several have said, nobody knows which of them was wrong."""
    yes = [each for each in claims.standing if each.answer]
    return [each for each in yes if any(_says(claim, line) for claim, _ in parts(each))]


def _says(claim: Claim, line: Free | Unlimited) -> bool:
    if not isinstance(claim, Free | Unlimited) or not set(claim.besides) <= set(line.besides):
        return False
    if isinstance(claim, Free) or isinstance(line, Free):
        return replace(claim, besides=()) == replace(line, besides=())
    return claim.family == line.family and set(claim.bounds) == set(line.bounds)


def _in_other_words(claims: Claims, claim: Free | Unlimited) -> Free | Unlimited | None:
    rules = (rule for rule in claims.accepted if rule.arity == claim.arity and rule not in claim.besides)
    other = replace(claim, besides=(*claim.besides, *dict.fromkeys(rules)))
    return None if other.besides == claim.besides else other


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
