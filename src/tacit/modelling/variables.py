"""CPMpy variables: those that users pass, and those in an expression."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, ValuesView
from typing import Any

import numpy as np
from cpmpy.expressions.core import Expression
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from tacit.errors import ProblemError
from tacit.problem.expressions import ARGUMENTS

ACCEPTED = "Accepted are CPMpy variables, in arrays, lists, tuples and dicts"


def read_variables(given: Any) -> dict[str, Any]:
    """The variables by their own names, in the order in which they were given.

    The keys of a dict mean nothing. A variable that is given twice counts once. Two variables of one name are refused,
    because CPMpy silently takes them for one.
    """
    found: dict[str, Any] = {}
    for variable, where in _leaves(given, "variables"):
        name = str(variable.name)
        if found.setdefault(name, variable) is not variable:
            raise ProblemError(
                f"{where}: two variables have the same name {name!r}, and CPMpy would take them for one; rename one"
            )
    return found


def _leaves(given: Any, where: str) -> Iterator[tuple[Any, str]]:
    if isinstance(given, Mapping):
        for key, part in given.items():
            yield from _leaves(part, f"{where}[{key!r}]")
    elif isinstance(given, (list, tuple, ValuesView)) or (isinstance(given, np.ndarray) and given.ndim):
        for position, part in enumerate(given):
            yield from _leaves(part, f"{where}[{position}]")
    elif isinstance(given, _NumVarImpl) and not isinstance(given, NegBoolView):
        yield given, where
    elif isinstance(given, Expression):
        raise ProblemError(f"{where} is {given!s:.60}, an expression and not a variable. {ACCEPTED}")
    else:
        raise ProblemError(f"{where} is {given!r:.60}, which is not a CPMpy variable. {ACCEPTED}")


def variables_of(expression: Any) -> dict[str, Any]:
    """The variables of an expression by name, in order of appearance; two variables of one name are refused."""
    found: dict[str, Any] = {}
    for variable in _inside(expression):
        name = str(variable.name)
        if found.setdefault(name, variable) is not variable:
            raise ProblemError(
                f"{expression!s:.60}: two variables have the same name {name!r}, which CPMpy would take for one"
            )
    return found


def _inside(expression: Any) -> Iterator[Any]:
    if isinstance(expression, NegBoolView):
        yield expression._bv
    elif isinstance(expression, _NumVarImpl):
        yield expression
    elif isinstance(expression, Expression):
        yield from _inside(expression.args)
    elif isinstance(expression, (list, tuple)) or (isinstance(expression, np.ndarray) and expression.dtype == object):
        for part in np.ravel(expression) if isinstance(expression, np.ndarray) else expression:
            yield from _inside(part)


def in_order(names: Iterable[str]) -> list[str]:
    """The placeholders of a relation in the order of its arguments: by name, where numbers count as numbers.

    >>> in_order(["AV[10]", "AV[2]"]), in_order(["w", "x", "z"])
    (['AV[2]', 'AV[10]'], ['x', 'z', 'w'])
    """
    names = list(names)
    if set(names) <= set(ARGUMENTS):
        return sorted(names, key=ARGUMENTS.index)
    return sorted(names, key=_by_numbers)


def _by_numbers(name: str) -> list[tuple[int, str]]:
    parts = re.split(r"([0-9]+)", name)
    return [(int(part), "") if part.isdecimal() else (0, part) for part in parts]
