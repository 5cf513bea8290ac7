"""How a learner ends when nothing is left to ask."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tacit.generation.own_scope import OwnScope
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.result import PLAN_ACCEPTED, UNSATISFIABLE, Status


class Outcome(NamedTuple):
    """What a learner returns."""

    status: Status
    reason: str | None = None


# An answer was set aside: the learner is to be run again with the others.
START_OVER = Outcome(Status.STOPPED, "start over")
COLLAPSE = Outcome(Status.COLLAPSED, UNSATISFIABLE)


def verdict(asker: Asker) -> Outcome:
    """The status when no example was generated: converged only if it is proved that none exists, and that the learned
    network has a solution."""
    if not asker.space.looked_at.all():
        return Outcome(Status.CONVERGED)  # with these variables; GrowAcq goes on with more, and proves it at the end
    satisfiable = has_solution(asker)
    if satisfiable is False:
        return COLLAPSE
    if asker.space.agenda.any():
        return Outcome(Status.PREMATURE, "a search was cut before the proof")
    if satisfiable is None:
        return Outcome(Status.PREMATURE, "not known whether the learned network has a solution")
    return Outcome(Status.CONVERGED)


def open_candidates(asker: Asker, outcome: Outcome) -> list[int]:
    """The candidates that no answer has settled: the rest of the bias, without those implied on their own scopes.

    After a plan was accepted the implied ones are among them: most of the bias is open then, and nobody waits for so
    many proofs.
    """
    if outcome.reason == PLAN_ACCEPTED:
        return np.flatnonzero(asker.space.in_bias).tolist()
    found: list[int] = []
    scopes: dict[int, list[int]] = {}
    in_bias = np.flatnonzero(asker.space.in_bias)
    bounds = in_bias[in_bias >= asker.space.rows.n_plain].tolist()
    for row in in_bias[in_bias < asker.space.rows.n_plain].tolist():
        scopes.setdefault(asker.space.scope_set(row), []).append(row)
    for scope, rows in scopes.items():
        if asker.space.learned_inside(scope):
            implied = OwnScope.of(asker, scope).implied(np.array(rows))
            rows = [row for row in rows if row not in implied]
        found += rows
    return sorted([*found, *bounds])
