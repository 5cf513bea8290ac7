"""Boolean variables that are all equal: where learning every violated constraint is not optimal."""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem


def clique(n: int) -> Benchmark:
    """n Boolean variables, the language {=}, and a target that makes them all equal; n − 1 constraints would do."""
    if n < 2:
        raise ProblemError(f"clique-{n}: at least 2 variables are needed")
    names = [f"x[{i}]" for i in range(n)]
    target = [("==", list(pair)) for pair in itertools.combinations(names, 2)]
    problem = Problem({name: range(2) for name in names}, language=["=="], orders="given", name=f"clique-{n}")
    return Benchmark.of(problem, target, "Section 10.2 of the paper")
