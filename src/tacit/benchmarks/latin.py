"""Latin squares: rows and columns of different values."""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem


def latin(n: int) -> Benchmark:
    """An n × n table in which each value occurs once in every row and column: 900 constraints for 10."""
    if n < 2:
        raise ProblemError(f"latin-{n}: a Latin square needs at least 2 rows")
    cells = [(row, column) for row in range(n) for column in range(n)]
    names = {(row, column): f"grid[{row},{column}]" for row, column in cells}
    target = [("!=", [names[a], names[b]]) for a, b in itertools.combinations(cells, 2) if a[0] == b[0] or a[1] == b[1]]
    domains = {name: range(1, n + 1) for name in names.values()}
    problem = Problem(domains, language=BASIC, orders="given", name=f"latin-{n}")
    return Benchmark.of(problem, target, "Euler's squares; Section 9 of the paper")
