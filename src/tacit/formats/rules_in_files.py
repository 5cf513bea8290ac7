"""Rules in problem files that are known to hold: background = [{ relation = "!=", over = "row" }]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tacit.errors import ProblemError
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import says_nothing
from tacit.problem.network import Constraint
from tacit.problem.problem import limits
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.rule import Rule


def rule_constraints(
    relation: Relation, order: Any, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]
) -> list[Constraint]:
    """The constraints of a relation on all families that it is over; a bound need not say something on each group."""
    bound = isinstance(relation, Bound)
    arguments = list(range(0 if bound else relation.arity))
    if order and (not isinstance(order, list) or sorted(order, key=str) != arguments):
        raise ProblemError(f"order: an order of {arguments} is needed, not {order!r:.60}")
    if isinstance(relation, Bound):
        if relation.k is None:
            raise ProblemError(f"the number of {relation.name!r} is open; what is known to hold has a number")
        alone: Relation = relation.limited(None, relation.say)
    else:
        alone = Relation(relation.name, relation.function, relation.arity, say=relation.say)
    found = [
        Constraint(alone, tuple(vocabulary.names[x] for x in scope))
        for family in limits(relation, vocabulary, groups)
        for scope in Rule(relation, family, tuple(order)).constraints()
        if not isinstance(relation, Bound) or not says_nothing(relation, scope, vocabulary)
    ]
    return list(dict.fromkeys(found))
