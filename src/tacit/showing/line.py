"""A line of a network in words."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.problem.network import Constraint
from tacit.structure.rule import Rule


@dataclass(frozen=True)
class Line:
    """A sentence, the constraints of the network that it stands for, and all that it says.

    rules: the same as rules, if it is about a family that a text can name
    """

    text: str
    constraints: tuple[Constraint, ...]
    claims: tuple[Constraint, ...]
    rules: tuple[Rule, ...] = ()
