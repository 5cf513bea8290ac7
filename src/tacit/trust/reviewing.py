"""What was understood is read out, so that it can be put right: one question about many rules.

A "yes" to a rule that is a slip, a number that is too tight, and a "no" that is a slip put false constraints into the
model, and nothing finds that later: no question breaks what is known. To put each of them again costs a question each.
So they are read out together, some lines at a time, and whoever answers names the lines that are wrong.

    a line that is called wrong     its answers are set aside
    "no", and no line is named      one half of the lines is read out, then the other one, and so on; a single line
                                    is put as an example that breaks it, in up to three places
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.guided.weights import Floats
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.learning.claims import Claimed, parts
from tacit.learning.second_look import SecondLook
from tacit.problem.query import Answered
from tacit.structure.families import cells_family
from tacit.structure.rule import Review, Rule
from tacit.trust.controls import disagree
from tacit.trust.elimination import is_confirmed, no_inside, on_its_own, was_alone
from tacit.trust.settling import set_aside
from tacit.trust.surprise import slip_rate

MOST_LINES = 12  # of one review: more are not read with care
NAMED_WRONG = 0.95  # how likely the answers behind a line are slips, if the line is called wrong
MOST_WAITING = 3  # rows that were learned because nothing else was left, since one of them was checked by an example
BESIDE_RULES = 0.1  # a model is made of rules if no larger share of it stands alone
FEW_AGAIN = 3  # lines that are read out again with others
SMALL = 4  # cells of a "no" that stands alone
PLACES = 3  # where a rule is put again


def reviews(asker: Asker) -> bool:
    """Is what is hard to believe read out?"""
    return bool(asker.options.slips and asker.options.rules)


def is_reviewed(asker: Asker, row: int) -> bool:
    """Will this row be read out, if it is learned and hard to believe? A bound on a single group has no short words."""
    return reviews(asker) and not asker.space.rows.is_bound(row)


def may_wait(asker: Asker, last_check: int | None) -> bool:
    """May one more row be learned because nothing else is left, before one of them is checked by an example?

    If the reason for "no" answers was wrongly refuted, or the language can't say it, all that is left is false.

    last_check: how large the network was at the last such check; None if there was none
    """
    if last_check is None:
        return False
    since = asker.space.network[last_check:]
    return sum(not was_alone(asker.answers, row, asker.options.slips) for row in since) < MOST_WAITING


def next_review(asker: Asker, alone: Floats, *, at_the_end: bool) -> Review | None:
    """What is to be read out now, if anything; before the end, only as soon as there is enough of it.

    alone: how likely each row is, by what is known about similar ones
    """
    if not reviews(asker):
        return None
    rules = _rules(asker) if at_the_end else []
    # Where a list is read out in any case, what stands alone is read out again: that costs no question.
    again = _again(asker, alone) if rules else []
    lines = [*_single(asker, alone), *again, *rules]
    if not lines or (not at_the_end and len(lines) < MOST_LINES):
        return None
    return Review(tuple(lines[:MOST_LINES]))


def in_the_way(asker: Asker, alone: Floats) -> Review | None:
    """What is hard to believe and stands alone beside rules: read out before large examples clear what is left.

    Where all else follows rules, nothing more may be required, and one question would say so; but not as long as
    something stands alone, because then there may be more like it. If that was a slip, dozens of examples follow. Once
    something that stands alone was called right, there is more to look for in any case; then only whoever slipped
    before is read more.
    """
    if not reviews(asker):
        return None
    single, seen = [*_one_by_one(asker), *_waiting(asker, alone)], _seen(asker)
    if not asker.answers.doubts.disagreements and any(_as_rule(asker, row) in seen for row in single):
        return None
    by_rules = len(asker.space.network) - len(single)
    if len(single) > BESIDE_RULES * by_rules:
        return None
    waiting = [rule for row in _waiting(asker, alone) if (rule := _as_rule(asker, row)) not in seen]
    lines = [*_single(asker, alone), *waiting]
    return Review(tuple(lines[:MOST_LINES])) if lines else None


def _waiting(asker: Asker, alone: Floats) -> list[int]:
    """Of each "no" to a few cells that several rows explain: the likeliest one."""
    space = asker.space
    few = [no.rows[space.surviving[no.rows]] for no in asker.answers.open_no if no.variables.bit_count() <= SMALL]
    return list(dict.fromkeys(int(rows[np.argmax(alone[rows])]) for rows in few if len(rows)))


def foundation(asker: Asker, alone: Floats) -> Review | None:
    """The only constraint that was learned, if it is hard to believe, and a rule that says it was denied.

    What was learned first is what rules are proposed from: if it was a slip, one wrong rule after the other is.
    """
    claims = asker.answers.claims
    single = _one_by_one(asker) if reviews(asker) and not claims.accepted else []
    if len(single) != 1:
        return None
    denied = [each.claim for each in claims.standing if isinstance(each.claim, Rule) and each.answer is False]
    if not any(single[0] in claims.of(rule) for rule in denied):
        return None
    lines = _single(asker, alone)
    return Review(tuple(lines)) if lines else None


def _seen(asker: Asker) -> set[Rule]:
    """What was read out before."""
    reviews = (said.claim for said in asker.answers.claims.standing)
    return {rule for review in reviews if isinstance(review, Review) and not review.plans for rule in review.rules}


def _rules(asker: Asker) -> list[Rule]:
    """Rules that were accepted when they were asked about; what was told unasked was thought about."""
    seen = _seen(asker)
    said = [each for each in asker.answers.claims.standing if each.source is None]
    found = [claim for each in said for claim, yes in parts(each) if yes and isinstance(claim, Rule)]
    return [rule for rule in dict.fromkeys(found) if rule not in seen]


def _single(asker: Asker, alone: Floats) -> list[Rule]:
    """Constraints that were learned one by one, and are hard to believe."""
    seen = _seen(asker)
    return [rule for row in _hard_to_believe(asker, alone) if (rule := _as_rule(asker, row)) not in seen]


def _again(asker: Asker, alone: Floats) -> list[Rule]:
    """What is hard to believe and was called right before, if there are few such lines."""
    seen = _seen(asker)
    found = [rule for row in _hard_to_believe(asker, alone) if (rule := _as_rule(asker, row)) in seen]
    return found if len(found) <= FEW_AGAIN else []


def _as_rule(asker: Asker, row: int) -> Rule:
    space = asker.space
    return Rule(space.rows.relation(row), cells_family(space.vocabulary, space.rows.scope(row)))


def _hard_to_believe(asker: Asker, alone: Floats) -> list[int]:
    answers, slips = asker.answers, slip_rate(asker.answers, asker.options.slips)
    return [row for row in _one_by_one(asker) if not is_confirmed(answers, row, slips, float(alone[row]))]


def _one_by_one(asker: Asker) -> list[int]:
    """What was learned without a rule."""
    proved, background = asker.answers.claims.proved_by, asker.space.bias.background
    alone = proved.unsettled(np.array(asker.space.network, dtype=np.int64)).tolist()
    return [r for r in alone if r not in background and is_reviewed(asker, r)]


def put_review(asker: Asker, review: Review) -> Asking[bool]:
    """Read out what was understood; True if something of it was wrong, so that the learner has to start over."""
    try:
        right = yield from asker.ask_claim(review, check=True)
    except DontKnow:
        return False
    if right:
        return False
    said = asker.answers.claims.log[-1]
    wrong = [review.rules[place] for place in said.exceptions]
    # Of a list with one line, nobody has looked for the one that is wrong: an example decides between two answers.
    if wrong and (len(review.rules) > 1 or len(asker.answers.claims.of(wrong[0])) == 1):
        for rule in wrong:
            if not rests_on(asker, rule):  # it was named, but nobody has said it
                yield from _put_broken(asker, _own_places(asker, rule, wrong)[:1])
    else:
        wrong = yield from _find_wrong(asker, review.rules)
    for rule in wrong:
        for each in rests_on(asker, rule):
            set_aside(asker, each, NAMED_WRONG, asker.answers.claims.of(rule))
    disagree(asker)
    if not wrong:
        asker.answers.doubts.looks.append(SecondLook(said, (), NAMED_WRONG))
    return bool(wrong)


def rests_on(asker: Asker, rule: Rule) -> list[Answered | Claimed]:
    """The answers that say that a rule holds; none if it was learned because nothing else was left."""
    answers = asker.answers
    said: list[Answered | Claimed] = [each for each in answers.claims.standing if (rule, True) in parts(each)]
    if said:
        return said
    rows = answers.claims.of(rule)
    own = {query for row in rows.tolist() for query in no_inside(answers, row)}
    # What something else explains, too, was not what spoke for this rule: "differ" explains a "no" to two equal values
    # as well as "less" does.
    others = answers.space.surviving.copy()
    others[rows] = False
    own = {query for query in own if not len(answers.space.rows.rejecting(query.codes, others))} or own
    return [entry for entry in answers.evidence if entry.answer is False and entry.query in own]


def _find_wrong(asker: Asker, rules: Sequence[Rule], others: Sequence[Rule] = ()) -> Asking[list[Rule]]:
    """The lines that are wrong, if nobody has said which; none, if each half is said to be right.

    others: further lines, from which these are to be told apart
    """
    if len(rules) == 1:
        for row in _own_places(asker, rules[0], [*rules, *others]):
            if (yield from _put_broken(asker, [row])):
                return list(rules)
        return []
    for half in (rules[: (len(rules) + 1) // 2], rules[(len(rules) + 1) // 2 :]):
        try:
            right = yield from asker.ask_claim(Review(tuple(half)), check=True)
        except DontKnow:
            continue
        if not right:
            said = asker.answers.claims.log[-1]
            if said.exceptions:
                return [half[place] for place in said.exceptions]
            found = yield from _find_wrong(asker, half, [*others, *(rule for rule in rules if rule not in half)])
            return found
    return []


def _own_places(asker: Asker, rule: Rule, others: Sequence[Rule]) -> list[int]:
    """Some places of a rule, far apart; rather those that no other line speaks of."""
    claims = asker.answers.claims
    rows = claims.of(rule)
    theirs = [claims.of(other) for other in others if other != rule]
    own = rows[~np.isin(rows, np.concatenate(theirs))] if theirs else rows
    rows = own if len(own) else rows
    return [int(row) for row in rows[np.unique(np.linspace(0, len(rows) - 1, PLACES).astype(int))]]


def _put_broken(asker: Asker, rows: Sequence[int]) -> Asking[bool]:
    """Put an example that breaks the first of these rows that can be broken, and nothing else; is it fine?"""
    for row in rows:
        e = on_its_own(asker, row)
        if e is not None:
            answer = yield from asker.put(asker.query(e, e.variables))
            return answer is True
    return False
