"""What a learner knows, and the one place through which every question passes.

The state is explicit: which rows survive the "yes" answers (the version space), which of them are still to be
settled (the bias B of the paper), which were learned, what was answered, and the random numbers. Algorithms
change it by `ask`, `learn`, `drop_implied` and `park` only, and the dialogue before them by `tell`; the generation
of examples notes a `solution` of the learned network when it comes across one, and whether it has `left_open` what it
was to prove.

Two sets of candidates, because implied ones stop causing questions but a later answer may still need them:

* `surviving`: no "yes" has refuted it. Answers contradict each other when nothing that survives explains some "no".
* `in_bias`:   surviving, not learned, not implied by what was learned on its own scope. κ_B of the paper is over these.

No example is generated for two kinds of candidates in the bias: `parked`, which a "don't know" has put aside until the
end, and `unreachable`, which no solution of C_L violates, so that under *max* no example can.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from tacit.candidates import bitset
from tacit.candidates.bias import Bias
from tacit.candidates.examination import Example
from tacit.candidates.pairs import Pairs
from tacit.learning.asking import Asking, Contradiction, DontKnow, Marked, OutOfQuestions
from tacit.learning.checkpoints import Checkpoints
from tacit.learning.evidence import find_conflict
from tacit.learning.reporter import Reporter
from tacit.problem.problem import Problem
from tacit.problem.query import Answered, Query
from tacit.problem.rows import RowIds
from tacit.problem.vocabulary import UNASSIGNED, Codes

if TYPE_CHECKING:
    from tacit.dialogue.options import Options


class Memory(Protocol):
    """What a learner keeps for itself. A checkpoint needs a copy of it that belongs to the copied state."""

    def copy(self, state: State) -> Memory: ...


@dataclass
class Pending:
    """A "no" that no learned constraint explains yet, and the rows that could."""

    example: Example
    variables: int
    rows: RowIds


class State:
    """See the module's description."""

    def __init__(self, problem: Problem, options: Options, reporter: Reporter) -> None:
        self.options = options
        self.reporter = reporter
        self.vocabulary = problem.vocabulary
        self.bias = Bias(problem)
        self.rows = self.bias.rows
        size = self.rows.size
        self.surviving: NDArray[np.bool_] = np.ones(size, dtype=bool)
        self.in_bias: NDArray[np.bool_] = self.bias.is_candidate.copy()
        self.removals: list[tuple[RowIds, bool]] = []  # what has left the bias, and whether it was refuted
        self.parked: NDArray[np.bool_] = np.zeros(size, dtype=bool)
        self.unreachable: NDArray[np.bool_] = np.zeros(size, dtype=bool)  # no solution of C_L violates it (max only)
        self.learned: NDArray[np.bool_] = np.zeros(size, dtype=bool)
        self.network: list[int] = []
        self.learned_at: dict[int, list[int]] = {}
        self.log: list[Answered] = []
        self.given: dict[Query, bool | None] = {}  # answered before the first question
        self.not_asked = 0  # so many entries of the log were given or marked
        self.mark = 0  # the variables that clash, if the oracle has said so with the "no" that it is about to give
        self.marks: list[tuple[Example, int]] = []
        self.looks_for_a_scope = False  # `Marked` is raised only then
        self.given_no: list[Example] = []  # those of them from which the learner has not yet started
        self.pending: list[Pending] = []
        self.unknown: dict[int, list[Query]] = {}  # answered "don't know", by their variables
        self.known_answer: bool | None = None  # what the open question's answer should be, if it already follows
        self.random = np.random.RandomState(options.seed)  # its stream never changes between versions of numpy
        self.solution: Codes | None = None  # some solution of the learned network, if one is at hand
        self.unsettled_at = 0  # how large the network was when a search for a solution was cut
        self.left_open = False  # a cutoff has kept a search from proving what it was to prove
        self.memory: Memory | None = None  # what a learner keeps for itself from one turn of its loop to the next
        self.checkpoints: Checkpoints | None = None  # if they are wanted
        self._marks = np.zeros(size, dtype=bool)
        self._scope_sets: dict[int, int] = {}
        for row in self.bias.background:
            self._add_to_network(row)

    # --- what the paper calls κ ---

    def kappa(self, e: Example, Y: int) -> RowIds:
        """κ_B(e_Y): the candidates still to be settled that reject the example on the variables Y."""
        return e.kappa(Y)

    def kappa_size(self, e: Example, Y: int) -> int:
        """|κ_B(e_Y)|."""
        return e.kappa_size(Y)

    def rejecting(self, e: Example, Y: int) -> RowIds:
        """All surviving rows that reject the example on the variables Y, also those that are learned or implied."""
        return e.rejecting(Y)

    def scope_set(self, row: int) -> int:
        """The variables of a row as a bitset."""
        scope = self._scope_sets.get(row)
        if scope is None:
            scope = self._scope_sets[row] = bitset.from_indices(self.rows.scope(row))
        return scope

    @cached_property
    def pairs(self) -> Pairs | None:
        """The binary rows as matrices, for the search."""
        return Pairs.of(self.rows)

    @property
    def agenda(self) -> NDArray[np.bool_]:
        """The candidates for which examples are generated."""
        return self.in_bias & ~self.parked & ~self.unreachable

    # --- asking: the choke point ---

    def ask(self, e: Example, Y: int) -> Asking[bool]:
        """ASK(e_Y). Every question of every algorithm comes through here.

        A "yes" refutes all candidates that reject the example; a "no" is kept as evidence. Raises `DontKnow`,
        also for a question that was answered so before, `Contradiction` if no network over the bias agrees with
        the answers, and `OutOfQuestions` when the budget is used up.
        """
        codes = e.codes
        if e.variables != Y:
            codes = np.where(bitset.to_mask(Y, len(codes)), codes, UNASSIGNED)
        query = Query(self.vocabulary, codes)
        given = self.given.get(query)
        if given is not None:
            return given
        if query in self.unknown.get(Y, ()):
            raise DontKnow
        rejecting = self.rejecting(e, Y)
        known = self.follows(rejecting)
        if known is not None and self.options.skip_known:
            return known
        if self.asked == self.options.max_questions:
            raise OutOfQuestions
        self.known_answer = known
        self.reporter.asking(query, redundant=known is not None)
        answer: bool | None = yield query
        self.reporter.answered(query, answer)
        self.log.append(Answered(query, answer))
        if answer is None:
            self.unknown.setdefault(Y, []).append(query)
            raise DontKnow
        self._apply(e, Y, answer, rejecting)
        if known is not None and answer != known:
            self._see_a_contradiction()
        if self.mark:
            self._take_mark(e, Y)
        return answer

    def _take_mark(self, e: Example, Y: int) -> None:
        """These variables alone are a "no": an answer of its own."""
        Z, self.mark = self.mark, 0
        if Z == Y:
            return
        codes = np.where(bitset.to_mask(Z, len(e.codes)), e.codes, UNASSIGNED)
        self.log.append(Answered(Query(self.vocabulary, codes), False, "marked"))
        self.not_asked += 1
        self._apply(e, Z, False, self.rejecting(e, Z))
        self.marks.append((e, Z))
        if self.looks_for_a_scope:
            raise Marked

    def narrowed(self, e: Example, Y: int) -> int:
        """The smallest part of e_Y that was marked as a "no" by itself, or Y."""
        parts = [Z for other, Z in self.marks if other is e and bitset.is_subset(Z, Y)]
        return min([*parts, Y], key=int.bit_count)

    def tell(self, entries: Iterable[Answered]) -> list[int]:
        """Questions that were answered before the dialogue: they count, but are not asked.

        How many candidates each of them refutes. Raises `Contradiction` as `ask` does.
        """
        refuted = []
        no: list[Query] = []
        for entry in entries:
            refuted.append(self._take_given(entry))
            if entry.answer is False:
                no.append(entry.query)
        # A "no" is worth more when all that is refuted is known, and a small one more than a large one.
        waiting = [query for query in sorted(no, key=len) if not self._explained(query)]
        for query in waiting:
            if not self._explained(query):
                e = Example(self, query.codes)
                self._apply(e, e.variables, False, self.rejecting(e, e.variables))
                self.given_no.append(e)
        return refuted

    def _take_given(self, entry: Answered) -> int:
        query = entry.query
        if query in self.given and entry.answer in (self.given[query], None):
            return 0
        self.given[query] = entry.answer
        self.log.append(entry)
        self.not_asked += 1
        if entry.answer is None:
            self.unknown.setdefault(bitset.from_mask(query.codes >= 0), []).append(query)
        if not entry.answer:
            return 0
        rejecting = self.rows.rejecting(query.codes, self.surviving)
        count = int(self.in_bias[rejecting].sum())
        self._refute(rejecting)
        return count

    def _explained(self, query: Query) -> bool:
        """Does a learned constraint explain this "no"? If only one candidate is left that could, it is learned."""
        rejecting = self.rows.rejecting(query.codes, self.surviving)
        if not len(rejecting):
            self._see_a_contradiction()
        if len(rejecting) == 1 and not self.learned[rejecting[0]]:
            self.learn(int(rejecting[0]))
        return bool(self.learned[rejecting].any())

    def next_given(self) -> Example | None:
        """A given example that was answered "no" and that no learned constraint explains: where to start from."""
        while self.given_no:
            e = min(self.given_no, key=lambda e: e.variables.bit_count())  # the smaller, the more it says
            self.given_no.remove(e)
            rejecting = self.rejecting(e, e.variables)
            if not self.learned[rejecting].any() and self.agenda[rejecting].any():
                return e
        return None

    def _apply(self, e: Example, Y: int, answer: bool, rejecting: RowIds) -> None:
        """A "yes" refutes; a "no" is kept as evidence."""
        if answer:
            self._refute(rejecting)
            e.refuted(Y)
        else:
            # A "no" to a part of an example is stronger than the "no" to the whole, which need not be kept.
            self.pending = [p for p in self.pending if p.example is not e or not bitset.is_subset(Y, p.variables)]
            if not self.learned[rejecting].any():
                self.pending.append(Pending(e, Y, rejecting))

    def _see_a_contradiction(self) -> None:
        conflict = find_conflict(self.bias, self.surviving, self.log)
        if conflict is not None:
            raise Contradiction(conflict)

    def follows(self, rejecting: RowIds) -> bool | None:
        """The answer to a question that is rejected by these surviving rows, if it follows from the earlier ones.

        Yes, if nothing that could be in the target rejects it. No, if all that could explain some earlier "no"
        rejects it.
        """
        if not len(rejecting):
            return True
        if self.learned[rejecting].any():
            return False if self._explains_a_no(rejecting) else None
        self._marks[rejecting] = True
        try:
            for p in self.pending:
                if self._marks[p.rows[self.surviving[p.rows]]].all():
                    return False
            return None
        finally:
            self._marks[rejecting] = False

    def _explains_a_no(self, rejecting: RowIds) -> bool:
        """Like the loop above, for a question that the learned network rejects (rare): over all "no" of the log."""
        if np.isin(rejecting, self.bias.background).any():
            return True
        wanted = set(rejecting.tolist())
        no = (entry.query.codes for entry in self.log if entry.answer is False)
        return any(set(self.rows.rejecting(codes, self.surviving).tolist()) <= wanted for codes in no)

    def earlier_against(self, query: Query, answer: bool) -> Query | None:
        """An earlier question whose answer, by Lemma 1 or Lemma 2, rules this answer out."""
        for entry in self.log:
            if answer and entry.answer is False and entry.query.is_part_of(query):
                return entry.query
            if not answer and entry.answer is True and query.is_part_of(entry.query):
                return entry.query
        return None

    def clauses_inside(self, scope: int) -> list[list[int]]:
        """Of each "no" that no learned constraint explains, its explanations, if they all lie inside a scope."""
        found = []
        for p in self.pending:
            rows = p.rows[self.surviving[p.rows]].tolist()
            if all(bitset.is_subset(self.scope_set(row), scope) for row in rows):
                found.append(rows)
        return found

    def _refute(self, rows: RowIds) -> None:
        self._leave_bias(rows, refuted=True)
        self.reporter.refuted(len(rows))

    def _leave_bias(self, rows: RowIds | list[int], *, refuted: bool = False) -> None:
        rows = np.asarray(rows, dtype=np.int64)
        self.in_bias[rows] = False
        self.parked[rows] = False
        if refuted:
            self.surviving[rows] = False
        self.removals.append((rows, refuted))

    # --- learning ---

    def learn(self, row: int, *, only_implied: bool = False) -> None:
        """C_L ← C_L ∪ {c}; the constraint leaves the bias.

        only_implied: the target is known to imply it, but it may not be the very constraint that is there.
        """
        scope = self._add_to_network(row)
        self.pending = [p for p in self.pending if row not in p.rows]
        self.reporter.learned(self.bias.constraint(row))
        if self.options.normalized and not only_implied:
            self._drop_all_others_at(scope, row)

    def _drop_all_others_at(self, scope: int, row: int) -> None:
        """The target is known to have one constraint a scope: whatever else could be there is not."""
        others = self.rows.at(bitset.members(scope))
        others = others[others != row]
        self._leave_bias(others, refuted=True)
        if not all(self.surviving[p.rows].any() for p in self.pending):
            self._see_a_contradiction()

    def _add_to_network(self, row: int) -> int:
        scope = self.scope_set(row)
        self.learned[row] = True
        self._leave_bias([row])
        self.network.append(row)
        self.learned_at.setdefault(scope, []).append(row)
        if self.solution is not None and self.rows.violated(self.solution, self._only(row)):
            self.solution = None
        return scope

    def _only(self, row: int) -> NDArray[np.bool_]:
        only = np.zeros(self.rows.size, dtype=bool)
        only[row] = True
        return only

    def learned_inside(self, scope: int) -> list[int]:
        """The learned constraints whose scopes lie inside a set of (few) variables."""
        variables = bitset.members(scope)
        found: list[int] = []
        for size in range(1, len(variables) + 1):
            for part in itertools.combinations(variables, size):
                found += self.learned_at.get(bitset.from_indices(part), [])
        return found

    def candidates_inside(self, scope: int) -> RowIds:
        """The candidates still to be settled whose scopes lie inside a set of (few) variables, but are smaller."""
        variables = bitset.members(scope)
        parts = itertools.chain.from_iterable(
            itertools.combinations(variables, size) for size in range(1, len(variables))
        )
        found = [self.candidates_at(bitset.from_indices(part)) for part in parts]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def kappa_at(self, e: Example, Y: int) -> list[int]:
        """κ_B(e_Y) on exactly Y: without the candidates on smaller scopes."""
        violated = set(self.kappa(e, Y).tolist())
        return [row for row in self.candidates_at(Y).tolist() if row in violated]

    def candidates_at(self, scope: int) -> RowIds:
        """The candidates still to be settled on exactly this scope."""
        rows = self.rows.at(bitset.members(scope))
        return rows[self.in_bias[rows]]

    def drop_implied(self, rows: Iterable[int]) -> None:
        """These follow from what was learned: they cause no more questions, but stay in the version space."""
        self._leave_bias(list(rows))

    @property
    def asked(self) -> int:
        """How many questions were put; known examples and marks are in the log, too."""
        return len(self.log) - self.not_asked

    def at_top(self) -> None:
        """Called by a learner at the top of its main loop, if all that it knows is here: a place to go back to."""
        if self.checkpoints is not None:
            self.checkpoints.take(self)

    def copy(self) -> State:
        """A twin that knows the same. Only at the top of a learner's loop, where nothing is on the stack."""
        twin = object.__new__(State)
        for name, value in self.__dict__.items():
            if name == "pairs":
                continue  # found again when it is needed
            if isinstance(value, (np.ndarray, list, dict)):
                value = value.copy()
            elif isinstance(value, np.random.RandomState):
                value = np.random.RandomState()
                value.set_state(self.random.get_state())
            twin.__dict__[name] = value
        twin.unknown = {Y: list(queries) for Y, queries in self.unknown.items()}
        twin.learned_at = {scope: list(rows) for scope, rows in self.learned_at.items()}
        twin.marks = []
        twin.checkpoints = None
        examples = {id(p.example): Example(twin, p.example.codes) for p in self.pending}
        twin.pending = [Pending(examples[id(p.example)], p.variables, p.rows.copy()) for p in self.pending]
        twin.given_no = [Example(twin, e.codes) for e in self.given_no]
        if self.memory is not None:
            twin.memory = self.memory.copy(twin)
        return twin

    def park(self, rows: RowIds) -> None:
        """A "don't know" stands before these: go on with the others, and come back to them at the end."""
        self.parked[rows] = self.in_bias[rows]
