"""What one slip costs, place by place: `python bench/slip_places.py ward-8x7 --seed 100`.

An interview is held without slips, and then once for each of its questions with just that answer turned round.
"""

from __future__ import annotations

import argparse

from trust import EXPECTED, GUIDED, outcome, problem_of, truth, words

from tacit import Dialogue
from tacit.benchmarks import Benchmark
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.oracles.slipping import turned_round
from tacit.learning.asking import Question
from tacit.learning.result import Result
from tacit.problem.query import Answered
from tacit.structure.rule import Number

MOST = 400  # questions, then an interview is given up


def held(benchmark: Benchmark, known: list[Answered], seed: int, wrong: int | None) -> tuple[Result, list[Question]]:
    """The result and the questions of an interview in which one answer is wrong, whenever it is put."""
    dialogue = Dialogue(benchmark.problem, examples=known, seed=seed, **GUIDED, slips=EXPECTED)
    truthful = TargetOracle(benchmark.target)
    put: list[Question] = []
    while dialogue.question is not None and len(put) < MOST:
        question = dialogue.question
        put.append(question)
        answer = truth(truthful, question)
        if wrong is not None and len(put) > wrong and question == put[wrong]:
            numbers = dialogue.asker.answers.claims.numbers(question) if isinstance(question, Number) else None
            answer = turned_round(question, answer, up=True, numbers=numbers) or answer
        dialogue.answer(answer)
    return dialogue.result or dialogue.stop(), put


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("problem")
    parser.add_argument("--seed", type=int, default=100)
    given = parser.parse_args()
    benchmark, known = problem_of(given.problem)
    _, honest = held(benchmark, known, given.seed, None)
    costs = []
    for place, question in enumerate(honest):
        result, put = held(benchmark, known, given.seed, place)
        right = "" if outcome(result, benchmark, [question], 0.0).equivalent else ", and the model is wrong"
        costs.append(len(put) - len(honest))
        said = words(question, benchmark.problem).replace("\n", " / ")
        print(f"{place + 1:>4} {costs[-1]:>+4} questions{right}: {said:.100}", flush=True)
    cost = sum(costs) / len(costs)
    print(f"{given.problem}, seed {given.seed}: {len(honest)} questions; one slip costs {cost:.1f} more")


if __name__ == "__main__":
    main()
