"""Is whoever answers believed? Somebody who tosses a coin can be consistent by luck, above all in a short interview.

A learner that never asks what follows can't tell: whatever is said, it learns something. Answers that were known
beforehand tell most: plans, reviews, checks. A coin gives each of them with one chance in two, so each one that is as
expected is worth a bit, and as long as nothing had to be set aside, an answer that was expected with probability p is
worth log2(0.5 + p), more or less than nothing; an answer that was set aside speaks against whoever gave it. If too few
bits are there at the end, a few more questions are asked whose answers are known. (The chance that a coin ever gets so
many bits ahead is at most 2 to the power of −bits, however long it is asked.)
"""

from __future__ import annotations

import math

import numpy as np

from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed
from tacit.learning.evidence import Conflict
from tacit.problem.query import MARKED, Answered, Plan
from tacit.structure.rule import Review
from tacit.trust.elimination import on_its_own
from tacit.trust.plans import next_plan

ENOUGH = 4.5  # bits: three plans, a review, and a little more
WARY = 2.5  # … and so many more, as soon as an answer was set aside
MORE = 4  # … and as many more, if the model says nearly nothing: that is what a coin mostly ends with
NEARLY_NOTHING = 2  # fewer rules, and constraints without a rule, than this
SET_ASIDE = 3  # bits that an answer costs that was set aside
HOPELESS = -6  # bits
MOST, MORE_EACH = 16, 6  # questions whose answers are known, and so many more for each answer that was set aside


def bits(asker: Asker) -> float:
    """How much speaks for whoever answers."""
    answers, doubts = asker.answers, asker.answers.doubts
    plans = {entry.query: entry.answer for entry in answers.log if isinstance(entry.query, Plan)}
    as_expected = [answer for query, answer in plans.items() if query not in doubts.corrected]
    checks = [same for query, same in doubts.as_known.items() if query not in doubts.corrected]
    standing = answers.claims.standing
    reviews = [said.answer for said in standing if isinstance(said.claim, Review) and not said.claim.plans]
    known = as_expected.count(True) + checks.count(True) + reviews.count(True)
    if not _set_aside(asker):
        return known + _said_twice(asker) + _foretold(asker)
    # Once something was wrong, only what was known for certain counts: a coin is lucky at times.
    return known + _said_twice(asker) - SET_ASIDE * _set_aside(asker)


def _foretold(asker: Asker) -> float:
    """What speaks for whoever answers in questions whose answers were not known, but more or less likely.

    Only half is put on what seemed likely, because a slip that was not found yet makes wrong answers seem likely.
    """
    return round(sum(math.log2(0.5 + chance) for chance in asker.answers.doubts.foretold.values()), 6)


def _said_twice(asker: Asker) -> int:
    """How many "no" answers of an earlier dialogue a rule says again: which of them were checks there, nobody knows."""
    space, answers, corrected = asker.space, asker.answers, asker.answers.doubts.corrected
    proved = np.zeros(space.rows.size, dtype=bool)
    proved[answers.claims.proved_by.rows] = True
    no = [entry for entry in answers.evidence if entry.answer is False and entry.query not in corrected]
    earlier = [entry.query for entry in no if entry.source not in (None, MARKED)]
    return sum(bool(len(space.rows.rejecting(query.codes, proved))) for query in earlier)


def _set_aside(asker: Asker) -> int:
    """How many answers were set aside, or could not be: a review that was called wrong, though nothing in it was."""
    doubts = asker.answers.doubts
    in_vain = sum(isinstance(look.said, Claimed) and not look.set_aside for look in doubts.looks)
    return len(doubts.corrected) + len(doubts.dropped) + in_vain


def missing(asker: Asker) -> int:
    """How many answers that are as expected it takes, at most, until whoever answers is believed."""
    return max(0, math.ceil(_enough(asker) - bits(asker)))


def is_believed(asker: Asker) -> bool:
    """Does enough speak for whoever answers? Who was never found to be wrong is believed in any case: where there are
    few solutions, there is little to ask."""
    return not _set_aside(asker) or bits(asker) >= _enough(asker)


def is_hopeless(asker: Asker) -> bool:
    """Do so many answers disagree that nothing can be believed?"""
    return bits(asker) <= HOPELESS


def disagreement(asker: Asker) -> Conflict:
    """The answers that make it hard to believe: one that was set aside, and what was said against it."""
    look = asker.answers.doubts.looks[0]
    said = [look.said, *look.against]
    examples = [each for each in said if isinstance(each, Answered)]
    no = next((each.query for each in examples if each.answer is False), None)
    yes = tuple(each.query for each in examples if each.answer)
    return Conflict(no, yes, tuple(each for each in said if isinstance(each, Claimed)))


def next_control(asker: Asker) -> Plan | Example | None:
    """A question whose answer is known, if one is needed: a plan, which is right, or an example that breaks something.

    None if enough speaks for whoever answers, or there is nothing to ask.
    """
    put = sum(isinstance(entry.query, Plan) for entry in asker.answers.log) + len(asker.answers.doubts.checked)
    if not asker.answers.asked:
        return None  # all was answered in an earlier dialogue, and looked at there
    if bits(asker) >= _enough(asker) or put >= MOST + MORE_EACH * _set_aside(asker):
        return None
    random = np.random.RandomState((asker.options.seed + asker.answers.total) % 2**32)
    broken = _breaking(asker, random)
    if broken is None or random.random_sample() < 0.5:
        return next_plan(asker) or broken
    return broken


def _enough(asker: Asker) -> float:
    proved, background = asker.answers.claims.proved_by, asker.space.bias.background
    alone = sum(row not in proved and row not in background for row in asker.space.network)
    said = len(dict.fromkeys(proved.values())) + alone
    return ENOUGH + WARY * bool(_set_aside(asker)) + MORE * (said < NEARLY_NOTHING)


def _breaking(asker: Asker, random: np.random.RandomState) -> Example | None:
    """An example that breaks one thing that was learned, which is surely a "no"."""
    learned = [row for row in asker.space.network if row not in asker.space.bias.background]
    for row in random.permutation(learned).tolist()[:5]:
        e = on_its_own(asker, row, at_random=True)
        if e is not None and asker.answers.follows(e.rejecting(e.variables)) is False:
            return e
    return None
