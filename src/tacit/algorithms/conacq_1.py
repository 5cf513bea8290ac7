"""ConAcq.1: what given examples say, without a question (Bessiere, Coletta, Freuder, O'Sullivan 2004).

    1   T ← ∅                                         (a set of clauses about which candidates are in the target)
    2   for each given example e
    3       if e is right   T ← T ∪ {¬c} for each c ∈ κ_B(e)
    4       else            T ← T ∪ {⋁ c ∈ κ_B(e)}
    5       simplify T by unit propagation
    6       if T has an empty clause return collapse
    7   return T; converged if all networks that satisfy T have the same solutions

Lines 2 to 6 are `Asker.tell`, which takes given examples in, for this learner as for all others: the version space is
T. Learned is what is alone in a clause, and so is in every network that satisfies T. No other clause than those of
line 4 has a positive literal, so there is nothing that backbone detection would find besides.

Line 7: CP-SAT looks for a complete example on which two networks that satisfy T disagree (`complete_examples.py`). If
it proves that there is none, one candidate of each clause is learned, too: any choice has the same solutions. If it
finds one, the examples leave the target open; then the status is premature, the network has what is certain, and
`result.open` what may or may not be in the target.

Asks nothing. Cost: one pass over the candidates for each example, and one call of CP-SAT.

C. Bessiere, R. Coletta, E. Freuder, B. O'Sullivan, "Leveraging the Learning Power of Examples in Automated Constraint
Acquisition", CP 2004; C. Bessiere, F. Koriche, N. Lazaar, B. O'Sullivan, "Constraint Acquisition", Artificial
Intelligence 244, 2017, https://doi.org/10.1016/j.artint.2015.08.001
"""

from __future__ import annotations

import numpy as np

from tacit.algorithms.outcome import COLLAPSE, Outcome
from tacit.generation.complete_examples import any_open
from tacit.generation.solution import has_solution
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.learning.result import Status

LEFT_OPEN = "the examples leave the target open"
NOT_PROVED = "not known whether the examples leave the target open"


def conacq_1(asker: Asker) -> Asking[Outcome]:
    """Learn from the examples that were given."""
    yield from ()  # it asks nothing
    propagate(asker)
    e, proved = any_open(asker, fresh=False)
    if e is not None:
        return Outcome(Status.PREMATURE, LEFT_OPEN)
    return conclude(asker) if proved else Outcome(Status.PREMATURE, NOT_PROVED)


def propagate(asker: Asker) -> None:
    """Unit propagation: learn the only candidate that is left in a clause."""
    while True:
        surviving = asker.space.surviving
        alone = [left for no in asker.answers.open_no if len(left := no.rows[surviving[no.rows]]) == 1]
        if not alone:
            return
        asker.learn(int(alone[0][0]))


def conclude(asker: Asker) -> Outcome:
    """All networks that agree with the answers have the same solutions: take one of them."""
    space = asker.space
    while asker.answers.open_no:
        rows = asker.answers.open_no[0].rows
        asker.learn(int(rows[space.surviving[rows]][0]), only_implied=True)
    satisfiable = has_solution(asker)
    if satisfiable is False:
        return COLLAPSE
    if satisfiable is None:
        return Outcome(Status.PREMATURE, "not known whether the learned network has a solution")
    space.drop_implied(np.flatnonzero(space.in_bias))
    return Outcome(Status.CONVERGED)
