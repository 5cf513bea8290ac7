"""What is well supported by plans alone: rules are accepted one after the other, each because it is surprising still.

First the rule that is the most surprising. Then plans are shaken so that they keep it, and whatever follows from it, or
is likely because of it, is not surprising any more; and so on, until nothing is left that chance would not explain.

The number of a bound is not simply the tightest. That nobody has more than 4 early shifts may be chance where 5 would
be rare anyway. So the number must be supported, too: against the next looser one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import NamedTuple

import numpy as np

from tacit.problem.bounds import AT_LEAST, AT_MOST
from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Codes
from tacit.regularities.by_search import ALL, found_by_search, seems_to_follow
from tacit.regularities.chance import bits
from tacit.regularities.ground import Breadth
from tacit.regularities.patterns import HOLDS, Said
from tacit.regularities.ranking import MOST_GAIN, Plans, said_of, without_parts
from tacit.regularities.regularity import Regularity
from tacit.regularities.survey import Held, Tested
from tacit.structure.family import NOBODY, Ints, Kind
from tacit.structure.rule import Rule

LEAST = 7.0  # bits: one in a hundred or so, of all that was looked at
ROUNDS = 60
MOST_SINGLE = 12  # lines; of more, those about single places are not looked at again


class _Chosen(NamedTuple):
    bits: float
    held: Held
    rejects: int


def supported(plans: Plans, known: Sequence[Rule | Constraint] = ()) -> list[Regularity]:
    """The regularities that plans support, in the order in which they were accepted."""
    accepted: list[Rule | Constraint] = list(known)
    said = [each for rule in known for each in said_of(rule, plans.v)]
    found: list[Regularity] = []
    for _ in range(ROUNDS):
        wrong = plans.unexplained(accepted)
        chosen = _next(plans, said, wrong) or _beside_what_holds_fast(plans, said, accepted, wrong)
        if not chosen:
            break
        for each in chosen:
            rules = tuple(Rule(r.relation, r.family, r.order, vocabulary=plans.v) for r in each.held.rules())
            found.append(Regularity(rules, each.bits, plans.count, each.held.places, each.rejects))
            accepted += rules
            said += [part for rule in rules for part in said_of(rule, plans.v)]
    return _without_consequences(plans, known, found)


def _without_consequences(
    plans: Plans, known: Sequence[Rule | Constraint], lines: Sequence[Regularity]
) -> list[Regularity]:
    """Without what was surprising when it was accepted, but follows, or nearly so, from what was accepted later."""
    kept = list(lines)
    for line in lines[:-1]:
        if line.rule.family.key.kind == Kind.CELLS and len(lines) > MOST_SINGLE:
            continue
        rest = [*known, *(rule for each in kept if each is not line for rule in each.rules)]
        own = [part for rule in line.rules for part in said_of(rule, plans.v)]
        others = plans.others([part for rule in rest for part in said_of(rule, plans.v)])
        size = others.shape[1]
        holding = int(np.count_nonzero(np.logical_and.reduce([part.in_all(others) for part in own])))
        if float(bits(plans.count, size, np.array([holding]))[0]) > LEAST:
            continue
        if seems_to_follow(own, plans.network_of(rest)):
            kept.remove(line)
    return kept


def _next(plans: Plans, said: Sequence[Said], wrong: Sequence[Codes]) -> list[_Chosen]:
    """The most surprising of what is left; and what else is said of other scopes in the same way."""
    others = plans.others(said)
    found = without_parts(plans.surprising(LEAST - MOST_GAIN * bool(wrong), others, said))
    chosen: list[_Chosen] = []
    first: Tested | None = None
    used: set[int] = set()
    for net, tested in _best_first(plans, found, wrong):
        if first is not None and (tested.look is not first.look or tested.sign != first.sign):
            continue
        held = _with_number(plans, tested, others)
        cells = {x for part in held.parts for x in part.scopes.ravel().tolist() if x != NOBODY} if held else set()
        if held is None or not plans.allows(held):
            continue
        # Numbers of groups that overlap depend on each other; and so do, of course, those of a family and its parts.
        if first is not None and used & cells and (tested.sign != HOLDS or tested.breadth != Breadth.PLACE):
            continue
        first = first or tested
        used |= cells
        chosen.append(_Chosen(net, held, plans.rejects(held, wrong)))
        if tested.breadth == Breadth.FAMILY:
            break
    return chosen


def _beside_what_holds_fast(
    plans: Plans, said: Sequence[Said], accepted: Sequence[Rule | Constraint], wrong: Sequence[Codes]
) -> list[_Chosen]:
    """What is surprising without any rule, and with them true of all shaken plans, but does not follow from them.

    Then it is not by chance that it is always true: the rules held the plans so fast that no move could break it.
    """
    if not said:
        return []
    shaken = plans.others(said)
    found = [each for each in plans.surprising(LEAST, plans.others([])) if each[1].breadth < Breadth.PLACE]
    helds = [tested.held() for _, tested in found]
    known = {rule for rule in accepted if isinstance(rule, Rule)}
    places = [
        i
        for i, held in enumerate(helds)
        if not known.issuperset(held.rules()) and held.in_all(shaken).all() and plans.allows(held)
    ]

    def some_are_broken(columns: Ints) -> bool:
        return any(not helds[i].in_all(columns).all() for i in places)

    if not places:
        return []
    others = found_by_search(plans.network_of(accepted), some_are_broken)
    size = others.shape[1]
    if size < ALL:
        return []
    surprise = bits(plans.count, size, np.arange(size + 1))
    best: tuple[tuple[int, float], _Chosen] | None = None
    for i in places:
        tested, held = found[i][1], helds[i]
        net = float(surprise[int(np.count_nonzero(held.in_all(others)))]) - plans.cost(tested.breadth)
        net = round(net - log2(tested.numbers * tested.siblings), 3)
        if net > LEAST and tested.sign not in (AT_MOST, AT_LEAST):
            key = tested.rank, -net
            if best is None or key < best[0]:
                best = key, _Chosen(net, held, plans.rejects(held, wrong))
    return [] if best is None else [best[1]]


def _best_first(
    plans: Plans, found: Sequence[tuple[float, Tested]], wrong: Sequence[Codes]
) -> list[tuple[float, Tested]]:
    """Families before parts and single scopes; with what it adds that wrong examples are rejected."""
    gained = list(found)
    if wrong:
        gains = [plans.gain(tested, plans.rejects(tested.held(), wrong), len(wrong)) for _, tested in found]
        gained = [(net + gain, tested) for (net, tested), gain in zip(found, gains, strict=True)]
        gained = [(round(net, 3), tested) for net, tested in gained if net > LEAST]
    return sorted(gained, key=lambda each: (each[1].rank, -each[0]))  # ties stay in the order of their strength


def _with_number(plans: Plans, tested: Tested, others: Ints) -> Held | None:
    """The same with a number that is supported against the next looser one; None if there is none that says enough."""
    held = tested.held()
    if tested.sign not in (AT_MOST, AT_LEAST):
        return held
    part = held.parts[0]
    measured = np.asarray(part.pattern.measured(others, part.scopes))
    worst = measured.max(axis=0) if part.sign == AT_MOST else -measured.min(axis=0)
    size, k = others.shape[1], part.k if part.sign == AT_MOST else -part.k
    surprise = bits(plans.count, size, np.arange(size + 1))
    while True:
        inside, looser = int(np.count_nonzero(worst <= k)), int(np.count_nonzero(worst <= k + 1))
        if surprise[inside] - plans.cost(tested.breadth) <= LEAST:
            return None
        if surprise[inside] - surprise[looser] >= LEAST:
            return held._replace(parts=(part._replace(k=k if part.sign == AT_MOST else -k),))
        k += 1
