"""The dialogue of an interview, rebuilt from the entries of its log.

The recorded questions are compared with those that the learner asks now. Where they differ, because an answer, the
problem, the options or tacit have changed since, the caller begins a new round, in which all earlier answers are known:
those about examples as examples, those about rules as claims. After an undo the dialogue goes back to a checkpoint, and
only what was said after it is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from tacit.candidates.bias import Bias
from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.dialogue.dialogue import Dialogue
from tacit.errors import AnswerError, DialogueError, LanguageError, ProblemError, RuleError
from tacit.interview.kept_claims import read_claim, read_kept_expected
from tacit.interview.log import ASKED, MARK, QUESTION, TOLD, VERDICT, Entry
from tacit.interview.statements import source_of
from tacit.learning.claims import TOLD as TOLD_UNASKED
from tacit.learning.claims import Claimed, parts
from tacit.problem.problem import Problem
from tacit.problem.query import MARKED, Answer, Answered, Plan, Query
from tacit.structure.exceptions import find_exceptions
from tacit.structure.rule import Claim, Free, Number, Review, Rule, Unlimited

Following = Callable[[int, int], None]  # is told how many answers were given again, and of how many
SIDE_BY_SIDE = "side_by_side"  # the option of a round in which questions were put side by side


class Replay:
    """One problem with its options, and a dialogue about it that follows the entries of a log."""

    dialogue: Dialogue

    def __init__(
        self,
        problem: Problem,
        examples: Sequence[Answered],
        options: Mapping[str, Any],
        following: Following | None = None,
    ) -> None:
        self.problem = problem
        self._following = following
        self._examples = examples
        # Were questions put side by side? Then an entry need not be the answer to the question that was open.
        self._side_by_side = bool(options.get(SIDE_BY_SIDE))
        self._options = {name: value for name, value in options.items() if name != SIDE_BY_SIDE}
        self.reused = 0  # entries that are in use: asked again, or known
        self.unusable = 0  # entries about variables, values, families or relations that the problem no longer has
        self.open_after: list[int] = []  # candidates that were open before the first answer, and after each
        # What entries are about, found once; the entry keeps its dict alive.
        self._about: dict[int, tuple[Query | Claim, Entry]] = {}
        self._begun = -1  # the round of the dialogue …
        self._earlier = 0  # … how many entries there are of earlier rounds …
        self._known = 0  # … and how many of them it was told

    def begin(self, entries: Sequence[Entry], round: int) -> None:
        """A new dialogue. The answers of earlier rounds are known to it."""
        earlier = [entry for entry in entries if entry.round < round]
        usable: list[Answered] = []
        claims: list[Claimed] = []
        for entry in earlier:
            said = self.read(entry)
            if isinstance(said, Claimed):
                claims.append(said)
            elif said is not None:
                usable.append(said)
        claims = self._standing(claims)
        self.dialogue = Dialogue(
            self.problem,
            examples=self._examples,
            earlier=usable,
            claims=claims,
            rewindable=True,
            **{**self._options, **self._expected()},
        )
        self._begun, self._earlier = round, len(earlier)
        self.reused = self._known = len(usable) + len(claims)
        self.unusable = len(earlier) - self._known
        self.open_after = [self.dialogue.progress().left]

    def ask_again(self, entries: Sequence[Entry], round: int, same: int) -> bool:
        """Give the answers of this round again; False if the learner now asks other questions.

        The first `same` entries are those of the last replay, so a checkpoint among them will do to start from.
        """
        now = [(i, entry) for i, entry in enumerate(entries) if entry.round == round]
        told_the_same = self._begun == round and same >= self._earlier
        begin = self._rewind(self._before(now, same)) if told_the_same else -1
        if begin < 0:
            self.begin(entries, round)
            begin = 0
        asked, of = 0, sum(entry.kind in ASKED for _, entry in now)
        for i, entry in now:
            if self._following is not None:
                self._following(asked, of)
            if entry.kind == TOLD and asked >= begin and not self._tell_again(entry):
                return False
            if entry.kind in ASKED:
                asked += 1
                if asked > begin and not self._answer_again(entry, entries[i + 1] if i + 1 < len(entries) else None):
                    return False
        self.reused = self._known + len(now)
        return True

    def _before(self, now: Sequence[tuple[int, Entry]], same: int) -> int:
        """How many answers a checkpoint may have, at most."""
        count = sum(i < same for i, entry in now if entry.kind in ASKED)
        # A rule counts as no answer: where one was said, a checkpoint with as many answers may be from after it.
        return count - any(entry.kind == TOLD for _, entry in now)

    def _rewind(self, asked: int) -> int:
        """Go back to a checkpoint with no more answers of this round than this; −1 if there is none."""
        begin = self.dialogue.rewind(asked) if asked >= 0 else -1
        if begin >= 0:
            self.open_after = self.open_after[: begin + 1]
        return begin

    def _answer_again(self, entry: Entry, following: Entry | None) -> bool:
        if entry.kind == VERDICT and entry.answer and self.dialogue.question is None:
            return True  # a plan that was called right after the end, which changes nothing
        said = self.read(entry)
        asked = None if said is None else said.claim if isinstance(said, Claimed) else said.query
        if asked is not None and self._side_by_side and self.dialogue.question is not None:
            return self._hear_again(asked, Answer(entry.answer, (), entry.exceptions, entry.number))
        if asked is None or self.dialogue.question != asked:
            return False
        mark = following is not None and following.kind == MARK
        clash = tuple(following.query) if following is not None and mark else ()
        try:
            self.answer(Answer(entry.answer, clash, entry.exceptions, entry.number))
        except AnswerError:
            return False
        return True

    def _hear_again(self, asked: Query | Claim, answer: Answer) -> bool:
        try:
            self.hear(asked, answer)
        except AnswerError:
            return False
        return True

    def _tell_again(self, entry: Entry) -> bool:
        said = self.read(entry)
        if not isinstance(said, Claimed) or not isinstance(said.claim, Rule):
            return False
        try:
            self.tell(said.claim)
        except (RuleError, DialogueError):
            return False
        return True

    def answer(self, answer: Answer) -> None:
        """Answer the open question."""
        self.dialogue.answer(answer)
        self.open_after.append(self.dialogue.progress().left)

    def hear(self, question: Query | Claim, answer: Answer) -> None:
        """Answer a question that was put side by side with others."""
        self.dialogue.hear(question, answer)
        self.open_after.append(self.dialogue.progress().left)

    def tell(self, rule: Rule) -> None:
        """Say a rule unasked."""
        self.dialogue.tell_rule(rule)
        self.open_after[-1] = self.dialogue.progress().left

    def read(self, entry: Entry) -> Answered | Claimed | None:
        """An entry as an answer; None if it names what the problem no longer has."""
        try:
            if id(entry.query) not in self._about:
                about = read_claim(entry.query, self.problem) if entry.is_claim else self.query(entry.query, entry.kind)
                self._about[id(entry.query)] = (about, entry)
            about, _ = self._about[id(entry.query)]
            if isinstance(about, Query):
                return Answered(about, entry.answer, MARKED if entry.kind == MARK else source_of(entry))
            exceptions = find_exceptions(about, entry.exceptions)
            source = TOLD_UNASKED if entry.kind == TOLD else None
            return Claimed(about, entry.answer, exceptions, source, entry.number)
        except (ProblemError, LanguageError, AnswerError):
            return None

    def _expected(self) -> dict[str, Any]:
        """What the interview expects from the start, as far as the problem, as it is now, can say it."""
        if "expected" not in self._options:
            return {}
        found = read_kept_expected(self._options["expected"], self.problem)
        return {"expected": [each for each in found if self._can_be_learned(Claimed(each.claim, None))]}

    def _standing(self, claims: Sequence[Claimed]) -> list[Claimed]:
        """The answers about rules that can be used, those about what is free after the others; reviews come last.

        If the language has changed, constraints of a rule may be no candidates any more. And "nothing is required
        besides these rules" says nothing once one of the rules was taken back, or its answer was changed.
        """
        rules = [said for said in claims if isinstance(said.claim, (Rule, Number)) and self._can_be_learned(said)]
        reviews = [said for said in claims if isinstance(said.claim, Review) and self._can_be_learned(said)]
        # "Something of it is wrong" does not say what: then it is read out again.
        reviews = [said for said in reviews if said.answer is not False or said.exceptions]
        accepted = {claim for said in [*rules, *reviews] for claim, answer in parts(said) if answer}
        frees = [
            said
            for said in claims
            if isinstance(said.claim, (Free, Unlimited))
            and accepted.issuperset(said.claim.besides)
            and self._can_be_learned(said)
        ]
        return [*rules, *frees, *reviews]

    def _can_be_learned(self, said: Claimed) -> bool:
        """Are all constraints of its rules candidates, and is there a candidate that limits what it says is limited?"""
        about: list[Claim] = [claim for claim, _ in parts(said)]
        if isinstance(said.claim, Review):
            about = list(said.claim.lines)
        for claim in about or [said.claim]:
            if isinstance(claim, Rule):
                rows = self._rows.of_rule(claim)
                if not len(rows) or MISSING in rows:
                    return False
            elif isinstance(claim, (Number, Unlimited)):
                limits = claim.unlimited if isinstance(claim, Number) else claim
                if not len(self._rows.of_unlimited(limits)):
                    return False
        return True

    @cached_property
    def _rows(self) -> RuleRows:
        return RuleRows(Bias(self.problem))

    def query(self, example: Mapping[str, int | str], kind: str = QUESTION) -> Query:
        """An example by the names of variables and values, as a query of the problem."""
        vocabulary = self.problem.vocabulary
        query = Query(vocabulary, vocabulary.encode(example))
        return Plan(vocabulary, query.codes) if kind == VERDICT and query.complete else query
