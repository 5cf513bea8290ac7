"""A CPMpy constraint as a text over x, y, z, w, so that it is a relation like any other.

CPMpy's division rounds towards zero, but division in our texts rounds down. So a term that may be negative is split
into its positive and its negative part, and each part is divided.

    >>> import cpmpy as cp
    >>> v = cp.intvar(-9, 9, shape=2, name="v")
    >>> relation_text(abs(v[0] - v[1]) > 2), relation_text(v[1] > v[0])
    (('abs(x - y) > 2', ('v[0]', 'v[1]')), ('<', ('v[0]', 'v[1]')))
    >>> relation_text(v[0] // 3 != 2 * v[1])
    ('max(x, 0) // 3 - max(-x, 0) // 3 != 2 * y', ('v[0]', 'v[1]'))
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import cpmpy as cp
import numpy as np
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from tacit.errors import LanguageError
from tacit.modelling.conjuncts import conjuncts
from tacit.modelling.variables import in_order, variables_of
from tacit.problem.arithmetic import Interval, maximum, minimum
from tacit.problem.expressions import ARGUMENTS
from tacit.problem.vocabulary import MAX_VALUE

ANY_VALUE = (-MAX_VALUE, MAX_VALUE)
MAX_POWER = 8

SUPPORTED = (
    "Supported: comparisons, + - *, // and % by a constant, powers, abs, min, max, sums, and, or, not, implies, xor, "
    "Count, Among, AllDifferent and its like, IfThenElse, InDomain, small tables"
)

# Texts are in brackets, so that they can be joined; brackets that are not needed are removed at the end.
Term = tuple[str, Interval]


def relation_text(
    expression: Any, *, order: Sequence[str] | None = None, span: tuple[int, int] = ANY_VALUE
) -> tuple[str, tuple[str, ...]]:
    """The expression as a text, and the variables that x, y, z, w stand for.

    order: the order of the variables as arguments; by default the order of the placeholders' names.
    span:  the smallest and the largest value that a variable can have.
    """
    if not isinstance(expression, Expression):
        raise LanguageError(f"{expression!r:.60} is not a constraint of CPMpy's")
    if not expression.is_bool():
        raise LanguageError(f"{expression!s:.60} is a number, not true or false; compare it with something")
    found = variables_of(expression)
    if not found:
        raise LanguageError(f"{expression!s:.60} has no variables")
    names = in_order(found) if order is None else sorted(found, key=list(order).index)
    if len(names) > len(ARGUMENTS):
        raise LanguageError(
            f"{expression!s:.60} speaks of {len(names)} variables; a relation has at most {len(ARGUMENTS)}"
        )
    writer = _Writer(expression, dict(zip(names, ARGUMENTS, strict=False)), Interval(*span))
    try:
        text = writer.truth(expression)
    except OverflowError:
        raise LanguageError(f"{expression!s:.60} overflows 64-bit integers") from None
    return _simple(text), tuple(names)


def _simple(text: str) -> str:
    """The text without brackets that are not needed; x < y is known as <."""
    tree = ast.parse(text, mode="eval").body
    if isinstance(tree, ast.Compare):
        left, right = ast.unparse(tree.left), ast.unparse(tree.comparators[0])
        sign = _SIGNS[type(tree.ops[0])]
        if (left, right) == ("x", "y"):
            return sign
        if (left, right) == ("y", "x"):
            return _TURNED[sign]
    return ast.unparse(tree)


_SIGNS: dict[type, str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_TRUTH = Interval(0, 1)
_YES, _NO = "(0 == 0)", "(0 != 0)"


class _Writer:
    """One method for each kind of expression; a number comes with the smallest and the largest value it can have."""

    def __init__(self, whole: Any, arguments: dict[str, str], span: Interval) -> None:
        self.whole = whole
        self.arguments = arguments
        self.span = span

    def refuse(self, what: str) -> LanguageError:
        return LanguageError(f"{self.whole!s:.80}: {what} has no form as a relation. {SUPPORTED}")

    # --- true or false ---

    def truth(self, expression: Any) -> str:
        """A text that is true or false."""
        if isinstance(expression, BoolVal):
            expression = expression.args[0]
        if isinstance(expression, (bool, np.bool_)):
            return _YES if expression else _NO
        if isinstance(expression, NegBoolView):
            return f"({self.argument(expression._bv)} == 0)"
        if isinstance(expression, _NumVarImpl):
            return f"({self.argument(expression)} == 1)"
        if isinstance(expression, Comparison):
            left, right = (self.number(side)[0] for side in expression.args)
            return f"({left} {expression.name} {right})"
        if isinstance(expression, Operator):
            return self.operator(expression)
        write = _TRUTHS.get(type(expression))
        if write is not None:
            return write(self, expression)
        parts = list(conjuncts(expression))
        if len(parts) == 1 and parts[0] is expression:
            raise self.refuse(type(expression).__name__)
        return self.joined("and", parts)

    def joined(self, word: str, parts: Iterable[Any]) -> str:
        texts = [self.truth(part) for part in parts]
        if not texts:
            return _YES if word == "and" else _NO
        return f"({f' {word} '.join(texts)})"

    def operator(self, expression: Operator) -> str:
        if expression.name in ("and", "or"):
            return self.joined(expression.name, expression.args)
        if expression.name == "not":
            return f"(not {self.truth(expression.args[0])})"
        condition, then = (self.truth(part) for part in expression.args)
        return f"(not {condition} or {then})"

    def xor(self, expression: Any) -> str:
        parts = [self.truth(part) for part in expression.args]
        if len(parts) == 2:
            return f"({parts[0]} != {parts[1]})"
        return f"(({' + '.join(parts)}) % 2 == 1)"

    def table(self, expression: Any) -> str:
        """True on the rows of the table, where "*" stands for any value; a negative table is true elsewhere."""
        terms = [self.number(term)[0] for term in expression.args[0]]
        rows = []
        for row in expression.args[1].tolist():
            same = [f"({term} == {value})" for term, value in zip(terms, row, strict=True) if value != "*"]
            rows.append(f"({' and '.join(same)})" if same else _YES)
        text = f"({' or '.join(rows)})" if rows else _NO
        return f"(not {text})" if isinstance(expression, cp.NegativeTable) else text

    def in_domain(self, expression: Any) -> str:
        term, _ = self.number(expression.args[0])
        values = sorted(set(expression.args[1].tolist()))
        if values and values == list(range(values[0], values[-1] + 1)) and len(values) > 2:
            return f"(({term} >= {values[0]}) and ({term} <= {values[-1]}))"
        return f"({' or '.join(f'({term} == {value})' for value in values)})" if values else _NO

    def except_values(self, expression: Any) -> str:
        if len(expression.args[0]) != 2:
            return self.joined("and", conjuncts(expression) if len(expression.args[0]) > 2 else [])
        one, other = (self.number(term)[0] for term in expression.args[0])
        sign = "==" if isinstance(expression, cp.AllEqualExceptN) else "!="
        free = [f"({term} == {int(value)})" for term in (one, other) for value in expression.args[1]]
        return f"({' or '.join([f'({one} {sign} {other})', *free])})"

    # --- numbers ---

    def argument(self, variable: Any) -> str:
        return self.arguments[str(variable.name)]

    def number(self, expression: Any) -> Term:
        """A text that is a number; "true" counts as 1."""
        if isinstance(expression, BoolVal):
            expression = expression.args[0]
        if isinstance(expression, (bool, int, np.integer, np.bool_)):
            return f"({int(expression)})", Interval.of(int(expression))
        if isinstance(expression, NegBoolView):
            return f"(1 - {self.argument(expression._bv)})", _TRUTH
        if isinstance(expression, _NumVarImpl):
            return self.argument(expression), _TRUTH if expression.is_bool() else self.span
        if not isinstance(expression, Expression):
            raise self.refuse(f"the constant {expression!r:.40}, which is not an integer,")
        if expression.is_bool():
            return self.truth(expression), _TRUTH
        if isinstance(expression, Operator):
            return self.arithmetic(expression)
        write = _NUMBERS.get(type(expression))
        if write is None:
            raise self.refuse(type(expression).__name__)
        return write(self, expression)

    def arithmetic(self, expression: Operator) -> Term:
        if expression.name == "wsum":
            return self.sum(list(zip(*expression.args, strict=True)))
        if expression.name == "-":
            return self.sum([(-1, expression.args[0])])
        if expression.name == "sub":
            return self.sum([(1, expression.args[0]), (-1, expression.args[1])])
        return self.sum([(1, part) for part in expression.args])

    def sum(self, weighted: Sequence[tuple[Any, Any]]) -> Term:
        text, total = "", Interval(0, 0)
        for weight, part in weighted:
            if not isinstance(weight, (int, np.integer)):
                raise self.refuse(f"the weight {weight!r:.40}, which is not an integer,")
            if isinstance(part, Operator) and part.name == "-":
                weight, part = -weight, part.args[0]
            if isinstance(part, (int, np.integer)):
                weight, part = (-weight, -part) if part < 0 else (weight, part)
            term, interval = self.number(part)
            total = total + interval * int(weight)
            size = f"{abs(weight)} * {term}" if abs(weight) != 1 else term
            text += f" {'-' if weight < 0 else '+'} {size}"
        return f"({text.removeprefix(' + ').strip() or '0'})", total

    def product(self, expression: Any) -> Term:
        (one, a), (other, b) = (self.number(part) for part in expression.args)
        return f"({one} * {other})", a * b

    def power(self, expression: Any) -> Term:
        base, exponent = expression.args
        if not 0 <= exponent <= MAX_POWER:
            raise self.refuse(f"a power of {exponent}")
        term, interval = self.number(base)
        total = Interval(1, 1)
        for _ in range(int(exponent)):
            total = total * interval
        return f"({' * '.join([term] * int(exponent)) or '1'})", total

    def absolute(self, expression: Any) -> Term:
        term, interval = self.number(expression.args[0])
        return f"abs({term})", abs(interval)

    def extreme(self, expression: Any) -> Term:
        name, choose = ("min", minimum) if isinstance(expression, cp.Minimum) else ("max", maximum)
        terms = [self.number(part) for part in expression.args]
        interval = terms[0][1]
        for _, other in terms[1:]:
            interval = choose(interval, other)
        if len(terms) == 1:
            return terms[0]
        return f"{name}({', '.join(term for term, _ in terms)})", interval

    def division(self, expression: Any) -> Term:
        dividend, divisor = expression.args
        if isinstance(divisor, BoolVal):
            divisor = int(divisor.args[0])
        if not isinstance(divisor, (int, np.integer)) or not divisor:
            raise self.refuse("a division by something else than a constant")
        sign = "//" if isinstance(expression, cp.Division) else "%"
        size = abs(int(divisor))
        term, interval = self.number(dividend)
        text = f"({term} {sign} {size})"
        if interval.low < 0:
            text = f"(max({term}, 0) {sign} {size} - max(-{term}, 0) {sign} {size})"
        if sign == "%":
            return text, Interval(1 - size if interval.low < 0 else 0, size - 1)
        bound = max(-interval.low, interval.high) // size
        whole = Interval(-bound if interval.low < 0 else 0, bound)
        return (f"(-{text})", -whole) if divisor < 0 else (text, whole)

    def count(self, expression: Any) -> Term:
        parts, wanted = expression.args
        values = list(wanted) if isinstance(expression, cp.Among) else [wanted]
        texts = []
        for part in parts:
            term = self.number(part)[0]
            same = [f"({term} == {self.number(value)[0]})" for value in dict.fromkeys(values)]
            texts.append(f"({' or '.join(same)})" if same else _NO)
        return f"({' + '.join(texts) or '0'})", Interval(0, len(texts))


_TRUTHS: dict[type, Callable[[_Writer, Any], str]] = {
    cp.Xor: _Writer.xor,
    cp.Table: _Writer.table,
    cp.ShortTable: _Writer.table,
    cp.NegativeTable: _Writer.table,
    cp.InDomain: _Writer.in_domain,
    cp.AllDifferentExceptN: _Writer.except_values,
    cp.AllDifferentExcept0: _Writer.except_values,
    cp.AllEqualExceptN: _Writer.except_values,
}
_NUMBERS: dict[type, Callable[[_Writer, Any], Term]] = {
    cp.Multiplication: _Writer.product,
    cp.Power: _Writer.power,
    cp.Abs: _Writer.absolute,
    cp.Minimum: _Writer.extreme,
    cp.Maximum: _Writer.extreme,
    cp.Division: _Writer.division,
    cp.Modulo: _Writer.division,
    cp.Count: _Writer.count,
    cp.Among: _Writer.count,
}
