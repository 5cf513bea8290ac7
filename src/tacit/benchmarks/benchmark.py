"""A problem with its target."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tacit.network import ConstraintLike, Network
from tacit.problem import Problem

BASIC = ["==", "!=", ">", "<"]  # the language that most of the paper's benchmarks share


@dataclass(frozen=True)
class Benchmark:
    """What the learner is told, what the simulated user has in mind, and where both come from."""

    problem: Problem
    target: Network
    origin: str

    @classmethod
    def of(cls, problem: Problem, target: Iterable[ConstraintLike], origin: str) -> Benchmark:
        return cls(problem, problem.network(target), origin)
