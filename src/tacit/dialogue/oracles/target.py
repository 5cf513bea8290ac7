"""The simulated user of the paper: it has a target network in mind, and answers by it."""

from __future__ import annotations

from functools import cached_property

from tacit.dialogue.oracles.on_scopes import OnScopes
from tacit.problem.network import Network
from tacit.problem.query import Answer, Query
from tacit.structure.rule import Claim


class TargetOracle:
    """Says yes if no constraint of the target rejects the example; one with an unassigned variable never does.

    Of a rule it says whether it follows, on the variables of each of its constraints, from the target's constraints on
    these.
    """

    def __init__(self, target: Network) -> None:
        self.target = target

    def ask(self, query: Query) -> bool:
        if query.vocabulary is not self.target.vocabulary:
            return self.target.accepts(query)  # its codes mean something else, but names and values are the same
        return self.target.accepts_codes(query.codes)

    def ask_rule(self, claim: Claim) -> Answer:
        return self._on_scopes.answer(claim)

    @cached_property
    def _on_scopes(self) -> OnScopes:
        return OnScopes(self.target)
