"""A line of a network in words."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.problem.network import Constraint


@dataclass(frozen=True)
class Line:
    """A sentence, the constraints of the network that it stands for, and all that it says."""

    text: str
    constraints: tuple[Constraint, ...]
    claims: tuple[Constraint, ...]
