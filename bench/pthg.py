"""`python bench/pthg.py FOLDER`: models learned from solutions alone, on the files of the PTHG-21 challenge.

Each file is a problem with language = "common", made from its template in the same way for all types; nothing is told
about the type. It is learned from 5, 10, 20 and all solutions, and the tests are scored. Their labels come from the
rules of the types, which only the scorer knows. Beside the tests are scored: solutions that were not learned from, and
perturbed ones, that is, right ones with one cell changed or two exchanged, so that they are wrong.
`--carried` learns each type at its smaller size and scores its rules, carried over, at the larger one.
`--negatives` learns from `nonSolutions`, too; `--unseen` runs other problems, which no setting was chosen by.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tacit import Problem, carry_over, learn_from
from tacit.problem.query import Answered, Query

SIZES = (5, 10, 20, None)
PERTURBED = 200
LEFT_ASIDE = "objective"


class Task(NamedTuple):
    """A problem with its solutions, and whoever knows which assignments are right."""

    name: str
    problem: Problem
    solutions: list[dict[str, int]]
    wrong: list[dict[str, int]]  # known to be wrong
    tests: list[dict[str, int]]
    right: Callable[[dict[str, int]], bool]


# --- the rules of the types: for the scorer alone ---


def _grid(values: dict[str, int]) -> Any:
    n = round(len(values) ** 0.5)
    return np.array(list(values.values())).reshape(n, n)


def _distinct(lines: Any) -> bool:
    return all(len(set(line)) == len(line) for line in lines.tolist())


def colouring(data: Any) -> Callable[[dict[str, int]], bool]:
    edges = [(edge["nodeA"], edge["nodeB"]) for edge in data["inputData"]["list"]]
    return lambda values: all(values[f"list[{a}]"] != values[f"list[{b}]"] for a, b in edges)


def queens(values: dict[str, int]) -> bool:
    q, places = np.array(list(values.values())), np.arange(len(values))
    return all(len(set(each.tolist())) == len(q) for each in (q, q + places, q - places))


def latin(values: dict[str, int]) -> bool:
    grid = _grid(values)
    return _distinct(grid) and _distinct(grid.T)


def sudoku(values: dict[str, int]) -> bool:
    grid = _grid(values)
    n = round(len(grid) ** 0.5)
    return latin(values) and _distinct(grid.reshape(n, n, n, n).swapaxes(1, 2).reshape(n * n, n * n))


def magic(values: dict[str, int]) -> bool:
    grid = _grid(values)
    sums = {*grid.sum(axis=0).tolist(), *grid.sum(axis=1).tolist(), int(np.trace(grid)), int(np.trace(grid[:, ::-1]))}
    return len(sums) == 1 and len(set(values.values())) == len(values)


RIGHT: dict[str, Callable[[Any], Callable[[dict[str, int]], bool]]] = {
    "type01": colouring,
    "type02": lambda _: queens,
    "type06": lambda _: sudoku,
    "type10": lambda _: magic,
    "type21": lambda _: latin,
}


# --- files ---


def flat(name: str, table: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """The cells of nested lists, by name."""
    if isinstance(table, list):
        for i, each in enumerate(table):
            yield from flat(name, each, (*place, i))
    else:
        yield (f"{name}[{','.join(map(str, place))}]" if place else name), table


def cells(given: dict[str, Any]) -> dict[str, Any]:
    return {name: cell for key, table in given.items() if key != LEFT_ASIDE for name, cell in flat(key, table)}


def read(path: Path) -> Task:
    data = json.loads(path.read_text())
    domains = {name: range(cell["low"], cell["high"] + 1) for name, cell in cells(data["formatTemplate"]).items()}
    return Task(
        path.stem,
        Problem(domains, language="common", name=path.stem),
        [cells(each) for each in data["solutions"]],
        [cells(each) for each in data.get("nonSolutions", [])],
        [cells(each) for each in data.get("tests", [])],
        RIGHT[data["problemType"]](data),
    )


# --- scoring ---


def perturbed(task: Task, right: Sequence[dict[str, int]]) -> list[dict[str, int]]:
    """Right assignments with a small change that makes them wrong."""
    rng = np.random.RandomState(0)
    names = list(task.problem.names)
    domains = task.problem.vocabulary.domains
    found: dict[tuple[int, ...], dict[str, int]] = {}
    for _ in range(20 * PERTURBED):
        values = dict(right[rng.randint(len(right))])
        one, other = rng.choice(len(names), 2, replace=False).tolist()
        if rng.random_sample() < 0.5:
            values[names[one]] = int(rng.choice(domains[one]))
        elif domains[one] == domains[other]:
            values[names[one]], values[names[other]] = values[names[other]], values[names[one]]
        if not task.right(values):
            found.setdefault(tuple(values.values()), values)
        if len(found) == PERTURBED:
            break
    return list(found.values())


class Score(NamedTuple):
    accepted: int
    right: int
    rejected: int
    wrong: int

    def __str__(self) -> str:
        return f"{_share(self.accepted, self.right)} / {_share(self.rejected, self.wrong)}"


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:5.1f} %" if of else "      –"


def score(task: Task, accepts: Callable[[dict[str, int]], bool], given: Sequence[dict[str, int]]) -> Score:
    right = [each for each in given if task.right(each)]
    wrong = [each for each in given if not task.right(each)]
    return Score(sum(map(accepts, right)), len(right), sum(not accepts(each) for each in wrong), len(wrong))


def run(task: Task, count: int | None, negatives: bool, show: bool) -> str:
    rng = np.random.RandomState(1)
    solutions = [task.solutions[i] for i in rng.permutation(len(task.solutions))]
    if count is None and not any(map(task.right, task.tests)):
        count = len(solutions) * 4 // 5
    learned_from, rest = solutions[:count], [] if count is None else solutions[count:][:PERTURBED]
    v = task.problem.vocabulary
    examples = [Answered(Query(v, v.encode(each)), True) for each in learned_from]
    if negatives:
        wrong = [each for each in task.wrong if not task.right(each)][: len(learned_from)]
        examples += [Answered(Query(v, v.encode(each)), False) for each in wrong]
    begin = time.perf_counter()
    found = learn_from(task.problem, examples)
    seconds = time.perf_counter() - begin

    def accepts(values: dict[str, int]) -> bool:
        return found.network.accepts_codes(v.encode(values))

    near = perturbed(task, solutions)
    parts = [score(task, accepts, each) for each in (task.tests, rest, near)]
    line = f"| {task.name} | {len(learned_from)} | {parts[0]} | {_share(parts[1].accepted, parts[1].right)} "
    line += f"| {_share(parts[2].rejected, parts[2].wrong)} | {len(found.support)} | {seconds:.1f} s |"
    if show:
        line += "".join(f"\n    {each}" for each in found.support[:8])
    return line


def carried(small: Task, large: Task, count: int | None, show: bool) -> str:
    """The rules of one size, learned from its solutions alone, at another size."""
    rng = np.random.RandomState(1)
    solutions = [small.solutions[i] for i in rng.permutation(len(small.solutions))][:count]
    v, w = small.problem.vocabulary, large.problem.vocabulary
    learned = learn_from(small.problem, [Answered(Query(v, v.encode(each)), True) for each in solutions])
    found = carry_over(learned, large.problem)
    network = found.network()

    def accepts(values: dict[str, int]) -> bool:
        return network.accepts_codes(w.encode(values))

    parts = [score(large, accepts, each) for each in (large.tests, large.solutions, perturbed(large, large.solutions))]
    line = (
        f"| {small.name} → {large.name} | {len(solutions)} | {parts[0]} | {_share(parts[1].accepted, parts[1].right)} "
    )
    others = f"{len(found.by_name)}, {len(found.left)}"
    line += f"| {_share(parts[2].rejected, parts[2].wrong)} | {len(found.rules)} | {others} |"
    if show:
        line += "".join(f"\n    {each.rule}" for each in found.rules)
        line += "".join(f"\n    left: {each}" for each in (*found.by_name, *found.left))
    return line


def carry_all(tasks: Sequence[Task], sizes: Sequence[int | None], show: bool) -> None:
    print("| learned at → scored at | learned from | tests: right accepted / wrong rejected | solutions accepted "
          "| perturbed ones rejected | rules | by name, left |")  # fmt: skip
    print("|---|---|---|---|---|---|---|")
    kinds: dict[str, list[Task]] = {}
    for task in tasks:
        kinds.setdefault(task.name.partition("-")[0], []).append(task)
    for alike in kinds.values():
        ordered = sorted(alike, key=lambda task: len(task.problem.vocabulary))
        for small, large in itertools.pairwise(ordered):
            for size in sizes:
                print(carried(small, large, size, show), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where the challenge's files are")
    parser.add_argument("--only", default="", help="tasks whose name begins so")
    parser.add_argument("--sizes", type=int, nargs="*", help="how many solutions; 0 for all")
    parser.add_argument("--negatives", action="store_true", help="learn from as many nonSolutions, too")
    parser.add_argument("--carried", action="store_true", help="learn at the smaller size, score at the larger one")
    parser.add_argument("--unseen", action="store_true", help="problems that no setting was chosen by")
    parser.add_argument("--show", action="store_true", help="what was learned")
    arguments = parser.parse_args()
    if arguments.unseen:
        from unseen_plans import fresh, unseen

        tasks: Iterator[Task] = itertools.chain(unseen(), fresh())
    elif arguments.folder is not None:
        tasks = map(read, sorted(arguments.folder.glob("*.json")))
    else:
        parser.error("a folder, or --unseen")
    sizes = SIZES if arguments.sizes is None else [size or None for size in arguments.sizes]
    if arguments.carried:
        carry_all([task for task in tasks if task.name.startswith(arguments.only)], sizes, arguments.show)
        return
    print("| problem | learned from | tests: right accepted / wrong rejected | other solutions accepted "
          "| perturbed ones rejected | lines | time |")  # fmt: skip
    print("|---|---|---|---|---|---|---|")
    for task in tasks:
        if task.name.startswith(arguments.only):
            for size in sizes:
                print(run(task, size, arguments.negatives, arguments.show), flush=True)


if __name__ == "__main__":
    main()
