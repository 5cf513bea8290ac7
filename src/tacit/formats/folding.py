"""The constraints of a network as loops: what is the same in all rows, columns, boxes or weeks is written once.

A loop has letters, each of which runs over positions along an axis of an array, and says which cells a relation is
applied to: `shift[i, j]` and `shift[i, j + 1]`, or, for a bound, a patch such as `shift[i, 0..6]`. What does not fit
into a loop becomes a loop without letters: one constraint. All loops together say every constraint, and nothing else
(`Loop.scopes` has what a loop says).

A loop is found by comparison: constraints of one relation that are the same up to a shift stand together, and where
they start is taken apart into products of positions. A relation on any two cells of whole lines is looked for before.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod

from tacit.formats.outline import Declarations, Declared, Outline
from tacit.problem.bounds import AT_LEAST, AT_MOST, DIFFERENT, EXACTLY, Bound
from tacit.problem.meaning import same_orders
from tacit.problem.relations import Relation
from tacit.structure.arrays import Position
from tacit.structure.families import families_of
from tacit.structure.family import Kind

Scope = tuple[int, ...]
Rectangle = tuple[tuple[int, ...], ...]  # positions along each axis; it stands for their product
Lines = list[tuple[Scope, tuple[Declared, Rectangle]]]  # lines of an array, and their positions
FEWEST_CELLS = 3  # constraints on cells that make a loop worth reading; of blocks two are enough
FEWEST_BLOCKS = 2
DEEPEST = 4  # axes of starting points that are taken apart


@dataclass(frozen=True)
class Letter:
    """Runs over positions along an axis, counted from 0; in a loop after another letter, if that is said."""

    array: Declared
    axis: int
    positions: tuple[int, ...]
    after: int | None = None  # the number of a letter that it stays behind


@dataclass(frozen=True)
class Index:
    """A position along an axis: a letter of the loop, by its number, and how much is added; or just a number."""

    letter: int | None
    offset: int


@dataclass(frozen=True)
class Indexed:
    """A cell of an array; a variable that stands alone has no indices."""

    array: Declared
    indices: tuple[Index, ...]

    def at(self, values: Sequence[int]) -> int:
        """The variable, for these values of the letters."""
        return self.array.cells[tuple(_at(index, values) for index in self.indices)]


@dataclass(frozen=True)
class Patch:
    """A part of an array: along each axis a start, and the steps from there."""

    array: Declared
    starts: tuple[Index, ...]
    steps: tuple[tuple[int, ...], ...]

    def cells(self) -> list[Indexed]:
        """Its cells one by one."""
        axes = [
            [Index(start.letter, start.offset + step) for step in steps]
            for start, steps in zip(self.starts, self.steps, strict=True)
        ]
        return [Indexed(self.array, indices) for indices in itertools.product(*axes)]

    @property
    def whole(self) -> bool:
        """Is it all of the array?"""
        return all(len(steps) == n for steps, n in zip(self.steps, self.array.shape, strict=True))

    def at(self, values: Sequence[int]) -> Scope:
        return tuple(cell.at(values) for cell in self.cells())


def _at(index: Index, values: Sequence[int]) -> int:
    return index.offset if index.letter is None else values[index.letter] + index.offset


@dataclass(frozen=True)
class Loop:
    """A relation on the cells, or on the patch, for all values of the letters."""

    relation: Relation
    letters: tuple[Letter, ...]
    cells: tuple[Indexed, ...] = ()
    patch: Patch | None = None

    def named(self, pool: Sequence[str]) -> list[str]:
        """A name from the pool for each letter: i along the first axis, j along the second, where nothing clashes."""
        found: list[str] = []
        for letter in self.letters:
            own = pool[letter.axis]
            found.append(own if own not in found else next(name for name in pool if name not in found))
        return found

    @cached_property
    def scopes(self) -> list[Scope]:
        """What the relation is applied to, in the order of its arguments."""
        found = []
        for values in itertools.product(*(letter.positions for letter in self.letters)):
            behind = zip(values, self.letters, strict=True)
            if all(letter.after is None or value > values[letter.after] for value, letter in behind):
                cells = tuple(cell.at(values) for cell in self.cells)
                found.append(cells if self.patch is None else self.patch.at(values))
        return found


def fold(plan: Outline) -> list[Loop]:
    """The network as loops: first what all differ, then relation by relation, as they come."""
    found: dict[Relation, list[Scope]] = {Bound(DIFFERENT): [tuple(clique) for clique in plan.cliques]}
    index = plan.network.vocabulary.index
    for c in plan.rest:
        found.setdefault(c.relation, []).append(tuple(index[name] for name in c.scope))
    _join_exact(found)
    lines = _lines(plan)
    loops: list[Loop] = []
    for relation, scopes in found.items():
        if isinstance(relation, Bound):
            loops += _bounds(relation, scopes, plan.place)
        else:
            loops += _Folding(relation, scopes, plan, lines).loops()
    return loops


def _join_exact(found: dict[Relation, list[Scope]]) -> None:
    """At most 2 and at least 2 is exactly 2."""
    for relation in list(found):
        if not isinstance(relation, Bound) or relation.sign != AT_MOST or relation.measure.kind == "alldifferent":
            continue
        assert relation.k is not None
        other = Bound(relation.measure, AT_LEAST, relation.k)
        if any(each.say is not None for each in found if each in (relation, other)):
            continue  # the words that people have for one of the two are worth more
        both = {frozenset(s) for s in found[relation]} & {frozenset(s) for s in found.get(other, [])}
        if both:
            exactly = Bound(relation.measure, EXACTLY, relation.k)
            found.setdefault(exactly, []).extend(s for s in found[relation] if frozenset(s) in both)
            for each in (relation, other):
                found[each] = [s for s in found[each] if frozenset(s) not in both]


def _lines(plan: Outline) -> list[Lines]:
    """The lines of arrays, along one axis at a time."""
    found = []
    for family in families_of(plan.network.vocabulary):
        lines = family.key.kind is Kind.LINES or (family.key.kind is Kind.WHOLE and family.key.depth == 1)
        if lines and not family.key.cuts:
            patches = [(group, patch) for group in family.groups() if (patch := _patch(group, plan.place))]
            found += [patches] if patches else []
    return found


# --- bounds ---


def _bounds(bound: Bound, groups: Iterable[Scope], place: Declarations) -> Iterator[Loop]:
    alike: dict[tuple[int, Rectangle], list[Position]] = {}
    others = []
    arrays = {}
    for group in dict.fromkeys(tuple(sorted(each)) for each in groups):
        found = _patch(group, place)
        if found is None:
            others.append(group)
            continue
        array, positions = found
        arrays[id(array)] = array
        starts = tuple(axis[0] for axis in positions)
        steps = tuple(tuple(p - axis[0] for p in axis) for axis in positions)
        alike.setdefault((id(array), steps), []).append(starts)
    for (which, steps), all_starts in alike.items():
        array = arrays[which]
        for rectangle in _rectangles(all_starts):
            for part in [rectangle] if _worth(rectangle, FEWEST_BLOCKS) else _single(rectangle):
                letters, indices = _letters([(array, axis) for axis in range(array.depth)], part)
                yield Loop(bound, letters, patch=Patch(array, indices, steps))
    for group in others:
        yield Loop(bound, (), tuple(_cell(x, place) for x in group))


def _patch(group: Scope, place: Declarations) -> tuple[Declared, Rectangle] | None:
    """The array that a group lies in, and its positions along each axis, if it is their product."""
    array = place[group[0]][0]
    if not array.axes or any(place[x][0] is not array for x in group):
        return None
    positions = [place[x][1] for x in group]
    axes = tuple(tuple(sorted(set(axis))) for axis in zip(*positions, strict=True))
    return (array, axes) if prod(map(len, axes)) == len(group) else None


def _cell(x: int, place: Declarations) -> Indexed:
    array, position = place[x]
    return Indexed(array, tuple(Index(None, i) for i in position))


def _letters(
    axes: Sequence[tuple[Declared, int]], rectangle: Rectangle
) -> tuple[tuple[Letter, ...], tuple[Index, ...]]:
    """A letter for each axis with several positions, and the index along each axis."""
    letters: list[Letter] = []
    indices = []
    for (array, axis), positions in zip(axes, rectangle, strict=True):
        if len(positions) == 1:
            indices.append(Index(None, positions[0]))
        else:
            indices.append(Index(len(letters), 0))
            letters.append(Letter(array, axis, positions))
    return tuple(letters), tuple(indices)


# --- other relations ---


class _Folding:
    """The scopes of one relation that no loop has yet."""

    def __init__(self, relation: Relation, scopes: Iterable[Scope], plan: Outline, lines: list[Lines]) -> None:
        self.relation, self.plan, self.lines = relation, plan, lines
        self.same = same_orders(relation)
        self.all = dict.fromkeys(map(self.key, scopes))
        self.left = dict(self.all)

    def key(self, scope: Scope) -> Scope:
        """The scope in the first of the orders in which the relation means the same."""
        return min(tuple(scope[i] for i in order) for order in self.same)

    def loops(self) -> Iterator[Loop]:
        if self.relation.arity > 1:
            yield from self.of_lines()
        yield from self.by_shift()

    def take(self, loop: Loop) -> Loop:
        for scope in loop.scopes:
            self.left.pop(self.key(scope), None)
        return loop

    def of_lines(self) -> Iterator[Loop]:
        """The relation on any cells of whole lines, one after the other."""
        arity = self.relation.arity
        for lines in self.lines:
            length = len(lines[0][0])
            if length <= arity or comb(length, arity) > len(self.left):
                continue
            for order in itertools.permutations(range(arity)):
                held = [found for line, found in lines if self.holds(line, order)]
                if held:
                    yield from self.along(held, order)

    def holds(self, line: Scope, order: Scope) -> bool:
        """Is the relation on all cells of a line, in this order, and is some of this not said yet?"""
        found = False
        for chosen in itertools.combinations(line, len(order)):
            key = self.key(tuple(chosen[i] for i in order))
            if key not in self.all:
                return False
            found = found or key in self.left
        return found

    def along(self, lines: Sequence[tuple[Declared, Rectangle]], order: Scope) -> Iterator[Loop]:
        array = lines[0][0]
        axis = next(a for a, positions in enumerate(lines[0][1]) if len(positions) > 1)
        others = [a for a in range(array.depth) if a != axis]
        starts = [tuple(positions[a][0] for a in others) for _, positions in lines]
        for rectangle in _rectangles(starts):
            letters, indices = _letters([(array, a) for a in others], rectangle)
            every = tuple(range(array.shape[axis]))
            first = len(letters)
            inner = tuple(
                Letter(array, axis, every, None if place == 0 else first + place - 1) for place in range(len(order))
            )
            cells = []
            for place in order:
                own = list(indices)
                own.insert(axis, Index(first + place, 0))
                cells.append(Indexed(array, tuple(own)))
            yield self.take(Loop(self.relation, (*letters, *inner), tuple(cells)))

    def by_shift(self) -> Iterator[Loop]:
        """What is the same up to a shift, and any cell of some with any cell of others."""
        place = self.plan.place
        alike: dict[tuple[int, ...], list[Scope]] = {}
        for scope in self.left:
            alike.setdefault(tuple(id(place[x][0]) for x in scope), []).append(scope)
        single: list[Scope] = []
        for scopes in alike.values():
            ways = [list(self.shifted(scopes))]
            if self.relation.arity > 1 and sum(len(place[x][1]) for x in scopes[0]) <= DEEPEST:
                ways.append(list(self.of_products(scopes)))
            best = min(ways, key=lambda loops: sum(1 if _is_worth(loop) else len(loop.scopes) for loop in loops))
            for loop in best:
                if _is_worth(loop):
                    yield self.take(loop)
                else:
                    single += loop.scopes
        order = {scope: i for i, scope in enumerate(self.all)}
        for scope in sorted((self.key(each) for each in single), key=lambda scope: order[scope]):
            yield self.take(Loop(self.relation, (), tuple(_cell(x, place) for x in scope)))

    def shifted(self, scopes: Sequence[Scope]) -> Iterator[Loop]:
        place = self.plan.place
        alike: dict[tuple[Position, ...], list[Position]] = {}
        for scope in scopes:
            first = place[scope[0]][1]
            shifts = []
            for x in scope:
                position = place[x][1]
                # An index beyond those of the first cell is counted from 0.
                from_ = [first[axis] if axis < len(first) else 0 for axis in range(len(position))]
                shifts.append(tuple(p - f for p, f in zip(position, from_, strict=True)))
            alike.setdefault(tuple(shifts), []).append(first)
        arrays = [place[x][0] for x in scopes[0]]
        axes = [(arrays[0], axis) for axis in range(arrays[0].depth)]
        for all_shifts, starts in alike.items():
            for rectangle in _rectangles(starts):
                letters, indices = _letters(axes, rectangle)
                cells = []
                for array, shift in zip(arrays, all_shifts, strict=True):
                    begun = [indices[a] if a < len(indices) else Index(None, 0) for a in range(array.depth)]
                    moved = tuple(Index(i.letter, i.offset + by) for i, by in zip(begun, shift, strict=True))
                    cells.append(Indexed(array, moved))
                yield Loop(self.relation, letters, tuple(cells))

    def of_products(self, scopes: Sequence[Scope]) -> Iterator[Loop]:
        place = self.plan.place
        arrays = [place[x][0] for x in scopes[0]]
        axes = [(array, axis) for array in arrays for axis in range(array.depth)]
        for rectangle in _rectangles([tuple(i for x in scope for i in place[x][1]) for scope in scopes]):
            letters, indices = _letters(axes, rectangle)
            cells, start = [], 0
            for array in arrays:
                cells.append(Indexed(array, indices[start : start + array.depth]))
                start += array.depth
            yield Loop(self.relation, letters, tuple(cells))


# --- starting points ---


def _rectangles(points: Iterable[Position]) -> list[Rectangle]:
    """Points as few products of positions, each point in just one of them.

    >>> _rectangles([(0, 0), (0, 1), (1, 0), (1, 1), (5, 1)])
    [((0, 1), (0, 1)), ((5,), (1,))]
    """
    found = _taken_apart(frozenset(points))
    return sorted(found, key=lambda each: (-prod(map(len, each)), each))


def _taken_apart(points: frozenset[Position]) -> list[Rectangle]:
    depth = len(next(iter(points)))
    if depth == 0:
        return [()]
    if depth == 1:
        return [(tuple(sorted(p for (p,) in points)),)]
    best: list[Rectangle] | None = None
    for axis in range(depth if depth <= DEEPEST else 1):
        rest: dict[int, set[Position]] = {}
        for point in points:
            rest.setdefault(point[axis], set()).add(point[:axis] + point[axis + 1 :])
        alike: dict[frozenset[Position], list[int]] = {}
        for position in sorted(rest):
            alike.setdefault(frozenset(rest[position]), []).append(position)
        found = [
            (*part[:axis], tuple(positions), *part[axis:])
            for others, positions in alike.items()
            for part in _taken_apart(others)
        ]
        if best is None or len(found) < len(best):
            best = found
    assert best is not None
    return best


def moved(letter: str, by: int) -> str:
    """
    >>> moved("i", 0), moved("i", 2), moved("i", -1)
    ('i', 'i + 2', 'i - 1')
    """
    return f"{letter} {'+' if by > 0 else '-'} {abs(by)}" if by else letter


def is_run(positions: Sequence[int]) -> bool:
    """Are they consecutive?"""
    return positions[-1] - positions[0] + 1 == len(positions)


def is_progression(positions: Sequence[int]) -> bool:
    """Are they three or more at equal distances?"""
    steps = {b - a for a, b in itertools.pairwise(positions)}
    return len(positions) > 2 and len(steps) == 1


def _cost(positions: Sequence[int]) -> int:
    """How much there is to read: positions in a row, or at equal distances, are one thing."""
    return 1 if is_run(positions) or is_progression(positions) else len(positions)


def _worth(rectangle: Rectangle, fewest: int) -> bool:
    """Is a loop over these positions shorter to read than its constraints one by one?"""
    n = prod(map(len, rectangle))
    return n >= fewest and sum(_cost(positions) for positions in rectangle if len(positions) > 1) < n


def _is_worth(loop: Loop) -> bool:
    return _worth(tuple(letter.positions for letter in loop.letters), FEWEST_CELLS)


def _single(rectangle: Rectangle) -> Iterator[Rectangle]:
    for point in itertools.product(*rectangle):
        yield tuple((p,) for p in point)
