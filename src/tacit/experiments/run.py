"""Run one task; the result is a row of figures, and the curve behind them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from tacit.algorithms.multiacq import calls_allowed
from tacit.benchmarks import Benchmark
from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.options import Options, without_effect
from tacit.dialogue.oracles import Oracle, TargetOracle
from tacit.dialogue.oracles.slipping import Slipping
from tacit.errors import AnswerError, TacitError
from tacit.exact.equivalence import equivalent
from tacit.exact.solutions import find_solutions
from tacit.experiments.noticed import REFUSED, noticed
from tacit.experiments.plan_reader import PlanReader
from tacit.experiments.task import Task
from tacit.generation.search import Limits
from tacit.learning.asking import Question
from tacit.learning.reporter import Reporter, Stop
from tacit.learning.result import Result
from tacit.problem.network import Constraint, Network
from tacit.problem.query import MARKED, Answer, Query
from tacit.version import __version__

Row = dict[str, Any]  # the keys of a `bench` object, in their order
Curve = dict[str, list[Any]]

PROOF_LIMIT = 20.0  # CP-SAT's deterministic time for one constraint; if that is too short, `equivalent` is null
CUT = "cap"  # the reason of a run that was stopped by its cap


class Recorder(Reporter):
    """Records a run: at which question and time each constraint was learned, and what each example violated."""

    def __init__(self) -> None:
        self._begin = time.perf_counter()
        self._questions = 0
        self.learned_at: list[tuple[int, float]] = []
        self.violated: list[int] = []

    def started(self) -> None:
        self._begin = time.perf_counter()

    def asking(self, query: Question, redundant: bool) -> None:
        self._questions += 1

    def generated(self, violated: int, size: int) -> None:
        self.violated.append(violated)

    def learned(self, constraint: Constraint) -> None:
        self.learned_at.append((self._questions, round(time.perf_counter() - self._begin, 4)))

    @property
    def curve(self) -> Curve:
        return {"learned": list(self.learned_at), "violated": list(self.violated)}


class Deadline(Reporter):
    """Stops a run when its time is up. It looks at the clock wherever a learner may work for long without asking."""

    def __init__(self, seconds: float) -> None:
        self._end = time.perf_counter() + seconds

    def _check(self, *_: Any, **__: Any) -> None:
        if time.perf_counter() > self._end:
            raise Stop(CUT)

    asking = generated = searched = enter = _check


def run(task: Task) -> tuple[Row, Curve]:
    """Learn the benchmark from a simulated user, and see whether what was learned is equivalent to its target."""
    try:
        return _run(task)
    except TacitError:
        raise
    except Exception as error:
        for extension in task.extensions:
            mistake = extension.mistake(error)
            if mistake is not None:
                raise mistake from error
        raise


def _run(task: Task) -> tuple[Row, Curve]:
    benchmark = task.benchmark()
    recorder = Recorder()
    watching: list[Reporter] = [recorder]
    if task.cap_s is not None:
        watching.append(Deadline(task.cap_s))
    known = known_examples(benchmark, task)
    dialogue = Dialogue(benchmark.problem, examples=known, reporter=watching, **task.keywords())
    options, target = dialogue.options, benchmark.target
    reader = PlanReader(target, task.seed)
    answer = reader.ask if options.until == "plan" else partial(answer_of, target, marks=task.marks)
    truthful = Oracle(answer, TargetOracle(target).ask_rule)
    numbers = dialogue.asker.answers.claims.numbers
    user = Slipping(truthful, task.slips or 0.0, task.seed, task.missed_only, numbers=numbers)
    result, s = hold(dialogue, user.answer), dialogue.statistics
    made = [question for question, _, _ in user.made]
    seen = noticed(result, made)
    return {
        "problem": task.problem,
        **_setting(task, options),
        "seed": task.seed,
        "n_variables": len(benchmark.problem.names),
        "bias": dialogue.progress().total,
        "target": len(target),
        "learned": len(result.network),
        "status": str(result.status),
        "reason": result.reason,
        "equivalent": None if options.until == "plan" else equivalent(result.network, target, limit=PROOF_LIMIT),
        "queries": s.queries - (s.checks - s.reviews) - s.plans,
        "redundant_queries": s.redundant_queries,
        "mean_query_size": round(s.mean_query_size, 3),
        "complete_queries": s.complete_queries,
        "mean_wait_s": round(s.mean_wait_s, 6),
        "max_wait_s": round(s.max_wait_s, 6),
        "time_queries_s": round(s.time_queries_s, 4),
        "time_total_s": round(s.time_total_s, 4),
        "cutoffs_min": s.cutoffs_min,
        "cutoffs_max": s.cutoffs_max,
        "cutoffs_scopes": s.cutoffs_scopes if options.uses_findallscopes else None,
        "questions": s.questions,
        "rules": s.rules,
        "numbers": s.numbers,
        "checks": s.checks,
        "plans": s.plans,
        "marked": sum(said.source == MARKED for said in result.answers),
        "plan_right": None if result.plan is None else target.accepts(result.plan),  # type: ignore[arg-type]
        "slips_made": len(made),
        "slips_found": None if task.slips is None else seen.found,
        "gaps": len(result.gaps),
        "told": seen.told,
        "false_alarms": seen.false_alarms,
        "cells": s.cells,
        **_in_force(task, options, len(benchmark.problem.names)),
        "orders": benchmark.problem.orders,
        "version": __version__,
    }, recorder.curve


def hold(dialogue: Dialogue, answer: Callable[[Question], Any]) -> Result:
    """Answer to the end.

    An answer that is refused ends the dialogue: whoever answers has been told, and nobody knows which answer is wrong.
    """
    while (question := dialogue.question) is not None:
        try:
            dialogue.answer(answer(question))
        except AnswerError:
            dialogue.stop(REFUSED)
    return dialogue.result


def answer_of(target: Network, query: Query, *, marks: bool) -> Answer:
    """The simulated user's answer. With marks, a "no" names the first scope of the target that is violated."""
    if not marks or target.accepts_codes(query.codes):
        return Answer(target.accepts_codes(query.codes))
    broken = target.rows.rejecting(query.codes, np.ones(target.rows.size, dtype=bool))
    return Answer(False, tuple(target.vocabulary.names[i] for i in target.rows.scope(int(broken[0]))))


