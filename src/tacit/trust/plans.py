"""Plans: complete solutions of what was learned, put to whoever answers before the end.

A plan violates as many candidates as possible that few answers have refuted, so a "yes" to it says again what these
answers said. If something that holds was wrongly refuted, or the language can't say it, a plan is likely to break it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable

import numpy as np
from numpy.typing import NDArray

from tacit.generation.solution import has_solution
from tacit.guided.large_examples import Builder
from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker
from tacit.problem.query import Plan
from tacit.problem.rows import RowIds, is_quick_to_list
from tacit.problem.vocabulary import Codes
from tacit.trust.plausible import plausible

TRIES = 3  # plans that are tried; the one that says most is put
MOST_ATTEMPTS = 3  # at a plan that was never put
MOST_WEIGHED = 150  # candidates of which CP-SAT sees to it that as many as possible are violated


def next_plan(asker: Asker) -> Plan | None:
    """A solution of what was learned that was never put; None if none is found.

    On a large problem that takes seconds. Whoever takes back an answer comes here again with what was known before.
    """
    if not is_quick_to_list(asker.space.rows, asker.space.learned):
        return _find_plan(asker)  # which depends on the last solution found, and may find another
    key = _depends_on(asker)
    if key not in asker.facts:
        asker.facts[key] = _find_plan(asker)
    found: Plan | None = asker.facts[key]
    return found


def _depends_on(asker: Asker) -> Hashable:
    """All that a plan depends on."""
    space, answers = asker.space, asker.answers
    known = hashlib.blake2s(digest_size=16)
    for part in (space.surviving, space.learned, answers.claims.refuted_by.settled):
        known.update(np.packbits(part).tobytes())
    plans = tuple(query for query in answers.said if isinstance(query, Plan))
    evidence = tuple((entry.query, entry.answer) for entry in answers.evidence)
    return "plan", asker.options.seed, len(answers.log), tuple(space.network), plans, evidence, known.digest()


def _find_plan(asker: Asker) -> Plan | None:
    space = asker.space
    weak = _weakly_refuted(asker)
    wanted = plausible(asker, weak) if asker.options.slips else weak.astype(np.int64)
    before = len(asker.answers.log)  # another plan each time, and the same one if all is done again
    for attempt in range(MOST_ATTEMPTS):
        random = np.random.RandomState((asker.options.seed + before + attempt) % 2**32)
        bulk = Builder(space, random).bulk(np.zeros(space.rows.size), TRIES, space.learned, wanted)
        near = bulk.codes if bulk is not None else np.array([random.choice(d) for d in space.vocabulary.domain_codes])
        codes = _complete(asker, near, wanted)
        if codes is None:
            return None
        plan = Plan(space.vocabulary, codes)
        if plan not in asker.answers.said:
            return plan
    return None


def _weakly_refuted(asker: Asker) -> NDArray[np.bool_]:
    """The refuted candidates that the fewest answers have refuted."""
    space, answers = asker.space, asker.answers
    refuted = ~space.surviving
    count = np.zeros(space.rows.size, dtype=np.int64)
    for entry in answers.evidence:
        if entry.answer:
            count[space.rows.rejecting(entry.query.codes, refuted)] += 1
    count[answers.claims.refuted_by.settled] += 1
    least = int(count[refuted].min()) if refuted.any() else 0
    return refuted & (count <= max(least, 1))


def worth_most(wanted: NDArray[np.int64], most: int) -> RowIds:
    """So many rows that are worth most, the first of those that are worth the same. (To sort all takes far longer.)"""
    if not len(wanted):
        return NO_ROWS
    at_least = np.cumsum(np.bincount(wanted)[::-1])[::-1]  # by what rows are worth: how many are worth that or more
    enough = np.flatnonzero(at_least >= most)
    rows = np.flatnonzero(wanted >= (enough[-1] if len(enough) else 0))
    return rows[np.argsort(-wanted[rows], kind="stable")[:most]]


def _complete(asker: Asker, near: Codes, wanted: NDArray[np.int64]) -> Codes | None:
    """A solution of what was learned that is near an example, and violates what is worth most."""
    space = asker.space
    if is_quick_to_list(space.rows, space.learned):
        from tacit.exact.partial import find_solution

        first = worth_most(wanted, MOST_WEIGHED) if asker.options.slips else NO_ROWS
        worth = {row: int(wanted[row]) for row in first.tolist() if wanted[row]}
        codes, _ = find_solution(space.rows, space.network, near, worth=worth, kept=asker.facts)
        return codes
    return asker.witness.solution(space) if has_solution(asker) else None
