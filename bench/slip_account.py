"""Where the questions go that slips cost: `python bench/slip_account.py sudoku-4 roster --rate 0.01 --seeds 100 149`.

Each interview with a slip is held again without one, with the same seed: the difference, by what a question was put
for, divided by the slips that were made.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from trust import EXPECTED, GUIDED, WITHOUT_TRUST, outcome, problem_of, until

from tacit import Dialogue
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.learning.asking import Question
from tacit.problem.query import Answer, Query


def purpose(dialogue: Dialogue, question: Question) -> str:
    """What a question is put for."""
    asker = dialogue.asker
    if asker.settling:
        return "to find the slip"
    if question.kind == "plan":
        return "plans"
    if question.kind == "review" and asker.checking:
        return "lists"
    if asker.checking:
        return "known answers, and odd ones" if asker.known_answer is not None else "checks"
    return "examples" if isinstance(question, Query) else "rules"


def held(problem: str, rate: float, seed: int, cap: float, **options: Any) -> tuple[Counter[str], int, bool]:
    """The questions of an interview by their purpose, how many slips were made, and whether the model is right."""
    benchmark, known = problem_of(problem)
    dialogue = Dialogue(benchmark.problem, examples=known, seed=seed, **GUIDED, **options)
    numbers = dialogue.asker.answers.claims.numbers
    user = Slipping(TargetOracle(benchmark.target), rate, seed, numbers=numbers)
    put: Counter[str] = Counter()

    def answer(question: Question) -> Answer:
        put[purpose(dialogue, question)] += 1
        return user.answer(question)

    result = until(cap, dialogue, answer)
    made = [question for question, _, _ in user.made]
    return put, len(made), outcome(result, benchmark, made, 0.0).equivalent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problems", nargs="+")
    parser.add_argument("--rate", type=float, default=0.01)
    parser.add_argument("--seeds", type=int, nargs=2, default=(100, 119), metavar=("FIRST", "LAST"))
    parser.add_argument("--cap", type=float, default=300)
    given = parser.parse_args()
    for problem in given.problems:
        more: Counter[str] = Counter()
        slips = plain = slipped = right = 0
        seeds = range(given.seeds[0], given.seeds[1] + 1)
        for seed in seeds:
            put, made, equivalent = held(problem, given.rate, seed, given.cap, slips=EXPECTED)
            right += equivalent
            plain += sum(held(problem, 0.0, seed, given.cap, **WITHOUT_TRUST)[0].values())
            slips += made
            slipped += bool(made)
            more["all"] += sum(put.values())
            if made:
                clean, _, _ = held(problem, 0.0, seed, given.cap, slips=EXPECTED)
                for what in put.keys() | clean.keys():
                    more[what] += put[what] - clean[what]
        asked = more.pop("all")
        each = max(1, slips)
        print(f"{problem}, {given.rate:.0%}: {len(seeds)} interviews, {right} equivalent, ", end="")
        print(
            f"{asked / len(seeds):.1f} questions ({asked / plain - 1:+.0%}); {slips} slips in {slipped} of them, ",
            end="",
        )
        print(f"{more.total() / each:.1f} questions each: ", end="")
        print(", ".join(f"{count / each:+.1f} {what}" for what, count in more.most_common()), flush=True)


if __name__ == "__main__":
    main()
