"""Regularities: what holds in all given plans, the most surprising first.

>>> import tacit
>>> from tacit.problem.query import Query
>>> p = tacit.Problem({f"q[{i}]": range(6) for i in range(6)}, language=["!=", "<", "alldifferent"])
>>> plans = [Query(p.vocabulary, np.array(o)) for o in ([2, 0, 5, 1, 3, 4], [4, 1, 0, 5, 2, 3], [0, 3, 4, 2, 5, 1])]
>>> regularities(p, [Answered(plan, True) for plan in plans])[0].rule
Rule('alldifferent' on the whole of q)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import log2

import numpy as np

from tacit.problem.bounds import DIFFERENT, Bound
from tacit.problem.meaning import is_different
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answered
from tacit.problem.vocabulary import Codes, Vocabulary
from tacit.regularities.chance import Floats, bits, bits_of_rejected
from tacit.regularities.ground import Breadth
from tacit.regularities.looks import looks_of_language
from tacit.regularities.patterns import Said, as_columns, said_by
from tacit.regularities.regularity import Regularity
from tacit.regularities.shaking import SWEEPS, Shaker
from tacit.regularities.survey import Held, Joint, Look, Survey, Tested
from tacit.structure.family import NOBODY, Ints
from tacit.structure.rule import Rule

BREADTHS = 3
MOST_GAIN = 20.0  # bits, for wrong examples that are rejected
MOST = 400  # of the most surprising ones, that are made into rules


class Plans:
    """Given plans, with what was looked at in them: it is done once, and asked again as rules are accepted.

    Only complete examples that are right are plans; each counts once. Other examples that are right refute what they
    break. Those that are wrong speak for what rejects them.
    """

    def __init__(
        self,
        problem: Problem,
        examples: Sequence[Answered],
        looks: Iterable[Look | Joint],
        seed: int = 0,
        sweeps: int = SWEEPS,
    ) -> None:
        self.problem, self.v = problem, problem.vocabulary
        right = [each.query.codes for each in examples if each.answer is True]
        wrong = [each.query.codes for each in examples if each.answer is False]
        self.partial = _distinct(codes for codes in right if (codes < 0).any())
        self.plans = as_columns(_distinct(codes for codes in right if (codes >= 0).all()), self.v)
        self.wrong = _distinct(wrong)
        self.count = self.plans.shape[1]
        self.survey = Survey(looks if self.count else [], self.plans)
        self._shaker = Shaker(self.v, self.plans, seed, sweeps) if self.count else None
        # what was shaken last, and under what
        self._last: tuple[list[int] | None, Ints, list[Said]] = (None, self.plans, [])

    def others(self, accepted: Sequence[Said]) -> Ints:
        """Plans made by chance under what is accepted."""
        if self._shaker is None:
            return self.plans
        given = [id(each.scopes) for each in accepted]
        if given != self._last[0]:
            self._last = given, self._shaker.others(accepted), list(accepted)
        return self._last[1]

    def surprising(self, least: float, others: Ints, known: Sequence[Said] = ()) -> list[tuple[float, Tested]]:
        """What holds and is surprising beside other plans, in net bits, the most surprising first.

        known: what is accepted; that the same is said of other places, with the same number, is no new choice
        """
        if self._shaker is None:
            return []
        size = others.shape[1]
        said = {each.pattern.relation(each.sign, each.k) for each in known}
        surprise = bits(self.count, size, np.arange(size + 1))  # by the number of others in which something holds
        found = []
        cost = {breadth: self.cost(breadth) for breadth in Breadth}
        most = {breadth: int(np.count_nonzero(surprise > cost[breadth] + least)) - 1 for breadth in Breadth}
        for tested in itertools.chain.from_iterable(self.survey.tested(others, self._most(), most.__getitem__)):
            chance = max(float(surprise[tested.others]), self.count * tested.sure)
            choices = 1 if tested.relation in said else tested.numbers * tested.siblings
            net = round(chance - cost[tested.breadth] - log2(choices), 3)
            if net > least:
                found.append((net, tested))
        found.sort(key=lambda pair: (-pair[0], pair[1].rank, -pair[1].strength))
        return found

    def cost(self, breadth: Breadth) -> float:
        """What must be taken off because so much of a kind was looked at, in bits."""
        return log2(BREADTHS * max(1, self.survey.looked_at[breadth]))

    def _most(self) -> Floats:
        """How much can be said of each variable: the entropy of the values in its pool."""
        assert self._shaker is not None
        found = np.zeros(len(self.v))
        for cells, pool in zip(self._shaker.cells, self._shaker.pools, strict=True):
            share = np.unique(pool, return_counts=True)[1] / len(pool)
            found[cells] = -float((share * np.log2(share)).sum())
        return found

    def allows(self, held: Held) -> bool:
        """Do all examples that are right, but not complete, agree with it?"""
        if not self.partial:
            return True
        network = self.network(held)
        return all(network.accepts_codes(codes) for codes in self.partial)

    def unexplained(self, accepted: Sequence[Rule | Constraint]) -> list[Codes]:
        """The wrong examples that nothing accepted rejects."""
        if not self.wrong:
            return []
        network = self.network_of(accepted)
        return [codes for codes in self.wrong if network.accepts_codes(codes)]

    def network_of(self, accepted: Sequence[Rule | Constraint]) -> Network:
        rules = [each for each in accepted if isinstance(each, Rule)]
        constraints = [each for each in accepted if isinstance(each, Constraint)]
        return Network(self.v, [*constraints, *network_of(self.v, rules)])

    def rejects(self, held: Held, wrong: Sequence[Codes]) -> int:
        """How many of these examples something rejects."""
        if not wrong:
            return 0
        whole = [codes for codes in wrong if (codes >= 0).all()]
        count = int(np.count_nonzero(~held.in_all(as_columns(whole, self.v)))) if whole else 0
        if len(whole) < len(wrong):
            network = self.network(held)
            count += sum(not network.accepts_codes(codes) for codes in wrong if (codes < 0).any())
        return count

    def gain(self, tested: Tested, rejects: int, wrong: int) -> float:
        """What it adds that something rejects so many of the wrong examples, in bits."""
        if not rejects or self._shaker is None:
            return 0.0
        size = self._shaker.starts.shape[1]
        return min(MOST_GAIN, bits_of_rejected(wrong, rejects, size, size - tested.others))

    def network(self, held: Held) -> Network:
        return network_of(self.v, held.rules())


def regularities(
    problem: Problem,
    examples: Sequence[Answered],
    accepted: Sequence[Rule | Constraint] = (),
    *,
    least: float = 0.0,
    seed: int = 0,
) -> list[Regularity]:
    """The rules and bounds of the language that hold in all given plans, the most surprising first.

    accepted: what is known to hold; what follows from it, or is likely because of it, is not surprising. The
              problem's background is accepted, too
    least:    what is less surprising than so many bits is left out
    """
    plans = Plans(problem, examples, looks_of_language(problem), seed)
    return ranked(plans, [*problem.background, *accepted], least)


def ranked(plans: Plans, accepted: Sequence[Rule | Constraint], least: float = 0.0) -> list[Regularity]:
    """What is surprising in plans, given what is accepted, as rules."""
    known = [said for each in accepted for said in said_of(each, plans.v)]
    unexplained = plans.unexplained(accepted)
    # What rejects wrong examples may be a little less surprising by itself.
    found = without_parts(plans.surprising(least - MOST_GAIN * bool(unexplained), plans.others(known), known))[:MOST]
    ranking = []
    for net, tested in found:
        held = tested.held()
        rejects = plans.rejects(held, unexplained)
        gained = round(net + plans.gain(tested, rejects, len(unexplained)), 3)
        if gained > least and plans.allows(held):
            rules = tuple(Rule(r.relation, r.family, r.order, vocabulary=plans.v) for r in held.rules())
            ranking.append(Regularity(rules, gained, plans.count, held.places, rejects))
    return sorted(ranking, key=lambda each: -each.bits)


def without_parts(found: Sequence[tuple[float, Tested]]) -> list[tuple[float, Tested]]:
    """Without what is said of a part of a family (or of a scope in it) if the same is said of the whole family."""
    whole: dict[tuple[int, str, int], list[Ints]] = {}
    for _, tested in found:
        if tested.breadth == Breadth.FAMILY:
            whole.setdefault((id(tested.look), tested.sign, tested.k), []).append(tested.scopes)
    kept = []
    for net, tested in found:
        if tested.breadth > Breadth.FAMILY:
            larger = whole.get((id(tested.look), tested.sign, tested.k), [])
            if any(np.isin(tested.scopes, numbers).all() for numbers in larger):
                continue
        kept.append((net, tested))
    return kept


def said_of(known: Rule | Constraint, vocabulary: Vocabulary) -> list[Said]:
    """A rule or a constraint as what is looked at in plans."""
    if isinstance(known, Constraint):
        scope = np.array([[vocabulary.index[name] for name in known.scope]], dtype=np.int64)
        return said_by(known.relation, scope)
    if isinstance(known.relation, Bound):
        return said_by(known.relation, known.family.table())
    if is_different(known.relation) and known.family.members is None:
        return said_by(Bound(DIFFERENT), known.family.table())  # which is the same, and faster to look at
    return said_by(known.relation, known.scopes)


def network_of(vocabulary: Vocabulary, rules: Iterable[Rule]) -> Network:
    """The constraints of some rules."""
    names = vocabulary.names
    return Network(
        vocabulary,
        [
            Constraint(rule.relation, tuple(names[x] for x in scope))
            for rule in rules
            for scope in rule.constraints()
            if NOBODY not in scope
        ],
    )


def _distinct(examples: Iterable[Codes]) -> list[Codes]:
    found: dict[bytes, Codes] = {}
    for codes in examples:
        found.setdefault(codes.tobytes(), codes)
    return list(found.values())
