"""Everything by enumeration, in the plainest way: what the fast code is checked against.

Examples are dicts; constraints are evaluated one by one with plain integers. Nothing here uses rows, codes or bitsets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tacit.learning.claims import Claimed
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.rule import Free, Rule


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
    """Every relation on every scope: in the order of the variables, or in each order with another meaning.

    A relation that is limited to families is on the scopes inside their groups, in the order of the group.
    """
    found: dict[Constraint, None] = {}
    for relation in problem.language:
        for names in [] if relation.name in problem.over else itertools.combinations(problem.names, relation.arity):
            if problem.orders == "given":
                found[Constraint(relation, names)] = None
            else:
                found |= {_smallest(problem, relation, scope): None for scope in itertools.permutations(names)}
        for family in problem.over.get(relation.name, ()):
            for chosen in (each for group in family.groups() for each in itertools.combinations(group, relation.arity)):
                names = tuple(problem.names[variable] for variable in chosen)
                as_given = problem.orders == "given" or family.members is not None
                scopes = [names] if as_given else itertools.permutations(names)
                found |= {_smallest(problem, relation, scope): None for scope in scopes}
    for constraint in problem.candidates:
        names = tuple(name for name in problem.names if name in constraint.scope)
        same = [c for c in found if c.relation == constraint.relation and set(c.scope) == set(names)]
        if _meaning(problem, constraint, names) not in [_meaning(problem, c, names) for c in same]:
            found[constraint] = None
    return list(found)


def _smallest(problem: Problem, relation: Relation, scope: Iterable[str]) -> Constraint:
    """Of the constraints that mean the same, the one whose scope comes first in the order of the variables."""
    names = tuple(sorted(scope := tuple(scope), key=problem.names.index))
    meaning = _meaning(problem, Constraint(relation, scope), names)
    orders = (Constraint(relation, order) for order in itertools.permutations(names))
    return next(c for c in orders if _meaning(problem, c, names) == meaning)


def _meaning(problem: Problem, constraint: Constraint, names: tuple[str, ...]) -> tuple[bool, ...]:
    """What a constraint says about all values that occur in any domain: the bias compares meanings like this."""
    values = sorted({value for domain in problem.vocabulary.domains for value in domain})
    tuples = itertools.product(values, repeat=len(names))
    return tuple(accepts(constraint, dict(zip(names, each, strict=True))) for each in tuples)


def implied_on_scope(problem: Problem, constraint: Constraint, network: Iterable[Constraint]) -> bool:
    inside = [c for c in network if set(c.scope) <= set(constraint.scope)]
    return all(accepts(constraint, e) or rejecting(inside, e) for e in own_examples(problem, constraint))


# --- rules ---


def constraints_of(problem: Problem, rule: Rule, numbers: Iterable[int] | None = None) -> list[Constraint]:
    """The constraints of a rule, or those of the groups with these numbers."""
    groups = list(rule.family.groups())
    order = rule.order or range(rule.arity)
    scopes = {
        tuple(problem.names[scope[place]] for place in order)
        for number in (range(len(groups)) if numbers is None else numbers)
        for scope in itertools.combinations(groups[number], rule.arity)
    }
    return [Constraint(rule.relation, scope) for scope in sorted(scopes)]


def broken_groups(problem: Problem, rule: Rule, network: Sequence[Constraint]) -> list[int]:
    """The groups on which a rule does not hold, by what a network says of examples."""
    every = range(rule.family.count)
    return [
        n for n in every if not all(implied_on_scope(problem, c, network) for c in constraints_of(problem, rule, [n]))
    ]


def is_free(problem: Problem, free: Free, network: Sequence[Constraint]) -> bool:
    """Is each example on these scopes fine whose parts are fine, and that agrees with the other rules?"""
    besides = [c for rule in free.besides for c in constraints_of(problem, rule)]
    inside = [set(group) for family in free.inside for group in family.groups()]
    outside = [set(group) for family in free.outside for group in family.groups()]
    for scope in itertools.combinations(range(len(problem.names)), free.arity):
        if (inside and not any(set(scope) <= group for group in inside)) or any(set(scope) <= g for g in outside):
            continue
        names = {problem.names[variable] for variable in scope}
        own = [c for c in network if set(c.scope) == names]
        given = [c for c in network if set(c.scope) < names] + [c for c in besides if set(c.scope) == names]
        if any(not implied_on_scope(problem, c, given) for c in own):
            return False
    return True


def agrees(problem: Problem, said: Claimed, network: Sequence[Constraint]) -> bool:
    """Could somebody who has this network in mind have answered a question about rules so?"""
    if said.answer is None:
        return True
    if not isinstance(said.claim, Rule):
        return is_free(problem, said.claim, network) == said.answer
    broken = broken_groups(problem, said.claim, network)
    return broken == list(said.exceptions) if said.exceptions else said.answer == (not broken)
