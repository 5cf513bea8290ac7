"""The dialogue: a learner at work. It hands out a query, takes an answer, and in the end holds a result.

>>> import tacit
>>> problem = tacit.Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["==", "!="])
>>> dialogue = tacit.Dialogue(problem, seed=0)
>>> while dialogue.query is not None:
...     q = dialogue.query
...     dialogue.answer(not ("a" in q and "c" in q and q["a"] == q["c"]))
>>> str(dialogue.result.status), [str(c) for c in dialogue.result.network]
('converged', ['a != c'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from tacit.algorithms.outcome import COLLAPSE, Outcome, open_candidates
from tacit.algorithms.settle import settle
from tacit.candidates import bitset
from tacit.dialogue.options import read_options
from tacit.dialogue.oracles import as_oracle
from tacit.errors import (
    AnswerError,
    DialogueError,
    ExamplesError,
    MarkError,
    OptionError,
    OracleError,
    ProblemError,
    nearest,
)
from tacit.generation.solution import has_solution
from tacit.learning.asking import Asking, Contradiction, OutOfQuestions, run
from tacit.learning.checkpoints import Checkpoints
from tacit.learning.evidence import Conflict
from tacit.learning.reporter import Reporter, Reporters, Stop
from tacit.learning.result import CONTRADICTION, Result, Status
from tacit.learning.state import State
from tacit.learning.statistics import Statistics
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.vocabulary import UNASSIGNED, Vocabulary

ExampleLike = Answered | tuple[Mapping[str, int | str], bool | None]


class Dialogue:
    """Questions and answers about one problem. No I/O: whoever drives it shows `query` and calls `answer`.

    examples: answers that are known before the first question, as `tacit.Answered` or (assignment, answer)
    earlier:  the oracle's own answers from an earlier dialogue: likewise, but if they contradict each other, that is
              how this dialogue ends, and no error
    doubts:   more of them, which count only if something that is still possible explains them
    rewindable: keep places to go back to, for `rewind`
    Options are those of `tacit.dialogue.options.Options`, by keyword.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        examples: Iterable[ExampleLike] = (),
        earlier: Iterable[ExampleLike] = (),
        doubts: Iterable[ExampleLike] = (),
        rewindable: bool = False,
        reporter: Reporter | Iterable[Reporter] = (),
        **options: Any,
    ) -> None:
        if not isinstance(problem, Problem):
            raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
        self.options = read_options(options)
        self.statistics = Statistics()
        reporters = _read_reporters(reporter)
        self._reporter = Reporters([self.statistics, *reporters])
        self._reporter.started()
        self.state = State(problem, self.options, self._reporter)
        self.query: Query | None = None
        self._result: Result | None = None
        if problem.background and has_solution(self.state) is False:
            raise ProblemError("background: no assignment satisfies all of its constraints")
        given = _read_examples(examples, problem.vocabulary)
        self.given = list(zip(given, self._tell(given), strict=True))
        told = [_read_examples(entries, problem.vocabulary) for entries in (earlier, doubts)]
        self._talk = run(_talk(self.state, *told))
        self.state.checkpoints = Checkpoints() if rewindable else None
        self._advance(None)

    def rewind(self, asked: int) -> int:
        """Go back to a place where at most so many questions had been answered; how many that were.

        The answers after it must be given again. If there is no such place, nothing happens, and it is −1. (Statistics
        count all that was done, also twice.)
        """
        checkpoints = self.state.checkpoints
        found = checkpoints.back_to(asked) if checkpoints is not None else None
        if found is None:
            return -1
        number, self.state = found
        self.state.checkpoints = checkpoints
        self._result = None
        self._talk.close()
        self._talk = run(_talk(self.state))
        self._advance(None)
        return number

    def _tell(self, given: Sequence[Answered]) -> list[int]:
        """How many candidates each given example has removed."""
        try:
            return self.state.tell(given)
        except Contradiction as contradiction:
            raise ExamplesError(_why(contradiction.conflict, self.state)) from None

    def answer(self, given: Any, *, clash: Sequence[str] = ()) -> None:
        """Answer the open question: True (yes), False (no), None (don't know).

        With a "no", `clash` may name variables of the question that would be a "no" alone: "no, because of these".

        An answer that no set of constraints could give beside the earlier ones (Lemmas 1 and 2) is refused
        with an `AnswerError`; the question stays open.
        """
        answer = self.check(given, clash=clash)
        self.state.mark = self._marked(answer)
        self._advance(answer.value)

    def check(self, given: Any, *, clash: Sequence[str] = ()) -> Answer:
        """The answer as it would be taken, or the error that it would raise; nothing happens yet."""
        if self.query is None:
            raise DialogueError("there is no open question: the dialogue is over")
        answer = Answer.of(given, clash)
        self._refuse_if_impossible(self.query, answer.value)
        self._refuse_a_mark_that_nothing_explains(self.query, answer)
        return answer

    def _marked(self, answer: Answer) -> int:
        """The variables that clash, as a bitset."""
        return bitset.from_indices([self.state.vocabulary.index[name] for name in answer.clash])

    def _refuse_a_mark_that_nothing_explains(self, query: Query, answer: Answer) -> None:
        if not answer.clash:
            return
        for name in answer.clash:
            if name not in query:
                raise MarkError(f"{name!r} is marked, but has no value in {query}{nearest(name, query)}")
        state = self.state
        codes = np.where(bitset.to_mask(self._marked(answer), len(query.vocabulary)), query.codes, UNASSIGNED)
        if not len(state.rows.rejecting(codes, state.surviving)):
            raise MarkError(
                f"nothing that is still possible can be broken by {', '.join(answer.clash)} alone: mark more, or "
                "answer without a mark"
            )

    def stop(self, reason: str | None = None) -> Result:
        """End here, with the network so far and the candidates that are still open."""
        if self._result is None:
            self._talk.close()
            self.query = None
            self._finish(Outcome(Status.STOPPED, reason))
        return self.result

    def so_far(self) -> Result:
        """What was learned by now, and what is open. The dialogue goes on."""
        return self._result or self._outcome(Outcome(Status.STOPPED, "so far"), None)

    @property
    def result(self) -> Result:
        """The result, once there is no question left."""
        if self._result is None:
            raise DialogueError("the dialogue is not over: answer the open question, or stop()")
        return self._result

    def _refuse_if_impossible(self, query: Query, answer: bool | None) -> None:
        # Here and not in `State.ask`, so that the question stays open.
        known = self.state.known_answer
        if answer is None or known is None or answer == known:
            return
        earlier = self.state.earlier_against(query, answer)
        if earlier is not None:
            if answer:
                what = f"{query} was answered yes, but its part {earlier} was answered no before (Lemma 2)"
            else:
                what = f"{query} was answered no, but {earlier}, which contains it, was answered yes before (Lemma 1)"
            raise AnswerError(
                f"{what}. An oracle is asked whether the assigned variables, and nothing else, break a rule; one that "
                "judges only complete assignments, or whether an example can be completed, is not one.",
                query=query,
                earlier=earlier,
            )

    def _advance(self, answer: bool | None) -> None:
        self.query = None
        try:
            self.query = self._talk.send(answer)
        except StopIteration as end:
            self._finish(end.value)
        except Contradiction as contradiction:
            self._finish(Outcome(Status.COLLAPSED, CONTRADICTION), contradiction.conflict)
        except OutOfQuestions:
            self._finish(Outcome(Status.STOPPED, "max_questions"))
        except Stop as stop:
            self._finish(Outcome(Status.STOPPED, stop.reason))

    def _finish(self, outcome: Outcome, conflict: Conflict | None = None) -> None:
        self._result = self._outcome(outcome, conflict)
        self._reporter.finished(self._result)

    def _outcome(self, outcome: Outcome, conflict: Conflict | None) -> Result:
        state = self.state
        constraint = state.bias.constraint
        left_open = open_candidates(state) if outcome.status != Status.CONVERGED else []
        undecided = [row for row in left_open if state.parked[row]]
        return Result(
            outcome.status,
            outcome.reason,
            Network(state.vocabulary, [constraint(row) for row in state.network]),
            tuple(constraint(row) for row in left_open),
            tuple(constraint(row) for row in undecided),
            conflict,
            tuple(state.log),
            self.statistics,
            self.options.deterministic,
            state.bias,
        )


