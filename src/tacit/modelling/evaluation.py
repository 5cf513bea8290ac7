"""A CPMpy constraint as a function of numbers: `evaluator(expression)(values)`, with values by name.

CPMpy evaluates an expression with the current values of its variables, which all users of a variable share. Here the
numbers come from outside, and nothing is kept. An undefined part (a division by zero, an index outside of its array)
makes the smallest constraint around it false, as it does for CPMpy's solvers.

    >>> import cpmpy as cp
    >>> x, y = cp.intvar(-9, 9, name="x"), cp.intvar(-9, 9, name="y")
    >>> accepts = evaluator(x // y == -2)
    >>> accepts({"x": -7, "y": 3}), accepts({"x": 7, "y": 3}), accepts({"x": 7, "y": 0})
    (True, False, False)
"""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.exceptions import IncompleteFunctionError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from tacit.errors import OracleError
from tacit.modelling.conjuncts import is_partial
from tacit.problem.arithmetic import COMPARISONS

Values = Mapping[str, int]
Evaluator = Callable[[Values], Any]


class Undefined(Exception):
    """A part has no value: a division by zero, or an index outside of its array."""


def evaluator(expression: Any) -> Evaluator:
    """The function that evaluates an expression; an `OracleError` names what can't be evaluated."""
    if isinstance(expression, NegBoolView):
        name = str(expression._bv.name)
        return lambda values: not values[name]
    if isinstance(expression, _NumVarImpl):
        return operator.itemgetter(str(expression.name))
    if isinstance(expression, (bool, int, np.integer, np.bool_, BoolVal)):
        value = expression.args[0] if isinstance(expression, BoolVal) else expression
        number = bool(value) if isinstance(value, (bool, np.bool_)) else int(value)
        return lambda values: number
    if not isinstance(expression, Expression):
        raise OracleError(f"{expression!r:.60} in a constraint is not an integer")
    function = _function(expression)
    return _false_if_undefined(function) if expression.is_bool() and is_partial(expression) else function


def _false_if_undefined(function: Evaluator) -> Evaluator:
    def defined(values: Values) -> Any:
        try:
            return function(values)
        except Undefined:
            return False

    return defined


def _function(expression: Any) -> Evaluator:
    if isinstance(expression, Comparison):
        return _binary(COMPARISONS[expression.name], expression)
    if isinstance(expression, Operator):
        return _operator(expression)
    own = _OWN.get(type(expression))
    if own is not None:
        return own(expression)
    if isinstance(expression, (GlobalConstraint, GlobalFunction)):
        return _by_cpmpy(expression)
    raise OracleError(f"{expression!s:.60}: a {type(expression).__name__} can't be evaluated without a solver")


def _all(parts: Sequence[Any]) -> list[Evaluator]:
    return [evaluator(part) for part in (parts.flat if isinstance(parts, np.ndarray) else parts)]


def _binary(compute: Callable[[Any, Any], Any], expression: Any) -> Evaluator:
    left, right = _all(expression.args)
    return lambda values: compute(left(values), right(values))


def _operator(expression: Operator) -> Evaluator:
    name = expression.name
    if name == "wsum":
        weights, terms = expression.args[0], _all(expression.args[1])
        if not all(isinstance(weight, (int, np.integer)) for weight in weights):
            raise OracleError(f"{expression!s:.60}: its weights are not integers")
        pairs = list(zip((int(weight) for weight in weights), terms, strict=True))
        return lambda values: sum([weight * term(values) for weight, term in pairs])
    if name == "sum":
        return _sum(expression.args)
    parts = _all(expression.args)
    if name == "and":
        return lambda values: all(part(values) for part in parts)
    if name == "or":
        return lambda values: any(part(values) for part in parts)
    first, second = parts[0], parts[-1]
    if name == "->":
        return lambda values: not first(values) or bool(second(values))
    if name == "not":
        return lambda values: not first(values)
    if name == "sub":
        return lambda values: first(values) - second(values)
    return lambda values: -first(values)


def _sum(terms: Sequence[Any]) -> Evaluator:
    """A sum. A variable plus a constant, as in AllDifferent(q + range(n)), is so common that it has a shortcut."""
    constant = sum(int(term) for term in terms if isinstance(term, (int, np.integer, np.bool_)))
    variable = [term for term in terms if not isinstance(term, (int, np.integer, np.bool_))]
    if len(variable) == 1 and isinstance(variable[0], _NumVarImpl) and not isinstance(variable[0], NegBoolView):
        name = str(variable[0].name)
        return lambda values: values[name] + constant
    parts = _all(variable)
    return lambda values: sum([part(values) for part in parts], constant)


