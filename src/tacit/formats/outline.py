"""What the exports to other solvers have in common: identifiers, arrays, variables that all differ, and the rest.

>>> taken = Identifiers(["int"])
>>> taken.new("grid"), taken.new("grid"), taken.new("anna's shift"), taken.new("int"), taken.new("日")
('grid', 'grid_2', 'anna_s_shift', 'int_', 'v')
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from tacit.exact.cliques import all_different
from tacit.formats.allowed_tuples import allowed
from tacit.formats.translate import Syntax, translate, variable
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.expressions import Expression
from tacit.problem.meaning import is_different
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.structure.arrays import Array, Position, full_arrays

MAX_IDENTIFIER = 40
MAX_LABELS = 40  # labels of an axis that get identifiers; there is no end to writing down more
LETTERS = (*"ijklmnpqrstuvwxyzabcdefgh", *(f"i{number}" for number in range(1, 30)))
Box = list[tuple[int, int]]  # the first and the last position along each axis


class Identifiers:
    """Hands out identifiers: letters, digits and underscores, a letter first; none twice, and no reserved one."""

    def __init__(self, reserved: Iterable[str], prefixes: tuple[str, ...] = ()) -> None:
        self._reserved = frozenset(reserved)
        self._prefixes = prefixes  # no identifier may begin with one of them
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}  # for each stem, the number that was tried last

    def __contains__(self, identifier: str) -> bool:
        return identifier in self._taken

    def new(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
        word = re.sub("[^A-Za-z0-9]+", "_", plain).strip("_")[:MAX_IDENTIFIER].rstrip("_")
        if not word or word[0].isdigit() or word.startswith(self._prefixes):
            word = f"v_{word}" if word else "v"
        if word in self._reserved:
            word += "_"
        found, stem = word, word.rstrip("_")
        while found in self._taken or found in self._reserved:
            self._last[stem] = self._last.get(stem, 1) + 1
            found = f"{stem}_{self._last[stem]}"
        self._taken.add(found)
        return found


@dataclass(frozen=True)
class Declared(Array):
    """Variables that are declared together, or one alone."""

    identifier: str
    # for each axis whose labels are not numbers, an identifier for each label
    labels: tuple[tuple[str, ...] | None, ...] = ()

    @cached_property
    def firsts(self) -> list[int | None]:
        """For each axis the number of its first label, if its labels are consecutive numbers; else None."""
        return [_first(labels) for labels in self.axes]

    @property
    def numbered(self) -> bool:
        return None not in self.firsts


def _first(labels: Sequence[str]) -> int | None:
    if not re.fullmatch("-?[0-9]{1,8}", labels[0]):
        return None
    start = int(labels[0])
    return start if list(labels) == [str(start + i) for i in range(len(labels))] else None


Declarations = list[tuple[Declared, Position]]  # for each variable, where it is declared, and its position there


@dataclass(frozen=True)
class Outline:
    """A network, ready to be written down."""

    network: Network
    arrays: list[Declared]
    place: Declarations
    values: dict[str, str]  # an identifier for each value with a name
    letters: tuple[str, ...]  # for loops; no identifier here is one of them
    cell: str  # … and for the cells of a group
    cliques: list[list[int]]  # variables that all differ
    rest: list[Constraint]  # what the cliques don't say

    @cached_property
    def tables(self) -> dict[str, list[list[int]]]:
        """For each relation that is not a text, the tuples that it allows, by the relation's name."""
        relations = {c.relation.name: c.relation for c in self.rest}
        functions = [
            r for r in relations.values() if not isinstance(r.function, Expression) and not isinstance(r, Bound)
        ]
        return {relation.name: allowed(relation, self.network.vocabulary) for relation in functions}

    @cached_property
    def table_names(self) -> dict[str, str]:
        """An identifier for each of these tables, by the relation's name."""
        return {name: f"allowed_{number}" for number, name in enumerate(self.tables, 1)}

    def labelled(self) -> list[tuple[str, tuple[str, ...]]]:
        """The labels that have identifiers, and where they are: "index 1 of shift"."""
        found: dict[tuple[str, ...], list[str]] = {}
        for array in self.arrays:
            for axis, labels in enumerate(array.labels):
                if labels is not None:
                    found.setdefault(labels, []).append(f"index {axis + 1} of {array.identifier}")
        return [(", ".join(axes), labels) for labels, axes in found.items()]

    def counted(self, scopes: Sequence[Sequence[int]], values: Sequence[int]) -> list[str]:
        """Values that a bound counts on these groups: by their names, if all the variables' values have names."""
        v = self.network.vocabulary
        named = all(v.is_named[x] for scope in scopes for x in scope)
        names = {value: self.values[name] for name, value in v.named_values.items()} if named else {}
        return [names.get(value, str(value)) for value in values]

    def domain(self, array: Declared) -> tuple[int, ...]:
        """All values that occur in an array."""
        domains = self.network.vocabulary.domains
        return tuple(sorted(set().union(*(domains[x] for x in array.cells.values()))))

    def narrower(self) -> list[int]:
        """The variables whose domains are smaller than their array's."""
        domains = self.network.vocabulary.domains
        return [x for a in self.arrays for whole in [self.domain(a)] for x in a.variables if domains[x] != whole]

    def box(self, members: Sequence[int]) -> tuple[Declared, Box] | None:
        return box_of(members, self.place)