def known_examples(benchmark: Benchmark, task: Task) -> list[tuple[Mapping[str, int], bool]]:
    """What a simulated user knows beforehand: solutions, and near misses, which are solutions but for one value.

    They depend on the seed. There may be fewer near misses than asked for, if almost every change of a value gives
    another solution.
    """
    target = benchmark.target
    vocabulary = target.vocabulary
    wanted = max(task.examples, task.counterexamples)
    random = np.random.RandomState(task.seed)
    solutions = [s for i in range(wanted) for s in find_solutions(target, 1, seed=1000 * task.seed + i)]
    near_misses: list[Mapping[str, int]] = []
    for solution in solutions[: task.counterexamples]:
        for variable in random.permutation(len(vocabulary)).tolist():
            name = vocabulary.names[variable]
            changed = [{**solution, name: value} for value in vocabulary.domains[variable]]
            rejected = [example for example in changed if not target.accepts(example)]
            if rejected:
                near_misses.append(rejected[random.randint(len(rejected))])
                break
    return [*((s, True) for s in solutions[: task.examples]), *((e, False) for e in near_misses)]


def _setting(task: Task, options: Options) -> Row:
    """The choices that the paper compares, by name; a user's own function as it was given."""
    names = ("algorithm", "findscope", "findc", "objective", "variables", "values")
    setting = {name: task.options.get(name, getattr(options, name)) for name in names}
    if not options.generates:
        return {**dict.fromkeys(names), "algorithm": setting["algorithm"]}
    if not options.uses_findscope:
        setting["findscope"] = None
    return setting


def _in_force(task: Task, options: Options, n: int) -> Row:
    """The limits and other options in force, so that a row tells how to run it again; null where one has no effect."""
    limits = Limits.of(options, n)
    in_seconds = limits.cut_max is not None
    return {
        "nodes_min": None if in_seconds or not options.generates else limits.nodes_min,
        "nodes_max": None if in_seconds or not options.generates else limits.nodes_max,
        "cut_min": limits.cut_min,
        "cut_max": limits.cut_max,
        "calls_scopes": calls_allowed(options, n)
        if options.uses_findallscopes and options.cut_scopes is None
        else None,
        "cut_scopes": options.cut_scopes,
        "generate": task.options.get("generate", options.generate) if options.generates else None,
        "inner": task.options.get("inner", options.inner) if without_effect(options, ["inner"]) is None else None,
        "strategy": options.strategy if without_effect(options, ["strategy"]) is None else None,
        "prove": None if options.partial or not options.generates else options.prove,
        "normalized": options.normalized,
        "skip_known": options.skip_known,
        "until": options.until if options.guided else None,
        "ask_rules": bool(options.rules) if options.asks_rules else None,
        "ask_checks": options.checks if options.guided else None,
        "ask_plans": options.plans if options.guided else None,
        "slips": task.slips,
        "missed_only": task.missed_only,
        "expect": options.slips if options.guided else None,
        "largest": options.largest,
        "cap_s": task.cap_s,
        "relations": list(task.relations) or None,
        "examples": task.examples,
        "counterexamples": task.counterexamples,
        "marks": task.marks,
    }
