"""Does a network say that a rule holds, or that nothing is required? Exactly, scope by scope.

A network answers by what its constraints *inside a scope* imply, not by what all its solutions happen to share: so what
it says of rules agrees with what it says of examples.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.exact.bound_judge import BoundJudge
from tacit.problem.bounds import Bound
from tacit.problem.meaning import symmetries
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.rows import Rows
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.rule import Free, Rule, scope_keys

Applied = tuple[Relation, tuple[int, ...]]  # a relation on variables, by their numbers


class Judge:
    """Answers claims about one network. What it has found out is kept by relations, domains and places."""

    def __init__(self, network: Network) -> None:
        self._v = network.vocabulary
        self._all: list[Applied] = [
            (c.relation, tuple(self._v.index[name] for name in c.scope))
            for c in network.constraints
            if not isinstance(c.relation, Bound)
        ]
        self.bounds = BoundJudge(network)
        self._network = network
        self._at: dict[frozenset[int], list[Applied]] = {}
        for relation, scope in self._all:
            self._at.setdefault(frozenset(scope), []).append((relation, scope))
        self._implied: dict[tuple[object, ...], bool] = {}
        self._same: dict[Relation, list[tuple[int, ...]]] = {}

    def broken(self, rule: Rule) -> list[int]:
        """The numbers of the groups on which a rule does not hold."""
        if isinstance(rule.relation, Bound):
            return self.bounds.broken(rule)
        broken: set[int] = set()
        for scope in rule.scopes.tolist():
            if not self._holds((rule.relation, tuple(scope)), self._speaking_of(scope)):
                broken.update(rule.family.holding(scope))
        return sorted(broken)

    def holds(self, rule: Rule) -> bool:
        """Does a rule hold on all groups?"""
        if isinstance(rule.relation, Bound):
            return not self.bounds.broken(rule)
        return all(self._holds((rule.relation, tuple(s)), self._speaking_of(s)) for s in rule.scopes.tolist())

    def is_free(self, free: Free, below: Judge | None = None) -> bool:
        """Does all that the network requires on these scopes follow from the other rules and from smaller scopes?

        below: the judge of another network, whose constraints count on the smaller scopes
        """
        n = len(self._v)
        besides: dict[frozenset[int], list[Applied]] = {}
        bounds = [rule for rule in free.besides if isinstance(rule.relation, Bound)]
        for rule in free.besides:
            if isinstance(rule.relation, Bound):
                continue
            for scope in rule.scopes.tolist():
                besides.setdefault(frozenset(scope), []).append((rule.relation, tuple(scope)))
        mine = [(relation, scope) for relation, scope in self._all if len(scope) == free.arity]
        if not mine:
            return True
        keys = scope_keys(np.array([scope for _, scope in mine], dtype=np.int64), n)
        for constraint, speaks in zip(mine, free.holds_keys(keys, n).tolist(), strict=True):
            if speaks:
                smaller = [each for each in (below or self)._of_subsets(constraint[1]) if len(each[1]) < free.arity]
                others = [*besides.get(frozenset(constraint[1]), []), *_around(bounds, constraint[1])]
                if not self._holds(constraint, [*smaller, *others]):
                    return False
        return True

    def _speaking_of(self, scope: Sequence[int]) -> list[Applied]:
        """The constraints that can reject an example of just these few variables: bounds need not lie inside them."""
        found = self._of_subsets(scope)
        bounds = self._network.rows.bounds
        if len(bounds):
            series = sorted({number for x in scope for number in bounds.around[x].tolist()})
            near = [row for number in series for row in range(*bounds.start[number : number + 2].tolist())]
            found += [(bounds.relation(row), bounds.scope(row)) for row in near if bounds.may_reject(row, scope)]
        return found

    def _of_subsets(self, scope: Sequence[int]) -> list[Applied]:
        """The constraints whose variables are all among these few."""
        found: list[Applied] = []
        for bits in range(1, 1 << len(scope)):
            part = frozenset(variable for i, variable in enumerate(scope) if bits >> i & 1)
            found += self._at.get(part, [])
        return found

    def _holds(self, constraint: Applied, given: Sequence[Applied]) -> bool:
        """Is a constraint implied by these, on its own variables?"""
        relation, scope = constraint
        for other, variables in given:
            if other == relation and any(tuple(variables[i] for i in o) == scope for o in self._symmetric(relation)):
                return True
        place = {variable: i for i, variable in enumerate(scope)}
        sort = tuple(
            sorted(
                (other.name, tuple(place[v] for v in variables if v in place), len(variables))
                for other, variables in given
            )
        )
        key = (relation, tuple(self._v.domains[v] for v in scope), sort)
        if key not in self._implied:
            self._implied[key] = self._find_out(constraint, given)
        return self._implied[key]

    def _symmetric(self, relation: Relation) -> list[tuple[int, ...]]:
        if relation not in self._same:
            self._same[relation] = symmetries(relation, self._v)
        return self._same[relation]

    def _find_out(self, constraint: Applied, given: Sequence[Applied]) -> bool:
        names = self._v.names
        variables = sorted(constraint[1])
        together = [constraint, *given]
        bounds = [(relation, scope) for relation, scope in together if isinstance(relation, Bound)]
        relations = list(dict.fromkeys(relation for relation, _ in together if not isinstance(relation, Bound)))
        groups = [
            (number, np.array([scope for other, scope in together if other == relation], dtype=np.int32))
            for number, relation in enumerate(relations)
        ]
        rows = Rows(self._v, relations, groups, bounds)
        hard = [row for relation, scope in given if (row := rows.find(relation, scope)) is not None]
        row = rows.find(*constraint)
        assert row is not None
        examples = rows.accepted_on(variables, hard)
        if examples is not None:
            return not rows.rejects(row, variables, examples).any()
        from tacit.exact.cpsat import solve

        if bounds:
            from tacit.exact.partial import find_partial

            return find_partial(rows, variables, hard, rejects=[row], small=False) is None
        small = Vocabulary({names[v]: self._v.domains[v] for v in variables})
        named = [Constraint(relation, tuple(names[v] for v in scope)) for relation, scope in together]
        found, proved = solve(small, named[1:], some_rejects=named[:1])
        return found is None and proved


def _around(rules: Sequence[Rule], scope: Sequence[int]) -> list[Applied]:
    """The bounds that rules put on groups with at least one of these variables."""
    mine = set(scope)
    return [
        (part, group)
        for rule in rules
        if isinstance(rule.relation, Bound)
        for part in rule.relation.parts()
        for group in rule.family.groups()
        if mine & set(group)
    ]
