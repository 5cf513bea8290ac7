"""The example that goes with a question about a rule: it breaks the rule, to show what it forbids."""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.on_group import OnGroup
from tacit.guided.on_scope import OnScope
from tacit.guided.weights import Floats
from tacit.learning.asker import Asker
from tacit.structure.rule import Rule

MOST_PLACES = 20  # that are looked at for an example that breaks a rule and nothing else


def breaking(asker: Asker, rule: Rule, P: Floats) -> Example | None:
    """An example that breaks a rule in one place, the least likely one that has one, and nothing that was learned."""
    space = asker.space
    rows = asker.answers.claims.of(rule)
    rows = rows[space.in_bias[rows]]
    rows = rows[np.argsort(P[rows], kind="stable")][:MOST_PLACES]
    for row in rows.tolist():
        if space.rows.is_bound(row):
            found = OnGroup(space, asker.answers, P, row).confirming(row)
            if found is not None:
                return found[0]
            continue
        own = OwnScope(space, asker.answers, np.random.RandomState(0), space.scope_set(row))  # takes no random numbers
        found = OnScope(own, P).confirming(row)
        if found is not None:
            return found[0]
    return None
