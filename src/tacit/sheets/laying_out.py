"""Plans as tables: labels down and across, an array's name in the corner, as `reading_plans` reads them.

A workbook has a sheet for each plan; a text file has the tables one below the other, with an empty line between.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.sheets.matching import alike
from tacit.sheets.planes import Plane, planes_of
from tacit.sheets.spreadsheet import Sheet, cell_name

Shown = Mapping[str, int | str]


def laid_out_plans(plans: Sequence[Query], vocabulary: Vocabulary) -> list[Sheet]:
    """A sheet for each plan."""
    planes = planes_of(vocabulary)
    return [Sheet(f"Plan {number}", _rows(planes, plan.shown, vocabulary)) for number, plan in enumerate(plans, 1)]


def blank_tables(vocabulary: Vocabulary, copies: int = 1) -> tuple[list[Sheet], dict[str, list[str]]]:
    """Tables to be filled in, and for each area of their cells the values that fit there."""
    planes = planes_of(vocabulary)
    choices: dict[str, list[str]] = {}
    sheets = []
    for number in range(1, copies + 1):
        name = f"Plan {number}"
        sheets.append(Sheet(name, _rows(planes, {}, vocabulary)))
        row = 0
        for plane in planes:
            row += len(_table(plane, {}, vocabulary)) - len(plane.rows)
            area = f"{cell_name(row, 1)}:{cell_name(row + len(plane.rows) - 1, len(plane.columns))}"
            every = [variable for line in plane.cells for variable in line if variable is not None]
            domains = {(vocabulary.domains[variable], vocabulary.is_named[variable]) for variable in every}
            if len(domains) == 1:
                shown = [str(vocabulary.shown(vocabulary.names[every[0]], v)) for v in vocabulary.domains[every[0]]]
                choices[f"{name}!{area}"] = shown
            row += len(plane.rows) + 1
    return sheets, choices


def _rows(planes: Sequence[Plane], plan: Shown, vocabulary: Vocabulary) -> list[list[str]]:
    rows: list[list[str]] = []
    for plane in planes:
        table = _table(plane, plan, vocabulary)
        rows += [[], *table] if rows else table
    return rows


def _table(plane: Plane, plan: Shown, vocabulary: Vocabulary) -> list[list[str]]:
    name = " ".join(plane.name.split())
    # In the corner it must not look like one more label; above the table it can't.
    in_corner = alike(name) not in {alike(label) for label in plane.columns}
    rows = [] if in_corner else [[name]]
    rows.append([name if in_corner else "", *plane.columns])
    for label, line in zip(plane.rows, plane.cells, strict=True):
        values = ["" if v is None else str(plan.get(vocabulary.names[v], "")) for v in line]
        rows.append([label, *values])
    return rows
