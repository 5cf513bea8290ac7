"""Something was said to be required besides the rules, and nothing was found: is that still to be believed?

Large examples that were likely to show it were all fine, or most of what it could be was refuted. Then it is put again
in other words: one question, where large examples may clear what is left for dozens.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tacit.learning.answers import Answers
from tacit.problem.bounds import Bound
from tacit.problem.query import Query
from tacit.problem.rows import RowIds
from tacit.structure.rule import Free
from tacit.trust.surprise import COST_OF_CLEARING, is_worth_a_question
from tacit.trust.suspects import odds

TIMID = 0.2  # how much of what speaks against an answer counts, before somebody has slipped


def still_required(answers: Answers, slips: float) -> Free | None:
    """Something was said to be required besides the rules, but most of what it could be was refuted since: the claim
    about all scopes of this size, if that was never put, and nothing was said to be required elsewhere."""
    claims, space = answers.claims, answers.space
    for each in claims.open:
        claim = each.claim
        if not isinstance(claim, Free) or space.learned[each.rows].any() or _is_said_twice(answers, claim):
            continue
        left = float(claims.may_hold(each.rows).mean())
        # Whoever slipped before may have slipped there; else it takes more.
        left = min(left, _in_spite_of(answers, claim) ** (1.0 if answers.doubts.disagreements else TIMID))
        odd = odds(answers, claims.said(claim, False), slips) / max(left, 1e-6)
        if not is_worth_a_question(odd / (1 + odd), COST_OF_CLEARING):
            continue
        rules = [rule for rule in claims.accepted if rule.arity == claim.arity or isinstance(rule.relation, Bound)]
        everywhere = replace(claim, inside=(), outside=(), besides=tuple(dict.fromkeys([*claim.besides, *rules])))
        rest = np.setdiff1d(claims.apart(everywhere), each.rows)
        if not rules:
            continue
        if _is_required(answers, rest):
            other = replace(claim, besides=everywhere.besides)  # the same in other words
            if not claims.was_put(other):
                return other
        elif not claims.was_put(everywhere):
            return everywhere
    return None


def _is_said_twice(answers: Answers, required: Free) -> bool:
    """Was it said twice, in other words, that something is required there, and is it still to be found?"""
    learned = answers.space.learned
    free = [each for each in answers.claims.open if isinstance(each.claim, Free) and not learned[each.rows].any()]
    return sum(isinstance(each.claim, Free) and _place(each.claim) == _place(required) for each in free) > 1


def _place(free: Free) -> tuple[object, ...]:
    """Which scopes are meant, whatever is left apart."""
    return free.arity, free.inside, free.outside


def _in_spite_of(answers: Answers, required: Free) -> float:
    """How likely it was that all larger examples since then are fine, if something is required there."""
    doubts, claims, space = answers.doubts, answers.claims, answers.space
    here = np.zeros(space.rows.size, dtype=bool)
    here[claims.of(required)] = True
    since = list(doubts.foretold)
    since = since[since.index(required) + 1 :] if required in doubts.foretold else []
    likely = 1.0
    for query in since:
        if not isinstance(query, Query) or not answers.said.get(query) or not doubts.corrected.get(query, True):
            continue
        if len(space.rows.rejecting(query.codes, here)):
            likely *= doubts.foretold[query]
    return likely


def _is_required(answers: Answers, rows: RowIds) -> bool:
    """Was it said that something is required here, too, and may that still be found?"""
    claims, space = answers.claims, answers.space
    others = [each.rows for each in claims.open if isinstance(each.claim, Free)]
    asked = [np.intersect1d(each, rows) for each in others]
    return any(claims.may_hold(each).any() and not space.learned[each].any() for each in asked if len(each))
