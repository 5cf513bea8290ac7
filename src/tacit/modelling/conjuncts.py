"""Constraints split into the smallest ones that together say the same.

An oracle is asked whether the assigned variables, and nothing else, break a rule. AllDifferent over nine variables is
36 rules about two variables, so each pair speaks as soon as it is assigned. A constraint that can't be split is one
rule, however large.

    >>> import cpmpy as cp
    >>> x, y, z = cp.intvar(0, 5, shape=3, name="v")
    >>> [str(c) for c in conjuncts([cp.AllDifferent(x, y, z), (x < y) & (y < z)])]
    ['(v[0]) != (v[1])', '(v[0]) != (v[2])', '(v[1]) != (v[2])', '(v[0]) < (v[1])', '(v[1]) < (v[2])']
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Expression, Operator


def conjuncts(given: Any, whole: Callable[[Any], bool] = lambda constraint: False) -> Iterator[Any]:
    """The conjuncts of a model, of a constraint, or of nested lists of constraints.

    whole: which constraints are not to be split
    False, and whatever is not a constraint, is passed on as it is: the caller knows what to say about it.
    """
    if isinstance(given, cp.Model):
        given = given.constraints
    if isinstance(given, (list, tuple, np.ndarray)):
        for part in given if not isinstance(given, np.ndarray) else given.flat:
            yield from conjuncts(part, whole)
        return
    if isinstance(given, BoolVal):
        given = bool(given.args[0])
    if isinstance(given, np.bool_):
        given = bool(given)
    if given is True:
        return
    parts = _split(given) if isinstance(given, Expression) and not whole(given) else None
    if parts is None:
        yield given
    else:
        for part in parts:
            yield from conjuncts(part, whole)


def _split(constraint: Any) -> Iterable[Any] | None:
    """Constraints that together mean this one, or None if it is one conjunct."""
    if isinstance(constraint, Operator):
        return _split_operator(constraint)
    split = _GLOBALS.get(type(constraint))
    return None if split is None else split(constraint)


def _split_operator(constraint: Operator) -> Iterable[Any] | None:
    args = constraint.args
    if constraint.name == "and":
        return args
    if constraint.name == "not" and isinstance(args[0], Operator):
        inner = args[0]
        if inner.name == "or":
            return [Operator("not", [part]) for part in inner.args]
        if inner.name == "->":
            return [inner.args[0], Operator("not", [inner.args[1]])]
        if inner.name == "not":
            return [inner.args[0]]
    if constraint.name == "->":
        if _is(args[0], "or"):
            return [Operator("->", [part, args[1]]) for part in args[0].args]
        if _is(args[1], "and"):
            return [Operator("->", [args[0], part]) for part in args[1].args]
    return None


def _is(expression: Any, name: str) -> bool:
    return isinstance(expression, Operator) and expression.name == name


def _pairs(compare: Callable[[Any, Any], Any]) -> Callable[[Any], list[Any]]:
    """All pairs, even where neighbours would do: an assigned pair speaks even if a variable between has no value."""
    return lambda constraint: [compare(a, b) for a, b in itertools.combinations(_plain(constraint.args), 2)]


def _plain(values: Iterable[Any]) -> list[Any]:
    """Numpy's numbers as Python's, because numpy's would answer a comparison with a variable themselves."""
    return [value.item() if isinstance(value, np.generic) else value for value in values]


def _pairs_except(constraint: Any) -> list[Any] | None:
    variables, values = constraint.args
    if len(variables) <= 2:
        return None
    kind = cp.AllEqualExceptN if isinstance(constraint, cp.AllEqualExceptN) else cp.AllDifferentExceptN
    return [kind(list(pair), values) for pair in itertools.combinations(variables, 2)]


def _if_then_else(constraint: Any) -> list[Any]:
    condition, then, otherwise = constraint.args
    return [Operator("->", [condition, then]), Operator("or", [condition, otherwise])]


def _inverse(constraint: Any) -> list[Any]:
    forward, backward = (_plain(part) for part in constraint.args)
    n = len(forward)
    parts = [_within(x, n) for x in [*forward, *backward]]
    return parts + [(f == j) == (b == i) for i, f in enumerate(forward) for j, b in enumerate(backward)]


def _within(x: Any, n: int) -> Any:
    return cp.InDomain(x, range(n)) if isinstance(x, Expression) else bool(0 <= x < n)


def _counts(constraint: Any) -> list[Any]:
    variables, values, counts = (_plain(part) for part in constraint.args)
    parts = [cp.Count(variables, value) == count for value, count in zip(values, counts, strict=True)]
    if constraint.closed:
        parts += [cp.InDomain(x, values) if isinstance(x, Expression) else x in values for x in variables]
    return parts


def _as_cpmpy_does(constraint: Any) -> list[Any] | None:
    """CPMpy's own decomposition, if it consists of conjuncts over the same variables.

    Not if a part can be undefined, as x // y is for y = 0: then the constraint is false, but a conjunct might be true.
    """
    if is_partial(constraint):
        return None
    parts, defining = constraint.decompose()
    return None if defining else parts


def is_partial(expression: Any) -> bool:
    """Does it have a part that is undefined for some values?"""
    if isinstance(expression, (cp.Element, cp.NDElement)):
        return True
    if isinstance(expression, (cp.Division, cp.Modulo)):
        divisor = expression.args[1]
        return isinstance(divisor, Expression) or not divisor or is_partial(expression.args[0])
    if isinstance(expression, Expression):
        return hasattr(expression, "_args") and is_partial(expression.args)  # variables have no arguments
    if isinstance(expression, np.ndarray):
        return expression.dtype == object and any(is_partial(part) for part in expression.flat)
    return isinstance(expression, (list, tuple)) and any(is_partial(part) for part in expression)


_GLOBALS: dict[type, Callable[[Any], Iterable[Any] | None]] = {
    cp.AllDifferent: _pairs(operator.ne),
    cp.AllEqual: _pairs(operator.eq),
    cp.AllDifferentExceptN: _pairs_except,
    cp.AllDifferentExcept0: _pairs_except,
    cp.AllEqualExceptN: _pairs_except,
    cp.Increasing: _pairs(operator.le),
    cp.IncreasingStrict: _pairs(operator.lt),
    cp.Decreasing: _pairs(operator.ge),
    cp.DecreasingStrict: _pairs(operator.gt),
    cp.IfThenElse: _if_then_else,
    cp.Inverse: _inverse,
    cp.NoOverlap: _as_cpmpy_does,
    cp.GlobalCardinalityCount: _counts,
    cp.Precedence: _as_cpmpy_does,
    cp.LexChainLess: _as_cpmpy_does,
    cp.LexChainLessEq: _as_cpmpy_does,
}
