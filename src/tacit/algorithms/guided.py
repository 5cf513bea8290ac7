"""The guided learner: as few questions as information allows. tacit's own; see docs/guided.md.

    loop
        learn what is the only explanation left of some "no"
        P ← how probable each candidate is, by what was learned and refuted on similar scopes
        ask the first of these that there is:
            with rules: a rule that is likely and settles much
            for a "no" without a nearly certain explanation: the part of its example, or of its scope, whose answer
                is nearest to even
            if many "no" answers wait for their explanation: a large example
            a likely candidate on its own scope
            with rules: whether nothing more is required somewhere, if that is likely
            a large example that violates many improbable candidates, if it tells enough
            an unsure candidate on its own scope, or the large example: what tells more
            for a "no" that waits: as above
            whatever is left
        if there is nothing to ask   return converged

Probabilities choose the next question, and nothing else. A candidate leaves the bias because a "yes" refutes it,
because it is the only explanation of a "no", or because it is implied on its own scope.

With until="equivalent", a candidate also leaves if CP-SAT proves that all solutions of what was learned satisfy it.
Converged then means that the learned network accepts the same complete assignments as the target. It need not have
every constraint of the target, and may judge partial examples differently.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from tacit.algorithms.outcome import COLLAPSE, Outcome, verdict
from tacit.candidates.examination import Example
from tacit.generation.solution import may_have_solution
from tacit.guided.beliefs import Floats
from tacit.guided.choosing import CLEAR, Chooser, Question, Step
from tacit.guided.claim_checks import breaking, checks_of
from tacit.guided.without_asking import carry_out, learn_what_is_certain
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, DontKnow
from tacit.structure.rule import Claim, Rule


def guided(asker: Asker, *, use_features: bool = True) -> Asking[Outcome]:
    """Learn the target of whoever answers. Without features all scopes are alike (to measure what they are worth)."""
    earlier = asker.memory
    chooser = earlier if isinstance(earlier, Chooser) else Chooser(asker, use_features=use_features)
    while True:
        asker.at_top(chooser)
        step = _next(asker, chooser)
        if step.claim is not None:
            yield from _ask_claim(asker, step.claim, chooser.beliefs.P)
            continue
        if step.question is None:
            return verdict(asker)
        if chooser.wants_a_solution():
            if not may_have_solution(asker):
                return COLLAPSE
            chooser.saw_a_solution()
        yield from _ask(asker, step.question)


def _next(asker: Asker, chooser: Chooser) -> Step:
    """Settle what needs no question, until there is a question; an empty step if nothing is left to ask."""
    while True:
        step = chooser.choose(learn_what_is_certain(asker, chooser.implied))
        carry_out(asker, step)
        if step.question is not None or step.claim is not None or step.is_empty:
            return step


def _ask_claim(asker: Asker, claim: Claim, P: Floats) -> Asking[None]:
    """Ask about a rule; where slips are expected, check a "yes" by an example that must then be answered in one way."""
    shown = breaking(asker, claim, P) if isinstance(claim, Rule) else None
    if isinstance(claim, Rule) and shown is not None:
        claim = replace(claim, example=asker.query(shown, shown.variables))
    checks = checks_of(asker, claim, P, shown) if asker.options.slips else []
    with suppress(DontKnow):
        right = yield from asker.ask_claim(claim)
        for check in checks if right else ():
            yield from asker.ask(Example(asker.space, check.codes), check.variables, check=True)


def _ask(asker: Asker, question: Question) -> Asking[None]:
    e, Y = question.example, question.variables
    if question.kind == CLEAR:
        asker.reporter.generated(question.violated, Y.bit_count())
    asker.reporter.enter(question.kind)
    try:
        answer = yield from asker.ask(e, Y)
        if answer and Y.bit_count() == len(asker.space.vocabulary):
            asker.witness.found(asker.space, e.codes)  # a solution of the target is one of all that will be learned
    except DontKnow:
        asker.space.park(e.kappa(Y))
    finally:
        asker.reporter.leave(question.kind, None)
