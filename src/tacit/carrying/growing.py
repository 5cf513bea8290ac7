"""Rules that grow with a line: |x − y| ≠ k for each cell and the one k further, for every k that there is.

Queens are like that. Each of these rules by itself would carry over, but a longer line has more of them; so they are
found as one series, and carried over as one.

>>> v = Vocabulary({f"q[{i}]": range(4) for i in range(4)})
>>> pairs = [(f"abs(x - y) != {j - i}", [f"q[{i}]", f"q[{j}]"]) for i in range(4) for j in range(i + 1, 4)]
>>> [(each.text(7), each.longest) for each in growing_rules(Network(v, pairs))]
[('abs(x - y) != 7', 3)]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from tacit.problem.bounds import Bound
from tacit.problem.expressions import Expression
from tacit.problem.meaning import same_orders
from tacit.problem.network import Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, laid_out
from tacit.structure.family import Family
from tacit.structure.kinds_of_pairs import next_along
from tacit.structure.rule import Rule

SHORTEST = 4  # a line; in a shorter one there are too few distances to see a series
_INTEGER = re.compile(r"(?<![\w.])\d+(?![\w.])")


@dataclass(frozen=True)
class GrowingRule:
    """One rule for each distance in the lines of an array.

    template: the text of its relations, with {} for the distance
    order:    of the arguments: () or (1, 0)
    longest:  the largest distance
    """

    template: str
    array: Array
    axis: int
    order: tuple[int, ...]
    longest: int
    source: Vocabulary

    def text(self, k: int) -> str:
        return self.template.replace("{}", str(k))

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules of the old problem."""
        return [
            Rule(
                Relation.of(self.text(k), self.source.named_values), self._family(k), self.order, vocabulary=self.source
            )
            for k in range(1, self.longest + 1)
        ]

    def _family(self, k: int) -> Family:
        return next_along(self.array, self.axis, k, self.source.names)

    @cached_property
    def _said(self) -> set[tuple[str, frozenset[int]]]:
        return {(_text(rule.relation) or "", frozenset(scope)) for rule in self.rules for scope in rule.constraints()}

    def says(self, rule: Rule) -> bool:
        """Is this rule a part of the series?"""
        text = _text(rule.relation)
        return text is not None and all((text, frozenset(scope)) in self._said for scope in rule.constraints())


def growing_rules(network: Network) -> list[GrowingRule]:
    """The series that a network has in full."""
    v = network.vocabulary
    held: dict[str, tuple[Relation, set[tuple[int, ...]]]] = {}
    for c in network:
        text = _text(c.relation)
        if text is not None and c.relation.arity == 2:
            scope = tuple(v.index[name] for name in c.scope)
            scopes = held.setdefault(text, (c.relation, set()))[1]
            scopes |= {tuple(scope[i] for i in order) for order in same_orders(c.relation)}
    found = []
    for array in laid_out(v.names):
        for axis, length in enumerate(array.shape):
            if length < SHORTEST:
                continue
            families = {k: next_along(array, axis, k, v.names) for k in range(1, length)}
            for template, order in _begun(held, families[1]):
                if all(_holds(held, template, k, order, family) for k, family in families.items()):
                    found.append(GrowingRule(template, array, axis, order, length - 1, v))
    return found


def _text(relation: Relation) -> str | None:
    if isinstance(relation, Bound) or not isinstance(relation.function, Expression):
        return None
    return relation.function.text


def _begun(
    held: dict[str, tuple[Relation, set[tuple[int, ...]]]], neighbours: Family
) -> list[tuple[str, tuple[int, ...]]]:
    """The templates of relations that all neighbours have, with a number in them that may be the distance."""
    found = []
    for text, (relation, scopes) in held.items():
        template = _INTEGER.sub(lambda match: "{}" if match[0] == "1" else match[0], text)
        if "{}" not in template:
            continue
        orders: list[tuple[int, ...]] = [()] if (1, 0) in same_orders(relation) else [(), (1, 0)]
        for order in orders:
            if all(((b, a) if order else (a, b)) in scopes for a, b in neighbours.groups()):
                found.append((template, order))
    return found


def _holds(
    held: dict[str, tuple[Relation, set[tuple[int, ...]]]],
    template: str,
    k: int,
    order: tuple[int, ...],
    family: Family,
) -> bool:
    known = held.get(template.replace("{}", str(k)))
    return known is not None and all(((b, a) if order else (a, b)) in known[1] for a, b in family.groups())
