"""`make bench-trust`: wrong answers, and languages that are too small: are they noticed?

* slips:      a simulated user slips, at several rates: what comes out, what is said about it, and what that costs
* examples:   each interview about the problems that come with tacit in which just one answer is wrong
* coin:       whoever answers tosses a coin: nothing must converge
* precedence: a truthful user whose rules run against the order in which the language takes variables
* ward:       a truthful user with rules that count, and a language without bounds
* magic:      magic squares in a language of pairs

Parts are run by their names: `python bench/trust.py coin magic --runs 5`. Without a name, all of them are.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import multiprocessing
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean
from typing import Any, TypeVar

import numpy as np

from tacit import Dialogue, Problem, learn
from tacit.benchmarks import Benchmark, load
from tacit.benchmarks.benchmark import BASIC
from tacit.dialogue.oracles import TargetOracle, asked_about
from tacit.dialogue.oracles.slipping import Slipping, turned_round
from tacit.dialogue.reading_answers import read_answer
from tacit.errors import TacitError
from tacit.exact.comparison import compare
from tacit.exact.equivalence import equivalent
from tacit.examples import EXAMPLES, read_example
from tacit.experiments.noticed import noticed
from tacit.experiments.run import CUT, PROOF_LIMIT, hold
from tacit.interview.interview import FOR_PEOPLE
from tacit.learning.asking import Question
from tacit.learning.reporter import Stop
from tacit.learning.result import Result, Status
from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.vocabulary import UNASSIGNED
from tacit.showing.advice_words import in_a_sentence
from tacit.showing.claim_words import question as in_words
from tacit.structure.rule import Number

GUIDED: dict[str, Any] = {"algorithm": "guided", "rules": True}
WITHOUT_TRUST: dict[str, Any] = {"slips": 0.0, "plans": 0, "checks": False}
EXPECTED = FOR_PEOPLE["slips"]

PROBLEMS = ["sudoku-4", "murder", "roster", "ward-8x7", "sudoku"]  # a name of an example, or of a benchmark
RATES = [0.0, 0.01, 0.05]
COINS = ["timetable", "roster", "puzzle", "frequencies", "sudoku-4"]

A = TypeVar("A")
B = TypeVar("B")


@lru_cache(maxsize=2)
def problem_of(name: str) -> tuple[Benchmark, list[Answered]]:
    """A benchmark, or an example with what is known beforehand.

    The target of an example is what is learned from its own answerer: that one says nothing about rules.
    """
    if name not in EXAMPLES:
        return load(name), []
    file, known = read_example(name)
    fine = importlib.import_module(f"tacit.examples.{name}").fine

    def answer(example: Query) -> bool:
        if name == "frequencies":  # the answerer is a command, which takes the names apart before it asks
            return bool(fine({cell[8:-1]: value for cell, value in example.items()}))
        return bool(fine(example))

    result = learn(file.problem, answer, examples=known, algorithm="guided", **WITHOUT_TRUST)
    if result.status != "converged":
        raise SystemExit(f"{name}: from truthful answers it is {result.status}")
    return Benchmark(file.problem, result.network, "an example"), known


def in_order(run: Callable[[A], B], cases: Iterable[A], jobs: int) -> Iterator[B]:
    """What comes out of each case, in the order of the cases."""
    cases = list(cases)
    if jobs == 1 or len(cases) < 2:
        yield from map(run, cases)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(run, cases)


def until(cap: float, dialogue: Dialogue, answer: Callable[[Question], Any]) -> Result:
    """Answer to the end, or until the time is up: also where the learner goes round in circles and never asks."""

    def ring(*_: object) -> None:
        raise Stop(CUT)

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, cap)
    try:
        return hold(dialogue, answer)
    except Stop:
        return dialogue.stop(CUT)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def ended(result: Result) -> str:
    return f"{result.status}{f' ({result.reason})' if result.reason else ''}"


# --- slips ---


@dataclass(frozen=True)
class Case:
    """One interview with a user who slips."""

    problem: str
    rate: float
    seed: int
    options: dict[str, Any] = field(hash=False)
    cap: float
    missed_only: bool = False


@dataclass(frozen=True)
class Outcome:
    """How it went. A model counts as equivalent only if it is handed out: not after a contradiction."""

    ended: str
    equivalent: bool
    told: bool
    questions: int
    made: int
    found: int
    false_alarms: int
    seconds: float

    @property
    def silent(self) -> bool:
        """Is the model wrong, and nobody says so?"""
        return not self.equivalent and not self.told


def interview(case: Case) -> Outcome:
    begin = time.perf_counter()
    benchmark, known = problem_of(case.problem)
    dialogue = Dialogue(benchmark.problem, examples=known, seed=case.seed, **GUIDED, **case.options)
    numbers = dialogue.asker.answers.claims.numbers
    user = Slipping(TargetOracle(benchmark.target), case.rate, case.seed, case.missed_only, numbers=numbers)
    return outcome(until(case.cap, dialogue, user.answer), benchmark, [question for question, _, _ in user.made], begin)


def outcome(result: Result, benchmark: Benchmark, made: list[Question], begin: float) -> Outcome:
    seen = noticed(result, made)
    handed_out = result.status not in (Status.COLLAPSED, Status.STOPPED)
    return Outcome(
        ended(result),
        handed_out and equivalent(result.network, benchmark.target, limit=PROOF_LIMIT) is True,
        seen.told,
        result.statistics.questions,
        len(made),
        seen.found,
        seen.false_alarms,
        time.perf_counter() - begin,
    )


def slips(given: argparse.Namespace) -> None:
    runs = given.runs or 20
    print(f"Slips, guided with rules, {runs} seeds each, {EXPECTED:.0%} expected", end="")
    print("; only missed violations" if given.missed_only else "")
    print("more than plain: questions beyond those that the same seeds ask without slips and without trust")
    print("more than none:  beyond those that they ask with trust, and without slips\n")
    columns = [
        "problem",
        "rate",
        "equivalent",
        "or told",
        "questions",
        "more than plain",
        "more than none",
        "made",
        "found",
        "false alarms",
        "s/run",
    ]
    print(line(columns))
    for problem in given.only or PROBLEMS:
        plain = [Case(problem, 0.0, seed, WITHOUT_TRUST, given.cap) for seed in range(runs)]
        before = fmean(each.questions for each in in_order(interview, plain, given.jobs))
        without = None  # questions with trust, and without slips
        if 0.0 not in (given.rates or RATES):
            clean = [Case(problem, 0.0, seed, {"slips": EXPECTED}, given.cap) for seed in range(runs)]
            without = fmean(each.questions for each in in_order(interview, clean, given.jobs))
        for rate in sorted(given.rates or RATES):
            trusting = [Case(problem, rate, s, {"slips": EXPECTED}, given.cap, given.missed_only) for s in range(runs)]
            found = list(in_order(interview, trusting, given.jobs))
            asked = fmean(each.questions for each in found)
            without = asked if without is None else without
            cells = [
                problem,
                f"{rate:.0%}",
                f"{fmean(each.equivalent for each in found):.0%}",
                f"{fmean(not each.silent for each in found):.0%}",
                f"{asked:.1f}",
                f"{asked / before - 1:+.0%} ({asked - before:+.1f})",
                f"{asked / without - 1:+.0%} ({asked - without:+.1f})",
                str(sum(each.made for each in found)),
                str(sum(each.found for each in found)),
                str(sum(each.false_alarms for each in found)),
                f"{fmean(each.seconds for each in found):.1f}",
            ]
            print(line(cells), flush=True)
            if given.verbose:
                for seed, each in enumerate(found):
                    if each.silent or each.false_alarms or not each.equivalent:
                        print(f"    seed {seed}: {each}", flush=True)


WIDTHS = (10, 5, 10, 8, 9, 15, 14, 5, 5, 12, 6)


def line(cells: list[str]) -> str:
    first, *others = zip(cells, WIDTHS, strict=True)
    return f"{first[0]:{first[1]}}" + "".join(f"  {cell:>{width}}" for cell, width in others)


# --- one slip in each interview ---


@dataclass(frozen=True)
class OneSlip:
    """An interview in which one question is answered wrongly, whenever it is put; none of them, if it is None."""

    problem: str
    wrong: int | None
    rules: bool
    cap: float


def one_slip(case: OneSlip) -> tuple[Outcome, list[str]]:
    """How it went, and the questions in words. The wrong one is counted among the questions of the truthful user."""
    begin = time.perf_counter()
    benchmark, known = problem_of(case.problem)
    options = {**FOR_PEOPLE, "rules": case.rules}
    dialogue = Dialogue(benchmark.problem, examples=known, **options)
    truthful = TargetOracle(benchmark.target)
    put: list[Question] = []
    made: list[Question] = []

    def answer(question: Question) -> Answer:
        put.append(question)
        right = truth(truthful, question)
        number = case.wrong
        if number is None or len(put) <= number or question != put[number]:
            return right
        span = dialogue.asker.answers.claims.numbers(question) if isinstance(question, Number) else None
        wrong = turned_round(question, right, up=True, numbers=span)
        if wrong is not None and question not in made:
            made.append(question)
        return right if wrong is None else wrong

    result = until(case.cap, dialogue, answer)
    return outcome(result, benchmark, made, begin), [words(each, benchmark.problem) for each in put]


def truth(oracle: TargetOracle, question: Question) -> Answer:
    if isinstance(question, Query):
        return Answer.of(oracle.ask(question))
    return read_answer(question, asked_about(oracle, question))


def words(question: Question, problem: Problem) -> str:
    if not isinstance(question, Query):
        return in_words(question, problem.vocabulary)
    cells = ", ".join(f"{name}={value}" for name, value in question.shown.items())
    return f"{question.kind}: {cells}"


def examples(given: argparse.Namespace) -> None:
    rules = not given.without_rules
    print("One slip, in each place of each interview about the examples, asked as people are", end="")
    print("" if rules else ", without rules")
    print()
    for problem in given.only or EXAMPLES:
        truthful, questions = one_slip(OneSlip(problem, None, rules, given.cap))
        cases = [OneSlip(problem, wrong, rules, given.cap) for wrong in range(len(questions))][: given.runs]
        found = [each for each, _ in in_order(one_slip, cases, given.jobs)]
        tried = [each for each in found if each.made]
        same = sum(each.equivalent for each in tried)
        said = sum(not each.silent for each in tried)
        named = sum(each.found for each in tried)
        print(
            f"{problem}: {truthful.questions} questions, {truthful.ended}; of {len(tried)} interviews with one slip "
            f"{same} equivalent, {said} equivalent or told, {named} name it; {fmean(e.questions for e in found):.0f} "
            "questions",
            flush=True,
        )
        for number, each in enumerate(found):
            if each.made and (each.silent or given.verbose):
                silent = "SILENT" if each.silent else "told" if each.told else "equivalent"
                print(f"    {silent}: question {number + 1}, {questions[number]}: {each.ended}", flush=True)


# --- a coin ---


@dataclass(frozen=True)
class Coin:
    """An interview with somebody who tosses a coin."""

    problem: str
    seed: int
    person: bool
    cap: float


def toss(case: Coin) -> str:
    """How it ended."""
    benchmark, known = problem_of(case.problem)
    options = {**FOR_PEOPLE, "seed": case.seed} if case.person else {"algorithm": "guided", "seed": case.seed}
    coin = random.Random(case.seed)
    try:
        dialogue = Dialogue(benchmark.problem, examples=known, **options)

        def answer(question: Question) -> Any:
            if not isinstance(question, Number) or coin.random() < 0.5:
                return coin.random() < 0.5
            return coin.randint(*dialogue.asker.answers.claims.numbers(question))

        return ended(until(case.cap, dialogue, answer))
    except TacitError as error:
        return f"refused ({type(error).__name__})"
    except Exception as error:  # a crash is a result, too
        return f"CRASHED: {error!r:.80}"


def coin(given: argparse.Namespace) -> None:
    runs = given.runs or 50
    problems = given.only or COINS
    print(f"Somebody who tosses a coin, {runs} runs, on {', '.join(problems)} in turn\n")
    for person in (False, True):
        cases = [Coin(problems[seed % len(problems)], seed, person, given.cap) for seed in range(runs)]
        how = list(in_order(toss, cases, given.jobs))
        print(f"{'asked as people are' if person else 'asked as programs are'}: ", end="")
        print(", ".join(f"{count} {each}" for each, count in Counter(how).most_common()), flush=True)
        for case, each in zip(cases, how, strict=True):
            if each.startswith(("converged", "CRASHED")):
                print(f"    {each}: {case.problem}, seed {case.seed}", flush=True)


# --- a language that is too small ---


@dataclass(frozen=True)
class Small:
    """An interview with a truthful user, in a language that can't say all that is required."""

    part: str
    seed: int
    rules: bool
    cap: float


