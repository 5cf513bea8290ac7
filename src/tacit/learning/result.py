"""What a dialogue ends with: a network, a status that tells the truth, and the answers behind both."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tacit.errors import ProblemError
from tacit.learning.claims import Claimed, Claims
from tacit.learning.evidence import Conflict, Explanation, explain
from tacit.learning.statistics import Statistics
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Answered

if TYPE_CHECKING:
    import cpmpy

    from tacit.candidates.bias import Bias


class Status(StrEnum):
    """How a dialogue ended."""

    CONVERGED = "converged"  # proved: all networks over the bias that agree with the answers mean the same
    PREMATURE = "premature"  # a limit was hit before the proof
    COLLAPSED = "collapsed"  # see the reason: contradiction or unsatisfiable
    UNDECIDED = "undecided"  # only "don't know" stands in the way
    STOPPED = "stopped"  # by the person or a budget


CONTRADICTION = "contradiction"  # no network over the bias agrees with the answers
UNSATISFIABLE = "unsatisfiable"  # the learned network has no solution


@dataclass(frozen=True)
class Result:
    """The end of a dialogue (or how far it has come, if it was stopped)."""

    status: Status
    reason: str | None
    network: Network
    open: tuple[Constraint, ...]  # candidates that no answer has settled; empty when converged
    undecided: tuple[Constraint, ...]  # those in `open` for which only "don't know" stands in the way
    conflict: Conflict | None
    answers: tuple[Answered, ...]
    statistics: Statistics
    deterministic: bool  # False if a cutoff was in seconds: another run may ask other questions
    _bias: Bias = field(repr=False)
    _claims: Claims = field(repr=False)

    @property
    def claims(self) -> tuple[Claimed, ...]:
        """The answers about rules."""
        return tuple(self._claims.log)

    def explain(self, constraint: Constraint) -> Explanation:
        """Why a learned constraint is in the network: the answers that prove it."""
        if constraint not in self.network:
            raise ProblemError(f"{constraint} is not in the learned network")
        return explain(self._bias, self.network, self.answers, constraint, self._claims)

    def to_cpmpy(self) -> cpmpy.Model:
        """The learned network as a CPMpy model, over the user's own variables if the problem was made from them."""
        return self.network.to_cpmpy()