def quotient(a: int, b: int) -> int:
    """a / b, rounded towards zero, as CP solvers do it. Python rounds down."""
    if not b:
        raise Undefined
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int:
    return a - b * quotient(a, b)


def _power(expression: Any) -> Evaluator:
    base, exponent = _all(expression.args)
    return lambda values: int(base(values)) ** exponent(values)


def _of_all(compute: Callable[[list[Any]], Any]) -> Callable[[Any], Evaluator]:
    def made(expression: Any) -> Evaluator:
        parts = _all(expression.args)
        return lambda values: compute([part(values) for part in parts])

    return made


def _element(expression: Any) -> Evaluator:
    """All entries are evaluated, even those that the index does not choose: an undefined one makes all undefined."""
    array, *indices = expression.args
    shape = np.shape(array)
    entries, places = _all(array), _all(indices)

    def chosen(values: Values) -> Any:
        known = [entry(values) for entry in entries]
        flat = 0
        for place, size in zip(places, shape, strict=True):
            index = place(values)
            if not 0 <= index < size:
                raise Undefined
            flat = flat * size + index
        return known[flat]

    return chosen


def _table(expression: Any) -> Evaluator:
    parts = _all(expression.args[0])
    rows = {tuple(row) for row in expression.args[1].tolist()}
    wanted = not isinstance(expression, cp.NegativeTable)
    return lambda values: (tuple([part(values) for part in parts]) in rows) == wanted


def _in_domain(expression: Any) -> Evaluator:
    inner, domain = evaluator(expression.args[0]), frozenset(expression.args[1].tolist())
    return lambda values: inner(values) in domain


def _count(expression: Any) -> Evaluator:
    parts, wanted = _all(expression.args[0]), evaluator(expression.args[1])

    def count(values: Values) -> int:
        value = wanted(values)
        return sum(part(values) == value for part in parts)

    return count


def _if_then_else(expression: Any) -> Evaluator:
    condition, then, otherwise = _all(expression.args)
    return lambda values: then(values) if condition(values) else otherwise(values)


_OWN: dict[type, Callable[[Any], Evaluator]] = {
    cp.Multiplication: lambda expression: _binary(operator.mul, expression),
    cp.Division: lambda expression: _binary(quotient, expression),
    cp.Modulo: lambda expression: _binary(remainder, expression),
    cp.Power: _power,
    cp.Abs: _of_all(lambda numbers: abs(numbers[0])),
    cp.Minimum: _of_all(min),
    cp.Maximum: _of_all(max),
    cp.Element: _element,
    cp.NDElement: _element,
    cp.Count: _count,
    cp.AllDifferent: _of_all(lambda numbers: len(set(numbers)) == len(numbers)),
    cp.Xor: _of_all(lambda numbers: sum(map(bool, numbers)) % 2 == 1),
    cp.IfThenElse: _if_then_else,
    cp.InDomain: _in_domain,
    cp.Table: _table,
    cp.NegativeTable: _table,
}


def _by_cpmpy(expression: Any) -> Evaluator:
    """A global constraint that has no entry above: CPMpy evaluates a copy of it with numbers as arguments."""
    arguments = [_nested(argument) for argument in expression.args]

    def evaluated(values: Values) -> Any:
        constant = copy.copy(expression)
        constant.update_args(tuple(argument(values) for argument in arguments))
        try:
            value = constant.value()
        except IncompleteFunctionError:
            raise Undefined from None
        except (NotImplementedError, AttributeError) as error:
            raise OracleError(f"{expression!s:.60}: CPMpy can't evaluate it ({error})") from error
        return value.item() if isinstance(value, np.generic) else value

    return evaluated


def _nested(argument: Any) -> Evaluator:
    """Numbers for an argument, which may be a list; an argument without expressions stays as it is."""
    if isinstance(argument, Expression):
        return evaluator(argument)
    if not _holds_expression(argument):
        return lambda values: argument
    parts = [_nested(part) for part in argument]
    return lambda values: [part(values) for part in parts]


def _holds_expression(argument: Any) -> bool:
    if isinstance(argument, (list, tuple)) or (isinstance(argument, np.ndarray) and argument.dtype == object):
        return any(_holds_expression(part) for part in argument)
    return isinstance(argument, Expression)
