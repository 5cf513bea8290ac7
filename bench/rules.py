"""`make bench-rules`: the guided learner with questions about rules: how many questions, of which kinds, cells shown.

The first problems are those that its constants were chosen by; `--unseen` runs problems that no setting was chosen by.
`--largest N` shows at most N cells in a question, `--unknown` answers every question about a rule with "don't know",
`--without` asks about examples only. Every run must converge, and imply the target on each scope.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

import numpy as np
from guided import USUAL, grid_of_boxes, not_implied, shuffled, with_faults

from tacit import Dialogue, Reporter
from tacit.benchmarks import Benchmark, load
from tacit.dialogue.oracles.target import TargetOracle
from tacit.learning.asking import Question
from tacit.learning.statistics import Statistics
from tacit.problem.query import Query

KINDS = ["rule", "free", "clear", "find a scope", "tell apart", "confirm"]
UNSEEN = ["sudoku-16", "latin-20", "Sudoku 12×12, boxes of 3×4", "nurse-7x3x5", "Sudoku, shuffled names"]
UNSEEN += ["Sudoku, 30 constraints removed, 10 added"]


class Kinds(Reporter):
    """Counts what the questions are for."""

    def __init__(self) -> None:
        self._step = ""
        self.asked: Counter[str] = Counter()

    def enter(self, function: str, **_: object) -> None:
        self._step = function

    def asking(self, query: Question, redundant: bool) -> None:
        self.asked[self._step if isinstance(query, Query) else query.kind] += 1


def problem(name: str) -> Benchmark:
    if name.startswith("Sudoku 12"):
        return grid_of_boxes(12, 3, 4)
    if name == "Sudoku, shuffled names":
        return shuffled(load("sudoku"), 1)
    if name.startswith("Sudoku, 30"):
        return with_faults(load("sudoku"), 30, 10)
    return load(name)


def hold(benchmark: Benchmark, seed: int, unknown: bool, options: dict[str, Any]) -> tuple[Statistics, Counter[str]]:
    kinds = Kinds()
    oracle = TargetOracle(benchmark.target)
    dialogue = Dialogue(benchmark.problem, algorithm="guided", seed=seed, reporter=[kinds], **options)
    while dialogue.question is not None:
        question = dialogue.question
        if isinstance(question, Query):
            dialogue.answer(oracle.ask(question))
        else:
            dialogue.answer(None if unknown else oracle.ask_rule(question))
    if dialogue.result.status != "converged" or not_implied(dialogue.asker, benchmark):
        raise SystemExit(f"{benchmark.problem.name}, seed {seed}: {dialogue.result.status}, not what the target says")
    return dialogue.statistics, kinds.asked


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", nargs="+")
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--largest", type=int)
    parser.add_argument("--unknown", action="store_true")
    parser.add_argument("--without", action="store_true")
    args = parser.parse_args()
    options: dict[str, Any] = {"rules": not args.without, "largest": args.largest}
    print("| problem | questions | " + " | ".join(KINDS) + " | cells | longest wait |\n|" + "---|" * (len(KINDS) + 4))
    for name in args.only or (UNSEEN if args.unseen else USUAL.split()):
        runs = [hold(problem(name), seed, args.unknown, options) for seed in range(args.seeds)]
        asked = [statistics.questions for statistics, _ in runs]
        kinds = " | ".join(f"{np.mean([each[kind] for _, each in runs]):.0f}" for kind in KINDS)
        cells = np.mean([statistics.cells for statistics, _ in runs])
        wait = max(statistics.max_wait_s for statistics, _ in runs)
        spread = f"{np.mean(asked):.1f} ({min(asked)}–{max(asked)})"
        print(f"| {name} | {spread} | {kinds} | {cells:.0f} | {1000 * wait:.0f} ms |", flush=True)


if __name__ == "__main__":
    main()
