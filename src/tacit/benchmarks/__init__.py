"""Problems of the field, by name, each with its target: what a simulated user has in mind.

>>> load("sudoku-4").problem
Problem('sudoku-4': 16 variables, 4 relations)
>>> load("sudokku")
Traceback (most recent call last):
...
tacit.errors.ProblemError: there is no benchmark 'sudokku'. There are: sudoku, sudoku-N, zebra, queens-N, golomb-N, golomb-N-full
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tacit.benchmarks.benchmark import Benchmark
from tacit.benchmarks.golomb import golomb, golomb_full
from tacit.benchmarks.queens import queens
from tacit.benchmarks.sudoku import sudoku
from tacit.benchmarks.zebra import zebra
from tacit.errors import ProblemError

__all__ = ["Benchmark", "load"]

# A name is a family, or a family with a size in the place of N.
FAMILIES: dict[str, Callable[..., Benchmark]] = {
    "sudoku": sudoku,
    "sudoku-N": sudoku,
    "zebra": zebra,
    "queens-N": queens,
    "golomb-N": golomb,
    "golomb-N-full": golomb_full,
}


def load(name: str) -> Benchmark:
    """A benchmark by its name, such as "sudoku", "queens-8" or "golomb-6-full"."""
    for pattern, family in FAMILIES.items():
        match = re.fullmatch(pattern.replace("N", r"([0-9]{1,4})"), name)
        if match:
            sizes: list[Any] = [int(size) for size in match.groups()]
            return family(*sizes)
    raise ProblemError(f"there is no benchmark {name!r}. There are: {', '.join(FAMILIES)}")
