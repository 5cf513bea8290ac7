"""What was learned by elimination alone, and the question that checks it.

A "no" whose explanations are all refuted but one proves that one, if the language can say the rules and the answers are
right. If not, the last one is as good as any: in a run with a rule outside the language most of what is learned like
this is false. So it gets one question on its own scope before it is learned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.on_group import OnGroup
from tacit.guided.weights import Floats, weights
from tacit.learning.answers import Answers
from tacit.learning.asker import Asker
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED, Codes
from tacit.trust.surprise import COST_OF_NO, is_worth_a_question

BEYOND = 4  # of them, at least so many that a weaker row does not explain
OFTEN = 7  # "no" answers on a row's own variables, before it is learned where the language is too small


def is_confirmed(answers: Answers, row: int, slips: float, chance: float) -> bool:
    """Is it said by a "no" on the row's own variables, or by a rule, that it holds, and is that likely to be right?

    slips:  the share of slips. If there are some, it must also be likely that not all "no" answers that speak for the
            row are slips
    chance: how likely the row is, without these answers
    """
    if row in answers.claims.proved_by:
        return True
    if not was_alone(answers, row, slips):
        return False
    if not slips:
        return True
    speak = speaking_for(answers, row)
    return not is_worth_a_question(slips**speak * (1 - chance) / max(chance, 1e-6), COST_OF_NO)


def speaking_for(answers: Answers, row: int) -> int:
    """How many "no" answers nothing else explains than this row."""
    space = answers.space
    alone = _only(answers, row)
    others = space.surviving.copy()
    others[row] = False
    no = [entry.query.codes for entry in answers.evidence if entry.answer is False]
    return sum(
        bool(len(space.rows.rejecting(codes, alone))) and not len(space.rows.rejecting(codes, others)) for codes in no
    )


def no_inside(answers: Answers, row: int) -> list[Query]:
    """The "no" answers on a row's own variables that it explains."""
    alone = _only(answers, row)
    no = said_inside(answers, answers.space.scope_set(row), False)
    return [query for query in no if len(answers.space.rows.rejecting(query.codes, alone))]


def was_alone(answers: Answers, row: int, slips: float) -> bool:
    """Is there a "no" on the row's own variables, or a rule, that says that it holds?"""
    if row in answers.claims.proved_by:
        return True
    own = no_inside(answers, row)
    if not answers.doubts.gaps or slips:
        return bool(own)
    # Where the language is known to be too small, a "no" may be for another reason.
    return len(own) >= OFTEN and not _too_little_beyond(answers, row, own)


def _too_little_beyond(answers: Answers, row: int, own: list[Query]) -> list[int]:
    """The weaker rows on the same variables that explain all but a few of the "no" answers that speak for a row.

    "x > y" takes more than "x ≠ y" does to be believed: what both of them explain speaks for the weaker one.
    """
    space = answers.space
    if space.rows.is_bound(row):
        return []
    found = []
    for weaker in _weaker(answers, row):
        alone = _only(answers, weaker)
        if sum(not len(space.rows.rejecting(query.codes, alone)) for query in own) < BEYOND:
            found.append(weaker)
    return found


def _weaker(answers: Answers, row: int) -> list[int]:
    """The rows on the same variables that may hold, and reject a part of what a row rejects."""
    space = answers.space
    variables = bitset.members(space.scope_set(row))
    every = space.rows.accepted_on(variables, [])
    if every is None:
        return []
    mine = space.rows.rejects(row, variables, every)
    others = space.rows.at(variables)
    found = []
    for other in others[space.surviving[others] & (others < space.rows.n_plain)].tolist():
        rejects = space.rows.rejects(other, variables, every)
        if rejects.any() and (rejects <= mine).all() and (mine & ~rejects).sum() >= BEYOND:
            found.append(other)
    return found


def _only(answers: Answers, row: int) -> NDArray[np.bool_]:
    alone = np.zeros(answers.space.rows.size, dtype=bool)
    alone[row] = True
    return alone


def said_inside(answers: Answers, scope: int, answer: bool | None = None) -> list[Query]:
    """The questions about no other variables than these, with this answer (None: with any)."""
    return [
        entry.query
        for entry in answers.evidence
        if (answer is None or entry.answer is answer) and bitset.is_subset(answers.variables_of(entry.query), scope)
    ]


def on_its_own(asker: Asker, row: int, P: Floats | None = None, *, at_random: bool = False) -> Example | None:
    """An example of a row's own variables that it rejects and nothing else that was learned, whose answer is not in the
    log, and that as little else as possible rejects; None if there is none.

    at_random: whatever else rejects it
    """
    space, answers = asker.space, asker.answers
    P = np.zeros(space.rows.size) if P is None else P
    if space.rows.is_bound(row):
        codes = OnGroup(space, answers, P, row).violating(row)
        return None if codes is None else Example(space, codes)
    scope = space.scope_set(row)
    variables, lines = broken_by(asker, row)
    inside = [other for other in _rows_inside(asker, scope) if other != row]
    mass = np.zeros(len(lines))
    for other in inside:
        mass += max(weights(P[other : other + 1])[0], 1.0) * space.rows.rejects(other, variables, lines)
    codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
    order = asker.random.permutation(len(lines)) if at_random else np.argsort(mass, kind="stable")
    if at_random:  # first what tells it from a weaker one
        lacking = _too_little_beyond(answers, row, no_inside(answers, row))
        explained = sum((space.rows.rejects(weaker, variables, lines).astype(int) for weaker in lacking), np.zeros(1))
        order = order[np.argsort(np.broadcast_to(explained, len(lines))[order], kind="stable")]
    for k in order.tolist():
        codes[variables] = lines[k]
        if Query(space.vocabulary, codes) not in answers.said:
            return Example(space, codes)
    return None


def broken_by(asker: Asker, row: int) -> tuple[list[int], Codes]:
    """The variables of a row, and their values that break it and nothing else that was learned; not of a bound."""
    space = asker.space
    scope = space.scope_set(row)
    variables = bitset.members(scope)
    learned = [other for other in space.learned_inside(scope) if other != row]
    lines = space.rows.accepted_on(variables, learned)
    if lines is None:
        lines = OwnScope(space, asker.answers, np.random.RandomState(0), scope).examples
    return variables, lines[space.rows.rejects(row, variables, lines)]


def _rows_inside(asker: Asker, scope: int) -> list[int]:
    space = asker.space
    return [*space.candidates_at(scope).tolist(), *space.candidates_inside(scope).tolist()]
