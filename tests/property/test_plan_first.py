"""Plans until one is right (until="plan"): on random problems, against enumeration."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Dialogue
from tacit.dialogue.oracles import TargetOracle
from tacit.experiments.plan_reader import PlanReader
from tacit.problem.query import Answer, Plan, Query
from tacit.testing import brute
from tacit.testing.bounded import Judged, bounded_cases
from tacit.testing.problems import cases, structured_cases

seeds = st.integers(0, 3)
MOST = 400  # questions: far more than any of these problems takes


class Reader:
    """Tells the truth. How a plan that is wrong is answered is drawn: with a mark, without one, or "don't know"."""

    def __init__(self, case, seed, manner="marks"):
        network = case.problem.network(case.target)
        self.reader, self.rules, self.manner = PlanReader(network, seed), TargetOracle(network), manner
        self.count = 0

    def answer(self, question):
        if not isinstance(question, Query):
            return self.rules.ask_rule(question)
        self.count += 1
        answer = self.reader.ask(question)
        if self.manner == "unsure" and self.count % 3 == 0:
            return Answer(None)
        if question.kind != "plan" or self.manner == "no marks":
            return Answer(answer.value)
        return answer


def talk(case, reader, **options):
    asked = []
    dialogue = Dialogue(case.problem, algorithm="guided", until="plan", max_questions=MOST, **options)
    while dialogue.question is not None:
        asked.append((repr(dialogue.question), answer := reader.answer(dialogue.question)))
        if isinstance(dialogue.question, Plan):
            learned = list(dialogue.learned())
            assert not brute.rejecting(learned, dialogue.question), "a plan breaks what was learned"
        dialogue.answer(answer)
    return dialogue.result, asked


def is_implied(case, constraint):
    """Do all examples on its own scope that it rejects break the target?"""
    return brute.implied_on_scope(case.problem, constraint, case.target)


@examples(60)
@given(st.one_of(cases(max_variables=4), structured_cases(most_candidates=9)), seeds, st.booleans())
def test_a_plan_that_is_taken_is_right_and_all_that_was_learned_is_true(case, seed, rules):
    result, _ = talk(case, Reader(case, seed), seed=seed, rules=rules)
    if brute.solutions(case.problem, case.target):
        assert (result.status, result.reason) == ("stopped", "a plan was accepted")
        assert not brute.rejecting(case.target, result.plan)
    else:
        assert result.status == "collapsed"
        assert result.plan is None
    for constraint in result.network:
        assert is_implied(case, constraint), f"{constraint} is not true"


@examples(40)
@given(bounded_cases(), seeds, st.sampled_from(["marks", "no marks", "unsure"]))
def test_bounds_are_found_however_plans_are_answered(case, seed, manner):
    result, _ = talk(case, Reader(case, seed, manner), seed=seed, rules=True)
    judged = Judged(case.problem, case.target)
    if manner != "unsure":
        assert result.reason == "a plan was accepted"
    if result.plan is not None:
        assert not judged.rejects(result.plan)
    assert result.reason != "max_questions"


@examples(15)
@given(bounded_cases(), seeds)
def test_the_same_answers_lead_to_the_same_plans(case, seed):
    one, other = (talk(case, Reader(case, seed), seed=seed, rules=True)[1] for _ in range(2))
    assert one == other


@examples(25)
@given(bounded_cases(), seeds, st.integers(1, 6))
def test_the_full_interview_goes_on_from_there(case, seed, after):
    """What was answered about plans is kept, and what is learned in the end means what the target means."""
    reader = Reader(case, seed)
    dialogue = Dialogue(case.problem, algorithm="guided", until="plan", seed=seed, rules=True)
    while dialogue.question is not None and dialogue.asker.answers.asked < after:
        dialogue.answer(reader.answer(dialogue.question))
    result = dialogue.so_far()
    later = Dialogue(
        case.problem, algorithm="guided", seed=seed, rules=True, earlier=result.answers, claims=result.claims
    )
    while later.question is not None:
        later.answer(reader.answer(later.question))
    assert later.result.status == "converged"
    judged, learned = (Judged(case.problem, each) for each in (case.target, list(later.result.network)))
    for example in brute.complete_examples(case.problem):
        assert judged.rejects(example) == learned.rejects(example)
