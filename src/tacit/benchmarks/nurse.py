"""Nurse rostering: who works which shift."""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem


def nurse(days: int, shifts: int, nurses: int) -> Benchmark:
    """One nurse per shift. Nobody works twice a day, or the last shift of a day and the first of the next one."""
    name = f"nurse-{days}x{shifts}x{nurses}"
    if days < 1 or shifts < 1 or days * shifts < 2:
        raise ProblemError(f"{name}: at least two shifts are needed")
    if nurses < max(shifts, 2):
        raise ProblemError(f"{name}: {max(shifts, 2)} nurses are needed, who work once a day and rest between days")
    roster = [[f"roster[{day},{shift}]" for shift in range(shifts)] for day in range(days)]
    target = [("!=", [a, b]) for day in roster for i, a in enumerate(day) for b in day[i + 1 :]]
    target += [("!=", [today[-1], tomorrow[0]]) for today, tomorrow in itertools.pairwise(roster)]
    variables = {cell: range(1, nurses + 1) for day in roster for cell in day}
    return Benchmark.of(
        Problem(variables, language=BASIC, orders="given", name=name), target, "Nurse rostering, as later papers use it"
    )
