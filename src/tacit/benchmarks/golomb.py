"""Golomb rulers: constraints on three and four marks."""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import EACH, Problem

FOUR_DIFFER = "abs(x - y) != abs(z - w)"
FOUR_EQUAL = "abs(x - y) == abs(z - w)"
THREE_DIFFER = "abs(x - y) != abs(y - z)"
ORIGIN = "Golomb rulers, problem 6 of CSPLib"


def golomb(n: int) -> Benchmark:
    """The paper's simplified ruler: |xi − xj| ≠ |xk − xl| for i < j < k < l, and nothing else."""
    marks = _marks(n)
    target = [(FOUR_DIFFER, list(four)) for four in itertools.combinations(marks, 4)]
    problem = Problem(
        {mark: range(1, n * n + 1) for mark in marks},
        language=[*BASIC, FOUR_EQUAL, FOUR_DIFFER],
        orders="given",
        name=f"golomb-{n}",
    )
    return Benchmark.of(problem, target, f"{ORIGIN}, as simplified in Section 9 of the paper")


def golomb_full(n: int) -> Benchmark:
    """The whole ruler: marks in order, and all distances different, also those that share a mark. Scopes are nested."""
    marks = _marks(n)
    target = [("<", list(pair)) for pair in itertools.combinations(marks, 2)]
    for a, b, c in itertools.combinations(marks, 3):
        target += [(THREE_DIFFER, [a, b, c]), (THREE_DIFFER, [a, c, b]), (THREE_DIFFER, [b, a, c])]
    for a, b, c, d in itertools.combinations(marks, 4):
        target += [(FOUR_DIFFER, [a, b, c, d]), (FOUR_DIFFER, [a, c, b, d]), (FOUR_DIFFER, [a, d, b, c])]
    problem = Problem(
        {mark: range(1, n * n + 1) for mark in marks},
        language=[*BASIC, THREE_DIFFER, FOUR_EQUAL, FOUR_DIFFER],
        orders=EACH,
        name=f"golomb-{n}-full",
    )
    return Benchmark.of(problem, target, ORIGIN)


def _marks(n: int) -> list[str]:
    if n < 4:
        raise ProblemError(f"golomb-{n}: a ruler with fewer than 4 marks has no two distances without a common mark")
    return [f"mark[{i}]" for i in range(n)]
