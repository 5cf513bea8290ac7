"""Rules on families that may be the reason for what was found one by one.

Every family that holds a constraint that was found, and in which none was refuted, is a hypothesis; so is "there is no
rule, it stands alone". By Bayes' rule the hypotheses share the credit for what was found. A sort of family that has won
is a hypothesis for its siblings without an instance (columns after rows), and one that has failed is believed less. If
something is known to be required, but not what, natural families are hypotheses without an instance, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING
from tacit.guided.proposals import Proposal
from tacit.learning.answers import Answers
from tacit.learning.claims import OpenClaim
from tacit.problem.bounds import Bound
from tacit.problem.meaning import is_different
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.families import families_of, fits
from tacit.structure.family import Family, Kind
from tacit.structure.membership import Membership
from tacit.structure.rule import Free, Rule

# How natural a family is: the odds that it is the reason for a constraint that lies in it.
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
IN_A_LINE = {Kind.WHOLE: 0.5, Kind.SPANS: 0.3}  # in an array of one dimension
FURTHER = {2: 0.2, 3: 0.05}  # the one that is 2 further, or more, is so much less natural than the next one
NO_NAMES = 0.2  # the same for the next one in a list of names that say nothing
UNEVEN = 0.25  # the same for boxes that are not as many as they have cells
PART = 0.2  # a part of a family (one row) is so much less likely than the whole family …
EXCEPTIONS, MOST_EXCEPTIONS = 0.5, 6  # … and one that is known to have a few exceptions
DOUBTFUL = 0.9  # … of whoever slipped before: the exception may be a slip
LIMITED_TO = 3.0  # the same for a family that the relation is limited to, whatever failed elsewhere
SAID = 2.0  # a group that a person has named is there for a reason
RARE = 0.15  # how likely a constraint is to stand alone
ENOUGH = 0.8  # how likely it is that a rule which was accepted is not a part of a wider one
WON, LOST = 1.0, 0.7  # how much a sort of family gains when one of its kind was right, and loses when it was wrong
NATURAL = 0.2  # families at least so natural are tried without an instance where something is known to be required

BLAME, MOST_BLAME = 1.5, 0.5  # how many rules are expected where something is required
ONE_LINE = f"one of {Kind.LINES.value}"
LOOKED_AT = 12  # scopes of a rule that are looked at before all are
FEW = 4  # so few rules that may be to blame are asked about one by one

Scope = tuple[int, ...]


class Hypotheses:
    """The families of a problem, and which rules on them are likely by now."""

    def __init__(self, answers: Answers, groups: Mapping[str, Sequence[str]]) -> None:
        v = answers.space.vocabulary
        self._n = len(v)
        self._families = list(families_of(v, groups))
        # What is said of single cells may be said of one line, and of a named group there: Fay is off at weekends.
        named = [family for family in self._families if _is_of_lines(family)]
        parts = [family.part([number]) for family in named for number in range(family.count)]
        self._families += [part for part in parts if part.size < _length(part)]
        # What follows are facts, or things that stay true once they are: copies share them.
        self._membership = Membership(self._families, self._n)
        self._holding: dict[tuple[Relation, Scope], list[Rule]] = {}
        self._rules: dict[tuple[Relation, int, Scope], Rule] = {}
        self._wider: dict[tuple[Rule, Rule], bool] = {}
        self._reached: dict[Rule, set[Family]] = {}
        self._parts: dict[tuple[Rule, tuple[int, ...]], Rule | None] = {}
        self._dead: set[Rule] = set()
        # The proposals about each relation, until something changes that they depend on.
        self._kept: dict[Relation, tuple[Any, list[Proposal], list[OpenClaim]]] = {}
        blocks = [block.relation_ids for block in answers.space.rows.blocks]
        self._relation_of = np.concatenate([np.empty(0, dtype=np.int64), *blocks])
        self._changes = np.zeros(len(answers.space.rows.relations), dtype=np.int64)
        self._seen = 0
        self._marks = np.zeros(answers.space.rows.size, dtype=bool)  # to mark some rows with; nobody leaves a mark
        self.follow(answers)

    def follow(self, answers: Answers) -> None:
        self._claims, self._space, self._doubts = answers.claims, answers.space, answers.doubts

    def copy(self, answers: Answers) -> Hypotheses:
        """The same beside a copy of the answers."""
        twin = object.__new__(Hypotheses)
        twin.__dict__.update(self.__dict__)
        twin._dead, twin._kept, twin._changes = set(self._dead), dict(self._kept), self._changes.copy()
        twin._marks = np.zeros_like(self._marks)  # another thread may use it
        twin.follow(answers)
        return twin

    def proposals(self, leaning: RowIds) -> Iterator[Proposal]:
        """Rules on families, each with its probability. `leaning`: rows that are as good as learned."""
        won, lost = self._record()
        space, proved = self._space, self._claims.proved_by
        instances: dict[Relation, list[Scope]] = {relation: [] for relation, _ in won}
        found_alone = proved.unsettled(np.concatenate([np.array(space.network, dtype=np.int64), leaning]))
        for row in found_alone.tolist():
            if not space.rows.is_bound(row):
                instances.setdefault(space.rows.relation(row), []).append(space.rows.scope(row))
        proposed: set[Rule] = set()
        since = self._since(lost)
        for relation, scopes in instances.items():
            key = tuple(scopes), since[relation]
            if relation not in self._kept or self._kept[relation][0] != key:
                found = list(self._of_relation(relation, scopes, won, lost))
                self._kept[relation] = key, found, list(self._claims.open)  # so that no other claim gets their ids
            for proposal in self._kept[relation][1]:
                proposed.add(proposal.claim)  # type: ignore[arg-type]
                yield proposal
        for proposal in self._of_the_language():
            if proposal.claim not in proposed:
                yield proposal

    def _since(self, lost: dict[str, int]) -> dict[Relation, tuple[Any, ...]]:
        """All that the proposals about a relation depend on beside its instances: they change only if it does."""
        space, claims = self._space, self._claims
        for rows, _ in space.removals[self._seen :]:
            if len(self._relation_of) < space.rows.size:
                rows = rows[rows < len(self._relation_of)]  # without bounds
            changed = np.zeros(len(self._changes), dtype=bool)
            changed[self._relation_of[rows]] = True
            self._changes += changed
        self._seen = len(space.removals)
        said: dict[Relation, int] = {}
        for each in claims.one_by_one:
            if isinstance(each.claim, Rule):
                said[each.claim.relation] = said.get(each.claim.relation, 0) + 1
        denied: dict[Relation, list[tuple[int, int]]] = {}
        for open_ in claims.open:
            if isinstance(open_.claim, Rule):
                denied.setdefault(open_.claim.relation, []).append((id(open_), len(open_.rows)))
        required = [(id(each), len(each.rows)) for each in self._unmet()]
        slipped = bool(self._doubts.disagreements)
        both = tuple(lost.items()), tuple(required), len(claims.accepted), slipped
        return {
            relation: (int(changes), said.get(relation, 0), tuple(denied.get(relation, ())), both)
            for relation, changes in zip(space.rows.relations, self._changes.tolist(), strict=True)
        }

    def _unmet(self) -> list[OpenClaim]:
        """Where something is required that is not known yet, if that was said."""
        free = [each for each in self._claims.open if isinstance(each.claim, Free)]
        return [each for each in free if not self._space.learned[each.rows].any()]

    def _of_the_language(self) -> Iterator[Proposal]:
        """Where something is known to be required, but not what, and few relations are left that could be."""
        for rules in self.to_blame():
            if len(rules) <= FEW:
                for rule in rules:
                    settles = int(np.count_nonzero(self._space.in_bias[self._claims.of(rule)]))
                    yield Proposal(rule, blame(len(rules)), settles)

    def to_blame(self) -> list[list[Rule]]:
        """Where something is known to be required, but not what: for each family, the relations that are limited to it,
        and of which nothing was refuted there."""
        over = self._space.bias.over
        wanted: dict[int, NDArray[np.bool_] | None] = {}
        left: dict[Family, list[Rule]] = {}
        for relation in self._space.rows.relations if over else ():
            if relation.arity not in wanted:
                wanted[relation.arity] = self._required(relation.arity)
            mask = wanted[relation.arity]
            if mask is None:
                continue
            for family in over.get(relation.name, ()):
                rule = Rule(relation, family)
                if mask[self._claims.of(rule)].any() and self._is_alive(rule):
                    left.setdefault(family, []).append(rule)
        return [*left.values(), *self._single_lines()]

    def _single_lines(self) -> list[list[Rule]]:
        """Where something is required of single cells: it mostly is of all cells of a row, and then of other rows."""
        wanted = self._required(1)
        if wanted is None:
            return []
        won = self._record()[0]
        unary = [relation for relation in self._space.rows.relations if relation.arity == 1]
        found: list[Rule] = []
        siblings: dict[tuple[Relation, str], list[Rule]] = {}
        for number, family in enumerate(self._families):
            whole = not any(isinstance(cut, str) for cut in family.key.cuts)
            if whole and family.sort.startswith(ONE_LINE):
                for relation in unary:
                    rule = self._rule(relation, number, (0,))
                    if wanted[self._claims.of(rule)].any() and self._is_alive(rule):
                        found.append(rule)
                        if (relation, family.sort) in won:
                            siblings.setdefault((relation, family.sort), []).append(rule)
        return list(siblings.values()) or ([found] if found else [])

    def _record(self) -> tuple[dict[tuple[Relation, str], int], dict[str, int]]:
        """How often each sort of family was right for each relation, and how often it was wrong."""
        won: dict[tuple[Relation, str], int] = {}
        lost: dict[str, int] = {}
        for said in self._claims.one_by_one:
            if isinstance(said.claim, Rule) and not isinstance(said.claim.relation, Bound):
                sort = said.claim.family.sort
                if said.answer or said.exceptions:
                    won[said.claim.relation, sort] = won.get((said.claim.relation, sort), 0) + 1
                elif said.answer is False:
                    lost[_shape(said.claim.family)] = lost.get(_shape(said.claim.family), 0) + 1
        return won, lost

    def _of_relation(
        self, relation: Relation, instances: list[Scope], won: dict[tuple[Relation, str], int], lost: dict[str, int]
    ) -> Iterator[Proposal]:
        holds: dict[Rule, list[int]] = {}
        for i, scope in enumerate(instances):
            for rule in self._rules_on(relation, scope):
                holds.setdefault(rule, []).append(i)
        # What is left of a rule after its exceptions may be groups that are too small for it to say anything.
        accepted = [rule for rule in self._claims.accepted if rule.relation == relation and len(rule.scopes)]
        for i, narrow in enumerate(accepted, len(instances)):  # an instance of the wider ones
            reaching = self._reaching(narrow)
            for rule in self._rules_on(relation, tuple(narrow.scopes[0].tolist())):
                if rule not in self._dead and rule.family in reaching and self._is_wider(rule, narrow):
                    holds.setdefault(rule, []).append(i)
        for rule in self._without_instance(relation, won):
            holds.setdefault(rule, [])
        for rule in list(holds):
            part = self._without_refuted(rule)
            if part is not None and part not in holds:
                rows = self._claims.of(part)
                found = [i for i in holds[rule] if i < len(instances) and self._row(relation, instances[i]) in rows]
                if found or (self._doubts.disagreements and not holds[rule]):
                    holds[part] = found
        alive = [rule for rule in holds if self._is_alive(rule)]
        if alive:
            yield from self._weigh(alive, holds, len(instances), len(accepted), won, lost)

    def _weigh(
        self,
        alive: list[Rule],
        holds: dict[Rule, list[int]],
        instances: int,
        accepted: int,
        won: dict[tuple[Relation, str], int],
        lost: dict[str, int],
    ) -> Iterator[Proposal]:
        """Share the credit: a hypothesis against all others, which leave some of its instances to stand alone."""
        prior = np.array([self._prior(rule, won, lost) for rule in alive])
        member = np.zeros((len(alive), instances + accepted))
        for h, rule in enumerate(alive):
            member[h, holds[rule]] = 1
        alone = np.log([RARE] * instances + [ENOUGH] * accepted)
        all_alone = member @ alone
        rival = prior[None, :] * np.exp(all_alone[:, None] - (member * alone) @ member.T)
        np.fill_diagonal(rival, 0)
        total = prior + rival.sum(axis=1) + np.exp(all_alone)
        is_wider = self._are_wider(alive)
        for h, rule in enumerate(alive):
            # If a wider rule holds, then this one, too.
            wider = sum(rival[h, i] for i in np.flatnonzero(is_wider[:, h]).tolist())
            left = int(np.count_nonzero(self._space.in_bias[self._claims.of(rule)]))
            yield Proposal(rule, round(float((prior[h] + wider) / total[h]), 9), left)

    def _are_wider(self, rules: list[Rule]) -> NDArray[np.bool_]:
        """Which rule says all that another one says, and more? A matrix of rules × others."""
        rows = [self._claims.of(rule) for rule in rules]
        first = np.array([each[0] for each in rows], dtype=np.int64)
        size = np.array([len(each) for each in rows])
        found = np.zeros((len(rules), len(rules)), dtype=bool)
        for i in np.flatnonzero(size > size.min()).tolist():
            self._marks[rows[i]] = True
            smaller = np.flatnonzero(size < size[i])
            for h in smaller[self._marks[first[smaller]]].tolist():
                found[i, h] = self._marks[rows[h]].all()
            self._marks[rows[i]] = False
        return found

    def _prior(self, rule: Rule, won: dict[tuple[Relation, str], int], lost: dict[str, int]) -> float:
        family = rule.family
        if family in self._space.bias.over.get(rule.relation.name, ()):
            return LIMITED_TO
        prior = natural(family)
        if family.key.cuts and isinstance(family.key.cuts[-1], str):
            return prior * SAID / (1 + LOST * lost.get(_shape(family), 0))
        if family.key.cuts and rule.arity > 1:  # what is said of single cells mostly is said of one row, or of a group
            prior *= PART if family.count == 1 else DOUBTFUL if self._doubts.disagreements else EXCEPTIONS
        return prior * (1 + WON * won.get((rule.relation, family.sort), 0)) / (1 + LOST * lost.get(_shape(family), 0))

    # --- which rules ---

    def wider(self, narrow: Rule) -> list[Rule]:
        """The rules on natural families that say all that a rule says, and more."""
        if isinstance(narrow.relation, Bound) or not len(narrow.scopes):
            return []
        reaching = self._reaching(narrow)
        on_first = self.around(narrow.relation, tuple(narrow.scopes[0].tolist()))
        return [rule for rule in on_first if rule.family in reaching and self._is_wider(rule, narrow)]

    def around(self, relation: Relation, scope: Scope) -> list[Rule]:
        """The rules on natural families that say this relation of this scope."""
        return [rule for rule in self._rules_on(relation, scope) if natural(rule.family) >= NATURAL]

    def _rules_on(self, relation: Relation, scope: Scope) -> list[Rule]:
        """The rules on families that say this relation of this scope, in the order of its arguments."""
        found = self._holding.get((relation, scope))
        if found is None:
            found = []
            for number, there in self._membership.holding(scope):
                if fits(self._families[number], relation.arity):
                    found.append(self._rule(relation, number, tuple(there.index(variable) for variable in scope)))
            self._holding[relation, scope] = found
        return found

    def _rule(self, relation: Relation, number: int, order: Scope) -> Rule:
        """The relation on a family, in this order of arguments, or in the usual one if that means the same."""
        found = self._rules.get((relation, number, order))
        if found is None:
            found, usual = Rule(relation, self._families[number], order), Rule(relation, self._families[number])
            same = order in self._claims.rows.same(relation)
            if same or np.array_equal(np.sort(self._claims.of(found)), np.sort(self._claims.of(usual))):
                found = usual
            self._rules[relation, number, order] = found
        return found

    def _without_instance(self, relation: Relation, won: dict[tuple[Relation, str], int]) -> Iterator[Rule]:
        """Siblings of what has won; and what is natural, where something is required that is not known yet."""
        wanted = self._required(relation.arity)
        if wanted is None and not won:
            return
        usual = tuple(range(relation.arity))
        for number, family in enumerate(self._families):
            if not fits(family, relation.arity):
                continue
            if won.get((relation, family.sort)):
                if relation.arity == 1 and family.sort.startswith(ONE_LINE):
                    continue  # many rows may be it: they are probed
                yield self._rule(relation, number, usual)
            elif wanted is not None and natural(family) >= NATURAL:
                rule = self._rule(relation, number, usual)
                if wanted[self._claims.of(rule)].any():
                    yield rule

    def _required(self, arity: int) -> NDArray[np.bool_] | None:
        """Where something is required that is not known yet, if that was said: its candidates."""
        rows = [each.rows for each in self._unmet() if isinstance(each.claim, Free) and each.claim.arity == arity]
        if not rows:
            return None
        found = np.zeros(self._space.rows.size, dtype=bool)
        found[np.concatenate(rows)] = True
        return found

    def _without_refuted(self, rule: Rule) -> Rule | None:
        """The rule on all groups where nothing of it was refuted, if some was, but only in few groups."""
        most = min(MOST_EXCEPTIONS, rule.family.count // 3)
        rows = self._claims.of(rule)
        if not most or MISSING in rows:
            return None
        refuted = ~self._space.surviving[rows]
        if not refuted.any():
            return None
        groups = np.unique(rule.family.group_of_scopes(rule.arity)[refuted])
        if len(groups) > most:
            return None
        key = rule, tuple(groups.tolist())
        if key not in self._parts:
            self._parts[key] = rule.without(key[1])
        return self._parts[key]

    def _has_too_few_values(self, rule: Rule) -> bool:
        """Would more cells have to differ than there are values? What is in somebody's head has a solution."""
        return is_different(rule.relation) and rule.family.size > self._space.vocabulary.n_codes

    def _has_said_exceptions(self, rule: Rule) -> bool:
        """Was this rule said, or accepted, with exceptions? Then it is known that it does not hold everywhere; but of
        whoever slipped, only if they were named, because a part may have been asked about for a slip."""
        if self._doubts.disagreements:
            return any(said.exceptions and said.claim == rule for said in self._claims.standing)
        return any(
            other.family.uncut == rule.family and (other.relation, other.order) == (rule.relation, rule.order)
            for other in self._claims.accepted
            if other.family.count > 1
        )

    def _row(self, relation: Relation, scope: Scope) -> int:
        return int(self._claims.rows.find(relation, np.array([scope]))[0])

    def _reaching(self, narrow: Rule) -> set[Family]:
        """The families that hold some scopes of a rule, far from each other: only rules on these can be wider. To
        look up all that a rule says takes far longer."""
        found = self._reached.get(narrow)
        if found is None:
            scopes = narrow.scopes[np.flatnonzero(self._claims.of(narrow) != MISSING)]
            some = scopes[:: max(1, len(scopes) // LOOKED_AT)].tolist()
            found = self._reached[narrow] = set(self._membership.holding_all(some))
        return found

    def _is_wider(self, one: Rule, other: Rule) -> bool:
        """Does a rule say all that another one says, and more?"""
        found = self._wider.get((one, other))
        if found is None:
            others = self._claims.of(other)
            # Most are too small, whatever their rows are: to look these up takes longer.
            found = one.family.count * math.comb(one.family.size, one.arity) > len(others)
            mine = self._claims.of(one) if found else others
            if len(mine) <= len(others):
                found = False
            else:
                self._marks[mine] = True
                found = bool(self._marks[others].all())
                self._marks[mine] = False
            self._wider[one, other] = found
        return found

    def _is_alive(self, rule: Rule) -> bool:
        """May a rule be asked about? None of it is refuted, some of it is open, and no "no" denies it."""
        if rule in self._dead:
            return False
        claims = self._claims
        rows = claims.of(rule)
        never = not len(rows) or MISSING in rows or self._has_too_few_values(rule)
        if never or not claims.is_open(rule) or self._has_said_exceptions(rule):
            self._dead.add(rule)  # whatever of this is true stays true
            return False
        return not claims.is_denied(rows)


def blame(rules: int) -> float:
    """How likely each of so many rules is to be what is required."""
    return min(MOST_BLAME, BLAME / rules)


def _is_of_lines(family: Family) -> bool:
    """Does it consist of several lines, cut down to a group that a person has named?"""
    named = bool(family.key.cuts) and isinstance(family.key.cuts[-1], str)
    return named and family.key.kind is Kind.LINES and family.count > 1 and family.size > 1


def _length(part: Family) -> int:
    """How long the line is that a part of it was cut from."""
    family = part
    while family.uncut is not None:
        family = family.uncut
    return family.size


def _shape(family: Family) -> str:
    """What fails together: a family with exceptions or without them, but not single groups, and not boxes of other
    sizes, because one size that fails makes the others no less likely."""
    shape = family.sort if family.count == 1 else family.key.kind.value
    return f"{shape} {family.key.numbers}" if family.key.kind == Kind.BOXES else shape


def natural(family: Family) -> float:
    """How natural a family is, before anything is known."""
    kind, numbers = family.key.kind, family.key.numbers
    prior = PRIOR.get(kind, OTHER)
    if family.key.depth == 1:
        prior = IN_A_LINE.get(kind, prior)
    if not family.key.stem and kind in (Kind.NEXT, Kind.NEXT_IN_LINE):
        prior *= NO_NAMES
    if kind == Kind.NEXT and numbers[1] > 1:
        prior *= FURTHER[min(numbers[1], 3)]
    if kind == Kind.BOXES and (family.uncut or family).size != (family.uncut or family).count:
        prior *= UNEVEN
    return prior
