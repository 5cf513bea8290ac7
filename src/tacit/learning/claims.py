"""What was said about rules, and what follows from it.

A rule "yes" proves each of its constraints, and "nothing is required" refutes all candidates of its scopes: both are
applied at once, and nothing of them stays open. A "no" says less. "Not everywhere" leaves open which constraint of
the rule does not hold, and "something is required" leaves open what: they stay open until it is known.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.rule_rows import RuleRows
from tacit.candidates.version_space import VersionSpace
from tacit.errors import AnswerError, OracleError
from tacit.learning.by_row import ByRow
from tacit.problem.rows import RowIds
from tacit.structure.phrases import listed
from tacit.structure.rule import Claim, Free, Number, Review, Rule, Unlimited

TOLD = "told"  # the source of a rule that was said unasked


@dataclass(frozen=True)
class Claimed:
    """A claim with its answer, as it is kept in a dialogue.

    exceptions: with the "no" to a rule, the numbers of the groups that differ, if they were named; the rule holds on
    all others
    source:     where it comes from, if it was not asked: `TOLD`
    number:     the answer to a question for a number, if it is one; with "yes" and without a number there is no limit,
                and "no" says that it differs
    """

    claim: Claim
    answer: bool | None
    exceptions: tuple[int, ...] = ()
    source: str | None = None
    number: int | None = None

    def __repr__(self) -> str:
        named = self.claim.family.called(self.exceptions) if isinstance(self.claim, Rule) else []
        if isinstance(self.claim, Unlimited):
            named = [self.claim.bounds[number].name for number in self.exceptions]
        if isinstance(self.claim, Review):
            named = [repr(self.claim.lines[number]) for number in self.exceptions]
        but = f", except {listed(named)}" if named else ""
        if isinstance(self.claim, Number) and self.answer is not None:
            answer = "it differs" if not self.answer else "no limit" if self.number is None else str(self.number)
        else:
            answer = "don't know" if self.answer is None else "yes" if self.answer else "no"
        return f"Claimed({self.claim!r}: {answer}{but}{f' ({self.source})' if self.source else ''})"


@dataclass(frozen=True)
class OpenClaim:
    """A "no" to a claim: not all rows of the rule hold, or some row on the scopes that were said to be free does."""

    claim: Claim
    rows: RowIds


class Claims:
    """The answers about rules of one dialogue."""

    def __init__(self, space: VersionSpace, rule_rows: RuleRows | None = None) -> None:
        self.space = space
        # Do candidates leave the bias only if they are decided on their own scope? (Not with until="equivalent", where
        # they also leave if all solutions satisfy them: a rule may still be wrong there.)
        self.on_scopes = True
        self.rows = RuleRows(space.bias) if rule_rows is None else rule_rows
        self.log: list[Claimed] = []
        self._put: dict[Claim, bool | None] = {}  # the claims of the log, with their answers
        self.accepted: list[Rule] = []  # rules that hold, without their exceptions
        self.open: list[OpenClaim] = []
        self.proved_by: ByRow[Rule] = ByRow(space.rows.size)  # which rule has proved a row
        self.refuted_by: ByRow[Claim] = ByRow(space.rows.size)  # which claim has refuted a row
        self.certain = True  # False if a "no" may be a slip: then nothing is concluded from it
        self.not_asked = 0  # how many were told, not asked
        self._standing: list[Claimed] | None = None  # None: all

    def copy(self, space: VersionSpace) -> Claims:
        """The same answers beside a copy of the version space."""
        twin = copy.copy(self)
        twin.space = space
        twin.log, twin.open, twin._put = list(self.log), list(self.open), dict(self._put)
        twin.accepted = list(self.accepted)
        twin.proved_by, twin.refuted_by = self.proved_by.copy(), self.refuted_by.copy()
        twin._standing = None if self._standing is None else list(self._standing)
        return twin

    def anew(self, space: VersionSpace, standing: Sequence[Claimed]) -> Claims:
        """The same answers beside a version space that knows nothing of them yet; those that stand are to be applied.

        What was set aside was put all the same, but nobody knows its answer.
        """
        twin = Claims(space, self.rows)
        twin.log, twin.not_asked = self.log, self.not_asked
        twin.on_scopes, twin.certain = self.on_scopes, self.certain
        twin._put = dict.fromkeys(self._put)
        twin._put |= {said.claim: said.answer for said in standing}
        twin._put |= {
            claim: answer for said in standing if isinstance(said.claim, Review) for claim, answer in parts(said)
        }
        twin._standing = list(standing)
        return twin

    @property
    def standing(self) -> Sequence[Claimed]:
        """The answers that were not set aside."""
        return self.log if self._standing is None else self._standing

    @property
    def one_by_one(self) -> list[Claimed]:
        """The answers that stand, with one for each line of what known plans show."""
        found: list[Claimed] = []
        for said in self.standing:
            if isinstance(said.claim, Review):
                found += [Claimed(rule, answer, source=said.source) for rule, answer in parts(said)]
            else:
                found.append(said)
        return found

    def was_put(self, claim: Claim) -> bool:
        """Was this claim answered before?"""
        return claim in self._put

    def answer_to(self, claim: Claim) -> bool | None:
        """What was said of this claim; None if it was never put, or nobody knew."""
        return self._put.get(claim)

    def is_open(self, claim: Claim) -> bool:
        """Was it never put, and does its answer not follow?"""
        return claim not in self._put and self.follows(claim) is None

    def keep(self, said: Claimed) -> list[tuple[Claim, bool]]:
        """Keep an answer, and return what it says, claim by claim."""
        self.log.append(said)
        if self._standing is not None:
            self._standing.append(said)
        self._put[said.claim] = said.answer
        if isinstance(said.claim, Review):
            self._put |= dict(parts(said))  # no line of it is asked about again
        return self.accept(said)

    def accept(self, said: Claimed) -> list[tuple[Claim, bool]]:
        """What an answer that is kept says, claim by claim. The rules that it accepts count from now on."""
        found = parts(said)
        self.accepted += [claim for claim, answer in found if isinstance(claim, Rule) and answer]
        return found

    def of(self, claim: Claim) -> RowIds:
        """All rows that a claim is about."""
        if isinstance(claim, Rule):
            return self.rows.of_rule(claim)
        if isinstance(claim, Free):
            return self.rows.of_free(claim)
        if isinstance(claim, Review):
            return np.unique(np.concatenate(list(map(self.of, claim.lines))))
        return self.rows.of_unlimited(claim.unlimited if isinstance(claim, Number) else claim)

    def numbers(self, claim: Number) -> tuple[int, int]:
        """The smallest and the largest number that says something on some group of a family."""
        found = self.rows.numbers(claim.bound, claim.family)
        if found is None:
            raise OracleError(f"{claim.bound.name} on {claim.family.phrase} is not in the language of the problem")
        return found

    def check_number(self, claim: Number, number: int) -> None:
        """Refuse a number that says nothing, or that can't be."""
        low, high = self.numbers(claim)
        if not low <= number <= high:
            raise AnswerError(
                f"{number} is out of range: {claim.bound.name} on {claim.family.phrase} takes a number from {low} to "
                f"{high} (did you mean {min(max(number, low), high)}, or no limit?)"
            )

    def is_denied(self, rows: RowIds) -> bool:
        """Has a "no" to some of these rows of a rule denied all of them together?"""
        denials = [each.rows for each in self.open if isinstance(each.claim, Rule) and len(each.rows) <= len(rows)]
        if not denials:
            return False
        mine = np.zeros(self.space.rows.size, dtype=bool)
        mine[rows] = True
        return any(mine[denial].all() for denial in denials)

    def follows(self, claim: Claim) -> bool | None:
        """The answer to a claim, if it follows from what is known, else None."""
        if isinstance(claim, Review):
            found = [self.follows(rule) for rule in claim.lines]
            return False if False in found else None if None in found else True
        space = self.space
        if isinstance(claim, Free):  # mostly about very many rows: so they are not listed
            here = self.rows.mask_of_free(claim)
            if len(self._without_apart(claim, np.flatnonzero(here & space.learned))):
                return False
            return None if (here & self._is_undecided(slice(None))).any() else True
        rows = self.of(claim)
        if isinstance(claim, Rule):
            if not space.surviving[rows].all():
                return False
            return None if self._is_undecided(rows).any() else True
        if not isinstance(claim, Number) and len(self._without_apart(claim, rows[space.learned[rows]])):
            return False
        return None if self._is_undecided(rows).any() else True

    def apart(self, free: Free | Unlimited) -> RowIds:
        """The rows that a claim is about, without those of the rules that it leaves apart."""
        return self._without_apart(free, self.of(free))

    def _without_apart(self, free: Free | Unlimited, rows: RowIds) -> RowIds:
        if not free.besides or not len(rows):
            return rows
        return rows[~np.isin(rows, np.concatenate([rows[:0], *map(self.rows.of_rule, free.besides)]))]

    def denied(self, claim: Claim) -> RowIds:
        """The rows that a "no" is about: not all rows of a rule hold; some row holds where something is required.

        What is required may have been learned before, if the answer comes from an earlier dialogue.
        """
        if isinstance(claim, (Rule, Review)):
            return self.of(claim)
        rows = self.of(claim) if isinstance(claim, Number) else self.apart(claim)
        return rows[self.space.learned[rows] | self._is_undecided(rows)]

    def may_hold(self, rows: RowIds) -> NDArray[np.bool_]:
        """Which of these rows were learned, or are still to be settled? The others are refuted, or implied."""
        return self.space.in_bias[rows] | self.space.learned[rows]

    def _is_undecided(self, rows: RowIds | slice) -> NDArray[np.bool_]:
        """Of which of these rows is it not known whether they hold on their own scopes?"""
        space = self.space
        return space.in_bias[rows] if self.on_scopes else space.surviving[rows] & ~space.learned[rows]

    def _undecided(self, rows: RowIds) -> RowIds:
        return rows[self._is_undecided(rows)]

    def said(self, claim: Claim, answer: bool) -> Claimed:
        """The newest answer that says "yes" or "no" to this claim, by itself or as a part."""
        return next(each for each in reversed(self.standing) if (claim, answer) in parts(each))

    def proving(self) -> list[tuple[Claimed, RowIds]]:
        """The answers that prove constraints, the newest first, and the rows that each proves."""
        rules = self.proved_by.claims
        return [(self.said(rule, True), self.of(rule)) for rule in reversed(rules)]

    def grounds(self, row: int) -> list[int]:
        """The learned rows that make a row hold: itself, or those on its variables that imply it."""
        space = self.space
        return [row] if space.learned[row] or row in self.proved_by else space.learned_inside(space.scope_set(row))

    def proofs(self, rows: RowIds) -> list[Claimed]:
        """The answers about rules that prove some of these rows."""
        rules = dict.fromkeys(self.proved_by[row] for row in rows.tolist() if row in self.proved_by)
        return [self.said(rule, True) for rule in rules]

    def refuting(self, rows: RowIds) -> list[tuple[Claimed, RowIds]]:
        """The answers that refute some of these rows, and which."""
        found: dict[Claim, list[int]] = {}
        for row in rows.tolist():
            if row in self.refuted_by:
                found.setdefault(self.refuted_by[row], []).append(row)
        # Candidates are refuted by "nothing is required here", or by "no" to a rule of which all else holds.
        return [(self.said(claim, not isinstance(claim, Rule)), np.array(hit)) for claim, hit in found.items()]

    def required(self) -> list[tuple[Claimed, RowIds]]:
        """The answers that say that something is required somewhere, and of which rows one holds."""
        return [
            (said, self.apart(claim))
            for said in self.standing
            for claim, answer in parts(said)
            if isinstance(claim, (Free, Unlimited)) and not answer
        ]

    # --- what is left of a "no" ---

    def units(self) -> tuple[list[tuple[int, Claim]], list[int], Claim | None]:
        """What follows from the open claims: rows that are refuted, each with the claim that says so; rows that hold;
        and a claim that can't be true any more, if there is one. Claims of which nothing is open are dropped."""
        space = self.space
        refuted: list[tuple[int, Claim]] = []
        hold: list[int] = []
        wrong: Claim | None = None
        still: list[OpenClaim] = []
        for each in self.open:
            left = self._undecided(each.rows)
            single = len(left) == 1 and bool(space.in_bias[left[0]])
            if isinstance(each.claim, Rule):
                if not space.surviving[each.rows].all():
                    continue  # one does not hold, as was said
                if not len(left):
                    wrong = each.claim
                elif single:
                    refuted.append((int(left[0]), each.claim))
            else:
                if space.learned[each.rows].any():
                    continue  # something is required, as was said
                if not len(left):
                    wrong = each.claim
                elif single:
                    hold.append(int(left[0]))
            still.append(each)
        self.open = still
        return refuted, hold, wrong

    def some_hold(self) -> list[RowIds]:
        """For each open "something is required": the rows of which one holds."""
        found = [each.rows for each in self.open if not isinstance(each.claim, Rule)]
        return [self._undecided(rows) for rows in found if not self.space.learned[rows].any()]


