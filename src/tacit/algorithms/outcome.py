"""How a learner ends when nothing is left to ask."""

from __future__ import annotations

from typing import NamedTuple

from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.result import UNSATISFIABLE, Status


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
