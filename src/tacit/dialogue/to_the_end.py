"""`tacit.learn`: ask an oracle until nothing is left to ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from tacit.dialogue.dialogue import Dialogue, Progress
from tacit.dialogue.given import ExampleLike
from tacit.dialogue.options import LEARNERS, read_options
from tacit.dialogue.oracles import Oracle, as_oracle, asked_about
from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.patience import KNOWS_NOTHING, Patience
from tacit.dialogue.oracles.seating import ByItself, command_seats, function_seats, seated
from tacit.dialogue.oracles.workers import Workers
from tacit.dialogue.reading_answers import read_answer
from tacit.dialogue.side_by_side import SideBySide, read_parallel, refuse_side_by_side
from tacit.errors import OptionError, OracleError, ProblemError
from tacit.learning.asking import Question
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.showing.claim_words import question as question_about
from tacit.showing.progress_bar import ProgressBar
from tacit.structure.rule import Number


def learn(
    problem: Problem,
    oracle: Any = None,
    *,
    examples: Iterable[ExampleLike] = (),
    reporter: Reporter | Iterable[Reporter] = (),
    progress: bool | None = None,
    parallel: int = 1,
    workers: str | None = None,
    dask: str | None = None,
    **options: Any,
) -> Result:
    """Learn a network by asking an oracle until nothing is left to ask.

    oracle: a function of an example, an object with `ask(query)`, or a target: a `Network` or a list of constraints.
    The answer is True, False or None (don't know). Functions and objects are given a mapping from the assigned
    variables to their values, by name where values have names: `query["anna"] == "Mon"`. It is a `Query`, so
    `query.assignment["anna"]` is the number of the value.
    An object may also have `ask_rule(claim)`: it is given a `tacit.Rule`, `tacit.Free` or `tacit.Unlimited`. It answers
    in the same way, or with `tacit.Answer(False, except_=[…])`. Networks, CPMpy models and `tacit.Rules` have it. The
    guided learner then asks about rules, too, unless rules=False. It may also ask for a `tacit.Number`: that is given
    to `ask_number(number)`, if the object has it, and else to `ask_rule`; the answer is the number, "no limit", "it
    differs" or None.
    An oracle that answers "don't know" to each of its first 20 questions is not asked any more: the status is stopped,
    and the reason "knows nothing".
    examples: answers that are known before the first question, [({"a": 1, "b": 2}, True), …]. With
    algorithm="conacq-1" they are all there is: it needs no oracle.
    progress: show a bar after two seconds. None: on a terminal's stderr and in notebooks, but not where the output goes
    to a file or a pipe.
    parallel: for an oracle that takes seconds: ask up to so many questions side by side, which are useful whatever the
    others answer (docs/using.md). It asks some more questions than one by one. For the guided learner.
    workers: where a function is called then: "processes", or "threads" if it waits or works outside of Python. None:
    processes, if the function is in a module, from where another process can import it. A `CommandOracle` is started
    so many times.
    dask: the address of a Dask scheduler, whose workers are asked instead.
    """
    if not isinstance(problem, Problem):
        raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
    asked_for = read_options(options)
    if asked_for.learner is LEARNERS["conacq-1"]:  # there are no questions
        return Dialogue(problem, examples=examples, reporter=reporter, **options).result
    answering = as_oracle(oracle, problem)
    if asked_for.rules and answering.ask_rule is None:
        raise OptionError("rules=True: this oracle answers examples only; one that knows rules has ask_rule(claim)")
    if asked_for.rules is None and asked_for.asks_rules:
        options["rules"] = answering.ask_rule is not None
    most = read_parallel(parallel)
    if most == 1 and (workers is not None or dask is not None):
        raise OptionError("workers, dask: they have an effect only with parallel, such as parallel=8")
    if most > 1:
        refuse_side_by_side(asked_for)
    dialogue = Dialogue(problem, examples=examples, reporter=reporter, **options)
    if most > 1:
        with _workers(oracle, answering, most, workers, dask, bool(options.get("rules"))) as seats:
            ask_side_by_side(dialogue, SideBySide(dialogue, most), seats, progress)
        return dialogue.result
    patience = Patience()
    with ProgressBar("Learning", show=progress) as bar:
        while dialogue.question is not None:
            given = _ask(answering, dialogue.question)
            dialogue.answer(given)
            patience.hear(given.value if isinstance(given, Answer) else given)
            if patience.is_over:
                dialogue.stop(KNOWS_NOTHING)
            if bar.is_shown:
                show_progress(bar, dialogue.progress())
    return dialogue.result


def ask_side_by_side(
    dialogue: Dialogue, batch: SideBySide, workers: Workers, progress: bool | None = None, *, lines: bool = False
) -> None:
    """Ask until nothing is left to ask. Questions that are still out then were put in vain, and nobody waits for them.

    lines: as for `ProgressBar`
    Raises what the oracle raises; what was answered before is kept.
    """
    patience = Patience(entry.answer for entry in dialogue.log)
    with ProgressBar("Learning", show=progress, lines=lines) as bar:
        while dialogue.question is not None:
            for question in batch.fill():
                workers.put(question)
            question, given = workers.next()
            batch.hear(question, given)
            patience.hear(given.value if isinstance(given, Answer) else given)
            if patience.is_over:
                dialogue.stop(KNOWS_NOTHING)
            if bar.is_shown:
                show_progress(bar, dialogue.progress())
    dialogue.statistics.unheard = len(batch.out)


@contextmanager
def _workers(
    given: Any, oracle: Oracle, count: int, workers: str | None, dask: str | None, rules: bool
) -> Iterator[Workers]:
    if isinstance(given, CommandOracle):
        if workers is not None or dask is not None:
            raise OptionError("workers, dask: a command is started as often as parallel says, on this machine")
        with seated(command_seats(given, count), count, None) as found:
            yield found
        return
    loading = ByItself(given)
    if dask is not None:
        if workers is not None:
            raise OptionError("either workers or dask")
        if rules:
            raise OptionError("dask: questions about rules can't be sent to another machine; say rules=False")
        with seated(dask, count, loading) as found:
            yield found
        return
    with seated(function_seats(partial(_ask, oracle), loading, count, workers, rules=rules), count, loading) as found:
        yield found


def show_progress(bar: ProgressBar, far: Progress) -> None:
    """How far a dialogue has come, as a bar: candidates that are settled."""
    text = f"{far.asked:,} questions, {far.learned:,} constraints learned, {far.left:,} candidates left"
    bar.update(far.total - far.left, far.total, text)


def _ask(oracle: Oracle, question: Question) -> Any:
    try:
        if isinstance(question, Query):
            return oracle.ask(question)
        assert oracle.ask_rule is not None  # otherwise only examples are asked
        given = asked_about(oracle, question)
    except OracleError:
        raise
    except Exception as error:
        about = question if isinstance(question, Query) else repr(question_about(question))
        raise OracleError(f"the oracle raised {error!r} on {about}") from error
    try:
        return read_answer(question, given)
    except OracleError as error:
        method = "ask_number" if isinstance(question, Number) and oracle.ask_number is not None else "ask_rule"
        raise OracleError(f"{method} of the oracle, on {question_about(question)!r}: {error}") from None
