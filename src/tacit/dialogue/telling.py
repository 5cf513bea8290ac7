"""Rules that a person says, and answers about rules from an earlier dialogue: read, and checked against the problem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.errors import LanguageError, RuleError, nearest
from tacit.learning.claims import TOLD, Claimed
from tacit.learning.evidence import Conflict
from tacit.learning.expected import Expected
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_values
from tacit.problem.named_relations import relation_named, relations_of
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.showing.claim_words import answer_word, question, statement
from tacit.structure.family import Family
from tacit.structure.finding import find_family
from tacit.structure.rule import Claim, Number, Review, Rule

MANY = 8  # relations: a language that has more is not listed in full


def read_rule(
    problem: Problem, rows: RuleRows, given: Any, over: str | Family | None = None, order: Sequence[int] = ()
) -> Rule:
    """A rule from what people write: a `Rule`, or a relation and the family that it ranges over."""
    if isinstance(given, Rule):
        if over is not None or order:
            raise RuleError("a Rule says by itself what it ranges over: `over` and `order` go with a relation")
        rule = given
    else:
        if over is None:
            raise RuleError("over: say what the rule ranges over, as in over='each row'")
        relation = _relation(problem, given)
        family = over if isinstance(over, Family) else find_family(problem.vocabulary, over, problem.groups)
        rule = Rule(relation, family, _read_order(relation, order))
    _check(problem, rows, rule)
    return replace(rule, vocabulary=problem.vocabulary)


def read_claims(problem: Problem, rows: RuleRows, given: Any) -> list[Claimed]:
    """Answers about rules from an earlier dialogue."""
    if not isinstance(given, Iterable):
        raise RuleError(f"claims: a list of tacit.Claimed is needed, not {given!r:.60}")
    found = []
    for position, said in enumerate(given, 1):
        if not isinstance(said, Claimed):
            raise RuleError(f"claims: number {position} is not a tacit.Claimed, but {said!r:.60}")
        for rule in said.claim.lines if isinstance(said.claim, Review) else (said.claim,):
            if isinstance(rule, Rule):
                _check(problem, rows, rule)
        found.append(said)
    return found


def check_expected(problem: Problem, rows: RuleRows, expected: Sequence[Expected]) -> None:
    """Refuse what is expected but can't be asked about: what is not in the language of the problem."""
    for position, each in enumerate(expected, 1):
        try:
            if isinstance(each.claim, Rule):
                _check(problem, rows, each.claim)
            elif isinstance(each.claim, Number) and rows.numbers(each.claim.bound, each.claim.family) is None:
                raise RuleError(f"{each.claim.bound.name} over {each.claim.family.phrase} is not in the language")
        except RuleError as error:
            raise RuleError(f"expected, number {position}: {error}") from None


def why_wrong(rule: Rule, conflict: Conflict) -> str:
    """Why a rule that was said can't be right: the earlier answers that speak against it."""
    against = [f"{query} was answered yes" for query in conflict.yes]
    for said in conflict.claims:
        if said.claim != rule or not said.answer:
            told = said.source == TOLD
            against.append(
                f"{statement(said.claim)!r} was said"
                if told
                else f"{_answer(said)} was the answer to {question(said.claim)!r}"
            )
    because = "; ".join(against) or "with normalized=True a scope has at most one constraint"
    return f"{statement(rule)!r} can't be right: {because}"


