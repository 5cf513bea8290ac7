"""One constraint in words.

>>> from tacit.problem.network import Network
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Mon", "Tue"], "a": range(9), "b": range(9), "c": range(9)})
>>> texts = ["anna != ben", "ben != Tue", "abs(a - b) > 2", "a - b == 1", "a + b + c <= 10", "a % 2 == 0", "a < b or b < c"]
>>> for constraint in Network(v, texts):
...     print(say(constraint.relation, constraint.scope, v))
anna and ben differ
ben is not Tue
a and b are more than 2 apart
a is exactly 1 more than b
the sum of a, b and c is at most 10
a is even
a is less than b or b is less than c
"""  # noqa: E501

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from functools import lru_cache

from tacit.problem.bounds import Bound
from tacit.problem.expressions import ARGUMENTS, Expression
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.bound_words import on_cells, stated
from tacit.structure.phrases import listed

_COMPARED = {
    ast.Eq: "is",
    ast.NotEq: "is not",
    ast.Lt: "is less than",
    ast.LtE: "is at most",
    ast.Gt: "is greater than",
    ast.GtE: "is at least",
}
_AMOUNT = {
    ast.Eq: "exactly {}",
    ast.Lt: "less than {}",
    ast.LtE: "at most {}",
    ast.Gt: "more than {}",
    ast.GtE: "at least {}",
}


LETTERS = "abcd"  # for cells that stand for any


def in_letters(relation: Relation) -> str:
    """What a relation says, of any cells: in its own words, if it has some."""
    if isinstance(relation, Bound):
        return stated(relation)
    return relation.say or say(relation, LETTERS[: relation.arity])


def say(
    relation: Relation, names: Sequence[str], vocabulary: Vocabulary | None = None, *, own_words: bool = True
) -> str:
    """The relation on these variables, in words: its own, if it has some and they are wanted.

    With a vocabulary, values that have names are said by name.
    """
    if isinstance(relation, Bound):
        return on_cells(relation, names)
    if relation.say is not None and own_words:
        return f"{relation.say} ({listed(names)})"
    if not isinstance(relation.function, Expression):
        return f"{relation.name} holds for {listed(names)}"
    return _Speaker(names, vocabulary).truth(_tree(relation.function.text))


