"""Whatever answers: a target network, a CPMpy model, rules, or a function. An oracle is one method, `ask(query)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

from tacit.dialogue.oracles.by_rules import Rules
from tacit.dialogue.oracles.cpmpy_model import ModelOracle
from tacit.dialogue.oracles.target import TargetOracle
from tacit.errors import OracleError
from tacit.problem.foreign import holds_cpmpy
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Query

__all__ = ["ModelOracle", "Rules", "TargetOracle", "as_oracle"]


def as_oracle(given: Any, problem: Problem) -> Callable[[Query], Any]:
    """A function that answers, from any of the forms that `tacit.learn` accepts."""
    if isinstance(given, Network):
        return TargetOracle(given).ask
    if isinstance(given, Rules):
        given.check(problem)
    if callable(getattr(given, "ask", None)):
        ask: Callable[[Query], Any] = given.ask
        return ask
    if callable(given):
        function: Callable[[Query], Any] = given
        return function
    if isinstance(given, (Iterator, Set)):
        given = list(given)
    if holds_cpmpy(given):
        return ModelOracle(given, problem).ask
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes)):
        return TargetOracle(problem.network(given)).ask
    raise OracleError(
        "an oracle must have a method ask(query), be a function of a query, a CPMpy model, or a list of constraints, "
        f"not {given!r:.60}"
    )
