"""Relations written as text: parsed against a white list, never evaluated as Python.

An expression over the arguments x, y, z, w is turned into a function that works on whatever it is given:
plain integers, numpy arrays (many assignments at once), CPMpy variables (a model), or `Interval`s (how large the
result can get). One definition serves them all.

    >>> apart = parse("abs(x - y) > 2")
    >>> apart.arity, bool(apart(1, 5)), bool(apart(1, 2))
    (2, True, False)
    >>> import numpy as np
    >>> apart(np.array([1, 1, 1]), np.array([2, 3, 4])).tolist()
    [False, False, True]
    >>> parse("__import__('os').system('ls')")
    Traceback (most recent call last):
    ...
    tacit.errors.LanguageError: relation "__import__('os').system('ls')": a call of something else than abs, min, max at column 1. Accepted: the arguments x, y, z, w, integers, + - * // %, comparisons, and, or, not, abs, min, max.
"""  # noqa: E501

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tacit.errors import LanguageError, nearest
from tacit.problem.arithmetic import both, either, floor_divide, maximum, minimum, modulo, negation, number

ARGUMENTS = ("x", "y", "z", "w")
FUNCTIONS = ("abs", "min", "max")
GROUP_WORDS = ("count", "sum", "alldifferent")  # that bounds begin with: relations on whole groups
MAX_LENGTH = 500  # a relation is a short expression; the limit also keeps the parser's recursion harmless
MAX_LITERAL = 2**31

Evaluator = Callable[[Sequence[Any]], Any]

ACCEPTED = "Accepted: the arguments x, y, z, w, integers, + - * // %, comparisons, and, or, not, abs, min, max."

# The usual signs, so that nobody has to remember which of them is Python's.
SIGNS = {"=": "==", "≠": "!=", "<>": "!=", "≤": "<=", "≥": ">="}
OPERATORS = {sign: f"x {sign} y" for sign in ("==", "!=", "<", ">", "<=", ">=")}


@dataclass(frozen=True)
class Expression:
    """A parsed relation. Call it with as many values, arrays or variables as its arity."""

    text: str
    arity: int
    evaluate: Evaluator
    constants: Mapping[str, int] = field(default_factory=dict, compare=False)  # the names of values in the text

    def __call__(self, *arguments: Any) -> Any:
        return self.evaluate(arguments)

    def with_names(self, names: Sequence[str]) -> str:
        """The expression with its arguments replaced by names, for people to read."""
        return "".join(names[part] if isinstance(part, int) else part for part in _pieces(self.text, len(names)))


def canonical(expression: Expression, names: Sequence[str]) -> str:
    """The expression over these names, in a form that is the same for every order of operands that commute.

    >>> one = parse("abs(x - y) != abs(z - w)")
    >>> canonical(one, "xyzw") == canonical(one, "wzxy"), canonical(one, "xyzw") == canonical(one, "xzyw")
    (True, False)
    >>> canonical(parse("x < y"), "ab") == canonical(parse("x > y"), "ba")
    True
    """

    def form(tree: ast.AST) -> str:
        if isinstance(tree, ast.Compare) and len(tree.ops) == 1:
            sides, sign = [form(tree.left), form(tree.comparators[0])], type(tree.ops[0]).__name__
            if sign in ("Eq", "NotEq"):
                sides.sort()
            elif sign in ("Gt", "GtE"):
                sides, sign = sides[::-1], sign.replace("Gt", "Lt")
            return f"({sign} {' '.join(sides)})"
        if isinstance(tree, ast.BinOp) and isinstance(tree.op, (ast.Add, ast.Mult)):
            return f"({type(tree.op).__name__} {' '.join(sorted([form(tree.left), form(tree.right)]))})"
        if isinstance(tree, ast.BoolOp):
            return f"({type(tree.op).__name__} {' '.join(sorted(form(value) for value in tree.values))})"
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            parts = [form(argument) for argument in tree.args]
            inner = tree.args[0]
            if tree.func.id == "abs" and isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):
                parts = [f"(Distance {' '.join(sorted([form(inner.left), form(inner.right)]))})"]
            return f"({tree.func.id} {' '.join(sorted(parts))})"
        return ast.dump(tree)

    renamed = _Rename(dict(zip(ARGUMENTS, names, strict=False))).visit(ast.parse(expression.text, mode="eval"))
    return form(renamed.body)


