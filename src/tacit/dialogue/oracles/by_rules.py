"""An oracle made of rules: each rule is a function of a few variables, and speaks when all of them are assigned.

>>> rules = Rules([(["a", "b"], lambda a, b: a != b), (["b"], lambda b: b > 0)])
>>> rules.on({"a": 1, "b": 1}), rules.on({"a": 1}), rules.on({"b": 0})
(False, True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from tacit.dialogue.oracles.on_scopes import OnScopes, Tables
from tacit.dialogue.oracles.width import warn_if_too_wide
from tacit.errors import OracleError, nearest
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.rule import Claim

Given = tuple[Sequence[str], Callable[..., Any]]  # a rule as people give it: names, and a function of their values


class Rules:
    """Says no if some rule says no; else don't know (None) if some rule says that; else yes.

    A rule is a list of names and a function. The function gets the values of these variables, in this order, by name
    where values have names ("Mon"). It returns True (fine), False (broken) or None (don't know).

    An oracle of your own may pass its questions on to `ask` and `ask_rule`, and may call `check(problem)` before.
    """

    def __init__(self, rules: Iterable[Given]) -> None:
        if isinstance(rules, (str, Mapping)) or not isinstance(rules, Iterable):
            raise OracleError(f"rules must be a list of (names, function), not {rules!r:.60}")
        self.rules = [_read(rule, number) for number, rule in enumerate(rules, 1)]
        self._vocabulary: Vocabulary | None = None
        self._on_scopes: OnScopes | None = None

    def ask(self, query: Query) -> bool | None:
        self._know(query.vocabulary)
        return self.on(query.shown)

    def on(self, assignment: Mapping[str, int | str]) -> bool | None:
        """The answer to an example. Values that have names are given by name."""
        unknown = False
        for number, (names, function) in enumerate(self.rules, 1):
            if all(name in assignment for name in names):
                answer = _answer(number, names, function, [assignment[name] for name in names])
                if answer is False:
                    return False
                unknown = unknown or answer is None
        return None if unknown else True

    def check(self, problem: Problem) -> None:
        """Refuse names that the problem does not have; warn of rules with more variables than any relation has."""
        self._know(problem.vocabulary)
        wide = [(f"rule {number}", len(set(names))) for number, (names, _) in enumerate(self.rules, 1)]
        warn_if_too_wide(wide, problem)

    def _know(self, vocabulary: Vocabulary) -> None:
        """Take questions to be about this vocabulary from now on; refuse names that it does not have."""
        if vocabulary is self._vocabulary:
            return
        for number, (names, _) in enumerate(self.rules, 1):
            for name in names:
                if name not in vocabulary.index:
                    hint = nearest(name, vocabulary.names)
                    raise OracleError(f"rule {number}: there is no variable {name!r}{hint}")
        self._vocabulary = vocabulary
        self._on_scopes = None

    def ask_rule(self, claim: Claim) -> Answer:
        """The answer to a question about rules. It agrees with the answers to examples."""
        if claim.vocabulary is not None:
            self._know(claim.vocabulary)
        if self._on_scopes is None:
            if self._vocabulary is None:
                raise OracleError(
                    "rules: which problem is this question about? Call check(problem) before, or ask with a claim "
                    "that has a vocabulary"
                )
            tables = Tables(self._vocabulary)
            for number, (names, function) in enumerate(self.rules, 1):
                tables.add(names, partial(_answer_of, self._vocabulary, number, names, function))
            self._on_scopes = tables.on_scopes()
        return self._on_scopes.answer(claim)


def _read(rule: Any, number: int) -> tuple[tuple[str, ...], Callable[..., Any]]:
    if not isinstance(rule, (tuple, list)) or len(rule) != 2 or not callable(rule[1]):
        raise OracleError(f"rule {number}: {rule!r:.60} is not of the form (['a', 'b'], function)")
    names, function = rule
    if isinstance(names, str) or not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise OracleError(f"rule {number}: its variables must be a list of names, not {names!r:.60}")
    return tuple(names), function


def _answer_of(
    vocabulary: Vocabulary, number: int, names: Sequence[str], function: Callable[..., Any], *values: int
) -> bool | None:
    shown = [vocabulary.shown(name, value) for name, value in zip(names, values, strict=True)]
    return _answer(number, names, function, shown)


def _answer(
    number: int, names: Sequence[str], function: Callable[..., Any], values: Sequence[int | str]
) -> bool | None:
    try:
        answer = function(*values)
    except Exception as error:
        shown = ", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True))
        raise OracleError(f"rule {number} raised {error!r} on {shown}") from error
    if answer is not None and not isinstance(answer, (bool, np.bool_)):
        raise OracleError(f"rule {number}: it returned {answer!r:.60}, not True, False or None")
    return None if answer is None else bool(answer)