def precedence() -> Benchmark:
    """Eight jobs in ten slots: some must come before one that is listed earlier, and some share a machine.

    With orders="given", "<" is there only from what is listed earlier to what is listed later.
    """
    jobs = [f"job{i}" for i in range(8)]
    before = [(5, 0), (6, 1), (7, 2), (4, 3), (7, 5)]
    apart = [(0, 1), (2, 3), (4, 6)]
    target = [("<", [jobs[a], jobs[b]]) for a, b in before] + [("!=", [jobs[a], jobs[b]]) for a, b in apart]
    problem = Problem({job: range(10) for job in jobs}, language=["<", "!="], orders="given", name="precedence")
    return Benchmark.of(problem, target, "made here")


def ward_without_counts() -> Benchmark:
    """ward-8x7, with its rules that count, in its language without them."""
    full = load("ward-8x7")
    old = full.problem
    language = [relation for relation in old.language if not isinstance(relation, Bound)]
    problem = Problem(domains(old), language=language, groups=old.groups, name="ward without counts")
    return Benchmark.of(problem, full.target, full.origin)


def magic_by_pairs() -> Benchmark:
    """The square of three by three, with its sums, in a language of pairs."""
    full = load("magic-3")
    problem = Problem(domains(full.problem), language=BASIC, name="magic by pairs")
    return Benchmark.of(problem, full.target, full.origin)