@lru_cache(maxsize=1024)
def _tree(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


class _Speaker:
    def __init__(self, names: Sequence[str], vocabulary: Vocabulary | None) -> None:
        self.names: Mapping[str, str] = dict(zip(ARGUMENTS, names, strict=False))
        self.vocabulary = vocabulary

    def truth(self, tree: ast.expr) -> str:
        if isinstance(tree, ast.BoolOp):
            return self.joined(tree)
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.Not):
            return f"it is not so that {self.truth(tree.operand)}"
        if isinstance(tree, ast.Compare):
            sides = [tree.left, *tree.comparators]
            if len(sides) > 2 and all(isinstance(op, ast.Eq) for op in tree.ops):
                return f"{listed([self.term(side) for side in sides])} are equal"
            steps = zip(tree.ops, sides, sides[1:], strict=False)
            return " and ".join(self.compared(op, left, right) for op, left, right in steps)
        return f"{self.term(tree)} is not 0"

    def joined(self, tree: ast.BoolOp) -> str:
        word = "and" if isinstance(tree.op, ast.And) else "or"
        parts = [self.truth(part) for part in tree.values]
        simple = all(isinstance(part, ast.Compare) and len(part.ops) == 1 for part in tree.values)
        return f" {word} ".join(parts if simple else [f"({part})" for part in parts])

    def compared(self, op: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        kind = type(op)
        number = _number(right)
        if number is not None:
            said = self.with_number(kind, left, number)
            if said is not None:
                return said
        distances = [_distance(side) for side in (left, right)]
        if all(distances) and kind in (ast.Eq, ast.NotEq):
            one, other = (listed([self.term(side) for side in pair]) for pair in distances if pair)
            verb = "equals" if kind is ast.Eq else "differs from"
            return f"the distance between {one} {verb} that between {other}"
        a, b = self.term(left), self.term(right)
        fixed = _number(right) is not None or self.is_constant(right)
        if kind is ast.NotEq and not fixed:
            return f"{a} and {b} differ"
        if kind is ast.Eq and not fixed:
            return f"{a} and {b} are equal"
        return f"{a} {_COMPARED[kind]} {self.value(left, right)}"

    def with_number(self, kind: type[ast.cmpop], left: ast.expr, number: int) -> str | None:
        """What can be said about a distance, a difference, a sum or a remainder."""
        amount = f"not {number}" if kind is ast.NotEq else _AMOUNT[kind].format(number)
        distance = _distance(left)
        if distance and number >= 0:
            names = listed([self.term(side) for side in distance])
            if number == 0 and kind in (ast.Gt, ast.NotEq, ast.Eq):
                return f"{names} {'are equal' if kind is ast.Eq else 'differ'}"
            return f"{names} are {amount} apart"
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Sub) and number > 0:
            return f"{self.term(left.left)} is {amount} more than {self.term(left.right)}"
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
            total = "" if kind is ast.Eq else f"{amount}"
            return f"the sum of {listed([self.term(part) for part in _summands(left)])} is {total or number}"
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod) and kind in (ast.Eq, ast.NotEq):
            divisor = _number(left.right)
            if divisor == 2 and number in (0, 1):
                return f"{self.term(left.left)} is {'even' if (number == 0) == (kind is ast.Eq) else 'odd'}"
            if number == 0:
                verb = "is" if kind is ast.Eq else "is not"
                return f"{self.term(left.left)} {verb} a multiple of {divisor}"
        return None

    def is_constant(self, tree: ast.expr) -> bool:
        return isinstance(tree, ast.Constant) or (isinstance(tree, ast.Name) and tree.id not in self.names)

    def value(self, left: ast.expr, right: ast.expr) -> str:
        """The right side. A number is given by its name if it is compared with a variable whose values have names."""
        number, v = _number(right), self.vocabulary
        if number is not None and v is not None and isinstance(left, ast.Name):
            name = self.names.get(left.id, "")
            if name in v.index and v.is_named[v.index[name]] and number in v.named_values.values():
                return str(v.shown(name, number))
        return self.term(right)

    def term(self, tree: ast.expr) -> str:
        """An expression that stands for a number, with the names in it."""
        if isinstance(tree, ast.Name):
            return self.names.get(tree.id, tree.id)
        if isinstance(tree, ast.Constant):
            return str(tree.value)
        if isinstance(tree, ast.BinOp):
            return f"{self.part(tree.left)} {_SIGNS[type(tree.op)]} {self.part(tree.right)}"
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            return f"{tree.func.id}({', '.join(self.term(part) for part in tree.args)})"
        if isinstance(tree, ast.UnaryOp) and not isinstance(tree.op, ast.Not):
            return f"{'-' if isinstance(tree.op, ast.USub) else ''}{self.part(tree.operand)}"
        return f"[{self.truth(tree)}]"  # a truth value as a number: 1 if it holds, else 0

    def part(self, tree: ast.expr) -> str:
        plain = isinstance(tree, (ast.Name, ast.Constant, ast.Call, ast.Compare, ast.BoolOp))
        return self.term(tree) if plain else f"({self.term(tree)})"


_SIGNS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def _number(tree: ast.expr) -> int | None:
    if isinstance(tree, ast.Constant) and type(tree.value) is int:
        return tree.value
    if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
        inner = _number(tree.operand)
        return None if inner is None else -inner
    return None


def _distance(tree: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """Both sides of an absolute difference."""
    if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name) and tree.func.id == "abs":
        inner = tree.args[0]
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Sub):
            return inner.left, inner.right
    return None


def _summands(tree: ast.expr) -> list[ast.expr]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add):
        return [*_summands(tree.left), *_summands(tree.right)]
    return [tree]
