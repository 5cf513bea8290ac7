"""How a learner ends when nothing is left to ask."""

from __future__ import annotations

from typing import NamedTuple

from tacit.generation.solution import has_solution
from tacit.result import UNSATISFIABLE, Status
from tacit.state import State


class Outcome(NamedTuple):
    status: Status
    reason: str | None = None


COLLAPSE = Outcome(Status.COLLAPSED, UNSATISFIABLE)


def closing(state: State) -> Outcome:
    """The status when no example was generated: converged only if it is proved that there is none, but a solution."""
    satisfiable = has_solution(state)
    if satisfiable is False:
        return COLLAPSE
    if state.left_open:
        return Outcome(Status.PREMATURE, "a search was cut before the proof")
    if satisfiable is None:
        return Outcome(Status.PREMATURE, "not known whether the learned network has a solution")
    return Outcome(Status.CONVERGED)