def domains(problem: Problem) -> dict[str, list[int | str]]:
    v = problem.vocabulary
    return {name: [v.shown(name, value) for value in v.domains[v.index[name]]] for name in problem.names}


SMALL = {"precedence": precedence, "ward": ward_without_counts, "magic": magic_by_pairs}


@dataclass(frozen=True)
class Learned:
    """What was learned in a small language."""

    ended: str
    questions: int
    seconds: float
    learned: int
    wrong: int  # constraints that the user would call wrong when asked about their variables alone
    rejecting: int  # … and those that reject a solution
    gaps: tuple[int, ...]  # how many cells each has
    advice: tuple[str, ...]

    @property
    def share(self) -> float:
        return self.wrong / max(1, self.learned)


def in_small_language(case: Small) -> Learned:
    benchmark = SMALL[case.part]()
    begin = time.perf_counter()
    dialogue = Dialogue(benchmark.problem, algorithm="guided", rules=case.rules, seed=case.seed)
    truthful = TargetOracle(benchmark.target)
    result = until(case.cap, dialogue, lambda question: truth(truthful, question))
    seconds = time.perf_counter() - begin
    return Learned(
        ended(result),
        result.statistics.questions,
        seconds,
        len(result.network),
        len(false_on_scope(truthful, result.network)),
        len(compare(result.network, benchmark.target).extra.decisive),
        tuple(gap.size for gap in result.gaps),
        tuple(in_a_sentence(each) for each in result.advice[:2]),
    )


