"""Answers that may be wrong, each with its place in the log: which ones, how likely, and what rests on each.

* the answers of a contradiction, the likeliest slip first
* the answers that are worth a second look when an interview is over
* the earlier answer that the open question puts again, and whether the two agree
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tacit.interview.statements import Statement
from tacit.learning.answers import Answers
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed, parts
from tacit.learning.second_look import SecondLook
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.showing.doubt_words import A_REASON, MOST_NAMED, NO_REASON_LEFT, rests_on_a_claim, rests_on_a_yes
from tacit.structure.rule import Claim, Free, Review, Rule, Unlimited

SLIPS = 0.02  # the share of wrong answers, if the options expect none: somebody looks for one now
CELLS = 4  # a "yes" to so many cells is twice as likely to be wrong as the options say: more can be overlooked in it
RULE = 0.5  # a rule without exceptions was thought about
AGAINST = 2  # so many answers are shown that speak against one


@dataclass(frozen=True)
class Doubtful:
    """An answer that is worth a second look.

    said:      the answer
    against:   some answers that don't go with it
    chance:    how likely it is wrong
    set_aside: the model does not rest on it: it was taken to be wrong
    """

    said: Statement
    against: tuple[Statement, ...]
    chance: float
    set_aside: bool


def chance_of_slip(asker: Asker, asked: Query | Claim, answer: bool) -> float:
    """How likely an answer is wrong, before it is compared with others."""
    chance = asker.answers.doubts.chances.get(asked, asker.options.slips or SLIPS)
    if isinstance(asked, Query):
        return chance * (1 + len(asked) / CELLS) if answer else chance
    return chance * RULE if isinstance(asked, Rule) and answer else chance


def ranked(said: Iterable[Statement], asker: Asker, no: Query | None) -> list[Statement]:
    """Answers of which one is wrong: the likeliest first, each with how likely it is and what rests on it.

    no: the "no" that all others speak against, if there is one
    """
    found = list(said)
    chances = [chance_of_slip(asker, each.asked, each.answer) for each in found]
    total = sum(chances) or 1.0
    weighed = [
        replace(each, chance=chance / total, rests=_rests_on(each, asker, no))
        for each, chance in zip(found, chances, strict=True)
    ]
    return sorted(weighed, key=lambda each: -round(each.chance, 6))


def _rests_on(said: Statement, asker: Asker, no: Query | None) -> str:
    """What rests on an answer of a contradiction, in a short phrase."""
    space, claims, asked = asker.space, asker.answers.claims, said.asked
    if not isinstance(asked, Query):
        return rests_on_a_claim(asked, said.answer, len(claims.of(asked)))
    if not said.answer:
        return NO_REASON_LEFT if not len(space.rows.rejecting(asked.codes, space.surviving)) else A_REASON
    # What a "yes" says about other things than this "no" is of no interest here.
    mine = np.ones(space.rows.size, dtype=bool) if no is None else _mask(_rejecting(no, asker.answers), asker.answers)
    rows = space.rows.rejecting(asked.codes, mine).tolist()
    return rests_on_a_yes([space.bias.constraint(row) for row in rows[:MOST_NAMED]], len(rows), space.vocabulary)


def speaks_against(look: SecondLook, asker: Asker) -> list[Answered | Claimed]:
    """Some answers that don't go with one that is worth a second look."""
    said = look.said
    # Whoever called it wrong when it was read out has said so most plainly.
    claims = asker.answers.claims.log
    found: list[Answered | Claimed] = [
        each for each in claims if isinstance(said, Claimed) and _calls_wrong(each, said)
    ]
    found += [each for each in look.against if disagree(said, each, asker.answers)]
    log: list[Answered | Claimed] = [*reversed(asker.answers.log), *reversed(asker.answers.claims.log)]
    found += [each for each in log if each not in found and each is not said and disagree(said, each, asker.answers)]
    return found[:AGAINST]


def put_again(asker: Asker, query: Query) -> Answered | Claimed | None:
    """The earlier answer that a check puts again: one that does not go with one of the possible answers to it.

    If there are several, the one that is most likely wrong; if they are equally likely, the newest.
    """
    answers = asker.answers
    best: tuple[float, Answered | Claimed] | None = None
    log: list[Answered | Claimed] = [*answers.claims.log, *answers.log]
    for said in log:
        asked = said.claim if isinstance(said, Claimed) else said.query
        if said.answer is None or asked == query:
            continue
        if any(disagree(said, Answered(query, answer), answers) for answer in (True, False)):
            chance = round(chance_of_slip(asker, asked, said.answer), 6)
            if best is None or chance >= best[0]:
                best = chance, said
    return None if best is None else best[1]


def part_of(asker: Asker, query: Query) -> Answered | None:
    """The newest "no" of which a question is a part, while it is being found out what is wrong there."""
    if not asker.settling:
        return None
    no = (said for said in reversed(asker.answers.log) if said.answer is False and said.query != query)
    return next((said for said in no if query.is_part_of(said.query)), None)


def disagree(one: Answered | Claimed, other: Answered | Claimed, answers: Answers) -> bool:
    """Is there nothing in the language that says both? (Only of pairs in which one is an example, or a review.)"""
    if isinstance(one, Answered) and isinstance(other, Answered):
        if one.answer is None or other.answer is None or one.answer == other.answer:
            return False
        yes, no = (one, other) if one.answer else (other, one)
        rejecting = _rejecting(no.query, answers)
        return len(answers.space.rows.rejecting(yes.query.codes, _mask(rejecting, answers))) == len(rejecting)
    if isinstance(one, Claimed) and isinstance(other, Claimed):
        return _calls_wrong(one, other) or _calls_wrong(other, one)
    claimed, example = (one, other) if isinstance(one, Claimed) else (other, one)
    assert isinstance(claimed, Claimed)
    assert isinstance(example, Answered)
    return any(_denies(claim, yes, example, answers) for claim, yes in parts(claimed))


def _calls_wrong(one: Claimed, other: Claimed) -> bool:
    """Is the one a review that calls a line wrong that the other says?"""
    if not isinstance(one.claim, Review):
        return False
    said = [claim for claim, yes in parts(other) if yes]
    return any(one.claim.lines[place] in said for place in one.exceptions)


def _denies(claim: Claim, yes: bool, example: Answered, answers: Answers) -> bool:
    """Does a "yes" to a claim say the opposite of an answer about an example?"""
    if not yes:
        return False
    if isinstance(claim, Rule):
        rows = answers.claims.of(claim)
        broken = answers.space.rows.rejecting(example.query.codes, _mask(rows, answers))
        return example.answer is True and bool(len(broken))
    if example.answer is not False or not isinstance(claim, (Free, Unlimited)):
        return False
    rejecting = _rejecting(example.query, answers)
    return bool(len(rejecting)) and bool(np.isin(rejecting, answers.claims.apart(claim)).all())


def _rejecting(query: Query, answers: Answers) -> RowIds:
    """All rows that reject an example, refuted or not."""
    rows = answers.space.rows
    return rows.rejecting(query.codes, np.ones(rows.size, dtype=bool))


def _mask(rows: RowIds, answers: Answers) -> np.ndarray:
    mask = np.zeros(answers.space.rows.size, dtype=bool)
    mask[rows[rows >= 0]] = True
    return mask
