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

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tacit.algorithms.outcome import COLLAPSE, Outcome
from tacit.algorithms.settle import settle
from tacit.algorithms.still_open import open_candidates
from tacit.algorithms.trusting import start_over
from tacit.candidates.too_many import memory_for
from tacit.dialogue.given import ExampleLike, read_given, why_not
from tacit.dialogue.loading_ahead import load_ahead
from tacit.dialogue.options import read_options, refuse_bounds
from tacit.dialogue.refusing import check_answer
from tacit.dialogue.telling import check_expected, read_claims, read_rule, why_wrong
from tacit.dialogue.thinking_ahead import Later, ThinkingAhead
from tacit.errors import (
    DialogueError,
    ExamplesError,
    MarkError,
    OptionError,
    ProblemError,
    RuleError,
)
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, Contradiction, OutOfQuestions, Question, run
from tacit.learning.checkpoints import BYTES, Checkpoints
from tacit.learning.claims import TOLD, Claimed
from tacit.learning.evidence import Conflict
from tacit.learning.reporter import Reporter, Reporters, Stop
from tacit.learning.result import CONTRADICTION, Result, Status
from tacit.learning.statistics import Statistics
from tacit.learning.unsettled import Unsettled
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.relations import Relation
from tacit.structure.family import Family
from tacit.structure.rule import Rule
from tacit.trust.claims_agree import claims_agree
from tacit.trust.known_reviews import take_known_reviews

AHEAD = 7919  # a prime, so that no two looks ahead have the same random numbers


@dataclass(frozen=True)
class Progress:
    """How far a dialogue has come."""

    asked: int  #: questions
    learned: int  #: constraints, with the background
    left: int  #: candidates that are still to be settled
    total: int  #: candidates at the beginning


