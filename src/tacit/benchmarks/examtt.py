"""Exam timetabling: courses in time slots; the courses of one semester are on different days."""

from __future__ import annotations

import itertools
import math

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

SLOTS = 3  # per day
SEMESTER = 3  # courses


def examtt(n: int) -> Benchmark:
    """n courses in semesters of three, three slots a day: 24 courses have 30 slots and 276 constraints.

    There is one room, so any two courses differ. Two courses of one semester are on different days, which implies that.
    The paper says that its bias has 3 864 candidates; its language makes 2 484.
    """
    if n % SEMESTER or n < 2 * SEMESTER:
        raise ProblemError(
            f"examtt-{n}: the courses must fill semesters of {SEMESTER}, at least two: 6, 9, 12, …, 24, …"
        )
    days = math.ceil(10 * n / 24)
    names = [f"course[{i}]" for i in range(n)]
    language = [*BASIC, *(_days_apart(k) for k in range(min(5, days - 1)))]  # larger ones are never true
    target = [
        (_days_apart(0) if i // SEMESTER == j // SEMESTER else "!=", [names[i], names[j]])
        for i, j in itertools.combinations(range(n), 2)
    ]
    domains = {name: range(1, SLOTS * days + 1) for name in names}
    problem = Problem(domains, language=language, orders="given", name=f"examtt-{n}")
    return Benchmark.of(problem, target, "The exams of a department, simplified; Section 9 of the paper")


def _days_apart(k: int) -> str:
    """More than k days apart. Slots are numbered from 1, so the first day has 1, 2 and 3."""
    return f"abs((x - 1) // {SLOTS} - (y - 1) // {SLOTS}) > {k}"