def parse(text: str, constants: Mapping[str, int] | None = None) -> Expression:
    """Parse one relation; a `LanguageError` says what is not accepted and in which column.

    constants: the names of values that the text may use, as in "x != Mon" or "x != 'day off'".
    """
    if not isinstance(text, str) or not text.strip():
        raise LanguageError(f"a relation must be a non-empty text, not {text!r}")
    text = text.strip()
    if len(text) > MAX_LENGTH:
        raise LanguageError(f"relation {text[:40]!r}…: {len(text)} characters; at most {MAX_LENGTH} are accepted")
    text = SIGNS.get(text, text)
    source = OPERATORS.get(text, text)
    try:
        tree = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        why = error.msg if isinstance(error, SyntaxError) else error  # without a line that nobody has written
        doubled = re.sub(r"(?<![<>=!])=(?!=)", "==", text)
        hint = f"; did you mean {doubled!r}?" if doubled != text else "."
        raise LanguageError(f"relation {text!r}: not an expression ({why}){hint} {ACCEPTED}") from None
    used: set[str] = set()
    named: dict[str, int] = {}
    node = _Builder(text, used, constants or {}, named).build(tree)
    arity = len(used)
    if arity == 0:
        raise LanguageError(f"relation {text!r}: it uses none of its arguments x, y, z, w")
    if used != set(ARGUMENTS[:arity]):
        missing = next(name for name in ARGUMENTS if name not in used)
        raise LanguageError(
            f"relation {text!r}: it uses {', '.join(sorted(used))} but not {missing}; arguments are x, then y, z, w"
        )
    if not isinstance(tree, (ast.Compare, ast.BoolOp)) and not (
        isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not)
    ):
        raise LanguageError(f"relation {text!r}: it is a number, not true or false; compare it with something")
    return Expression(source, arity, node, named)


@lru_cache(maxsize=1024)
def _pieces(text: str, count: int) -> tuple[str | int, ...]:
    """An expression as it is written, in pieces: texts, and the numbers of its arguments.

    A month's roster has tens of thousands of constraints, and each is written more than once.

    >>> _pieces("x!=y+1", 2)
    (0, ' != ', 1, ' + 1')
    """
    marked = {name: f"\0{number}\0" for number, name in enumerate(ARGUMENTS[:count])}
    written = ast.unparse(_Rename(marked).visit(ast.parse(text, mode="eval")))
    pieces = enumerate(written.split("\0"))  # every other one is the number of an argument
    return tuple(int(piece) if place % 2 else piece for place, piece in pieces if piece)


