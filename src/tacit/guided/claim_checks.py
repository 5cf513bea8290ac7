"""Examples that go with claims: one that breaks a rule, to show what it forbids; and checks, where slips are expected.

A "yes" about a rule settles many candidates at once, so a slip there is costly. Where slips are expected, a rule "yes"
is checked by one example that breaks the rule at its least likely place, and must be a "no". "Nothing is required" is
checked by a few examples that would break as much as possible of what is said not to be required, and must be a "yes".
They are chosen before the claim is asked: afterwards all that they are about is settled.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import Floats
from tacit.guided.large_examples import Builder
from tacit.guided.on_group import OnGroup
from tacit.guided.on_scope import OnScope
from tacit.learning.asker import Asker
from tacit.problem.rows import RowIds
from tacit.structure.rule import Claim, Number, Rule

MOST_CHECKS = 3  # of "nothing is required": it settles most, and is said most easily
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


def violating(asker: Asker, rows: RowIds) -> list[Example]:
    """A few examples that together violate as many of these open candidates as possible, and nothing else that may
    hold; the next one violates what the others did not."""
    space = asker.space
    others = space.surviving.copy()
    others[rows] = False  # these must not be violated
    builder = Builder(space, np.random.RandomState(0), asker.options.largest)
    left = np.zeros(space.rows.size, dtype=bool)
    left[rows] = True
    found: list[Example] = []
    while len(found) < MOST_CHECKS and left.any():
        bulk = builder.bulk(np.zeros(space.rows.size), 1, never=others, wanted=left)
        if bulk is None:
            break
        found.append(Example(space, bulk.codes))
        left[space.rows.rejecting(bulk.codes, left)] = False
    return found


def checks_of(asker: Asker, claim: Claim, P: Floats, shown: Example | None) -> list[Example]:
    """The examples that check a "yes" to this claim."""
    if isinstance(claim, Rule):
        found = breaking(asker, claim, P, skip=shown)
        return [] if found is None else [found]
    if isinstance(claim, Number):
        return []  # what to check depends on the number
    rows = asker.answers.claims.of(claim)
    return violating(asker, rows[asker.space.in_bias[rows]])
