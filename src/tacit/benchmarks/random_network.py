"""Random networks: no structure at all."""

from __future__ import annotations

import itertools

import numpy as np

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem


def random_network(n: int, d: int, count: int, seed: int = 0) -> Benchmark:
    """n variables with d values, and `count` constraints from ≠ > <, one per scope, around a hidden solution."""
    name = f"random-{n}x{d}x{count}" + (f"-{seed}" if seed else "")
    if n < 2 or d < 2:
        raise ProblemError(f"{name}: at least 2 variables with 2 values are needed")
    draw = np.random.RandomState(seed)
    solution = draw.randint(1, d + 1, size=n)
    differ = [(i, j) for i, j in itertools.combinations(range(n), 2) if solution[i] != solution[j]]
    if count > len(differ):
        raise ProblemError(f"{name}: at most {len(differ)} constraints fit around the hidden solution of this seed")
    names = [f"x[{i}]" for i in range(n)]
    target = []
    for choice in sorted(draw.choice(len(differ), count, replace=False).tolist()):
        i, j = differ[choice]
        strict = ">" if solution[i] > solution[j] else "<"
        target.append(("!=" if draw.randint(3) == 0 else strict, [names[i], names[j]]))
    problem = Problem({each: range(1, d + 1) for each in names}, language=BASIC, orders="given", name=name)
    return Benchmark.of(problem, target, "Drawn at random around a hidden solution")
