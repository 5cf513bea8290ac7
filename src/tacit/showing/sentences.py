"""A network in words, as few lines as say it exactly: what is the same in all rows, columns or blocks is said once.

>>> from tacit.problem.network import Network
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"g[{i},{j}]": range(4) for i in range(3) for j in range(3)})
>>> rows = [("!=", [f"g[{i},{j}]", f"g[{i},{k}]"]) for i in range(3) for j in range(3) for k in range(j)]
>>> for line in lines(Network(v, [*rows, ("<", ["g[0,0]", "g[1,1]"])])):
...     print(len(line.constraints), line.text)
9 in each of the 3 rows of g, all cells differ
1 g[0,0] is less than g[1,1]

A line may say more than its own constraints only where others say it: if x < y is in the network, a line that says
that all of a row differ covers x and y, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from tacit.exact.cliques import all_different
from tacit.problem.expressions import ARGUMENTS, Expression, canonical
from tacit.problem.meaning import TABLE_LIMIT, is_different, is_equal, truth_table
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sayings import listed, say
from tacit.structure.arrays import Array, full_arrays

Scope = tuple[int, ...]
LETTERS = "abcd"


@dataclass(frozen=True)
class Line:
    """A sentence, the constraints of the network that it stands for, and all that it says."""

    text: str
    constraints: tuple[Constraint, ...]
    claims: tuple[Constraint, ...]


def lines(network: Network) -> list[Line]:
    """The network in words. Each of its constraints is in just one line."""
    v = network.vocabulary
    families = [family for array in full_arrays(v.names) for family in _families(array, v)]
    by_relation: dict[Relation, list[Constraint]] = {}
    for constraint in network:
        by_relation.setdefault(constraint.relation, []).append(constraint)
    differ = _differing(by_relation, v)
    folded: list[Line] = []
    single: list[Line] = []
    for relation, constraints in by_relation.items():
        left = _Left(relation, constraints, v, differ if is_different(relation) else frozenset())
        for family in families:
            folded += left.fold(family)
        if is_different(relation):
            folded += left.fold_cliques(network)
        if relation.arity == 1:
            folded += left.together()
        single += left.rest()
    position = {constraint: i for i, constraint in enumerate(network)}
    return [*folded, *sorted(single, key=lambda line: position[line.constraints[0]])]


@dataclass(frozen=True)
class Family:
    """Parts of an array that are alike: its rows, its columns, its blocks, or its cells at a distance."""

    where: str  # how all of them together are called: "in each of the 9 rows of grid"
    count: int
    size: int  # of each of them
    groups: Callable[[], Iterator[Scope]]  # their variables in order; made when needed, because there can be very many
    names: Callable[[int], str] | None = None  # how each of them is called, if some may be said without the others
    what: str = ""  # what each of them is, and of what
    stem: str = ""
    chain: str = ""  # how two variables are called if a group is two cells at a distance


def _families(array: Array, v: Vocabulary) -> Iterator[Family]:
    """The parts of one array, the largest first."""
    whole = tuple(array.cells[position] for position in sorted(array.cells))
    yield Family(f"in {array.stem}", 1, len(whole), lambda: iter([whole]))
    depth = len(array.axes)
    if depth == 1:
        yield from _parts_of_a_line(array.stem, whole)
        return
    for axis in reversed(range(depth)):
        yield _lines_along(array, axis)
    tiles = list(_tiles(array, v)) if depth == 2 else []
    yield from (tile for tile in tiles if tile.size > 2)
    for axis in reversed(range(depth)):
        along = list(_lines_along(array, axis).groups())
        for lag in range(1, len(array.axes[axis])):
            yield _at_distance(f"in each {_kind(array, axis)} of {array.stem}", along, lag)
    yield _at_distance(f"in {array.stem}, row after row", [whole], 1)
    if depth == 2:
        for axis in (1, 0):
            yield from _in_one_line(array, axis)
            yield from _between_lines(array, axis)
    yield from (tile for tile in tiles if tile.size == 2)


def _in_one_line(array: Array, axis: int) -> Iterator[Family]:
    """Neighbours in one row, or in one column."""
    for label, line in zip(array.axes[1 - axis], _lines_along(array, axis).groups(), strict=True):
        if len(line) > 3:
            yield _at_distance(f"in {_kind(array, axis)} {label} of {array.stem}", [line], 1)


def _between_lines(array: Array, axis: int) -> Iterator[Family]:
    """Two rows, cell by cell; or two columns."""
    labels, what = array.axes[1 - axis], _kind(array, axis)
    lines = list(_lines_along(array, axis).groups())
    for i, j in itertools.combinations(range(len(lines)), 2):
        pairs = list(zip(lines[i], lines[j], strict=True))
        where = f"in each {_kind(array, 1 - axis)} of {array.stem}"
        chain = f"for a in {what} {labels[i]} and b in {what} {labels[j]}"
        yield Family(where, len(pairs), 2, pairs.__iter__, chain=chain)


def _at_distance(where: str, along: Sequence[Scope], lag: int) -> Family:
    """Two cells at a distance in each of these lines."""
    next_one = "the next one b" if lag == 1 else f"the one b that is {lag} further"
    count = len(along) * (len(along[0]) - lag)
    chain = f"for each cell a and {next_one}"

    def groups() -> Iterator[Scope]:
        for line in along:
            yield from zip(line, line[lag:], strict=False)

    return Family(where, count, 2, groups, chain=chain)


def _kind(array: Array, axis: int) -> str:
    return ("column", "row")[axis] if len(array.axes) == 2 else f"line along index {axis + 1}"


def _lines_along(array: Array, axis: int) -> Family:
    """All lines of cells along one axis; in two dimensions they are the rows and the columns."""
    n, what = len(array.axes[axis]), _kind(array, axis)
    others = [range(len(labels)) for i, labels in enumerate(array.axes) if i != axis]
    count = len(array.cells) // n

    def groups() -> Iterator[Scope]:
        for fixed in itertools.product(*others):
            yield tuple(array.cells[(*fixed[:axis], i, *fixed[axis:])] for i in range(n))

    if len(array.axes) != 2:
        return Family(f"in each {what} of {array.stem}", count, n, groups)
    names = array.axes[1 - axis].__getitem__ if n > 2 else None
    return Family(f"in each of the {count} {what}s of {array.stem}", count, n, groups, names, what, array.stem)


def _parts_of_a_line(stem: str, line: Scope) -> Iterator[Family]:
    n = len(line)
    for size in range(n // 2, 2, -1):
        if n % size == 0:
            yield _cut(stem, line, size)
    for lag in range(1, n):
        yield _at_distance(f"in {stem}", [line], lag)
    if n % 2 == 0 and n > 2:
        yield _cut(stem, line, 2)


def _cut(stem: str, line: Scope, size: int) -> Family:
    """A line in parts of one size."""
    count = len(line) // size
    where = f"in each of the {count} groups of {size} consecutive cells of {stem}"
    return Family(where, count, size, lambda: (line[i : i + size] for i in range(0, len(line), size)))


def _tiles(array: Array, v: Vocabulary) -> Iterator[Family]:
    """The blocks of all shapes that tile a grid, the largest first."""
    rows, columns = (len(axis) for axis in array.axes)
    shapes = [(p, q) for p in range(1, rows + 1) for q in range(1, columns + 1) if rows % p == columns % q == 0]
    shapes = [(p, q) for p, q in shapes if p * q > 1 and (p, q) not in ((rows, columns), (1, columns), (rows, 1))]
    for p, q in sorted(shapes, key=lambda shape: (-shape[0] * shape[1], shape)):
        yield _tiled(array, p, q, v)


def _tiled(array: Array, p: int, q: int, v: Vocabulary) -> Family:
    rows, columns = (len(axis) for axis in array.axes)
    corners = list(itertools.product(range(0, rows, p), range(0, columns, q)))

    def groups() -> Iterator[Scope]:
        for r, c in corners:
            yield tuple(array.cells[r + i, c + j] for i in range(p) for j in range(q))

    def name(i: int) -> str:
        return v.names[array.cells[corners[i]]]

    where = f"in each of the {len(corners)} {p}×{q} blocks of {array.stem}"
    names = name if p * q > 3 else None
    return Family(where, len(corners), p * q, groups, names, f"{p}×{q} block", array.stem)


class _Left:
    """The constraints of one relation that no line has said yet."""

    def __init__(
        self, relation: Relation, constraints: Iterable[Constraint], v: Vocabulary, differ: frozenset[Scope]
    ) -> None:
        self.relation = relation
        self.v = v
        self.same = _same_orders(relation)
        self.orders = [o for o in itertools.permutations(range(relation.arity)) if o == min(self.turned(o))]
        self.differ = differ  # pairs that differ because other relations say so
        self.said: dict[Scope, list[Constraint]] = {}
        for constraint in constraints:
            key = self.key(tuple(v.index[name] for name in constraint.scope))
            self.said.setdefault(key, []).append(constraint)
        self.open = dict(self.said)

    def turned(self, scope: Scope) -> Iterator[Scope]:
        """The scope in all orders in which the relation means the same."""
        return (tuple(scope[i] for i in order) for order in self.same)

    def key(self, scope: Scope) -> Scope:
        return scope if len(self.same) == 1 else min(self.turned(scope))

    def holds(self, key: Scope) -> bool:
        return key in self.said or key in self.differ

    def fold(self, family: Family) -> Iterator[Line]:
        """Lines that say the relation of all of a family's groups, or of some of them."""
        k = self.relation.arity
        need = comb(family.size, k)
        if not self.open or not need or (family.chain and k != 2):
            return
        enough = len(self.said) + len(self.differ)
        if need * (family.count if family.names is None else 1) > enough:
            return
        for order in self.orders:
            scopes = []
            for i, group in enumerate(family.groups()):
                keys = self.keys(group, order)
                if keys is not None:
                    scopes.append((i, keys))
                elif family.names is None:
                    break
            if len(scopes) < family.count:
                scopes = [(i, keys) for i, keys in scopes if any(key in self.open for key in keys)]
                if family.names is None or not scopes:
                    continue
            yield from self.take(family, order, scopes)

    def keys(self, group: Scope, order: Scope) -> list[Scope] | None:
        """The relation on all members of a group, in this order of its arguments; None if it does not hold."""
        found = []
        for chosen in itertools.combinations(group, self.relation.arity):
            key = self.key(tuple(chosen[i] for i in order))
            if not self.holds(key):
                return None
            found.append(key)
        return found

    def take(self, family: Family, order: Scope, scopes: list[tuple[int, list[Scope]]]) -> Iterator[Line]:
        keys = [key for _, group in scopes for key in group]
        # Two alone at some distance are no pattern.
        if sum(key in self.open for key in keys) < (3 if family.chain else 2):
            return
        where = family.where
        if len(scopes) < family.count and family.names:
            where = _some(family, [family.names(i) for i, _ in scopes])
        yield self.line(self.sentence(family, where, order), keys)

    def line(self, text: str, keys: Sequence[Scope]) -> Line:
        own = tuple(c for key in dict.fromkeys(keys) for c in self.open.pop(key, []))
        names = self.v.names
        return Line(text, own, tuple(Constraint(self.relation, tuple(names[x] for x in key)) for key in keys))

    def sentence(self, family: Family, where: str, order: Scope) -> str:
        relation, k = self.relation, self.relation.arity
        whole = family.count == 1
        if k == 1:
            said = say(relation, ["each cell"], self.v)
            return f"{where}, {said}"
        if not family.chain:
            all_of = f"all {family.size} cells of {where.removeprefix('in ')}" if whole else f"{where}, all cells"
            if is_different(relation):
                return f"{all_of} differ"
            if is_equal(relation):
                return f"{all_of} are equal"
        said = say(relation, [LETTERS[i] for i in order], self.v)
        if family.chain:
            return f"{where}, {family.chain}: {said}"
        symmetric = len(self.orders) == 1
        letters = listed(LETTERS[:k])
        if k == 2:
            return f"{where}, for any two cells a {'and' if symmetric else 'before'} b: {said}"
        count = {3: "three", 4: "four"}[k]
        return f"{where}, for any {count} cells {letters}{'' if symmetric else ' in this order'}: {said}"

    def fold_cliques(self, network: Network) -> Iterator[Line]:
        """Sets of variables that all differ, wherever they are."""
        if len(self.open) < 3:
            return
        for clique in sorted(all_different(network, self.v), key=len, reverse=True):
            keys = [self.key(pair) for pair in itertools.combinations(clique, 2)]
            if len(clique) > 2 and sum(key in self.open for key in keys) >= len(clique):
                yield self.line(f"{listed([self.v.names[x] for x in clique])} all differ", keys)

    def together(self) -> Iterator[Line]:
        """What is said of single variables, said of all of them at once."""
        if len(self.open) > 1:
            keys = list(self.open)
            names = [self.v.names[x] for (x,) in keys]
            yield self.line(f"each of {listed(names)}: {say(self.relation, ['it'], self.v)}", keys)

    def rest(self) -> list[Line]:
        return [
            Line(say(c.relation, c.scope, self.v), (c,), (c,))
            for constraints in self.open.values()
            for c in constraints
        ]


