"""Which question comes next. Nothing is learned here: what needs no question is handed back as a `Step`.

What a question is worth: every constraint of the target needs a "no" of its own. So a question about a likely
candidate on its own scope would have to be asked anyway, and it says most about similar candidates. Improbable
candidates are cleared in large examples, which violate so many at once that "no" is about as likely as "yes". A "no" is
then halved by probability until its reason is found.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.examination import Example
from tacit.errors import Undecided
from tacit.generation.own_scope import OwnScope
from tacit.guided.alike import MOST
from tacit.guided.beliefs import Beliefs
from tacit.guided.believed import believed
from tacit.guided.clauses import Clauses, PaddedScopes, part_to_ask
from tacit.guided.implied import Implied
from tacit.guided.large_examples import Builder, Bulk, entropy
from tacit.guided.on_group import OnGroup
from tacit.guided.on_scope import OnScope
from tacit.guided.rules import RuleChooser
from tacit.guided.shown_by_plans import ShownByPlans
from tacit.guided.weights import Floats, weights
from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker, Memory
from tacit.problem.rows import RowIds
from tacit.structure.rule import Claim

LIKELY = 0.4  # a candidate at least this probable is asked about on its own scope, before large examples
LIKELY_IN_GROUPS = 0.3  # the same where what is found may grow into a group, which one question settles
TOO_LIKELY = 0.35  # a candidate more probable than this has no place in a large example
WORTH = 0.3  # bits: a large example that says more than this comes before candidates that are not likely
TRIES = 3  # large examples that are built; the best one is asked
CERTAIN = 0.85  # a clause can wait if one of its candidates is the reason with this probability
NEARLY, FEW = 0.95, 2  # the same for clauses on more variables than that candidate's, but only if they are FEW at most
CROWD = 30  # if this many clauses wait, it is time for a large example, which settles some of them

BEFORE_SORTING = 3  # probabilities whose candidates are looked at before all are sorted

CLEAR, FIND, TELL, CONFIRM, CHECK = "clear", "find a scope", "tell apart", "confirm", "check"


@dataclass(frozen=True)
class Question:
    """What is asked, to what end, and how probable a "no" is."""

    kind: str
    example: Example
    variables: int
    chance: float  # 0.5 where the question was chosen to be nearest to even
    violated: int = 0  # candidates that a large example violates
    row: int = -1  # the candidate that it is about, if it is about one


@dataclass
class Step:
    """The next question, if there is one, and what was found out on the way without a question.

    check:         the claim is put even if its answer seems to follow
    odd:           a "yes" to the claim would say that an earlier answer, which looks odd, was a slip
    learn:         this candidate is in the target …
    only_implied:  … or at least follows from it
    drop:          these candidates follow from what was learned
    park:          all open questions about these candidates were answered "don't know"
    """

    question: Question | None = None
    claim: Claim | None = None
    chance: float = 0.5  # of a "yes" to the claim
    check: bool = False
    odd: bool = False
    learn: int | None = None
    only_implied: bool = False
    drop: list[int] = field(default_factory=list)
    park: list[int] = field(default_factory=list)

    @property
    def settles(self) -> bool:
        """Is something known without a question?"""
        return self.learn is not None or bool(self.drop or self.park)

    @property
    def is_empty(self) -> bool:
        return self.question is None and self.claim is None and not self.settles


class Chooser(Memory):
    """Follows a version space and its answers, and chooses questions."""

    def __init__(self, asker: Asker, *, use_features: bool = True) -> None:
        size = asker.space.rows.size
        self._follow(asker)
        self.beliefs = Beliefs(asker.space, use_features=use_features)
        equivalent = asker.options.until == "equivalent"
        self.implied = Implied(asker.space, asker.answers, asker.random) if equivalent else None
        expected, groups = asker.options.expected, asker.space.bias.groups
        self.rules = None
        if asker.options.rules:
            shown = ShownByPlans(asker.answers, asker.implications, asker.problem, asker.examples)
            self.rules = RuleChooser(asker.answers, groups, expected, shown)
        self._scopes = PaddedScopes(asker.space.rows)
        self._seen_to_have_solution = 0  # how large the network was when it was last seen to have one
        self._leaning: RowIds = NO_ROWS
        self._certain = np.zeros(0, dtype=bool)  # of each clause: is its best explanation as good as learned?
        self._blocked = np.zeros(size, dtype=bool)  # candidates about which nothing is open, given the clauses
        self._crowded = CROWD
        self._waiting = np.zeros(size, dtype=bool)
        self.last_check: int | None = None  # how large the network was when what had been learned was last checked
        self.avoided: NDArray[np.bool_] | None = None  # what questions that are out are about: not for large examples
        self.unchecked: set[int] = set()  # candidates whose check was answered "don't know", or that had enough of them
        self.checks: Counter[int] = Counter()  # how often each candidate was checked

    def _follow(self, asker: Asker) -> None:
        self.space, self.answers, self.random = asker.space, asker.answers, asker.random
        self._builder = Builder(asker.space, asker.random, asker.options.largest)
        self._largest = asker.options.largest

    def copy(self, asker: Asker) -> Chooser:
        twin = copy.copy(self)
        twin._follow(asker)
        twin.beliefs = self.beliefs.copy(asker.space)
        twin.rules = None if self.rules is None else self.rules.copy(asker.answers)
        twin.implied = None if self.implied is None else self.implied.copy(asker.space, asker.answers, asker.random)
        twin.unchecked, twin.checks = set(self.unchecked), Counter(self.checks)
        twin._blocked, twin._waiting = self._blocked.copy(), self._waiting.copy()
        return twin

    def expected_questions(self) -> float:
        """About how many questions are left: for each candidate its bits, or its expected "no" if that is more."""
        p = self.beliefs.alone[self.space.in_bias]
        bits = -(p * np.log2(p) + (1 - p) * np.log2(1 - p))
        return float(np.maximum(bits, p).sum())

    def sentences(self) -> list[str]:
        return believed(self.beliefs)

    # A search for a solution takes time, so it waits until the network has grown, and until every "no" is explained.

    def wants_a_solution(self) -> bool:
        """Is it time to see whether the learned network has a solution?"""
        return not self.answers.open_no and 10 * len(self.space.network) > 11 * self._seen_to_have_solution

    def saw_a_solution(self) -> None:
        """The learned network has a solution."""
        self._seen_to_have_solution = len(self.space.network)

    def choose(self, clauses: Clauses) -> Step:
        """The next question, or what has to be settled before there is one; empty if nothing is left to ask."""
        before = self._leaning
        P = self._probabilities(clauses)
        if self.implied is not None:
            implied = self.implied.find(P)
            if implied:
                return Step(drop=implied)
        if self.rules is not None:
            claim = self.rules.next_rule(P, self._leaning)
            if claim is not None:
                self._leaning = before  # the next examples are the same as without rules
                return Step(claim=claim, chance=self.rules.chance)
        step = self._take_apart(clauses, P)
        if step.is_empty:
            step = self._probe(P)
        if step.is_empty:
            step = self._best(P)
        if step.is_empty:
            step = self._take_apart(clauses, P, also_certain=True)
        if step.is_empty and self.space.agenda.any():
            step = self._last(P)
        return step

    def explain(self, clauses: Clauses) -> Step:
        """The next question about a "no" that nothing explains yet, and about nothing else."""
        return self._take_apart(clauses, self._probabilities(clauses), also_certain=True)

    def _probabilities(self, clauses: Clauses) -> Floats:
        """How probable each candidate is. The best explanation of each "no" is not asked about for itself (`_waiting`),
        and counts as learned if it is certain enough (`_leaning`).
        """
        P = clauses.condition(self.beliefs.update(self._leaning), self.beliefs.alone, MOST)
        self._waiting[:] = False
        self._leaning = NO_ROWS
        self._certain = np.zeros(len(clauses), dtype=bool)
        if len(clauses):
            best = clauses.best(P)
            self._waiting[best] = True
            own = np.array([no.variables.bit_count() for no in clauses.open_no]) == self._scopes.arity[best]
            self._certain = own & (P[best] >= CERTAIN)
            self._leaning = np.unique(best[self._certain])
            # If more than a few of these wait, one may be mistaken, and the true reason would cause "no" after "no".
            elsewhere = np.flatnonzero(~own & (P[best] >= NEARLY))
            self._certain[elsewhere] = len(elsewhere) <= FEW
        return P

    # --- the kinds of questions ---

    def _take_apart(self, clauses: Clauses, P: Floats, *, also_certain: bool = False) -> Step:
        """A question about a clause without an explanation that is as good as certain."""
        space = self.space
        for i in np.argsort(clauses.size, kind="stable").tolist():
            if self._certain[i] and not also_certain:
                continue
            rows, no = clauses.explanations(i), clauses.open_no[i]
            if space.parked[rows].any() or not space.in_bias[rows].all() or clauses.follows(i, len(P)):
                continue
            weight = weights(self.beliefs.alone[rows])
            Y = part_to_ask(self.random, self._scopes, rows, no.example, no.variables, weight)
            if Y is not None:
                return Step(Question(FIND, no.example, Y, 0.5))
            row = int(rows[int(np.argmax(P[rows]))])
            try:
                e = self._telling(row, rows, P)
            except Undecided:
                continue
            if e is not None:
                return Step(Question(TELL, e, e.variables, 0.5))
            if not self.answers.unknown:
                return Step(learn=row)  # nothing tells them apart: they mean the same here
        return Step()

    def _probe(self, P: Floats) -> Step:
        codes = None if self.rules is None else self.rules.probe(P, self.random, self._largest)
        if codes is None:
            return Step()
        e = Example(self.space, codes)
        return Step(Question(CLEAR, e, e.variables, 0.5, e.kappa_size(e.variables)))

    def _telling(self, row: int, rows: RowIds, P: Floats) -> Example | None:
        """An example that tells the explanations of a clause apart; `row` is the likeliest of them."""
        if rows[-1] >= self.space.rows.n_plain and not self.space.rows.is_bound(row):
            return OnGroup(self.space, self.answers, P, int(rows[-1])).telling(rows)
        return self._on_scope(row, P).telling(rows)

    def _best(self, P: Floats) -> Step:
        """A large example, or one candidate on its own scope: what tells more."""
        is_open = self.space.agenda & ~self._waiting & ~self._blocked
        if not is_open.any():
            return Step()
        likely = np.flatnonzero(is_open & (P >= LIKELY))
        if self.rules is not None and not len(likely):
            likely = np.flatnonzero(is_open & (P >= LIKELY_IN_GROUPS))
            likely = likely[self.rules.may_grow(likely)]
        bulk = self._bulk(P) if len(likely) and self._is_crowded() else None
        if bulk is not None:
            return Step(self._clear(bulk))
        # The least probable of the likely ones first: its answer tells most.
        step = self._first_open(likely[np.argsort(P[likely], kind="stable")].tolist(), P)
        if not step.is_empty:
            return step
        if self.rules is not None:
            claim = self.rules.next_free(self._weights(P), self._leaning)
            if claim is not None:
                return Step(claim=claim, chance=self.rules.chance)
        bulk = self._bulk(P)
        if bulk is not None and entropy(bulk.chance) > WORTH:
            return Step(self._clear(bulk))
        if bulk is not None:
            is_open[likely] = False
        step = self._first_open(likeliest_first(P, is_open), P)
        if bulk is not None and (step.question is None or entropy(step.question.chance) <= entropy(bulk.chance)):
            step.question = self._clear(bulk)
        return step

    def _bulk(self, P: Floats) -> Bulk | None:
        space = self.space
        never = space.learned if self.implied is None else space.learned | self.implied.rows
        if self.avoided is not None:
            never = never | self.avoided
        weight = np.where(P > TOO_LIKELY, weights(np.array([MOST])), self._weights(P))
        return self._builder.bulk(weight, TRIES, never & space.surviving)

    def _weights(self, P: Floats) -> Floats:
        """The weight of each candidate. Most are as the beliefs say: `clauses` have changed few probabilities."""
        weight = self.beliefs.weights()
        other = np.flatnonzero(self.beliefs.P != P)
        if len(other):
            weight = weight.copy()
            weight[other] = weights(P[other])
        return weight

    def _is_crowded(self) -> bool:
        """Do many clauses wait, and some more than the last time the answer was yes?"""
        waiting = int(np.count_nonzero(self._certain))
        crowded = waiting >= self._crowded
        limit = waiting + CROWD // 4
        self._crowded = max(CROWD, limit if crowded else min(self._crowded, limit))
        return bool(crowded)

    def _clear(self, bulk: Bulk) -> Question:
        e = Example(self.space, bulk.codes)
        return Question(CLEAR, e, e.variables, bulk.chance, bulk.gain)

    def _first_open(self, rows: Iterable[int], P: Floats) -> Step:
        """A question about the first of these candidates that has one, and what was found out about earlier ones."""
        step = Step()
        for row in rows:
            if self.space.on_agenda(row) and row not in step.drop and row not in step.park:
                self._confirm(row, P, step)
                if step.question is not None:
                    break
        return step

    def _confirm(self, row: int, P: Floats, step: Step) -> None:
        """A question about one candidate on its own scope; if there is none, what that means."""
        scope = self._on_scope(row, P)
        found = scope.confirming(row)
        if found is not None:
            e, chance = found
            step.question = Question(CONFIRM, e, e.variables, chance, row=row)
            return
        implied = scope.implied()
        step.drop += implied
        if row in implied:
            return
        if scope.is_blocked(row):
            self._blocked[row] = True  # all that it rejects must be "no", and stays so, as clauses only get smaller
        else:
            step.park.append(row)  # all that is open was answered "don't know"

    def _last(self, P: Floats) -> Step:
        """A step for what is still open when everything else has been asked."""
        rows = np.flatnonzero(self.space.agenda)
        row = int(rows[int(np.argmax(P[rows]))])
        step = Step()
        self._confirm(row, P, step)
        if step.question is None and row not in step.drop and row not in step.park:
            return Step(learn=row, only_implied=True)  # whatever it rejects is, or must be, "no"
        return step

    def _on_scope(self, row: int, P: Floats) -> OnScope | OnGroup:
        if self.space.rows.is_bound(row):
            return OnGroup(self.space, self.answers, P, row)
        return OnScope(OwnScope(self.space, self.answers, self.random, self.space.scope_set(row)), P)


def likeliest_first(P: Floats, among: NDArray[np.bool_]) -> Iterator[int]:
    """The rows among these, by descending probability; of several, the first one. Mostly the first of all will do, so
    they are not sorted at once."""
    left = np.where(among, P, -1.0)
    for _ in range(BEFORE_SORTING):
        most = left.max(initial=-1.0)
        if most < 0:
            return
        rows = np.flatnonzero(left == most)
        yield from rows.tolist()
        left[rows] = -1.0
    rows = np.flatnonzero(left >= 0)
    yield from rows[np.argsort(-left[rows], kind="stable")].tolist()
