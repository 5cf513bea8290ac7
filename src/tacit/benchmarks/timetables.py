"""The lessons of a school's week: on which day each class has each lesson, with counts."""

from __future__ import annotations

from typing import Any

from tacit.benchmarks.benchmark import Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
LESSONS = ("maths1", "maths2", "sport", "english", "art", "biology", "history", "physics", "music", "latin")
A_DAY = 2  # lessons of a class


def timetable(classes: int, lessons: int) -> Benchmark:
    """At most two lessons of a class a day, one lesson of a teacher a day, maths on two days, no sport on Monday."""
    name = f"timetable-{classes}x{lessons}"
    if not 2 <= classes < len(DAYS) or not 3 <= lessons <= len(LESSONS):
        raise ProblemError(f"{name}: 2 to {len(DAYS) - 1} classes are accepted, and 3 to {len(LESSONS)} lessons")
    who, what = [f"{i}a" for i in range(1, classes + 1)], LESSONS[:lessons]
    rows = [[f"day[{each},{lesson}]" for lesson in what] for each in who]
    columns = [list(column) for column in zip(*rows, strict=True)]
    target: list[Any] = [(f"count({day}) <= {A_DAY}", row) for row in rows for day in DAYS if lessons > A_DAY]
    target += [("alldifferent", column) for column in columns]
    target += [("!=", row[:2]) for row in rows]
    target += [(f"x != {DAYS[0]}", [cell]) for cell in columns[2]]
    problem = Problem(
        {cell: DAYS for row in rows for cell in row},
        language=[
            *(f"x != {day}" for day in DAYS),
            *({"relation": sign, "over": ["row", "column"]} for sign in ("==", "!=")),
            {"relation": "alldifferent", "over": ["row", "column"]},
            *({"relation": f"count({d}) {sign} k", "over": ["row", "column"]} for d in DAYS for sign in ("<=", ">=")),
        ],
        name=name,
    )
    return Benchmark.of(problem, target, "Lessons with counts, made for this system")
