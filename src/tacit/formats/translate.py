"""Relations that are texts, in the syntax of other languages: one walk over the text, one small class per language.

In a text, numbers and truth values mix freely, as in Python: a comparison counts as 0 or 1 in a sum, and a number is
true if it is not 0. Here each term knows which of the two it is, so that a strict language gets what it needs.
// and % round down, as in Python, but solvers round towards zero. The domains of the variables tell whether a term can
be negative; if so, it is shifted, so that both ways of rounding mean the same.
"""

from __future__ import annotations

import ast
import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from tacit.problem.arithmetic import COMPARISONS, Interval, floor_divide, maximum, minimum, modulo
from tacit.problem.expressions import ARGUMENTS, Expression

# How tightly a term binds, in most languages; an operand that binds less tightly gets parentheses.
OR, AND, COMPARE, ADD, MULTIPLY, UNARY, ATOM = range(1, 8)

SIGNS: dict[type, str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
}
COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    **COMPARISONS,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
TRUTH = Interval(0, 1)


@dataclass(frozen=True)
class Term:
    """A part of a relation in another language."""

    text: str
    level: int
    interval: Interval  # the smallest and the largest value it can have
    is_truth: bool = False
    constant: int | None = None  # its value, if it contains no variable


@lru_cache(maxsize=4096)
def tree_of(text: str) -> ast.expr:
    """The syntax tree of an expression's text."""
    return ast.parse(text, mode="eval").body


class Syntax(ABC):
    """How a language writes what a relation can say. These are the usual signs; a language overrides what differs."""

    levels: Sequence[int] = (OR, AND, COMPARE)  # of a disjunction, a conjunction, a comparison
    signs: ClassVar[dict[str, str]] = {}

    def number(self, value: int) -> str:
        return str(value)

    def named(self, name: str, value: int) -> str:
        """A value that the text calls by its name."""
        return self.number(value)

    @abstractmethod
    def truth(self, value: bool) -> str:
        """True or false."""

    def arithmetic(self, sign: str, left: Term, right: Term) -> tuple[str, int]:
        level = MULTIPLY if sign not in ("+", "-") else ADD
        # Operators of the same level are applied from left to right.
        return f"{inside(left, level)} {self.signs.get(sign, sign)} {inside(right, level + 1)}", level

    def compare(self, sign: str, left: Term, right: Term) -> tuple[str, int]:
        level = self.levels[2]
        return f"{inside(left, level + 1)} {self.signs.get(sign, sign)} {inside(right, level + 1)}", level

    def joined(self, sign: str, parts: list[Term]) -> tuple[str, int]:
        level = self.levels[0] if sign == "or" else self.levels[1]
        return f" {self.signs.get(sign, sign)} ".join(inside(part, level + 1) for part in parts), level

    def negative(self, part: Term) -> tuple[str, int]:
        return f"-{inside(part, ATOM)}", UNARY

    @abstractmethod
    def denied(self, part: Term) -> tuple[str, int]:
        """The negation of a term."""

    def absolute(self, part: Term, difference: tuple[Term, Term] | None) -> str:
        """The absolute value; if the term is a difference, `difference` has both of its sides."""
        return f"abs({part.text})"

    def extreme(self, name: str, parts: list[Term]) -> str:
        return f"{name}({', '.join(part.text for part in parts)})"

    def as_number(self, part: Term) -> tuple[str, int]:
        """A truth value as 0 or 1."""
        return part.text, part.level


def inside(term: Term, level: int) -> str:
    return term.text if term.level >= level else f"({term.text})"


def translate(expression: Expression, scope: Sequence[Term], syntax: Syntax) -> Term:
    """The relation on these variables, each given as a term."""
    return _Walk(expression, scope, syntax).truth(tree_of(expression.text))


def variable(text: str, domain: Sequence[int]) -> Term:
    return Term(text, ATOM, Interval(domain[0], domain[-1]))


