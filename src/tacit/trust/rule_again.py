"""Answers about rules that look odd beside the others: put again, in another form.

A rule that was denied, though nothing speaks against it, is put again on what is left of its family.

"Not in each column", and then column 0 is fine, and no other was found that differs. Where slips are expected, the rule
is put again on the columns that are left: if it holds there, the "no" was a slip. One that is left at last is put, too:
if it is the reason for the "no", something is required of it alone, and if not, all is settled.

A rule that holds on all groups but one, of which just one answer says that it differs: "each row but row 0", and then
each block but the one at its corner. If that answer was a slip, all that follows is learned piece by piece. So the rule
is put on that group by itself.

"Something more is required", and then one example after another is fine: put again, as a question about all scopes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tacit.candidates import bitset
from tacit.learning.answers import Answers
from tacit.learning.claims import Claimed, Claims, parts
from tacit.problem.bounds import Bound
from tacit.problem.rows import RowIds
from tacit.structure.rule import Claim, Free, Rule
from tacit.trust.elimination import said_inside
from tacit.trust.surprise import COST_OF_CLEARING, COST_OF_DENIAL, is_worth_a_question
from tacit.trust.suspects import odds, refuters

AS_IT_LOOKS = 0.95  # how likely an odd answer is not confirmed, if it is put again
SPEAKS_FOR = 3.0  # by how much each further answer that goes with a denied rule makes it likelier that it holds
MOST_LEFT_OUT = 4  # one group in so many may have been left out of a rule by a slip
FEW = 2  # groups: a rule on so few is as quickly asked about one by one


def denied_before(answers: Answers) -> Rule | None:
    """A rule to be put again, if there is one."""
    claims, space = answers.claims, answers.space
    for said in claims.standing:
        rule = said.claim
        if not isinstance(rule, Rule) or said.answer is not False or said.exceptions or rule.family.count <= FEW:
            continue
        if not space.surviving[claims.of(rule)].all():
            continue
        # Denied twice, as a whole and in part, it is to be believed.
        odd = is_worth_a_question(_chance_of_slip(answers, said), COST_OF_DENIAL)
        rest = _rest(claims, rule, odd and not _is_part_of_a_denied_one(claims, rule))
        if rest is not None and claims.is_open(rest):
            return rest
    return None


def _chance_of_slip(answers: Answers, denied: Claimed) -> float:
    """How likely the "no" to a rule was a slip: by what was believed then, and by what goes with the rule since.

    That is each rule that was accepted later and says a part of it, and each constraint of it that was learned alone;
    one of these was there before, or the rule would not have been asked about.
    """
    claims, space = answers.claims, answers.space
    chance = answers.doubts.chances.get(denied.claim, 0.0)
    assert isinstance(denied.claim, Rule)
    rows, relation = claims.of(denied.claim), denied.claim.relation
    standing = list(claims.standing)
    later = [claim for said in standing[standing.index(denied) + 1 :] for claim, yes in parts(said) if yes]
    rules = [rule for rule in dict.fromkeys(later) if isinstance(rule, Rule) and rule.relation == relation]
    speak = sum(bool(np.isin(rows, claims.of(rule)).any()) for rule in rules)
    learned = rows[space.learned[rows]]
    alone = sum(row not in claims.proved_by for row in learned.tolist())
    odds = chance / max(1 - chance, 1e-6) * SPEAKS_FOR ** (speak + max(alone - 1, 0))
    return float(odds / (1 + odds))


def _is_part_of_a_denied_one(claims: Claims, rule: Rule) -> bool:
    whole = rule.family.uncut
    return whole is not None and claims.answer_to(replace(rule, family=whole)) is False


def _rest(claims: Claims, rule: Rule, hard_to_believe: bool) -> Rule | None:
    """The rule on the groups where it is not known to hold, if there are others; on all but the last, if the "no" is
    hard to believe."""
    in_part = any(row in claims.proved_by for row in claims.of(rule).tolist())
    groups = ((n, rule.only(n)) for n in range(rule.family.count))
    holds = tuple(n for n, single in groups if claims.answer_to(single) or (in_part and _is_proved(claims, single)))
    if not holds and hard_to_believe:
        holds = (rule.family.count - 1,)
    if not holds or len(holds) == rule.family.count:
        return None
    return rule.without(holds)


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


def still_required(answers: Answers, slips: float) -> Free | None:
    """Something was said to be required besides the rules, but most of what it could be was refuted since: the claim
    about all scopes of this size, if that was never put, and nothing was said to be required elsewhere."""
    claims, space = answers.claims, answers.space
    for each in claims.open:
        claim = each.claim
        if not isinstance(claim, Free) or space.learned[each.rows].any():
            continue
        left = float(claims.may_hold(each.rows).mean())
        odd = odds(answers, claims.said(claim, False), slips) / max(left, 1e-6)
        if not is_worth_a_question(odd / (1 + odd), COST_OF_CLEARING):
            continue
        rules = [rule for rule in claims.accepted if rule.arity == claim.arity or isinstance(rule.relation, Bound)]
        everywhere = replace(claim, inside=(), outside=(), besides=tuple(dict.fromkeys([*claim.besides, *rules])))
        rest = np.setdiff1d(claims.apart(everywhere), each.rows)
        if rules and not claims.was_put(everywhere) and not _is_required(answers, rest):
            return everywhere
    return None


def _is_required(answers: Answers, rows: RowIds) -> bool:
    """Was it said that something is required here, too, and may that still be found?"""
    claims, space = answers.claims, answers.space
    others = [each.rows for each in claims.open if isinstance(each.claim, Free)]
    asked = [np.intersect1d(each, rows) for each in others]
    return any(claims.may_hold(each).any() and not space.learned[each].any() for each in asked if len(each))


def looks_odd(answers: Answers, slips: float) -> Claim | None:
    """What is to be put to see whether an odd answer was a slip, if anything."""
    return odd_group(answers) or still_required(answers, slips)
