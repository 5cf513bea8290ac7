"""Sets of variables as Python integers: bit i says whether variable i is in.

The algorithms of the paper are about sets of variables (Y, R, S …). As integers they are hashable and ordered the
same way on every machine, and union, difference and inclusion take one machine operation per word: `R | S`, `Y & ~S`,
`S & ~Y == 0`.

    >>> Y = from_indices([0, 2, 5])
    >>> members(Y), Y.bit_count(), is_subset(from_indices([5]), Y)
    ([0, 2, 5], 3, True)
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

FEW = 24  # up to this many members are listed one by one, more by way of an array


def from_indices(indices: Iterable[int]) -> int:
    bits = 0
    for index in indices:
        bits |= 1 << int(index)
    return bits


def members(bits: int) -> list[int]:
    """The variables of a set, in their order."""
    if bits.bit_count() > FEW:
        large: list[int] = np.flatnonzero(to_mask(bits, bits.bit_length())).tolist()
        return large
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def halves(bits: int) -> tuple[int, int]:
    """The set split in two, in the order of the variables; the first half is the larger one.

    >>> [members(half) for half in halves(from_indices([1, 4, 6, 7, 9]))]
    [[1, 4, 6], [7, 9]]
    """
    second = bits
    for _ in range((bits.bit_count() + 1) // 2):
        second &= second - 1  # take away the lowest
    return bits ^ second, second


def is_subset(small: int, large: int) -> bool:
    return small & ~large == 0


def to_mask(bits: int, size: int) -> NDArray[np.bool_]:
    """The set as an array of truth values, to index arrays with."""
    raw = bits.to_bytes((size + 7) // 8, "little")
    return np.unpackbits(np.frombuffer(raw, dtype=np.uint8), count=size, bitorder="little").view(np.bool_)


def from_mask(mask: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")
