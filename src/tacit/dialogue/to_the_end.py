"""`tacit.learn`: ask an oracle until nothing is left to ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tacit.dialogue.dialogue import Dialogue, Progress
from tacit.dialogue.given import ExampleLike
from tacit.dialogue.options import LEARNERS, read_options
from tacit.dialogue.oracles import Oracle, as_oracle, asked_about
from tacit.dialogue.oracles.patience import KNOWS_NOTHING, Patience
from tacit.dialogue.reading_answers import read_answer
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
    dialogue = Dialogue(problem, examples=examples, reporter=reporter, **options)
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
