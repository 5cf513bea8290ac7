"""Which sets of constraints clash: a minimal choice of them that leaves no solution, by CP-SAT.

A rule on a month's roster is hundreds of constraints, and somebody waits. So each set has one literal, CP-SAT says
which literals can't be true together, and each of these is left out once to see whether it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ortools.sat.python import cp_model

from tacit.exact.partial import Cells, solve_cells
from tacit.problem.rows import Rows
from tacit.problem.vocabulary import Codes

LIMIT = 20.0  # CP-SAT's deterministic time for one proof


def clashing(
    rows: Rows, hard: Sequence[int], sets: Sequence[Sequence[int]], refused: Sequence[Codes] = ()
) -> list[int]:
    """The numbers of sets of rows that have no solution together with the hard ones, but have one if any is left out.

    refused: examples, perhaps partial ones, each of which counts as one more set that forbids it
    All of it together must have no solution. What CP-SAT can't decide in time is kept.
    """
    model = Cells(rows, range(len(rows.vocabulary)), complete=True)
    for row in hard:
        model.require(row)
    flags = [model.all_accepted(each) for each in sets]
    flags += [model.avoided(codes) for codes in refused]
    found = _core(model, flags, list(range(len(flags)))) or []
    for number in list(found):
        if number in found:
            smaller = _core(model, flags, [other for other in found if other != number])
            found = found if smaller is None else smaller
    return found


def _core(model: Cells, flags: list[Any], chosen: list[int]) -> list[int] | None:
    """Some of the chosen sets that have no solution together; None if all of them may have one."""
    model.model.clear_assumptions()
    model.model.add_assumptions([flags[number] for number in chosen])
    status, solver = solve_cells(model, LIMIT)
    if status != cp_model.INFEASIBLE:
        return None
    used = set(solver.sufficient_assumptions_for_infeasibility())
    return [number for number in chosen if flags[number].index in used]
