"""Probabilities as weights: −log(1 − P), which add up.

They are whole numbers, so that a sum does not depend on the order in which a machine adds them up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

SCALE = float(1 << 30)


def weights(P: Floats) -> Floats:
    """The weights of several candidates add up to the weight of "at least one of them holds"."""
    scaled: Floats = np.log1p(-P)
    scaled *= -SCALE
    return np.rint(scaled, out=scaled)


def total(weight: Floats, among: NDArray[np.bool_]) -> float:
    """What some of very many candidates weigh together. (To take them out first takes longer.)"""
    return float(np.einsum("i,i", weight, among.view(np.int8)))


def some_holds(weight: float | Floats) -> Floats:
    """The probability that at least one of some candidates holds, from the sum of their weights."""
    found: Floats = -np.expm1(-np.asarray(weight) / SCALE)
    return found
