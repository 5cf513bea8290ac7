"""A rule that was denied, though nothing speaks against it: put again, on what is left of its family.

"Not in each column", and then column 0 is fine, and no other was found that differs. Where slips are expected, the rule
is put again on the columns that are left: if it holds there, the "no" was a slip. One that is left at last is put, too:
if it is the reason for the "no", something is required of it alone, and if not, all is settled.
"""

from __future__ import annotations

from tacit.learning.answers import Answers
from tacit.learning.claims import Claims
from tacit.structure.rule import Rule
from tacit.trust.surprise import COST_OF_DENIAL, is_worth_a_question

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
        rest = _rest(claims, rule, is_worth_a_question(answers.doubts.chances.get(rule, 0.0), COST_OF_DENIAL))
        if rest is not None and claims.is_open(rest):
            return rest
    return None


def _rest(claims: Claims, rule: Rule, hard_to_believe: bool) -> Rule | None:
    """The rule on the groups where it is not known to hold, if there are others; on all but the last, if the "no" is
    hard to believe."""
    holds = tuple(n for n in range(rule.family.count) if claims.answer_to(rule.only(n)))
    if not holds and hard_to_believe:
        holds = (rule.family.count - 1,)
    if not holds or len(holds) == rule.family.count:
        return None
    return rule.without(holds)
