"""How many questions are left: an estimate with a range, from what the guided learner expects, or, for other
learners, from how quickly candidates are settled.

The rate of the last quarter of the questions, extrapolated, is too low early on, because what is settled late is
settled one by one. By how much was measured on the paper's benchmarks; the range is what eight of ten runs stay in
(`tests/interview/test_estimate.py` sees how often it holds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 12  # answers before which there is no telling
EARLY = (0.6, 1.5, 3.0)  # the low end, the likely one and the high end, as multiples of the extrapolation …
LATE = (0.7, 1.0, 1.7)  # … early on, and when little is left
GUIDED = (0.35, 0.75, 1.5)  # the same, as multiples of what the guided learner expects


@dataclass(frozen=True)
class Estimate:
    """How many questions are left: probably between `low` and `high`."""

    low: int
    likely: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}–{self.high}" if self.low < self.high else f"{self.low}"


def estimate(open_after: Sequence[int]) -> Estimate | None:
    """From how many candidates were open before the first answer and after each; None if it is too early to say.

    >>> print(estimate([1000 - 10 * answer for answer in range(51)]))
    30–150
    >>> print(estimate([1000, 990]))
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
    share = min(1.0, naive / answers)  # of what is to come: 1 early on, 0 at the end
    low, likely, high = (late + share * (early - late) for early, late in zip(EARLY, LATE, strict=True))
    return Estimate(*(max(1, _rounded(naive * factor)) for factor in (low, likely, high)))


def from_expected(expected: float) -> Estimate:
    """From the number of questions that the guided learner expects."""
    return Estimate(*(max(1, _rounded(expected * factor)) for factor in GUIDED))


def _rounded(number: float) -> int:
    """To one or two digits: nobody should take it for exact."""
    step = 1
    while number / step >= 50:
        step *= 10 if number / step >= 500 else 5
    return round(number / step) * step
