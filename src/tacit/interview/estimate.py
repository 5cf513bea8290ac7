"""How many questions are left: an estimate with a range.

For the guided learner it comes from what the learner expects, for others from how quickly candidates are settled: the
rate of the last quarter of the questions is extrapolated. Early on that gives too few questions, because what is
settled late is settled one by one. How far off it is was measured on the paper's benchmarks. The range is chosen so
that eight of ten runs stay in it (`tests/interview/test_estimate.py` checks how often it holds).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ENOUGH = 12  # with fewer answers it is too early to tell
EARLY = (0.6, 1.5, 3.0)  # low end, likely number and high end as multiples of the extrapolation: early on …
LATE = (0.7, 1.0, 1.7)  # … and when little is left
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
    """An estimate from the number of open candidates before the first answer and after each; None if it is too early.

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
    share = min(1.0, naive / answers)  # how early it is: 1 at the beginning, 0 at the end
    low, likely, high = (late + share * (early - late) for early, late in zip(EARLY, LATE, strict=True))
    return Estimate(*(max(1, _rounded(naive * factor)) for factor in (low, likely, high)))


def from_expected(expected: float) -> Estimate:
    """An estimate from the number of questions that the guided learner expects."""
    return Estimate(*(max(1, _rounded(expected * factor)) for factor in GUIDED))


def _rounded(number: float) -> int:
    """Rounded to one or two digits, so that nobody takes it for exact."""
    step = 1
    while number / step >= 50:
        step *= 10 if number / step >= 500 else 5
    return round(number / step) * step
