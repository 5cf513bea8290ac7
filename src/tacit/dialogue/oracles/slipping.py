"""A simulated user who sometimes slips: what another oracle answers, with some answers turned round.

>>> from tacit.dialogue.oracles import Oracle
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"a": range(3), "b": range(3)})
>>> user = Slipping(Oracle(lambda query: "a" not in query), rate=1.0, seed=0)
>>> [user.ask(Query(v, v.encode(example))).value for example in ({"a": 2}, {"b": 1}, {"a": 2})]
[True, False, True]
>>> [(question, right.value) for question, right, given in user.made]
[(Query(a=2), False), (Query(b=1), True)]
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from tacit.dialogue.oracles import asked_about
from tacit.dialogue.reading_answers import read_answer
from tacit.learning.asking import Question
from tacit.problem.query import Answer, Query
from tacit.structure.rule import Claim, Number, Review, Rule, Unlimited

Range = tuple[int, int]


class Slipping:
    """Answers as `oracle` does, and slips with probability `rate`.

    Slips are persistent: whether an answer is turned round depends on the seed and the question, and on nothing else.
    So whoever asks again hears the same, and whoever asks in another form has another chance. With the same seed, all
    slips at a small rate are also made at a larger one.

    What a slip is:
    - of an example: "yes" for "no" (whatever clashes is not seen), or "no" for "yes", without a mark
    - of a rule, and of "is there anything else": "yes" for "no", or "no" for "yes", without exceptions
    - of a number: one more or one less. "no limit" and "it differs" are taken for each other
    "Don't know" is no slip and never becomes one. Nor is there a slip where every wrong answer would be refused at the
    door: the only number in the range, and "no limit" on one group, where nothing can differ.

    only_missed: only violations are missed ("yes" to examples that are wrong), and nothing else goes wrong
    numbers:     the range of a question for a number (as `Claims.numbers` gives it); otherwise it is from 0 upwards
    """

    def __init__(
        self,
        oracle: Any,
        rate: float,
        seed: int,
        only_missed: bool = False,
        *,
        numbers: Callable[[Number], Range] | None = None,
    ) -> None:
        self._oracle = oracle
        self._rate = rate
        self._seed = seed
        self._only_missed = only_missed
        self._numbers = numbers
        self._made: dict[Question, tuple[Answer, Answer]] = {}
        # An oracle that can't be asked about rules must not look as if it could.
        self.ask_rule = self.ask_number = self._ask_about if callable(getattr(oracle, "ask_rule", None)) else None

    @property
    def made(self) -> list[tuple[Question, Answer, Answer]]:
        """Each question that was answered wrongly, with the right answer and the one that was given."""
        return [(question, right, given) for question, (right, given) in self._made.items()]

    def answer(self, question: Question) -> Answer:
        """The answer to a question of any kind."""
        return self.ask(question) if isinstance(question, Query) else self._ask_about(question)

    def ask(self, query: Query) -> Answer:
        return self._perhaps_wrong(query, Answer.of(self._oracle.ask(query)))

    def _ask_about(self, claim: Claim) -> Answer:
        return self._perhaps_wrong(claim, read_answer(claim, asked_about(self._oracle, claim)))

    def _perhaps_wrong(self, question: Question, right: Answer) -> Answer:
        chance, up = _drawn(self._seed, question)
        if chance >= self._rate:
            return right
        if self._only_missed and not (isinstance(question, Query) and right.value is False):
            return right
        span = self._numbers(question) if self._numbers is not None and isinstance(question, Number) else None
        given = turned_round(question, right, up=up, numbers=span)
        if given is None:
            return right
        self._made[question] = (right, given)
        return given


def turned_round(question: Question, right: Answer, *, up: bool, numbers: Range | None = None) -> Answer | None:
    """A wrong answer instead of the right one, as `Slipping` says; None if there is none that would be taken.

    up: a number gets larger, if that stays in the range
    """
    if right.value is None:
        return None
    if right.number is not None:
        low, high = (min(right.number, 0), right.number + 1) if numbers is None else numbers
        steps = (1, -1) if up else (-1, 1)
        number = next((right.number + step for step in steps if low <= right.number + step <= high), None)
        return None if number is None else Answer(True, number=number)
    if isinstance(question, Number) and question.family.count == 1:
        return None
    return Answer(not right.value)


def _drawn(seed: int, question: Question) -> tuple[float, bool]:
    """A number from 0 to 1 and a yes or no, by chance, but always the same for one question."""
    told = question.codes.tobytes() if isinstance(question, Query) else repr(_in_full(question)).encode()
    digest = blake2b(told, digest_size=16, key=str(seed).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64, bool(digest[8] & 1)


def _in_full(claim: Claim) -> tuple[object, ...]:
    """All that tells a claim from others, in a form that is the same in each process."""
    if isinstance(claim, Rule):
        return claim.kind, claim.relation.name, claim.family.key, claim.order
    if isinstance(claim, Review):
        return claim.kind, *map(_in_full, claim.lines)
    if isinstance(claim, Number):
        return claim.kind, claim.bound.name, claim.family.key
    besides = tuple(map(_in_full, claim.besides))
    if isinstance(claim, Unlimited):
        return claim.kind, tuple(bound.name for bound in claim.bounds), claim.family.key, besides
    inside, outside = (tuple(family.key for family in families) for families in (claim.inside, claim.outside))
    return claim.kind, claim.arity, inside, outside, besides
