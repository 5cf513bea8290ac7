"""ConAcq.2: ask about complete examples until the version space has converged (Bessiere et al. 2007).

    1   T ← the clauses of the given examples                                        (see ConAcq.1)
    2   loop
    3       e ← a complete example whose answer T leaves open
    4       if e = nil return converged
    5       if ASK(e) = yes   T ← T ∪ {¬c} for each c ∈ κ_B(e)
    6       else              T ← T ∪ {⋁ c ∈ κ_B(e)}
    7       simplify T by unit propagation

Line 3 by the option `strategy`:

* *expectation*: e violates as few candidates as possible. If it violates one alone, either answer decides about that
  candidate. With even odds for each candidate no other example decides about more, in expectation.
* *optimistic*: e violates as many as possible, hoping for a "yes".

Such examples are looked for around the solutions that are known (`complete_examples.py`); what can't be found there is
searched for, and CP-SAT has the last word. So "converged" is proved, and means that the learned network has the same
solutions as the target. It need not agree with the target on partial examples, because none was asked about.

ConAcq.2 needs a number of questions that is exponential in |X| in the worst case, and that is no theory: without a
known solution, almost every example is wrong, and each "no" is a clause with hundreds of candidates. Give it a solution
(`examples=`). docs/algorithms.md shows what it can do and what it can't.

C. Bessiere, R. Coletta, B. O'Sullivan, M. Paulin, "Query-Driven Constraint Acquisition", IJCAI 2007; C. Bessiere,
F. Koriche, N. Lazaar, B. O'Sullivan, "Constraint Acquisition", Artificial Intelligence 244, 2017,
https://doi.org/10.1016/j.artint.2015.08.001
"""

from __future__ import annotations

from contextlib import suppress

from tacit.algorithms.conacq_1 import conclude, propagate
from tacit.algorithms.outcome import Outcome
from tacit.candidates.examination import Example
from tacit.generation.complete_examples import any_open, found_by_search, near_miss, smaller
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.learning.result import Status


def conacq_2(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers, from complete examples alone."""
    while True:
        asker.at_top()
        propagate(asker)
        e, proved = _open_example(asker)
        if e is None:
            if not proved:
                return Outcome(Status.PREMATURE, "a search was cut before the proof")
            if any(query.complete for queries in asker.answers.unknown.values() for query in queries):
                e, proved = any_open(asker, fresh=False)
                if e is not None or not proved:
                    return Outcome(Status.UNDECIDED, "don't know")
            return conclude(asker)
        with suppress(DontKnow):
            if (yield from asker.ask(e, e.variables)):
                asker.witness.found(asker.space, e.codes)


def _open_example(asker: Asker) -> tuple[Example | None, bool]:
    """Line 3, and whether it is proved that there is none."""
    optimistic = asker.options.strategy == "optimistic"
    e, proved = near_miss(asker, optimistic=optimistic) or found_by_search(asker), True
    if e is None:
        e, proved = any_open(asker, fresh=True)
    return (e if e is None or optimistic else smaller(asker, e)), proved
