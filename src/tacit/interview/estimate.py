"""How many questions are left: a range that holds the truth nine times in ten (`bench/estimate.py`), or nothing.

A wrong number is worse than none: whoever was told "25,000 questions" goes away, and one answer about a rule may settle
half of the problem. So there is a number only where it was seen to hold:

* Nothing is open any more. Then what was understood is read out, some whole plans are put, and perhaps a last check.
* Few candidates are open. Each needs a question at most, most of them less; then comes the end as above. With many of
  them open, nine of ten interviews differ by a factor of fifteen with questions about rules, and of six without.
* Other learners settle candidates one by one: the rate of the last quarter of the questions is extrapolated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tacit.dialogue.dialogue import Dialogue
from tacit.problem.query import Plan
from tacit.trust.controls import missing
from tacit.trust.second_check import most_second_checks

ENOUGH = 12  # with fewer answers it is too early to extrapolate
EARLY = (0.4, 1.5, 5.0)  # low end, likely number and high end as multiples of the extrapolation: early on …
LATE = (0.4, 1.0, 3.0)  # … and when little is left

FEW = 60  # candidates; with more of them open, every number is a guess
EACH = (0.08, 0.35, 0.68)  # questions for each of few candidates: low end, likely, high end …
SPARE = 5  # … with what comes before the end, and so many more


@dataclass(frozen=True)
class Moment:
    """What is known when a question is open.

    open:       candidates that are still to be settled
    open_after: how many were open before the first answer, and after each
    guided:     is it the guided learner?
    rules:      may questions be about rules?
    plans:      how many plans are still to be put before the end …
    missing:    … and how many answers that are as expected, plans among them, until whoever answers is believed
    kind:       of the open question
    for_a_plan: are plans shown until one is right? Nobody knows when that will be
    unclear:    is it being found out which answers don't go together? Then anything may follow
    """

    open: int
    open_after: Sequence[int] = field(repr=False)
    guided: bool
    rules: bool
    plans: int
    missing: int
    kind: str
    for_a_plan: bool = False
    unclear: bool = False


def moment_of(dialogue: Dialogue, open_after: Sequence[int]) -> Moment:
    """The moment at which a dialogue is."""
    asker, question = dialogue.asker, dialogue.question
    put = sum(isinstance(said.query, Plan) and said.answer is not False for said in asker.answers.log)
    checks = most_second_checks(asker) if dialogue.options.guided else 0
    return Moment(
        open=int(np.count_nonzero(asker.space.agenda)),
        open_after=open_after,
        guided=dialogue.options.guided,
        rules=bool(dialogue.options.rules),
        plans=max(0, (dialogue.options.plans or 0) - put) + checks,
        missing=missing(asker) + checks if dialogue.options.guided else 0,
        kind="" if question is None else question.kind,
        for_a_plan=dialogue.options.until == "plan",
        unclear=bool(asker.settling),
    )


@dataclass(frozen=True)
class Estimate:
    """How many questions are left, with the open one: between `low` and `high`, nine times in ten."""

    low: int
    likely: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}–{self.high}" if self.low < self.high else f"{self.low}"


def still_to_ask(moment: Moment) -> Estimate | None:
    """How many questions are left, with the open one; None where nobody can say.

    >>> print(still_to_ask(Moment(0, [9, 0], True, True, plans=3, missing=5, kind="review")))
    2–5
    >>> print(still_to_ask(Moment(20, [99, 20], True, True, plans=3, missing=5, kind="example")))
    5–24
    >>> print(still_to_ask(Moment(5000, [6000, 5000], True, True, plans=3, missing=5, kind="rule")))
    None
    """
    if moment.for_a_plan or moment.unclear:
        return None
    if not moment.guided:
        return extrapolated(moment.open_after)
    if moment.open == 0:
        review = moment.kind == "review"
        most = max(1, moment.plans + review, moment.missing)
        return Estimate(min(most, 1 + (review and moment.plans > 0)), most, most)
    if moment.open <= FEW:
        low, likely, high = (each * moment.open for each in EACH)
        ending = max(moment.plans, moment.missing)
        return Estimate(
            round(low + (min(3, ending) if moment.rules else 1)), round(likely + ending), round(high + ending + SPARE)
        )
    return None


def extrapolated(open_after: Sequence[int]) -> Estimate | None:
    """From the number of open candidates before the first answer and after each; None if it is too early.

    >>> print(extrapolated([1000 - 10 * answer for answer in range(51)]))
    20–250
    >>> print(extrapolated([1000, 990]))
    None
    """
    answers = len(open_after) - 1
    if answers < ENOUGH:
        return None
    left = open_after[-1]
    if left == 0:
        return Estimate(0, 0, 0)
    window = max(ENOUGH // 2, answers // 4)
    settled = open_after[-1 - window] - left
    if settled <= 0:
        return None
    naive = left * window / settled
    share = min(1.0, naive / answers)  # how early it is: 1 at the beginning, 0 at the end
    low, likely, high = (late + share * (early - late) for early, late in zip(EARLY, LATE, strict=True))
    return Estimate(*(max(1, _rounded(naive * factor)) for factor in (low, likely, high)))


def _rounded(number: float) -> int:
    """Rounded to one or two digits, so that nobody takes it for exact."""
    step = 1
    while number / step >= 50:
        step *= 10 if number / step >= 500 else 5
    return round(number / step) * step
