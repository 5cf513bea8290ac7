"""How many candidates a language makes, known before they are made: too many are refused, with what to limit."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tacit.errors import ProblemError
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation

MAX_CANDIDATES = 20_000_000
BYTES = 850  # of a candidate, while the arrays are made and one question is chosen (measured: 17 M take 14 GB)
SHARE = 0.8  # of the memory that is there


def count_rows(bound: Bound, problem: Problem) -> int:
    """The candidates that a bound makes: one for each group, and each number if that is open."""
    empty = BoundRows(problem.vocabulary, 0, [])
    total = 0
    for family in problem.over[bound.name]:
        for part in bound.parts():
            if part.k is not None:
                total += family.count
                continue
            group = family.group(0)
            low, high = empty.span(part.measure, part.sign, group)
            total += family.count * (high - low)
    return total


def refuse_if_too_many(made: Mapping[Relation, int], n: int) -> None:
    """An error that says how many candidates there would be, and what makes most of them."""
    expected = sum(made.values())
    room = _memory()
    too_large = room is not None and expected * BYTES > SHARE * room
    if expected <= MAX_CANDIDATES and not too_large:
        return
    worst = max(made, key=lambda relation: made[relation])
    limit = (
        f"at most {MAX_CANDIDATES:,} are accepted"
        if expected > MAX_CANDIDATES
        else f"they need about {expected * BYTES / 2**30:.1f} GB, and {(room or 0) / 2**30:.1f} GB of memory are free"
    )
    raise ProblemError(
        f"the language makes {expected:,} candidates; {limit}. {worst.name!r} alone makes {made[worst]:,} of them on "
        f'{n} variables: limit it to families, as in {{ relation = {worst.name!r}, over = "row" }}, or use fewer '
        "relations, or relations of smaller arity"
    )


def _memory() -> int | None:
    """The memory that can be had, in bytes, if the system tells."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration):
        pass
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
