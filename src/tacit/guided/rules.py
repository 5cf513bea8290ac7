"""Which rule to ask about, if any: "in each row, do all cells differ?" instead of 324 questions about two cells.

A rule is worth a question as soon as it is a likely reason for constraints that were found one by one. Every family
that holds such a constraint, and in which none was refuted, is a hypothesis; so is "there is no rule, it stands alone".
By Bayes' rule the hypotheses share the credit for what was found. A sort of family that has won is tried for its
siblings without an instance (columns after rows), and one that has failed is tried less.

What is asked is the claim with the greatest expected saving: how likely it is, and how much it would settle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING
from tacit.guided.beliefs import Floats
from tacit.guided.clauses import some_holds, weights
from tacit.guided.groups import MOST_VARIABLES, Groups
from tacit.learning.answers import Answers
from tacit.learning.claims import parts
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.families import cells_family, families_of
from tacit.structure.family import Family, Kind
from tacit.structure.places import Ints
from tacit.structure.rule import Claim, Free, Rule, scope_keys

PRIOR = {
    Kind.WHOLE: 0.1,
    Kind.LINES: 1.0,
    Kind.PLANES: 0.5,
    Kind.BOXES: 0.4,
    Kind.SPANS: 0.1,
    Kind.NEXT: 0.4,
    Kind.ROW_CHANGES: 0.3,
    Kind.ARRAYS: 1.0,
    Kind.SAME_POSITION: 0.2,
    Kind.NEXT_IN_BOX: 0.05,
    Kind.DIAGONALS: 0.2,
    Kind.MAIN_DIAGONALS: 0.2,
}
OTHER = 0.1
PART = 0.2  # a part of a family (one row) is so much less likely than the whole family
EXCEPTIONS, MOST_EXCEPTIONS = 0.5, 6  # … and one that is known to have a few exceptions
RARE = 0.15  # how likely a constraint is to stand alone
ENOUGH = 0.8  # how likely it is that a rule which was accepted is not a part of a wider one
WON, LOST = 1.0, 0.7  # how much a sort of family gains when one of its kind was right, and loses when it was wrong
LEAST_LIKELY = 0.3  # a rule less likely than this is not asked about …
LEAST_WANTED = 0.15  # … but if something is known to be required, one that is at least so likely
NATURAL = 0.2  # … and families at least so natural are tried without an instance
FREE_INSIDE, FREE_OUTSIDE = 0.75, 0.6  # how often nothing is required besides rules, and where no rule holds
FREE_WITHOUT_RULES = 0.35  # how often nothing is required of scopes of a size that no rule has
AGAIN = 0.5  # how much less likely it gets with every time that there was something
WORTH = 1.5  # a rule that is not expected to settle more candidates is not asked about
PATIENCE = 100  # questions until the next try, if rules were answered "don't know"


@dataclass(frozen=True)
class Proposal:
    """A claim to ask about: how likely "yes" is, and how many questions that would save."""

    claim: Claim
    chance: float
    saves: float

    @property
    def value(self) -> float:
        return round(self.chance * float(np.sqrt(self.saves)), 9)


class RuleChooser:
    """Follows a version space and its answers, and proposes claims."""

    def __init__(self, answers: Answers, groups: dict[str, tuple[str, ...]] | None = None) -> None:
        self._follow(answers)
        v = answers.space.vocabulary
        self._n = len(v)
        self._families = list(families_of(v, groups or {}))
        self._keys: dict[tuple[int, int], tuple[Ints, Ints]] = {}
        self._proposed: list[Proposal] = []  # by the last `next_rule`
        self._pairs: dict[Relation, Groups] = {}
        self._wider: dict[tuple[Rule, Rule], bool] = {}
        self._same: dict[tuple[Relation, int, tuple[int, ...]], Rule] = {}
        self._holding: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}

    def _follow(self, answers: Answers) -> None:
        self._answers, self._claims, self._space = answers, answers.claims, answers.space

    def copy(self, answers: Answers) -> RuleChooser:
        """The same beside a copy of the answers; what is kept are facts that never change."""
        twin = object.__new__(RuleChooser)
        twin.__dict__.update(self.__dict__)
        twin._follow(answers)
        return twin

    def next_rule(self, P: Floats, leaning: RowIds) -> Claim | None:
        """The rule to ask about now, if one is worth a question."""
        if not self._may_ask():
            return None
        self._proposed = [*self._rules(leaning), *self._groups(P, leaning)]
        least = LEAST_WANTED if self._something_is_required() else LEAST_LIKELY
        likely = [p for p in self._proposed if p.chance >= least and p.chance * p.saves >= WORTH]
        return max(likely, key=lambda p: p.value).claim if likely else None

    def next_free(self, P: Floats, leaning: RowIds) -> Claim | None:
        """The scopes that may be free of everything, if that is worth a question; after `next_rule`."""
        if not self._may_ask():
            return None
        likely = [p for p in self._free(self._proposed, P, leaning) if p.chance >= LEAST_LIKELY]
        return max(likely, key=lambda p: p.value).claim if likely else None

    def _may_ask(self) -> bool:
        """After "don't know" to rules, wait longer and longer before the next one."""
        unknown = 0
        for said in reversed(self._claims.log):
            if said.answer is not None:
                break
            unknown += 1
        return self._answers.asked >= PATIENCE * unknown * unknown * (unknown > 0)

    # --- rules ---

    def _rules(self, leaning: RowIds) -> Iterator[Proposal]:
        won, lost = self._record()
        space = self._space
        proved = self._claims.proved_by
        known = [row for row in [*space.network, *leaning.tolist()] if row not in proved]
        instances: dict[Relation, list[tuple[int, ...]]] = {}
        for row in known:
            instances.setdefault(space.rows.relation(row), []).append(space.rows.scope(row))
        for relation in {**instances, **{relation: [] for relation, _ in won}}:
            yield from self._of_relation(relation, instances.get(relation, []), won, lost)

    def _something_is_required(self) -> bool:
        return bool(self._claims.some_hold())

    def _required(self, arity: int) -> NDArray[np.bool_] | None:
        """Where something is required that is not known yet, if that was said: its candidates."""
        found = None
        for each in self._claims.open:
            if isinstance(each.claim, Free) and each.claim.arity == arity and not self._space.learned[each.rows].any():
                found = np.zeros(self._space.rows.size, dtype=bool) if found is None else found
                found[each.rows] = True
        return found

    def _record(self) -> tuple[dict[tuple[Relation, str], int], dict[str, int]]:
        """How often each sort of family was right for each relation, and how often it was wrong."""
        won: dict[tuple[Relation, str], int] = {}
        lost: dict[str, int] = {}
        for said in self._claims.log:
            if isinstance(said.claim, Rule):
                sort = said.claim.family.sort
                if said.answer or said.exceptions:
                    won[said.claim.relation, sort] = won.get((said.claim.relation, sort), 0) + 1
                else:
                    lost[sort] = lost.get(sort, 0) + 1
        return won, lost

    def _of_relation(
        self,
        relation: Relation,
        instances: list[tuple[int, ...]],
        won: dict[tuple[Relation, str], int],
        lost: dict[str, int],
    ) -> Iterator[Proposal]:
        holds: dict[Rule, list[int]] = {}
        for i, scope in enumerate(instances):
            for number, order in self._families_of(scope):
                rule = self._rule(relation, number, order)
                holds.setdefault(rule, []).append(i)
        # A rule that was accepted is an instance of the wider ones.
        accepted = [rule for rule in self._accepted() if rule.relation == relation]
        for i, narrow in enumerate(accepted, len(instances)):
            for number, order in self._families_of(tuple(narrow.scopes[0].tolist())):
                rule = self._rule(relation, number, order)
                if self._is_wider(rule, narrow):
                    holds.setdefault(rule, []).append(i)
        tried = {rule.family for rule in holds}
        wanted = self._required(relation.arity)
        for family in self._families:
            rule = Rule(relation, family)
            if family not in tried and (
                won.get((relation, family.sort))
                or (wanted is not None and _natural(family) >= NATURAL and wanted[self._claims.of(rule)].any())
            ):
                holds[rule] = []
        for rule in list(holds):
            part = self._without_refuted(rule)
            if part is not None and part not in holds:
                rows = self._claims.of(part)
                found = [i for i in holds[rule] if i < len(instances) and self._row(relation, instances[i]) in rows]
                if found:
                    holds[part] = found
        alive = [(rule, rows) for rule in holds if (rows := self._open(rule)) is not None]
        if not alive:
            return
        prior = np.array([self._prior(rule, won, lost) for rule, _ in alive])
        member = np.zeros((len(alive), len(instances) + len(accepted)))
        for h, (rule, _) in enumerate(alive):
            member[h, holds[rule]] = 1
        alone = np.log([RARE] * len(instances) + [ENOUGH] * len(accepted))
        count = member @ alone
        shared = (member * alone) @ member.T
        rival = prior[None, :] * np.exp(count[:, None] - shared)  # h' and the rest of h's instances by themselves
        rival *= ~np.eye(len(alive), dtype=bool)
        total = prior + rival.sum(axis=1) + np.exp(count)
        for h, (rule, rows) in enumerate(alive):
            above = [i for i, (other, _) in enumerate(alive) if rival[h, i] > 0 and self._is_wider(other, rule)]
            chance = float((prior[h] + sum(rival[h, i] for i in above)) / total[h])
            left = rows[self._space.in_bias[rows]]
            yield Proposal(rule, round(chance, 9), float(len(left)))

    def _row(self, relation: Relation, scope: tuple[int, ...]) -> int:
        return int(self._claims.rows.find(relation, np.array([scope]))[0])

    def _without_refuted(self, rule: Rule) -> Rule | None:
        """The rule on all groups where nothing of it was refuted, if some was, but only in few groups."""
        rows = self._claims.of(rule)
        if not len(rows) or MISSING in rows or self._space.surviving[rows].all():
            return None
        groups = np.unique(rule.family.group_of_scopes(rule.arity)[~self._space.surviving[rows]])
        if len(groups) > min(MOST_EXCEPTIONS, rule.family.count // 3):
            return None
        return rule.without(tuple(groups.tolist()))

    def _is_wider(self, one: Rule, other: Rule) -> bool:
        """Does a rule say all that another one says, and more?"""
        found = self._wider.get((one, other))
        if found is None:
            mine, others = self._claims.of(one), self._claims.of(other)
            found = self._wider[one, other] = len(mine) > len(others) and bool(np.isin(others, mine).all())
        return found

    def _rule(self, relation: Relation, number: int, order: tuple[int, ...]) -> Rule:
        """The relation on a family, in this order of arguments, or in the usual one if that means the same."""
        found = self._same.get((relation, number, order))
        if found is None:
            found, usual = Rule(relation, self._families[number], order), Rule(relation, self._families[number])
            if np.array_equal(np.sort(self._claims.of(found)), np.sort(self._claims.of(usual))):
                found = usual
            self._same[relation, number, order] = found
        return found

    def _open(self, rule: Rule) -> RowIds | None:
        """The rows of a rule that may be asked about: none is refuted, and some are open; else None."""
        rows = self._claims.of(rule)
        if not len(rows) or MISSING in rows or self._claims.follows(rule) is not None or self._claims.was_put(rule):
            return None
        if self._was_denied(rows):
            return None
        return rows

    def _was_denied(self, rows: RowIds) -> bool:
        """Did a "no" to a part of these rows deny them all?"""
        mine = np.zeros(self._space.rows.size, dtype=bool)
        mine[rows] = True
        return any(mine[each.rows].all() for each in self._claims.open if isinstance(each.claim, Rule))

    def _prior(self, rule: Rule, won: dict[tuple[Relation, str], int], lost: dict[str, int]) -> float:
        family = rule.family
        prior = _natural(family) * (1.0 if not family.key.cuts else PART if family.count == 1 else EXCEPTIONS)
        gained = 1 + WON * won.get((rule.relation, family.sort), 0)
        return prior * gained / (1 + LOST * lost.get(family.sort, 0))

    def _families_of(self, scope: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        """The families that hold a scope, and in which order its variables are there."""
        found = self._holding.get(scope)
        if found is None:
            found = []
            (key,) = scope_keys(np.array([scope]), self._n).tolist()
            for number, family in enumerate(self._families):
                keys, at = self._sorted_keys(number, len(scope))
                place = int(np.searchsorted(keys, key))
                if place < len(keys) and keys[place] == key:
                    there = family.scopes(len(scope))[at[place]].tolist()
                    found.append((number, tuple(there.index(variable) for variable in scope)))
            self._holding[scope] = found
        return found

    def _sorted_keys(self, number: int, arity: int) -> tuple[Ints, Ints]:
        found = self._keys.get((number, arity))
        if found is None:
            keys = scope_keys(self._families[number].scopes(arity), self._n)
            order = np.argsort(keys, kind="stable")
            found = self._keys[number, arity] = keys[order], order
        return found

    # --- groups without a name ---

    def _groups(self, P: Floats, leaning: RowIds) -> Iterator[Proposal]:
        """Rules on variables that no family names, but what was learned does."""
        space, claims = self._space, self._claims
        if self._n > MOST_VARIABLES:
            return
        explained = np.zeros(space.rows.size, dtype=bool)
        for rule in self._accepted():
            if rule.family.key.kind != Kind.CELLS:
                explained[claims.of(rule)] = True
        alone = np.flatnonzero(space.learned & ~explained)
        count: dict[Relation, int] = {}
        for row in [*alone.tolist(), *leaning.tolist()]:
            relation = space.rows.relation(row)
            count[relation] = count.get(relation, 0) + 1
        for relation, edges in count.items():
            if edges < 2 or relation.arity != 2 or not self._is_symmetric(relation):
                continue
            if relation not in self._pairs:
                self._pairs[relation] = Groups(relation, claims.rows, self._n)
            won, lost = self._of_groups(relation)
            for found in self._pairs[relation].find(space, leaning, explained, P):
                rule = Rule(relation, self._cells(found.variables))
                if not claims.was_put(rule) and not self._was_denied(claims.of(rule)):
                    yield Proposal(rule, found.chance * (won + 1) / (won + lost + 1), float(found.open))

    def _of_groups(self, relation: Relation) -> tuple[int, int]:
        """How often groups of variables without a name were right, and how often wrong."""
        said = [
            each.answer
            for each in self._claims.log
            if isinstance(each.claim, Rule)
            and each.claim.relation == relation
            and each.claim.family.key.kind == Kind.CELLS
            and len(each.claim.family.group(0)) > relation.arity
        ]
        return said.count(True), said.count(False)

    def _is_symmetric(self, relation: Relation) -> bool:
        return (1, 0) in self._claims.rows.same(relation)

    # --- nothing more ---

    def _accepted(self) -> list[Rule]:
        said = [part for each in self._claims.log for part in parts(each)]
        return [claim for claim, answer in said if isinstance(claim, Rule) and answer]

    def _free(self, rivals: list[Proposal], P: Floats, leaning: RowIds) -> Iterator[Proposal]:
        accepted = self._accepted()
        for arity in sorted({block.arity for block in self._space.rows.blocks}):
            rules = [rule for rule in accepted if rule.arity == arity]
            families = tuple(dict.fromkeys(rule.family for rule in rules))
            prior = FREE_OUTSIDE if rules else FREE_WITHOUT_RULES if accepted else 0.0
            yield from self._of_free(Free(arity, outside=families), rivals, leaning, P, prior)
            rules = [rule for rule in rules if self._has_open(rule)]
            families = tuple(dict.fromkeys(rule.family for rule in rules))
            if rules:
                free = Free(arity, inside=families, besides=tuple(rules))
                yield from self._of_free(free, rivals, leaning, P, FREE_INSIDE)

    def _has_open(self, rule: Rule) -> bool:
        """Is anything open on the scopes of a rule?"""
        rows = self._claims.of(Free(rule.arity, inside=(rule.family,)))
        return bool(self._space.in_bias[rows].any())

    def _of_free(
        self, free: Free, rivals: list[Proposal], leaning: RowIds, P: Floats, prior: float
    ) -> Iterator[Proposal]:
        space, claims = self._space, self._claims
        rows = claims.of(free)
        left = rows[space.in_bias[rows]]
        if len(left) < 4 or np.isin(leaning, rows).any():
            return
        alone = [row for row in rows[space.learned[rows]].tolist() if row not in claims.proved_by]
        no = self._denied_since(free.arity)
        chance = 0.0 if no or alone else prior
        for rival in rivals:
            if np.isin(claims.of(rival.claim), left).any():
                chance *= 1 - rival.chance
        none = float(1 - some_holds(weights(P[left]).sum())) / (1 + AGAIN * no)
        if alone:
            single = tuple(Rule(space.rows.relation(row), self._cells(space.rows.scope(row))) for row in alone)
            free = replace(free, besides=(*free.besides, *single))
        if not claims.was_put(free):
            yield Proposal(free, round(max(chance, none), 9), float(len(left)))

    def _denied_since(self, arity: int) -> int:
        """How often something was required after all, since the last rule that may explain it was accepted."""
        count = 0
        for said in self._claims.log:
            if said.claim.arity == arity:
                if isinstance(said.claim, Free):
                    count += said.answer is False
                elif said.answer or said.exceptions:
                    count = 0
        return count

    def _cells(self, scope: tuple[int, ...]) -> Family:
        return cells_family(self._space.vocabulary, scope)


def _natural(family: Family) -> float:
    """How natural a family is, before anything is known."""
    kind, numbers = family.key.kind, family.key.numbers
    prior = PRIOR.get(kind, OTHER)
    if kind == Kind.NEXT and numbers[1] > 1:
        return prior * (0.2 if numbers[1] == 2 else 0.05)
    if family.key.depth == 1 and kind in (Kind.WHOLE, Kind.SPANS):
        return 0.5 if kind == Kind.WHOLE else 0.3
    if kind == Kind.BOXES:
        return prior if family.size == family.count else prior / 4
    return prior
