"""An interview: a dialogue with its answers kept in a log. It can be left, resumed, undone and changed.

Whatever changes an earlier answer rebuilds the dialogue (`replay.py`). If the learner then asks other questions than
before, a new round begins, in which all earlier answers are known. Answers about rules are answers like others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tacit.candidates.bias import Bias
from tacit.dialogue.reading_answers import check_number, read_answer
from tacit.errors import AnswerError, DialogueError, MarkError, RuleError
from tacit.formats.problem_file import Addition, ProblemFile, parse_problem
from tacit.interview.answerer import PERSON, Answerer, OthersAnswers
from tacit.interview.kept_claims import to_keep
from tacit.interview.log import ASKED, MARK, QUESTION, RULE, TOLD, VERDICT, Entry, Kept, Known, Log
from tacit.interview.replay import Following, Replay
from tacit.interview.solvable import refuse_number_without_solution, refuse_without_solution
from tacit.interview.view import InterviewView
from tacit.learning.asking import Question
from tacit.learning.claims import Claimed
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.structure.exceptions import find_exceptions
from tacit.structure.rule import Claim, Number, Review, Rule, Unlimited

# How people are asked.
FOR_PEOPLE: dict[str, Any] = {
    "algorithm": "guided",
    "skip_known": True,
    "seed": 0,
    "rules": True,
    "slips": 0.02,
    "largest": 12,
}


class Interview(InterviewView):
    """Questions, answers, and where they are kept. `question` is the open question, as in `Dialogue`."""

    def __init__(
        self,
        log: Log,
        kept: Kept,
        file: ProblemFile,
        examples: Iterable[Answered] = (),
        *,
        answerer: Answerer = PERSON,
        look_only: bool = False,
        following: Following | None = None,
        **options: Any,
    ) -> None:
        """following: is told how many answers were given again, and of how many, while it is rebuilt from the log"""
        self.log = log
        self.answerer = answerer
        self.file = file
        self.options = options
        self.examples = list(examples)
        self.entries: list[Entry] = []
        self._kept = kept
        self._look_only = look_only
        self._asked = time.time()
        self._replay = Replay(file.problem, self.examples, options, following)
        self._follow(log.entries(kept.id), 0)

    @classmethod
    def start(
        cls,
        log: Log,
        file: ProblemFile,
        examples: Iterable[Answered] = (),
        *,
        answerer: Answerer = PERSON,
        **options: Any,
    ) -> Interview:
        """A new interview."""
        examples = list(examples)
        return cls(log, cls.keep(log, file, examples, **options), file, examples, answerer=answerer, **options)

    @staticmethod
    def keep(log: Log, file: ProblemFile, examples: Iterable[Answered], **options: Any) -> Kept:
        """Write down that there is a new interview, before its first question is looked for."""
        return log.new(file.problem.name, file.source, file.text, _asked_with(options), _to_keep(examples))

    @classmethod
    def resume(
        cls,
        log: Log,
        file: ProblemFile,
        examples: Iterable[Answered] = (),
        *,
        answerer: Answerer = PERSON,
        keep: bool = False,
        **options: Any,
    ) -> Interview | None:
        """The newest interview about the problem of this file, if there is one.

        It is refused with an `OthersAnswers` if somebody else has answered it last, unless `keep` says that it is to
        go on with those answers.
        """
        kept = log.latest(file.problem.name, file.source)
        if kept is None:
            return None
        if kept.answers and kept.answerers and not keep and not answerer.same(kept.answerers[-1]):
            raise OthersAnswers(kept.answers, kept.name, kept.answerers, answerer)
        if "expected" in kept.options and options.get("rules"):  # what it began with, it goes on with
            options.setdefault("expected", kept.options["expected"])
        return cls(log, kept, _extended(file, kept), examples, answerer=answerer, **options)

    @classmethod
    def look(cls, log: Log, file: ProblemFile, examples: Iterable[Answered] = ()) -> Interview | None:
        """The newest interview about the problem of this file, with its own options, just to look at."""
        kept = log.latest(file.problem.name, file.source)
        if kept is None:
            return None
        return cls(log, kept, _extended(file, kept), examples, look_only=True, **kept.options)

    @classmethod
    def open(
        cls,
        log: Log,
        interview: int,
        check: Callable[[Problem], None] | None = None,
        following: Following | None = None,
    ) -> Interview:
        """An interview by its number, as the log has it.

        check: raises if its problem is not to be taken, such as one that is too large
        """
        kept = log.kept(interview)
        file = parse_problem(kept.problem, source=kept.name, name=kept.name, relations=kept.relations, examples=False)
        if check is not None:
            check(file.problem)
        file = replace(file, source=kept.source)
        v = file.problem.vocabulary
        examples = [Answered(Query(v, v.encode(e)), answer, source) for e, answer, source in kept.examples]
        return cls(log, kept, file, examples, following=following, **kept.options)

    # --- answers ---

    def answer(
        self,
        given: Any,
        *,
        clash: Sequence[str] = (),
        except_: Sequence[str] = (),
        flagged: bool = False,
        note: str = "",
    ) -> None:
        """Answer the open question, as `Dialogue.answer`. The answer is on disk before the learner sees it.

        flagged, note: as in `remark`
        """
        answer = self.dialogue.check(given, clash=clash, except_=except_)
        question = self.dialogue.question
        assert question is not None  # or `check` would have raised
        if isinstance(question, Number) and answer.number is not None and self.dialogue.options.slips:
            # Most likely a slip. (What a program says is taken as it is: in the end nothing is left.)
            refuse_number_without_solution(self.dialogue.asker.answers.claims, question, answer.number)
        self._keep(question, answer, flagged=flagged, note=note)
        self._replay.answer(answer)
        self._asked = time.time()

    def hear(self, question: Question, given: Any) -> None:
        """Answer a question that was put side by side with others, as `Dialogue.hear`. It is on disk first, too.

        The log keeps the answers in the order in which they come, from which all else follows.
        """
        answer = self.dialogue.check_heard(question, given)
        self._keep(question, answer)
        self._replay.hear(question, answer)
        self._asked = time.time()

    def _keep(self, question: Question, answer: Answer, *, flagged: bool = False, note: str = "") -> None:
        if isinstance(question, Query):
            entries = [self._entry(VERDICT if question.kind == "plan" else QUESTION, question.shown, answer.value)]
            if answer.clash and set(answer.clash) != set(question):
                shown = {name: value for name, value in question.shown.items() if name in answer.clash}
                entries.append(self._entry(MARK, shown, False, after=1))
        else:
            entry = self._entry(RULE, to_keep(question), answer.value)
            entries = [replace(entry, exceptions=_names(question, answer.except_), number=answer.number)]
        entries[0] = replace(entries[0], flagged=flagged, note=note.strip())
        self.log.append(self.id, entries, self.answerer)
        self.entries += entries

    def remark(self, position: int, *, flagged: bool, note: str) -> None:
        """Flag an earlier answer, to look at it again, and note something about it. Nothing is asked differently."""
        entry = self._at(position)
        now = replace(entry, flagged=flagged, note=note.strip())
        self.log.remark(self.id, position, flagged=now.flagged, note=now.note)
        self.entries[self.entries.index(entry)] = now

    def check_rule(self, rule: Rule) -> Query | None:
        """An example that breaks a rule, or the error that `tell_rule` would raise; nothing happens yet."""
        self._refuse_what_is_pointless(rule)
        return self.example_of(rule)

    def _refuse_what_is_pointless(self, rule: Rule) -> None:
        """Raise if a rule can't be right, is known already, or leaves no solution."""
        rule = self.dialogue.check_rule(rule)
        if self.dialogue.asker.answers.claims.follows(rule):
            raise RuleError("that follows from what you have said before")
        refuse_without_solution(self.dialogue.asker, rule)

    def tell_rule(self, rule: Rule) -> None:
        """Say a rule unasked. If earlier answers refute it, the error has them, and nothing happens."""
        self._refuse_what_is_pointless(rule)
        entry = self._entry(TOLD, to_keep(rule), True)
        self.log.append(self.id, [entry], self.answerer)
        self.entries.append(entry)
        self._replay.tell(rule)
        self._asked = time.time()

    def take_back(self, position: int) -> None:
        """Take back a rule that was said unasked. All answers are used as before."""
        entry = self._at(position)
        if entry.kind != TOLD:
            raise DialogueError(f"{position} is the answer to a question: it can be changed, or undone")
        self.log.forget(self.id, position, last=self.number - 1)
        place = self.entries.index(entry)
        after = self.entries[place + 1 :]
        self._follow([*self.entries[:place], *after], place, fresh=bool(after))

    def judge(self, solution: Mapping[str, int], fine: bool, *, clash: Sequence[str] = ()) -> None:
        """Is this solution of the learned model right? It is an answer like others, about a plan that nobody has put.

        clash: with a "no", the variables that are wrong together, if somebody can tell

        After a "no", the reason is looked for among the earlier answers, and then outside of the language. A "yes" to
        what the model allows asks for nothing new.
        """
        shown = self._replay.query(solution).shown
        entries = [self._entry(VERDICT, shown, fine)]
        unknown = [name for name in clash if name not in shown]
        if unknown:
            raise MarkError(f"{unknown[0]!r} is marked, but is no variable of the plan")
        if not fine:  # nobody was asked: it is as sure as a mark
            marked = {name: value for name, value in shown.items() if name in clash} or shown
            entries.append(self._entry(MARK, marked, False, after=1))
        self.log.append(self.id, entries, self.answerer)
        self.entries += entries
        if not fine:
            self._follow(self.entries, 0, fresh=True)

    def switch(self, until: str) -> None:
        """Go on in the other way, with all answers: plans until one is right ("plan"), or questions ("scopes")."""
        self.options = {**self.options, "until": until}
        self._replay = Replay(self.file.problem, self.examples, self.options)
        self._follow(self.entries, 0, fresh=True)

    def undo(self, count: int = 1) -> int:
        """Take back the last answers, each with its mark; returns how many were taken back."""
        taken = 0
        left = len(self.entries)
        while taken < count and left:
            left -= 1
            taken += self.entries[left].kind != MARK
        if taken:
            self.log.forget_from(self.id, self.entries[left].position, last=self.number - 1)
            self._follow(self.entries[:left], left)
        return taken

    def stop(self, reason: str) -> None:
        """End here. The answers stay in the log, and a second start goes on from there."""
        self.dialogue.stop(reason)

    def change(self, position: int, given: Any, *, except_: Sequence[str] = ()) -> None:
        """Give another answer to an earlier question, as in `Dialogue.answer`.

        Later answers are still used where they fit (`reused`).
        """
        entry = self._at(position)
        if entry.kind == TOLD:
            raise DialogueError("a rule that was said unasked can be taken back, but is no answer that can be changed")
        if entry.kind not in ASKED and given is None:
            raise DialogueError('only a question can be answered "don\'t know"')
        answer, exceptions = self._read_again(entry, given, except_)
        if (answer.value, exceptions, answer.number) == (entry.answer, entry.exceptions, entry.number):
            return
        last = self.number - 1
        self.log.change(self.id, position, answer.value, exceptions, answer.number, last=last, by=self.answerer)
        place = self.entries.index(entry)
        after = self.entries[place + 1 :]
        if after and after[0].kind == MARK:  # the log has dropped the mark with the answer that it came with
            del after[0]
        changed = replace(
            entry,
            answer=answer.value,
            exceptions=exceptions,
            number=answer.number,
            answered=time.time(),
            giver=self.answerer,
        )
        # After another answer other questions follow. And a mark that is changed to "yes" is no longer a mark.
        fresh = entry.kind not in ASKED or bool(after)
        self._follow([*self.entries[:place], changed, *after], place, fresh=fresh)

    def _read_again(self, entry: Entry, given: Any, except_: Sequence[str]) -> tuple[Answer, tuple[str, ...]]:
        """Another answer to an earlier question, and its exceptions as they are kept."""
        said = self._replay.read(entry)
        if isinstance(said, Claimed):
            answer = read_answer(said.claim, given, except_=except_)
            if isinstance(said.claim, Number):
                check_number(self.dialogue.asker.answers.claims, said.claim, answer)
        else:
            answer = Answer.of(given, except_=except_)
        if not answer.except_:
            return answer, ()
        if not isinstance(said, Claimed):
            raise AnswerError("exceptions can be named for a rule")
        return answer, _names(said.claim, answer.except_)

    def set_right(self, position: int) -> None:
        """Say that an earlier answer was wrong: a rule that was said unasked is taken back, others are turned round.

        Nobody knows what a wrong number should have been: it becomes "don't know". So does a "yes" to what was read
        out, because nobody knows which line is wrong.
        """
        entry = self._at(position)
        if entry.kind == TOLD:
            self.take_back(position)
        else:
            unknown = self.asked_for_a_number(entry) is not None or (
                entry.answer and self.read_out_by(entry) is not None
            )
            self.change(position, None if unknown else not entry.answer)

    def extend(self, relations: Sequence[Addition]) -> None:
        """Add relations to the language, and go on with all earlier answers.

        Each is a text, or a mapping with what it is over, as in a problem file. A relation that is in the language
        already is then over more families. {"orders": "all"} lets arguments come in all orders. So an entry of
        `result.advice` can be added.
        """
        kept = replace(self._kept, relations=[*self._kept.relations, *relations])
        file = replace(
            parse_problem(self.file.text, source=self.name, name=self.name, relations=kept.relations, examples=False),
            source=self.file.source,
        )
        Bias(file.problem)  # refuses what is too large, before anything is kept
        self.file = file
        self._kept = kept
        self._replay = Replay(file.problem, self.examples, self.options)
        self._follow(self.entries, 0, fresh=True)

    def begin_with(self, relations: Sequence[Addition], rules: Sequence[Rule]) -> None:
        """Begin with relations that the language lacks, and with rules that are known, as if somebody had said them."""
        if relations:
            self.extend(relations)
        for rule in rules:
            read = self.dialogue.check_rule(rule)
            if not self.dialogue.asker.answers.claims.follows(read):
                self.tell_rule(read)

    def _at(self, position: int) -> Entry:
        found = next((entry for entry in self.entries if entry.position == position), None)
        if found is None:
            raise DialogueError(f"there is no answer {position}")
        return found

    def _entry(self, kind: str, query: dict[str, Any], answer: bool | None, after: int = 0) -> Entry:
        at = self.number + after
        return Entry(at, self._kept.round, kind, query, answer, self._asked, time.time(), giver=self.answerer)

    # --- replay ---

    def _follow(self, entries: list[Entry], same: int, *, fresh: bool = False) -> None:
        """Rebuild the dialogue from these entries. The first `same` of them are as before.

        fresh: it is clear that the learner will ask other questions
        """
        self.entries = entries
        changed = fresh or _asked_with(self._kept.options) != _asked_with(self.options)
        if changed or not self._replay.ask_again(entries, self._kept.round, same):
            self._next_round()
            self._replay.begin(entries, self._kept.round)
        self._asked = time.time()

    def _next_round(self) -> None:
        if self._look_only:
            self._kept = replace(self._kept, round=self._kept.round + 1)
        else:
            self._kept = self.log.new_round(
                self._kept, self.file.text, self._kept.relations, _asked_with(self.options), _to_keep(self.examples)
            )


def _names(claim: Claim, names: Sequence[str]) -> tuple[str, ...]:
    """Exceptions as they are kept: by the names of groups, or of lines that they fill; by those of bounds; or by the
    numbers of what was read out."""
    numbers = find_exceptions(claim, names)
    if isinstance(claim, Review):
        return tuple(str(number + 1) for number in numbers)
    if isinstance(claim, Unlimited):
        return tuple(claim.bounds[number].name for number in numbers)
    return tuple(claim.family.called(numbers)) if isinstance(claim, Rule) else ()


def _asked_with(options: dict[str, Any]) -> dict[str, Any]:
    """The options that say what is asked: whoever stops after some questions, and goes on, is asked the same."""
    return {name: value for name, value in options.items() if name != "max_questions"}


def _to_keep(examples: Iterable[Answered]) -> list[Known]:
    return [(entry.query.shown, entry.answer, entry.source or "a known example") for entry in examples]


def _extended(file: ProblemFile, kept: Kept) -> ProblemFile:
    """The problem of a file with the relations that were added in the interview."""
    if not kept.relations:
        return file
    read = parse_problem(
        file.text, source=file.source, name=file.problem.name, relations=kept.relations, examples=False
    )
    return replace(read, source=file.source, examples=file.examples)