def _read_examples(examples: Any, vocabulary: Vocabulary) -> list[Answered]:
    """Examples whose answers are known: `Answered`, or pairs of an assignment and True, False or None."""
    if isinstance(examples, (str, Mapping)) or not isinstance(examples, Iterable):
        raise ExamplesError(
            f"examples: a list of pairs such as ({{'a': 1, 'b': 2}}, True) is needed, not {examples!r:.60}"
        )
    found = []
    for position, given in enumerate(examples, 1):
        source = f"example {position}"
        if isinstance(given, Answered):
            query = given.query
            if query.vocabulary is not vocabulary:
                query = Query(vocabulary, vocabulary.encode(query.shown))
            found.append(Answered(query, Answer.of(given.answer).value, given.source or source))
        elif isinstance(given, tuple) and len(given) == 2 and isinstance(given[0], Mapping):
            try:
                query = Query(vocabulary, vocabulary.encode(given[0]))
                found.append(Answered(query, Answer.of(given[1]).value, source))
            except (ProblemError, OracleError) as error:
                raise ExamplesError(f"{source}: {error}") from None
        else:
            raise ExamplesError(f"{source}: {given!r:.60} is not of the form ({{'a': 1, 'b': 2}}, True)")
    return found


def _why(conflict: Conflict, state: State) -> str:
    """Why given examples can't be right, by their sources."""
    sources = {(entry.query, entry.answer): entry.source for entry in state.log}
    no, yes = sources[conflict.no, False], [str(sources[query, True]) for query in conflict.yes]
    if yes:
        return (
            f"{no}: 'no' contradicts 'yes' of {', '.join(yes)}: no set of constraints over this language rejects "
            f"{conflict.no} and accepts the others"
        )
    return f"{no}: answered 'no', but no relation of the language can reject {conflict.no}"


