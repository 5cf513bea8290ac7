"""Do two networks have the same solutions? Computed, not assumed.

A constraint is implied if the other network has it, or if the other's constraints inside its scope imply it (by
enumeration of the scope); what is left is decided by CP-SAT, all at once.
"""

from __future__ import annotations

import numpy as np

from tacit.cpsat import solve
from tacit.network import Constraint, Network

SCOPE_LIMIT = 200_000


def equivalent(one: Network, other: Network) -> bool:
    """Do both networks accept the same complete assignments?"""
    return separating_example(one, other) is None


def separating_example(one: Network, other: Network) -> dict[str, int] | None:
    """A complete assignment that just one of two networks accepts, or None if there is none."""
    for network, constraints in ((one, other), (other, one)):
        left = not_implied_on_scope(network, constraints)
        if left:
            # No limit: without an answer there is nothing true to say.
            codes, _ = solve(network.vocabulary, network.constraints, some_rejects=left)
            if codes is not None:
                return network.vocabulary.decode(codes)
    return None


def not_implied_on_scope(network: Network, constraints: Network) -> list[Constraint]:
    """The constraints that the network neither has nor implies inside their scopes."""
    at: dict[frozenset[str], list[Constraint]] = {}
    for c in network:
        at.setdefault(frozenset(c.scope), []).append(c)
    known = set(network.constraints)
    return [c for c in constraints if c not in known and not _implied_inside(at, c, network)]


def _implied_inside(at: dict[frozenset[str], list[Constraint]], constraint: Constraint, network: Network) -> bool:
    v = network.vocabulary
    domains = [np.array(v.domains[v.index[name]]) for name in constraint.scope]
    if np.prod([float(len(domain)) for domain in domains]) > SCOPE_LIMIT:
        return False
    grid = dict(zip(constraint.scope, np.meshgrid(*domains, indexing="ij"), strict=True))
    accepted = np.ones([len(domain) for domain in domains], dtype=bool)
    scope = frozenset(constraint.scope)
    inside = [c for part, cs in at.items() if part <= scope for c in cs]
    for c in inside:
        accepted &= c.relation.accepts(*(grid[name] for name in c.scope))
    return bool(constraint.relation.accepts(*(grid[name] for name in constraint.scope))[accepted].all())
