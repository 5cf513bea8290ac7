"""sol(C_L) = ∅? What is known: a solution of the learned network, or how large it was when a search for one was cut.

A solution stays one until a new constraint rejects it; that is checked when the solution is needed.
"""

from __future__ import annotations

import copy

import numpy as np

from tacit.candidates.version_space import VersionSpace
from tacit.problem.vocabulary import Codes


class Witness:
    """Some solution of the learned network, if one is known."""

    def __init__(self) -> None:
        self._solution: Codes | None = None
        self._checked = 0  # how much of the network the solution is known to satisfy
        self._given_up_at = 0  # how large the network was when a search for a solution was cut

    def copy(self) -> Witness:
        return copy.copy(self)  # solutions are never written to

    def solution(self, space: VersionSpace) -> Codes | None:
        """A solution of all that is learned by now, if one is known."""
        if self._solution is not None:
            for row in space.network[self._checked :]:
                scope = list(space.rows.scope(row))
                if space.rows.rejects(row, scope, self._solution[None, scope])[0]:
                    self._solution = None
                    break
            self._checked = len(space.network)
        return self._solution

    def found(self, space: VersionSpace, solution: Codes) -> None:
        """Keep an assignment of all variables that the learned network accepts."""
        self._solution = np.array(solution)
        self._checked = len(space.network)

    def gave_up(self, space: VersionSpace) -> None:
        """A search for a solution was cut."""
        self._given_up_at = len(space.network)

    def is_not_worth_a_search(self, space: VersionSpace) -> bool:
        """A search was cut, and the network has not grown by a tenth since."""
        return 10 * len(space.network) < 11 * self._given_up_at
