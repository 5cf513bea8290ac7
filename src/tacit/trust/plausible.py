"""What may hold in spite of an answer against it: what plans violate first, where slips are expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.rule_rows import MISSING
from tacit.learning.asker import Asker
from tacit.problem.bounds import Bound
from tacit.problem.rows import RowIds
from tacit.structure.families import families_of, fits
from tacit.structure.rule import Rule

FREQUENT = 50  # by how much a candidate counts more if its relation holds wherever it can …
TIGHTER = 3  # … and how many times as much if it says more than what was learned on the same variables
SEVERAL = 4  # constraints that were learned one by one, of which all may be parts of one rule
MOST_ROWS = 200_000  # if there are more candidates, that is not looked into


def plausible(asker: Asker, weak: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How much each of these candidates counts: the more, the more often its relation holds elsewhere, or in the rest
    of a family that has a rule. One answer against "differ" is likelier a slip than one against "less", where all that
    was learned says "differ"."""
    space = asker.space
    share = np.zeros(space.rows.size)
    for block in space.rows.blocks:
        mine = slice(block.first, block.first + len(block))
        learned = np.bincount(block.relation_ids[space.learned[mine]], minlength=len(space.rows.relations))
        each = learned / np.maximum(np.bincount(block.relation_ids, minlength=len(learned)), 1)
        share[mine] = each[block.relation_ids]
    for rows in _whole_families(asker):
        share[rows] = np.maximum(share[rows], space.learned[rows].sum() / max(len(rows), 1))
    worth = weak * (1 + np.rint(FREQUENT * share).astype(np.int64))
    worth[_beside_what_stands_alone(asker)] *= TIGHTER
    return worth


def _whole_families(asker: Asker) -> Iterator[RowIds]:
    """The rows of rules that were learned in part: accepted on a part of a family, or constraint by constraint."""
    space, claims = asker.space, asker.answers.claims
    for rule in claims.accepted:
        family = rule.family
        while family.uncut is not None:
            family = family.uncut
        if family != rule.family and not isinstance(rule.relation, Bound):
            yield _there(claims.of(replace(rule, family=family)))
    if space.rows.size > MOST_ROWS:
        return
    network = claims.proved_by.unsettled(np.array(space.network, dtype=np.int64)).tolist()
    count = Counter(space.rows.relation(row) for row in network if not space.rows.is_bound(row))
    several = [relation for relation, times in count.items() if times >= SEVERAL]
    for family in families_of(space.vocabulary, {}) if several else ():
        for relation in several:
            if fits(family, relation.arity):
                yield _there(claims.of(Rule(relation, family)))


def _there(rows: RowIds) -> RowIds:
    return rows[rows != MISSING]


def _beside_what_stands_alone(asker: Asker) -> NDArray[np.bool_]:
    """The rows on the scopes of what was learned without a rule: "more than 1 apart" may hold where "differ" was
    learned, and a list does not show that."""
    space, claims = asker.space, asker.answers.claims
    found = np.zeros(space.rows.size, dtype=bool)
    without_rule = claims.proved_by.unsettled(np.array(space.network, dtype=np.int64)).tolist()
    alone = [row for row in without_rule if not space.rows.is_bound(row)]
    for scope in {space.scope_set(row) for row in alone}:
        found[space.rows.at(bitset.members(scope))] = True
    return found
