"""All choices of some numbers, as an array."""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=256)
def combinations(n: int, k: int) -> NDArray[np.int64]:
    """All choices of k from the numbers below n, one a line, in order."""
    if k == 2:  # by far the most common
        return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int64)
    flat = itertools.chain.from_iterable(itertools.combinations(range(n), k))
    return np.fromiter(flat, dtype=np.int64, count=k * math.comb(n, k)).reshape(-1, k)
