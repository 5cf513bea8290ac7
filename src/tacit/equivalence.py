"""Do two networks have the same solutions? Computed, not assumed.

A constraint is implied if the other network has it, or if the other's constraints inside its scope imply it (by
enumeration of the scope); what is left is decided by CP-SAT, all at once.
"""

from __future__ import annotations

import itertools

from tacit.cpsat import solve
from tacit.network import Constraint, Network


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
    """The constraints that the network neither has nor implies by its constraints inside their scopes."""
    known = set(network.constraints)
    return [c for c in constraints if c not in known and not _implied_inside(network, c)]


def _implied_inside(network: Network, constraint: Constraint) -> bool:
    rows, vocabulary = network.rows, network.vocabulary
    variables = [vocabulary.index[name] for name in constraint.scope]
    parts = itertools.chain.from_iterable(itertools.combinations(variables, k + 1) for k in range(len(variables)))
    examples = rows.accepted_on(variables, [row for part in parts for row in rows.at(part).tolist()])
    if examples is None:
        return False
    return bool(constraint.relation.accepts(*vocabulary.values[examples].T).all())
