"""Which of the rules that are expected (`learning/expected.py`) is asked about next: the first that is still open.

A rule about a bound is asked as a question for its number, if the language leaves that open: whoever expects "at most
2" learns from the answer "3" what a "no" would not say, and a "2" also says that no tighter number is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.learning.answers import Answers
from tacit.learning.expected import Expected
from tacit.problem.bounds import Bound
from tacit.structure.rule import Claim, Number, Rule


@dataclass(frozen=True)
class Expectation:
    """A question that an expected rule leads to.

    rule: what it would say; it need not be asked about if this can't be any more
    """

    claim: Claim
    chance: float
    rule: Rule | None


class Expectations:
    """Follows the answers, and proposes what was expected, in the order in which it was given."""

    def __init__(self, answers: Answers, expected: Sequence[Expected]) -> None:
        self._answers = answers
        self._all = [each for one in expected for each in _questions(one, answers.claims.rows)]

    def copy(self, answers: Answers) -> Expectations:
        """The same beside a copy of the answers."""
        twin = object.__new__(Expectations)
        twin._answers, twin._all = answers, self._all  # facts, which copies share
        return twin

    def next(self) -> Expectation | None:
        """The next question, if something that is expected is open."""
        return next((each for each in self._all if self._is_open(each)), None)

    def _is_open(self, each: Expectation) -> bool:
        claims = self._answers.claims
        if not claims.is_open(each.claim):
            return False
        return each.rule is None or (
            claims.follows(each.rule) is not False and not claims.is_denied(claims.of(each.rule))
        )


def _questions(one: Expected, rows: RuleRows) -> Iterator[Expectation]:
    claim = one.claim
    if not isinstance(claim, Rule):
        rule = claim.rule(claim.suggested) if isinstance(claim, Number) and claim.suggested is not None else None
        yield Expectation(claim, one.chance, rule if rule is not None and _is_there(rule, rows) else None)
        return
    if not isinstance(claim.relation, Bound) or claim.relation.measure.is_different:
        yield Expectation(claim, one.chance, claim)
        return
    assert claim.relation.k is not None  # checked when the dialogue began
    for part in claim.relation.parts():
        rule = Rule(part, claim.family, vocabulary=claim.vocabulary)
        span = rows.numbers(part, claim.family)
        if span is not None and span[0] < span[1]:
            yield Expectation(
                Number(Bound(part.measure, part.sign, None), claim.family, claim.relation.k), one.chance, rule
            )
        elif _is_there(rule, rows):
            yield Expectation(rule, one.chance, rule)


def _is_there(rule: Rule, rows: RuleRows) -> bool:
    found = rows.of_rule(rule)
    return bool(len(found)) and MISSING not in found
