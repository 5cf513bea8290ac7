"""What stands beside a table with known labels: left alone, unless it looks as if it belonged to the table.

A label that is not known is an error if it is nearly one that the table lacks, or if what stands behind it are values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.sheets.matching import Words, alike
from tacit.sheets.spreadsheet import Position2D
from tacit.sheets.where_tables_lie import FoundTable

# What people write in front of lines that are not part of a plan.
TOTALS = frozenset(
    [
        *("total", "totals", "sum", "sums", "σ", "∑", "summe", "gesamt", "subtotal", "average", "mean", "min", "max"),
        *("count", "counts", "hours", "days", "note", "notes", "remark", "remarks", "comment", "comments"),
    ]
)
FURTHER = 3  # empty lines behind a table that lacks something, after which it may go on


def check_neighbours(table: FoundTable, values: set[str], named: bool) -> None:
    """Refuse labels that are not known, if what stands in their row or column looks as if it belonged here.

    values: all values of the problem, as `alike` has them
    named:  have all values names?
    """
    check = _Neighbours(table, values, named)
    head, side = table.head, table.side
    first = min(table.columns) - 1 if side < 0 else side
    for at in check.strange(
        table.plane.axes[1], {(head, column): c for column, c in table.columns.items()}, (head, first), (0, 1)
    ):
        check.refuse_if_it_belongs(at, [(row, at[1]) for row in table.rows], row=False)
    if side >= 0:
        for at in check.strange(
            table.plane.axes[0], {(row, side): r for row, r in table.rows.items()}, (head, side), (1, 0)
        ):
            check.refuse_if_it_belongs(at, [(at[0], column) for column in table.columns], row=True)


@dataclass
class _Neighbours:
    table: FoundTable
    values: set[str]
    named: bool

    def strange(
        self, words: Words, known: dict[Position2D, int], start: Position2D, step: Position2D
    ) -> Iterator[Position2D]:
        """The cells in a line of labels, behind its corner, that are none. If labels are missing, also further on."""
        look = self.table.look
        self.words = words
        self.missing = Words([word for i, word in enumerate(words.words) if i not in known.values()])
        left, empty, at = len(known), 0, start
        while True:
            at = at[0] + step[0], at[1] + step[1]
            if at in known:
                left -= 1
            elif look.find(words, *at) is not None:
                if not left:
                    return  # the next table
            elif look.at(*at):
                empty = 0
                yield at
            elif not left:
                empty += 1
                if empty > FURTHER or not self.missing.words:
                    return

    def refuse_if_it_belongs(self, at: Position2D, cells: list[Position2D], *, row: bool) -> None:
        look = self.table.look
        text, place = look.at(*at), look.place(*at)
        filled = [cell for cell in cells if look.at(*cell)]
        values = sum(
            alike(look.at(*cell)) in self.values and look.place(*cell) not in look.sheet.formulas for cell in filled
        )
        hint = self.missing.hint(text)
        meant = bool(hint) and bool(filled) and 2 * values >= len(filled)
        # A total may be a value by chance, but hardly in all cells; among names, a slip or two are no surprise. And
        # a single value behind a text is more likely a legend than a row.
        belongs = values == len(filled) or (2 * values >= len(filled) and self.named)
        if alike(text) in TOTALS or not (meant or (belongs and 2 * len(filled) >= len(cells))):
            return
        if place in look.sheet.bad:
            raise look.wrong(*at, look.sheet.bad[place])
        name = f" of {self.table.plane.name}" if self.table.plane.name else ""
        there = hint or f"; there are {self.words.in_short()}"
        raise look.wrong(*at, f"{text!r:.60} is no {look.word(row=row)}{name}{there}")
