"""`tacit.learn_from`: learn from examples alone, without a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tacit.dialogue.given import ExampleLike, read_given
from tacit.errors import ExamplesError, ProblemError
from tacit.learning.gap import Gap
from tacit.learning.result import Result, Status
from tacit.learning.statistics import Statistics
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.regularities.looks import looks_of_language
from tacit.regularities.ranking import Plans, network_of
from tacit.regularities.supported import supported
from tacit.regularities.wide import looks_of_common
from tacit.showing.progress_bar import ProgressBar


def learn_from(
    problem: Problem, examples: Iterable[ExampleLike], *, seed: int = 0, progress: bool | None = None
) -> Result:
    """The model that examples support by themselves. Nobody is asked, and so nothing is proved.

    examples: right and wrong ones, [({"a": 1, "b": 2}, True), …]. Support comes from complete ones that are right, each
              counted once; others that are right refute what they break, and wrong ones speak for what rejects them.
    The status is *supported*. `result.support` has each line of the model with what speaks for it, in the order in
    which they were accepted: each is surprising beside those before it. `result.gaps` has the wrong examples that the
    model accepts. If the language is "common", more is looked at than an interview would ask about (docs/using.md).
    progress: as for `tacit.learn`.
    """
    if not isinstance(problem, Problem):
        raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
    given = read_given(examples, problem.vocabulary)
    _check(problem, given)
    statistics = Statistics()
    with ProgressBar(f"Looking for rules in {len(given):,} examples", show=progress):
        looks = looks_of_common(problem) if problem.common else looks_of_language(problem)
        plans = Plans(problem, given, looks, seed)
        lines = supported(plans, problem.background)
    rules = [rule for line in lines for rule in line.rules]
    network = Network(problem.vocabulary, [*problem.background, *network_of(problem.vocabulary, rules)])
    result = Result(
        Status.SUPPORTED,
        None,
        network,
        open=(),
        undecided=(),
        conflict=None,
        answers=tuple(given),
        statistics=statistics,
        deterministic=True,
        _bias=None,
        _claims=None,
        gaps=tuple(Gap(Query(plans.v, codes)) for codes in plans.wrong if network.accepts_codes(codes)),
        _evidence=tuple(given),
        support=tuple(lines),
    )
    statistics.finished(result)
    return result


def _check(problem: Problem, examples: Sequence[Answered]) -> None:
    """Refuse examples that say nothing, and those that contradict each other or the background."""
    if not any(each.answer is True and each.query.complete for each in examples):
        raise ExamplesError(
            "without questions, at least one example is needed that is right, and has a value for each of the "
            f"{len(problem.vocabulary)} variables; there is none among the {len(examples)} examples"
        )
    background = Network(problem.vocabulary, problem.background)
    said: dict[Query, Answered] = {}
    for each in examples:
        before = said.setdefault(each.query, each)
        if each.answer is not before.answer and None not in (each.answer, before.answer):
            raise ExamplesError(f"{each.source}: the same example is right and wrong, see {before.source}")
        if each.answer is True and not background.accepts_codes(each.query.codes):
            broken = background.rejecting(each.query.codes)[0]
            raise ExamplesError(f"{each.source}: it is said to be right, but breaks the background: {broken}")
