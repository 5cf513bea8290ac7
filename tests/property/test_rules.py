"""The guided learner with rules: what must hold, on problems with structure that Hypothesis makes.

`HYPOTHESIS_PROFILE=search` looks for more. Everything is judged by enumeration (`tacit.testing.brute`).
"""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from kit.how_many import examples
from kit.talking import go_on, truly
from tacit import Answer, Claimed, Constraint, Dialogue, Query, Result, Rule
from tacit.learning.asking import Question
from tacit.structure.exceptions import find_groups
from tacit.testing import Case, brute, checks, structured_cases

MOST = 2_000  # questions; far more than any of these problems needs
seeds = st.integers(0, 3)


BARE = {"checks": False, "plans": 0}  # whoever answers is believed


def start(case: Case, **options: Any) -> Dialogue:
    return Dialogue(case.problem, **{"algorithm": "guided", "rules": True, "max_questions": MOST, **options})


def as_claimed(question: Question, answer: Answer) -> Claimed:
    assert not isinstance(question, Query)
    return Claimed(question, answer.value, find_groups(question.family, answer.except_) if answer.except_ else ())


def is_right(case: Case, result: Result) -> None:
    """Converged and equivalent, or collapsed if the target has no solution."""
    checks.check_agreement(result)
    if not brute.solutions(case.problem, case.target):
        assert (result.status, result.reason) == ("collapsed", "unsatisfiable")
        return
    assert result.status == "converged", checks.ended(result)
    checks.check_same(case, result, brute.partial_examples(case.problem))
    for said in result.claims:
        assert brute.agrees(case.problem, said, list(result.network)), said


@examples(25)
@given(structured_cases(satisfiable=None), seeds, st.sampled_from([0.0, 0.05]))
def test_what_was_learned_is_equivalent_and_explained(case, seed, slips):
    dialogue = start(case, seed=seed, slips=slips)
    go_on(dialogue, truly(case))
    result = dialogue.result
    is_right(case, result)
    for constraint in result.network:
        shown = result.explain(constraint)
        assert shown.no or shown.claims or shown.background, constraint
        assert shown.proof, constraint
        for said in shown.claims:
            assert said in result.claims


@examples(25)
@given(structured_cases(), seeds)
def test_with_until_equivalent_the_solutions_are_the_same(case, seed):
    dialogue = start(case, seed=seed, until="equivalent")
    go_on(dialogue, truly(case))
    assert dialogue.result.status == "converged", checks.ended(dialogue.result)
    checks.check_same(case, dialogue.result, brute.complete_examples(case.problem))


def shown(question: Question) -> object:
    return (question, question.example) if isinstance(question, Rule) else question


@examples(25)
@given(structured_cases(satisfiable=None), seeds, st.data())
def test_the_same_answers_bring_the_same_questions_after_a_rewind_too(case, seed, data):
    answer = truly(case)
    first = start(case, seed=seed, rewindable=True)
    said = go_on(first, answer)
    again = go_on(start(case, seed=seed), answer)
    assert [shown(question) for question, _ in again] == [shown(question) for question, _ in said]
    dialogue = start(case, seed=seed, rewindable=True)
    for _ in range(3):
        until = data.draw(st.integers(0, len(said)))
        for question, reply in said[dialogue.progress().asked : until]:
            assert shown(dialogue.question) == shown(question)
            dialogue.answer(reply)
        place = dialogue.rewind(data.draw(st.integers(0, until)))
        assert place == dialogue.progress().asked
    assert [each[0] for each in said[place:]] == [each[0] for each in go_on(dialogue, answer)]
    assert dialogue.result.network == first.result.network
    assert dialogue.result.claims == first.result.claims


@examples(25)
@given(structured_cases(satisfiable=None), seeds, st.data())
def test_answers_from_an_earlier_dialogue_are_taken_over(case, seed, data):
    answer = truly(case)
    said = go_on(start(case, seed=seed), answer)
    known = said[: data.draw(st.integers(0, len(said)))]
    examples = [(dict(question), reply.value) for question, reply in known if isinstance(question, Query)]
    claims = [as_claimed(question, reply) for question, reply in known if not isinstance(question, Query)]
    dialogue = start(case, seed=seed + 1, earlier=examples, claims=claims)
    asked = go_on(dialogue, answer)
    is_right(case, dialogue.result)
    assert not {question for question, _ in asked} & {question for question, _ in known}