def false_on_scope(oracle: TargetOracle, learned: Network) -> list[Constraint]:
    """The constraints that reject an example of their own variables that the user calls fine.

    (It does not do to look for what the target says inside their scopes: a bound on a whole column, "at most one
    night", also forbids two nights where nothing else of the column is known.)
    """
    v = learned.vocabulary
    found = []
    for c in learned:
        variables = [v.index[name] for name in c.scope]
        for values in itertools.product(*(v.domain_codes[x].tolist() for x in variables)):
            codes = np.full(len(v), UNASSIGNED, dtype=np.int64)
            codes[variables] = values
            if not c.relation.accepts(*v.values[codes[variables]]) and oracle.ask(Query(v, codes)):
                found.append(c)
                break
    return found


def small_language(part: str, usual: int) -> Callable[[argparse.Namespace], None]:
    def show(given: argparse.Namespace) -> None:
        print(f"{part}: {(SMALL[part].__doc__ or '').splitlines()[0]}\n")
        for rules in (False, True):
            cases = [Small(part, seed, rules, given.cap) for seed in range(given.runs or usual)]
            found = []
            for case, each in zip(cases, in_order(in_small_language, cases, given.jobs), strict=True):
                found.append(each)
                print(f"seed {case.seed}{', rules' if rules else ''}: {in_a_line(each)}", flush=True)
            how = ", ".join(f"{count} {each}" for each, count in Counter(each.ended for each in found).items())
            gap = max((size for each in found for size in each.gaps), default=0)
            advice = Counter(said for each in found for said in each.advice)
            print(
                f"all {'with' if rules else 'without'} rules: {how}; at most {max(each.share for each in found):.1%} "
                f"false on their scopes; the largest gap has {gap} cells; advice: "
                f"{'; '.join(f'{count} × {said}' for said, count in advice.items()) or 'none'}",
                flush=True,
            )

    return show