def in_words(said: Claim | Claimed, *, ask: bool = False) -> str:
    """A rule, or that nothing more is required, in words; what was answered about it, if it is a `Claimed`.

    ask: put it as a question, as people are asked it

    >>> problem = Problem({f"g[{i},{j}]": range(2) for i in range(2) for j in range(2)}, language=["!="])
    >>> rule = Rule(problem.language[0], find_family(problem.vocabulary, "row"))
    >>> in_words(rule), in_words(rule, ask=True)
    ('in each row of g, both cells differ', 'In each row of g, do both cells differ?')
    >>> in_words(Claimed(rule, False)), in_words(Claimed(rule, False, exceptions=(1,)))
    ('in each row of g, both cells differ: no', 'in each row of g, both cells differ, except in row 1')
    """
    claim = said.claim if isinstance(said, Claimed) else said
    if not isinstance(claim, Claim):
        raise RuleError(
            "a tacit.Rule, tacit.Free, tacit.Unlimited, tacit.Number, tacit.Review or tacit.Claimed is needed, "
            f"not {said!r:.60}"
        )
    if ask:
        return question(claim)
    if not isinstance(said, Claimed):
        return statement(claim)
    if said.exceptions:
        return statement(claim, exceptions=said.exceptions)
    if said.number is not None:
        return statement(claim, number=said.number)
    return f"{statement(claim)}: {answer_word(claim, said.answer)}"


def _answer(said: Claimed) -> str:
    return "no, with exceptions," if said.exceptions else answer_word(said.claim, said.answer, said.number)


def _named(rule: Rule) -> str:
    return f"{rule.relation.name!r} over {rule.family.phrase}"


def _relation(problem: Problem, given: Any) -> Relation:
    if isinstance(given, str):
        found = relation_named(problem, given.strip())
    else:
        try:
            found = relation_named(problem, Relation.of(given, problem.vocabulary.named_values).name)
        except LanguageError:
            found = None
    if found is None:
        known = relations_of(problem)
        name = str(given).strip()
        hint = nearest(name, known) if len(known) > MANY else f"; there are {', '.join(map(repr, known))}"
        raise LanguageError(f"relation {name!r:.60} is not in the language of the problem{hint}")
    return found


def _read_order(relation: Relation, order: Sequence[int]) -> tuple[int, ...]:
    read = tuple(order)
    if read and sorted(read) != list(range(relation.arity)):
        raise RuleError(
            f"order: {relation.name!r} takes {relation.arity} cells, so it must be an order of "
            f"{list(range(relation.arity))}, not {list(read)}"
        )
    return () if read == tuple(range(relation.arity)) else read


def _check(problem: Problem, rows: RuleRows, rule: Rule) -> None:
    if isinstance(rule.relation, Bound):
        _check_bound(problem, rows, rule, rule.relation)
        return
    if not len(rule.scopes):
        raise RuleError(
            f"{_named(rule)} is a rule over nothing: {rule.relation.name!r} takes {rule.arity} cells, and no "
            f"group has more than {rule.family.size}"
        )
    if rule.scopes.max() >= len(problem.names):
        raise RuleError(f"{_named(rule)}: the rule belongs to a problem with more variables")
    missing = np.flatnonzero(rows.of_rule(rule) == MISSING)
    if len(missing):
        names = [problem.names[variable] for variable in rule.scopes[missing[0]].tolist()]
        raise RuleError(f"{_named(rule)}: {rule.relation.on(names)!r} is not in the language, so it can't be learned")


def _check_bound(problem: Problem, rows: RuleRows, rule: Rule, bound: Bound) -> None:
    """Like `_check`, for a bound: whole groups, and a number that says something on some of them."""
    if rule.order:
        raise RuleError(f"{_named(rule)}: a bound takes whole groups, in no order")
    if bound.k is None:
        example = f"{bound.measure.text} {bound.sign} 2"
        raise RuleError(f"{_named(rule)}: its number is open; say it with a number, such as {example!r}")
    if int(rule.family.table().max()) >= len(problem.names):
        raise RuleError(f"{_named(rule)}: the rule belongs to a problem with more variables")
    check_values(bound, problem.vocabulary)
    found = rows.of_rule(rule)
    if len(found) and MISSING not in found:
        return
    ranges = [span for part in bound.parts() if (span := rows.numbers(part, rule.family)) is not None]
    if not ranges:
        raise RuleError(f"{_named(rule)} is not in the language, so it can't be learned")
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if low <= bound.k <= high:
        raise RuleError(f"{_named(rule)} is not in the language, so it can't be learned")
    raise RuleError(
        f"{_named(rule)}: a number from {low} to {high} says something there (did you mean "
        f"{min(max(bound.k, low), high)}?)"
    )
