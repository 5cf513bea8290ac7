"""A rule with exceptions that are none: what it says there follows from something else.

If Zoe never has a night, nobody has to say that she has no early shift after one: "everybody but Zoe" is then how the
rule was learned, not what it is about. It is said, and carried over, as a rule for everybody.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cached_property
from math import prod

import numpy as np

from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.structure.rule import Rule

MOST = 10_000  # values of one scope, all of which are looked at


class ImpliedInside:
    """What follows on a scope from a network's constraints on these variables alone; bounds are not looked at."""

    def __init__(self, network: Network) -> None:
        self.network = network

    @cached_property
    def _on(self) -> dict[frozenset[int], list[Constraint]]:
        index = self.network.vocabulary.index
        found: dict[frozenset[int], list[Constraint]] = {}
        for constraint in self.network:
            if not isinstance(constraint.relation, Bound):
                found.setdefault(frozenset(index[name] for name in constraint.scope), []).append(constraint)
        return found

    def follows(self, relation: Relation, scope: tuple[int, ...]) -> bool:
        """Does the relation hold on a scope whenever the constraints inside that scope do?"""
        v = self.network.vocabulary
        parts = (part for size in range(1, len(scope) + 1) for part in itertools.combinations(scope, size))
        inside = [constraint for part in parts for constraint in self._on.get(frozenset(part), [])]
        domains = [v.domains[x] for x in scope]
        if not inside or prod(map(len, domains)) > MOST:
            return False
        values = dict(zip(scope, np.array(list(itertools.product(*domains))).T, strict=True))
        accepted = np.ones(len(values[scope[0]]), dtype=bool)
        for constraint in inside:
            accepted &= constraint.relation.accepts(*(values[v.index[name]] for name in constraint.scope))
        holds = relation.accepts(*(values[x] for x in scope))
        return bool((holds | ~accepted).all())


def whole(rule: Rule, implied: ImpliedInside) -> Rule:
    """The rule on all groups of its family, if on those that it leaves out it follows from other constraints of the
    network on the same variables; otherwise the rule as it is."""
    base = rule.family.uncut
    cut = rule.family.key.cuts[-1] if rule.family.key.cuts else ""
    if base is None or not isinstance(cut, tuple) or isinstance(rule.relation, Bound):
        return rule
    wide = replace(rule, family=base)
    said = set(rule.constraints())
    if all(implied.follows(rule.relation, scope) for scope in wide.constraints() if scope not in said):
        return wide
    return rule