@examples(25)
@given(structured_cases(satisfiable=None), seeds)
def test_whoever_never_knows_a_rule_ends_as_without_rules(case, seed):
    answer = truly(case)
    without = start(case, seed=seed, rules=False)
    go_on(without, answer)
    dialogue = start(case, seed=seed)
    said = go_on(dialogue, lambda question: answer(question) if isinstance(question, Query) else Answer(None))
    is_right(case, dialogue.result)
    assert dialogue.result.status == without.result.status
    assert len({q for q, _ in said if not isinstance(q, Query)}) == dialogue.result.statistics.rules


@examples(25)
@given(structured_cases(), seeds, st.sampled_from([0.0, 0.05]), st.data())
def test_one_wrong_answer_about_a_rule_is_named_or_agreed_with(case, seed, slips, data):
    answer = truly(case)
    rules = sum(not isinstance(question, Query) for question, _ in go_on(start(case, seed=seed, slips=slips), answer))
    assume(rules)
    wrong = data.draw(st.integers(1, rules))
    count = 0
    slip: Question | None = None

    def slipping(question: Question) -> Answer:
        nonlocal count, slip
        count += not isinstance(question, Query)
        if count == wrong and slip is None:
            slip = question
            return Answer(not answer(question).value)
        return answer(question)

    dialogue = start(case, seed=seed, slips=slips, **({} if slips else BARE))
    go_on(dialogue, slipping)
    result = dialogue.result
    if slips and (result.second_look or result.gaps):
        return  # somebody was told; whether it is the right one is measured in bench/trust.py
    assert result.status in ("collapsed", "converged"), checks.ended(result)
    if result.reason == "contradiction":
        assert slip in [said.claim for said in result.conflict.claims], result.conflict
    elif result.status == "converged":
        checks.check_agreement(result)
        for said in result.claims:
            assert brute.agrees(case.problem, said, list(result.network)), said


@examples(25)
@given(structured_cases(), seeds, st.integers(2, 4))
def test_no_question_is_larger_than_largest(case, seed, largest):
    assume(all(relation.arity <= largest for relation in case.problem.language))
    dialogue = start(case, seed=seed, largest=largest, plans=0)
    for question, _ in go_on(dialogue, truly(case)):
        example = question if isinstance(question, Query) else question.example if isinstance(question, Rule) else None
        assert example is None or len(example) <= largest
    is_right(case, dialogue.result)


@examples(25)
@given(structured_cases(most_candidates=9), seeds)
def test_no_question_is_asked_whose_answer_follows(case, seed):
    """Every network over the bias is tried: of those that agree with all answers so far, two differ on the question."""
    left = subsets(brute.all_candidates(case.problem))
    for question, answer in go_on(start(case, seed=seed, **BARE), truly(case)):
        if isinstance(question, Query):
            said = {id(network): not brute.rejecting(network, question) for network in left}
            kept = [network for network in left if said[id(network)] == answer.value]
        elif isinstance(question, Rule):
            said = {id(network): not brute.broken_groups(case.problem, question, network) for network in left}
            kept = [network for network in left if brute.agrees(case.problem, as_claimed(question, answer), network)]
        else:
            said = {id(network): brute.is_free(case.problem, question, network) for network in left}
            kept = [network for network in left if said[id(network)] == answer.value]
        assert len(set(said.values())) == 2, f"the answer to {question} follows: {answer}"
        left = kept
        assert left


def subsets(candidates: list[Constraint]) -> list[list[Constraint]]:
    return [list(some) for size in range(len(candidates) + 1) for some in itertools.combinations(candidates, size)]


@examples(25)
@given(structured_cases(most_candidates=9), seeds)
def test_the_answers_that_explain_a_constraint_prove_it(case, seed):
    """Every network that agrees with them, and has what was learned before, implies the constraint on its scope."""
    dialogue = start(case, seed=seed)
    go_on(dialogue, truly(case))
    result = dialogue.result
    every = subsets(brute.all_candidates(case.problem))
    before: set[Constraint] = set()
    for constraint in result.network:
        why = result.explain(constraint)
        networks = [network for network in every if before <= set(network)]
        for said in why.claims:
            networks = [network for network in networks if brute.agrees(case.problem, said, network)]
        networks = [network for network in networks if not any(brute.rejecting(network, query) for query in why.yes)]
        networks = [network for network in networks if all(brute.rejecting(network, query) for query in why.no)]
        assert networks
        assert all(brute.implied_on_scope(case.problem, constraint, network) for network in networks), why
        before.add(constraint)
