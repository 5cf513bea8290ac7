"""Which answers allow what somebody has called wrong?

A plan or a part of it is wrong, and the model accepts it. So every candidate that would forbid it was ruled out: by a
"yes" to an example that breaks the candidate, or by "nothing more is required". If one of those was a slip, it is here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tacit.interview.second_looks import chance_of_slip
from tacit.interview.statements import Statement
from tacit.learning.asker import Asker
from tacit.learning.claims import Claimed, parts
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.showing.doubt_words import MOST_NAMED, rests_on_a_yes
from tacit.structure.rule import Free, Unlimited

MOST = 6  # answers that are named
Said = Answered | Claimed


def allowing(asker: Asker, wrong: Query, most: int = MOST) -> list[tuple[Said, RowIds]]:
    """The answers that rule out what would forbid an example, each with the candidates that it rules out.

    Those without which something would forbid it come first; then the likeliest slips. An answer whose candidates
    are all ruled out by those before it is left out: to change it alone would forbid nothing.
    """
    space, answers = asker.space, asker.answers
    rejecting = np.zeros(space.rows.size, dtype=bool)
    rejecting[space.rows.rejecting(wrong.codes, ~space.surviving)] = True
    found: list[tuple[Said, RowIds]] = []
    for said in answers.evidence:
        if said.answer and len(mine := space.rows.rejecting(said.query.codes, rejecting)):
            found.append((said, mine))
    for claimed in answers.claims.standing:
        for claim, yes in parts(claimed):
            if yes and isinstance(claim, Free | Unlimited):
                rows = answers.claims.apart(claim)
                mine = rows[rejecting[rows]]
                if len(mine):
                    found.append((claimed, mine))
    times = np.zeros(space.rows.size, dtype=np.int64)
    for _, mine in found:
        times[mine] += 1

    def rank(each: tuple[Said, RowIds]) -> tuple[bool, float]:
        said, mine = each
        asked = said.claim if isinstance(said, Claimed) else said.query
        return not (times[mine] == 1).any(), -round(chance_of_slip(asker, asked, True), 6)

    found.sort(key=rank)
    return [each for each in found if not rank(each)[0]][:most] or found[:most]


def rules_out(statement: Statement, rows: RowIds, asker: Asker) -> Statement:
    """The statement with what it rules out, in words; what was believed most comes first."""
    space = asker.space
    memory = asker.memory
    chosen = rows.tolist()
    beliefs = getattr(memory, "beliefs", None)
    if beliefs is not None:
        chosen.sort(key=lambda row: -round(float(beliefs.alone[row]), 6))
    named = [space.bias.constraint(row) for row in chosen[:MOST_NAMED]]
    return replace(statement, rests=rests_on_a_yes(named, len(chosen), space.vocabulary))
