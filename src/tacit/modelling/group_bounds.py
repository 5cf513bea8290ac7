"""Bounds written in CPMpy: Count, Among, sum and AllDifferent over plain variables, compared with a number.

In the language, an array of placeholders stands for a whole group, however many cells the group has. A placeholder that
is called k leaves the number open.

    >>> import cpmpy as cp
    >>> G, k = cp.intvar(0, 9, shape=3, name="G"), cp.intvar(0, 9, name="k")
    >>> group_bound(cp.sum(G) < 5), group_bound(cp.Count(G, 2) >= k), group_bound(cp.AllDifferent(G))
    (Bound('sum <= 4'), Bound('count(2) >= k'), Bound('alldifferent'))
    >>> group_bound(G[0] + 2 * G[1] < 5), group_bound(G[0] + G[1] < 5)
    (None, None)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from tacit.problem.bounds import AT_LEAST, AT_MOST, DIFFERENT, EXACTLY, OPEN, SMALLEST, SUM, Bound, count_of
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import split

_TURNED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "=="}


def group_bound(expression: Any, constants: Mapping[str, int] | None = None) -> Bound | None:
    """The bound that an expression over an array of placeholders stands for; None if it is another relation."""
    found = read_bound(expression, constants or {}, number=OPEN)
    return found[0] if found is not None and _is_an_array(found[1]) else None


def _is_an_array(names: Sequence[str]) -> bool:
    parts = [split(name) for name in names]
    if len(names) < SMALLEST or len({stem for stem, _ in parts}) > 1 or not all(indices for _, indices in parts):
        return False
    if len(parts[0][1]) > 1:
        return True
    return {indices[0] for _, indices in parts} == {str(i) for i in range(len(names))}


def as_bound(conjunct: Any, vocabulary: Vocabulary, known: Iterable[Relation]) -> tuple[Bound, tuple[str, ...]] | None:
    """A conjunct over variables of a problem as a bound; None if it is a relation of a few variables, or neither.

    A sum or a count is a bound if no relation has so many variables, or if there are such bounds among the relations
    that are `known`. The paper's algorithms take no bounds, so without them a short sum is a relation as ever.
    """
    found = read_bound(conjunct, vocabulary.named_values)
    if found is None:
        return None
    bound, names = found
    if bound.measure.kind == "count":  # a model may count values that nothing can have
        there = [value for value in bound.measure.values if value in set(vocabulary.values.tolist())]
        if not there:
            return None
        measure = count_of(there, vocabulary.named_values, negated=bound.measure.negated)
        bound = Bound(measure, bound.sign, bound.k)
    if not bound.measure.is_different and len(names) <= MAX_ARITY:
        kinds = {relation.measure.kind for relation in known if isinstance(relation, Bound)}
        if len(names) < SMALLEST or not kinds - {"alldifferent"}:
            return None
    return bound, tuple(names)


def kept_whole(known: Iterable[Relation]) -> Callable[[Any], bool]:
    """Which constraints are not split into pairs: AllDifferent, if the language can say it as one."""
    if not any(isinstance(relation, Bound) and relation.measure.is_different for relation in known):
        return lambda constraint: False
    return lambda constraint: (
        isinstance(constraint, cp.AllDifferent)
        and len(constraint.args) >= SMALLEST
        and read_bound(constraint, {}) is not None
    )


def read_bound(
    expression: Any, constants: Mapping[str, int], *, number: str | None = None
) -> tuple[Bound, list[str]] | None:
    """A bound and its variables; None if the expression is something else.

    number: a variable of this name leaves the number open
    """
    if isinstance(expression, cp.AllDifferent):
        variables = [part for part in expression.args if _is_variable(part)]
        names = [str(variable.name) for variable in variables]
        whole = len(variables) == len(expression.args) and len(set(names)) == len(names) > 1
        return (Bound(DIFFERENT), names) if whole else None
    if not isinstance(expression, Comparison) or expression.name not in _TURNED:
        return None
    try:
        left, right = expression.args
        terms = [*_terms(left, 1), *_terms(right, -1)]
        return _bound(expression.name, terms, constants, number)
    except _Other:
        return None


class _Other(Exception):
    """It is no sum of variables, and no count."""


class _Term(NamedTuple):
    """A weight times a variable (sort "sum"), times 1 if it has a value ("count"), or if it has not ("not")."""

    weight: int
    sort: str  # "" for a constant
    name: str = ""
    value: int = 0


def _terms(expression: Any, weight: int) -> Iterator[_Term]:
    """The terms of a sum."""
    if isinstance(expression, BoolVal):
        expression = expression.args[0]
    if isinstance(expression, (bool, int, np.integer, np.bool_)):
        yield _Term(weight * int(expression), "")
    elif isinstance(expression, NegBoolView):
        yield _Term(weight, "count", str(expression._bv.name), 0)
    elif isinstance(expression, _NumVarImpl):
        yield _Term(weight, "sum", str(expression.name))
    elif isinstance(expression, (cp.Count, cp.Among)):
        parts, values = expression.args
        for part in np.ravel(np.asarray(parts, dtype=object)):
            for value in values if isinstance(expression, cp.Among) else [values]:
                yield _Term(weight, "count", _name(part), _number(value))
    elif isinstance(expression, Comparison) and expression.name in ("==", "!="):
        one, other = expression.args
        variable, value = (one, other) if isinstance(one, Expression) else (other, one)
        yield _Term(weight, "count" if expression.name == "==" else "not", _name(variable), _number(value))
    elif isinstance(expression, (Operator, cp.Multiplication)):
        for times, part in _parts(expression):
            yield from _terms(part, weight * times)
    else:
        raise _Other


def _parts(expression: Any) -> list[tuple[int, Any]]:
    """The parts of a sum, each with its weight."""
    args = expression.args
    if expression.name == "wsum":
        return [(_number(weight), part) for weight, part in zip(*args, strict=True)]
    if expression.name == "mul" and not isinstance(args[0], Expression):
        return [(_number(args[0]), args[1])]
    signs = {"sum": [1] * len(args), "-": [-1], "sub": [1, -1]}.get(expression.name)
    if signs is None:
        raise _Other
    return list(zip(signs, args, strict=True))


def _is_variable(part: Any) -> bool:
    return isinstance(part, _NumVarImpl) and not isinstance(part, NegBoolView)


def _name(part: Any) -> str:
    if not _is_variable(part):
        raise _Other
    return str(part.name)


def _number(part: Any) -> int:
    if isinstance(part, BoolVal):
        part = part.args[0]
    if not isinstance(part, (bool, int, np.integer, np.bool_)):
        raise _Other
    return int(part)


def _bound(
    sign: str, terms: Sequence[_Term], constants: Mapping[str, int], number: str | None
) -> tuple[Bound, list[str]]:
    """The bound that says: the terms add up to at most, at least or exactly 0."""
    constant = sum(term.weight for term in terms if not term.sort)
    free = [term for term in terms if term.sort == "sum" and term.name == number]
    others = [term for term in terms if term.sort and term not in free]
    weights = {term.weight for term in others}
    if len(weights) != 1 or len({(term.name, term.value) for term in others}) < len(others):
        raise _Other
    (weight,) = weights
    if not weight or (free and [term.weight for term in free] != [-weight]):
        raise _Other
    if weight < 0:
        sign, weight, constant = _TURNED[sign], -weight, -constant
    sorts = {term.sort for term in others}
    values: dict[str, list[int]] = {}
    for term in others:
        values.setdefault(term.name, []).append(term.value)
    counted = {tuple(sorted(each)) for each in values.values()}
    if len(sorts) > 1 or len(counted) > 1 or (sorts == {"not"} and len(counted.copy().pop()) > 1):
        raise _Other
    (sort,) = sorts
    measure = SUM if sort == "sum" else count_of(counted.pop(), constants, negated=sort == "not")
    k = None if free else _rounded(sign, -constant, weight)
    return Bound(measure, {"<": AT_MOST, ">": AT_LEAST}.get(sign, sign), k), list(values)


def _rounded(sign: str, total: int, weight: int) -> int:
    """The number that a whole number is compared with if weight times it is compared with a total."""
    if sign == EXACTLY and total % weight:
        raise _Other
    if sign == "<":
        return -(-total // weight) - 1
    if sign == ">":
        return total // weight + 1
    return -(-total // weight) if sign == AT_LEAST else total // weight
