"""A picture of a network: variables as cells in their grid, constraints as lines between them, as SVG.

Lines are bent, so that lines along a row don't lie on each other. A constraint on one variable is a ring around its
cell; a constraint on three or more is a dot with a line to each of its cells. Only positions are computed here; the
style sheet says how things look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot

from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sayings import in_letters
from tacit.structure.arrays import Array, arrays

CELL = 24
GRID = 46  # distance from cell to cell in a grid
LINE = 32  # distance from cell to cell in a list
GAP = 56
LETTER = 7
WIDEST = 640
KINDS = 8  # how many colours and dashes the style sheet has
IN_GRID, IN_LIST, ACROSS = 0.34, 0.6, 0.08  # how far lines are bent, as a part of their length
MANY = 150  # if there are more lines than this, they are drawn thinner
VERY_MANY = 2000  # if there are more than this, all of one kind are one line: nobody could point at one of them

Point = tuple[float, float]


@dataclass(frozen=True)
class Text:
    x: float
    y: float
    text: str
    anchor: str


@dataclass(frozen=True)
class Edge:
    kind: int
    path: str
    dot: Point | None
    ring: Point | None
    title: str


@dataclass(frozen=True)
class Relations:
    """A relation of the network, by which the picture can be filtered."""

    name: str
    kind: int
    count: int
    words: str


@dataclass(frozen=True)
class Picture:
    width: float
    height: float
    cells: Sequence[tuple[float, float, str]]
    texts: Sequence[Text]
    edges: Sequence[Edge]
    relations: Sequence[Relations]
    many: bool
    count: int  # of constraints
    size: int = CELL


def picture(v: Vocabulary, constraints: Sequence[Constraint], only: str | None = None) -> Picture:
    """The network as a picture. If `only` is given, it shows just the constraints of that relation."""
    width, height, points, texts, listed = _layout(v)
    counts: dict[str, int] = {}
    for constraint in constraints:
        counts[constraint.relation.name] = counts.get(constraint.relation.name, 0) + 1
    kinds = {name: kind % KINDS for kind, name in enumerate(counts)}
    shown = [c for c in constraints if only is None or c.relation.name == only]
    edges = []
    for c in shown:
        scope = [v.index[name] for name in c.scope]
        bend = IN_LIST if listed.issuperset(scope) else IN_GRID
        edges.append(_edge(c, kinds[c.relation.name], [points[x] for x in scope], bend))
    cells = [(x - CELL / 2, y - CELL / 2, v.names[i]) for i, (x, y) in enumerate(points)]
    words = {c.relation.name: in_letters(c.relation) for c in constraints}
    relations = [Relations(name, kinds[name], count, words[name]) for name, count in counts.items()]
    if len(edges) > VERY_MANY:
        edges = list(_together(edges, relations))
    return Picture(width, height, cells, texts, edges, relations, len(shown) > MANY, len(shown))


def _together(edges: Sequence[Edge], relations: Sequence[Relations]) -> Iterator[Edge]:
    """Lines between two cells as one line for each kind; the others as they are."""
    paths: dict[int, list[str]] = {}
    for edge in edges:
        if edge.ring is None and edge.dot is None:
            paths.setdefault(edge.kind, []).append(edge.path)
        else:
            yield edge
    for kind, found in paths.items():
        names = ", ".join(each.name for each in relations if each.kind == kind)
        yield Edge(kind, "".join(found), None, None, f"{names}: {len(found):,}")


def _edge(constraint: Constraint, kind: int, points: list[Point], bend: float) -> Edge:
    title = str(constraint)
    if len(points) == 1:
        return Edge(kind, "", None, points[0], title)
    if len(points) == 2:
        return Edge(kind, _bow(points[0], points[1], kind, bend), None, None, title)
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    path = "".join(f"M{x:.0f} {y:.0f}L{a:.0f} {b:.0f}" for a, b in points)
    return Edge(kind, path, (x, y), None, title)


def _bow(a: Point, b: Point, kind: int, along: float) -> str:
    """A curve between two cells. It is bent more if they are far apart, and differently for each relation."""
    (ax, ay), (bx, by) = sorted([a, b])
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy) or 1.0
    straight = abs(dx) < 1 or abs(dy) < 1
    bend = (along if straight else ACROSS) * length + 5 * kind
    # Vertical lines bend to the right, horizontal ones downwards.
    nx, ny = (dy / length, -dx / length) if abs(dx) < 1 and dy > 0 else (-dy / length, dx / length)
    cx, cy = (ax + bx) / 2 + nx * bend, (ay + by) / 2 + ny * bend
    return f"M{ax:.0f} {ay:.0f}Q{cx:.0f} {cy:.0f} {bx:.0f} {by:.0f}"


@lru_cache(maxsize=32)
def _layout(v: Vocabulary) -> tuple[float, float, list[Point], list[Text], frozenset[int]]:
    """Where each variable is: arrays one after the other, as many side by side as there is room for."""
    points: list[Point] = [(0.0, 0.0)] * len(v)
    texts: list[Text] = []
    x = y = deepest = widest = 0.0
    every = arrays(v.names)
    lone = [array for array in every if not array.axes]
    shown = [array for array in every if array.axes]
    if lone:
        names = tuple(array.stem for array in lone)
        shown.append(Array("", (names,), {(i,): array.cells[()] for i, array in enumerate(lone)}))
    for array in shown:
        placed, labels, width, height = _placed(array, title=len(shown) > 1)
        if x and x + width > WIDEST:
            x, y, deepest = 0.0, y + deepest + GAP / 2, 0.0
        for variable, (px, py) in placed.items():
            points[variable] = (x + px, y + py)
        texts += [Text(x + text.x, y + text.y, text.text, text.anchor) for text in labels]
        x, deepest = x + width + GAP / 2, max(deepest, height)
        widest = max(widest, x)
    listed = frozenset(x for array in shown if array.depth == 1 for x in array.cells.values())
    return widest, y + deepest, points, texts, listed


def _placed(array: Array, *, title: bool) -> tuple[dict[int, Point], list[Text], float, float]:
    top = 26.0 if title and array.stem else 6.0
    texts = [Text(4, 14, array.stem, "start")] if title and array.stem else []
    *outer, last = array.axes
    if not outer:  # a list: labels to the left, room for the bends of the lines to the right
        left = 14 + LETTER * max(map(len, last)) + CELL / 2
        placed = {x: (left, top + CELL / 2 + LINE * i) for (i,), x in array.cells.items()}
        texts += [
            Text(left - CELL / 2 - 6, top + CELL / 2 + LINE * i + 4, label, "end") for i, label in enumerate(last)
        ]
        bend = IN_LIST / 2 * LINE * len(last) + 30
        return placed, texts, left + CELL / 2 + bend, top + LINE * len(last)
    rows = [""]
    for axis in outer:
        rows = [f"{row} {label}".strip() for row in rows for label in axis]
    left = 14 + LETTER * max(map(len, rows)) + CELL / 2
    top += 16
    pitch = max(GRID, LETTER * max(map(len, last)) + 10)
    placed = {}
    for position, variable in array.cells.items():
        row = 0
        for axis, i in zip(outer, position, strict=False):
            row = row * len(axis) + i
        placed[variable] = (left + pitch * position[-1], top + CELL / 2 + GRID * row)
    texts += [Text(left - CELL / 2 - 6, top + CELL / 2 + GRID * i + 4, label, "end") for i, label in enumerate(rows)]
    texts += [Text(left + pitch * j, top - 6, label, "middle") for j, label in enumerate(last)]
    bend = IN_GRID / 2 * GRID * len(rows) + CELL
    return (
        placed,
        texts,
        left + pitch * (len(last) - 1) + bend,
        top + GRID * len(rows) + IN_GRID / 2 * pitch * len(last),
    )
