"""What a relation means on a vocabulary: its truth table over codes, its symmetries, whether it says anything."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from tacit.relations import Relation
from tacit.vocabulary import Vocabulary

TABLE_LIMIT = 1 << 20  # entries of one relation's truth table; larger ones are evaluated by their function
SAMPLE = 1 << 16


def truth_table(relation: Relation, vocabulary: Vocabulary) -> NDArray[np.bool_]:
    """The relation on all combinations of codes, flat; the last argument runs fastest."""
    m, k = vocabulary.n_codes, relation.arity
    columns = [vocabulary.values.reshape([-1 if place == i else 1 for place in range(k)]) for i in range(k)]
    return np.broadcast_to(relation.accepts(*columns), (m,) * k).ravel().copy()


def symmetries(relation: Relation, vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    """The orders of its arguments under which a relation means the same.

    Exact for relations with a truth table; larger ones are compared on all small values and on a sample of the others.
    """
    k, m = relation.arity, vocabulary.n_codes
    orders = list(itertools.permutations(range(k)))
    if m**k <= TABLE_LIMIT:
        table = truth_table(relation, vocabulary).reshape((m,) * k)
        return [order for order in orders if np.array_equal(table, table.transpose(order))]
    columns = _sample(k, vocabulary)
    accepted = relation.accepts(*columns)
    return [o for o in orders if np.array_equal(accepted, relation.accepts(*(columns[i] for i in o)))]


def _sample(k: int, vocabulary: Vocabulary) -> list[NDArray[np.int64]]:
    """Values to compare large relations on: all combinations of a few small ones, and random ones."""
    few = vocabulary.values[: max(2, int(SAMPLE ** (1 / k)) // 2)]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*[few] * k, indexing="ij")])
    drawn = np.random.RandomState(0).choice(vocabulary.values, size=(k, SAMPLE))
    return list(np.concatenate([grid, drawn], axis=1))


def outcomes(relation: Relation, vocabulary: Vocabulary) -> tuple[bool, bool]:
    """Can the relation be true, and can it be false, on the domains of some scope?"""
    k, m = relation.arity, vocabulary.n_codes
    if m**k > TABLE_LIMIT:
        accepted = relation.accepts(*_sample(k, vocabulary))
        if accepted.any() and not accepted.all():
            return True, True
        from tacit.cpsat import can_be

        return can_be(relation, vocabulary, True), can_be(relation, vocabulary, False)
    table = truth_table(relation, vocabulary).reshape((m,) * k)
    distinct = list(dict.fromkeys(vocabulary.domains))
    if len(distinct) == 1 or len(distinct) ** k > 10_000:
        return bool(table.any()), not bool(table.all())
    count = Counter(vocabulary.domains)
    choices = [c for c in itertools.product(distinct, repeat=k) if all(count[d] >= c.count(d) for d in c)]
    codes = dict(zip(vocabulary.domains, vocabulary.domain_codes, strict=True))
    parts = [table[np.ix_(*(codes[domain] for domain in choice))] for choice in choices]
    return any(part.any() for part in parts), not all(part.all() for part in parts)
