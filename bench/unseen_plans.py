"""Problems with plans that no setting of `tacit.regularities` was chosen by: their solutions, found by search."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from pthg import Task, flat

from tacit import Problem

MOST = 250


def _task(name: str, template: dict[str, object], solutions: Sequence[dict[str, object]],
          right: Callable[[dict[str, int]], bool]) -> Task:  # fmt: skip
    domains = {cell: domain for key, table in template.items() for cell, domain in flat(key, table)}
    rng = np.random.RandomState(0)
    chosen = [solutions[i] for i in rng.permutation(len(solutions))[:MOST]]
    plans = [dict(pair for key, table in each.items() for pair in flat(key, table)) for each in chosen]
    assert all(map(right, plans)), name
    return Task(name, Problem(domains, language="common", name=name), plans, [], [], right)


def _line(values: dict[str, int]) -> list[int]:
    return list(values.values())


# --- one line ---


def _golomb(values: dict[str, int]) -> bool:
    marks = _line(values)
    gaps = [b - a for a, b in itertools.combinations(marks, 2)]
    return marks[0] == 0 and all(a < b for a, b in itertools.pairwise(marks)) and len(set(gaps)) == len(gaps)


def golomb(marks: int, longest: int) -> Task:
    found: list[dict[str, object]] = []

    def grow(line: list[int], gaps: set[int]) -> None:
        if len(line) == marks:
            found.append({"mark": list(line)})
            return
        for at in range(line[-1] + 1, longest + 1):
            new = {at - each for each in line}
            if len(new) == len(line) and not new & gaps:
                grow([*line, at], gaps | new)

    grow([0], set())
    return _task(f"golomb {marks}", {"mark": [range(longest + 1)] * marks}, found, _golomb)


def _permutations(n: int, fine: Callable[[list[int]], bool]) -> list[dict[str, object]]:
    return [{"s": list(each)} for each in itertools.permutations(range(n)) if fine(list(each))]


def _all_interval(line: list[int]) -> bool:
    return len(set(line)) == len(line) and len({abs(a - b) for a, b in itertools.pairwise(line)}) == len(line) - 1


def _costas(line: list[int]) -> bool:
    steps = [[b - a for a, b in zip(line, line[k:], strict=False)] for k in range(1, len(line))]
    return len(set(line)) == len(line) and all(len(set(each)) == len(each) for each in steps)


def _langford(line: list[int]) -> bool:
    n = len(line) // 2
    places = {v: [i for i, each in enumerate(line) if each == v] for v in range(1, n + 1)}
    return all(len(p) == 2 and p[1] - p[0] == v + 1 for v, p in places.items())


def _schur(line: list[int]) -> bool:
    n = len(line)
    return not any(line[i - 1] == line[j - 1] == line[i + j - 1]
                   for i in range(1, n + 1) for j in range(i + 1, n - i + 1))  # fmt: skip


def schur(n: int, boxes: int) -> Task:
    rng = np.random.RandomState(0)
    found: list[dict[str, object]] = []
    while len(found) < MOST:
        line = rng.randint(1, boxes + 1, size=n).tolist()
        if _schur(line):
            found.append({"box": line})
    return _task(f"schur {n}", {"box": [range(1, boxes + 1)] * n}, found, lambda v: _schur(_line(v)))


def permutations(name: str, n: int, fine: Callable[[list[int]], bool]) -> Task:
    return _task(f"{name} {n}", {"s": [range(n)] * n}, _permutations(n, fine), lambda v: fine(_line(v)))


# --- boards of 0 and 1 ---

KNIGHT = [(1, 2), (2, 1), (1, -2), (2, -1)]
KING = [(0, 1), (1, 0), (1, 1), (1, -1)]


def _apart(grid: np.ndarray, steps: Sequence[tuple[int, int]]) -> bool:
    n, m = grid.shape
    for i, j in zip(*np.nonzero(grid), strict=True):
        for down, right in steps:
            if 0 <= i + down < n and 0 <= j + right < m and grid[i + down, j + right]:
                return False
    return True


def board(name: str, n: int, fine: Callable[[np.ndarray], bool], pieces: int) -> Task:
    rng = np.random.RandomState(0)
    found: dict[bytes, dict[str, object]] = {}
    for _ in range(400_000):
        grid = np.zeros((n, n), dtype=int)
        for cell in rng.permutation(n * n):  # as many as fit, in random order
            grid.flat[cell] = 1
            if not fine(grid):
                grid.flat[cell] = 0
            if grid.sum() == pieces:
                break
        if grid.sum() == pieces:
            found.setdefault(grid.tobytes(), {"board": grid.tolist()})
        if len(found) == MOST:
            break

    def right(values: dict[str, int]) -> bool:
        grid = np.array(_line(values)).reshape(n, n)
        return fine(grid) and int(grid.sum()) == pieces

    return _task(f"{name} {n}", {"board": [[range(2)] * n] * n}, list(found.values()), right)


def _bishops(grid: np.ndarray) -> bool:
    n = len(grid)
    return all(np.trace(each, k) <= 1 for each in (grid, grid[:, ::-1]) for k in range(-n + 1, n))


def _rooks(grid: np.ndarray) -> bool:
    return bool((grid.sum(axis=0) <= 1).all() and (grid.sum(axis=1) <= 1).all())


# --- designs ---


def design() -> Task:
    """The Fano plane: 7 blocks of 3 of 7 points, each two blocks with one point in common."""
    fano = [{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}]
    base = np.array([[int(p in block) for block in fano] for p in range(7)])
    rng = np.random.RandomState(0)
    found: dict[bytes, dict[str, object]] = {}
    while len(found) < MOST:
        grid = base[rng.permutation(7)][:, rng.permutation(7)]
        found.setdefault(grid.tobytes(), {"m": grid.tolist()})

    def right(values: dict[str, int]) -> bool:
        grid = np.array(_line(values)).reshape(7, 7)
        return bool((grid @ grid.T == 2 * np.eye(7, dtype=int) + 1).all() and (grid.sum(axis=0) == 3).all())

    return _task("design 7", {"m": [[range(2)] * 7] * 7}, list(found.values()), right)


def orthogonal(n: int = 5) -> Task:
    """Two orthogonal Latin squares, made of linear ones by exchanging lines and values."""
    rng = np.random.RandomState(0)
    found: list[dict[str, object]] = []
    i, j = np.indices((n, n))
    while len(found) < MOST:
        a, b = rng.choice(range(1, n), 2, replace=False)
        rows, columns = rng.permutation(n), rng.permutation(n)
        one, other = ((rng.permutation(n)[(k * i + j) % n])[rows][:, columns] for k in (a, b))
        found.append({"a": (one + 1).tolist(), "b": (other + 1).tolist()})

    def right(values: dict[str, int]) -> bool:
        one, other = np.array(_line(values)).reshape(2, n, n)
        latin = all(len(set(line)) == n for g in (one, other) for part in (g, g.T) for line in part.tolist())
        return latin and len(set(zip(one.ravel().tolist(), other.ravel().tolist(), strict=True))) == n * n

    square = [[range(1, n + 1)] * n] * n
    return _task(f"orthogonal {n}", {"a": square, "b": square}, found, right)


# --- added when all settings were as they are ---


def _all_of(values: Sequence[int], length: int, fine: Callable[[list[int]], bool]) -> list[dict[str, object]]:
    """All lines, grown cell by cell, whose beginnings are fine."""
    lines: list[list[int]] = [[]]
    for _ in range(length):
        lines = [[*line, value] for line in lines for value in values if fine([*line, value])]
    return [{"s": line} for line in lines]


def langford(n: int) -> Task:
    """Each number from 1 to n twice, and as many cells between the two as it says."""

    found: list[dict[str, object]] = []

    def put(value: int, line: list[int]) -> None:
        if value == 0:
            found.append({"s": list(line)})
            return
        for i in range(2 * n - value - 1):
            if not line[i] and not line[i + value + 1]:
                line[i] = line[i + value + 1] = value
                put(value - 1, line)
                line[i] = line[i + value + 1] = 0

    put(n, [0] * (2 * n))
    return _task(f"langford {n}", {"s": [range(1, n + 1)] * (2 * n)}, found, lambda v: _langford(_line(v)))


def sequence(length: int) -> Task:
    """Cars on a line: no two of kind 2 side by side, at most two of kind 1 in any four, and four of kind 1 in all."""

    def begins(line: list[int]) -> bool:
        return (2, 2) not in itertools.pairwise(line) and all(line[i : i + 4].count(1) <= 2 for i in range(len(line)))

    def right(values: dict[str, int]) -> bool:
        return begins(_line(values)) and _line(values).count(1) == 4

    found = [each for each in _all_of(range(3), length, begins) if right(dict(flat("s", each["s"])))]
    return _task(f"sequence {length}", {"s": [range(3)] * length}, found, right)


def zigzag(n: int) -> Task:
    """Permutations that go up and down in turn."""

    def fine(line: list[int]) -> bool:
        turns = all((a < b) == (i % 2 == 0) for i, (a, b) in enumerate(itertools.pairwise(line)))
        return turns and len(set(line)) == len(line)

    return permutations("zigzag", n, fine)


def diagonal_latin(n: int = 5) -> Task:
    """Latin squares whose long diagonals have all values, too."""
    rng = np.random.RandomState(0)
    i, j = np.indices((n, n))
    found = []
    for _ in range(3 * MOST):
        k = int(rng.choice([2, 3]))
        grid = rng.permutation(n)[(k * i + j) % n]
        grid = np.roll(np.roll(grid, rng.randint(n), axis=0), rng.randint(n), axis=1)
        found.append({"g": (grid.T if rng.random_sample() < 0.5 else grid).tolist()})

    def right(values: dict[str, int]) -> bool:
        g = np.array(_line(values)).reshape(n, n)
        lines = [*g.tolist(), *g.T.tolist(), np.diagonal(g).tolist(), np.diagonal(g[:, ::-1]).tolist()]
        return all(len(set(line)) == n for line in lines)

    distinct = {str(each): each for each in found}
    return _task(f"diagonal latin {n}", {"g": [[range(n)] * n] * n}, list(distinct.values()), right)


def fresh() -> Iterator[Task]:
    yield langford(7)
    yield sequence(10)
    yield zigzag(8)
    yield diagonal_latin()


def unseen() -> Iterator[Task]:
    yield golomb(5, 20)
    yield permutations("all-interval", 8, _all_interval)
    yield permutations("costas", 7, _costas)
    yield schur(12, 3)
    yield board("knights", 5, lambda grid: _apart(grid, KNIGHT), 5)
    yield board("kings", 6, lambda grid: _apart(grid, KING), 6)
    yield board("bishops", 5, _bishops, 5)
    yield board("rooks", 6, _rooks, 6)
    yield design()
    yield orthogonal()
