"""What stands alone and rests on little gets one more question before the end, where nothing can be read out.

Somebody who can't be asked about rules (a function, a command) is never read a list (`reviewing.py`). If slips are
expected of them all the same, a constraint that just one "no" speaks for may be that slip. So it is put once more, on
its own variables and with other values.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.examination import Example
from tacit.learning.asker import Asker
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED
from tacit.trust.elimination import broken_by, no_inside, on_its_own
from tacit.trust.reviewing import reviews

ENOUGH = 2  # "no" answers that nothing else explains …
FEW, ONE_IN = 8, 4  # questions of this sort: so many, or one in four of all
MOST_LINES = 200  # that are looked at for an example
AT_MOST = 3  # … or so many on a constraint's own variables, if something else explains them, too


def most_second_checks(asker: Asker) -> int:
    """How many questions of this sort there may be."""
    if not asker.options.slips or not asker.options.checks or reviews(asker):
        return 0
    return max(FEW, asker.answers.total // ONE_IN)


def second_check(asker: Asker, unchecked: AbstractSet[int]) -> tuple[int, Example] | None:
    """A constraint that rests on little, and an example that breaks it and nothing else; None if there is none.

    unchecked: what was put once more before
    """
    answers = asker.answers
    if len(unchecked) >= most_second_checks(asker):
        return None
    speaking = _speaking(asker)
    for row in asker.space.network:
        if row in asker.space.bias.background or row in unchecked or row in answers.claims.proved_by:
            continue
        if speaking[row] >= ENOUGH or len(no_inside(answers, row)) >= AT_MOST:
            continue
        e = _by_nothing_else(asker, row) or on_its_own(asker, row)
        if e is not None and answers.follows(e.rejecting(e.variables)) is False:
            return row, e
    return None


def _speaking(asker: Asker) -> NDArray[np.int64]:
    """Of each row: how many "no" answers nothing else explains."""
    space = asker.space
    found = np.zeros(space.rows.size, dtype=np.int64)
    for entry in asker.answers.evidence:
        if entry.answer is False:
            rows = space.rows.rejecting(entry.query.codes, space.surviving)
            if len(rows) == 1:
                found[rows[0]] += 1
    return found


def _by_nothing_else(asker: Asker, row: int) -> Example | None:
    """An example of a row's own variables that nothing else rejects that may hold, also not what follows from the row:
    "differ" rejects two equal values, too, if "less" was learned."""
    space, answers = asker.space, asker.answers
    if space.rows.is_bound(row):
        return None
    variables, lines = broken_by(asker, row)
    others = space.surviving.copy()
    others[row] = False
    codes = np.full(len(space.vocabulary), UNASSIGNED, dtype=np.int64)
    for line in lines[:MOST_LINES]:
        codes[variables] = line
        if Query(space.vocabulary, codes) not in answers.said and not len(space.rows.rejecting(codes, others)):
            return Example(space, codes)
    return None
