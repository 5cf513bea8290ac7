"""Rules that are expected before the first question, each with a chance: from last month's model, from known plans, …

Whoever starts a dialogue gives them as the option `expected`, in the order in which they are to be asked. The guided
learner asks about them before anything else (`guided/expectations.py`). They are proposals and nothing more: a rule
that nobody confirms proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tacit.errors import OptionError
from tacit.structure.rule import Free, Number, Rule, Unlimited

LIKELY = 0.8  # the chance of what is expected, if none is said


@dataclass(frozen=True)
class Expected:
    """A claim that is likely to be right, and how likely.

    claim:  a rule; a bound with its number is asked as a question for the number, which suggests this one. A `Number`
            may have a suggestion of its own (`suggested`)
    chance: of a "yes"
    """

    claim: Rule | Free | Unlimited | Number
    chance: float = LIKELY


def read_expected(given: Any) -> tuple[Expected, ...]:
    """What is given as the option: `Expected`, or claims without a chance."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise OptionError(f"expected: a list of tacit.Expected is needed, not {given!r:.60}")
    found = []
    for position, each in enumerate(given, 1):
        one = Expected(each) if isinstance(each, (Rule, Free, Unlimited, Number)) else each
        if not isinstance(one, Expected) or not isinstance(one.claim, (Rule, Free, Unlimited, Number)):
            raise OptionError(f"expected: number {position} is not a tacit.Expected, but {each!r:.60}")
        if isinstance(one.chance, bool) or not isinstance(one.chance, (int, float)) or not 0 < one.chance < 1:
            raise OptionError(f"expected: number {position} has a chance between 0 and 1, not {one.chance!r}")
        found.append(one)
    return tuple(found)
