"""Where nothing more may be required: inside the families that have rules, and outside of them.

How likely that is comes from two sides. Before anything was found that stands alone, it is a guess, lowered by every
rule that may hold there. Later it is what the beliefs say: the probability that no candidate there holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import MISSING
from tacit.guided.proposals import Proposal
from tacit.guided.weights import Floats, some_holds, total
from tacit.learning.answers import Answers
from tacit.problem.bounds import Bound
from tacit.problem.rows import RowIds
from tacit.structure.families import cells_family
from tacit.structure.family import Kind
from tacit.structure.rule import Claim, Free, Rule

INSIDE, OUTSIDE = 0.75, 0.6  # how often nothing is required besides rules, and where no rule holds …
WITHOUT_RULES = 0.35  # … and of scopes of a size that no rule has
AGAIN = 0.5  # how much less likely it gets with every time that there was something
NEGLIGIBLE = 0.02  # less likely rules are many, and mostly exclude each other
FEWEST = 4  # a claim that settles fewer candidates is not asked about


def free_proposals(answers: Answers, rivals: Sequence[Proposal], weight: Floats, leaning: RowIds) -> Iterator[Proposal]:
    """Claims that nothing more is required. `rivals`: the rules that were proposed; `weight`: as in `weights.py`"""
    claims = answers.claims
    accepted = claims.accepted
    for arity in sorted({block.arity for block in answers.space.rows.blocks}):
        bounds = tuple(rule for rule in accepted if _speaks_of(answers, rule, arity))
        rules = [rule for rule in accepted if rule.arity == arity]
        families = tuple(dict.fromkeys(rule.family for rule in rules))
        prior = OUTSIDE if rules else WITHOUT_RULES if accepted else 0.0
        yield from _propose(Free(arity, outside=families, besides=bounds), answers, rivals, weight, leaning, prior)
        rules = [rule for rule in rules if _has_open(answers, rule)]
        if rules:
            families = tuple(dict.fromkeys(rule.family for rule in rules))
            free = Free(arity, inside=families, besides=(*rules, *bounds))
            yield from _propose(free, answers, rivals, weight, leaning, INSIDE)


def _speaks_of(answers: Answers, rule: Rule, arity: int) -> bool:
    """Is it a bound so tight that it forbids something of so few cells, such as two nights where there is one?"""
    space = answers.space
    if not isinstance(rule.relation, Bound):
        return False
    rows = answers.claims.of(rule)
    return any(space.rows.bounds.least_cells(row - space.rows.n_plain) <= arity for row in rows[:1].tolist())


def _has_open(answers: Answers, rule: Rule) -> bool:
    """Is anything open on the scopes of a rule?"""
    here = answers.claims.rows.mask_of_free(Free(rule.arity, inside=(rule.family,)))
    return bool((answers.space.in_bias & here).any())


def _propose(
    free: Free, answers: Answers, rivals: Sequence[Proposal], weight: Floats, leaning: RowIds, prior: float
) -> Iterator[Proposal]:
    space, claims = answers.space, answers.claims
    here = claims.rows.mask_of_free(free)
    left = here & space.in_bias
    count = int(np.count_nonzero(left))
    if count < FEWEST or here[leaning].any():
        return
    alone = claims.proved_by.unsettled(np.flatnonzero(here & space.learned)).tolist()
    denied = _denied_since(answers, free.arity, here)
    chance = 0.0 if denied or alone else prior
    for rival in rivals:
        if chance and rival.chance >= NEGLIGIBLE and _any(left, claims.of(rival.claim)):
            chance *= 1 - rival.chance
    none = float(1 - some_holds(total(weight, left))) / (1 + AGAIN * denied)
    if alone:
        cells = [cells_family(space.vocabulary, space.rows.scope(row)) for row in alone]
        single = [Rule(space.rows.relation(row), family) for row, family in zip(alone, cells, strict=True)]
        free = replace(free, besides=(*free.besides, *single))
    if claims.is_open(free):
        yield Proposal(free, round(max(chance, none), 9), count)


def _any(mask: NDArray[np.bool_], rows: RowIds) -> bool:
    """Is one of these rows there? Some may be missing in the bias."""
    return bool(mask[rows[rows != MISSING]].any())


def _denied_since(answers: Answers, arity: int, rows: NDArray[np.bool_]) -> int:
    """How often something was required after all on these rows, since the last rule that may explain it was accepted.

    A group without a name is found in a part of what is required: it does not explain all of it. A star is asked about
    to find out what is required: it says nothing about the rest.
    """
    claims = answers.claims
    count = 0
    for said in claims.one_by_one:
        if said.claim.arity == arity:
            if isinstance(said.claim, Free):
                here = not is_star(said.claim) and said.answer is False and _any(rows, claims.of(said.claim))
                count += bool(here)
            elif (
                isinstance(said.claim, Rule)
                and (said.answer or said.exceptions)
                and said.claim.family.key.kind != Kind.CELLS
            ):
                count = 0
    return count


def is_star(claim: Claim) -> bool:
    """Is it about one variable with some others?"""
    return isinstance(claim, Free) and [family.key.kind for family in claim.inside] == [Kind.STAR]
