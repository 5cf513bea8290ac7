"""Magic squares: all numbers differ, and rows, columns and long diagonals have the same sum."""

from __future__ import annotations

from typing import Any

from tacit.benchmarks.benchmark import Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

LINES = ["row", "column", "long diagonals"]


def magic(n: int) -> Benchmark:
    """An n × n square of the numbers from 1 to n²."""
    if n < 3:
        raise ProblemError(f"magic-{n}: there is no square with fewer than 3 rows")
    grid = [[f"cell[{i},{j}]" for j in range(n)] for i in range(n)]
    columns = [list(column) for column in zip(*grid, strict=True)]
    diagonals = [[grid[i][i] for i in range(n)], [grid[i][n - 1 - i] for i in range(n)]]
    total = n * (n * n + 1) // 2
    target: list[Any] = [("alldifferent", [cell for row in grid for cell in row])]
    target += [(f"sum == {total}", line) for line in [*grid, *columns, *diagonals]]
    problem = Problem(
        {cell: range(1, n * n + 1) for row in grid for cell in row},
        language=[
            "<",
            ">",
            {"relation": "alldifferent", "over": ["row", "column", "whole"]},
            *({"relation": f"sum {sign} k", "over": LINES} for sign in ("<=", ">=")),
        ],
        name=f"magic-{n}",
    )
    return Benchmark.of(problem, target, "The square of Lo Shu and its like")
