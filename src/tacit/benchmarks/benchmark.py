"""A problem with its target."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tacit.problem.network import ConstraintLike, Network
from tacit.problem.problem import Problem

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

    def changed(self, *, relations: Sequence[str] = (), orders: str | None = None) -> Benchmark:
        """The same benchmark with more relations in its language, or with another choice of orders."""
        if not relations and orders in (None, self.problem.orders):
            return self
        old = self.problem
        problem = Problem(
            dict(zip(old.names, old.vocabulary.domains, strict=True)),
            language=[*old.language, *relations],
            name=old.name,
            orders=orders or old.orders,
            groups=old.groups,
        )
        return Benchmark.of(problem, self.target, self.origin)
