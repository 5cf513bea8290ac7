"""One meaning of each operation on integers, numpy arrays, CPMpy expressions and intervals.

Python, numpy and CP solvers disagree in places: what −7 // 2 is, whether True + True is 2, what `not` does to an array.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

LIMIT = 2**62
COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def is_symbolic(value: Any) -> bool:
    """Is it a CPMpy expression? (Without importing CPMpy, which is slow.)"""
    return hasattr(value, "get_bounds")


def number(value: Any) -> Any:
    """A truth value counts as 0 or 1 in arithmetic; numpy alone needs to be told."""
    if isinstance(value, (bool, np.bool_)):
        return int(value)
    if isinstance(value, np.ndarray) and value.dtype == bool:
        return value.astype(np.int64)
    return value


def truth(value: Any) -> Any:
    """A number counts as true if it is not 0."""
    if isinstance(value, (int, np.integer)):
        return bool(value)
    if isinstance(value, np.ndarray) and value.dtype != bool:
        return value != 0
    if is_symbolic(value) and not value.is_bool():
        return value != 0
    return value


def both(a: Any, b: Any) -> Any:
    return truth(a) & truth(b)


def either(a: Any, b: Any) -> Any:
    return truth(a) | truth(b)


def negation(a: Any) -> Any:
    a = truth(a)
    return not a if isinstance(a, bool) else ~a


def floor_divide(value: Any, divisor: int) -> Any:
    """⌊value / divisor⌋. CP solvers round towards zero, so a CPMpy expression is shifted to be non-negative."""
    if not is_symbolic(value):
        return value // divisor
    low, _ = value.get_bounds()
    shift = max(0, -(int(low) // divisor))
    return (value + shift * divisor) // divisor - shift


def modulo(value: Any, divisor: int) -> Any:
    """value mod divisor, in 0 … divisor − 1."""
    if not is_symbolic(value):
        return value % divisor
    low, _ = value.get_bounds()
    shift = max(0, -(int(low) // divisor))
    return (value + shift * divisor) % divisor


def minimum(a: Any, b: Any) -> Any:
    return _extreme(a, b, "min")


def maximum(a: Any, b: Any) -> Any:
    return _extreme(a, b, "max")


def _extreme(a: Any, b: Any, which: str) -> Any:
    a, b = number(a), number(b)
    if isinstance(a, Interval) or isinstance(b, Interval):
        choose = min if which == "min" else max
        a, b = Interval.of(a), Interval.of(b)
        return Interval(choose(a.low, b.low), choose(a.high, b.high))
    if is_symbolic(a) or is_symbolic(b):
        import cpmpy

        return cpmpy.min([a, b]) if which == "min" else cpmpy.max([a, b])
    return np.minimum(a, b) if which == "min" else np.maximum(a, b)


@dataclass(frozen=True, eq=False)
class Interval:
    """How small and how large a term can get, which tells beforehand whether 64 bits are enough.

    >>> Interval(-3, 2) * Interval(4, 5)
    Interval(low=-15, high=10)
    """

    low: int
    high: int

    @classmethod
    def of(cls, value: Any) -> Interval:
        if isinstance(value, Interval):
            return value
        if abs(value) >= LIMIT:
            raise OverflowError
        return cls(int(value), int(value))

    def _around(self, *values: int) -> Interval:
        low, high = min(values), max(values)
        if max(-low, high) >= LIMIT:
            raise OverflowError
        return Interval(low, high)

    def __add__(self, other: Any) -> Interval:
        other = Interval.of(other)
        return self._around(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Any) -> Interval:
        other = Interval.of(other)
        return self._around(self.low - other.high, self.high - other.low)

    def __rsub__(self, other: Any) -> Interval:
        return Interval.of(other) - self

    def __mul__(self, other: Any) -> Interval:
        other = Interval.of(other)
        return self._around(*(a * b for a in (self.low, self.high) for b in (other.low, other.high)))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __abs__(self) -> Interval:
        high = max(-self.low, self.high)
        return Interval(0 if self.low <= 0 <= self.high else min(abs(self.low), abs(self.high)), high)

    def __floordiv__(self, divisor: int) -> Interval:
        return Interval(self.low // divisor, self.high // divisor)

    def __mod__(self, divisor: int) -> Interval:
        return Interval(0, divisor - 1)

    def _unknown(self, *_: Any) -> Interval:
        return Interval(0, 1)

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _unknown  # type: ignore[assignment]
    __and__ = __or__ = __rand__ = __ror__ = __invert__ = _unknown
    __hash__ = None  # type: ignore[assignment]
