"""Slips of somebody who can't be asked about rules: `python bench/slips_of_programs.py --problems 100 129`.

Random small problems, answered by examples alone, as functions and commands do, with slips expected (2 %). In each
interview one or two answers, at random positions, are turned round whenever they are asked for. Printed: how many
models are equivalent in the end, or the slip is named; the questions, also without slips, and where none are expected.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from statistics import fmean

from trust import Outcome, hold, outcome, truth

from tacit import Dialogue, Problem
from tacit.benchmarks import Benchmark
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import turned_round
from tacit.learning.asking import Question
from tacit.problem.query import Answer

EXPECTED = 0.02


def random_problem(seed: int) -> Benchmark:
    """Four to six variables, and constraints on about four pairs in ten, which have a solution."""
    draw = random.Random(seed)
    names = [f"v{i}" for i in range(draw.randint(4, 6))]
    size = draw.randint(3, 4)
    language = ["!=", "<", ">", "=="][: draw.choice([2, 4])]
    problem = Problem({name: range(size) for name in names}, language=language, name=f"random {seed}")
    solution = {name: draw.randrange(size) for name in names}
    target = []
    for i, first in enumerate(names):
        for second in names[i + 1 :]:
            a, b = solution[first], solution[second]
            holds = [sign for sign, ok in (("!=", a != b), ("<", a < b), (">", a > b), ("==", a == b)) if ok]
            holds = [sign for sign in holds if sign in language]
            if holds and draw.random() < 0.4:
                target.append((draw.choice(holds), [first, second]))
    return Benchmark.of(problem, target, "made here")


@dataclass
class Held:
    """How an interview went, and how many questions were put."""

    outcome: Outcome
    questions: int


def held(seed: int, positions: tuple[int, ...] = (), *, slips: float = EXPECTED) -> Held:
    """An interview about a random problem, with wrong answers at these positions."""
    benchmark = random_problem(seed)
    dialogue = Dialogue(benchmark.problem, algorithm="guided", slips=slips, seed=seed, rules=False)
    oracle, put = TargetOracle(benchmark.target), 0
    made: list[Question] = []

    def answer(question: Question) -> Answer:
        nonlocal put
        put += 1
        right = truth(oracle, question)
        if put - 1 not in positions and question not in made:
            return right
        wrong = turned_round(question, right, up=True, numbers=None)
        if wrong is None:
            return right
        if question not in made:
            made.append(question)
        return wrong

    result = hold(dialogue, answer)
    return Held(outcome(result, benchmark, made, 0.0), put)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, nargs=2, default=(100, 129), metavar=("FIRST", "LAST"))
    given = parser.parse_args()
    seeds = range(given.problems[0], given.problems[1] + 1)
    clean = {seed: held(seed) for seed in seeds}
    plain = fmean(held(seed, slips=0.0).questions for seed in seeds)
    print(
        f"{len(seeds)} problems without slips: {fmean(each.questions for each in clean.values()):.1f} questions, ",
        end="",
    )
    print(f"{plain:.1f} where none are expected; {sum(e.outcome.false_alarms for e in clean.values())} false alarms")
    for count in (1, 2):
        found: list[Held] = []
        silent = []
        for seed in seeds:
            draw = random.Random(f"{seed} {count}")
            for _ in range(2):
                positions = tuple(sorted(draw.sample(range(clean[seed].questions), count)))
                found.append(held(seed, positions))
                if found[-1].outcome.silent:
                    silent.append((seed, positions))
        right = fmean(each.outcome.equivalent for each in found)
        told = fmean(not each.outcome.silent for each in found)
        asked = fmean(each.questions for each in found)
        print(
            f"{count} wrong: {len(found)} interviews, {right:.0%} equivalent, {told:.1%} or told, {asked:.1f} questions"
        )
        print(f"    silent: {silent}" if silent else "", end="\n" if silent else "", flush=True)


if __name__ == "__main__":
    main()
