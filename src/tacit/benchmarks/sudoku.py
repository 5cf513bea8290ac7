"""Sudoku and two variants of it: rows, columns and blocks of different values."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

Cell = tuple[int, int]

# A solved grid. The values of neighbouring cells say which way the constraints of the greater-than Sudoku point.
SOLVED = [
    "417369825",
    "632158947",
    "958724316",
    "825437169",
    "791586432",
    "346912758",
    "289643571",
    "573291684",
    "164875293",
]

# The blocks of the jigsaw Sudoku: which block each cell belongs to.
JIGSAW = [
    "000111122",
    "000111122",
    "000415552",
    "664445552",
    "633345552",
    "633344422",
    "633374888",
    "667777888",
    "667777888",
]


def sudoku(size: int = 9) -> Benchmark:
    """A size × size grid with √size × √size blocks: 81 variables and 810 constraints for 9."""
    side = math.isqrt(size)
    if side * side != size or size < 4:
        raise ProblemError(f"sudoku-{size}: the size must be a square number of at least 4, such as 4, 9 or 16")
    name = "sudoku" if size == 9 else f"sudoku-{size}"
    return _grid(name, size, _square_block(side), "The empty puzzle; Section 9 of the paper")


def gtsudoku() -> Benchmark:
    """Greater-than Sudoku: neighbours in one block have > or < in place of ≠; that is 108 of the 810 constraints.

    The paper shows its instance only in a picture; here the signs come from one solved grid.
    """

    def relation(a: Cell, b: Cell) -> str:
        neighbours = abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1
        if not (neighbours and block(a) == block(b)):
            return "!="
        return ">" if SOLVED[a[0]][a[1]] > SOLVED[b[0]][b[1]] else "<"

    block = _square_block(3)
    return _grid("gtsudoku", 9, block, "Greater-than Sudoku, as in Section 9 of the paper; its own instance", relation)


def jsudoku() -> Benchmark:
    """Jigsaw Sudoku: nine blocks of irregular shape, 811 constraints. Not in the paper; later papers use it."""
    return _grid(
        "jsudoku", 9, lambda cell: JIGSAW[cell[0]][cell[1]], "Jigsaw Sudoku, as later papers of the field use it"
    )


def _square_block(side: int) -> Callable[[Cell], Cell]:
    return lambda cell: (cell[0] // side, cell[1] // side)


def _grid(
    name: str,
    size: int,
    block: Callable[[Cell], object],
    origin: str,
    relation: Callable[[Cell, Cell], str] = lambda a, b: "!=",
) -> Benchmark:
    cells = [(row, column) for row in range(size) for column in range(size)]
    names = {(row, column): f"grid[{row},{column}]" for row, column in cells}
    target: Sequence[tuple[str, list[str]]] = [
        (relation(a, b), [names[a], names[b]])
        for a, b in itertools.combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or block(a) == block(b)
    ]
    domains = {name: range(1, size + 1) for name in names.values()}
    problem = Problem(domains, language=BASIC, orders="given", name=name)
    return Benchmark.of(problem, target, origin)
