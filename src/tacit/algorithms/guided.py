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

With until="plan", plans are shown until one is right: `plan_first.py`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial

from tacit.algorithms.outcome import COLLAPSE, START_OVER, Outcome, verdict
from tacit.algorithms.plan_first import plan_first
from tacit.algorithms.trusting import trusting
from tacit.candidates.examination import Example
from tacit.generation.solution import may_have_solution
from tacit.guided.choosing import CHECK, CLEAR, CONFIRM, Chooser, Question, Step
from tacit.guided.shown_example import breaking
from tacit.guided.weights import Floats
from tacit.guided.without_asking import carry_out, learn_what_is_certain
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking, Contradiction, DontKnow
from tacit.structure.rule import Claim, Review, Rule
from tacit.trust.claim_checks import checking
from tacit.trust.elimination import is_confirmed, on_its_own, was_alone
from tacit.trust.lone_yes import lone_yes
from tacit.trust.reviewing import foundation, in_the_way, is_reviewed, may_wait, next_review, put_review, reviews
from tacit.trust.rule_again import AS_IT_LOOKS, denied_before, looks_odd
from tacit.trust.second_check import second_check
from tacit.trust.surprise import COST_OF_YES, chance_of_slip, is_worth_a_question, slip_rate

MOST_CHECKS = 3  # of one candidate, where slips are expected


def guided(asker: Asker, *, use_features: bool = True) -> Asking[Outcome]:
    """Learn the target of whoever answers. Without features all scopes are alike (to measure what they are worth)."""
    learn = plan_first if asker.options.until == "plan" else partial(_learn, use_features=use_features)
    if not asker.options.careful:
        return (yield from learn(asker))  # whoever answers is believed, and so is the language
    return (yield from trusting(asker, learn))


def _learn(asker: Asker, use_features: bool) -> Asking[Outcome]:
    earlier = asker.memory
    chooser = earlier if isinstance(earlier, Chooser) else Chooser(asker, use_features=use_features)
    while True:
        asker.at_top(chooser)
        step = _next(asker, chooser)
        if isinstance(step.claim, Review) and not step.claim.plans:
            if (yield from put_review(asker, step.claim)):
                return START_OVER
            continue
        if step.claim is not None:
            yield from _ask_claim(asker, step, step.claim, chooser.beliefs.P)
            continue
        if step.question is None:
            review = next_review(asker, chooser.beliefs.alone, at_the_end=True)
            if review is None:
                again = second_check(asker, chooser.unchecked)
                if again is None:
                    return verdict(asker)
                row, e = again
                chooser.unchecked.add(row)  # once, whatever the answer is
                yield from _ask(asker, chooser, Question(CHECK, e, e.variables, 0.5))
                continue
            if (yield from put_review(asker, review)):
                return START_OVER
            continue
        if chooser.wants_a_solution():
            if not may_have_solution(asker):
                return COLLAPSE
            chooser.saw_a_solution()
        yield from _ask(asker, chooser, step.question)


def _next(asker: Asker, chooser: Chooser) -> Step:
    """Settle what needs no question, until there is a question; an empty step if nothing is left to ask."""

    def may_be_learned(row: int) -> bool:
        if not asker.options.checks or row in chooser.unchecked:
            return True
        slips = slip_rate(asker.answers, asker.options.slips) if asker.options.slips else 0.0
        if is_reviewed(asker, row):
            return was_alone(asker.answers, row, slips) or may_wait(asker, chooser.last_check)
        return is_confirmed(asker.answers, row, slips, float(chooser.beliefs.alone[row]))

    while True:
        clauses, waiting = learn_what_is_certain(asker, chooser.implied, may_be_learned)
        again = denied_before(asker.answers) if asker.options.slips else None
        if again is not None:
            return Step(claim=again, odd=True)
        review = next_review(asker, chooser.beliefs.alone, at_the_end=False) or foundation(asker, chooser.beliefs.alone)
        if review is not None:
            return Step(claim=review)
        odd = looks_odd(asker.answers, slip_rate(asker.answers, asker.options.slips)) if asker.options.slips else None
        if odd is not None:
            return Step(claim=odd, chance=AS_IT_LOOKS, check=True, odd=True)
        lone = _lone_yes(asker, chooser)
        if lone is not None:
            return Step(Question(CHECK, lone, lone.variables, 0.5))
        step = Step(learn=waiting[0]) if waiting else chooser.choose(clauses)
        if step.learn is not None and not may_be_learned(step.learn):
            e = on_its_own(asker, step.learn, chooser.beliefs.P, at_random=bool(asker.answers.doubts.gaps))
            if e is not None:
                chooser.last_check = len(asker.space.network)
                chooser.checks[step.learn] += 1
                if asker.options.slips and chooser.checks[step.learn] >= MOST_CHECKS:
                    chooser.unchecked.add(step.learn)  # something else explains each "no", too: more tell nothing
                return Step(Question(CHECK, e, e.variables, 0.5))
        if step.question is not None and step.question.kind == CLEAR:
            review = in_the_way(asker, chooser.beliefs.alone)
            if review is not None:
                return Step(claim=review)
        carry_out(asker, step)
        if step.question is not None or step.claim is not None or step.is_empty:
            return step


