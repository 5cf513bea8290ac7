"""A relation of one problem, in another one: the same by its text and by the names of its values.

Values with names mean what they are called, whatever number stands for them; other values are numbers.
"""

from __future__ import annotations

import itertools

import numpy as np

from tacit.carrying.not_carried import NotCarried
from tacit.errors import LanguageError
from tacit.problem.bounds import Bound, count_of
from tacit.problem.expressions import Expression
from tacit.problem.meaning import TABLE_LIMIT
from tacit.problem.named_relations import relation_named
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

TRIED = (0, 1, 3, 7)  # values at different distances


def same_relation(relation: Relation, source: Vocabulary, problem: Problem) -> Relation:
    """The relation in a new problem; that of its language, if it is there."""
    found = _bound(relation, source, problem) if isinstance(relation, Bound) else _plain(relation, source, problem)
    known = relation_named(problem, found.name)
    return found if known is None or known.arity != found.arity else known


def _bound(bound: Bound, source: Vocabulary, problem: Problem) -> Bound:
    measure = bound.measure
    if measure.kind != "count":
        return bound
    v = problem.vocabulary
    names = {value: name for name, value in source.named_values.items()}
    values = []
    for value in measure.values:
        if value in names:
            if names[value] not in v.named_values:
                raise NotCarried(f"there is no value {names[value]} in the new problem")
            values.append(v.named_values[names[value]])
        elif value not in v.values or v.named_values:
            raise NotCarried(f"no variable of the new problem can have the value {value}")
        else:
            values.append(value)
    return Bound(count_of(values, v.named_values, negated=measure.negated), bound.sign, bound.k, say=bound.say)


def _plain(relation: Relation, source: Vocabulary, problem: Problem) -> Relation:
    v = problem.vocabulary
    if not isinstance(relation.function, Expression):
        if source.named_values != v.named_values:
            raise NotCarried(f"{relation.name!r} is given by a table of numbers, and the values have other names")
        return relation
    for name in relation.function.constants:
        if name not in v.named_values:
            raise NotCarried(f"there is no value {name} in the new problem")
    try:
        found = Relation.of(relation.function.text, v.named_values, say=relation.say)
        found.check_overflow(int(v.values[0]), int(v.values[-1]))
    except LanguageError as error:
        raise NotCarried(str(error)) from None
    if found.name != relation.name:
        found = Relation(relation.name, found.function, found.arity, say=relation.say)
    if not _means_the_same(relation, source, found, v):
        raise NotCarried(
            "the values of the new problem are others, or in another order: there it would mean something else"
        )
    return found


def _means_the_same(one: Relation, source: Vocabulary, other: Relation, v: Vocabulary) -> bool:
    """Does it say the same of the names of values that both problems have? An order of names need not be the same."""
    assert isinstance(one.function, Expression)
    if not source.named_values and not v.named_values:
        return True
    if not one.function.constants and _only_tells_same_from_different(one):
        return True
    shared = [name for name in source.named_values if name in v.named_values]
    if len(shared) < 2 and not one.function.constants:
        return False
    shared = shared[: int(TABLE_LIMIT ** (1 / one.arity))]
    chosen = np.array(list(itertools.product(shared, repeat=one.arity)))
    judged = []
    for relation, values in ((one, source.named_values), (other, v.named_values)):
        columns = [np.array([values[name] for name in column], dtype=np.int64) for column in chosen.T]
        judged.append(relation.accepts(*columns))
    return bool((judged[0] == judged[1]).all())


def _only_tells_same_from_different(relation: Relation) -> bool:
    """Is it the same whatever the values are called, as x != y is?"""
    chosen = np.array(list(itertools.product(range(len(TRIED)), repeat=relation.arity)))
    numbers = np.array(TRIED, dtype=np.int64)
    first = relation.accepts(*numbers[chosen].T)
    return all(
        bool((relation.accepts(*numbers[np.array(order)][chosen].T) == first).all())
        for order in itertools.permutations(range(len(TRIED)))
    )
