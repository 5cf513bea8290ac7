"""Everything by enumeration, in the plainest way: what the fast code is checked against.

Examples are dicts; constraints are evaluated one by one with plain integers. Nothing here uses rows, codes or bitsets.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tacit.learning.claims import Claimed, parts
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.rule import Free, Number, Review, Rule, Unlimited


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
    for relation, orders in _orders(problem).items():
        for names in [] if relation.name in problem.over else itertools.combinations(problem.names, relation.arity):
            found |= {Constraint(relation, _at(names, order)): None for order in orders}
        first = _first_orders(problem, relation)
        for family in problem.over.get(relation.name, ()):
            for chosen in (each for group in family.groups() for each in itertools.combinations(group, relation.arity)):
                names = tuple(problem.names[variable] for variable in sorted(chosen))
                in_group = [sorted(chosen).index(variable) for variable in chosen]
                for order in orders if family.members is None else orders[:1]:
                    place = tuple(in_group[i] for i in order)
                    found[Constraint(relation, _at(names, first[place]))] = None
    for constraint in problem.candidates:
        same = [c for c in found if c.relation == constraint.relation and set(c.scope) == set(constraint.scope)]
        if _meaning_of(problem, constraint) not in [_meaning_of(problem, c) for c in same]:
            found[constraint] = None
    return list(found)


def _at(names: Sequence[str], order: Sequence[int]) -> tuple[str, ...]:
    return tuple(names[place] for place in order)


def _orders(problem: Problem) -> dict[Relation, list[tuple[int, ...]]]:
    """The orders of each relation's arguments: as given; then those that no relation over the same families says."""
    found = {relation: [tuple(range(relation.arity))] for relation in problem.language}
    if problem.orders == "all":
        said = {(relation.over, _meaning(problem, relation, orders[0])) for relation, orders in found.items()}
        for relation, orders in found.items():
            for order in itertools.permutations(range(relation.arity)):
                means = relation.over, _meaning(problem, relation, order)
                if means not in said:
                    said.add(means)
                    orders.append(order)
    return found


def _first_orders(problem: Problem, relation: Relation) -> dict[tuple[int, ...], tuple[int, ...]]:
    """For each order of a relation's arguments, the first one that means the same. It is so on every scope."""
    first: dict[tuple[bool, ...], tuple[int, ...]] = {}
    orders = itertools.permutations(range(relation.arity))
    return {order: first.setdefault(_meaning(problem, relation, order), order) for order in orders}


def _meaning_of(problem: Problem, constraint: Constraint) -> tuple[bool, ...]:
    names = sorted(constraint.scope, key=problem.names.index)
    return _meaning(problem, constraint.relation, [names.index(name) for name in constraint.scope])


def _meaning(problem: Problem, relation: Relation, order: Sequence[int]) -> tuple[bool, ...]:
    """What a relation says, its arguments in this order, about all values in any domain: so does the bias compare."""
    values = sorted({value for domain in problem.vocabulary.domains for value in domain})
    tuples = itertools.product(values, repeat=relation.arity)
    return tuple(bool(relation.function(*(each[place] for place in order))) for each in tuples)


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
    if isinstance(said.claim, (Unlimited, Number)):
        raise NotImplementedError("tacit.testing.bounded judges bounds")
    if isinstance(said.claim, Review):
        if said.claim.plans:
            return all(agrees(problem, Claimed(rule, yes), network) for rule, yes in parts(said))
        right = [agrees(problem, Claimed(line, True), network) for line in said.claim.lines]
        wrong = [place for place, is_right in enumerate(right) if not is_right]
        return wrong == list(said.exceptions) if said.exceptions else said.answer == (not wrong)
    if not isinstance(said.claim, Rule):
        return is_free(problem, said.claim, network) == said.answer
    broken = broken_groups(problem, said.claim, network)
    return broken == list(said.exceptions) if said.exceptions else said.answer == (not broken)
