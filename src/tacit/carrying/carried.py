"""What carries over from one problem to another: rules, rules about named people or cells, and what does not.

>>> from tacit.carrying.carry import carry_over
>>> small, large = (
...     Problem({f"g[{i},{j}]": range(n) for i in range(n) for j in range(n)}, language=["!="]) for n in (3, 5)
... )
>>> rows = [("!=", [f"g[{i},{j}]", f"g[{i},{k}]"]) for i in range(3) for j in range(3) for k in range(j)]
>>> carried = carry_over(small.network([*rows, ("!=", ["g[0,0]", "g[2,2]"])]), large)
>>> [each.words for each in carried.rules], [each.words for each in carried.by_name]
(['in each row of g, all cells differ'], ['g[0,0] and g[2,2] differ'])
>>> len(carried.network()), len(carried.network(named=True))
(50, 51)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tacit.candidates.bias import Bias
from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.formats.rule_folding import can_be_named
from tacit.learning.claims import Claimed
from tacit.learning.expected import Expected
from tacit.problem.bounds import Bound
from tacit.problem.expressions import Expression
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.showing.claim_words import statement
from tacit.structure.rule import Number, Rule

# How likely a rule is to hold in the new problem. Set by hand: they only say what is asked first.
SURE, NUMBER, OTHER_READING, NAMED = 0.9, 0.6, 0.5, 0.3


@dataclass(frozen=True)
class CarriedRule:
    """A rule of the new problem.

    source: as it was learned
    named:  the people, lines or cells that it names
    check:  what should be looked at: a number that was said of groups of another size, …
    others: other rules that it could have been, because both were the same when it was learned
    chance: how likely it is to hold in the new problem
    """

    rule: Rule
    source: Rule
    named: tuple[str, ...] = ()
    check: str | None = None
    others: tuple[Rule, ...] = ()
    chance: float = SURE

    @property
    def words(self) -> str:
        return statement(self.rule)


@dataclass(frozen=True)
class LeftRule:
    """A rule that does not carry over, and why.

    ask: a question for its number, if that is what is missing
    """

    source: Rule
    reason: str
    ask: Number | None = None

    @property
    def words(self) -> str:
        return statement(self.source)


@dataclass(frozen=True)
class Carried:
    """What carries over to a problem."""

    problem: Problem
    rules: tuple[CarriedRule, ...]
    by_name: tuple[CarriedRule, ...]  #: about named people, lines or cells: somebody should confirm them
    left: tuple[LeftRule, ...]

    def chosen(self, *, named: bool = False) -> tuple[CarriedRule, ...]:
        """The rules that count; those about named people only if it is said."""
        return (*self.rules, *self.by_name) if named else self.rules

    def network(self, *, named: bool = False) -> Network:
        """The rules as constraints of the new problem, with its background."""
        found = [c for each in self.chosen(named=named) for c in constraints_of(each.rule, self.problem)]
        return Network(self.problem.vocabulary, list(dict.fromkeys([*self.problem.background, *found])))

    def model(self, *, named: bool = False) -> Model:
        """A model of the new problem, which can be solved and exported."""
        v, groups = self.problem.vocabulary, self.problem.groups
        rules = [each.rule for each in self.chosen(named=named)]
        several = [rule for rule in rules if len(rule.constraints()) > 1 and can_be_named(rule.family, v, groups)]
        return Model(self.problem.name, self.network(named=named), rules=tuple(several), groups=groups)

    # --- to start an interview from ---

    def known(self, *, named: bool = False) -> list[Claimed]:
        """The rules that the language of the new problem can say, taken as known: `Dialogue(problem, claims=…)`."""
        rules = [each.rule for each in self.chosen(named=named)]
        return [Claimed(rule, True, source="carried over") for rule in rules if self._can_be_asked(Expected(rule))]

    @property
    def beliefs(self) -> list[Expected]:
        """What is worth a question, the likeliest first: rules, what else they could have been, and rules by name."""
        found = [expected for each in (*self.rules, *self.by_name) for expected in _asked(each)]
        found += [Expected(each.ask, OTHER_READING) for each in self.left if each.ask is not None]
        found.sort(key=lambda each: -each.chance)
        return list({each.claim: each for each in reversed(found)}.values())[::-1]

    @property
    def expected(self) -> list[Expected]:
        """The same, without what the language of the new problem can't say: `Dialogue(problem, expected=…)`."""
        return [each for each in self.beliefs if self._can_be_asked(each)]

    def additions(self, asked: Iterable[Expected]) -> list[dict[str, Any]]:
        """What the language of the new problem would need to ask about these, as entries of a problem file."""
        found = []
        for claim in (each.claim for each in asked if not self._can_be_asked(each)):
            assert isinstance(claim, (Rule, Number))
            relation = claim.relation if isinstance(claim, Rule) else claim.bound
            text = text_of(relation, open_number=True)
            if text is not None:
                found.append({"relation": text, "over": claim.family.spec})
        return found

    def _can_be_asked(self, expected: Expected) -> bool:
        claim = expected.claim
        if isinstance(claim, Number):
            return self._rows.numbers(claim.bound, claim.family) is not None
        assert isinstance(claim, Rule)
        rows = self._rows.of_rule(claim)
        return bool(len(rows)) and MISSING not in rows

    @cached_property
    def _rows(self) -> RuleRows:
        return RuleRows(Bias(self.problem))


def _asked(each: CarriedRule) -> Iterator[Expected]:
    """Other readings are asked first, because they say more: whoever confirms one need not be asked about the rule."""
    for other in each.others:
        yield Expected(other, each.chance)
    yield Expected(each.rule, each.chance)


def constraints_of(rule: Rule, problem: Problem) -> list[Constraint]:
    """The constraints that a rule stands for."""
    names = problem.vocabulary.names
    return [Constraint(rule.relation, tuple(names[x] for x in scope)) for scope in rule.constraints()]


def text_of(relation: Relation, *, open_number: bool = False) -> str | None:
    """A relation as it is written in a problem file; None if it is a table."""
    if isinstance(relation, Bound):
        if open_number and not relation.measure.is_different:
            return Bound(relation.measure, relation.sign, None).name
        return relation.name
    return relation.function.text if isinstance(relation.function, Expression) else None
