"""Rules on families that may be the reason for a mark: relations of a few cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING
from tacit.guided.hypotheses import natural
from tacit.learning.answers import Answers
from tacit.planning.leanings import FIRST, likely_family
from tacit.planning.mark import Mark, Reason
from tacit.problem.bounds import Bound
from tacit.problem.meaning import TABLE_LIMIT, truth_table
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.families import cells_family, fits
from tacit.structure.family import Family, Kind
from tacit.structure.rule import Rule

ALONE = 0.002  # how likely a constraint is to stand alone
LEAST_NATURAL = 0.1  # families that are less natural are not thought of
MOST_ROWS = 100  # candidates whose families are looked at: a rule on a family is found from any of its candidates
WON, LOST = 2.0, 1.0  # how much a sort of family gains if a rule on one of it was right, and loses if it was wrong


@dataclass(frozen=True)
class _Guess:
    rule: Rule
    rows: RowIds
    weight: float  # that this rule is the reason, and nothing that says more


class RuleReasons:
    """The families of a problem, and which rules on them explain a mark."""

    def __init__(self, answers: Answers, families: Sequence[Family]) -> None:
        space = answers.space
        over = [family for limited in space.bias.over.values() for family in limited]
        every = [f for f in families if natural(f) >= LEAST_NATURAL]
        self._families = [f for f in dict.fromkeys([*over, *every]) if f.key.kind is not Kind.BOXES or f.count > 1]
        self._index()
        self._weaker: dict[tuple[Relation, Relation], bool] = {}

    def _index(self) -> None:
        """For each variable, the groups that it is in, over all families."""
        variables, groups = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        self._family_of: list[int] = []
        for number, family in enumerate(self._families):
            table = family.table()
            there = table >= 0
            first = len(self._family_of)
            variables.append(table[there])
            groups.append(np.repeat(np.arange(first, first + len(table)), there.sum(axis=1)))
            self._family_of += [number] * len(table)
        flat = np.concatenate(variables)
        order = np.argsort(flat, kind="stable")
        self._variables, self._groups = flat[order], np.concatenate(groups)[order]

    def _holding(self, scope: Sequence[int]) -> list[Family]:
        """The families one of whose groups has all variables of a scope."""
        spans = [np.searchsorted(self._variables, [variable, variable + 1]) for variable in scope]
        found = self._groups[slice(*spans[0])]
        for low, high in spans[1:]:
            found = np.intersect1d(found, self._groups[low:high])
        return [self._families[number] for number in sorted({self._family_of[group] for group in found.tolist()})]

    def find(self, mark: Mark, rows: RowIds) -> list[Reason]:
        """The rules that have one of these candidates, which reject what was marked."""
        guesses: dict[tuple[Relation, bytes], _Guess] = {}
        for row in rows[:: -(-len(rows) // MOST_ROWS) or 1].tolist():
            for guess in self._guesses(mark, row):
                guesses.setdefault((guess.rule.relation, np.sort(guess.rows).tobytes()), guess)
        found = list(guesses.values())
        return [self._reason(guess, found, mark.answers) for guess in found]

    def _guesses(self, mark: Mark, row: int) -> Iterator[_Guess]:
        answers = mark.answers
        relation, scope = answers.space.rows.relation(row), answers.space.rows.scope(row)
        for family in self._holding(scope):
            if fits(family, relation.arity):
                rule = self._in_order(answers, relation, family, scope)
                rows = answers.claims.of(rule)
                if row in rows and self._may_hold(answers, rule, rows):
                    yield _Guess(rule, rows, self._prior(answers, rule) * mark.fits(len(scope), rows))
        alone = Rule(relation, cells_family(answers.space.vocabulary, scope))
        rows = answers.claims.of(alone)
        if self._may_hold(answers, alone, rows):
            yield _Guess(alone, rows, ALONE * mark.fits(len(scope), rows))

    def _reason(self, guess: _Guess, others: list[_Guess], answers: Answers) -> Reason:
        """A rule is true if something is that says at least as much."""
        weight = sum(other.weight for other in others if self._says(other, guess, answers))
        relations = {other.rule.relation for other in others}
        weaker = sum(self._implies(guess.rule.relation, each, answers) for each in relations)
        open_ = int(np.count_nonzero(answers.space.in_bias[guess.rows]))
        return Reason(guess.rule, round(weight, 12), weaker * open_)

    def _says(self, one: _Guess, other: _Guess, answers: Answers) -> bool:
        """Does one rule say all that another one says?"""
        if one.rule.relation == other.rule.relation:
            return len(one.rows) >= len(other.rows) and bool(np.isin(other.rows, one.rows).all())
        if not self._implies(one.rule.relation, other.rule.relation, answers) or one.rule.order != other.rule.order:
            return False
        return one.rule.family == other.rule.family

    def _implies(self, one: Relation, other: Relation, answers: Answers) -> bool:
        """Does a relation forbid all that another one forbids?"""
        found = self._weaker.get((one, other))
        if found is None:
            v = answers.space.vocabulary
            small = one.arity == other.arity and v.n_codes**one.arity <= TABLE_LIMIT
            found = one == other or (small and not bool((truth_table(one, v) & ~truth_table(other, v)).any()))
            self._weaker[one, other] = found
        return found

    def _in_order(self, answers: Answers, relation: Relation, family: Family, scope: tuple[int, ...]) -> Rule:
        """The relation on a family, in the order of arguments that it has on this scope."""
        group = family.group(family.holding(scope)[0])
        there = [variable for variable in group if variable in scope]
        order = tuple(there.index(variable) for variable in scope)
        usual = Rule(relation, family)
        if order == tuple(range(len(scope))):
            return usual
        turned = Rule(relation, family, order)
        same = np.array_equal(np.sort(answers.claims.of(turned)), np.sort(answers.claims.of(usual)))
        return usual if same else turned

    def _may_hold(self, answers: Answers, rule: Rule, rows: RowIds) -> bool:
        """None of it is refuted, some of it is open, no "no" denies it, and it leaves a plan."""
        claims, space = answers.claims, answers.space
        if not len(rows) or MISSING in rows or not space.surviving[rows].all() or not space.in_bias[rows].any():
            return False
        return claims.is_open(rule) and not claims.is_denied(rows) and not _leaves_nothing(answers, rule)

    def _prior(self, answers: Answers, rule: Rule) -> float:
        family = rule.family
        limited = family in answers.space.bias.over.get(rule.relation.name, ()) and family.count > 1
        prior = FIRST * (1.0 if limited else likely_family(family))
        won = lost = 0
        for said in answers.claims.standing:
            claim = said.claim
            if isinstance(claim, Rule) and not isinstance(claim.relation, Bound) and claim.arity == rule.arity:
                if claim.family == family or (claim.relation, claim.family.sort) == (rule.relation, family.sort):
                    won += bool(said.answer or said.exceptions)
                if claim.family.sort == family.sort and said.answer is False and not said.exceptions:
                    lost += 1
        return prior * (1 + WON * won) / (1 + LOST * lost)


def _leaves_nothing(answers: Answers, rule: Rule) -> bool:
    """Would a rule about single cells leave too few values for a bound that was learned? "Never a night on Monday"
    can't be, where two are needed."""
    if rule.arity > 1:
        return False
    space, bounds = answers.space, answers.space.rows.bounds
    learned = np.flatnonzero(space.learned[bounds.first :])
    if not len(learned):
        return False
    v = space.vocabulary
    allowed: NDArray[np.bool_] = v.in_domain.copy()
    for row in [*answers.claims.of(rule).tolist(), *(r for r in space.network if r < space.rows.n_plain)]:
        if len(space.rows.scope(row)) == 1:
            allowed[space.rows.scope(row)[0]] &= truth_table(space.rows.relation(row), v)
    return bool((bounds.least_levels(allowed)[bounds.series[learned]] > bounds.room[learned]).any())
