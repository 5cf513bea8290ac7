"""An example that breaks a rule in one place, to show people what the rule forbids."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tacit.candidates.rule_rows import MISSING
from tacit.learning.claims import Claims
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED
from tacit.structure.rule import Rule

MOST = 20  # so many constraints of the rule are tried, and so many examples of each


def breaking(claims: Claims, rule: Rule) -> Query | None:
    """An example of one constraint of the rule that breaks it, and nothing else that was learned, if there is one."""
    space, rows = claims.space, claims.of(rule)
    rows = rows[rows != MISSING]
    # What is still open shows the point of the question better than what is known.
    order = np.argsort(~space.in_bias[rows], kind="stable")[:MOST]
    known = space.learned.copy()
    known[rows] = False
    second_best = None
    for row in rows[order].tolist():
        for query in _examples(claims, row):
            if not len(space.rows.rejecting(query.codes, known)):
                return query
            second_best = second_best or query
    return second_best


def _examples(claims: Claims, row: int) -> list[Query]:
    """Some examples on the scope of a row that it rejects."""
    space = claims.space
    if space.rows.is_bound(row):
        return list(_of_bound(claims, row - space.rows.n_plain))
    variables = sorted(space.rows.scope(row))
    nothing: list[int] = []
    examples = space.rows.accepted_on(variables, nothing)
    if examples is None:
        return []
    found = []
    for values in examples[space.rows.rejects(row, variables, examples)][:MOST]:
        codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
        codes[variables] = values
        found.append(Query(space.vocabulary, codes))
    return found


def _of_bound(claims: Claims, local: int) -> Iterator[Query]:
    """Some examples of a group that a bound rejects, with as few cells as it takes: three nights for "at most 2"."""
    space = claims.space
    rows, v = space.rows.bounds, space.vocabulary
    cells = np.array(rows.scope(local), dtype=np.int64)
    series, room = rows.series[local : local + 1], int(rows.room[local])
    different = bool(rows.is_different(series)[0])
    every = np.arange(v.n_codes)
    for turn in range(min(MOST, len(cells))):
        codes = np.full(len(v), UNASSIGNED, dtype=np.int64)
        level = 0
        for x in np.roll(cells, -turn).tolist():
            gains = np.zeros(v.n_codes, dtype=np.int64) if different else rows.choices(series, x, every)[0]
            # Of the values that count most, others are taken in other examples: early, late or off instead of night.
            best = np.flatnonzero(v.in_domain[x] & (gains == gains[v.in_domain[x]].max()))
            codes[x] = best[turn % len(best)]
            level += int(gains[codes[x]])
            if level > room or (different and rows.rejects(local, cells.tolist(), codes[None, cells])[0]):
                yield Query(v, codes)
                break
