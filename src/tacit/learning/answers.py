"""What was answered, and what follows from it.

The log has every answer, in order. The learner needs two kinds of answers again and again: the questions answered
"don't know", and the *open* "no" answers. A "no" is open if no learned constraint explains it yet; it is kept with the
rows that could explain it. It is a clause: at least one of its rows is in the target.

Two facts about a question are exact and cheap (`follows`): its answer is "yes" if no surviving row rejects it, and "no"
if all rows that could explain some earlier "no" reject it, too.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.candidates.version_space import VersionSpace
from tacit.learning.by_question import ByQuestion
from tacit.learning.claims import Claims
from tacit.learning.doubts import Doubts
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds

NO_ROWS: RowIds = np.empty(0, dtype=np.int64)
FIRST_LOOK = 64  # rows of a "no" that are looked at before all of them are …
VERY_MANY = 5_000  # … if a question is rejected by so many


@dataclass
class OpenNo:
    """A "no" that no learned constraint explains yet, and the rows that could (some may be refuted by now)."""

    example: Example
    variables: int
    rows: RowIds


class Answers:
    """The log of one dialogue, and what it says about the next question."""

    def __init__(self, space: VersionSpace) -> None:
        self.space = space
        self.log: list[Answered] = []  # examples
        self.said = ByQuestion(self.log)  # the same by question
        self.claims = Claims(space)  # answers about rules
        self.given: dict[Query, bool | None] = {}  # answered before the first question
        self.unknown: dict[int, list[Query]] = {}  # answered "don't know", by their variables
        self.open_no: list[OpenNo] = []
        self.doubts = Doubts()
        self._variables: dict[Query, int] = {}  # of some questions in the log: facts, which copies share
        self._believed: tuple[object, Sequence[Answered]] | None = None
        self._not_asked = 0  # the number of entries in the log that were given or marked
        self._marked: list[tuple[Example, int]] = []  # parts of examples that were marked as a "no" by themselves
        self._scratch = np.zeros(space.rows.size, dtype=bool)

    def copy(self, space: VersionSpace) -> Answers:
        """The same answers beside a copy of the version space."""
        twin = object.__new__(Answers)
        twin.space = space
        twin._marked = []  # marks narrow the search in an example, and at the top of a loop no search is under way
        twin._scratch = np.zeros(space.rows.size, dtype=bool)
        twin.log = list(self.log)
        twin.said = self.said.copy(twin.log)
        twin.claims = self.claims.copy(space)
        twin.given = dict(self.given)
        twin.doubts = self.doubts.copy()
        twin._variables, twin._believed = self._variables, None
        twin.unknown = {Y: list(queries) for Y, queries in self.unknown.items()}
        examples = {id(no.example): Example(space, no.example.codes) for no in self.open_no}
        twin.open_no = [OpenNo(examples[id(no.example)], no.variables, no.rows) for no in self.open_no]
        twin._not_asked = self._not_asked
        return twin

    def anew(self, space: VersionSpace) -> Answers:
        """The same answers beside a version space that knows nothing of them yet. What was set aside does not count."""
        twin = Answers(space)
        twin.log, twin.said, twin.unknown, twin.doubts = self.log, self.said, self.unknown, self.doubts
        twin._not_asked, twin._variables = self._not_asked, self._variables
        twin.claims = self.claims.anew(space, self.doubts.standing(self.claims.log))
        twin.given = {query: answer for query, answer in self.said.items() if answer is not None}
        twin.given |= self.given | self.doubts.corrected
        return twin

    @property
    def evidence(self) -> Sequence[Answered]:
        """The answers about examples that are built on."""
        key = len(self.log), self.doubts.version
        if self._believed is None or self._believed[0] != key:
            self._believed = key, tuple(self.doubts.evidence(self.log))
        return self._believed[1]

    @property
    def asked(self) -> int:
        """How many questions were asked. Known examples, marks and rules that were told are kept, but not asked."""
        return len(self.log) - self._not_asked + len(self.claims.log) - self.claims.not_asked

    @property
    def total(self) -> int:
        """How many answers there are, asked or not. (In a dialogue that goes on from an earlier one, most were not.)"""
        return len(self.log) + len(self.claims.log)

    def variables_of(self, query: Query) -> int:
        """The variables of a question in the log, as a bitset."""
        found = self._variables.get(query)
        if found is None:
            found = self._variables[query] = bitset.from_mask(query.codes >= 0)
        return found

    # --- keeping answers ---

    def keep(self, entry: Answered, Y: int, *, asked: bool = True) -> None:
        """Keep an answer about the variables Y; asked: False if it was given or marked."""
        self.log.append(entry)
        self.said.keep(entry)
        self._not_asked += not asked
        if entry.answer is None:
            self.unknown.setdefault(Y, []).append(entry.query)

    def keep_no(self, e: Example, Y: int, rejecting: RowIds) -> None:
        """Keep the "no" to e_Y, which these surviving rows reject."""
        # A "no" to a part of an example is stronger than a "no" to the whole, so the latter need not be kept.
        self.open_no = [no for no in self.open_no if no.example is not e or not bitset.is_subset(Y, no.variables)]
        if not self.space.learned[rejecting].any() and not self._is_in_a_gap(e, Y):
            self.open_no.append(OpenNo(e, Y, rejecting))

    def _is_in_a_gap(self, e: Example, Y: int) -> bool:
        """Does this "no" contain what was found to be wrong for a reason that the language can't say?"""
        for gap in self.doubts.gaps:
            if gap.query is not None:
                part = np.flatnonzero(gap.query.codes >= 0)
                inside = bitset.is_subset(bitset.from_indices(part.tolist()), Y)
                if inside and np.array_equal(gap.query.codes[part], e.codes[part]):
                    return True
        return False

    def keep_mark(self, e: Example, Y: int) -> None:
        """Keep a mark: the oracle has said that these variables of the example alone are a "no"."""
        self._marked.append((e, Y))

    def explained_by(self, row: int) -> None:
        """This row was learned: a "no" that it explains is no longer open."""
        self.open_no = [no for no in self.open_no if row not in no.rows]

    def explained(self) -> None:
        """Many rows were learned: a "no" that one of them explains is no longer open."""
        self.open_no = [no for no in self.open_no if not self.space.learned[no.rows].any()]

    # --- what follows ---

    def narrowed(self, e: Example, Y: int) -> int:
        """The smallest part of e_Y that was marked as a "no" by itself, or Y."""
        parts = [Z for other, Z in self._marked if other is e and bitset.is_subset(Z, Y)]
        return min([*parts, Y], key=int.bit_count)

    def follows(self, rejecting: RowIds) -> bool | None:
        """The answer to a question that these surviving rows reject, if it follows from earlier answers, else None.

        Yes, if no row that could be in the target rejects it. No, if all rows that could explain some earlier "no"
        reject it.
        """
        if not len(rejecting):
            return True
        space = self.space
        if space.learned[rejecting].any():
            proved = self.claims.proved_by
            by_rule = bool(proved) and any(row in proved for row in rejecting.tolist())
            return False if by_rule or self._explains_a_no(rejecting) else None
        some_hold = list(self.claims.some_hold()) if self.claims.certain else []
        if not some_hold and not any(self._may_be_among(no.rows, rejecting) for no in self.open_no):
            return None
        rejects = self._scratch
        rejects[rejecting] = True
        try:
            for no in self.open_no:
                if rejects[no.rows[space.surviving[no.rows]]].all():
                    return False
            return False if any(rejects[rows].all() for rows in some_hold) else None
        finally:
            rejects[rejecting] = False

    def _may_be_among(self, explanations: RowIds, rejecting: RowIds) -> bool:
        """False if one of the first surviving explanations is not among very many rows; mostly that is seen here."""
        if len(rejecting) < VERY_MANY:
            return True
        first = explanations[:FIRST_LOOK]
        first = first[self.space.surviving[first]]
        place = np.searchsorted(rejecting, first)  # if they are not in order, this may miss one …
        missed = first[rejecting[np.minimum(place, len(rejecting) - 1)] != first]
        return not len(missed) or bool((rejecting == missed[0]).any())  # … so it is looked for again

    def _explains_a_no(self, rejecting: RowIds) -> bool:
        """Like the loop above, but over each "no" in the log: for questions that the learned network rejects (rare)."""
        space = self.space
        if np.isin(rejecting, space.bias.background).any():
            return True
        wanted = set(rejecting.tolist())
        no = (entry.query.codes for entry in self.evidence if entry.answer is False)
        return any(set(space.rows.rejecting(codes, space.surviving).tolist()) <= wanted for codes in no)

    def earlier_against(self, query: Query, answer: bool) -> Query | None:
        """An earlier question whose answer, by Lemma 1 or Lemma 2, rules this answer out."""
        for entry in self.log:
            if answer and entry.answer is False and entry.query.is_part_of(query):
                return entry.query
            if not answer and entry.answer is True and query.is_part_of(entry.query):
                return entry.query
        return None

    def clauses_inside(self, scope: int) -> list[list[int]]:
        """For each open "no" whose explanations can all reject an example of just this scope: these explanations."""
        found = []
        for no in self.open_no:
            rows = no.rows[self.space.surviving[no.rows]].tolist()
            if all(self.space.may_reject(row, scope) for row in rows):
                found.append(rows)
        return found

    def explanations(self) -> tuple[RowIds, NDArray[np.int64]]:
        """The surviving rows of all open "no" answers, one answer after the other, and how many each answer has."""
        rows = np.concatenate([no.rows for no in self.open_no]) if self.open_no else NO_ROWS
        size = np.array([len(no.rows) for no in self.open_no], dtype=np.int64)
        alive = self.space.surviving[rows]
        if not alive.all():  # a refuted row can't explain anything
            which = np.repeat(np.arange(len(size)), size)
            for i in np.unique(which[~alive]).tolist():
                no = self.open_no[i]
                no.rows = no.rows[self.space.surviving[no.rows]]
            rows, size = rows[alive], np.bincount(which[alive], minlength=len(size))
        if not size.all():  # a gap explains them: else their last explanation would have been a contradiction
            self.open_no = [no for no in self.open_no if len(no.rows)]
            size = size[size > 0]
        return rows, size

    def one_a_scope(self) -> None:
        """Assume at most one constraint per scope: it explains every "no" whose explanations are all on that scope."""
        space = self.space
        by_scope: dict[int, list[OpenNo]] = {}
        for no in self.open_no:
            scopes = {space.scope_set(row) for row in no.rows[space.surviving[no.rows]].tolist()}
            if len(scopes) == 1:
                by_scope.setdefault(scopes.pop(), []).append(no)
        for group in by_scope.values():
            common = functools.reduce(np.intersect1d, [no.rows[space.surviving[no.rows]] for no in group])
            if len(common):
                for no in group:
                    no.rows = common
