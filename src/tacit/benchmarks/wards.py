"""A ward's roster: who has which shift on which day, with counts, weeks and windows."""

from __future__ import annotations

import itertools
import math
from typing import Any

from tacit.benchmarks.benchmark import Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

SHIFTS = ("off", "early", "late", "night")
WEEK = 7
FEWEST = 5  # nurses; with fewer the rules have no solution


def ward(nurses: int, days: int) -> Benchmark:
    """Rest after nights, five days a week at most, two nights in any seven days, enough people on every day, a senior
    early on every day, two people who never meet, and trainees without nights."""
    name = f"ward-{nurses}x{days}"
    if nurses < FEWEST or days < WEEK or days % WEEK:
        raise ProblemError(f"{name}: at least {FEWEST} nurses are needed, and weeks of {WEEK} days")
    who = [f"n{i:02}" for i in range(1, nurses + 1)]
    cell = {(n, d): f"shift[{n},{d}]" for n in who for d in range(1, days + 1)}
    rows = [[cell[n, d] for d in range(1, days + 1)] for n in who]
    columns = [[cell[n, d] for n in who] for d in range(1, days + 1)]
    seniors = who[: math.ceil(nurses / 4)]
    target: list[Any] = []
    for row in rows:
        for pair in itertools.pairwise(row):
            target += [(f"x != {a} or y != {b}", pair) for a, b in AFTER]
        weeks = [row[start : start + WEEK] for start in range(0, days, WEEK)]
        target += [("count(not off) <= 5", week) for week in weeks]
        target += [("count(night) <= 2", row[start : start + WEEK]) for start in range(days - WEEK + 1)]
    for column in columns:
        target.append((f"count(night) == {max(1, nurses // 8)}", column))
        target.append((f"count(early) >= {max(1, nurses // 5)}", column))
        target.append((f"count(late) >= {max(1, nurses // 6)}", column))
        target.append(("count(early) >= 1", column[: len(seniors)]))
        target.append(("x == off or x != y", column[:2]))
    for row in rows[-math.ceil(nurses / 8) :]:
        target += [("x != night", [each]) for each in row]
    problem = Problem(
        {each: SHIFTS for row in rows for each in row},
        language=_language(),
        groups={"seniors": seniors},
        name=name,
    )
    return Benchmark.of(problem, target, "Rosters with counts, made for this system")


AFTER = (("night", "early"), ("night", "late"), ("late", "early"))


def _language() -> list[dict[str, Any]]:
    """The same for every size."""
    pairs = [f"x != {a} or y != {b}" for a in SHIFTS for b in SHIFTS]
    counted = [*SHIFTS, f"not {SHIFTS[0]}"]
    lines = ["row", "column", f"spans of {WEEK} in row", f"windows of {WEEK} in row", "column only seniors"]
    return [
        *({"relation": f"x != {v}"} for v in SHIFTS),
        *({"relation": pair, "over": ["next in row", "column"]} for pair in pairs),
        *({"relation": f"x == {v} or x != y", "over": "column"} for v in SHIFTS),
        *({"relation": f"count({v}) {sign} k", "over": lines} for v in counted for sign in ("<=", ">=")),
    ]
