"""A slow oracle, one by one and side by side: `make bench-parallel`.

The oracle sleeps before each answer, as a simulator would work elsewhere. It is a function, so it is asked examples
only. Shown are the questions that were put (those that were still out at the end among them), the wall time,
what side by side costs and gains, and in how many runs the network is equivalent to the target.
`--simulated` sleeps not at all, and counts the time that the sleeps would have taken: each between one and 1.2 delays,
and nothing for the learner.

The constants of `tacit/dialogue/side_by_side.py` were chosen on murder, seeds 0 to 4; the others were only looked at.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import time
from dataclasses import dataclass
from statistics import mean

import numpy as np

from tacit import Dialogue, learn
from tacit.benchmarks import load
from tacit.benchmarks.benchmark import Benchmark
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.side_by_side import SideBySide
from tacit.exact.equivalence import equivalent
from tacit.learning.asking import Question
from tacit.learning.result import Result
from tacit.problem.query import Query

PROBLEMS = "murder sudoku-4 zebra purdey allergy"


@dataclass(frozen=True)
class Run:
    """How many questions were put, and how long it took."""

    questions: int
    seconds: float
    right: bool


def run(benchmark: Benchmark, count: int, delay: float, seed: int, simulated: bool) -> Run:
    """Learn a benchmark with so many questions side by side."""
    target = TargetOracle(benchmark.target)

    def slow(query: Query) -> bool | None:
        time.sleep(delay)
        return target.ask(query)

    if simulated:
        put, seconds, result = simulate(benchmark, target, count, delay, seed)
    else:
        begun = time.perf_counter()
        workers = "threads" if count > 1 else None
        result = learn(benchmark.problem, slow, seed=seed, progress=False, parallel=count, workers=workers)
        seconds = time.perf_counter() - begun
        put = result.statistics.questions + result.statistics.unheard
    right = str(result.status) == "converged" and bool(equivalent(result.network, benchmark.target))
    return Run(put, seconds, right)


def simulate(
    benchmark: Benchmark, target: TargetOracle, count: int, delay: float, seed: int
) -> tuple[int, float, Result]:
    """The same without a sleep: the answers come in the order of the times when they would be ready."""
    dialogue = Dialogue(benchmark.problem, seed=seed, rules=False)
    batch = SideBySide(dialogue, count)
    random = np.random.RandomState(seed)
    ready: list[tuple[float, int, Question]] = []
    number = itertools.count(1)
    now = 0.0
    while dialogue.question is not None:
        for question in batch.fill():
            heapq.heappush(ready, (now + delay * (1 + 0.2 * random.random_sample()), next(number), question))
        now, _, question = heapq.heappop(ready)
        assert isinstance(question, Query)
        batch.hear(question, target.ask(question))
    return next(number) - 1, now, dialogue.result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=PROBLEMS.split(), metavar="PROBLEM")
    parser.add_argument("--parallel", nargs="+", type=int, default=[8], metavar="N")
    parser.add_argument("--delay", type=float, default=2.0, metavar="S", help="seconds that an answer takes")
    parser.add_argument("--seeds", type=int, default=1, metavar="N")
    parser.add_argument("--first-seed", type=int, default=0, metavar="SEED")
    parser.add_argument("--simulated", action="store_true")
    arguments = parser.parse_args()
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    print("problem      side by side  questions    more     wall s  times faster  right")
    for name in arguments.only:
        benchmark = load(name)
        alone: tuple[float, float] | None = None
        for count in (1, *arguments.parallel):
            runs = [run(benchmark, count, arguments.delay, seed, arguments.simulated) for seed in seeds]
            questions, seconds = mean(each.questions for each in runs), mean(each.seconds for each in runs)
            alone = alone or (questions, seconds)
            more, faster = f"{questions / alone[0] - 1:+.0%}", f"{alone[1] / seconds:.2f}"
            right = f"{sum(each.right for each in runs)} of {len(runs)}"
            print(f"{name:12} {count:12} {questions:10.1f} {more:>7} {seconds:10.1f} {faster:>13}  {right}", flush=True)


if __name__ == "__main__":
    main()
