"""Words for what speaks for a rule that was learned from plans alone.

>>> print(support(4, 28, 43.0))
in all 4 plans, 28 places in each; by chance: 1 in 1,000,000,000,000
>>> print(support(1, 1, 7.2, rejects=2))
in the only plan, in one place; by chance: 1 in 100; rejects 2 wrong examples
>>> print(support(80, 9, 900.0))
in all 80 plans, 9 places in each; by chance: practically never
"""

from __future__ import annotations

from math import log10

NEVER = 15  # zeros; more than this is no number that people know


def support(plans: int, places: int, bits: float, rejects: int = 0) -> str:
    """In how many plans and places something holds, and how likely that is by chance."""
    where = f"in all {plans:,} plans" if plans > 1 else "in the only plan"
    where += f", {places:,} places in each" if places > 1 else ", in one place"
    if places > 1 and plans == 1:
        where = f"in {places:,} places of the only plan"
    zeros = int(bits * log10(2))
    chance = "practically never" if zeros > NEVER else f"1 in {10**zeros:,}"
    wrong = f"; rejects {rejects:,} wrong example{'s' * (rejects > 1)}" if rejects else ""
    return f"{where}; by chance: {chance}{wrong}"
