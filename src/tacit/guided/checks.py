"""Examples that go with claims: one that breaks a rule, to show what it forbids; and checks, where slips are expected.

A "yes" about a rule settles many candidates at once, so a slip there is costly. Where slips are expected, a rule "yes"
is checked by one example that breaks the rule at its least likely place, and must be a "no". "Nothing is required" is
checked by one example that would break as much as possible of what is said not to be required, and must be a "yes".
Both are chosen before the claim is asked: afterwards all that they are about is settled.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import Floats
from tacit.guided.large_examples import Builder
from tacit.guided.on_scope import OnScope
from tacit.learning.asker import Asker
from tacit.problem.rows import RowIds
from tacit.structure.rule import Claim, Rule

MOST_PLACES = 20  # that are looked at for an example that breaks a rule and nothing else


def breaking(asker: Asker, rule: Rule, P: Floats, *, skip: Example | None = None) -> Example | None:
    """An example that breaks a rule in one place, and nothing that was learned; at the least likely place that has one.

    skip: not at the place of this one, unless there is no other
    """
    space = asker.space
    rows = asker.answers.claims.of(rule)
    rows = rows[space.in_bias[rows]]
    rows = rows[np.argsort(P[rows], kind="stable")][:MOST_PLACES]
    if skip is not None:
        rows = rows[np.argsort([space.scope_set(row) & skip.variables != 0 for row in rows.tolist()], kind="stable")]
    for row in rows.tolist():
        own = OwnScope(space, asker.answers, np.random.RandomState(0), space.scope_set(row))  # takes no random numbers
        found = OnScope(own, P).confirming(row)
        if found is not None:
            return found[0]
    return None


def violating(asker: Asker, rows: RowIds) -> Example | None:
    """An example that violates as many of these open candidates as possible, and nothing else that may hold."""
    space = asker.space
    open_ = space.surviving.copy()
    open_[rows] = False  # all others must not be violated
    builder = Builder(space, np.random.RandomState(0), asker.options.largest)
    bulk = builder.bulk(np.zeros(space.rows.size), 1, never=open_)
    return None if bulk is None else Example(space, bulk.codes)


def check_of(asker: Asker, claim: Claim, P: Floats, shown: Example | None) -> Example | None:
    """The example that checks a "yes" to this claim."""
    if isinstance(claim, Rule):
        return breaking(asker, claim, P, skip=shown)
    rows = asker.answers.claims.of(claim)
    return violating(asker, rows[asker.space.in_bias[rows]])
