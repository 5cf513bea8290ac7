"""An oracle made of rules: each rule is a function of a few variables, and speaks when all of them are assigned.

>>> rules = Rules([(["a", "b"], lambda a, b: a != b), (["b"], lambda b: b > 0)])
>>> rules.on({"a": 1, "b": 1}), rules.on({"a": 1}), rules.on({"b": 0})
(False, True, False)

A rule about a whole group speaks as soon as no completion of the group can satisfy it, as bounds do.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from math import prod
from typing import Any

import numpy as np

from tacit.dialogue.oracles.on_scopes import OnScopes, Tables
from tacit.dialogue.oracles.width import EARLY, bound_groups, check_speaks, warn_if_too_wide
from tacit.errors import LanguageError, OracleError, OracleWarning, ProblemError, nearest
from tacit.problem.bounds import SMALLEST
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.rule import Claim

# a rule as people give it: names, and a function of their values or a relation
Given = tuple[Sequence[str], Callable[..., Any] | str | Relation]

MOST_COMPLETIONS = 100_000  # of a group; more are not tried for one answer


class Rules:
    """Says no if some rule says no; else don't know (None) if some rule says that; else yes.

    A rule is a list of names, and a function or a relation. A function gets the values of these variables, in this
    order, by name where values have names ("Mon"). It returns True (fine), False (broken) or None (don't know). A
    relation is a text such as "!=" or "count(night) <= 2".

    A rule about a group of three or more variables that a bound of the problem is on speaks as soon as no completion of
    the group can satisfy it: bounds know when that is, and functions are tried with all completions. With
    speaks="complete" a function waits until all its variables are assigned, as it does on other scopes.

    An oracle of your own may pass its questions on to `ask` and `ask_rule`, and may call `check(problem)` before.
    """

    def __init__(self, rules: Iterable[Given], *, speaks: str = EARLY) -> None:
        if isinstance(rules, (str, Mapping)) or not isinstance(rules, Iterable):
            raise OracleError(f"rules must be a list of (names, function), not {rules!r:.60}")
        check_speaks(speaks)
        self.rules = [_read(rule, number) for number, rule in enumerate(rules, 1)]
        self.speaks = speaks
        self._vocabulary: Vocabulary | None = None
        self._network: Network | None = None  # of the rules that are relations
        self._early: frozenset[int] = frozenset()  # the numbers of the functions that are tried with all completions
        self._on_scopes: OnScopes | None = None

    def ask(self, query: Query) -> bool | None:
        self._know(query.vocabulary)
        return self.on(query.shown)

    def on(self, assignment: Mapping[str, int | str]) -> bool | None:
        """The answer to an example. Values that have names are given by name."""
        if self._network is None and any(not callable(rule) for _, rule in self.rules):
            raise OracleError("rules: a relation is about a problem; call check(problem) before")
        if self._network is not None and not self._network.accepts(assignment):  # type: ignore[arg-type]
            return False
        unknown = False
        for number, (names, function) in enumerate(self.rules, 1):
            if not callable(function):
                continue
            if all(name in assignment for name in names):
                answer = _answer(number, names, function, [assignment[name] for name in names])
            elif number in self._early and any(name in assignment for name in names):
                answer = self._completed(number, names, function, assignment)
            else:
                continue
            if answer is False:
                return False
            unknown = unknown or answer is None
        return None if unknown else True

    def _completed(
        self, number: int, names: Sequence[str], function: Callable[..., Any], assignment: Mapping[str, int | str]
    ) -> bool | None:
        """What a function says of the completions of an example: yes if it does of one, no if it does of all."""
        assert self._vocabulary is not None
        scope = list(dict.fromkeys(names))
        places = [scope.index(name) for name in names]
        answers = set()
        for values in itertools.product(
            *([assignment[name]] if name in assignment else _domain(self._vocabulary, name) for name in scope)
        ):
            answer = _answer(number, names, function, [values[place] for place in places])
            if answer is True:
                return True
            answers.add(answer)
        return None if None in answers else False

    def check(self, problem: Problem) -> None:
        """Refuse names that the problem does not have; warn of rules with more variables than any relation has."""
        self._know(problem.vocabulary)
        groups = bound_groups(problem)
        self._early = self._speaking_early(problem.vocabulary, groups)
        wide = [(f"rule {number}", set(names)) for number, (names, _) in enumerate(self.rules, 1)]
        warn_if_too_wide(wide, problem, groups)

    def _speaking_early(self, vocabulary: Vocabulary, groups: Collection[frozenset[str]]) -> frozenset[int]:
        if self.speaks != EARLY:
            return frozenset()
        found = set()
        for number, (names, rule) in enumerate(self.rules, 1):
            if not callable(rule) or frozenset(names) not in groups or len(set(names)) < SMALLEST:
                continue
            if prod(len(_domain(vocabulary, name)) for name in set(names)) <= MOST_COMPLETIONS:
                found.add(number)
            else:
                warnings.warn(
                    f"rule {number}: a group of {len(set(names))} variables has too many completions to try, so the "
                    "rule speaks when all are assigned, which is later than a bound does. Write it as a text, such as "
                    "'count(night) <= 2' or 'sum == 15'",
                    OracleWarning,
                    stacklevel=4,
                )
        return frozenset(found)

    def _know(self, vocabulary: Vocabulary) -> None:
        """Take questions to be about this vocabulary from now on; refuse names that it does not have."""
        if vocabulary is self._vocabulary:
            return
        for number, (names, _) in enumerate(self.rules, 1):
            for name in names:
                if name not in vocabulary.index:
                    hint = nearest(name, vocabulary.names)
                    raise OracleError(f"rule {number}: there is no variable {name!r}{hint}")
        relations = [(rule, names) for names, rule in self.rules if not callable(rule)]
        try:
            self._network = Network(vocabulary, relations)
        except (ProblemError, LanguageError) as error:
            raise OracleError(f"rules: {error}") from None
        self._vocabulary = vocabulary
        self._early = frozenset()
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
                if not callable(function):
                    continue
                if number in self._early:
                    tables.leave_open(names)
                    continue
                tables.add(names, partial(_answer_of, self._vocabulary, number, names, function))
            self._on_scopes = tables.on_scopes(self._network or ())
        return self._on_scopes.answer(claim)


def _domain(vocabulary: Vocabulary, name: str) -> list[int | str]:
    """The values that a variable can have, as people know them."""
    return [vocabulary.shown(name, value) for value in vocabulary.domains[vocabulary.index[name]]]


def _read(rule: Any, number: int) -> tuple[tuple[str, ...], Callable[..., Any] | str | Relation]:
    if (
        not isinstance(rule, (tuple, list))
        or len(rule) != 2
        or not (callable(rule[1]) or isinstance(rule[1], (str, Relation)))
    ):
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
