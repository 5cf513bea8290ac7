"""What an interview shows: its open question, how far it has come, what was learned, what contradicts what.

Nothing here changes an interview: that is in `interview.py`.
"""

from __future__ import annotations

from dataclasses import replace

from tacit.dialogue.dialogue import Dialogue, Progress
from tacit.formats.problem_file import Addition, ProblemFile
from tacit.interview.allowing import allowing, rules_out
from tacit.interview.breaking import breaking
from tacit.interview.estimate import Estimate, moment_of, still_to_ask
from tacit.interview.log import ASKED, TOLD, Entry, Kept
from tacit.interview.replay import Replay
from tacit.interview.second_looks import Doubtful, disagree, part_of, put_again, ranked, speaks_against
from tacit.interview.statements import About, Statement, about, contradicting, in_numbers, statements, without_solution
from tacit.learning.asking import Question
from tacit.learning.claims import Claimed
from tacit.learning.result import Result
from tacit.problem.bounds import AT_LEAST, AT_MOST, EXACTLY
from tacit.problem.model import Model
from tacit.problem.network import Network
from tacit.problem.query import Answered, Plan, Query
from tacit.showing.progress_words import going_on, questions_left
from tacit.structure.rule import Claim, Number, Review, Rule


class InterviewView:
    """An interview, as far as it is only looked at."""

    file: ProblemFile
    entries: list[Entry]
    _kept: Kept
    _replay: Replay

    @property
    def id(self) -> int:
        return self._kept.id

    @property
    def name(self) -> str:
        return self._kept.name

    @property
    def relations(self) -> list[Addition]:
        """What was added to the language of the problem file."""
        return list(self._kept.relations)

    @property
    def dialogue(self) -> Dialogue:
        return self._replay.dialogue

    @property
    def reused(self) -> int:
        """How many answers of the log are in use: asked again, or known examples."""
        return self._replay.reused

    @property
    def unusable(self) -> int:
        """How many answers are about variables, values, families or relations that the problem no longer has."""
        return self._replay.unusable

    @property
    def question(self) -> Question | None:
        """The open question: an example or a claim; None if the interview is over."""
        return self.dialogue.question

    @property
    def query(self) -> Query | None:
        """The open question, if it is an example."""
        return self.dialogue.query

    @property
    def number(self) -> int:
        """The number of the open question: the position that its answer will have in the log."""
        return self.entries[-1].position + 1 if self.entries else 1

    @property
    def question_number(self) -> int:
        """The number of the open question as people count: only what was asked counts."""
        return self.answers + 1

    def numbered(self) -> dict[int, int]:
        """The number of each question as people count, by the position of its answer in the log.

        A mark has the number of the question that it came with; a rule that was said unasked has none.
        """
        found: dict[int, int] = {}
        count = 0
        for entry in self.entries:
            count += entry.kind in ASKED
            if entry.kind != TOLD:
                found[entry.position] = count
        return found

    @property
    def plan_number(self) -> tuple[int, int | None]:
        """Which of how many plans the open one is. Those that were called wrong don't count.

        Once there are more than were wanted nobody knows how many there will be.
        """
        log = self.dialogue.asker.answers.log
        put = sum(isinstance(said.query, Plan) and said.answer is not False for said in log)
        wanted = self.dialogue.options.plans or 0
        return put + 1, wanted if put < wanted else None

    @property
    def wants_a_plan(self) -> bool:
        """Are plans shown until one is right?"""
        return self.dialogue.options.until == "plan"

    @property
    def last_plan(self) -> Query | None:
        """The plan before the open one."""
        plans = [said.query for said in self.dialogue.log if isinstance(said.query, Plan)]
        return plans[-1] if plans else None

    @property
    def accepted(self) -> Query | None:
        """The last plan that was called right."""
        right = [said.query for said in self.dialogue.log if isinstance(said.query, Plan) and said.answer]
        return right[-1] if right else None

    @property
    def previous(self) -> Query | None:
        """The example before the open one, to mark what has changed since; None after a question about a rule."""
        last = next((entry for entry in reversed(self.entries) if entry.kind in ASKED), None)
        read = None if last is None else self._replay.read(last)
        return read.query if isinstance(read, Answered) else None

    @property
    def given(self) -> list[tuple[Answered, int]]:
        """The examples that were known before the first question, and how many candidates each has removed."""
        return self.dialogue.given

    @property
    def result(self) -> Result:
        return self.dialogue.result

    @property
    def answers(self) -> int:
        """How many questions were answered, in all rounds."""
        return sum(entry.kind in ASKED for entry in self.entries)

    @property
    def said(self) -> str:
        """How much was said, in numbers: answers, and rules that were said unasked."""
        return in_numbers(self.answers, self._rules_said)

    @property
    def _rules_said(self) -> int:
        return sum(entry.kind == TOLD for entry in self.entries)

    def so_far(self) -> Result:
        """What has been learned so far; the interview goes on."""
        return self.dialogue.so_far()

    def progress(self) -> Progress:
        """How far it has come, in figures; `asked` counts the questions of all rounds."""
        return replace(self.dialogue.progress(), asked=self.answers)

    def estimate(self) -> Estimate | None:
        """How many questions are left; None where nobody can say."""
        return (
            Estimate(0, 0, 0)
            if self.question is None
            else still_to_ask(moment_of(self.dialogue, self._replay.open_after))
        )

    @property
    def going_on(self) -> str:
        """What is going on, in a few words; empty if the interview is over."""
        if self.question is None:
            return ""
        asker = self.dialogue.asker
        settling, checking = bool(asker.settling), bool(asker.checking)
        # What plans show is read out to learn from it, not to check what was learned.
        from_plans = isinstance(self.question, Review) and bool(self.question.plans)
        kind = "rule" if from_plans else self.question.kind
        return going_on(kind, settling=settling, checking=checking, for_a_plan=self.wants_a_plan)

    @property
    def how_far(self) -> str:
        """What is going on and, where that is known, how many questions are left."""
        return self.how_far_with(self.estimate())

    def how_far_with(self, left: Estimate | None) -> str:
        """The same for whoever has the estimate already."""
        return self.going_on if left is None else f"{self.going_on} · {questions_left(left.low, left.high)}"

    def memory(self) -> int:
        """About how many bytes it needs while it is worked on, with the places to go back to."""
        return self.dialogue.memory()

    @property
    def candidates(self) -> int:
        """How many candidates there were at the beginning."""
        return self.dialogue.asker.space.rows.size

    def learned(self) -> Network:
        """The network learned so far."""
        return self.dialogue.learned()

    def beliefs(self) -> list[str]:
        """What the learner believes so far, in a few sentences; empty for a learner without beliefs."""
        return self.dialogue.beliefs()

    def model(self) -> Model:
        """What has been learned so far, as a model that can be exported and solved."""
        result = self.so_far()
        return Model(
            self.file.problem.name,
            result.network,
            str(result.status),
            self.answers,
            len(result.open),
            self._rules_said,
            result.rules,
            self.file.problem.groups,
        )

    # --- what was said ---

    @property
    def told(self) -> list[tuple[Entry, Rule]]:
        """The rules that were said unasked, as far as the problem still has their families."""
        read = [(entry, self._replay.read(entry)) for entry in self.entries if entry.kind == TOLD]
        return [(e, said.claim) for e, said in read if isinstance(said, Claimed) and isinstance(said.claim, Rule)]

    def example_of(self, claim: Claim) -> Query | None:
        """An example that breaks a rule in one place, to show what it forbids; None if there is none."""
        if not isinstance(claim, Rule):
            return None
        return claim.example or breaking(self.dialogue.asker.answers.claims, claim)

    def conflict(self) -> list[Statement]:
        """Answers that can't all be right, if the interview has ended because of that; else none.

        The one that is most likely wrong comes first.
        """
        if self.question is not None:
            return []
        result = self.result
        found = self._statements(contradicting(result) or without_solution(result))
        no = None if result.conflict is None else result.conflict.no
        return ranked(found, self.dialogue.asker, no)

    def allowing(self, wrong: Query) -> list[Statement]:
        """The answers that allow what was called wrong, the likeliest slip first, each with what it rules out."""
        asker = self.dialogue.asker
        found = allowing(asker, wrong)
        said = self._statements([about(each) for each, _ in found])
        return [rules_out(each, rows, asker) for each, (_, rows) in zip(said, found, strict=True)]

    def second_looks(self) -> list[Doubtful]:
        """Answers that are likely to be wrong, because others speak against them; the likeliest first."""
        found = []
        for look in self.so_far().second_look:
            against = speaks_against(look, self.dialogue.asker)
            said, *others = self._statements([about(look.said), *map(about, against)])
            found.append(Doubtful(said, tuple(others), look.chance, look.set_aside))
        return sorted(found, key=lambda each: -round(each.chance, 6))

    def put_again(self) -> Statement | None:
        """The earlier answer that the open question puts again, if it is about one."""
        asker, query = self.dialogue.asker, self.query
        if query is None or not asker.checking:
            return None
        said = put_again(asker, query)
        return None if said is None else self._statements([about(said)])[0]

    def statement(self, entry: Entry) -> Statement:
        """An entry of the log that can be read, as a statement."""
        said = self.read(entry)
        assert said is not None
        return replace(self._statements([about(said)])[0], entry=entry)

    def part_of(self) -> Statement | None:
        """The "no" of which the open question is a part, while it is being found out what is wrong there."""
        said = None if self.query is None else part_of(self.dialogue.asker, self.query)
        return None if said is None else self._statements([about(said)])[0]

    def disagrees_with(self, earlier: Statement, entry: Entry) -> bool:
        """Is there nothing in the language that says both what an earlier answer says and what this one does?"""
        said = self.read(entry)
        before = None if earlier.entry is None else self.read(earlier.entry)
        return said is not None and before is not None and disagree(before, said, self.dialogue.asker.answers)

    def _statements(self, said: list[About]) -> list[Statement]:
        entries = {about(read): entry for entry in self.entries if (read := self._replay.read(entry))}
        return statements(said, entries, self.dialogue.log)

    def read(self, entry: Entry) -> Answered | Claimed | None:
        """An entry as an answer; None if it names what the problem no longer has."""
        return self._replay.read(entry)

    def asked_for_a_number(self, entry: Entry) -> Number | None:
        """The question for a number that an entry answers, if it does."""
        said = self._replay.read(entry) if entry.is_claim else None
        return said.claim if isinstance(said, Claimed) and isinstance(said.claim, Number) else None

    def read_out_by(self, entry: Entry) -> Review | None:
        """What was read out when an entry was answered, if it was a review."""
        said = self._replay.read(entry) if entry.is_claim else None
        return said.claim if isinstance(said, Claimed) and isinstance(said.claim, Review) else None

    def numbers(self, asked: Number) -> tuple[int, int]:
        """The smallest and the largest number that answer a question for a number.

        Nobody can mean at least 5 where at most 3 are known. (Other answers can still be changed to any number.)
        """
        asker = self.dialogue.asker
        low, high = asker.answers.claims.numbers(asked)
        if asked != self.question or asker.settling or asked.bound.sign == EXACTLY:
            return low, high
        at_least = asked.bound.sign == AT_LEAST

        def is_known(k: int) -> bool:
            """Is the opposite limit known with this number, on each group?"""
            opposite = Rule(asked.bound.with_number(k, AT_MOST if at_least else AT_LEAST), asked.family)
            rows = asker.answers.claims.rows.of_rule(opposite)
            return len(rows) > 0 and bool((rows >= 0).all()) and bool(asker.space.learned[rows].all())

        if at_least:
            return low, next((k for k in range(low, high) if is_known(k)), high)
        return next((k for k in range(high, low, -1) if is_known(k)), low), high

    def entry_of_claim(self, said: Claimed) -> Entry | None:
        """The newest entry that says this, if there is one."""
        wanted = about(said)
        read = ((entry, self._replay.read(entry)) for entry in reversed(self.entries) if entry.is_claim)
        return next((entry for entry, each in read if each is not None and about(each) == wanted), None)

    def entry_of(self, query: Query) -> Entry | None:
        """The answer to this question, if there is one."""
        return next((entry for entry in self.entries if entry.query == query.shown), None)
