"""Everything by enumeration, in the plainest way: what the fast code is checked against.

Examples are dicts; constraints are evaluated one by one with plain integers. Nothing here uses rows, codes or bitsets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from tacit import Constraint, Problem
from tacit.bias import Bias

_cache: dict[tuple[int, tuple[int, ...]], bool] = {}


def accepts(constraint: Constraint, example: Mapping[str, int]) -> bool:
    """A constraint that misses a variable does not speak."""
    if not all(name in example for name in constraint.scope):
        return True
    return bool(constraint.relation.function(*(example[name] for name in constraint.scope)))


def rejecting(constraints: Iterable[Constraint], example: Mapping[str, int]) -> list[Constraint]:
    return [constraint for constraint in constraints if not accepts(constraint, example)]


def complete_examples(problem: Problem) -> Iterator[dict[str, int]]:
    v = problem.vocabulary
    for values in itertools.product(*v.domains):
        yield dict(zip(v.names, values, strict=True))


def partial_examples(problem: Problem) -> Iterator[dict[str, int]]:
    """All examples, the empty one left out."""
    v = problem.vocabulary
    for values in itertools.product(*((None, *domain) for domain in v.domains)):
        example = {name: value for name, value in zip(v.names, values, strict=True) if value is not None}
        if example:
            yield example


def solutions(problem: Problem, constraints: Iterable[Constraint]) -> list[dict[str, int]]:
    constraints = list(constraints)
    return [e for e in complete_examples(problem) if not rejecting(constraints, e)]


def own_examples(problem: Problem, constraint: Constraint) -> Iterator[dict[str, int]]:
    """All examples of a constraint's own scope."""
    v = problem.vocabulary
    names = sorted(constraint.scope, key=v.names.index)
    for values in itertools.product(*(v.domains[v.names.index(name)] for name in names)):
        yield dict(zip(names, values, strict=True))


def all_candidates(problem: Problem) -> list[Constraint]:
    bias = Bias(problem)
    return [bias.constraint(row) for row in range(bias.rows.size) if bias.is_candidate[row]]


def implied_on_scope(problem: Problem, constraint: Constraint, network: Iterable[Constraint]) -> bool:
    inside = [c for c in network if set(c.scope) <= set(constraint.scope)]
    return all(accepts(constraint, e) or rejecting(inside, e) for e in own_examples(problem, constraint))
