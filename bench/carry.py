"""What an earlier model saves: learn a small problem, carry its rules to a larger one, and learn that, too.

    python bench/carry.py sudoku-4:sudoku latin-5:latin-7 --seeds 2

Questions at the larger size: from nothing; with the carried rules as beliefs that are asked about first; with them
taken as known (rules about named people, other readings and numbers are asked about). Each run is compared with
the larger target.
"""

from __future__ import annotations

import argparse
from typing import Any

import tacit
from tacit.benchmarks import load
from tacit.carrying.carried import Carried
from tacit.dialogue.oracles import as_oracle, asked_about
from tacit.exact.equivalence import equivalent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("pairs", nargs="+", metavar="SMALL:LARGE")
    parser.add_argument("--seeds", type=int, default=2)
    given = parser.parse_args()
    print(f"{'carried':24}{'seed':>5}{'rules':>7}{'named':>7}{'left':>7}{'from nothing':>15}{'beliefs':>9}{'known':>7}")
    for pair in given.pairs:
        small, large = (load(name) for name in pair.split(":"))
        for seed in range(given.seeds):
            learned = tacit.learn(small.problem, small.target, algorithm="guided", seed=seed)
            carried = tacit.carry_over(learned, large.problem)
            counts = [_questions(large, seed, **options) for options in _starts(carried)]
            sizes = "".join(f"{len(each):7}" for each in (carried.rules, carried.by_name, carried.left))
            print(f"{pair:24}{seed:5}{sizes}{counts[0]:>15}{counts[1]:>9}{counts[2]:>7}", flush=True)


def _starts(carried: Carried) -> list[dict[str, Any]]:
    known = carried.known()
    rules = [said.claim for said in known]
    rest = [each for each in carried.expected if each.claim not in rules]
    return [{}, {"expected": carried.expected}, {"claims": known, "expected": rest}]


def _questions(benchmark: Any, seed: int, **options: Any) -> str:
    """How many were asked; with a mark if what was learned is not what the target says."""
    dialogue = tacit.Dialogue(benchmark.problem, algorithm="guided", rules=True, seed=seed, **options)
    oracle, asked = as_oracle(benchmark.target, benchmark.problem), 0
    while (question := dialogue.question) is not None:
        asked += 1
        dialogue.answer(oracle.ask(question) if isinstance(question, tacit.Query) else asked_about(oracle, question))
    right = dialogue.result.status == "converged" and equivalent(dialogue.result.network, benchmark.target)
    return f"{asked}{'' if right else '!'}"


if __name__ == "__main__":
    main()
