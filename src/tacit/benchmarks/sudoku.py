"""Sudoku: rows, columns and blocks of different values."""

from __future__ import annotations

import itertools
import math

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem import Problem


def sudoku(size: int = 9) -> Benchmark:
    """A size × size grid with √size × √size blocks: 81 variables and 810 constraints for 9."""
    block = math.isqrt(size)
    if block * block != size or size < 4:
        raise ProblemError(f"sudoku-{size}: the size must be a square number of at least 4, such as 4, 9 or 16")
    cells = [(row, column) for row in range(size) for column in range(size)]
    names = {(row, column): f"grid[{row},{column}]" for row, column in cells}
    target = [
        ("!=", [names[a], names[b]])
        for a, b in itertools.combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or (a[0] // block, a[1] // block) == (b[0] // block, b[1] // block)
    ]
    problem = Problem(
        {name: range(1, size + 1) for name in names.values()},
        language=BASIC,
        name="sudoku" if size == 9 else f"sudoku-{size}",
    )
    return Benchmark.of(problem, target, "The empty puzzle; Section 9 of the paper")