def _lone_yes(asker: Asker, chooser: Chooser) -> Example | None:
    """The small part of the only "yes" that is in the way of a rule, if there is one."""
    if not asker.options.slips or chooser.rules is None:
        return None
    query = lone_yes(asker.answers, chooser.rules.hypotheses)
    return None if query is None else Example(asker.space, query.codes)


def _ask_claim(asker: Asker, step: Step, claim: Claim, P: Floats) -> Asking[None]:
    """Ask about a rule; a "yes" that is hard to believe is checked by an example that must then be a "no"."""
    shown = breaking(asker, claim, P) if isinstance(claim, Rule) else None
    if isinstance(claim, Rule) and shown is not None:
        claim = replace(claim, example=asker.query(shown, shown.variables))
    with suppress(DontKnow):
        try:
            answer = yield from asker.ask_claim(claim, check=step.check)
        except Contradiction:
            said = asker.answers.claims.log[-1]
            if asker.options.slips and said.answer is not None:
                _weigh_claim(asker, claim, step.chance, said.answer)
                asker.answers.doubts.foreseen += step.odd and said.answer
            raise
        slip = _weigh_claim(asker, claim, step.chance, answer)
        if asker.options.slips:
            example = None if reviews(asker) else checking(asker, claim, slip, P)
            if example is not None:
                yield from asker.ask(example, example.variables, check=True)


def _weigh_claim(asker: Asker, claim: Claim, chance: float, answer: bool) -> float:
    """Keep how likely an answer about a rule seemed, and how likely it is a slip.

    chance: of a "yes", before it was answered
    """
    doubts = asker.answers.doubts
    doubts.foretold[claim] = chance if answer else 1 - chance
    if not asker.options.slips:
        return 0.0
    slip = chance_of_slip(1 - chance, answer, slip_rate(asker.answers, asker.options.slips))
    doubts.chances[claim] = slip
    return slip


def _ask(asker: Asker, chooser: Chooser, question: Question) -> Asking[None]:
    e, Y = question.example, question.variables
    if question.kind == CLEAR:
        asker.reporter.generated(question.violated, Y.bit_count())
    asker.reporter.enter(question.kind)
    before = asker.answers.total
    was_said = asker.answers.said.get(asker.query(e, Y)) is False
    try:
        answer = yield from asker.ask(e, Y, check=question.kind == CHECK)
        asker.answers.doubts.foretold[asker.query(e, Y)] = 1 - question.chance if answer else question.chance
        nothing_new = asker.answers.total == before or was_said
        if not answer and nothing_new and asker.answers.doubts.is_explained(asker.query(e, Y)):
            yield from _beside_a_gap(asker, question, chooser.beliefs.P)
        elif asker.options.slips:
            yield from _put_again(asker, question, answer, chooser.beliefs.P)
        if answer and Y.bit_count() == len(asker.space.vocabulary):
            asker.witness.found(asker.space, e.codes)  # a solution of the target is one of all that will be learned
    except DontKnow:
        if question.kind == CHECK:
            chooser.unchecked.update(e.kappa(Y).tolist())
        else:
            asker.space.park(e.kappa(Y))
    finally:
        asker.reporter.leave(question.kind, None)


def _beside_a_gap(asker: Asker, question: Question, P: Floats) -> Asking[None]:
    """The question was put before, and its "no" has a reason that the language can't say. Other values may tell whether
    the candidate holds; if there are none left, nobody can."""
    other = on_its_own(asker, question.row, P) if question.row >= 0 else None
    if other is not None:
        yield from asker.ask(other, other.variables, check=True)
    else:
        e = question.example
        asker.space.drop_implied([question.row] if question.row >= 0 else e.kappa(question.variables).tolist())


def _put_again(asker: Asker, question: Question, answer: bool, P: Floats) -> Asking[None]:
    """Put what is hard to believe again, with other values."""
    chance = chance_of_slip(question.chance, answer, slip_rate(asker.answers, asker.options.slips))
    asker.answers.doubts.chances[asker.query(question.example, question.variables)] = chance
    if question.kind == CONFIRM and answer and is_worth_a_question(chance, COST_OF_YES):
        e = on_its_own(asker, question.row, P)
        if e is not None:
            yield from asker.ask(e, e.variables, check=True)
