"""The simulated user of the paper: it has a target network in mind, and answers by it."""

from __future__ import annotations

from tacit.problem.network import Network
from tacit.problem.query import Query


class TargetOracle:
    """Says yes if no constraint of the target rejects the example; one with an unassigned variable never does."""

    def __init__(self, target: Network) -> None:
        self.target = target

    def ask(self, query: Query) -> bool:
        if query.vocabulary is not self.target.vocabulary:
            return self.target.accepts(query)  # its codes mean something else, but names and values are the same
        return self.target.accepts_codes(query.codes)
