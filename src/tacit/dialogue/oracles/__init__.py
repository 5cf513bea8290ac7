"""Whatever answers: a target network, a CPMpy model, rules, or a function. An oracle is one method, `ask(query)`.

One that can also say whether a rule holds has a second method, `ask_rule(claim)`.

A function gets values by name where values have names: `example["anna"]` is "Mon". The `ask` of an object is given the
`Query` itself: `query["anna"]` is the number of the value, and `query.shown["anna"]` its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from typing import Any

from tacit.dialogue.oracles.by_rules import Rules
from tacit.dialogue.oracles.cpmpy_model import ModelOracle
from tacit.dialogue.oracles.target import TargetOracle
from tacit.errors import OracleError
from tacit.problem.foreign import holds_cpmpy
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Query
from tacit.structure.rule import Claim

__all__ = ["ModelOracle", "Oracle", "Rules", "TargetOracle", "as_oracle"]


@dataclass(frozen=True)
class Oracle:
    """What answers: examples, and questions about rules, if it can."""

    ask: Callable[[Query], Any]
    ask_rule: Callable[[Claim], Any] | None = None


def as_oracle(given: Any, problem: Problem) -> Oracle:
    """What answers, from any of the forms that `tacit.learn` accepts."""
    if isinstance(given, Network):
        return _of_object(TargetOracle(given))
    if isinstance(given, Rules):
        given.check(problem)
    if callable(getattr(given, "ask", None)):
        return _of_object(given)
    if callable(given):
        return Oracle(lambda query: given(query.by_name))
    if isinstance(given, (Iterator, Set)):
        given = list(given)
    if holds_cpmpy(given):
        return _of_object(ModelOracle(given, problem))
    if isinstance(given, Iterable) and not isinstance(given, (str, bytes)):
        return _of_object(TargetOracle(problem.network(given)))
    raise OracleError(
        "an oracle must have a method ask(query), be a function of a query, a CPMpy model, or a list of constraints, "
        f"not {given!r:.60}"
    )


def _of_object(given: Any) -> Oracle:
    ask_rule = getattr(given, "ask_rule", None)
    return Oracle(given.ask, ask_rule if callable(ask_rule) else None)
