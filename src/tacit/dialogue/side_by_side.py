"""Questions side by side, for oracles that take seconds or minutes: each is useful whatever the others answer.

While some questions are out, the next one is what the guided learner would ask if it knew their answers. Where an
answer is nearly certain, it is supposed. Where it is not, the question counts as answered "don't know": what it is
about is put aside, so the next question is about something else. An answer is told to the learner when it comes back,
whichever it is, because every answer is information (`Dialogue.hear`).

Answers that are not certain also change what is believed, above all the first ones. So few such questions are out at
the beginning, and more the more is known; then a worker may have nothing to do.

    batch = SideBySide(dialogue, 8)
    while dialogue.question is not None:
        for question in batch.fill(): …put it to somebody…
        batch.hear(question, answer)    # whichever comes back first

What is asked follows from the problem, the seed, the number side by side, and the answers in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.options import Options
from tacit.errors import OptionError
from tacit.guided.beliefs import MOST
from tacit.guided.choosing import Chooser
from tacit.guided.clauses import Clauses
from tacit.guided.weights import some_holds, weights
from tacit.learning.asker import Asker
from tacit.learning.asking import Question
from tacit.learning.reporter import Reporter
from tacit.problem.query import Plan, Query

SURE = 0.9  # an answer at least this probable is supposed
FIRST, EACH = 1.0, 10.0  # open answers at the beginning, and one more for so many answers: bench/parallel.py
LARGE = 4  # large examples: a "no" to one has to be taken apart, and more of them say little about what is behind it


@dataclass(frozen=True)
class Put:
    """A question that is out, how probable a "no" is, and whether it is a large example."""

    question: Question
    chance: float
    large: bool = False

    @property
    def is_sure(self) -> bool:
        return self.chance >= SURE or self.chance <= 1 - SURE

    @property
    def supposed(self) -> bool | None:
        """The answer that is supposed; None: none is."""
        return self.chance < 0.5 if self.is_sure else None


class _Large(Reporter):
    """Is the next question a large example?"""

    seen = False

    def generated(self, violated: int, size: int) -> None:
        self.seen = True


class SideBySide:
    """Hands out questions about one dialogue, at most so many at a time.

    hear: takes an answer; by default the dialogue's own. (An interview keeps it first.)
    """

    def __init__(self, dialogue: Dialogue, most: int, hear: Callable[[Question, Any], None] | None = None) -> None:
        refuse_side_by_side(dialogue.options)
        self.dialogue = dialogue
        self.most = most
        self.out: list[Put] = []
        self._hear = dialogue.hear if hear is None else hear

    def fill(self) -> list[Question]:
        """The questions to put now, so that as many are out as make sense."""
        new = []
        while len(self.out) < self.most and self.dialogue.question is not None:
            found = self._next()
            if found is None:
                break
            self.out.append(found)
            new.append(found.question)
        return new

    def hear(self, question: Question, given: Any) -> None:
        """An answer has come back."""
        self.out = [put for put in self.out if put.question != question]
        self._hear(question, given)

    def _next(self) -> Put | None:
        question = self.dialogue.question
        assert question is not None
        if not self.out:
            return Put(question, self._chance(question))
        if self.dialogue.asker.settling:  # which answer is wrong is found out step by step
            return None if self._is_out(question) else Put(question, 0.5)
        watching = _Large()
        found = self.dialogue.ahead([(put.question, put.supposed) for put in self.out], watching, self._avoid)
        if found is None or self._is_out(found):
            return None
        if isinstance(found, Plan) and not isinstance(question, Plan):
            return None  # what is a solution is not known yet
        new = Put(found, self._chance(found), watching.seen)
        if not new.is_sure and sum(not put.is_sure for put in self.out) >= self._open_at_most():
            return None
        if new.large and sum(put.large for put in self.out) >= LARGE:
            return None
        return new

    def _avoid(self, asker: Asker) -> None:
        """A large example shall not be rejected for a reason that is being looked for already: nothing that a question
        which is out is about, nor what else may explain the "no" that such a question takes apart."""
        if not isinstance(asker.memory, Chooser):
            return
        space = asker.space
        avoided = np.zeros(space.rows.size, dtype=bool)
        for put in self.out:
            if put.supposed is None and isinstance(put.question, Query):
                avoided[space.rows.rejecting(put.question.codes, space.surviving)] = True
                for no in asker.answers.open_no:
                    whole = asker.query(no.example, no.variables)
                    if put.question.is_part_of(whole):
                        avoided[no.rows] = True
        asker.memory.avoided = avoided & space.surviving

    def _is_out(self, question: Question) -> bool:
        return any(question == put.question for put in self.out)

    def _open_at_most(self) -> float:
        return FIRST + self.dialogue.asker.answers.asked / EACH

    def _chance(self, question: Question) -> float:
        """How probable a "no" is, by what the learner believes now."""
        asker = self.dialogue.asker
        if isinstance(question, Plan):
            return 0.0  # a solution of what was learned
        if not isinstance(question, Query) or not isinstance(asker.memory, Chooser):
            return 0.5
        space, beliefs = asker.space, asker.memory.beliefs
        rows = space.rows.rejecting(question.codes, space.surviving)
        if space.learned[rows].any():
            return 1.0
        clauses = Clauses(asker.answers)
        if not clauses.size.all():
            return 0.5  # a "no" that nothing explains: which answer is wrong is being found out
        P = clauses.condition(beliefs.P, beliefs.alone, MOST)
        return float(np.round(some_holds(weights(np.minimum(P[rows], MOST)).sum()), 6))


def refuse_side_by_side(options: Options) -> None:
    """Only a learner that can be told answers at any time can ask side by side."""
    if not options.guided:
        raise OptionError(
            "parallel: only the guided learner finds questions that are useful whatever the others answer"
        )
    if options.until == "plan":
        raise OptionError("parallel: with until='plan' each plan depends on what was marked in the one before")
    if options.slips:
        raise OptionError("parallel: whoever is expected to slip is asked one by one; slips must be 0")


def read_parallel(parallel: Any) -> int:
    """How many questions may be out at a time."""
    if type(parallel) is not int or parallel < 1:
        raise OptionError(f"parallel must be an integer of at least 1, not {parallel!r}")
    return parallel
