"""What needs no question: learn the only explanation left of a "no", drop what is implied, carry out a `Step`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tacit.generation.own_scope import OwnScope
from tacit.guided.choosing import Step
from tacit.guided.clauses import Clauses
from tacit.guided.implied import Implied
from tacit.learning.applying_claims import settle_claims
from tacit.learning.asker import Asker


def learn_what_is_certain(
    asker: Asker, implied: Implied | None, is_confirmed: Callable[[int], bool]
) -> tuple[Clauses, list[int]]:
    """Learn until each clause has several explanations, or one that is not confirmed yet.

    Returns the clauses that are left, and what waits to be confirmed.
    """
    while True:
        if asker.options.normalized:
            asker.answers.one_a_scope()
        clauses = Clauses(asker.answers)
        if implied is not None and _explained_by_implied(asker, clauses, implied):
            continue
        single = clauses.single()
        if not len(single):
            if asker.answers.claims.open and settle_claims(asker):
                continue
            return clauses, []
        confirmed = [row for row in single.tolist() if is_confirmed(row)]
        if not confirmed:
            return clauses, single.tolist()
        for row in confirmed:
            asker.learn(row)
            _drop_implied(asker, row)


def carry_out(asker: Asker, step: Step) -> None:
    """Apply what a step has found out."""
    if step.learn is not None:
        asker.learn(step.learn, only_implied=step.only_implied)
    if step.drop:
        asker.space.drop_implied(step.drop)
    if step.park:
        asker.space.park(np.array(step.park))


def _explained_by_implied(asker: Asker, clauses: Clauses, implied: Implied) -> bool:
    """If a candidate that is implied on all solutions explains a "no", it is learned, and nothing else is looked for:
    with it the network has the same solutions as before, and agrees with the answer."""
    rows = clauses.rows[implied.rows[clauses.rows]]
    if len(rows):
        asker.learn(int(rows[0]), only_implied=True)
    return len(rows) > 0


def _drop_implied(asker: Asker, row: int) -> None:
    """Drop the candidates that follow from a new constraint on its scope, if that is quick to see."""
    if asker.space.rows.is_bound(row):
        asker.space.drop_implied(asker.implications.implied_by(np.array([row]), asker.space.in_bias))
        return
    scope = asker.space.scope_set(row)
    if len(asker.space.candidates_at(scope)):
        own = OwnScope.of(asker, scope)
        if own.complete:
            own.drop_implied()
