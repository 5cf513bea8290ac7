"""What answers about rules prove and refute, applied to the version space of an asker.

"Yes" to a rule proves its constraints; "yes, nothing more is required" refutes all candidates there. A "no" is kept,
until all but one of the candidates that it is about are settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit.candidates.rule_rows import MISSING
from tacit.learning.asking import Contradiction
from tacit.learning.claims import Claimed, OpenClaim
from tacit.learning.evidence import conflict_with
from tacit.problem.bounds import Bound
from tacit.problem.rows import RowIds
from tacit.structure.family import Kind
from tacit.structure.rule import Claim, Free, Number, Review, Rule, Unlimited

if TYPE_CHECKING:
    from tacit.learning.asker import Asker


def apply_again(asker: Asker) -> None:
    """What was said to be free besides some rules says nothing where one of these rules was set aside."""
    claims = asker.answers.claims
    standing = list(claims.standing)
    for said in standing:
        if isinstance(said.claim, (Rule, Number, Review)):
            _apply(asker, said)
    for said in standing:
        if isinstance(said.claim, (Free, Unlimited)):
            lost = [rule for rule in said.claim.besides if rule not in claims.accepted]
            if not lost:
                _apply(asker, said)
            elif isinstance(said.claim, Free) and said.answer and all(_is_about(said.claim, r) for r in lost):
                _set_free_without(asker, said.claim, lost)


def _set_free_without(asker: Asker, free: Free, lost: list[Rule]) -> None:
    """Apply "besides these rules, nothing is required" where none of the rules is that were set aside."""
    claims, space = asker.answers.claims, asker.space
    rows = claims.of(free)
    without = [claims.of(Free(rule.arity, inside=(rule.family,))) for rule in lost]
    rows = rows[~np.isin(rows, np.concatenate(without))]
    _refute_free(asker, free, rows[space.in_bias[rows]])
    if not asker.all_explicable() or space.learned[np.intersect1d(rows, claims.apart(free))].any():
        asker.see_a_contradiction()


def _apply(asker: Asker, said: Claimed) -> None:
    """Apply an answer about a rule that is kept already."""
    apply_parts(asker, asker.answers.claims.accept(said))


def apply_parts(asker: Asker, found: list[tuple[Claim, bool]]) -> None:
    claims = asker.answers.claims
    for claim, answer in found:
        if not answer:
            claims.open.append(OpenClaim(claim, claims.denied(claim)))
        elif isinstance(claim, Rule):
            _learn_rule(asker, claim, claims.of(claim))
        elif isinstance(claim, (Free, Unlimited)):
            _set_free(asker, claim)
    settle_claims(asker)


def _learn_rule(asker: Asker, rule: Rule, rows: RowIds) -> None:
    space, claims = asker.space, asker.answers.claims
    claims.proved_by.settle(rows, rule)
    if not space.surviving[rows].all():
        asker.see_a_contradiction()
    new = rows[space.in_bias[rows]]
    space.learn_many(new, named=rule.family.key.kind != Kind.CELLS)
    space.drop_implied(asker.implications.implied_by(new, space.in_bias))
    asker.answers.explained()
    if asker.reporter.wants("learned"):
        for constraint in space.bias.constraints(new):
            asker.reporter.learned(constraint)


def _set_free(asker: Asker, free: Free | Unlimited) -> None:
    space, claims = asker.space, asker.answers.claims
    if isinstance(free, Free):  # mostly about very many rows: only those are listed that are open
        rows = np.flatnonzero(claims.rows.mask_of_free(free) & space.in_bias)
    else:
        rows = claims.of(free)
        rows = rows[space.in_bias[rows]]
    _refute_free(asker, free, rows)
    if not asker.all_explicable() or asker.answers.claims.follows(free) is False:
        asker.see_a_contradiction()


def _refute_free(asker: Asker, free: Free | Unlimited, new: RowIds) -> None:
    """new: rows in the bias"""
    space, claims = asker.space, asker.answers.claims
    # In answers from an earlier dialogue, what is left apart, and so what that implies, may not be learned yet.
    if free.besides:
        apart = np.concatenate(list(map(claims.of, free.besides)))
        kept = np.zeros(space.rows.size, dtype=bool)
        kept[apart[apart != MISSING]] = True
        kept[asker.implications.implied_by(apart, space.in_bias)] = True
        apart_now = kept[new]
        if apart_now.any():
            new = new[~apart_now]
    claims.refuted_by.settle(new, free)
    space.refute(new, no_sample=True)
    asker.reporter.refuted(len(new))


def settle_claims(asker: Asker) -> bool:
    """Apply what the open claims say by now: if all constraints of a rule hold but one, a "no" refutes that one.

    Returns whether anything has changed.
    """
    changed = False
    while True:
        refuted, hold, wrong = asker.answers.claims.units()
        if wrong is not None:
            log, claims = asker.answers.evidence, asker.answers.claims
            raise Contradiction(conflict_with(wrong, asker.space.bias, log, claims))
        if not asker.answers.claims.certain:
            return changed  # one of these answers may be a slip: the candidate gets a question of its own
        for row, claim in refuted:
            asker.answers.claims.refuted_by.settle(np.array([row]), claim)
            asker.refute(np.array([row]))
        for row in hold:
            asker.learn(row, only_implied=True)
        if not refuted and not hold:
            return changed
        changed = True
        if not asker.all_explicable():
            asker.see_a_contradiction()


def _is_about(free: Free, rule: Rule) -> bool:
    """Does a rule speak of whole scopes of this size, so that it says nothing about the others?"""
    return rule.arity == free.arity and not isinstance(rule.relation, Bound)
