"""The asker: the one place through which every question passes. It is what a learner is given.

Questions come in as examples and go out as queries; an answer is logged, counted and applied before the algorithm sees
it. `space` and `answers` hold what is known; algorithms change it by `ask` and `learn`, and by methods of the version
space (`drop_implied`, `park`, `put_out_of_reach`). The random numbers and the last solution found are here, too: a
copy of the asker is all that is needed to go on from the same place (`checkpoints.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.candidates import bitset
from tacit.candidates.bias import Bias
from tacit.candidates.examination import Example
from tacit.candidates.implications import Implications
from tacit.candidates.version_space import VersionSpace
from tacit.errors import OracleError
from tacit.learning.answers import Answers
from tacit.learning.applying_claims import apply_again, apply_parts
from tacit.learning.asking import Asking, Contradiction, DontKnow, Marked, OutOfQuestions
from tacit.learning.checkpoints import Checkpoints
from tacit.learning.claims import Claimed
from tacit.learning.evidence import Conflict, find_conflict
from tacit.learning.reporter import Reporter
from tacit.learning.witness import Witness
from tacit.problem.problem import Problem
from tacit.problem.query import MARKED, Answer, Answered, Plan, Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.exceptions import find_exceptions
from tacit.structure.rule import Claim, Number

if TYPE_CHECKING:
    from tacit.dialogue.options import Options


def check_kind(question: object, answer: Answer) -> None:
    """A number answers a question for a number, and nothing else."""
    if answer.number is not None and not isinstance(question, Number):
        raise OracleError(f"an answer must be True (yes), False (no) or None (don't know), not {answer.number!r}")


class Memory(ABC):
    """What a learner keeps for itself, and what it can tell about that."""

    @abstractmethod
    def copy(self, asker: Asker) -> Memory:
        """An independent copy of the memory, to go with a copy of the asker."""

    def expected_questions(self) -> float | None:
        """About how many questions are left, if the learner can tell."""
        return None

    def sentences(self) -> list[str]:
        """What the learner believes, in a few sentences."""
        return []


class Asker:
    """See the module's description."""

    def __init__(self, problem: Problem, options: Options, reporter: Reporter) -> None:
        self.options = options
        self.reporter = reporter
        self.problem = problem
        self.examples: list[Answered] = []  # that were known before the first question
        self.space = VersionSpace(Bias(problem))
        self.answers = Answers(self.space)
        self.answers.claims.on_scopes = options.until != "equivalent"
        self.answers.claims.certain = not options.slips
        self.implications = Implications(self.space.bias)
        self.witness = Witness()
        self.random = np.random.RandomState(options.seed)  # its stream never changes between versions of numpy
        self.known_answer: bool | None = None  # what the open question's answer should be, if it already follows
        self.checking = False  # is the open question about an earlier answer, or about what seems to follow?
        self.settling = False  # do answers contradict each other, and is it being found out which is wrong?
        # What long searches have found, by all that it depends on: copies share it, and it is never wrong.
        self.facts: dict[Hashable, Any] = {}
        self.remembered: dict[str, int] = {}  # by a way to generate examples, from one example to the next
        self._given_no: list[Example] = []  # given examples from which the learner has not yet started
        self._marks_interrupt = False
        self._memory: Memory | None = None
        self._checkpoints: Checkpoints | None = None

    # --- asking ---

    def ask(self, e: Example, Y: int, *, check: bool = False, plan: bool = False) -> Asking[bool]:
        """ASK(e_Y). Every example of every algorithm comes through here.

        check: ask it even if its answer follows, to see whether the answer is the same
        plan:  the same for a plan, because whoever wants one wants to see it
        A "yes" refutes all candidates that reject the example; a "no" is kept as evidence. Raises `DontKnow` if that
        is the answer, or was the answer to the same question before; `Contradiction` if no network over the bias
        agrees with the answers; and `OutOfQuestions` when the budget is used up.
        """
        answers = self.answers
        query = Plan(self.space.vocabulary, e.codes) if plan else self.query(e, Y)
        given = answers.given.get(query)
        if given is not None:
            return given
        if query in answers.unknown.get(Y, ()):
            raise DontKnow
        rejecting = e.rejecting(Y)
        known = answers.follows(rejecting)
        if known is not None and self.options.skip_known and not check and not plan:
            if known is False and answers.claims.open:
                answers.keep_no(e, Y, rejecting)  # it follows from a claim, and is an example for what that says
            return known
        if answers.asked == self.options.max_questions:
            raise OutOfQuestions
        self.known_answer, self.checking = known, check
        self.reporter.asking(query, redundant=known is not None and not check and not plan)
        if check:
            self.reporter.checking(query)
            answers.doubts.checked.append(query)
        answer = Answer.of((yield query))
        check_kind(query, answer)
        self.reporter.answered(query, answer.value)
        answers.keep(Answered(query, answer.value), Y)
        if answer.value is None:
            raise DontKnow
        if check and known is not None:
            answers.doubts.as_known[query] = answer.value == known
        self._apply(e, Y, answer.value, rejecting)
        if known is not None and answer.value != known:
            self.see_a_contradiction()
        if answer.clash:
            self._take_mark(e, Y, answer)
        return answer.value

    def put(self, query: Query) -> Asking[bool | None]:
        """Ask, whatever follows, and keep the answer, but conclude nothing from it yet (`start_over` will).

        For questions about answers: is an earlier one right? Nothing is raised but `OutOfQuestions`.
        """
        answers = self.answers
        if query in answers.given:
            return answers.given[query]
        if query in answers.said:
            return answers.said[query]
        if answers.asked == self.options.max_questions:
            raise OutOfQuestions
        Y = bitset.from_mask(query.codes >= 0)
        self.known_answer, self.checking = None, query.kind != "plan"
        self.reporter.asking(query, redundant=False)
        if self.checking:
            self.reporter.checking(query)
            answers.doubts.checked.append(query)
        answer = Answer.of((yield query))
        check_kind(query, answer)
        self.reporter.answered(query, answer.value)
        answers.keep(Answered(query, answer.value), Y)
        answers.given[query] = answer.value
        if answer.clash and set(answer.clash) != set(query):
            marked = bitset.from_indices([self.space.vocabulary.index[name] for name in answer.clash])
            part = self.query(Example(self.space, query.codes), marked)
            answers.keep(Answered(part, False, MARKED), marked, asked=False)
            answers.given[part] = False
            answers.doubts.sure.add(part)
        return answer.value

    def hear(self, question: Query | Claim, answer: Answer) -> None:
        """Take in the answer to a question that was put side by side with others, so that no `ask` waits for it.

        It is checked, counted, kept and applied as in `ask` and `ask_claim`. Raises `Contradiction` as they do, and
        `OutOfQuestions`.
        """
        answers = self.answers
        if answers.asked == self.options.max_questions:
            raise OutOfQuestions
        self.reporter.asking(question, redundant=False)
        check_kind(question, answer)
        self.reporter.answered(question, answer.value)
        if not isinstance(question, Query):
            exceptions = find_exceptions(question, answer.except_)
            self._take_claim(Claimed(question, answer.value, exceptions, number=answer.number))
            return
        e = Example(self.space, question.codes)
        Y, rejecting = e.variables, e.rejecting(e.variables)
        known = answers.follows(rejecting)
        answers.keep(Answered(question, answer.value), Y)
        if isinstance(question, Plan):
            answers.given[question] = answer.value
        if answer.value is None:
            self.space.park(e.kappa(Y))
            return
        self._apply(e, Y, answer.value, rejecting)
        if known is not None and answer.value != known:
            self.see_a_contradiction()
        if answer.value is False and not len(rejecting):
            raise Contradiction(Conflict(question, ()))  # nothing in the language can explain it

    def conclude(self, yes: Query) -> None:
        """Refute what rejects an example that was put and called right. Raises `Contradiction` as `ask` does."""
        self.refute(self.space.rows.rejecting(yes.codes, self.space.surviving))
        if not self.all_explicable() or not self._proofs_stand():
            self.see_a_contradiction()

    def start_over(self) -> None:
        """Take in all answers anew, but those that were set aside as slips. Raises `Contradiction` as `ask` does."""
        self.space = VersionSpace(self.space.bias)
        self.answers = self.answers.anew(self.space)
        self.witness = Witness()
        self._given_no = []
        self._memory = None
        evidence = self.answers.evidence
        plans = {entry.query for entry in self.examples if entry.query.complete}
        for entry in evidence:
            if entry.answer:
                rejecting = self.space.rows.rejecting(entry.query.codes, self.space.surviving)
                self.space.refute(rejecting, no_sample=entry.query in plans)
        apply_again(self)
        self._take_no([entry.query for entry in evidence if entry.answer is False])

    def ask_claim(self, claim: Claim, *, check: bool = False) -> Asking[bool]:
        """Is this rule right, or are these scopes free? Every question about rules comes through here.

        check: ask it even if its answer follows, to see whether the answer is the same
        "Yes" to a rule proves its constraints, "yes, free" refutes all candidates there; a "no" is kept. Raises as
        `ask` does.
        """
        claims = self.answers.claims
        claim = replace(claim, vocabulary=self.space.vocabulary)  # an oracle knows nothing but the claim
        known = None if check else claims.follows(claim)
        if known is not None and self.options.skip_known:
            return known
        if self.answers.asked == self.options.max_questions:
            raise OutOfQuestions
        self.known_answer, self.checking = known, check
        self.reporter.asking(claim, redundant=known is not None)
        answer = Answer.of((yield claim))
        check_kind(claim, answer)
        if isinstance(claim, Number) and answer.number is not None:
            claims.check_number(claim, answer.number)
        self.reporter.answered(claim, answer.value)
        exceptions = find_exceptions(claim, answer.except_)
        self._take_claim(Claimed(claim, answer.value, exceptions, number=answer.number))
        if answer.value is None:
            raise DontKnow
        return answer.value

    def tell_claims(self, said: Iterable[Claimed]) -> None:
        """Take in answers about rules that were not asked for, or were given in an earlier dialogue."""
        for each in said:
            self.answers.claims.not_asked += 1
            self._take_claim(each)

    def _take_claim(self, said: Claimed) -> None:
        """Keep an answer about a rule, and apply it."""
        apply_parts(self, self.answers.claims.keep(said))

    def query(self, e: Example, Y: int) -> Query:
        """A part of an example, as people see it."""
        codes = e.codes
        if e.variables != Y:
            codes = np.where(bitset.to_mask(Y, len(codes)), codes, UNASSIGNED)
        return Query(self.space.vocabulary, codes)

    def _apply(self, e: Example, Y: int, answer: bool, rejecting: RowIds) -> None:
        """A "yes" refutes; a "no" is kept as evidence."""
        if answer:
            self.refute(rejecting)
            e.refuted(Y)
        else:
            self.answers.keep_no(e, Y, rejecting)

    def _take_mark(self, e: Example, Y: int, answer: Answer) -> None:
        """The marked variables alone are a "no": keep that as an answer of its own."""
        Z = bitset.from_indices([self.space.vocabulary.index[name] for name in answer.clash])
        if Z == Y:
            return
        rejecting = e.rejecting(Z)
        marked = self.query(e, Z)
        self.answers.keep(Answered(marked, False, MARKED), Z, asked=False)
        self.answers.doubts.sure.add(marked)
        self.answers.keep_no(e, Z, rejecting)
        if not len(rejecting):
            self.see_a_contradiction()
        self.answers.keep_mark(e, Z)
        if self._marks_interrupt:
            raise Marked

    @contextmanager
    def marks_interrupt(self) -> Iterator[None]:
        """In here an answer with a mark makes `ask` raise `Marked`, because the scope to find lies inside the mark."""
        self._marks_interrupt = True
        try:
            yield
        finally:
            self._marks_interrupt = False

    # --- learning ---

    def learn(self, row: int, *, only_implied: bool = False) -> None:
        """C_L ← C_L ∪ {c}; the constraint leaves the bias.

        only_implied: the target is known to imply the constraint, but may have another one in its place.
        """
        space, answers = self.space, self.answers
        space.learn(row)
        answers.explained_by(row)
        self.reporter.learned(space.bias.constraint(row))
        if self.options.normalized and not only_implied:
            space.refute_others_at(row)
            if not self.all_explicable():
                self.see_a_contradiction()

    def refute(self, rows: RowIds, *, no_sample: bool = False) -> None:
        self.space.refute(rows, no_sample=no_sample)
        self.reporter.refuted(len(rows))

    def all_explicable(self) -> bool:
        """Does each open "no" still have a surviving row that explains it?"""
        return all(self.space.surviving[no.rows].any() for no in self.answers.open_no)

    def _proofs_stand(self) -> bool:
        """Has nothing been refuted that a rule has proved?"""
        return bool(self.space.surviving[self.answers.claims.proved_by.rows].all())

    def see_a_contradiction(self) -> None:
        conflict = find_conflict(self.space.bias, self.space.surviving, self.answers.evidence, self.answers.claims)
        if conflict is not None:
            raise Contradiction(conflict)

    # --- answers that are known before the first question ---

    def keep_earlier(self, entries: Iterable[Answered], claims: Iterable[Claimed]) -> None:
        """Keep answers from an earlier dialogue, but conclude nothing from them yet (`start_over` will).

        Unlike `tell`, it takes answers that contradict each other.
        """
        answers = self.answers
        for entry in entries:
            self._keep_given(entry)
            if entry.source == MARKED:
                answers.doubts.sure.add(entry.query)
        for said in claims:
            answers.claims.not_asked += 1
            answers.claims.keep(said)

    def tell(self, entries: Iterable[Answered]) -> list[int]:
        """Take in answers from before the dialogue: they are evidence, and their questions are not asked again.

        Returns how many candidates each answer refutes. Raises `Contradiction` as `ask` does.
        """
        refuted = []
        no: list[Query] = []
        for entry in entries:
            refuted.append(self._take_given(entry))
            if entry.answer is False:
                no.append(entry.query)
        self._take_no(no)
        return refuted

    def _take_no(self, no: Iterable[Query]) -> None:
        # The fewer candidates can explain a "no", the more it says: so each "yes" comes first, then the smallest "no".
        waiting = [query for query in sorted(no, key=len) if not self._explained(query)]
        for query in waiting:
            if not self._explained(query):
                e = Example(self.space, query.codes)
                self.answers.keep_no(e, e.variables, e.rejecting(e.variables))
                self._given_no.append(e)
        # A "yes" may have refuted all explanations of a "no" from an earlier call, or what a rule has proved.
        if not self.all_explicable() or not self._proofs_stand():
            self.see_a_contradiction()

    def _keep_given(self, entry: Answered) -> bool:
        """Keep an answer; False if it says nothing new."""
        given, query = self.answers.given, entry.query
        if query in given and entry.answer in (given[query], None):
            return False
        given[query] = entry.answer
        self.answers.keep(entry, bitset.from_mask(query.codes >= 0), asked=False)
        return True

    def _take_given(self, entry: Answered) -> int:
        if not self._keep_given(entry) or not entry.answer:
            return 0
        rejecting = self.space.rows.rejecting(entry.query.codes, self.space.surviving)
        count = int(self.space.in_bias[rejecting].sum())
        self.refute(rejecting, no_sample=self.options.guided and entry.query.complete)
        return count

    def _explained(self, query: Query) -> bool:
        """Does a learned constraint explain this "no"? If only one candidate is left that could, learn it."""
        rejecting = self.space.rows.rejecting(query.codes, self.space.surviving)
        if not len(rejecting):
            self.see_a_contradiction()
        if len(rejecting) == 1 and not self.space.learned[rejecting[0]] and not self.options.checks:
            self.learn(int(rejecting[0]))
        return bool(self.space.learned[rejecting].any())

    def next_given(self) -> Example | None:
        """A given "no" that no learned constraint explains yet, for the learner to start from; None if none is left."""
        looked_at = bitset.from_mask(self.space.looked_at)
        while found := [e for e in self._given_no if bitset.is_subset(e.variables, looked_at)]:
            e = min(found, key=lambda e: e.variables.bit_count())  # the smaller, the more it says
            self._given_no.remove(e)
            rejecting = e.rejecting(e.variables)
            if not self.space.learned[rejecting].any() and self.space.agenda[rejecting].any():
                return e
        return None

    # --- places to go back to ---

    @property
    def memory(self) -> Memory | None:
        """What the learner has handed over by `at_top`. A learner that is given a copy of the asker goes on from it."""
        return self._memory

    def keep_checkpoints(self, checkpoints: Checkpoints | None) -> None:
        """From now on, keep places to go back to in these checkpoints (None: nowhere)."""
        self._checkpoints = checkpoints

    def at_top(self, memory: Memory | None = None) -> None:
        """Called by a learner at the top of its main loop, if all that it knows is in the asker or in its memory."""
        self._memory = memory
        if self._checkpoints is not None:
            self._checkpoints.take(self)

    def stand_alone(self) -> None:
        """From now on another thread uses this copy."""
        self.space.stand_alone()
        self.answers.claims.rows = self.answers.claims.rows.for_another_thread()

    def copy(self) -> Asker:
        """An independent copy that knows the same. Only at the top of a learner's loop, where the stack is empty."""
        twin = object.__new__(Asker)
        twin.options, twin.reporter = self.options, self.reporter
        twin.problem, twin.examples = self.problem, self.examples  # facts, which copies share
        twin.space = self.space.copy()
        twin.answers = self.answers.copy(twin.space)
        twin.implications, twin.facts = self.implications, self.facts  # facts that never change
        twin.witness = self.witness.copy()
        twin.random = np.random.RandomState()
        twin.random.set_state(self.random.get_state())
        twin.known_answer, twin.checking, twin.settling = self.known_answer, self.checking, self.settling
        twin.remembered = dict(self.remembered)
        twin._given_no = [Example(twin.space, e.codes) for e in self._given_no]
        twin._marks_interrupt = False
        twin._checkpoints = None
        twin._memory = None if self._memory is None else self._memory.copy(twin)
        return twin
