"""Simulated users for tests: one who does not know everything, and one with rules that the language can't say."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from tacit.problem.network import Constraint, Network
from tacit.problem.query import Query
from tacit.testing import brute


class Forgetful:
    """A simulated user who does not know a share of the answers, always the same ones."""

    def __init__(self, target: Network, salt: int, one_in: int = 3) -> None:
        self.target = target
        self.salt = salt
        self.one_in = one_in

    def ask(self, query: Query) -> bool | None:
        return self.on(query.assignment)

    def on(self, assignment: Mapping[str, int]) -> bool | None:
        key = f"{self.salt}:{sorted(assignment.items())}".encode()
        if zlib.crc32(key) % self.one_in == 0:
            return None
        return self.target.accepts(assignment)


class ByConstraints:
    """A simulated user with any constraints, in the language or not, which are evaluated in the plainest way."""

    def __init__(self, target: Sequence[Constraint]) -> None:
        self.target = target

    def ask(self, query: Query) -> bool:
        return not brute.rejecting(self.target, query)