class _Walk:
    def __init__(self, expression: Expression, scope: Sequence[Term], syntax: Syntax) -> None:
        self.constants = expression.constants
        self.arguments = dict(zip(ARGUMENTS, scope, strict=False))
        self.syntax = syntax

    def constant(self, value: Any) -> Term:
        number, is_truth = int(value), isinstance(value, bool)
        text = self.syntax.truth(value) if is_truth else self.syntax.number(number)
        return Term(text, UNARY if number < 0 else ATOM, Interval(number, number), is_truth, number)

    def number(self, tree: ast.expr) -> Term:
        """A part of the text, as a number."""
        term = self.term(tree)
        if not term.is_truth:
            return term
        if term.constant is not None:
            return self.constant(term.constant)
        return Term(*self.syntax.as_number(term), term.interval)

    def truth(self, tree: ast.expr) -> Term:
        """A part of the text, as a truth value."""
        term = self.term(tree)
        if term.is_truth:
            return term
        return self.compare("!=", term, self.constant(0))

    def term(self, tree: ast.expr) -> Term:
        """A part of the text, as the number or truth value that it is. The parser's white list allows nothing else."""
        if isinstance(tree, ast.Name) and tree.id in self.arguments:
            return self.arguments[tree.id]
        if isinstance(tree, ast.Name):
            return self.named(tree.id)
        if isinstance(tree, ast.Constant):
            return self.named(tree.value) if isinstance(tree.value, str) else self.constant(tree.value)
        if isinstance(tree, ast.Compare):
            return self.comparison(tree)
        if isinstance(tree, ast.BoolOp):
            return self.joined("and" if isinstance(tree.op, ast.And) else "or", [self.truth(v) for v in tree.values])
        if isinstance(tree, ast.UnaryOp):
            return self.unary(tree)
        if isinstance(tree, ast.BinOp):
            return self.arithmetic(tree)
        assert isinstance(tree, ast.Call)
        assert isinstance(tree.func, ast.Name)
        return self.call(tree.func.id, tree.args)

    def named(self, name: str) -> Term:
        value = self.constants[name]
        return Term(self.syntax.named(name, value), ATOM, Interval(value, value), constant=value)

    def comparison(self, tree: ast.Compare) -> Term:
        sides = [self.number(side) for side in (tree.left, *tree.comparators)]
        signs = [SIGNS[type(op)] for op in tree.ops]
        steps = [self.compare(sign, a, b) for sign, a, b in zip(signs, sides, sides[1:], strict=False)]
        return steps[0] if len(steps) == 1 else self.joined("and", steps)

    def compare(self, sign: str, left: Term, right: Term) -> Term:
        if left.constant is not None and right.constant is not None:
            return self.constant(COMPUTE[sign](left.constant, right.constant))
        return Term(*self.syntax.compare(sign, left, right), TRUTH, is_truth=True)

    def joined(self, sign: str, parts: list[Term]) -> Term:
        neutral = sign == "and"
        if any(part.constant is not None and bool(part.constant) != neutral for part in parts):
            return self.constant(not neutral)
        parts = [part for part in parts if part.constant is None]
        if not parts:
            return self.constant(neutral)
        if len(parts) == 1:
            return parts[0]
        return Term(*self.syntax.joined(sign, parts), TRUTH, is_truth=True)

    def unary(self, tree: ast.UnaryOp) -> Term:
        if isinstance(tree.op, ast.UAdd):
            return self.term(tree.operand)
        if isinstance(tree.op, ast.Not):
            part = self.truth(tree.operand)
            if part.constant is not None:
                return self.constant(not part.constant)
            return Term(*self.syntax.denied(part), TRUTH, is_truth=True)
        part = self.number(tree.operand)
        if part.constant is not None:
            return self.constant(-part.constant)
        return Term(*self.syntax.negative(part), -part.interval)

    def arithmetic(self, tree: ast.BinOp) -> Term:
        left, right = self.number(tree.left), self.number(tree.right)
        if isinstance(tree.op, (ast.FloorDiv, ast.Mod)):
            assert right.constant is not None
            return self.divided(left, right.constant, "//" if isinstance(tree.op, ast.FloorDiv) else "%")
        return self.computed(SIGNS[type(tree.op)], left, right)

    def computed(self, sign: str, left: Term, right: Term) -> Term:
        if left.constant is not None and right.constant is not None:
            return self.constant(COMPUTE[sign](left.constant, right.constant))
        return Term(*self.syntax.arithmetic(sign, left, right), COMPUTE[sign](left.interval, right.interval))

    def divided(self, part: Term, divisor: int, sign: str) -> Term:
        if part.constant is not None:
            return self.constant((floor_divide if sign == "//" else modulo)(part.constant, divisor))
        shift = max(0, -(part.interval.low // divisor))
        if shift:
            part = self.computed("+", part, self.constant(shift * divisor))
        bounds = part.interval // divisor if sign == "//" else part.interval % divisor
        found = Term(*self.syntax.arithmetic(sign, part, self.constant(divisor)), bounds)
        return self.computed("-", found, self.constant(shift)) if shift and sign == "//" else found

    def call(self, name: str, arguments: Sequence[ast.expr]) -> Term:
        parts = [self.number(argument) for argument in arguments]
        if name == "abs":
            (part,) = parts
            if part.constant is not None:
                return self.constant(abs(part.constant))
            tree = arguments[0]
            minus = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Sub)
            sides = (self.number(tree.left), self.number(tree.right)) if minus else None  # type: ignore[attr-defined]
            return Term(self.syntax.absolute(part, sides), ATOM, abs(part.interval))
        choose = minimum if name == "min" else maximum
        values = [part.constant for part in parts]
        bounds, value = parts[0].interval, values[0]
        for part in parts[1:]:
            bounds = choose(bounds, part.interval)
        if all(value is not None for value in values):
            for other in values[1:]:
                value = choose(value, other)
            return self.constant(int(value))  # type: ignore[arg-type]
        return Term(self.syntax.extreme(name, parts), ATOM, bounds)
