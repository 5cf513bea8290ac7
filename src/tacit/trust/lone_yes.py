"""One "yes" in the way of a rule: its small part is put, before the rule is learned piece by piece.

A large example that breaks a rule which is not known yet was called right. If that was a slip, the rule seems to have
an exception, and its other groups are found one after the other. So, as soon as a rule holds on a part of a family, and
all that was refuted of the family was refuted by one and the same "yes", the cells of it that matter are put alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tacit.guided.hypotheses import Hypotheses
from tacit.learning.answers import Answers
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.structure.rule import Rule
from tacit.trust.narrowing import part
from tacit.trust.suspects import refuters

MOST_REFUTED = 4  # one row of a rule in so many may have been refuted


def lone_yes(answers: Answers, hypotheses: Hypotheses) -> Query | None:
    """The part of a "yes" to be put, if there is one."""
    space = answers.space
    for rule in _held_in_part(answers, hypotheses):
        rows = answers.claims.of(rule)
        refuted = rows[~space.surviving[rows]]
        said = _only_one(answers, refuted) if 0 < len(refuted) <= len(rows) // MOST_REFUTED else None
        if said is None:
            continue
        query = part(said.query, list(space.rows.scope(int(refuted[0]))))
        if len(query) < len(said.query) and query not in answers.said:
            return query
    return None


def _held_in_part(answers: Answers, hypotheses: Hypotheses) -> Iterator[Rule]:
    """Rules that were never asked about, and that hold in part: a narrower one was accepted, or two of their rows were
    learned alone."""
    claims, space = answers.claims, answers.space
    for narrow in claims.accepted:
        for rule in hypotheses.wider(narrow):
            if not claims.was_put(rule):
                yield rule
    alone = claims.proved_by.unsettled(np.array(space.network, dtype=np.int64))
    seen: set[Rule] = set()
    for row in alone[alone < space.rows.n_plain].tolist():
        for rule in hypotheses.around(space.rows.relation(row), space.rows.scope(row)):
            if rule in seen and not claims.was_put(rule):
                yield rule
            seen.add(rule)


def _only_one(answers: Answers, refuted: RowIds) -> Answered | None:
    """The "yes" that alone has refuted all these rows, if there is one; what was given unasked was thought about."""
    who = refuters(answers, refuted)
    said = who[0][0] if len(who) == 1 else None
    return said if isinstance(said, Answered) and said.source is None else None