def _read_reporters(given: Any) -> list[Reporter]:
    reporters = [given] if isinstance(given, Reporter) else given
    if not isinstance(reporters, (list, tuple)) or not all(isinstance(each, Reporter) for each in reporters):
        raise OptionError(f"reporter must be a tacit.Reporter, or a list of them, not {given!r:.60}")
    return list(reporters)


def _talk(state: State, earlier: Sequence[Answered] = (), doubts: Sequence[Answered] = ()) -> Asking[Outcome]:
    """The learner, and then what "don't know" has left."""
    state.tell(sorted(earlier, key=lambda entry: -len(entry.query)))  # the large ones refute most, so they come first
    state.tell([entry for entry in doubts if len(state.rows.rejecting(entry.query.codes, state.surviving))])
    outcome = yield from state.options.learner(state)
    if outcome.status == Status.COLLAPSED or not state.parked.any():
        return outcome
    yield from settle(state)
    if has_solution(state) is False:
        return COLLAPSE
    if state.parked.any() and outcome.status == Status.CONVERGED:
        return Outcome(Status.UNDECIDED, "don't know")
    return outcome


def learn(
    problem: Problem,
    oracle: Any,
    *,
    examples: Iterable[ExampleLike] = (),
    reporter: Reporter | Iterable[Reporter] = (),
    **options: Any,
) -> Result:
    """Learn a network by asking an oracle until nothing is left to ask.

    oracle: an object with `ask(query)`, a callable that takes the query, or a target: a `Network` or a list of
    constraints. The query is a mapping from names to values. The answer is True, False or None (don't know).
    examples: answers that are known before the first question, [({"a": 1, "b": 2}, True), …].
    """
    if not isinstance(problem, Problem):
        raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
    ask = as_oracle(oracle, problem)
    dialogue = Dialogue(problem, examples=examples, reporter=reporter, **options)
    while dialogue.query is not None:
        try:
            answer = ask(dialogue.query)
        except OracleError:
            raise
        except Exception as error:
            raise OracleError(f"the oracle raised {error!r} on {dialogue.query}") from error
        dialogue.answer(answer)
    return dialogue.result
