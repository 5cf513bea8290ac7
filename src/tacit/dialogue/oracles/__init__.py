"""Whatever answers: a target network, a CPMpy model, rules, or a function. An oracle is one method, `ask(query)`.

One that can also say whether a rule holds has a second method, `ask_rule(claim)`. It is given claims of all kinds,
unless a third method, `ask_number(number)`, takes the questions for numbers.

Whatever is written in Python gets values by name where values have names: `query["anna"]` is "Mon", for a function and
for the `ask` of an object. Its number is `query.assignment["anna"]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from typing import Any

from tacit.dialogue.oracles.by_rules import Rules
from tacit.dialogue.oracles.cpmpy_model import ModelOracle
from tacit.dialogue.oracles.of_pycona import is_of_pycona, oracle_of_pycona
from tacit.dialogue.oracles.target import TargetOracle
from tacit.errors import OracleError
from tacit.problem.foreign import holds_cpmpy
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.structure.rule import Claim, Number, Review

__all__ = ["ModelOracle", "Oracle", "Rules", "TargetOracle", "as_oracle", "asked_about"]


@dataclass(frozen=True)
class Oracle:
    """What answers: examples, and questions about rules and for numbers, if it can."""

    ask: Callable[[Query], Any]
    ask_rule: Callable[[Claim], Any] | None = None
    ask_number: Callable[[Number], Any] | None = None


def asked_about(oracle: Any, claim: Claim) -> Any:
    """What an oracle that knows rules answers about a claim. A review is put to it rule by rule."""
    if isinstance(claim, Review):
        rules = [replace(rule, vocabulary=claim.vocabulary) for rule in claim.lines]
        found = [Answer.of(oracle.ask_rule(rule)).value for rule in rules]
        wrong = tuple(str(place) for place, value in enumerate(found, 1) if value is False)
        if claim.plans and None in found:
            return Answer(None)  # nobody may be taken to have said what was not known
        return Answer(False, except_=wrong) if wrong else Answer(None if None in found else True)
    ask_number = getattr(oracle, "ask_number", None)
    return ask_number(claim) if isinstance(claim, Number) and callable(ask_number) else oracle.ask_rule(claim)


def as_oracle(given: Any, problem: Problem) -> Oracle:
    """What answers, from any of the forms that `tacit.learn` accepts."""
    if isinstance(given, Network):
        return _of_object(TargetOracle(given))
    if isinstance(given, Rules):
        given.check(problem)
    if is_of_pycona(given):
        return _of_object(oracle_of_pycona(given, problem))
    if callable(getattr(given, "ask", None)):
        oracle = _of_object(given)
        return replace(oracle, ask=_by_name(oracle.ask))
    if callable(given):
        return Oracle(_by_name(given))
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


def _by_name(ask: Callable[[Query], Any]) -> Callable[[Query], Any]:
    return lambda query: ask(query.by_name)


def _of_object(given: Any) -> Oracle:
    methods = (getattr(given, name, None) for name in ("ask_rule", "ask_number"))
    return Oracle(given.ask, *(method if callable(method) else None for method in methods))
