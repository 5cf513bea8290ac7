"""What was meant, if an answer about a rule was a slip."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tacit.learning.claims import Claimed, Claims
from tacit.problem.rows import RowIds
from tacit.structure.rule import Free, Line, Number, Review, Rule, Unlimited


def put_right(claims: Claims, said: Claimed, rows: RowIds) -> Claimed | None:
    """The answer that was meant, as far as it can be told; None if it can't.

    rows: if the answer was wrong because it has refuted something: one of these holds; of a review, what its wrong
          line is about
    """
    claim = said.claim
    if isinstance(claim, Number):
        return _other_number(claims, said, claim, rows)
    if isinstance(claim, Rule):
        return replace(said, answer=False, exceptions=()) if said.answer else None
    if isinstance(claim, Review):
        wrong = {place for place, line in enumerate(claim.lines) if _is_wrong(claims, line, rows)}
        return replace(said, answer=False, exceptions=tuple(sorted(wrong.union(said.exceptions)))) if wrong else None
    if not said.answer:
        return None
    if isinstance(claim, Unlimited):
        limited = tuple(i for i, bound in enumerate(claim.bounds) if _speak_of(claims, claim, i, rows))
        return replace(said, answer=False, exceptions=limited) if limited else None
    assert isinstance(claim, Free)
    return replace(said, answer=False)


def _is_wrong(claims: Claims, line: Line, rows: RowIds) -> bool:
    """Is this the line of a review that was meant, or, if nobody has said which, one that was refuted?

    A line that says less than the one that was meant may well hold.
    """
    mine = claims.of(line)
    return bool(np.isin(rows, mine).all()) if len(rows) else not claims.space.surviving[mine].all()


def _speak_of(claims: Claims, claim: Unlimited, number: int, rows: RowIds) -> bool:
    """Are some of these rows limits of this sort?"""
    mine = set(claims.of(replace(claim, bounds=(claim.bounds[number],))).tolist())
    return bool(mine.intersection(rows.tolist()))


def _other_number(claims: Claims, said: Claimed, claim: Number, rows: RowIds) -> Claimed | None:
    """One more or one less: tighter, if something tighter holds, else looser."""
    if said.number is None:
        return None
    low, high = claims.numbers(claim)
    refuted = [n for n in (said.number - 1, said.number + 1) if low <= n <= high and _is_said(claims, claim, n, rows)]
    looser = said.number + (1 if claim.bound.sign == "<=" else -1)
    number = refuted[0] if refuted else looser
    return replace(said, number=number) if low <= number <= high else None


def _is_said(claims: Claims, claim: Number, number: int, rows: RowIds) -> bool:
    """Does the rule with this number have one of these rows?"""
    return bool(set(claims.of(claim.rule(number)).tolist()).intersection(rows.tolist()))
