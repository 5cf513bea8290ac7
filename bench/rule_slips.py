"""`make bench-rule-slips`: one wrong answer about a rule; is it found?

For every question about a rule of an interview with a truthful user, the interview is held again, with just that answer
turned round, and slips expected. It is found if the dialogue ends as a contradiction that names the wrong answer. What
is not found is listed, with how the dialogue ended.
"""

from __future__ import annotations

import argparse

from tacit.benchmarks import load
from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.exact.equivalence import equivalent
from tacit.learning.result import Result
from tacit.problem.query import Query
from tacit.showing.claim_words import question as in_words
from tacit.structure.rule import Claim

NAMES = ["sudoku-4", "murder", "latin-10"]


def hold(name: str, seed: int, slip: int | None) -> tuple[Result, list[Claim]]:
    """An interview in which the answer to the claim with this number is turned round, and the claims that were put."""
    benchmark = load(name)
    oracle = TargetOracle(benchmark.target)
    dialogue = Dialogue(benchmark.problem, algorithm="guided", rules=True, slips=0.02, seed=seed)
    put: list[Claim] = []
    while dialogue.question is not None:
        question = dialogue.question
        if isinstance(question, Query):
            dialogue.answer(oracle.ask(question))
            continue
        answer = asked_about(oracle, question)
        dialogue.answer(not answer.value if len(put) == slip else answer)
        put.append(question)
    return dialogue.result, put


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", default=NAMES)
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    everything = found_in_all = 0
    for name in given.problems:
        tried = found = 0
        for seed in range(given.seeds):
            _, truthful = hold(name, seed, None)
            for slip in range(len(truthful)):
                result, put = hold(name, seed, slip)
                named = result.conflict is not None and any(said.claim == put[slip] for said in result.conflict.claims)
                tried, found = tried + 1, found + named
                if not named:
                    same = equivalent(result.network, load(name).target)
                    v = load(name).problem.vocabulary
                    ended = f"{result.status}{f' ({result.reason})' if result.reason else ''}"
                    right = "the network is right all the same" if same else "the network is wrong"
                    print(f"  not found: {name}, seed {seed}, {in_words(put[slip], v)}: {ended}, {right}")
        print(f"{name}: {found} of {tried} found")
        everything, found_in_all = everything + tried, found_in_all + found
    print(f"all: {found_in_all} of {everything} found ({found_in_all / everything:.0%})")


if __name__ == "__main__":
    main()
