"""n queens: several constraints on one scope, which is what the corrected FindC is for."""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem


def queens(n: int) -> Benchmark:
    """Queen i stands in row i; each pair has ≠ (columns) and |x − y| ≠ j − i (diagonals) on the same scope."""
    if n < 4:
        raise ProblemError(f"queens-{n}: there is no solution for fewer than 4 queens")
    names = [f"queen[{i}]" for i in range(n)]
    language = [*BASIC, *(f"abs(x - y) != {k}" for k in range(1, n))]
    target: list[tuple[str, list[str]]] = []
    for i, j in itertools.combinations(range(n), 2):
        target += [("!=", [names[i], names[j]]), (f"abs(x - y) != {j - i}", [names[i], names[j]])]
    problem = Problem({name: range(n) for name in names}, language=language, orders="given", name=f"queens-{n}")
    return Benchmark.of(problem, target, "The chess problem of Max Bezzel, 1848")
