"""How a learner ends when nothing is left to ask."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.generation.own_scope import OwnScope
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.result import PLAN_ACCEPTED, UNSATISFIABLE, Status


class Outcome(NamedTuple):
    """What a learner returns."""

    status: Status
    reason: str | None = None


# An answer was set aside: the learner is to be run again with the others.
START_OVER = Outcome(Status.STOPPED, "start over")
COLLAPSE = Outcome(Status.COLLAPSED, UNSATISFIABLE)


def verdict(asker: Asker) -> Outcome:
    """The status when no example was generated: converged only if it is proved that none exists, and that the learned
    network has a solution."""
    if not asker.space.looked_at.all():
        return Outcome(Status.CONVERGED)  # with these variables; GrowAcq goes on with more, and proves it at the end
    satisfiable = has_solution(asker)
    if satisfiable is False:
        return COLLAPSE
    if asker.space.agenda.any():
        return Outcome(Status.PREMATURE, "a search was cut before the proof")
    if satisfiable is None:
        return Outcome(Status.PREMATURE, "not known whether the learned network has a solution")
    return Outcome(Status.CONVERGED)


def open_candidates(asker: Asker, outcome: Outcome) -> list[int]:
    """The candidates that no answer has settled: the rest of the bias, without those implied on their own scopes.

    After a plan was accepted the implied ones are among them: most of the bias is open then, and nobody waits for so
    many proofs.
    """
    if outcome.reason == PLAN_ACCEPTED:
        return np.flatnonzero(asker.space.in_bias).tolist()
    space = asker.space
    in_bias = np.flatnonzero(space.in_bias)
    plain, bounds = in_bias[in_bias < space.rows.n_plain], in_bias[in_bias >= space.rows.n_plain]
    with_learned = _with_learned(space)[plain]
    found: list[int] = plain[~with_learned].tolist()  # nothing can follow where nothing was learned
    scopes: dict[int, list[int]] = {}
    for row in plain[with_learned].tolist():
        scopes.setdefault(space.scope_set(row), []).append(row)
    known: dict[Hashable, list[bool]] = {}  # on most scopes the same was learned
    for scope, rows in scopes.items():
        key = _looks_like(space, scope, rows)
        if key is None or key not in known:
            # Random numbers of its own: what is only looked at must not change what is asked.
            own = OwnScope(space, asker.answers, np.random.RandomState(0), scope)
            implied = set(own.implied(np.array(rows)))
            found += [row for row in rows if row not in implied]
            if key is not None:
                known[key] = [row not in implied for row in rows]
        else:
            found += itertools.compress(rows, known[key])
    return sorted([*found, *bounds.tolist()])


def _with_learned(space: VersionSpace) -> NDArray[np.bool_]:
    """The rows that may have learned constraints inside their scope; not all of them have."""
    rows, n = space.rows, len(space.vocabulary)
    by_itself, with_others = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    pairs: list[int] = []
    for row in np.flatnonzero(space.learned).tolist():
        scope = rows.scope(row)
        if rows.is_bound(row) or len(scope) == 1:  # a bound may speak of each of its cells
            by_itself[list(scope)] = True
        else:
            with_others[list(scope)] = True
            if len(scope) == 2:
                pairs.append(min(scope) * n + max(scope))
    found = np.zeros(rows.n_plain, dtype=bool)
    for block in rows.blocks:
        mine = by_itself[block.scopes].any(axis=1)
        if block.arity == 2:
            low, high = block.scopes.min(axis=1).astype(np.int64), block.scopes.max(axis=1)
            mine |= np.isin(low * n + high, np.array(pairs, dtype=np.int64))
        else:
            mine |= with_others[block.scopes].sum(axis=1) > 1
        found[block.first : block.first + len(block)] = mine
    return found


def _looks_like(space: VersionSpace, scope: int, rows: Sequence[int]) -> Hashable:
    """The rows on a scope, what was learned inside it, and its domains, whatever its variables are called: two scopes
    that look alike have the same implied rows. None if bounds speak there, too."""
    learned = space.learned_inside(scope)
    if any(space.rows.is_bound(row) for row in learned):
        return None
    members = bitset.members(scope)
    place = {variable: i for i, variable in enumerate(members)}
    said = [
        tuple((space.rows.relation(row), *(place[x] for x in space.rows.scope(row))) for row in each)
        for each in (rows, learned)
    ]
    return *said, *(space.vocabulary.domains[x] for x in members)
