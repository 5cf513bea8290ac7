"""What known plans show: rules that hold in all of them, asked about before others, several in one question.

Whoever has plans has already said much: nothing that a plan breaks can be a rule. Of what is left, `regularities/`
says how surprising it is that it holds in all plans. The surprising rules are asked about together ("in all 12 plans
…: which of these are not rules?"), as many as people can read with care. After each answer plans are made anew, by
chance under all rules that were accepted, so that what follows from these is not surprising any more.

How likely a line is to be a rule comes from its surprise, and from how the lines before it have fared. When too few
right ones are to be expected of a question, it is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tacit.candidates.implications import Implications
from tacit.candidates.rule_rows import MISSING
from tacit.learning.answers import Answers
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.query import Answered
from tacit.problem.rows import RowIds
from tacit.regularities.ground import Breadth, breadth_of
from tacit.regularities.looks import looks_of_language
from tacit.regularities.ranking import Plans, ranked
from tacit.structure.rule import Review, Rule

MOST_LINES = 8  # of one question: more are not read with care
LEAST_BITS = -10.0  # what is less surprising is not asked about
# How many bits more than chance speak for a rule, before plans are seen: those that people speak of are few.
BEFORE = {Breadth.FAMILY: 5.0, Breadth.PART: 1.0, Breadth.PLACE: -3.0}
LEAST_CHANCE = 0.15  # a line that is less likely to be a rule is not read out
WORTH = 0.6  # right lines that must be expected of a question
RECORD = 1.0  # by so many lines the first guess weighs as much as what was answered
SWEEPS = 1  # of shaking plans, as somebody is waiting


class ShownByPlans:
    """Follows the answers, and proposes reviews of what known plans show."""

    def __init__(
        self, answers: Answers, implications: Implications, problem: Problem, examples: Sequence[Answered]
    ) -> None:
        self._answers, self._implications = answers, implications
        right = [each for each in examples if each.answer is True]
        self._plans: Plans | None = None  # facts, which copies share
        if any(each.query.complete for each in right):
            self._plans = Plans(problem, right, looks_of_language(problem), sweeps=SWEEPS)
        self._is_done = False
        self._ranked: dict[tuple[Rule, ...], list[tuple[float, Rule]]] = {}  # by the rules that were accepted

    def copy(self, answers: Answers) -> ShownByPlans:
        """The same beside a copy of the answers."""
        twin = object.__new__(ShownByPlans)
        twin.__dict__.update(self.__dict__)
        twin._answers = answers
        return twin

    @property
    def count(self) -> int:
        """How many plans are known."""
        return 0 if self._plans is None else self._plans.count

    def next(self) -> tuple[Review, float] | None:
        """What is to be read out now, with the chance that all of it is right; None if nothing is worth a question."""
        if self._plans is None or self._is_done:
            return None
        found = list(self._lines())[: MOST_LINES if self._may_be_long() else 1]
        if sum(chance for chance, _ in found) < WORTH:
            self._is_done = True  # it would not be worth the wait to look again after each answer
            return None
        review = Review(tuple(rule for _, rule in found), self.count)
        return review, round(float(np.prod([chance for chance, _ in found])), 9)

    def _lines(self) -> Iterator[tuple[float, Rule]]:
        """Rules that are open, the likeliest first, and none that follows from those before it."""
        claims, space = self._answers.claims, self._answers.space
        factor = self._record()
        covered = np.zeros(space.rows.size, dtype=bool)
        used: set[int] = set()  # cells that single lines of the plan, or single places, were said of
        chances = [(round(_chance(bits, rule, factor), 9), rule) for bits, rule in self._surprising()]
        for chance, rule in sorted(chances, key=lambda each: -each[0]):
            if chance < LEAST_CHANCE:
                break
            rows = claims.of(rule)
            if not len(rows) or MISSING in rows or not self._is_open(rule, rows) or covered[rows].all():
                continue
            if breadth_of(rule.family) != Breadth.FAMILY:
                cells = {x for group in rule.family.groups() for x in group}
                if used & cells:
                    continue  # it may be surprising because of the other one: that is seen when it is answered
                used |= cells
            covered[rows] = True
            covered[self._implications.implied_by(rows, space.in_bias)] = True
            yield chance, rule

    def _is_open(self, rule: Rule, rows: RowIds) -> bool:
        claims = self._answers.claims
        return claims.is_open(rule) and not claims.is_denied(rows)

    def _surprising(self) -> list[tuple[float, Rule]]:
        assert self._plans is not None
        accepted = tuple(self._answers.claims.accepted)
        found = self._ranked.get(accepted)
        if found is None:
            known: list[Rule | Constraint] = [*self._plans.problem.background, *accepted]
            found = [(each.bits, rule) for each in ranked(self._plans, known, LEAST_BITS) for rule in each.rules]
            self._ranked[accepted] = found
        return found

    def _reviews(self) -> list[tuple[Review, bool | None, tuple[int, ...]]]:
        said = self._answers.claims.standing
        return [(s.claim, s.answer, s.exceptions) for s in said if isinstance(s.claim, Review) and s.claim.plans]

    def _may_be_long(self) -> bool:
        """Does whoever answers say which lines are wrong? If not, lines are asked about one by one."""
        return all(answer or exceptions or len(review.lines) == 1 for review, answer, exceptions in self._reviews())

    def _record(self) -> float:
        """By how much the lines that were answered have been right more often than wrong."""
        right = wrong = 0
        for review, answer, exceptions in self._reviews():
            bad = len(review.lines) if not answer and not exceptions else len(exceptions)
            right, wrong = right + len(review.lines) - bad, wrong + bad
        return (right + RECORD) / (wrong + RECORD)


def _chance(bits: float, rule: Rule, factor: float) -> float:
    odds = factor * 2.0 ** (bits + BEFORE[breadth_of(rule.family)])
    return float(odds / (1 + odds))
