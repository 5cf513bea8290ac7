"""Which answer is the slip? Answers that can't all be right, weighed by Bayes' rule.

In a contradiction one answer says that some row of a set holds: a "no" to an example, or a "yes" to a rule. Other
answers have refuted all these rows. Either the first answer is a slip; or one of the others is, and a row that only it
has refuted holds; or all are right, and the reason is one that the language can't say.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tacit.learning.answers import Answers
from tacit.learning.claims import Claimed
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.structure.rule import Claim

CERTAIN = 0.9  # a suspect that is as likely as this is taken to be the one
OUTSIDE = 0.00001  # how likely it is that the language can't say a reason, before there was any sign of it …
SIGN = 6.0  # … and by how much each sign makes it likelier: a "no" that nothing explained
MOST_OUTSIDE = 0.1
SAID = 0.9  # how likely a row holds that was refuted, if a rule was accepted that says it
RATE = 0.2  # how likely it is that one of the rows that were refuted holds after all, if nothing more is known
EXAMPLE = 0.5  # … at most, of those that a "yes" to an example has refuted
LEAST_CHANCE = 0.002  # nobody is beyond suspicion …
SURE = 1e-6  # … but whoever says without being asked what is wrong
MOST = 24  # who are suspected together


@dataclass(eq=False)
class Suspect:
    """One way in which a contradiction could have come about.

    slips: the answers that would be slips; none, if the language can't say the reason
    rows:  the rows of which one would then hold
    """

    slips: tuple[Answered | Claimed, ...]
    weight: float
    rows: RowIds = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass
class Suspects:
    """All ways in which one contradiction could have come about.

    first:    the answer that says that some row of a set holds is itself a slip
    outside:  no answer is one, but the language can't say the reason
    refuters: others are, which have refuted the rows
    """

    first: Suspect
    outside: Suspect | None
    refuters: list[Suspect]

    @property
    def all(self) -> list[Suspect]:
        return [self.first, *([] if self.outside is None else [self.outside]), *self.refuters]

    @property
    def best(self) -> Suspect:
        return max(self.all, key=lambda each: each.weight)

    def part_of(self, suspect: Suspect, *, inside: bool = False) -> float:
        """How likely this one is; inside: if the language can say the reason."""
        all_ = [each for each in self.all if not inside or each is not self.outside]
        return suspect.weight / max(sum(each.weight for each in all_), 1e-300)


def refuters(answers: Answers, rows: RowIds) -> list[tuple[Answered | Claimed, RowIds]]:
    """The answers that have refuted some of these rows, and which."""
    bias = answers.space.bias
    mine = np.zeros(bias.rows.size, dtype=bool)
    mine[rows] = True
    found: list[tuple[Answered | Claimed, RowIds]] = []
    for entry in answers.evidence:
        if entry.answer is True and len(hit := bias.rows.rejecting(entry.query.codes, mine)):
            found.append((entry, hit))
    found += answers.claims.refuting(rows)
    return found


def odds(answers: Answers, said: Answered | Claimed, slips: float) -> float:
    """The odds that an answer is a slip, by what was believed when it was given."""
    about: Query | Claim = said.query if isinstance(said, Answered) else said.claim
    if said.answer is False and about in answers.doubts.sure:
        return SURE
    chance = max(answers.doubts.chances.get(about, slips), LEAST_CHANCE)
    return float(chance / (1 - chance))


def outside(answers: Answers) -> float:
    """How likely it is that the language can't say a reason."""
    doubts = answers.doubts
    signs = len(doubts.gaps) + sum(right is True for right in doubts.corrected.values())
    return float(min(OUTSIDE * SIGN**signs, MOST_OUTSIDE))


def doubt(answers: Answers, rows: RowIds, slips: float) -> tuple[np.ndarray, list[list[int]], list[Answered | Claimed]]:
    """How likely it is, of each of these refuted rows, that all who have refuted it slipped: as the logarithm of a
    weight. Also who has refuted each, as numbers in the list of these answers.

    The more "no" answers a row would explain that nothing else does, the likelier it is.
    """
    space = answers.space
    against = refuters(answers, rows)
    place = {row: i for i, row in enumerate(rows.tolist())}
    weight = np.full(len(rows), np.log(RATE))
    who: list[list[int]] = [[] for _ in place]
    for number, (said, hit) in enumerate(against):
        for row in hit.tolist():
            weight[place[row]] += np.log(odds(answers, said, slips))
            who[place[row]].append(number)
    mine = np.zeros(space.rows.size, dtype=bool)
    mine[rows] = True
    explains = np.zeros(len(rows))
    for entry in answers.log:
        if entry.answer is False and not len(space.rows.rejecting(entry.query.codes, space.surviving)):
            hit = space.rows.rejecting(entry.query.codes, mine)
            explains[[place[row] for row in hit.tolist()]] += 1
    weight += np.maximum(explains - 1, 0) * -np.log(slips)
    return weight, who, [said for said, _ in against]


def suspects(answers: Answers, first: Answered | Claimed, rows: RowIds, slips: float) -> Suspects:
    """Who is to be suspected, if `first` says that one of these rows holds, and others have refuted them all."""
    weight, who, against = doubt(answers, rows, slips)
    rate = RATE if isinstance(first, Answered) else SAID
    weight += np.log(rate / RATE)
    by_slips: dict[tuple[int, ...], Suspect] = {}
    first_of: dict[tuple[int, ...], int] = {}
    for i in np.argsort(-weight, kind="stable").tolist():
        key = tuple(who[i])
        if not key or (len(by_slips) >= MOST and key not in by_slips):
            continue
        suspect = by_slips.setdefault(key, Suspect(tuple(against[number] for number in key), 0.0))
        # That they slipped is no likelier because they have refuted many rows.
        likeliest = float(np.exp(weight[first_of.setdefault(key, i)]))
        suspect.weight = min(
            suspect.weight + float(np.exp(weight[i])),
            likeliest / rate * (1.0 if isinstance(suspect.slips[0], Claimed) else EXAMPLE),
        )
        suspect.rows = np.append(suspect.rows, rows[i])
    strange = Suspect((), outside(answers)) if isinstance(first, Answered) else None
    return Suspects(Suspect((first,), odds(answers, first, slips)), strange, list(by_slips.values()))
