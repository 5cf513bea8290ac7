"""A rule with exceptions that are none: what it says there follows from something else.

If Zoe never has a night, nobody has to say that she has no early shift after one: "everybody but Zoe" is then how the
rule was learned, not what it is about. It is carried over as a rule for everybody.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from math import prod

import numpy as np

from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint, Network
from tacit.structure.rule import Rule

MOST = 10_000  # values of one scope, all of which are looked at


def whole(rule: Rule, network: Network) -> Rule:
    """The rule on all groups of its family, if on those that it leaves out it follows from other constraints of the
    network on the same variables; otherwise the rule as it is."""
    base = rule.family.uncut
    cut = rule.family.key.cuts[-1] if rule.family.key.cuts else ""
    if base is None or not isinstance(cut, tuple) or isinstance(rule.relation, Bound):
        return rule
    wide = replace(rule, family=base)
    said = set(rule.constraints())
    inside = _by_variables(network)
    if all(_follows(wide, scope, network, inside) for scope in wide.constraints() if scope not in said):
        return wide
    return rule


def _by_variables(network: Network) -> dict[frozenset[int], list[Constraint]]:
    index = network.vocabulary.index
    found: dict[frozenset[int], list[Constraint]] = {}
    for constraint in network:
        if not isinstance(constraint.relation, Bound):
            found.setdefault(frozenset(index[name] for name in constraint.scope), []).append(constraint)
    return found


def _follows(
    rule: Rule, scope: tuple[int, ...], network: Network, inside: dict[frozenset[int], list[Constraint]]
) -> bool:
    """Does the relation hold on a scope whenever the constraints inside that scope do?"""
    v = network.vocabulary
    domains = [v.domains[x] for x in scope]
    if prod(map(len, domains)) > MOST:
        return False
    values = dict(zip(scope, np.array(list(itertools.product(*domains))).T, strict=True))
    accepted = np.ones(len(values[scope[0]]), dtype=bool)
    for size in range(1, len(scope) + 1):
        for part in itertools.combinations(scope, size):
            for constraint in inside.get(frozenset(part), []):
                accepted &= constraint.relation.accepts(*(values[v.index[name]] for name in constraint.scope))
    holds = rule.relation.accepts(*(values[x] for x in scope))
    return bool((holds | ~accepted).all())
