"""What no answer has settled: shown when an interview is stopped, and part of each result that is not converged."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.algorithms.outcome import Outcome
from tacit.candidates import bitset
from tacit.candidates.version_space import VersionSpace
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.learning.result import PLAN_ACCEPTED
from tacit.problem.rows import RowIds


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
    pairs, still_open = _on_pairs(asker, plain[with_learned])
    found += still_open.tolist()
    with_learned[with_learned] = ~pairs
    scopes: dict[int, list[int]] = {}
    for row in plain[with_learned].tolist():
        scopes.setdefault(space.scope_set(row), []).append(row)
    known: dict[Hashable, list[bool]] = {}  # on most scopes the same was learned
    for scope, rows in scopes.items():
        key = _looks_like(space, scope, rows)
        if key is None or key not in known:
            implied = _implied(asker, scope, np.array(rows))
            found += [row for row in rows if row not in implied]
            if key is not None:
                known[key] = [row not in implied for row in rows]
        else:
            found += itertools.compress(rows, known[key])
    return sorted([*found, *bounds.tolist()])


def _implied(asker: Asker, scope: int, rows: RowIds) -> set[int]:
    """The rows that follow on their scope. Random numbers of its own: looking must not change what is asked."""
    return set(OwnScope(asker.space, asker.answers, np.random.RandomState(0), scope).implied(rows))


def _on_pairs(asker: Asker, rows: RowIds) -> tuple[NDArray[np.bool_], RowIds]:
    """Which of these rows are on two variables on which nothing but other such rows was learned; and which of those are
    open. A thousand variables have half a million pairs, but pairs that look alike are looked at once.
    """
    space = asker.space
    binary = [block for block in space.rows.blocks if block.arity == 2]
    none = np.zeros(len(rows), dtype=bool), np.zeros(0, dtype=np.int64)
    if len(binary) != 1 or 2 * len(space.rows.relations) > 62:
        return none
    (block,) = binary
    by_itself, _, _ = _learned_by_size(space)
    local = rows - block.first
    inside = (local >= 0) & (local < len(block))
    inside[inside] = ~by_itself[block.scopes[local[inside]]].any(axis=1)
    local = local[inside]
    if not len(local):
        return none
    kind = block.relation_ids[local].astype(np.int64) * 2 + (block.scopes[local, 0] > block.scopes[local, 1])
    learned = np.flatnonzero(space.learned[block.first : block.first + len(block)])
    said = block.relation_ids[learned].astype(np.int64) * 2 + (block.scopes[learned, 0] > block.scopes[learned, 1])
    # Rows of one pair are side by side. Each pair is described by the set of its rows, and by what was learned there.
    keys, first, pair = np.unique(block.key[local], return_index=True, return_inverse=True)
    learned_keys, starts = np.unique(block.key[learned], return_index=True)
    at = np.searchsorted(learned_keys, keys)
    numbers = {domain: i for i, domain in enumerate(dict.fromkeys(space.vocabulary.domains))}
    domain = np.array([numbers[each] for each in space.vocabulary.domains])
    ends = np.sort(block.scopes[local[first]], axis=1)
    looks = np.column_stack(
        [
            np.bitwise_or.reduceat(1 << kind, first),
            np.bitwise_or.reduceat(1 << said, starts)[at],
            domain[ends],
        ]
    )
    _, example, like = np.unique(looks, axis=0, return_index=True, return_inverse=True)
    kept = np.zeros(len(example), dtype=np.int64)
    for number, place in enumerate(example.tolist()):
        mine = np.flatnonzero(pair == place)
        implied = _implied(asker, bitset.from_indices(ends[place].tolist()), local[mine] + block.first)
        for each in mine.tolist():
            if local[each] + block.first not in implied:
                kept[number] |= 1 << int(kind[each])
    is_open = (kept[like.reshape(-1)[pair]] >> kind) & 1 == 1
    return inside, local[is_open] + block.first


def _with_learned(space: VersionSpace) -> NDArray[np.bool_]:
    """The rows that may have learned constraints inside their scope; not all of them have."""
    rows, n = space.rows, len(space.vocabulary)
    by_itself, with_others, pairs = _learned_by_size(space)
    found = np.zeros(rows.n_plain, dtype=bool)
    for block in rows.blocks:
        mine = by_itself[block.scopes].any(axis=1)
        if block.arity == 2:
            low, high = block.scopes.min(axis=1).astype(np.int64), block.scopes.max(axis=1)
            mine |= np.isin(low * n + high, pairs)
        else:
            mine |= with_others[block.scopes].sum(axis=1) > 1
        found[block.first : block.first + len(block)] = mine
    return found


def _learned_by_size(space: VersionSpace) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]:
    """The variables of which something was learned by itself (a bound may speak of each of its cells), those of which
    something was learned together with others, and the pairs of which something was, as numbers."""
    rows, n = space.rows, len(space.vocabulary)
    by_itself, with_others = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    pairs: list[int] = []
    for row in np.flatnonzero(space.learned).tolist():
        scope = rows.scope(row)
        if rows.is_bound(row) or len(scope) == 1:
            by_itself[list(scope)] = True
        else:
            with_others[list(scope)] = True
            if len(scope) == 2:
                pairs.append(min(scope) * n + max(scope))
    return by_itself, with_others, np.array(pairs, dtype=np.int64)


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
