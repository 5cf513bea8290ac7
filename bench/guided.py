"""`make bench-guided`: the questions of the guided learner: how many, what for, beside two floors; and a figure.

* certificate: a "no" for each constraint, and the "yes" examples that a greedy cover needs to refute the rest. A
  learner that proves convergence on every scope can't do with much less.
* entropy: log2 of the number of networks that have the same number of constraints, on any scopes, of the relations that
  occur. A learner gets below it only by guessing well.

`--unseen` runs problems that no benchmark has: shuffled names, and a Sudoku with faults.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import Counter
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from tacit import Dialogue, Problem, Reporter
from tacit.benchmarks import Benchmark, load
from tacit.benchmarks.benchmark import BASIC
from tacit.dialogue.options import Options
from tacit.experiments.figures import save
from tacit.experiments.run import Recorder
from tacit.generation.own_scope import OwnScope
from tacit.guided.large_examples import Builder
from tacit.learning.asker import Asker
from tacit.learning.asking import Question

ROOT = Path(__file__).parent.parent
USUAL = "sudoku gtsudoku latin-10 jsudoku zebra murder purdey allergy golomb-12 examtt-24 rlfap-50 random-100x5x200"
KINDS = ["clear", "find a scope", "tell apart", "confirm"]


class Kinds(Reporter):
    """Counts what the questions are for."""

    def __init__(self) -> None:
        self._kind = ""
        self.asked: Counter[str] = Counter()

    def enter(self, function: str, **_: object) -> None:
        self._kind = function

    def asking(self, query: Question, redundant: bool) -> None:
        self.asked[self._kind] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", nargs="+", default=USUAL.split())
    parser.add_argument("--unseen", action="store_true", help="problems that no benchmark has, beside MQuAcq")
    parser.add_argument("--figure", metavar="NAME", help="draw the questions of this benchmark against what is learned")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "figures" / "guided")
    args = parser.parse_args()
    if args.figure:
        draw(load(args.figure), args.out)
    elif args.unseen:
        print("| problem | constraints | guided | MQuAcq |\n|---|---|---|---|")
        for name, benchmark in unseen():
            counts = [[learn(benchmark, algorithm, seed)[0] for seed in range(args.seeds)] for algorithm in TWO]
            means = " | ".join(f"{np.mean(each):.0f}" for each in counts)
            print(f"| {name} | {len(benchmark.target)} | {means} |", flush=True)
    else:
        print("| benchmark | questions | " + " | ".join(KINDS) + " | certificate | entropy |\n|" + "---|" * 8)
        for name in args.only:
            print(line(name, args.seeds), flush=True)


TWO = ("guided", "mquacq")


def line(name: str, seeds: int) -> str:
    benchmark = load(name)
    runs = [learn(benchmark, "guided", seed) for seed in range(seeds)]
    asked = [questions for questions, _ in runs]
    kinds = " | ".join(f"{np.mean([kinds[kind] for _, kinds in runs]):.0f}" for kind in KINDS)
    spread = f"{np.mean(asked):.0f} ({min(asked)}–{max(asked)})"
    return f"| {name} | {spread} | {kinds} | {certificate(benchmark)} | {entropy(benchmark):.0f} |"


def learn(benchmark: Benchmark, algorithm: str, seed: int) -> tuple[int, Counter[str]]:
    """How many questions are asked, and what for. What is learned must imply each target constraint on its scope."""
    kinds = Kinds()
    dialogue = Dialogue(benchmark.problem, algorithm=algorithm, seed=seed, reporter=[kinds])
    while dialogue.query is not None:
        dialogue.answer(benchmark.target.accepts_codes(dialogue.query.codes))
    asker = dialogue.asker
    if dialogue.result.status != "converged" or not_implied(asker, benchmark):
        raise SystemExit(f"{benchmark.problem.name}, {algorithm}, seed {seed}: not what the target says")
    return dialogue.statistics.queries, kinds.asked


def not_implied(asker: Asker, benchmark: Benchmark) -> list[int]:
    """Constraints of the target that were not learned, and that do not follow on their scopes from what was."""
    rows = [target_row(asker, constraint) for constraint in benchmark.target]
    rows = [row for row in rows if not asker.space.learned[row]]
    return [row for row in rows if not OwnScope.of(asker, asker.space.scope_set(row)).implied(np.array([row]))]


def target_row(asker: Asker, constraint: object) -> int:
    return asker.space.bias.row_of(*asker.space.bias._canonical(constraint))  # type: ignore[arg-type]


def certificate(benchmark: Benchmark) -> int:
    """One "no" for each constraint that is not implied on its scope, and the "yes" examples of a greedy cover."""
    asker = Asker(benchmark.problem, Options(algorithm="guided"), Reporter())
    rows = [target_row(asker, constraint) for constraint in benchmark.target]
    for row in rows:
        asker.learn(row)
    needed = len(rows) - sum(_follows_from_others(asker, row) for row in rows)
    for scope in dict.fromkeys(asker.space.scope_set(row) for row in rows):
        own = OwnScope.of(asker, scope)
        if own.complete:
            own.drop_implied()
    builder, count = Builder(asker.space, asker.random), 0
    while (bulk := builder.bulk(np.zeros(asker.space.rows.size), 5)) is not None:
        asker.space.refute(asker.space.rows.rejecting(bulk.codes, asker.space.in_bias))
        count += 1
    # Candidates that no large example refutes are violated by an example of their own scope, or implied there.
    for row in np.flatnonzero(asker.space.in_bias).tolist():
        if asker.space.in_bias[row]:
            e = OwnScope.of(asker, asker.space.scope_set(row)).separating(row)
            count += e is not None
            asker.space.drop_implied([row] if e is None else e.kappa(e.variables).tolist())
    return needed + count


def _follows_from_others(asker: Asker, row: int) -> bool:
    others = [other for other in asker.space.learned_at[asker.space.scope_set(row)] if other != row]
    if not others:
        return False
    variables = sorted(asker.space.rows.scope(row))
    accepted = asker.space.rows.accepted_on(variables, others)
    return accepted is not None and not asker.space.rows.rejects(row, variables, accepted).any()


def entropy(benchmark: Benchmark) -> float:
    """log2 of the number of networks with the same number of constraints of each arity."""
    bits, n = 0.0, len(benchmark.problem.names)
    by_arity: dict[int, list[str]] = {}
    for constraint in benchmark.target:
        by_arity.setdefault(constraint.relation.arity, []).append(constraint.relation.name)
    for arity, names in by_arity.items():
        bits += math.log2(math.comb(math.comb(n, arity), len(names))) + len(names) * math.log2(len(set(names)))
    return bits


# --- problems that no benchmark has ---


def unseen() -> list[tuple[str, Benchmark]]:
    latin = [(r, c) for r in range(8) for c in range(8)]
    return [
        ("roster of 7 days × 3 shifts × 5 posts", shuffled(roster(7, 3, 5), 2)),
        ("Latin square of 8 with both diagonals", shuffled(differ("latin", latin, 8, _latin_with_diagonals), 3)),
        ("Sudoku, 30 constraints removed, 10 added", with_faults(load("sudoku"), 30, 10)),
        ("Sudoku 12×12 with boxes of 3×4", shuffled(grid_of_boxes(12, 3, 4), 1)),
    ]


def differ(name: str, cells: list[tuple[int, int]], values: int, related: object) -> Benchmark:
    names = {cell: f"{name}[{','.join(map(str, cell))}]" for cell in cells}
    target = [("!=", [names[a], names[b]]) for a, b in itertools.combinations(cells, 2) if related(a, b)]  # type: ignore[operator]
    problem = Problem({each: range(values) for each in names.values()}, language=BASIC, name=name)
    return Benchmark.of(problem, target, "made here")


def _latin_with_diagonals(a: tuple[int, int], b: tuple[int, int]) -> bool:
    one = a[0] == a[1] and b[0] == b[1]
    return a[0] == b[0] or a[1] == b[1] or one or (sum(a) == 7 and sum(b) == 7)


def grid_of_boxes(size: int, height: int, width: int) -> Benchmark:
    cells = [(r, c) for r in range(size) for c in range(size)]

    def related(a: tuple[int, int], b: tuple[int, int]) -> bool:
        box = (a[0] // height, a[1] // width) == (b[0] // height, b[1] // width)
        return a[0] == b[0] or a[1] == b[1] or box

    return differ("grid", cells, size, related)


def roster(days: int, shifts: int, posts: int) -> Benchmark:
    """Nobody has two posts on one day, and nobody works the last shift of a day and the first shift of the next."""
    cells = [(day, shift * posts + post) for day in range(days) for shift in range(shifts) for post in range(posts)]

    def related(a: tuple[int, int], b: tuple[int, int]) -> bool:
        late = b[0] == a[0] + 1 and a[1] // posts == shifts - 1 and b[1] // posts == 0
        return a[0] == b[0] or late

    return differ("roster", cells, shifts * posts + 2 * posts, related)


def shuffled(benchmark: Benchmark, seed: int) -> Benchmark:
    """The same problem in another order, with names that say nothing. Only for targets that consist of ≠."""
    order = np.random.RandomState(seed).permutation(len(benchmark.problem.names)).tolist()
    words = ["".join(letters) for letters in itertools.product("bcdfg", "aeiou", "lmnrs", "aeiou")]
    old = benchmark.problem
    names = {old.names[i]: word for i, word in zip(order, words, strict=False)}
    domains = dict(zip(old.names, old.vocabulary.domains, strict=True))
    problem = Problem({names[each]: domains[each] for each in names}, language=old.language, name=old.name)
    return Benchmark.of(problem, [(c.relation.name, [names[v] for v in c.scope]) for c in benchmark.target], "shuffled")


def with_faults(benchmark: Benchmark, removed: int, added: int) -> Benchmark:
    random = np.random.RandomState(0)
    target = [(c.relation.name, list(c.scope)) for c in benchmark.target]
    kept = sorted(random.permutation(len(target))[removed:].tolist())
    taken = {tuple(scope) for _, scope in target}
    free = [pair for pair in itertools.combinations(benchmark.problem.names, 2) if pair not in taken]
    chosen = [free[i] for i in random.permutation(len(free))[:added].tolist()]
    extra = [("!=", list(pair)) for pair in chosen]
    return Benchmark.of(benchmark.problem, [target[i] for i in kept] + extra, "with faults")


# --- the figure ---


def draw(benchmark: Benchmark, out: Path) -> None:
    figure = Figure(figsize=(6.6, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for algorithm, label, colour in (("mquacq", "MQuAcq", "#b3462c"), ("guided", "guided", "#20639b")):
        recorder = Recorder()
        dialogue = Dialogue(benchmark.problem, algorithm=algorithm, reporter=[recorder])
        while dialogue.query is not None:
            dialogue.answer(benchmark.target.accepts_codes(dialogue.query.codes))
        at = [0, *(question for question, _ in recorder.learned_at), dialogue.statistics.queries]
        learned = [*range(len(recorder.learned_at) + 1), len(recorder.learned_at)]
        axes.plot(at, learned, label=f"{label}: {dialogue.statistics.queries}", color=colour)
    count = len(benchmark.target)
    axes.plot([0, count], [0, count], label=f'one "no" each: {count}', color="#8a8a8a", linestyle="--")
    axes.set(xlabel="questions", ylabel="constraints learned")
    axes.grid(True, color="#e4e4e4", linewidth=0.8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    out.parent.mkdir(parents=True, exist_ok=True)
    save(figure, out)


if __name__ == "__main__":
    main()