class _Rename(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(id=self.names.get(node.id, node.id), ctx=node.ctx)


class _Builder:
    """One method per kind of syntax; syntax without a method here is not in the language."""

    def __init__(self, text: str, used: set[str], constants: Mapping[str, int], named: dict[str, int]) -> None:
        self.text = text
        self.used = used
        self.constants = constants
        self.named = named  # the constants that occur in the text

    def build(self, tree: ast.expr) -> Evaluator:
        method = getattr(self, f"_{type(tree).__name__.lower()}", None)
        if method is None:
            raise self.refuse(tree, f"{type(tree).__name__.lower()} is not part of the language")
        node: Evaluator = method(tree)
        return node

    def refuse(self, tree: ast.expr, why: str) -> LanguageError:
        return LanguageError(f"relation {self.text!r}: {why} at column {tree.col_offset + 1}. {ACCEPTED}")

    def _name(self, tree: ast.Name) -> Evaluator:
        if tree.id not in ARGUMENTS:
            return self._value_of(tree, tree.id)
        self.used.add(tree.id)
        return operator.itemgetter(ARGUMENTS.index(tree.id))

    def _constant(self, tree: ast.Constant) -> Evaluator:
        value = tree.value
        if isinstance(value, str):
            return self._value_of(tree, value)
        if type(value) is not int:
            raise self.refuse(tree, f"{value!r} is not an integer")
        if abs(value) > MAX_LITERAL:
            raise self.refuse(tree, f"{value} is too large")
        return lambda arguments: value

    def _value_of(self, tree: ast.expr, name: str) -> Evaluator:
        """The value that has this name."""
        if name not in self.constants:
            raise self.refuse(tree, f"unknown name {name!r}{nearest(name, [*self.constants, *GROUP_WORDS])}")
        value = self.named[name] = self.constants[name]
        return lambda arguments: value

    def _compare(self, tree: ast.Compare) -> Evaluator:
        steps: list[Evaluator] = []
        left = self.build(tree.left)
        for op, right_tree in zip(tree.ops, tree.comparators, strict=True):
            compare = _COMPARISONS.get(type(op))
            if compare is None:
                raise self.refuse(tree, f"the comparison {type(op).__name__.lower()!r}")
            right = self.build(right_tree)
            steps.append(_binary(compare, left, right))
            left = right
        return steps[0] if len(steps) == 1 else _fold(both, steps)

    def _boolop(self, tree: ast.BoolOp) -> Evaluator:
        parts = [self.build(value) for value in tree.values]
        return _fold(both if isinstance(tree.op, ast.And) else either, parts)

    def _unaryop(self, tree: ast.UnaryOp) -> Evaluator:
        operand = self.build(tree.operand)
        if isinstance(tree.op, ast.Not):
            return _unary(negation, operand)
        if isinstance(tree.op, ast.USub):
            return _unary(lambda value: -number(value), operand)
        if isinstance(tree.op, ast.UAdd):
            return operand
        raise self.refuse(tree, f"the operator {type(tree.op).__name__.lower()!r}")

    def _binop(self, tree: ast.BinOp) -> Evaluator:
        left, right = self.build(tree.left), self.build(tree.right)
        if isinstance(tree.op, (ast.FloorDiv, ast.Mod)):
            # A fixed positive divisor: no division by zero, and one meaning in Python, numpy and CP solvers.
            if not (isinstance(tree.right, ast.Constant) and type(tree.right.value) is int and tree.right.value > 0):
                raise self.refuse(tree.right, "// and % need a positive integer on their right")
            divisor = tree.right.value
            divide = floor_divide if isinstance(tree.op, ast.FloorDiv) else modulo
            return lambda arguments: divide(number(left(arguments)), divisor)
        compute = _ARITHMETIC.get(type(tree.op))
        if compute is None:
            hint = " (use // for whole numbers)" if isinstance(tree.op, ast.Div) else ""
            raise self.refuse(tree, f"the operator {type(tree.op).__name__.lower()!r}{hint}")
        return _binary(lambda a, b: compute(number(a), number(b)), left, right)

    def _call(self, tree: ast.Call) -> Evaluator:
        name = tree.func.id if isinstance(tree.func, ast.Name) else None
        if name not in FUNCTIONS or tree.keywords:
            hint = nearest(name or "", (*FUNCTIONS, *GROUP_WORDS))
            raise self.refuse(tree, f"a call of something else than abs, min, max{hint}")
        parts = [self.build(argument) for argument in tree.args]
        if name == "abs":
            if len(parts) != 1:
                raise self.refuse(tree, "abs takes one argument")
            return _unary(lambda value: abs(number(value)), parts[0])
        if len(parts) < 2:
            raise self.refuse(tree, f"{name} takes two or more arguments")
        return _fold(minimum if name == "min" else maximum, parts)


_COMPARISONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ARITHMETIC: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def _unary(compute: Callable[[Any], Any], part: Evaluator) -> Evaluator:
    return lambda arguments: compute(part(arguments))


def _binary(compute: Callable[[Any, Any], Any], left: Evaluator, right: Evaluator) -> Evaluator:
    return lambda arguments: compute(left(arguments), right(arguments))


def _fold(compute: Callable[[Any, Any], Any], parts: list[Evaluator]) -> Evaluator:
    first, *rest = parts

    def folded(arguments: Sequence[Any]) -> Any:
        value = first(arguments)
        for part in rest:
            value = compute(value, part(arguments))
        return value

    return folded
