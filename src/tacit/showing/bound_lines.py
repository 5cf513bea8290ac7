"""The bounds of a network in words: what is the same in all rows or columns is said once.

>>> from tacit.problem.network import Network
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"g[{i},{j}]": range(3) for i in range(3) for j in range(4)})
>>> rows = [[f"g[{i},{j}]" for j in range(4)] for i in range(3)]
>>> texts = [(text, row) for row in rows for text in ("count(2) <= 1", "count(2) >= 1", "sum <= 5")]
>>> for line in bound_lines([*Network(v, [*texts, ("count(0) >= 1", rows[0]), ("sum >= 3", ["g[0,0]", "g[1,3]"])])], v):
...     print(len(line.constraints), line.text)
9 in each of the 3 rows of g: exactly 1 × 2, the cells add up to at most 5
1 in row 0 of g: at least 1 × 0
1 the sum of g[0,0] and g[1,3] is at least 3
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tacit.errors import FamilyError
from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.bound_words import all_stated, on_cells
from tacit.showing.line import Line
from tacit.structure.families import kept_families
from tacit.structure.family import Family, Kind, restricted
from tacit.structure.finding import find_family
from tacit.structure.phrases import line_along, listed
from tacit.structure.rule import Rule

Cells = tuple[int, ...]
# Single groups of these have names of their own: "row anna of shift".
NAMED = (Kind.LINES, Kind.BOXES, Kind.PLANES, Kind.WHOLE, Kind.ARRAYS, Kind.MAIN_DIAGONALS)


def bound_lines(
    constraints: Sequence[Constraint], v: Vocabulary, groups: Mapping[str, Sequence[str]] | None = None
) -> list[Line]:
    """Each of these bounds in just one line. `groups` are those that a person has named."""
    if not constraints:
        return []
    left = _BoundsLeft(constraints, v)
    families = [family for family in kept_families(v, groups) if family.members is None]
    plain = [family for family in families if not family.key.cuts]
    # Windows come first: what holds in any seven days holds in each week, too.
    found = [line for family in _windows(plain, left.sizes(), v) for line in left.fold(family)]
    found += [line for family in families if _is_whole(family) for line in left.fold(family)]
    found += [line for family in _parts_of_lines(plain, left.cells(), v) for line in left.fold(family, named=False)]
    found += [line for family in plain if family.key.kind in NAMED for line in left.fold(family, in_parts=True)]
    return found + list(left.rest())


class _BoundsLeft:
    """The bounds that no line has said yet, by the cells of their groups."""

    def __init__(self, constraints: Iterable[Constraint], v: Vocabulary) -> None:
        self.v = v
        self.open: dict[Cells, dict[Bound, Constraint]] = {}
        for constraint in constraints:
            assert isinstance(constraint.relation, Bound)
            cells = tuple(sorted(v.index[name] for name in constraint.scope))
            self.open.setdefault(cells, {})[constraint.relation] = constraint

    def sizes(self) -> list[int]:
        return sorted({len(cells) for cells in self.open})

    def cells(self) -> list[Cells]:
        return list(self.open)

    def fold(self, family: Family, *, in_parts: bool = False, named: bool = True) -> Iterator[Line]:
        """Lines about all groups of a family, one for all bounds that hold on all of them; or about some of them.

        named: can a text name the family?
        """
        if not self.open or (not in_parts and family.count > len(self.open)):
            return
        groups = [tuple(sorted(group)) for group in family.groups()]
        where: dict[Bound, list[int]] = {}
        for number, group in enumerate(groups):
            for bound in self.open.get(group, {}):
                where.setdefault(bound, []).append(number)
        together: dict[tuple[int, ...], list[Bound]] = {}
        for bound, numbers in where.items():
            if in_parts or len(numbers) == family.count:
                together.setdefault(tuple(numbers), []).append(bound)
        for some, bounds in together.items():
            own = tuple(self._take(groups[number], bound) for bound in bounds for number in some)
            rules = tuple(Rule(bound, family.part(some)) for bound in bounds) if named else ()
            yield Line(_sentence(family, some, bounds), own, own, rules)

    def _take(self, group: Cells, bound: Bound) -> Constraint:
        bounds = self.open[group]
        constraint = bounds.pop(bound)
        if not bounds:
            del self.open[group]
        return constraint

    def rest(self) -> Iterator[Line]:
        for cells, bounds in self.open.items():
            for bound, constraint in bounds.items():
                yield Line(on_cells(bound, [self.v.names[x] for x in cells]), (constraint,), (constraint,))


def _sentence(family: Family, numbers: Sequence[int], bounds: Sequence[Bound]) -> str:
    where = family.where(numbers)
    if len(numbers) > 1 and not where.startswith(("each ", "any ")):
        where = f"each of {where}"
    said = all_stated(bounds)
    return f"in {where}{', ' if said == 'all cells differ' else ': '}{said}"


def _is_whole(family: Family) -> bool:
    """Is it a family that people would name? Not single lines of others, which are said below."""
    return not family.key.cuts or isinstance(family.key.cuts[-1], str)


def _windows(families: Sequence[Family], sizes: Sequence[int], v: Vocabulary) -> Iterator[Family]:
    """Any so many consecutive cells of a line."""
    for family in families:
        if family.key.kind == Kind.LINES and family.key.stem:
            line = line_along(family.key.numbers[0], family.key.depth)
            for size in sizes:
                if 1 < size < family.size:
                    try:
                        yield find_family(v, f"window of {size} in {line} of {family.key.stem}")
                    except FamilyError:
                        continue


def _parts_of_lines(families: Sequence[Family], groups: Sequence[Cells], v: Vocabulary) -> Iterator[Family]:
    """The same cells of each line, such as those of the rows anna and ben in each column."""
    lines = [family for family in families if family.key.kind == Kind.LINES and family.key.depth == 2]
    for family in lines:
        across = next((f for f in lines if f.key.stem == family.key.stem and f.key != family.key), None)
        if across is None:
            continue
        patterns: dict[Cells, None] = {}
        for group in groups:
            if 1 < len(group) < family.size and family.holding(group):
                patterns.setdefault(tuple(across.holding([cell])[0] for cell in group))
        for pattern in patterns:
            cells = [cell for number in pattern for cell in across.group(number)]
            names = [across.name(number) for number in pattern]
            noun = names[0].split(" ", 1)[0]
            labels = [name.removeprefix(f"{noun} ") for name in names]
            yield restricted(family, f"{noun}s {listed(labels)}", cells)
