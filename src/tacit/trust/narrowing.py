"""The fewest cells that are wrong together, found by the oracle's own "no" to parts of an example.

The divide-and-conquer of QuickXplain: with n cells, of which m are wrong together, it asks at most 2m (log₂(n/m) + 1)
questions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.problem.query import Query
from tacit.problem.vocabulary import UNASSIGNED


def narrow(asker: Asker, whole: Query) -> Asking[Query]:
    """A part of this "no" that is a "no" by itself, and of which no smaller part is."""
    known = [entry.query for entry in asker.answers.evidence if entry.answer is False]
    start = min([whole, *(query for query in known if query.is_part_of(whole))], key=len)
    cells = np.flatnonzero(start.codes >= 0).tolist()
    found = yield from _needed(asker, start, [], cells, grown=False)
    return part(start, found)


def part(query: Query, cells: Sequence[int]) -> Query:
    """A query that has just these cells of another one."""
    codes = np.full(len(query.vocabulary), UNASSIGNED, dtype=np.int64)
    codes[list(cells)] = query.codes[list(cells)]
    return Query(query.vocabulary, codes)


def is_no(asker: Asker, query: Query) -> Asking[bool]:
    """Is this a "no"? By Lemmas 1 and 2, if earlier answers say so; else by a question. "Don't know" is no "no"."""
    for entry in asker.answers.evidence:
        if entry.answer is False and entry.query.is_part_of(query):
            return True
        if entry.answer is True and query.is_part_of(entry.query):
            return False
    answer = yield from asker.put(query)
    return answer is False


def _needed(asker: Asker, e: Query, kept: list[int], cells: list[int], *, grown: bool) -> Asking[list[int]]:
    """The cells without which e would not be a "no"; those in `kept` are there in any case.

    grown: has `kept` just grown, so that it may be a "no" by itself?
    """
    if grown and (yield from is_no(asker, part(e, kept))):
        return []
    if len(cells) == 1:
        return cells
    first, second = cells[: len(cells) // 2], cells[len(cells) // 2 :]
    late = yield from _needed(asker, e, kept + first, second, grown=True)
    early = yield from _needed(asker, e, kept + late, first, grown=bool(late))
    return early + late