def in_a_line(each: Learned) -> str:
    sizes = Counter(each.gaps)
    return (
        f"{each.ended}, {each.questions} questions, {each.seconds:.1f} s; learned {each.learned}, {each.wrong} false "
        f"on their scopes ({each.share:.1%}), {each.rejecting} reject a solution; gaps of so many cells: "
        f"{', '.join(f'{size} ({sizes[size]})' for size in sorted(sizes)) or 'none'}; advice: "
        f"{'; '.join(each.advice) or 'none'}"
    )


PARTS: dict[str, Callable[[argparse.Namespace], None]] = {
    "slips": slips,
    "examples": examples,
    "coin": coin,
    "precedence": small_language("precedence", 20),
    "ward": small_language("ward", 3),
    "magic": small_language("magic", 5),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"which of {', '.join(PARTS)}; without it, all")
    parser.add_argument("--runs", type=int, metavar="N", help="instead of as many as each part has")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="runs at the same time")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="slips, examples, coin: only these problems")
    parser.add_argument("--rates", nargs="+", type=float, metavar="P", help="slips: instead of 0, 0.01 and 0.05")
    parser.add_argument("--missed-only", action="store_true", help="slips: only violations are missed")
    parser.add_argument("--without-rules", action="store_true", help="examples: ask about no rules")
    parser.add_argument("--cap", type=float, default=60, metavar="S", help="stop each run after S seconds")
    parser.add_argument("--verbose", action="store_true", help="slips, examples: single runs, too")
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    for number, part in enumerate(given.parts or PARTS):
        print("\n" * (number > 0), end="")
        PARTS[part](given)


if __name__ == "__main__":
    main()
