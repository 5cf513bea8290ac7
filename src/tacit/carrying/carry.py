"""Carrying over: each rule of a model, found again in another problem."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tacit.carrying.carried import NAMED, NUMBER, OTHER_READING, SURE, Carried, CarriedRule, LeftRule
from tacit.carrying.growing import GrowingRule, growing_rules
from tacit.carrying.not_carried import NotCarried
from tacit.carrying.numbers_elsewhere import number_elsewhere
from tacit.carrying.readings import OtherReadings
from tacit.carrying.same_family import FoundFamily, SameFamily
from tacit.carrying.same_relation import same_relation
from tacit.errors import OptionError, ProblemError, nearest
from tacit.formats.rule_folding import fold_rules
from tacit.learning.result import Result
from tacit.problem.bounds import Bound
from tacit.problem.model import Model
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.showing.progress_bar import ProgressBar
from tacit.structure.arrays import laid_out
from tacit.structure.families import cells_family
from tacit.structure.family import Family
from tacit.structure.finding import find_family
from tacit.structure.kinds_of_pairs import next_along
from tacit.structure.phrases import listed
from tacit.structure.rule import Number, Rule


def carry_over(
    source: Model | Result | Network, problem: Problem, *, readings: Mapping[str, str] | None = None
) -> Carried:
    """What was learned of one problem, in another one: of another size, with other labels, other groups, other values.

    readings: which family a rule is meant for, where that is not clear, by the name of its relation:
              {"count(night) <= 2": "window of 7 in row"}
    """
    if not isinstance(problem, Problem):
        raise ProblemError(f"a tacit.Problem is needed to carry rules over to, not {problem!r:.60}")
    with ProgressBar("Carrying rules over"):
        return _Carrying(_as_model(source), problem, readings or {}).all()


def _as_model(source: Any) -> Model:
    if isinstance(source, Model):
        return source
    if isinstance(source, Network):
        return Model("", source)
    if isinstance(source, Result):
        groups = {} if source._problem is None else source._problem.groups
        return Model("", source.network, str(source.status), rules=source.rules, groups=groups)
    raise ProblemError(f"a model, a tacit.Result or a tacit.Network is needed to carry rules from, not {source!r:.60}")


class _Carrying:
    def __init__(self, model: Model, problem: Problem, readings: Mapping[str, str]) -> None:
        self.model, self.problem = model, problem
        self.v, self.source = problem.vocabulary, model.network.vocabulary
        self.families = SameFamily(self.source, problem)
        self.other = OtherReadings(model, problem)
        self.wanted = {name: self._read_wanted(name, text) for name, text in readings.items()}
        self.used: set[str] = set()

    def all(self) -> Carried:
        folded = fold_rules(self.model.network, self.model.groups, self.model.rules)
        cells = [
            Rule(c.relation, cells_family(self.source, [self.source.index[name] for name in c.scope]))
            for c in folded.rest
        ]
        rules: list[CarriedRule] = []
        by_name: list[CarriedRule] = []
        left: list[LeftRule] = []
        series = growing_rules(self.model.network)
        for each in series:
            for one in self._of_series(each):
                (left if isinstance(one, LeftRule) else rules).append(one)  # type: ignore[arg-type]
        for rule in (*folded.rules, *cells):
            if any(each.says(rule) for each in series):
                continue
            for found in self._carried(replace(rule, vocabulary=self.source)):
                if isinstance(found, LeftRule):
                    left.append(found)
                else:
                    (by_name if found.named else rules).append(found)
        self._refuse_unused()
        return Carried(self.problem, tuple(rules), tuple(by_name), tuple(left))

    def _of_series(self, series: GrowingRule) -> Iterable[CarriedRule | LeftRule]:
        """A rule for each distance that the new problem has."""
        first = series.rules[0]
        try:
            neighbours = self.families.find(first.family).family
            there = next(array for array in laid_out(self.v.names) if array.called == neighbours.key.stem)
            longest = there.shape[series.axis] - 1
            for k in range(1, longest + 1):
                grown = Relation.of(series.text(k), self.source.named_values)
                relation = same_relation(grown, self.source, self.problem)
                family = next_along(there, series.axis, k, self.v.names)
                source = series.rules[min(k, series.longest) - 1]
                check = None
                if k > series.longest:
                    check = f"it was so for each distance from 1 to {series.longest}, and here there are larger ones"
                yield CarriedRule(Rule(relation, family, series.order, vocabulary=self.v), source, check=check)
        except NotCarried as reason:
            yield LeftRule(first, str(reason))

    def _carried(self, rule: Rule) -> Iterable[CarriedRule | LeftRule]:
        try:
            relation = same_relation(rule.relation, self.source, self.problem)
            found = self.families.find(rule.family)
        except NotCarried as reason:
            return [LeftRule(rule, str(reason))]
        missing = [LeftRule(rule, f"there is no {listed(found.missing)} in the new problem")] if found.missing else []
        try:
            if isinstance(relation, Bound):
                return [self._bound(rule, relation, found), *missing]
            return [self._plain(rule, relation, found), *missing]
        except NotCarried as reason:
            return [LeftRule(rule, str(reason), self._number(relation, found.family))]

    def _plain(self, rule: Rule, relation: Relation, found: FoundFamily) -> CarriedRule:
        if found.family.size < relation.arity:
            raise NotCarried(f"in the new problem {found.family.phrase} has {found.family.size} cells")
        here = Rule(relation, found.family, rule.order, vocabulary=self.v)
        people = self.other.two_people(rule)
        if people is None:
            return self._named(CarriedRule(here, rule), found)
        note = f"it may be about all {found.family.key.cuts[-1]}, or about these two"
        try:
            two = self.families.find(people)
        except NotCarried as reason:
            return CarriedRule(here, rule, (str(found.family.key.cuts[-1]),), f"{note}: {reason}", chance=NAMED)
        named = Rule(relation, two.family, rule.order, vocabulary=self.v)
        return CarriedRule(named, rule, two.named, note, (here,), OTHER_READING)

    def _bound(self, rule: Rule, relation: Bound, found: FoundFamily) -> CarriedRule:
        family = found.family
        others: tuple[Family, ...] = ()
        if not found.named and not relation.measure.is_different:
            read = self.other.of_bound(rule, family)
            family, others = read.family, read.others
            if others and rule.relation.name in self.wanted:
                self.used.add(rule.relation.name)
                family, others = self.wanted[rule.relation.name], ()
        here, check = self._with_number(rule, relation, family)
        also = []
        for other in others:
            try:
                also.append(self._with_number(rule, relation, other)[0])
            except NotCarried:
                continue
        if also:
            also_words = listed([each.family.phrase for each in also], "or")
            check = f"it may also be meant for {also_words}: that was the same when it was learned"
        chance = OTHER_READING if also else NUMBER if check else SURE
        same_size = [each for each in also if each.family.size == here.family.size]
        return self._named(CarriedRule(here, rule, check=check, others=tuple(same_size), chance=chance), found)

    def _with_number(self, rule: Rule, relation: Bound, family: Family) -> tuple[Rule, str | None]:
        bound, check = number_elsewhere(relation, rule.family, self.source, family, self.v)
        return Rule(bound, family, vocabulary=self.v), check

    def _number(self, relation: Relation, family: Family) -> Number | None:
        """The question for a number that can't be carried."""
        if not isinstance(relation, Bound) or relation.measure.is_different or relation.sign == "==":
            return None
        return Number(Bound(relation.measure, relation.sign, None), family, vocabulary=self.v)

    def _named(self, carried: CarriedRule, found: FoundFamily) -> CarriedRule:
        return carried if not found.named else replace(carried, named=found.named, chance=NAMED)

    # --- readings that somebody has chosen ---

    def _read_wanted(self, name: str, text: str) -> Family:
        try:
            return find_family(self.v, text, self.problem.groups)
        except ProblemError as error:
            raise OptionError(f"reading of {name!r}: {error}") from None

    def _refuse_unused(self) -> None:
        for name in self.wanted:
            if name not in self.used:
                known = [rule.relation.name for rule in self.model.rules]
                hint = nearest(name, [each for each in known if each != name])
                raise OptionError(f"reading of {name!r}: no rule of this name can be read in several ways{hint}")
