"""Is whoever answers believed? Somebody who tosses a coin can be consistent by luck, above all in a short interview.

A learner that never asks what follows can't tell: whatever is said, it learns something. Answers that were known
beforehand tell: plans, reviews, checks. It is a bet against the coin: an answer that was known wins log2(2 · 7/8)
bits if it comes as expected, and loses log2(2 · 1/8) if not (each time that answers had to be set aside, because one
of them was not as expected); one that was expected with probability p wins or loses log2(0.5 + p). A coin wins
nothing in the long run: the chance that it is ever so many bits ahead is at most 2 to the power of −bits, however
long it is asked. If too few bits are there at the end, a few more questions are asked whose answers are known.
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

RIGHT = math.log2(2 * 7 / 8)  # bits: an answer that was known, and came as expected: 0.8
WRONG = -math.log2(2 * 1 / 8)  # bits that it costs if it did not, and answers had to be set aside: 2
ENOUGH = 3.5  # bits: three plans, a review, and a little more
MORE = 3.2  # … and as many more, if the model says nearly nothing: that is what a coin mostly ends with
NEARLY_NOTHING = 2  # fewer rules, and constraints without a rule, than this
ANEW = 2.0  # bits that it costs to bet anew after something was wrong, and more if that was often
OFTEN = 3  # if something was wrong more often than this, each time costs one bit more: it is what a coin looks like
HOPELESS, PATIENCE = -10, 25  # bits, and one less for each 25 questions: whoever is asked long slips more often
MOST, MORE_EACH = 16, 6  # questions whose answers are known, and so many more for each time that something was wrong


def bits(asker: Asker) -> float:
    """How much speaks for whoever answers: from the beginning on, or since the last time that something was wrong.

    To bet anew costs bits, too: as many as it takes to name the time among all those at which one could have begun. All
    is bet on each known answer then, so it wins a whole bit.
    """
    doubts = asker.answers.doubts
    if not doubts.disagreements:
        return _all_bits(asker)
    since = max(0, _known(asker) - doubts.known_then)
    often = max(0, doubts.disagreements - OFTEN)
    return max(_all_bits(asker), since - ANEW - math.log2(1 + doubts.disagreements) - often)


def disagree(asker: Asker) -> None:
    """Note that answers had to be set aside."""
    doubts = asker.answers.doubts
    doubts.disagreements += 1
    doubts.known_then = _known(asker)


def _all_bits(asker: Asker) -> float:
    doubts = asker.answers.doubts
    # Where an odd answer was put again, the bet was on the other one: `foretold` has it.
    wrong = doubts.disagreements - doubts.foreseen
    return RIGHT * _known(asker) - WRONG * wrong + _foretold(asker)


def _known(asker: Asker) -> int:
    """How many answers that were known came as expected."""
    answers, doubts = asker.answers, asker.answers.doubts
    plans = {entry.query: entry.answer for entry in answers.log if isinstance(entry.query, Plan)}
    as_expected = [answer for query, answer in plans.items() if query not in doubts.corrected]
    checks = [same for query, same in doubts.as_known.items() if query not in doubts.corrected]
    # What plans show is asked for the first time, and of what was said to be free some line is expected to be wrong.
    lists = [(said.claim, said.answer) for said in answers.claims.standing if isinstance(said.claim, Review)]
    reviews = [answer for review, answer in lists if review.rules and not review.plans]
    return as_expected.count(True) + checks.count(True) + reviews.count(True) + _said_twice(asker)


def _foretold(asker: Asker) -> float:
    """What speaks for whoever answers in questions whose answers were not known, but more or less likely.

    Only half is put on what seemed likely, because a slip that was not found yet makes wrong answers seem likely.
    """
    return round(sum(math.log2(0.5 + chance) for chance in asker.answers.doubts.foretold.values()), 6)


def _said_twice(asker: Asker) -> int:
    """How many "no" answers of an earlier dialogue a rule says again: which of them were checks there, nobody knows."""
    space, answers, corrected = asker.space, asker.answers, asker.answers.doubts.corrected
    no = [entry for entry in answers.evidence if entry.answer is False and entry.query not in corrected]
    earlier = [entry.query for entry in no if entry.source not in (None, MARKED)]
    if not earlier:
        return 0
    proved = answers.claims.proved_by.settled
    return sum(bool(len(space.rows.rejecting(query.codes, proved))) for query in earlier)


def missing(asker: Asker) -> int:
    """How many answers that are as expected it takes, at most, until whoever answers is believed."""
    return max(0, math.ceil((_enough(asker) - bits(asker)) / RIGHT))


def is_believed(asker: Asker) -> bool:
    """Does enough speak for whoever answers? Who was never found to be wrong is believed in any case: where there are
    few solutions, there is little to ask."""
    return not asker.answers.doubts.disagreements or bits(asker) >= _enough(asker)


def is_hopeless(asker: Asker) -> bool:
    """Do so many answers disagree that nothing can be believed?"""
    return _all_bits(asker) <= HOPELESS - asker.answers.total / PATIENCE


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
    if bits(asker) >= _enough(asker) or put >= MOST + MORE_EACH * asker.answers.doubts.disagreements:
        return None
    random = np.random.RandomState((asker.options.seed + asker.answers.total) % 2**32)
    broken = _breaking(asker, random)
    if broken is None or random.random_sample() < 0.5:
        return next_plan(asker) or broken
    return broken


def _enough(asker: Asker) -> float:
    proved, background = asker.answers.claims.proved_by, asker.space.bias.background
    without_rule = proved.unsettled(np.array(asker.space.network, dtype=np.int64)).tolist()
    alone = sum(row not in background for row in without_rule)
    said = len(proved.claims) + alone
    return ENOUGH + MORE * (said < NEARLY_NOTHING)


def _breaking(asker: Asker, random: np.random.RandomState) -> Example | None:
    """An example that breaks one thing that was learned, which is surely a "no"."""
    learned = [row for row in asker.space.network if row not in asker.space.bias.background]
    for row in random.permutation(learned).tolist()[:5]:
        e = on_its_own(asker, row, at_random=True)
        if e is not None and asker.answers.follows(e.rejecting(e.variables)) is False:
            return e
    return None
