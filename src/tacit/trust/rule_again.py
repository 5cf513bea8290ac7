"""Answers about rules that look odd beside the others: put again, in another form.

A rule that was denied, though nothing speaks against it, is put again on what is left of its family.

"Not in each column", and then column 0 is fine, and no other was found that differs. Where slips are expected, the rule
is put again on the columns that are left: if it holds there, the "no" was a slip. One that is left at last is put, too:
if it is the reason for the "no", something is required of it alone, and if not, all is settled.

A rule that holds on all groups but one, of which just one answer says that it differs: "each row but row 0", and then
each block but the one at its corner. If that answer was a slip, all that follows is learned piece by piece. So the rule
is put on that group by itself.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.learning.answers import Answers
from tacit.learning.claims import Claimed, Claims, parts
from tacit.structure.families import cells_family
from tacit.structure.rule import Claim, Rule
from tacit.trust.elimination import said_inside
from tacit.trust.still_required import still_required
from tacit.trust.surprise import COST_OF_DENIAL, is_worth_a_question
from tacit.trust.suspects import refuters

AS_IT_LOOKS = 0.95  # how likely an odd answer is not confirmed, if it is put again
SPEAKS_FOR = 3.0  # by how much each further answer that goes with a denied rule makes it likelier that it holds
MOST_LEFT_OUT = 4  # one group in so many may have been left out of a rule by a slip
MOST_ALONE = 4  # cells of a "no" that speaks for a single constraint
SEVERAL = 2  # cells of a line
FEW = 2  # groups: a rule on so few is as quickly asked about one by one


def denied_before(answers: Answers) -> Rule | None:
    """A rule to be put again, if there is one."""
    claims, space = answers.claims, answers.space
    alone: NDArray[np.bool_] | None = None
    for said in claims.standing:
        rule = said.claim
        if not isinstance(rule, Rule) or said.answer is not False or said.exceptions:
            continue
        in_a_line = rule.arity == 1 and rule.family.count == 1
        if (rule.family.count <= FEW and not in_a_line) or not space.surviving[claims.of(rule)].all():
            continue
        # Denied twice, as a whole and in part, it is to be believed.
        alone = _said_alone(answers) if alone is None else alone
        odd = is_worth_a_question(_chance_of_slip(answers, said, alone), COST_OF_DENIAL)
        if in_a_line:
            rest = _other_cells(answers, rule, alone) if odd else None
        else:
            rest = _rest(claims, said, odd and not _is_part_of_a_denied_one(claims, rule))
        if rest is not None and claims.is_open(rest):
            return rest
    return None


def _said_alone(answers: Answers) -> NDArray[np.bool_]:
    """The rows that a "no" on their own variables speaks for, and no rule says.

    Most of these "no" answers have other explanations left: what they are is told apart later, if at all.
    """
    space = answers.space
    found = space.learned.copy()
    for entry in answers.evidence:
        if entry.answer is False and len(entry.query) <= MOST_ALONE:
            hit = space.rows.rejecting(entry.query.codes, space.surviving).tolist()
            found[[row for row in hit if len(space.rows.scope(row)) == len(entry.query)]] = True
    found[answers.claims.proved_by.rows] = False
    return found


def _chance_of_slip(answers: Answers, denied: Claimed, alone: NDArray[np.bool_]) -> float:
    """How likely the "no" to a rule was a slip: by what was believed then, and by what goes with the rule since.

    That is each rule that was accepted later and says a part of it, and each constraint of it that was said alone;
    one of these was there before, or the rule would not have been asked about.
    """
    claims = answers.claims
    chance = answers.doubts.chances.get(denied.claim, 0.0)
    assert isinstance(denied.claim, Rule)
    rows = claims.of(denied.claim)
    speak = sum(bool(np.isin(rows, claims.of(rule)).any()) for rule in _accepted_since(claims, denied))
    odds = chance / max(1 - chance, 1e-6) * SPEAKS_FOR ** (speak + max(int(alone[rows].sum()) - 1, 0))
    return float(odds / (1 + odds))


def _is_part_of_a_denied_one(claims: Claims, rule: Rule) -> bool:
    whole, cuts = rule.family.uncut, rule.family.key.cuts
    if whole is None or (cuts and isinstance(cuts[-1], str)):  # what holds for the seniors need not hold for all
        return False
    return claims.answer_to(replace(rule, family=whole)) is False


def _accepted_since(claims: Claims, denied: Claimed) -> list[Rule]:
    """The rules of the same relation that were accepted after a rule was denied."""
    assert isinstance(denied.claim, Rule)
    standing = list(claims.standing)
    later = [claim for said in standing[standing.index(denied) + 1 :] for claim, yes in parts(said) if yes]
    relation = denied.claim.relation
    return [rule for rule in dict.fromkeys(later) if isinstance(rule, Rule) and rule.relation == relation]


def _rest(claims: Claims, denied: Claimed, hard_to_believe: bool) -> Rule | None:
    """The rule on the groups where it is not known to hold, if there are others; on all but the last, if the "no" is
    hard to believe.

    Whoever denied it after a part of it was accepted has thought of the rest: that part speaks for nothing.
    """
    rule = denied.claim
    assert isinstance(rule, Rule)
    mine = claims.of(rule)
    in_part = any(bool(np.isin(mine, claims.of(later)).any()) for later in _accepted_since(claims, denied))
    groups = ((n, rule.only(n)) for n in range(rule.family.count))
    holds = tuple(n for n, single in groups if claims.answer_to(single) or (in_part and _is_proved(claims, single)))
    if not holds and hard_to_believe:
        holds = (rule.family.count - 1,)
    if not holds or len(holds) == rule.family.count:
        return None
    return rule.without(holds)


def _other_cells(answers: Answers, rule: Rule, alone: NDArray[np.bool_]) -> Rule | None:
    """What was said of all cells of one line, of those where it is not known yet, if it is known of several."""
    space = answers.space
    rows = answers.claims.of(rule)
    left = rows[space.in_bias[rows]]
    if int(alone[rows].sum()) < SEVERAL or len(left) < SEVERAL:
        return None
    cells = sorted(x for row in left.tolist() for x in space.rows.scope(row))
    return Rule(rule.relation, cells_family(space.vocabulary, cells), vocabulary=rule.vocabulary)


def _is_proved(claims: Claims, single: Rule) -> bool:
    """Was it said that the rule holds on this group, together with others?"""
    return all(row in claims.proved_by for row in claims.of(single).tolist())


def odd_group(answers: Answers) -> Rule | None:
    """A rule on a group where just one answer says that it does not hold, though it holds on (nearly) all others."""
    claims, space = answers.claims, answers.space
    for rule in claims.accepted:
        whole = rule.family.uncut
        cut = rule.family.key.cuts[-1] if whole is not None and rule.family.key.cuts else None
        if whole is None or not isinstance(cut, tuple) or whole.count <= FEW:
            continue
        left_out = sorted(set(range(whole.count)) - set(cut))
        if len(left_out) > max(1, whole.count // MOST_LEFT_OUT):
            continue
        for number in left_out:
            single = Rule(rule.relation, whole.part([number]), rule.order)
            rows = claims.of(single)
            refuted = rows[~space.surviving[rows]]
            if not len(refuted) or claims.answer_to(single) is not None:
                continue
            # Each two "no" answers inside the group weigh as much as one answer against the rule.
            cells = bitset.from_indices(sorted({x for row in rows.tolist() for x in space.rows.scope(row)}))
            no = len(said_inside(answers, cells, False))
            put = sum(said.claim == single for said in claims.log)
            if 2 * put <= no and len(refuters(answers, refuted)) <= 1 + no // 2:
                return single
    return None


def looks_odd(answers: Answers, slips: float) -> Claim | None:
    """What is to be put to see whether an odd answer was a slip, if anything."""
    return odd_group(answers) or still_required(answers, slips)
