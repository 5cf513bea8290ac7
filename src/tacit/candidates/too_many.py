"""How many candidates a language makes, known before they are made: too many are refused, with what to limit."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import suppress

import numpy as np

from tacit.errors import ProblemError
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.family import Family

MAX_CANDIDATES = 20_000_000
BYTES = 850  # of a candidate, while the arrays are made and one question is chosen (measured: 17 M take 14 GB)
SHARE = 0.8  # of the memory that is there
WEIGHT = 8  # bytes for what a value adds
MANY_CELLS = 5_000_000  # of all groups of a family


def count_rows(bound: Bound, problem: Problem) -> int:
    """The candidates that a bound makes: one for each group, and each number if that is open."""
    empty = BoundRows(problem.vocabulary, 0, [])
    total = 0
    for family in problem.over[bound.name]:
        for part in bound.parts():
            if part.k is not None or part.measure.is_different:
                total += family.count
                continue
            steps = empty.steps(part.measure, part.sign)
            if cells_of(family) > MANY_CELLS:  # its groups are not looked at; so many are refused in any case
                total += cells_of(family) * int(steps.max())
            else:
                table = family.table()
                total += int(np.where(table >= 0, steps[table], 0).sum())
    return total


def cells_of(family: Family) -> int:
    """The cells of all its groups, at most."""
    return family.count * family.size


def refuse_if_too_wide(problem: Problem) -> None:
    """Bounds keep all cells of their groups, and what each value adds: an error if that is too much."""
    v = problem.vocabulary
    measured = sum(len(bound.parts()) for bound in problem.language if isinstance(bound, Bound))
    needed, room = measured * len(v) * v.n_codes * WEIGHT, free_memory()
    if room is not None and needed > SHARE * room:
        raise ProblemError(
            f"the bounds of the language need about {needed / 2**30:.1f} GB for what {v.n_codes:,} values of "
            f"{len(v):,} variables add, and {room / 2**30:.1f} GB of memory are free: "
            "use fewer bounds, or smaller domains"
        )
    for bound in problem.language:
        if isinstance(bound, Bound):
            for family in problem.over[bound.name]:
                if cells_of(family) > MANY_CELLS:
                    raise ProblemError(
                        f"bound {bound.name!r}, over {family.spec!r}: {family.count:,} groups of {family.size:,} cells "
                        f"are {cells_of(family):,} cells; at most {MANY_CELLS:,} are accepted. Let it be over fewer or "
                        "smaller groups"
                    )


def memory_for(candidates: int) -> int:
    """About how many bytes a dialogue with so many candidates needs."""
    return candidates * BYTES


def refuse_if_too_many(
    made: Mapping[Relation, int], n: int, reordered: Collection[Relation] = (), budget: int | None = None
) -> None:
    """An error that says how many candidates there would be, and what makes most of them.

    reordered: the relations that are considered in several orders of their arguments
    budget:    the bytes that may be used, if that is less than the memory that is free
    """
    expected = sum(made.values())
    needed, free = memory_for(expected), free_memory()
    too_large = (free is not None and needed > SHARE * free) or (budget is not None and needed > budget)
    if expected <= MAX_CANDIDATES and not too_large:
        return
    worst = max(made, key=lambda relation: made[relation])
    if expected > MAX_CANDIDATES:
        limit = f"at most {MAX_CANDIDATES:,} are accepted"
    elif budget is not None and needed > budget:
        limit = f"they need about {needed / 2**30:.1f} GB of memory, and {budget / 2**30:.1f} GB may be used here"
    else:
        limit = f"they need about {needed / 2**30:.1f} GB, and {(free or 0) / 2**30:.1f} GB of memory are free"
    advice = (
        "give its number in place of k, or let it be over fewer or smaller groups"
        if isinstance(worst, Bound)
        else f'limit it to families, as in {{ relation = {worst.name!r}, over = "row" }}, or use fewer relations, or '
        "relations of smaller arity"
    )
    if worst in reordered:
        advice += ', or say orders = "given", if one order of its arguments is enough'
    raise ProblemError(
        f"the language makes {expected:,} candidates; {limit}. {worst.name!r} alone makes {made[worst]:,} of them on "
        f"{n} variables: {advice}"
    )


def free_memory() -> int | None:
    """The memory that can be had, in bytes, if the system tells."""
    with suppress(OSError, StopIteration), open("/proc/meminfo", encoding="ascii") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable"))
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None
