"""Where a rule would hold: a small picture of all cells, in which rows, columns and cells can be named as exceptions.

>>> from tacit.structure.finding import find_family
>>> v = Vocabulary({f"shift[{who},{day}]": ["off", "on"] for who in ("anna", "ben") for day in ("Mon", "Tue", "Wed")})
>>> broken = ["shift[ben,Mon]", "shift[ben,Tue]"]
>>> (drawn,) = where(v, [find_family(v, "next in row")], broken=broken, choices=["row anna"])
>>> [(row.label, row.choice, [spot.state for spot in row.spots]) for row in drawn.rows]
[('anna', 'row anna', ['in', 'in', 'in']), ('ben', '', ['in one broken', 'in one broken', 'in'])]
>>> [(label, choice) for label, choice in drawn.columns][:1], drawn.rows[0].spots[2].choice
([('Mon', '')], 'row anna')
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from tacit.problem.vocabulary import Vocabulary
from tacit.showing.board import Layout, layout
from tacit.structure.family import NOBODY, Family
from tacit.structure.rule import Claim, Free, Number, Rule, Unlimited

MOST_GROUPS = 5_000  # a family of more groups is not drawn: there would be nothing to see
MOST_CELLS = 1_500


@dataclass(frozen=True)
class Spot:
    """A cell of the picture: how it looks, as classes of the style sheet, and the exception that it stands for."""

    state: str = ""
    choice: str = ""


@dataclass(frozen=True)
class WhereRow:
    label: str
    choice: str
    spots: tuple[Spot | None, ...]  # None where there is no variable


@dataclass(frozen=True)
class WherePart:
    title: str
    columns: tuple[tuple[str, str], ...]  # labels, and the exceptions that they stand for
    rows: tuple[WhereRow, ...]

    @property
    def upright(self) -> bool:
        """Do the names of columns have to stand upright, to have room?"""
        return len(self.columns) > 10 and any(len(label) > 2 for label, _ in self.columns)


@dataclass
class _Seen:
    """What the groups of families say about single cells."""

    cells: set[int] = field(default_factory=set)
    shade: dict[int, int] = field(default_factory=dict)  # every other group is darker, where groups don't overlap
    one: set[int] = field(default_factory=set)  # the cells of one group, to show what a group is
    starting: dict[int, str] = field(default_factory=dict)  # the exception of the group that begins in a cell …
    holding: dict[int, str] = field(default_factory=dict)  # … and of one that holds it
    choices: dict[frozenset[int], str] = field(default_factory=dict)  # exceptions by their cells


def families_in(claim: Claim) -> list[Family]:
    """The families that a claim speaks about; none if it speaks about all cells, or reads several rules out."""
    if isinstance(claim, (Rule, Number, Unlimited)):
        return [claim.family]
    return list(claim.inside) if isinstance(claim, Free) else []


def where(
    v: Vocabulary, families: Sequence[Family], *, broken: Collection[str] = (), choices: Collection[str] = ()
) -> list[WherePart]:
    """The picture; nothing if there are too many cells or groups to see anything in it.

    broken:  the cells of an example that breaks the rule
    choices: what may be named as an exception
    """
    if not families or len(v) > MOST_CELLS or sum(family.count for family in families) > MOST_GROUPS:
        return []
    marked = {v.index[name] for name in broken}
    found = _Seen()
    for family in families:
        _look_at(family, found, marked, set(choices))
    return [part for each in layout(v) if (part := _drawn(each, found, marked)) is not None]


def _look_at(family: Family, found: _Seen, marked: set[int], choices: set[str]) -> None:
    table = family.table()
    inside = table[table != NOBODY]
    apart = len(inside) == len(np.unique(inside))
    found.cells |= set(inside.tolist())
    lines: dict[str, set[int]] = {}
    for number, row in enumerate(table.tolist()):
        group = [variable for variable in row if variable != NOBODY]
        if not found.one and family.count > 1 and marked <= set(group):
            found.one = set(group)
        if apart and family.count > 1:
            found.shade |= dict.fromkeys(group, number % 2)
        if not choices:
            continue
        if family.line is not None and (line := family.line(number)) in choices:
            lines.setdefault(line, set()).update(group)
        if (name := family.name(number)) in choices:
            found.choices.setdefault(frozenset(group), name)
            found.starting.setdefault(group[0], name)
            for variable in group:
                found.holding.setdefault(variable, name)
    for line, cells in lines.items():
        found.choices.setdefault(frozenset(cells), line)
        for variable in cells:
            found.holding.setdefault(variable, line)


def _drawn(each: Layout, found: _Seen, marked: set[int]) -> WherePart | None:
    kind, title, columns, lines, _ = each
    variables = [cells for _, cells in lines]
    if not any(x in found.cells for cells in variables for x in cells):
        return None

    def choice_of(cells: Sequence[int | None]) -> str:
        return found.choices.get(frozenset(x for x in cells if x is not None and x in found.cells), "")

    def spot(x: int | None) -> Spot | None:
        if x is None:
            return None
        if x not in found.cells:
            return Spot()
        states = ["in", *(["dark"] if found.shade.get(x) else []), *(["one"] if x in found.one else [])]
        states += ["broken"] if x in marked else []
        return Spot(" ".join(states), found.starting.get(x) or found.holding.get(x, ""))

    heads = [
        choice_of([row[place] for row in variables]) if len(variables) > 1 else "" for place in range(len(columns))
    ]
    rows = tuple(
        WhereRow(label, choice_of(cells) if len(cells) > 1 or kind == "list" else "", tuple(map(spot, cells)))
        for (label, _), cells in zip(lines, variables, strict=True)
    )
    return WherePart(title, tuple(zip(columns, heads, strict=True)), rows)