def _some(family: Family, names: list[str]) -> str:
    """How some of a family's groups are called."""
    what, stem = family.what + ("s" if len(names) > 1 else ""), family.stem
    if "block" in what:
        return f"in the {what} of {stem} with the upper left corner{'s' if len(names) > 1 else ''} {listed(names)}"
    return f"in {what} {listed(names)} of {stem}"


@lru_cache(maxsize=1024)
def _same_by_text(expression: Expression) -> tuple[Scope, ...]:
    arguments = ARGUMENTS[: expression.arity]
    given = canonical(expression, arguments)
    orders = itertools.permutations(range(expression.arity))
    return tuple(o for o in orders if canonical(expression, [arguments[i] for i in o]) == given)


def _same_orders(relation: Relation) -> tuple[Scope, ...]:
    """The orders of its arguments in which a relation says the same, as far as its text shows it."""
    if isinstance(relation.function, Expression):
        return _same_by_text(relation.function)
    return (tuple(range(relation.arity)),)


def _differing(by_relation: dict[Relation, list[Constraint]], v: Vocabulary) -> frozenset[Scope]:
    """The pairs of variables that differ because a relation other than ≠ says so."""
    found = set()
    m = v.n_codes
    for relation, constraints in by_relation.items():
        if relation.arity != 2 or m * m > TABLE_LIMIT or is_different(relation):
            continue
        if not truth_table(relation, v).reshape(m, m).diagonal().any():
            found |= {tuple(sorted(v.index[name] for name in c.scope)) for c in constraints}
    return frozenset(found)
