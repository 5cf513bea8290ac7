"""The guided learner: as few questions as information allows. tacit's own; see docs/guided.md.

    loop
        learn what is the only explanation left of some "no"
        P ← how probable each candidate is, by what was learned and refuted on similar scopes
        if some "no" has several probable explanations:
            ask the part of its example, or of its scope, whose answer is nearest to even
        else ask the better one of
            a large example that violates many improbable candidates
            the most telling candidate on its own scope
        if there is nothing to ask   return converged

Probabilities choose the next question, and nothing else. A candidate leaves the bias because a "yes" refutes it,
because it is the only explanation of a "no", or because it is implied on its own scope.

With until="equivalent" also because CP-SAT proves that all solutions of what was learned satisfy it. Converged then
means that the learned network accepts the same complete assignments as the target; it need not have every constraint
of it, and may tell partial examples otherwise.
"""

from __future__ import annotations

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.generation.solution import may_have_solution
from tacit.guided.choosing import Chooser
from tacit.learning.asking import Asking, DontKnow
from tacit.learning.state import State


def guided(state: State, *, use_features: bool = True) -> Asking[Outcome]:
    """Learn the target of whoever answers. Without features all scopes are alike (to see what they are worth)."""
    chooser = state.memory if isinstance(state.memory, Chooser) else Chooser(state, use_features=use_features)
    state.memory = chooser
    while True:
        state.at_top()
        question = chooser.next()
        if question is None:
            return verdict(state)
        # A search takes time, so not after each constraint; and every "no" so far must have its explanation.
        if not state.pending and 10 * len(state.network) > 11 * chooser.checked:
            if not may_have_solution(state):
                return COLLAPSE
            chooser.checked = len(state.network)
        e, Y = question.example, question.variables
        state.reporter.enter(question.kind)
        try:
            chooser.answered(question, (yield from state.ask(e, Y)))
        except DontKnow:
            state.park(state.kappa(e, Y))
        finally:
            state.reporter.leave(question.kind, None)
