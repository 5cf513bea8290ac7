"""The simulated user of the paper: it has a target network in mind, and answers by it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from tacit.problem.network import Network
from tacit.problem.query import Answer, Query
from tacit.structure.rule import Claim, Rule

if TYPE_CHECKING:
    from tacit.exact.judge import Judge

MOST_EXCEPTIONS = 6  # nobody names more exceptions to a rule than these …
MOST_SHARE = 0.5  # … or as exceptions more than this share of the groups


class TargetOracle:
    """Says yes if no constraint of the target rejects the example; one with an unassigned variable never does.

    Of a rule it says whether it follows, on the variables of each of its constraints, from the target's constraints on
    these. If it fails on few groups, these are named.
    """

    def __init__(self, target: Network) -> None:
        self.target = target

    def ask(self, query: Query) -> bool:
        if query.vocabulary is not self.target.vocabulary:
            return self.target.accepts(query)  # its codes mean something else, but names and values are the same
        return self.target.accepts_codes(query.codes)

    def ask_rule(self, claim: Claim) -> Answer:
        if not isinstance(claim, Rule):
            return Answer(self._judge.is_free(claim))
        broken = self._judge.broken(claim)
        few = len(broken) <= min(MOST_EXCEPTIONS, MOST_SHARE * claim.family.count)
        return Answer(not broken, except_=tuple(claim.family.name(number) for number in broken) if few else ())

    @cached_property
    def _judge(self) -> Judge:
        from tacit.exact.judge import Judge

        return Judge(self.target)
