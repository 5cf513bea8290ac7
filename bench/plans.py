"""`python bench/plans.py`: how many questions known plans save the guided learner.

N random solutions of the target are known examples: each is the best one by weights that are drawn for every value of
every variable, as far as CP-SAT gets in a short time that does not depend on the machine. A problem with fewer
solutions gives all that it has. Beside it is the same dialogue without them. The learner believes whatever is said
(`--no-checks --plans 0`), as in the other tables of docs/guided.md.

`--others` runs other problems than those that are reported. What was looked at when settings were made: docs/guided.md.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any, NamedTuple

from tacit import Dialogue
from tacit.benchmarks import Benchmark, load
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.problem.query import Query
from tacit.structure.rule import Free, Number, Review, Unlimited

REPORTED = ("ward-8x7:4", "ward-8x7:12", "sudoku:5", "murder:10", "zebra:10")
OTHERS = ("timetable-3x6:4", "nurse-7x3x5:4", "magic-4:4", "latin-6:4", "ward-12x14:4", "purdey:10", "allergy:10")
LIMIT = 0.3  # CP-SAT's deterministic time for each plan
WEIGHTS = 100


def random_solutions(benchmark: Benchmark, count: int, seed: int) -> list[dict[str, int]]:
    """Solutions that differ from each other, or all solutions if there are fewer."""
    import cpmpy
    from cpmpy.solvers import CPM_ortools

    from tacit.exact.cliques import all_different
    from tacit.exact.cpsat import to_model

    target, v = benchmark.target, benchmark.problem.vocabulary
    draw = random.Random(seed)
    xs = [cpmpy.intvar(domain[0], domain[-1], name=f"x{i}") for i, domain in enumerate(v.domains)]
    found: list[dict[str, int]] = []
    while len(found) < count:
        model = to_model(v, target.constraints, xs, all_different(target, v))
        for x, domain in zip(xs, v.domains, strict=True):
            model += x >= domain[0]  # so that each variable is in the model
        for each in found:
            model += cpmpy.any([x != value for x, value in zip(xs, each.values(), strict=True)])
        weighted = [draw.randrange(WEIGHTS) * (x == value) for x, d in zip(xs, v.domains, strict=True) for value in d]
        model.maximize(cpmpy.sum(weighted))
        solver = CPM_ortools(model)
        if not solver.solve(num_workers=1, random_seed=seed, max_deterministic_time=LIMIT):
            break
        values = [int(x.value()) for x in xs]
        found.append(dict(zip(v.names, values, strict=True)))
        assert target.accepts(found[-1])
    return found


class Run(NamedTuple):
    questions: int
    reviews: int
    claims: int
    wait: float
    equivalent: bool | None
    converged: bool


def learn(benchmark: Benchmark, plans: list[dict[str, int]], seed: int, show: bool) -> Run:
    from tacit.exact.equivalence import equivalent

    oracle = TargetOracle(benchmark.target)
    begin = time.perf_counter()
    options: dict[str, Any] = {
        "algorithm": "guided",
        "rules": True,
        "checks": False,
        "plans": 0,
        "slips": 0.0,
        "seed": seed,
    }
    dialogue = Dialogue(benchmark.problem, examples=[(plan, True) for plan in plans], **options)
    waits = [time.perf_counter() - begin]
    questions = reviews = claims = 0
    while dialogue.question is not None:
        question = dialogue.question
        questions += 1
        reviews += isinstance(question, Review)
        claims += isinstance(question, (Free, Unlimited, Number))
        answer = oracle.ask(question) if isinstance(question, Query) else asked_about(oracle, question)
        if show:
            print(f"    {questions:3} {str(question)[:600]} -> {answer}")
        begin = time.perf_counter()
        dialogue.answer(answer)
        waits.append(time.perf_counter() - begin)
    same = equivalent(dialogue.result.network, benchmark.target)
    return Run(questions, reviews, claims, max(waits), same, str(dialogue.result.status) == "converged")


def line(name: str, count: int, seeds: int, show: bool) -> str:
    benchmark = load(name)
    plain, known = [], []
    given = set()
    for seed in range(seeds):
        plans = random_solutions(benchmark, count, seed)
        given.add(len(plans))
        plain.append(learn(benchmark, [], seed, False))
        known.append(learn(benchmark, plans, seed, show))
    questions = [run.questions for run in known]
    fewer = all(run.questions <= other.questions for run, other in zip(known, plain, strict=True))
    proved = all(run.equivalent and run.converged for run in [*known, *plain])
    return (
        f"| {name} | {min(given)} | {statistics.mean(run.questions for run in plain):.1f} "
        f"| {statistics.mean(questions):.1f} ({min(questions)}–{max(questions)}) "
        f"| {statistics.mean(run.reviews for run in known):.1f} | {statistics.mean(run.claims for run in known):.1f} "
        f"| {'yes' if proved else 'NO'} | {'yes' if fewer else 'NO'} | {max(run.wait for run in known):.2f} s |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--only", nargs="+", metavar="NAME:N", help="benchmarks, each with a number of known plans")
    parser.add_argument("--others", action="store_true", help="other problems")
    parser.add_argument("--show", action="store_true", help="the questions")
    args = parser.parse_args()
    print("| problem | known plans | without | with them (lowest–highest) | lists | free and numbers | converged and "
          "equivalent | never more | longest wait |\n|" + "---|" * 9)  # fmt: skip
    for case in args.only or (OTHERS if args.others else REPORTED):
        name, _, count = case.rpartition(":")
        print(line(name, int(count), args.seeds, args.show), flush=True)


if __name__ == "__main__":
    main()
