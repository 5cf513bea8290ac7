"""Which claim to ask about, if any: "in each row, do all cells differ?" instead of 324 questions about two cells.

What is expected from the start (`expectations.py`) comes first, then what known plans show (`shown_by_plans.py`). A
rule comes before examples as soon as it is likely enough and settles enough: rules on families (`hypotheses.py`), and
on groups of variables without a name (`groups.py`; where there are many, `placing.py` finds them). Whether nothing more
is required (`freedom.py`) is asked before large examples, which would have to clear it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.guided.expectations import Expectations
from tacit.guided.freedom import free_proposals, is_star
from tacit.guided.groups import MOST_VARIABLES, Groups
from tacit.guided.hypotheses import FEW, Hypotheses, blame
from tacit.guided.known_pairs import Known, Star
from tacit.guided.limits import LimitChooser
from tacit.guided.placing import next_question
from tacit.guided.probing import Probe
from tacit.guided.proposals import Proposal
from tacit.guided.shown_by_plans import ShownByPlans
from tacit.guided.weights import Floats
from tacit.learning.answers import Answers
from tacit.learning.expected import Expected
from tacit.problem.meaning import is_different
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import Codes
from tacit.structure.families import cells_family, star_family
from tacit.structure.family import Kind
from tacit.structure.rule import Claim, Free, Rule

EVEN = 0.5  # the chance of a claim that was not weighed
LIKELY = 0.3  # a claim less likely than this is not asked about …
FREE_LIKELY = 0.2  # the same for "nothing more is required"
WANTED = 0.12  # … but if something is known to be required, a rule that is at least so likely
WORTH = 1.5  # a rule that is not expected to settle more candidates is not asked about
CAUTION, ALLOWED = 0.3, 2  # by how much for each wrong rule, above two for each right one and so many
NEARLY = 0.6  # so nearly as likely as a narrower rule is a wider one that is asked about instead
MANY = 8  # where fewer constraints are left without a rule, they are single ones rather than parts of groups
PATIENCE = 100  # questions until the next try, if rules were answered "don't know"


class RuleChooser:
    """Follows a version space and its answers, and proposes claims."""

    def __init__(
        self,
        answers: Answers,
        groups: Mapping[str, Sequence[str]],
        expected: Sequence[Expected] = (),
        shown: ShownByPlans | None = None,
    ) -> None:
        self._shown = shown
        self._expectations = Expectations(answers, expected)
        self.hypotheses = Hypotheses(answers, groups)
        self._pairs: dict[Relation, Groups] = {}  # facts, which copies share
        self._proposed: list[Proposal] = []  # by the last `next_rule`
        self._grouped: list[Groups] = []  # of relations that are likely to have some, by the same
        self._limits = LimitChooser(answers)
        self._answers = answers
        self.chance = EVEN  # of a "yes" to the claim that was proposed last

    def copy(self, answers: Answers) -> RuleChooser:
        """The same beside a copy of the answers."""
        twin = object.__new__(RuleChooser)
        twin.__dict__.update(self.__dict__)
        twin._expectations = self._expectations.copy(answers)
        twin._shown = None if self._shown is None else self._shown.copy(answers)
        twin.hypotheses = self.hypotheses.copy(answers)
        twin._limits = self._limits.copy(answers)
        twin._answers = answers
        return twin

    def next_rule(self, P: Floats, leaning: RowIds) -> Claim | None:
        """The rule to ask about now, if one is worth a question."""
        self._grouped = []
        self.chance = EVEN
        if not self._may_ask():
            return None
        expected = self._expectations.next()
        if expected is not None:
            self.chance = expected.chance
            return expected.claim
        shown = None if self._shown is None else self._shown.next()
        if shown is not None:
            review, self.chance = shown
            return review
        limit = self._limits.next_claim()
        if limit is not None:
            return limit
        found = self._of_placing(leaning)
        if found is not None:
            return found
        self._proposed = [*self.hypotheses.proposals(leaning), *self._of_groups(P, leaning)]
        least = WANTED if self._something_is_required() else LIKELY
        careful = least * self._caution()
        likely = [
            p
            for p in self._proposed
            if p.chance >= (least if self._is_limited_to(p.claim) else careful) and p.chance * p.settles >= WORTH
        ]
        if not likely:
            return None
        chosen = self._rather_wide(max(likely, key=lambda p: p.value), likely)
        self.chance = chosen.chance
        return chosen.claim

    def _is_limited_to(self, claim: Claim) -> bool:
        """Is it a rule on a family that its relation is limited to? That others were wrong says nothing about it."""
        over = self._answers.space.bias.over
        return isinstance(claim, Rule) and claim.family in over.get(claim.relation.name, ())

    def _rather_wide(self, best: Proposal, likely: list[Proposal]) -> Proposal:
        """Instead of a rule on a part of the family that its relation is limited to: on the family, if that is nearly
        as likely."""
        claims, over = self._answers.claims, self._answers.space.bias.over
        if isinstance(best.claim, Rule) and best.claim.relation.name in over:
            for other in likely:
                if (
                    isinstance(other.claim, Rule)
                    and other.claim.relation == best.claim.relation
                    and other.claim.family in over[best.claim.relation.name]
                    and other.chance >= NEARLY * best.chance
                    and np.isin(claims.of(best.claim), claims.of(other.claim)).all()
                ):
                    return other
        return best

    def probe(self, P: Floats, random: np.random.RandomState, largest: int | None) -> Codes | None:
        """An example that breaks many rules at once, where something is required and many rules could be it."""
        if not self._may_ask():
            return None
        best: tuple[Codes, int] | None = None
        # What may explain a "no" is looked into by other questions: to break it again would tell nothing.
        never = self._answers.space.learned.copy()
        for no in self._answers.open_no:
            never[no.rows] = True
        for rules in self.hypotheses.to_blame():
            if len(rules) > FEW:
                space, claims = self._answers.space, self._answers.claims
                chances = dict.fromkeys(rules, blame(len(rules)))
                found = Probe(space, claims, chances, P, never).find(random, largest or len(space.vocabulary))
                if found is not None and (best is None or found[1] > best[1]):
                    best = found
        return None if best is None else best[0]

    def next_free(self, weight: Floats, leaning: RowIds) -> Claim | None:
        """The scopes that may be free of everything, if that is worth a question; after `next_rule`.

        weight: of each candidate, as in `weights.py`
        """
        if not self._may_ask():
            return None
        likely = [p for p in free_proposals(self._answers, self._proposed, weight, leaning) if p.chance >= FREE_LIKELY]
        if not likely:
            return None
        chosen = max(likely, key=lambda p: p.value)
        self.chance = chosen.chance
        return chosen.claim

    def may_grow(self, rows: RowIds) -> NDArray[np.bool_]:
        """Which of these candidates may turn out to belong to a group without a name? After `next_rule`."""
        found = np.zeros(len(rows), dtype=bool)
        for groups in self._grouped:
            found |= groups.holds(rows)
        return found

    def _may_ask(self) -> bool:
        """After "don't know" to rules, wait longer and longer before the next one."""
        unknown = 0
        for said in reversed(self._answers.claims.standing):
            if said.answer is not None:
                break
            unknown += 1
        return self._answers.asked >= PATIENCE * unknown * unknown

    def _something_is_required(self) -> bool:
        """Is it known that something is required, but not what? A star, which finds out who is in a group, is no sign
        of a rule on a family."""
        learned = self._answers.space.learned
        some = (each for each in self._answers.claims.open if isinstance(each.claim, Free))
        return any(not is_star(each.claim) and not learned[each.rows].any() for each in some)

    def _caution(self) -> float:
        """Where rules are mostly wrong, they must be more likely to be worth a question; not if a slip may be why."""
        if self._answers.doubts.disagreements:
            return 1.0
        said = [
            each for each in self._answers.claims.one_by_one if isinstance(each.claim, Rule) and each.answer is not None
        ]
        right = sum(bool(each.answer or each.exceptions) for each in said)
        return 1 + CAUTION * max(0, len(said) - right - 2 * right - ALLOWED)

    def _alone(self, leaning: RowIds) -> dict[Relation, int]:
        """How many constraints of each relation no named family explains."""
        space = self._answers.space
        count: dict[Relation, int] = {}
        alone = (space.learned & ~space.named)[: space.rows.n_plain]
        for row in [*np.flatnonzero(alone).tolist(), *leaning.tolist()]:
            relation = space.rows.relation(row)
            count[relation] = count.get(relation, 0) + 1
        return count

    def _of_placing(self, leaning: RowIds) -> Claim | None:
        """A question that finds groups, where no family with a name has a rule, many constraints stand alone, and
        either some were seen to form a group, or they say that variables differ, as most groups do."""
        space, claims = self._answers.space, self._answers.claims
        n = len(space.vocabulary)
        named = {rule.relation for rule in claims.accepted if rule.family.key.kind != Kind.CELLS}
        for relation, alone in self._alone(leaning).items():
            if alone < MANY or n > MOST_VARIABLES or relation.arity != 2 or relation in named:
                continue
            if (1, 0) not in claims.rows.same(relation) or self._has_exceptions(relation):
                continue
            if not self._record(relation)[0] and not is_different(relation):
                continue
            if relation not in self._pairs:
                self._pairs[relation] = Groups(relation, claims.rows, n)
            self._grouped.append(self._pairs[relation])
            found = next_question(self._known(relation, leaning))
            claim: Claim
            if isinstance(found, Star):
                claim = Free(2, inside=(star_family(space.vocabulary, found.centre, found.others),))
            elif found is not None:
                claim = Rule(relation, cells_family(space.vocabulary, sorted(found)))
            else:
                families = tuple(rule.family for rule in claims.accepted if rule.relation == relation)
                claim = Free(2, outside=families)
                if not families or not any(map(is_star, (said.claim for said in claims.standing))):
                    continue
            if claims.is_open(claim):
                return claim
        return None

    def _known(self, relation: Relation, leaning: RowIds) -> Known:
        """What is known of the pairs of a relation."""
        claims = self._answers.claims
        meets, free = self._pairs[relation].meeting(self._answers.space, leaning)
        asked = [_star(said.claim) for said in claims.standing if is_star(said.claim)]
        stars = []
        for star in (_star(each.claim) for each in claims.open if is_star(each.claim)):
            left = tuple(other for other in star.others if not free[star.centre, other])
            if len(left) == 1:
                meets[star.centre, left[0]] = meets[left[0], star.centre] = True
            stars.append(Star(star.centre, left))
        stars = [star for star in stars if not meets[star.centre, list(star.others)].any()]
        groups: dict[bool | None, list[frozenset[int]]] = {True: [], False: [], None: []}
        for said in claims.one_by_one:
            if isinstance(said.claim, Rule) and said.claim.relation == relation:
                family = said.claim.family
                if family.key.kind == Kind.CELLS and family.size > relation.arity:
                    groups[said.answer].append(frozenset(family.key.numbers))
        return Known(meets, free, stars, groups[True], groups[False], asked)

    def _of_groups(self, P: Floats, leaning: RowIds) -> Iterator[Proposal]:
        """Rules on variables that no family names, but what was learned does."""
        space, claims = self._answers.space, self._answers.claims
        n = len(space.vocabulary)
        if n > MOST_VARIABLES:
            return
        for relation, edges in self._alone(leaning).items():
            if edges < 2 or relation.arity != 2 or (1, 0) not in claims.rows.same(relation):
                continue
            if relation not in self._pairs:
                self._pairs[relation] = Groups(relation, claims.rows, n)
            if edges >= MANY and not self._has_exceptions(relation):
                self._grouped.append(self._pairs[relation])  # twice does no harm
            right, wrong = self._record(relation)
            for found in self._pairs[relation].find(space, leaning, P):
                rule = Rule(relation, cells_family(space.vocabulary, found.variables))
                if claims.is_open(rule) and not claims.is_denied(claims.of(rule)):
                    yield Proposal(rule, round(found.chance * (right + 1) / (right + wrong + 1), 9), found.open)

    def _has_exceptions(self, relation: Relation) -> bool:
        """Was a rule right but for exceptions? Then what stands alone is the rest of such rules, not of groups."""
        log = self._answers.claims.standing
        return any(said.exceptions and isinstance(said.claim, Rule) and said.claim.relation == relation for said in log)

    def _record(self, relation: Relation) -> tuple[int, int]:
        """How often groups of variables without a name were right, and how often wrong."""
        said = [
            each.answer
            for each in self._answers.claims.one_by_one
            if isinstance(each.claim, Rule)
            and each.claim.relation == relation
            and each.claim.family.key.kind == Kind.CELLS
            and each.claim.family.size > relation.arity
        ]
        return said.count(True), said.count(False)


def _star(claim: Claim) -> Star:
    assert isinstance(claim, Free)
    centre, *others = claim.inside[0].key.numbers
    return Star(centre, tuple(others))
