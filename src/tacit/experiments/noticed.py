"""What a run has noticed of the slips that its simulated user made, and what it says without a reason."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tacit.learning.asking import Question
from tacit.learning.claims import Claimed
from tacit.learning.result import Result, Status
from tacit.problem.query import Answered

REFUSED = "refused"  # the reason of a run that was stopped by an answer that was not taken


@dataclass(frozen=True)
class Noticed:
    """What a run says about its answers.

    found:        so many slips are named: as worth a second look, or in a contradiction
    told:         it says that something is wrong: a contradiction, an answer that was refused, a gap, or a second look
                  at a real slip. Otherwise whatever is wrong with the model is kept silent
    false_alarms: second looks, gaps, contradictions and refused answers of a run without any slip
    """

    found: int
    told: bool
    false_alarms: int


def noticed(result: Result, slips: Collection[Question]) -> Noticed:
    """What a result says about its answers. slips: the questions that were answered wrongly."""
    looks = [_question(look.said) for look in result.second_look]
    conflict = result.conflict
    blamed = [] if conflict is None else [conflict.no, *conflict.yes, *(said.claim for said in conflict.claims)]
    wrong = set(slips)
    broken = result.status == Status.COLLAPSED or result.reason == REFUSED
    return Noticed(
        found=len(wrong & {*looks, *blamed}),
        told=broken or bool(result.gaps) or not wrong.isdisjoint(looks),
        false_alarms=0 if wrong else len(looks) + len(result.gaps) + broken,
    )


def _question(said: Answered | Claimed) -> Question:
    return said.claim if isinstance(said, Claimed) else said.query
