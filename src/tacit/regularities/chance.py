"""How surprising it is that something holds in all plans: the chance of it, in bits.

Other plans are made by chance (`shaking.py`). If the given ones were no different from these, all of them together
would be an arbitrary choice, and that the n given ones are all among those for which something is true has an exact
probability: with s of S other plans for which it is true, too, it is C(n + s, n) / C(n + S, n). So numbers may be read
off the plans: "at most 2", because nobody has more, is as surprising as it is seldom that others have no more than 2.

>>> round(float(bits(4, 255, np.array([0]))[0]), 1), float(bits(4, 255, np.array([255]))[0])
(27.4, 0.0)
"""

from __future__ import annotations

from functools import lru_cache
from math import log

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@lru_cache(maxsize=8)
def _log_factorials(n: int) -> Floats:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])


def bits(plans: int, others: int, holding: NDArray[np.int64]) -> Floats:
    """-log2 of the chance that something holds in all of so many plans, if it holds in `holding` of the others."""
    logs = _log_factorials(plans + others)
    all_choices = logs[plans + others] - logs[others]
    found: Floats = (all_choices - (logs[plans + holding] - logs[holding])) / log(2)
    return found


def bits_of_rejected(wrong: int, rejected: int, others: int, broken: int) -> float:
    """-log2 of the chance that of so many wrong examples so many are rejected, or more, if they are like other plans.

    broken: how many of the other plans are rejected

    >>> round(bits_of_rejected(8, 8, 256, 64), 1), round(bits_of_rejected(8, 0, 256, 64), 1)
    (15.4, 0.0)
    """
    all_of_them, all_broken = others + wrong, broken + rejected
    logs = _log_factorials(all_of_them)

    def log_choices(n: int, k: NDArray[np.int64]) -> Floats:
        found: Floats = logs[n] - logs[k] - logs[n - k]
        return found

    more = np.arange(rejected, min(wrong, all_broken) + 1)
    more = more[wrong - more <= all_of_them - all_broken]
    whole = log_choices(all_of_them, np.array(wrong))
    each = log_choices(all_broken, more) + log_choices(all_of_them - all_broken, wrong - more) - whole
    top = float(each.max())
    return max(0.0, -(top + log(float(np.exp(each - top).sum()))) / log(2))
