"""Which part of a plan to ask about, if it was called wrong and nothing in it was marked.

Somebody has to look at each part. So where people answer (the option `largest`), and the plan is larger, these come one
after the other:

    whole rows and columns, of each kind as many as of the others: what is wrong with one row is mostly wrong with all
    inside a line that was called wrong: parts that have no more cells than a question may have

Programs read any number of cells alike: they get the parts whose answers are nearest to even.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from tacit.candidates import bitset
from tacit.guided.clauses import PaddedScopes, part_to_ask
from tacit.learning.answers import OpenNo
from tacit.learning.asker import Asker
from tacit.problem.rows import RowIds
from tacit.structure.family import Family, Kind

# Where rules can be asked about, one of them settles more than many parts.
MOST_LINES = 2  # of each kind
MOST_SMALL = 3  # parts of a line, or of what has no lines


class Parts:
    """The parts of one plan."""

    def __init__(self, asker: Asker, families: Sequence[Family]) -> None:
        """families: of the problem; those are taken that consist of lines"""
        self._asker = asker
        self._scopes = PaddedScopes(asker.space.rows)
        self._lines = [
            [bitset.from_indices(group) for group in family.groups()]
            for family in families
            if family.key.kind is Kind.LINES and not family.key.cuts and family.count > 1
        ]
        self._asked: Counter[int] = Counter()  # how many lines of each kind were asked about
        self._small = 0  # how many smaller parts

    def next(self, no: OpenNo) -> int | None:
        """The next part to ask about, as its variables; None if no part tells anything, or something else tells more.

        no: what was called wrong, as small as it is known by now
        """
        asker = self._asker
        rows = no.rows[asker.space.surviving[no.rows]]
        most = asker.options.largest
        if most is not None and no.example.variables.bit_count() > most:
            line = self._line(no, rows) if no.variables.bit_count() > most else None
            if line is not None or self._is_whole(no):
                return line
            self._small += 1
            if asker.options.rules and self._small > MOST_SMALL:
                return None
        return part_to_ask(asker.random, self._scopes, rows, no.example, no.variables, np.ones(len(rows)), most)

    def _is_whole(self, no: OpenNo) -> bool:
        """Is the wrong part still all of the plan, so that a question about a rule tells more than one about cells?"""
        return bool(self._asker.options.rules and self._lines) and no.variables == no.example.variables

    def _line(self, no: OpenNo, rows: RowIds) -> int | None:
        """A line inside what was called wrong; "yes" and "no" must both be possible."""
        for kind in sorted(range(len(self._lines)), key=lambda kind: self._asked[kind]):
            if self._asker.options.rules and self._asked[kind] >= MOST_LINES:
                continue
            for line in self._lines[kind]:
                if line != no.variables and bitset.is_subset(line, no.variables):
                    inside = len(np.intersect1d(no.example.rejecting(line), rows))
                    if 0 < inside < len(rows):
                        self._asked[kind] += 1
                        return line
        return None
