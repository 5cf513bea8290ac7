"""Everything by enumeration, in the plainest way: what the fast code is checked against.

Examples are dicts; constraints are evaluated one by one with plain integers. Nothing here uses rows, codes or bitsets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from tacit.problem.network import Constraint
from tacit.problem.problem import Problem


def accepts(constraint: Constraint, example: Mapping[str, int]) -> bool:
    """A constraint accepts every example that leaves one of its variables unassigned."""
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
    """All examples except the empty one."""
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
    """Every relation on every scope: in the order of the variables, or in each order with another meaning."""
    found = []
    for relation in problem.language:
        for names in itertools.combinations(problem.names, relation.arity):
            if problem.orders == "given":
                found.append(Constraint(relation, names))
                continue
            meanings = set()
            for scope in itertools.permutations(names):
                constraint = Constraint(relation, scope)
                meaning = _meaning(problem, constraint, names)
                if meaning not in meanings:
                    meanings.add(meaning)
                    found.append(constraint)
    for constraint in problem.candidates:
        names = tuple(name for name in problem.names if name in constraint.scope)
        same = [c for c in found if c.relation == constraint.relation and set(c.scope) == set(names)]
        if _meaning(problem, constraint, names) not in [_meaning(problem, c, names) for c in same]:
            found.append(constraint)
    return found


def _meaning(problem: Problem, constraint: Constraint, names: tuple[str, ...]) -> tuple[bool, ...]:
    """What a constraint says about all values that occur in any domain: the bias compares meanings like this."""
    values = sorted({value for domain in problem.vocabulary.domains for value in domain})
    tuples = itertools.product(values, repeat=len(names))
    return tuple(accepts(constraint, dict(zip(names, each, strict=True))) for each in tuples)


def implied_on_scope(problem: Problem, constraint: Constraint, network: Iterable[Constraint]) -> bool:
    inside = [c for c in network if set(c.scope) <= set(constraint.scope)]
    return all(accepts(constraint, e) or rejecting(inside, e) for e in own_examples(problem, constraint))
