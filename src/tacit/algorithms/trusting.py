"""The loop around a learner that looks for signs that something is wrong, and deals with them. See docs/trust.md.

loop
    run the learner with the answers that are believed
    if nothing is left to ask:         put plans (`trust/plans.py`); a "no" to one is a contradiction, too
    if all plans are right:            ask what is known, until whoever answers is believed (`controls.py`); return
    if answers contradict each other:  find the slip or the gap (`trust/settling.py`), and start over without it
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from tacit.algorithms.outcome import START_OVER, Outcome
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, Contradiction, DontKnow
from tacit.learning.evidence import Conflict
from tacit.learning.result import UNSATISFIABLE, Status
from tacit.problem.query import Plan
from tacit.trust.claims_agree import claims_agree
from tacit.trust.controls import disagreement, is_believed, next_control
from tacit.trust.no_solution import put_core_again
from tacit.trust.plans import next_plan
from tacit.trust.settling import settle


class NotBelieved(Contradiction):
    """So many answers disagree with each other that it makes no sense to look for the one that is wrong."""


MOST = 3  # times as many plans as are wanted, if some are called wrong


def trusting(asker: Asker, learn: Callable[[Asker], Asking[Outcome]]) -> Asking[Outcome]:
    """Learn, and look for signs that something is wrong."""
    while True:
        try:
            outcome = yield from learn(asker)
            if outcome is START_OVER:
                yield from start_over(asker)
                continue
            # Whoever wants a plan is shown which rules clash, and takes one of them back.
            asks_again = asker.options.until != "plan"
            if outcome.reason == UNSATISFIABLE and asks_again and (yield from put_core_again(asker)):
                asker.start_over()
                continue
            if outcome.status == Status.CONVERGED:
                if asker.options.until == "scopes":
                    claims_agree(asker)
                if not (yield from _put_plans(asker)):
                    yield from start_over(asker)
                    continue
                yield from _put_controls(asker)
            return _judged(asker, outcome)
        except NotBelieved:
            raise
        except Contradiction as contradiction:
            conflict = contradiction.conflict
        yield from start_over(asker, conflict)


def start_over(asker: Asker, conflict: Conflict | None = None) -> Asking[None]:
    """Settle a contradiction, if there is one, and take in all answers anew; again, as long as they contradict each
    other."""
    while True:
        if conflict is not None:
            asker.settling = True
            settled = yield from settle(asker, conflict)
            asker.settling = False
            if not settled:
                raise Contradiction(conflict)
        try:
            asker.start_over()
            return
        except Contradiction as contradiction:
            conflict = contradiction.conflict


def _put_plans(asker: Asker) -> Asking[bool]:
    """Put plans until enough of them were called right. Raises `Contradiction` if one was not, and nothing explains it.

    False if something explains it that "don't know" has left open: then there is more to learn.
    """
    # Without candidates nothing can be learned, whatever is said of plans.
    wanted = (asker.options.plans or 0) if asker.space.bias.size else 0
    while _plans_put(asker) < wanted and _plans_put(asker, also_wrong=True) < MOST * wanted:
        plan = next_plan(asker)
        if plan is None:
            break
        right = yield from asker.put(plan)
        if right is False:
            if len(asker.space.rows.rejecting(plan.codes, asker.space.surviving)):
                return False
            raise Contradiction(Conflict(plan, ()))
        if right:
            asker.conclude(plan)  # it may refute what "don't know" has left open
    return True


def _put_controls(asker: Asker) -> Asking[None]:
    """Ask what is known, until whoever answers is believed. Raises `Contradiction` if an answer is not as expected."""
    while asker.options.plans and asker.options.checks and asker.space.bias.size:
        control = next_control(asker)
        if control is None:
            break
        if isinstance(control, Plan):
            if (yield from asker.put(control)) is False:
                raise Contradiction(Conflict(control, ()))
            continue
        with suppress(DontKnow):
            yield from asker.ask(control, control.variables, check=True)
    if asker.answers.doubts.looks and not is_believed(asker):
        raise NotBelieved(disagreement(asker))


def _plans_put(asker: Asker, *, also_wrong: bool = False) -> int:
    """How many plans were put; those that were called wrong don't count, because something was learned from them."""
    put = [entry for entry in asker.answers.log if isinstance(entry.query, Plan)]
    return len(put) if also_wrong else sum(entry.answer is not False for entry in put)


def _judged(asker: Asker, outcome: Outcome) -> Outcome:
    """What a result is worth: nothing is converged that has gaps."""
    doubts = asker.answers.doubts
    if (doubts.gaps or doubts.unexplained) and outcome.status in (Status.CONVERGED, Status.UNDECIDED):
        return Outcome(Status.INCOMPLETE, "gaps")
    return outcome
