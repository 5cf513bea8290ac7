"""Which question comes next.

What a question is worth: every constraint of the target needs a "no" of its own, so to ask about a likely candidate
on its own scope costs nothing that would not have to be paid anyway, and says most about its like. What is improbable
is cleared in large examples, so many candidates at once that the answer is as likely "no" as "yes"; a "no" is then
halved by probability until its reason is found.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np

from tacit.candidates.examination import Example
from tacit.generation.own_scope import OwnScope
from tacit.guided.beliefs import MOST, Beliefs, Floats
from tacit.guided.clauses import NONE, Clauses, Scopes, part_to_ask, weights
from tacit.guided.implied import Implied
from tacit.guided.large_examples import Builder, Bulk, OnScope, entropy
from tacit.learning.state import State
from tacit.problem.rows import RowIds

LIKELY = 0.4  # from here on a candidate is asked about on its own scope, before anything else
TOO_LIKELY = 0.35  # from here on a candidate has no place in a large example
IMPROBABLE = 0.05  # below, a candidate is asked about alone only if no large example violates anything
WORTH = 0.3  # bits: a large example that says so much comes before candidates that are not likely
TRIES = 3  # large examples that are built, to take the best
CERTAIN = 0.85  # a clause can wait if one of its candidates is the reason with this probability
NEARLY, FEW = 0.95, 2  # so can a few clauses of large examples, if it is this probable
CROWD = 30  # if so many clauses wait, a large example is due that settles some of them

CLEAR, FIND, TELL, CONFIRM = "clear", "find a scope", "tell apart", "confirm"


@dataclass(frozen=True)
class Question:
    """What is asked, for what, and how probable a "no" is."""

    kind: str
    example: Example
    variables: int
    chance: float


AGAIN = Question("nothing", Example.__new__(Example), 0, 0.0)  # something was learned or dropped: look again


class Chooser:
    """Follows a state, and chooses."""

    def __init__(self, state: State, *, use_features: bool = True) -> None:
        self.state = state
        self.checked = 0  # how large the network was when it was last seen to have a solution
        self.beliefs = Beliefs(state, use_features=use_features)
        self._builder = Builder(state)
        self._implied = Implied(state) if state.options.until == "equivalent" else None
        self._scopes = Scopes(state)
        self._leaning: RowIds = NONE
        self._certain = np.zeros(0, dtype=bool)  # of each clause: is its best explanation as good as learned?
        self._blocked = np.zeros(state.rows.size, dtype=bool)  # nothing about it is open, given the clauses
        self._crowded = CROWD
        self._waiting = np.zeros(state.rows.size, dtype=bool)

    def copy(self, state: State) -> Chooser:
        """One that goes on from here by itself, with a copy of the state."""
        twin = copy.copy(self)
        twin.state = state
        twin.beliefs = self.beliefs.copy(state)
        twin._builder = Builder(state)
        twin._implied = self._implied.copy(state) if self._implied is not None else None
        twin._blocked, twin._waiting = self._blocked.copy(), self._waiting.copy()
        return twin

    def next(self) -> Question | None:
        """The next question; None if nothing is left to ask. Learns and drops on the way what needs no question."""
        state = self.state
        while True:
            clauses = self._learn_single_explanations()
            P = self._probabilities(clauses)
            if self._implied is not None and self._implied.drop(P):
                continue
            found = self._take_apart(clauses, P) or self._best(P) or self._take_apart(clauses, P, also_certain=True)
            if found is None and state.agenda.any():
                found = self._last(P)
            if found is not AGAIN:
                return found

    def expected_questions(self) -> float:
        """About how many are left: a "no" for each constraint, and its bits for whatever is uncertain."""
        p = self.beliefs.alone[self.state.in_bias]
        bits = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
        return float(np.maximum(bits, p).sum())

    def answered(self, question: Question, answer: bool) -> None:
        """A complete example that was "yes" is a solution of the target, so of all that will be learned."""
        state = self.state
        if answer and question.variables.bit_count() == len(state.vocabulary):
            state.solution = question.example.codes

    # --- what is known ---

    def _learn_single_explanations(self) -> Clauses:
        while True:
            clauses = Clauses(self.state)
            if self._explain_by_implied(clauses):
                continue
            single = clauses.single()
            if not len(single):
                return clauses
            for row in single.tolist():
                self.state.learn(row)
                self._drop_implied(row)

    def _explain_by_implied(self, clauses: Clauses) -> bool:
        """A "no" that something implied on all solutions explains is left at that: with it the network has the same
        solutions, and agrees with the answer."""
        if self._implied is None or not len(clauses):
            return False
        implied = clauses.rows[self._implied.rows[clauses.rows]]
        if len(implied):
            self.state.learn(int(implied[0]), only_implied=True)
        return len(implied) > 0

    def _drop_implied(self, row: int) -> None:
        """What follows from a new constraint on its scope goes at once, if that is quick to see."""
        scope = self.state.scope_set(row)
        if len(self.state.candidates_at(scope)):
            own = OwnScope(self.state, scope)
            if own.complete:
                own.drop_implied()

    def _probabilities(self, clauses: Clauses) -> Floats:
        """How probable each candidate is. The best explanation of each "no" waits to be learned, if it is certain."""
        P = clauses.condition(self.beliefs.update(self._leaning), self.beliefs.alone, MOST)
        self._waiting[:] = False
        self._leaning = NONE
        self._certain = np.zeros(len(clauses), dtype=bool)
        if len(clauses):
            best = clauses.best(P)
            self._waiting[best] = True
            own = np.array([p.variables.bit_count() for p in clauses.pending]) == self._scopes.arity[best]
            self._certain = own & (P[best] >= CERTAIN)
            self._leaning = np.unique(best[self._certain])
            # If more of them wait, one may be mistaken, and would be met again and again.
            elsewhere = np.flatnonzero(~own & (P[best] >= NEARLY))
            self._certain[elsewhere] = len(elsewhere) <= FEW
        return P

    # --- the kinds of questions ---

    def _take_apart(self, clauses: Clauses, P: Floats, *, also_certain: bool = False) -> Question | None:
        """A question about a clause that has no explanation which is as good as certain."""
        state = self.state
        for i in np.argsort(clauses.size, kind="stable").tolist():
            if self._certain[i] and not also_certain:
                continue
            rows, pending = clauses.explanations(i), clauses.pending[i]
            if state.parked[rows].any() or not state.in_bias[rows].all() or clauses.follows(i, len(P)):
                continue
            Y = part_to_ask(state, self._scopes, rows, pending.variables, weights(self.beliefs.alone))
            if Y is not None:
                return Question(FIND, pending.example, Y, 0.5)
            row = int(rows[int(np.argmax(np.round(P[rows], 9)))])
            e = OnScope(state, state.scope_set(row), P).telling(rows)
            if e is not None:
                return Question(TELL, e, e.variables, 0.5)
            if not state.unknown:
                state.learn(row)  # nothing tells them apart: they mean the same here
                return AGAIN
        return None

    def _best(self, P: Floats) -> Question | None:
        """A large example, or one candidate on its own scope: what tells more."""
        state = self.state
        open_rows = np.flatnonzero(state.agenda & ~self._waiting & ~self._blocked)
        if not len(open_rows):
            return None
        p = np.round(P[open_rows], 9)
        likely = np.flatnonzero(p >= LIKELY)
        bulk = self._bulk(P) if len(likely) and self._is_crowded() else None
        if bulk is not None:
            return self._clear(bulk)
        found = self._first_open(open_rows[likely[np.argsort(p[likely], kind="stable")]], P)
        if found is not None:
            return found
        bulk = self._bulk(P)
        if bulk is not None and entropy(bulk.chance) > WORTH:
            return self._clear(bulk)
        unsure = np.flatnonzero((p >= IMPROBABLE) & (p < LIKELY)) if bulk is not None else np.arange(len(p))
        found = self._first_open(open_rows[unsure[np.argsort(-p[unsure], kind="stable")]], P)
        if bulk is not None and (found is None or entropy(found.chance) <= entropy(bulk.chance)):
            return self._clear(bulk)
        return found

    def _bulk(self, P: Floats) -> Bulk | None:
        never = self.state.learned if self._implied is None else self.state.learned | self._implied.rows
        return self._builder.bulk(weights(np.where(P > TOO_LIKELY, MOST, P)), TRIES, never & self.state.surviving)

    def _is_crowded(self) -> bool:
        """Do many clauses wait, and a few more than the last time this was so?"""
        waiting = int(np.count_nonzero(self._certain))
        crowded = waiting >= self._crowded
        limit = waiting + CROWD // 4
        self._crowded = max(CROWD, limit if crowded else min(self._crowded, limit))
        return bool(crowded)

    def _first_open(self, rows: RowIds, P: Floats) -> Question | None:
        """A question about the first of these candidates that has one."""
        dropped = None
        for row in rows.tolist():
            found = self._confirm(row, P) if self.state.agenda[row] else None
            if found is AGAIN:
                dropped = AGAIN
            elif found is not None:
                return found
        return dropped

    def _clear(self, bulk: Bulk) -> Question:
        e = Example(self.state, bulk.codes)
        self.state.reporter.generated(bulk.gain, e.variables.bit_count())
        return Question(CLEAR, e, e.variables, bulk.chance)

    def _confirm(self, row: int, P: Floats) -> Question | None:
        """A question about one candidate on its own scope. None if all that it rejects must be "no" already."""
        state = self.state
        scope = OnScope(state, state.scope_set(row), P)
        found = scope.confirming(row)
        if found is not None:
            e, chance = found
            return Question(CONFIRM, e, e.variables, chance)
        scope.own.drop_implied()
        if not state.in_bias[row]:
            return AGAIN
        if scope.own.open_example(row, fresh=False) is None:
            self._blocked[row] = True  # and stays so: clauses only get smaller
            return None
        state.park(np.array([row]))  # all that is open was answered "don't know"
        return AGAIN

    def _last(self, P: Floats) -> Question | None:
        """What is still open when everything else has been asked."""
        rows = np.flatnonzero(self.state.agenda)
        row = int(rows[int(np.argmax(np.round(P[rows], 9)))])
        found = self._confirm(row, P)
        if found is None:
            self.state.learn(row, only_implied=True)  # whatever it rejects is, or must be, "no"
            return AGAIN
        return found