def parts(said: Claimed) -> list[tuple[Claim, bool]]:
    """What was said, claim by claim: with exceptions named, the rule holds on the other groups, and not on these."""
    claim = said.claim
    if said.answer is None:
        return []
    if isinstance(claim, Review):
        return _lines(claim, said)
    if isinstance(claim, Number):
        if said.number is None:
            return [(claim.unlimited, said.answer)]
        return [(claim.rule(said.number), True), (claim.nothing_tighter(said.number), True)]
    if said.answer or not said.exceptions or isinstance(claim, Free):
        return [(claim, said.answer)]
    if isinstance(claim, Unlimited):
        limited = [bound for i, bound in enumerate(claim.bounds) if i in said.exceptions]
        others = tuple(bound for bound in claim.bounds if bound not in limited)
        without = [(replace(claim, bounds=others), True)] if others else []
        return [*without, *((replace(claim, bounds=(bound,)), False) for bound in limited)]
    kept = claim.without(said.exceptions)
    found: list[tuple[Claim, bool]] = [] if kept is None else [(kept, True)]
    return found + [(claim.only(number), False) for number in said.exceptions]


def _lines(review: Review, said: Claimed) -> list[tuple[Claim, bool]]:
    """What was said of each rule that known plans show. A "no" that names none of several says nothing of each."""
    if not review.plans or not (said.answer or said.exceptions or len(review.lines) == 1):
        return []
    wrong = said.exceptions if len(review.lines) > 1 else () if said.answer else (0,)
    return [(rule, place not in wrong) for place, rule in enumerate(review.lines)]