class Dialogue:
    """Questions and answers about one problem. No I/O: whoever drives it shows `query` and calls `answer`.

    examples: answers that are known before the first question, as `tacit.Answered` or (assignment, answer)
    earlier:  the oracle's own answers from an earlier dialogue, in the same form. If they contradict each other, that
              is no error: the dialogue deals with it as it would have if they had been given now
    claims:   the oracle's answers about rules from an earlier dialogue
    rewindable: keep places to go back to, for `rewind`
    All options of `tacit.dialogue.options.Options` are accepted by keyword.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        examples: Iterable[ExampleLike] = (),
        earlier: Iterable[ExampleLike] = (),
        claims: Iterable[Claimed] = (),
        rewindable: bool = False,
        reporter: Reporter | Iterable[Reporter] = (),
        **options: Any,
    ) -> None:
        if not isinstance(problem, Problem):
            raise ProblemError(f"a tacit.Problem is needed, not {problem!r:.60}")
        self.problem = problem
        self.options = read_options(options)
        refuse_bounds(self.options, problem)
        self.statistics = Statistics()
        reporters = _read_reporters(reporter)
        self._reporter: Reporter = Reporters([self.statistics, *reporters])
        self._reporter.started()
        self.asker = Asker(problem, self.options, self._reporter)
        plans = self.options.until == "plan"  # a first plan needs no CP-SAT: it is loaded while somebody looks at it
        if len(self.asker.space.rows.bounds) and not plans:
            load_ahead()
        self.question: Question | None = None
        self._ahead: ThinkingAhead | None = None
        self._result: Result | None = None
        self._so_far: Result | None = None  # kept until something is said
        self._learned: tuple[list[int], Network] | None = None  # the learned rows, and the network that they are
        if problem.background and has_solution(self.asker) is False:
            raise ProblemError("background: no assignment satisfies all of its constraints")
        given = read_given(examples, problem.vocabulary)
        self.asker.examples = list(given)
        self.given = list(zip(given, self._tell(given), strict=True))
        before = read_given(earlier, problem.vocabulary)
        said = read_claims(problem, self.asker.answers.claims.rows, claims)
        check_expected(problem, self.asker.answers.claims.rows, self.options.expected)
        self._talk = run(_talk(self.asker, before, said))
        self._checkpoints = Checkpoints() if rewindable else None
        self.asker.keep_checkpoints(self._checkpoints)
        self._advance(None)
        if plans:
            load_ahead()

    def _tell(self, given: Sequence[Answered]) -> list[int]:
        """How many candidates each given example has removed."""
        try:
            return self.asker.tell(given)
        except Contradiction as contradiction:
            raise ExamplesError(why_not(contradiction.conflict, self.log)) from None

    @property
    def query(self) -> Query | None:
        """The open question, if it is an example."""
        return self.question if isinstance(self.question, Query) else None

    def rewind(self, asked: int) -> int:
        """Go back to a place where at most this many questions had been answered; returns how many were answered there.

        The answers after that place must be given again, and rules that were told when so many questions had been
        answered, or more, must be told again. If there is no such place, nothing happens, and −1 is returned.
        (Statistics count all work, including what is done twice.)
        """
        found = self._checkpoints.back_to(asked) if self._checkpoints is not None else None
        if found is None:
            return -1
        number, self.asker = found
        self.asker.keep_checkpoints(self._checkpoints)
        self._go_on_from_the_top()
        return number

    def _go_on_from_the_top(self) -> None:
        self._result = None
        self._talk.close()
        self._talk = run(_talk(self.asker))
        self._advance(None)

    # --- answers ---

    def answer(self, given: Any, *, clash: Sequence[str] = (), except_: Sequence[str] = ()) -> None:
        """Answer the open question: True (yes), False (no), None (don't know).

        A question for a number (`tacit.Number`) is answered by the number, "no limit", "it differs", or None.

        With a "no", `clash` may name variables of the question: "no, because of these". The answer to these variables
        alone would then be "no", too. With a "no" to a rule, `except_` may name the groups that differ; the rule then
        holds on all others.

        An answer is refused with an `AnswerError` if no set of constraints could give it and the earlier answers, too
        (Lemmas 1 and 2). The question then stays open.
        """
        answer = self.check(given, clash=clash, except_=except_)
        twin = None if self._ahead is None else self._ahead.after(answer)
        if twin is None:
            self._advance(answer)
        else:
            self._go_on_as(twin)

    def check(self, given: Any, *, clash: Sequence[str] = (), except_: Sequence[str] = ()) -> Answer:
        """The answer as it would be taken, or the error that it would raise; nothing happens yet."""
        question = self.question
        if question is None:
            raise DialogueError("there is no open question: the dialogue is over")
        return check_answer(self.asker, question, self.asker.known_answer, given, clash, except_)

    # --- questions that are put side by side ---

    def hear(self, question: Question, given: Any) -> None:
        """The answer to a question that need not be the open one (`side_by_side.py`). The open question may change.

        Whoever gives the same answers to the same questions in the same order gets the same dialogue.
        """
        if question == self.question:
            self.answer(given)
            return
        answer = self.check_heard(question, given)
        self._talk.close()
        was_settling, self.asker.settling = self.asker.settling, False
        self.question = self._so_far = None
        anew: Asking[None] | None = start_over(self.asker) if was_settling else None
        try:
            self.asker.hear(question, answer)
        except OutOfQuestions:
            self._finish(Outcome(Status.STOPPED, "max_questions"))
            return
        except Stop as stop:
            self._finish(Outcome(Status.STOPPED, stop.reason))
            return
        except Contradiction as contradiction:
            if not self.options.careful:
                self._finish(Outcome(Status.COLLAPSED, CONTRADICTION), contradiction.conflict)
                return
            anew = start_over(self.asker, contradiction.conflict)
        self._talk = run(_talk_after(anew, self.asker))
        self._advance(None)

    def check_heard(self, question: Question, given: Any) -> Answer:
        """The answer as `hear` would take it, or the error that it would raise; nothing happens yet."""
        if self._result is not None:
            raise DialogueError("there is no open question: the dialogue is over")
        if question == self.question:
            return self.check(given)
        known = None
        if isinstance(question, Query):
            space = self.asker.space
            known = self.asker.answers.follows(space.rows.rejecting(question.codes, space.surviving))
        answer = check_answer(self.asker, question, known, given)
        if answer.clash:
            raise MarkError("cells can be marked only where questions are asked one by one")
        return answer

    def ahead(
        self,
        supposed: Sequence[tuple[Question, bool | None]],
        reporter: Reporter,
        prepare: Callable[[Asker], None] = lambda asker: None,
    ) -> Question | None:
        """The question that would be open if these questions had these answers; None if there would be none.

        prepare: what else is to be done before the learner looks for it
        Nothing changes here: a copy is asked. It only makes sense while the guided learner is at work.
        """
        twin = self.asker.copy()
        twin.reporter = Reporter()  # nobody is to hear of what is only supposed
        # Another example each time, and the same one if all is done again.
        twin.random = np.random.RandomState(
            (self.options.seed + AHEAD * (self.asker.answers.asked + 1) + len(supposed)) % 2**32
        )
        try:
            for question, value in supposed:
                twin.hear(question, Answer(value))
            prepare(twin)
            twin.reporter = reporter
            talk = run(_talk(twin))
            found = talk.send(None)
            talk.close()
        except (Contradiction, StopIteration, OutOfQuestions):
            return None
        return None if twin.settling else found

    # --- rules that are said unasked ---

    def tell_rule(
        self, rule: Rule | Relation | str, *, over: str | Family | None = None, order: Sequence[int] = ()
    ) -> Rule:
        """Say a rule that was not asked for: `tell_rule("!=", over="each row of grid")`. Returns the rule.

        A bound is said with its number: `tell_rule("count(night) <= 2", over="row")`.

        It counts as a rule that was asked about and answered "yes". The learner then goes on from there, so the open
        question may change. The guided learner can be told at any time, others before the first answer. If the rule
        can't be right, the error says why, and nothing happens.

        order: which cell of a group each argument of the relation is, if not the first, the second, …
        """
        read = self.check_rule(rule, over=over, order=order)
        self._talk.close()
        self.asker.tell_claims([Claimed(read, True, source=TOLD)])
        self._go_on_from_the_top()
        return read

    def check_rule(
        self, rule: Rule | Relation | str, *, over: str | Family | None = None, order: Sequence[int] = ()
    ) -> Rule:
        """The rule as it would be taken, or the error that it would raise; nothing happens yet."""
        claims = self.asker.answers.claims
        read = read_rule(self.problem, claims.rows, rule, over, order)
        if self._result is not None and self._result.status == Status.COLLAPSED:
            raise DialogueError("the answers contradict each other: change one of them before you say a rule")
        if not self.options.guided and self.asker.answers.asked:
            raise DialogueError(
                "a rule can be told to the guided learner at any time; to other learners only before the first answer"
            )
        trial = self.asker.copy()
        trial.reporter = Reporter()  # nobody is to hear of what is only tried
        try:
            trial.tell_claims([Claimed(read, True, source=TOLD)])
        except Contradiction as contradiction:
            conflict = contradiction.conflict
            earlier = [said for said in conflict.claims if said.source != TOLD or said.claim != read]
            raise RuleError(why_wrong(read, conflict), yes=conflict.yes, no=conflict.no, claims=earlier) from None
        return read

    def stop(self, reason: str | None = None) -> Result:
        """End here, with the network so far and the candidates that are still open."""
        if self._result is None:
            self._talk.close()
            self.question = None
            self._finish(Outcome(Status.STOPPED, reason))
        return self.result

    def _advance(self, answer: Answer | None) -> None:
        self.question = self._so_far = self._ahead = None
        try:
            self.question = self._talk.send(answer)
        except StopIteration as end:
            self._finish(end.value)
        except Contradiction as contradiction:
            self._finish(Outcome(Status.COLLAPSED, CONTRADICTION), contradiction.conflict)
        except OutOfQuestions:
            self._finish(Outcome(Status.STOPPED, "max_questions"))
        except Stop as stop:
            self._finish(Outcome(Status.STOPPED, stop.reason))

    # --- working out what comes next, while somebody thinks ---

    def think_ahead(self) -> ThinkingAhead:
        """Copy the dialogue, to work out in another thread what comes after each answer (`ThinkingAhead.work`).

        It must be rewindable, or there is nothing to copy. Until the copies are made, nobody else may use it.
        """
        self._ahead = ThinkingAhead(self)
        return self._ahead

    @property
    def thinks_ahead(self) -> bool:
        """Is it being worked out what comes after the open question?"""
        return self._ahead is not None

    def twin(self) -> Dialogue | None:
        """An independent copy of the dialogue; its open question is not there yet (`repeat`). None if there is none."""
        asked = self.asker.answers.asked
        asker = None if self._checkpoints is None or self.question is None else self._checkpoints.newest(asked)
        if asker is None or self._checkpoints is None:
            return None
        twin = copy.copy(self)
        asker.stand_alone()
        asker.reporter = Reporter()  # nobody hears of what happens twice
        twin.asker, twin._checkpoints, twin._ahead = asker, self._checkpoints.after(asked), None
        twin._reporter = Later(self._reporter)
        twin._talk = run(_talk(asker))
        return twin

    def repeat(self, question: Question | None) -> bool:
        """Come to the open question again; is it the same?"""
        self._advance(None)
        self.asker.reporter = self._reporter
        self.asker.keep_checkpoints(self._checkpoints)
        return self.question == question

    def _go_on_as(self, twin: Dialogue) -> None:
        """What a copy has worked out has happened."""
        self._talk.close()
        self.asker, self.question, self._talk = twin.asker, twin.question, twin._talk
        self._result, self._so_far, self._learned, self._ahead = None, None, twin._learned, None
        self.asker.reporter = self._reporter
        if isinstance(twin._reporter, Later):
            twin._reporter.tell()
        if self._checkpoints is not None and twin._checkpoints is not None:
            self._checkpoints.take_over(twin._checkpoints)
        self.asker.keep_checkpoints(self._checkpoints)

    # --- what is known so far ---

    @property
    def result(self) -> Result:
        """The result, once there is no question left."""
        if self._result is None:
            raise DialogueError("the dialogue is not over: answer the open question, or stop()")
        return self._result

    def so_far(self) -> Result:
        """What has been learned so far, and what is open. The dialogue goes on."""
        if self._result is not None:
            return self._result
        if self._so_far is None:  # which candidates are implied on their scopes is many small proofs
            self._so_far = self._outcome(Outcome(Status.STOPPED, "so far"), None)
        return self._so_far

    @property
    def log(self) -> Sequence[Answered]:
        """All answers so far: asked, given and marked."""
        return self.asker.answers.log

    def progress(self) -> Progress:
        """How far it has come, in figures."""
        space = self.asker.space
        left = int(np.count_nonzero(space.in_bias))
        return Progress(self.asker.answers.asked, len(space.network), left, space.bias.size)

    def memory(self) -> int:
        """About how many bytes it needs."""
        kept = 0 if self._checkpoints is None else self._checkpoints.memory()
        ahead = 0 if self._ahead is None else self._ahead.count * BYTES * self.asker.space.rows.size
        return memory_for(self.asker.space.rows.size) + kept + ahead

    def expected_questions(self) -> float | None:
        """About how many questions are left, if the learner can tell."""
        memory = self.asker.memory
        return None if memory is None else memory.expected_questions()

    def learned(self) -> Network:
        """The network learned so far. Quicker than `so_far`, which also lists all that is open.

        It is the same object until something else is learned, so that whoever puts it into words can see that.
        """
        space = self.asker.space
        if self._learned is None or self._learned[0] != space.network:
            network = Network(space.vocabulary, space.bias.constraints(space.network))
            self._learned = (list(space.network), network)
        return self._learned[1]

    def beliefs(self) -> list[str]:
        """What the learner believes so far, in a few sentences; empty for a learner without beliefs."""
        memory = self.asker.memory
        return [] if memory is None else memory.sentences()

    def _finish(self, outcome: Outcome, conflict: Conflict | None = None) -> None:
        self._result = self._outcome(outcome, conflict)
        self._reporter.finished(self._result)

    def _outcome(self, outcome: Outcome, conflict: Conflict | None) -> Result:
        space = self.asker.space
        left_open = open_candidates(self.asker, outcome) if outcome.status != Status.CONVERGED else []
        undecided = [row for row in left_open if space.parked[row]]
        return Result(
            outcome.status,
            outcome.reason,
            self.learned(),
            Unsettled(space.bias, left_open),
            Unsettled(space.bias, undecided),
            conflict,
            tuple(self.log),
            self.statistics,
            self.options.deterministic,
            space.bias,
            self.asker.answers.claims.copy(space),
            tuple(self.asker.answers.doubts.gaps),
            tuple(self.asker.answers.doubts.looks),
            tuple(self.asker.answers.evidence),
            _problem=self.problem,
        )


def _talk_after(first: Asking[None] | None, asker: Asker) -> Asking[Outcome]:
    """Go on from the top of the learner's loop, after something else."""
    if first is not None:
        yield from first
    return (yield from _talk(asker))


def _read_reporters(given: Any) -> list[Reporter]:
    reporters = [given] if isinstance(given, Reporter) else given
    if not isinstance(reporters, (list, tuple)) or not all(isinstance(each, Reporter) for each in reporters):
        raise OptionError(f"reporter must be a tacit.Reporter, or a list of them, not {given!r:.60}")
    return list(reporters)


def _talk(asker: Asker, earlier: Sequence[Answered] = (), claims: Sequence[Claimed] = ()) -> Asking[Outcome]:
    """Run the learner; then settle what "don't know" has left open."""
    careful = asker.options.careful
    if not careful:
        asker.tell(sorted(earlier, key=lambda entry: -len(entry.query)))  # the large ones refute most: they come first
        asker.tell_claims(claims)
    elif earlier or claims:
        asker.keep_earlier(earlier, claims)
        take_known_reviews(asker)
        yield from start_over(asker)
    while True:
        outcome = yield from asker.options.learner(asker)
        if outcome.status == Status.CONVERGED and asker.options.until == "scopes":
            claims_agree(asker)
        if outcome.status in (Status.COLLAPSED, Status.STOPPED) or not asker.space.parked.any():
            return outcome
        try:
            yield from settle(asker)
            break
        except Contradiction as contradiction:
            if not careful:
                raise
            conflict = contradiction.conflict
        yield from start_over(asker, conflict)
    if has_solution(asker) is False:
        return COLLAPSE
    if asker.space.parked.any() and outcome.status == Status.CONVERGED:
        return Outcome(Status.UNDECIDED, "don't know")
    return outcome
