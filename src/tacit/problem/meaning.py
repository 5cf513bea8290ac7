"""What a relation means on a vocabulary: its truth table over codes, its symmetries, whether it says anything."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tacit.problem.expressions import ARGUMENTS, Expression, canonical, parse
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

TABLE_LIMIT = 1 << 20  # entries of one truth table; a relation that needs more is evaluated by its function
SAMPLE = 1 << 16

_DIFFERENT = {canonical(parse(text), "xy") for text in ("x != y", "not x == y")}
_EQUAL = {canonical(parse(text), "xy") for text in ("x == y", "not x != y")}


@lru_cache(maxsize=4096)  # relations of one name are equal
def is_different(relation: Relation) -> bool:
    """Does its text say x ≠ y, and nothing else?"""
    return isinstance(relation.function, Expression) and canonical(relation.function, "xy") in _DIFFERENT


@lru_cache(maxsize=4096)
def is_equal(relation: Relation) -> bool:
    """Does its text say x = y, and nothing else?"""
    return isinstance(relation.function, Expression) and canonical(relation.function, "xy") in _EQUAL


def same_orders(relation: Relation) -> tuple[tuple[int, ...], ...]:
    """The orders of its arguments in which a relation means the same, as far as its text shows this."""
    if isinstance(relation.function, Expression):
        return _same_by_text(relation.function)
    return (tuple(range(relation.arity)),)


@lru_cache(maxsize=1024)
def _same_by_text(expression: Expression) -> tuple[tuple[int, ...], ...]:
    arguments = ARGUMENTS[: expression.arity]
    given = canonical(expression, arguments)
    orders = itertools.permutations(range(expression.arity))
    return tuple(o for o in orders if canonical(expression, [arguments[i] for i in o]) == given)


def truth_table(relation: Relation, vocabulary: Vocabulary) -> NDArray[np.bool_]:
    """The relation on all combinations of codes, flat; the last argument runs fastest."""
    m, k = vocabulary.n_codes, relation.arity
    columns = [vocabulary.values.reshape([-1 if place == i else 1 for place in range(k)]) for i in range(k)]
    return np.broadcast_to(relation.accepts(*columns), (m,) * k).ravel().copy()


def meaning_of(relation: Relation, order: tuple[int, ...], vocabulary: Vocabulary) -> bytes | str:
    """What a relation says of a scope, its arguments taken from there in this order. If two relations say the same of
    it, these are equal; where a truth table would be too large, that is seen only as far as their texts show it.
    """
    k, m = relation.arity, vocabulary.n_codes
    if m**k > TABLE_LIMIT and isinstance(relation.function, Expression):
        return canonical(relation.function, [ARGUMENTS[place] for place in order])
    return truth_table(relation, vocabulary).reshape((m,) * k).transpose(np.argsort(order)).tobytes()


def symmetries(relation: Relation, vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    """The orders of arguments that leave the meaning of a relation unchanged.

    If the relation is too large for a truth table, orders are compared on a sample first. Orders that the sample does
    not tell apart are the same if the expressions say so, or if CP-SAT finds no difference; in doubt they differ.
    """
    k, m = relation.arity, vocabulary.n_codes
    orders = list(itertools.permutations(range(k)))
    if m**k <= TABLE_LIMIT:
        table = truth_table(relation, vocabulary).reshape((m,) * k)
        return [order for order in orders if np.array_equal(table, table.transpose(order))]
    columns = _sample(k, vocabulary)
    accepted = relation.accepts(*columns)
    alike = [o for o in orders if np.array_equal(accepted, relation.accepts(*(columns[i] for i in o)))]
    given = tuple(range(k))
    return [order for order in alike if order == given or _same_in_order(relation, order, vocabulary)]


def _same_in_order(relation: Relation, order: tuple[int, ...], vocabulary: Vocabulary) -> bool:
    """Does the relation mean the same with its arguments in another order? False in doubt."""
    if isinstance(relation.function, Expression):
        arguments = ARGUMENTS[: relation.arity]
        if canonical(relation.function, arguments) == canonical(relation.function, [arguments[i] for i in order]):
            return True
    from tacit.exact.cpsat import differ_in_order

    return not differ_in_order(relation, order, vocabulary)


def _sample(k: int, vocabulary: Vocabulary) -> list[NDArray[np.int64]]:
    """Values to compare large relations on: all combinations of a few small ones, and random ones."""
    few = vocabulary.values[: max(2, int(SAMPLE ** (1 / k)) // 2)]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*[few] * k, indexing="ij")])
    drawn = np.random.RandomState(0).choice(vocabulary.values, size=(k, SAMPLE))
    return list(np.concatenate([grid, drawn], axis=1))


def truth_values(relation: Relation, vocabulary: Vocabulary) -> tuple[bool, bool]:
    """Can the relation be true, and can it be false, on the domains of some scope?"""
    k, m = relation.arity, vocabulary.n_codes
    choices = _domains_of_scopes(vocabulary, k)
    codes = dict(zip(vocabulary.domains, vocabulary.domain_codes, strict=True))
    tabled = m**k <= TABLE_LIMIT
    table = truth_table(relation, vocabulary).reshape((m,) * k) if tabled else None
    random = np.random.RandomState(0)
    seen: set[bool] = set()
    for choice in choices:
        if table is not None:
            part = table[np.ix_(*(codes[domain] for domain in choice))]
        else:
            part = relation.accepts(*(random.choice(domain, SAMPLE) for domain in choice))
        seen.update(np.unique(part).tolist())
        if len(seen) == 2:
            return True, True
    if table is None:
        from tacit.exact.cpsat import can_be

        seen |= {t for t in (True, False) if t not in seen and any(can_be(relation, c, t) for c in choices)}
    return True in seen, False in seen


def _domains_of_scopes(vocabulary: Vocabulary, k: int) -> list[tuple[tuple[int, ...], ...]]:
    """The different domains that the variables of a scope of size k can have, in all orders."""
    count = Counter(vocabulary.domains)
    every = itertools.product(count, repeat=k)
    return [choice for choice in every if all(count[domain] >= choice.count(domain) for domain in choice)]