def box_of(members: Sequence[int], place: Declarations) -> tuple[Declared, Box] | None:
    """The row, column, box or other block of an array that just these variables fill; None if there is none."""
    array = place[members[0]][0]
    if not array.axes or any(place[x][0] is not array for x in members):
        return None
    positions = [place[x][1] for x in members]
    box = [(min(axis), max(axis)) for axis in zip(*positions, strict=True)]
    return (array, box) if prod(high - low + 1 for low, high in box) == len(members) else None


def outline(network: Network, reserved: Iterable[str], prefixes: tuple[str, ...] = ()) -> Outline:
    """The network's variables as arrays with identifiers, and its constraints."""
    v = network.vocabulary
    identifiers = Identifiers(reserved, prefixes)
    plain = [(array, identifiers.new(array.stem)) for array in _arrays(v.names)]
    values = {name: identifiers.new(name) for name in v.named_values}
    labels: dict[tuple[str, ...], tuple[str, ...]] = {}
    arrays: list[Declared] = []
    found: dict[int, tuple[Declared, Position]] = {}
    for array, identifier in plain:
        for axis in array.axes:
            if _first(axis) is None and len(axis) <= MAX_LABELS and axis not in labels:
                labels[axis] = tuple(map(identifiers.new, axis))
        own = tuple(labels.get(axis) for axis in array.axes)
        declared = Declared(array.stem, array.axes, array.cells, identifier, own)
        arrays.append(declared)
        found |= {variable: (declared, position) for position, variable in array.cells.items()}
    place = [found[x] for x in range(len(v))]
    letters = tuple(letter for letter in LETTERS if letter not in identifiers)
    return Outline(network, arrays, place, values, letters, identifiers.new("cell"), *_fold(network, place))


def _arrays(names: Sequence[str]) -> list[Array]:
    """Full arrays of two or more variables, and each other variable alone; in the order of the variables."""
    found = full_arrays(names)
    held = {variable for array in found for variable in array.cells.values()}
    alone = [Array(names[x], (), {(): x}) for x in range(len(names)) if x not in held]
    return sorted([*found, *alone], key=lambda array: min(array.cells.values()))


def _fold(network: Network, place: Declarations) -> tuple[list[list[int]], list[Constraint]]:
    """Sets of three or more variables that all differ, and the constraints that this does not say.

    x < y also says that the two differ, so it counts for a clique, but the constraint itself is kept. A clique is used
    only if it saves lines: some of its ≠ must not be in a clique used before. If the clique is a block of an array, two
    such ≠ are enough; otherwise there must be as many as the clique has members.
    """
    v = network.vocabulary
    plain = {relation: is_different(relation) for relation in {c.relation: None for c in network}}
    pair_of = {c: tuple(sorted(v.index[name] for name in c.scope)) for c in network if plain[c.relation]}
    left = set(pair_of.values())
    for c in network:
        if is_all_different(c.relation):
            left -= set(itertools.combinations(sorted(v.index[name] for name in c.scope), 2))
    cliques = []
    for clique in sorted(all_different(network, v), key=len, reverse=True):
        said = left & set(itertools.combinations(clique, 2))
        if len(clique) > 2 and len(said) >= (2 if box_of(clique, place) else len(clique)):
            cliques.append(clique)
            left -= said
    return cliques, [c for c in network if c not in pair_of or pair_of[c] in left]


def readable(name: str) -> str:
    """A name as it can stand in a comment: on one line, whatever is in it."""
    return "".join(c if c.isprintable() else "?" for c in name)


def written(
    plan: Outline,
    relation: Relation,
    scopes: Sequence[Sequence[int]],
    names: Sequence[str],
    syntax: Syntax,
    *,
    table: str,
    never: str,
) -> str:
    """A relation on variables as an expression of the language, or as a call of its `table` if it is not a text.

    scopes: all variables that the names stand for, one scope after the other; in a loop there are several
    never:  what is written for a table that allows nothing
    """
    if not isinstance(relation.function, Expression):
        if not plan.tables[relation.name]:
            return never
        return f"{table}([{', '.join(names)}], {plan.table_names[relation.name]})"
    domains = plan.network.vocabulary.domains
    terms = []
    for name, variables in zip(names, zip(*scopes, strict=True), strict=True):
        own = {domains[x] for x in variables}
        terms.append(variable(name, (min(d[0] for d in own), max(d[-1] for d in own))))
    return translate(relation.function, terms, syntax).text
