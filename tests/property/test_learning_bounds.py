"""The guided learner with bounds: what must hold, judged by enumeration (`tacit.testing.bounded`)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from kit.talking import go_on, truly
from tacit import Answer, Constraint, Dialogue, Problem, Query, Result
from tacit.learning.asking import Question
from tacit.problem.bounds import Bound
from tacit.testing import Case, brute
from tacit.testing.bounded import Judged, bounded_cases

MOST = 1_000  # questions; far more than any of these problems needs
seeds = st.integers(0, 3)
ways = st.sampled_from([{"rules": True}, {"rules": False}, {"rules": True, "slips": 0.05}])


def start(case: Case, **options: Any) -> Dialogue:
    return Dialogue(case.problem, **{"algorithm": "guided", "max_questions": MOST, **options})


def check_same(case: Case, result: Result) -> None:
    """Learned and target say the same of every example, complete or not."""
    learned, target = Judged(case.problem, list(result.network)), Judged(case.problem, case.target)
    for example in brute.partial_examples(case.problem):
        assert learned.rejects(example) == target.rejects(example), (example, [str(c) for c in result.network])


@given(bounded_cases())
def test_a_network_with_bounds_says_what_enumeration_says(case):
    network, judged = case.problem.network(case.target), Judged(case.problem, case.target)
    for example in brute.partial_examples(case.problem):
        assert network.accepts(example) == (not judged.rejects(example)), example


@given(bounded_cases(), seeds, ways)
def test_what_was_learned_is_equivalent_and_explained(case, seed, way):
    dialogue = start(case, seed=seed, **way)
    go_on(dialogue, truly(case))
    result = dialogue.result
    assert result.status == "converged", (result.status, result.reason, result.conflict)
    check_same(case, result)
    for constraint in result.network:
        shown = result.explain(constraint)
        assert shown.no or shown.claims or shown.background, constraint


@examples(15)
@given(bounded_cases(), seeds, ways, st.data())
def test_the_same_answers_bring_the_same_questions_after_a_rewind_too(case, seed, way, data):
    answer = truly(case)
    first = start(case, seed=seed, rewindable=True, **way)
    said = go_on(first, answer)
    assert [q for q, _ in go_on(start(case, seed=seed, **way), answer)] == [q for q, _ in said]
    dialogue = start(case, seed=seed, rewindable=True, **way)
    until = data.draw(st.integers(0, len(said)))
    for question, reply in said[:until]:
        assert dialogue.question == question
        dialogue.answer(reply)
    place = dialogue.rewind(data.draw(st.integers(0, until)))
    assert [q for q, _ in go_on(dialogue, answer)] == [q for q, _ in said[place:]]
    assert dialogue.result.network == first.result.network


@examples(15)
@given(bounded_cases(), seeds, st.sampled_from(["claims", "numbers", "some"]), st.randoms(use_true_random=False))
def test_whoever_does_not_know_is_never_told_anything_wrong(case, seed, what, random):
    answer = truly(case)
    unknown: dict[Question, bool] = {}

    def forgetful(question: Question) -> Answer:
        if what == "claims":
            hidden = not isinstance(question, Query)
        elif what == "numbers":
            hidden = question.kind == "number"
        else:
            hidden = unknown.setdefault(question, random.random() < 0.3)
        return Answer(None) if hidden else answer(question)

    dialogue = start(case, seed=seed, rules=True)
    go_on(dialogue, forgetful)
    result = dialogue.result
    learned, target = Judged(case.problem, list(result.network)), Judged(case.problem, case.target)
    if what != "some":
        assert result.status == "converged", (result.status, result.reason)
        check_same(case, result)
    for example in brute.partial_examples(case.problem):
        assert not learned.rejects(example) or target.rejects(example), example


@examples(15)
@given(bounded_cases(), seeds, st.data())
def test_answers_from_an_earlier_dialogue_are_taken_over(case, seed, data):
    from tacit import Claimed
    from tacit.structure.exceptions import find_exceptions

    answer = truly(case)
    said = go_on(start(case, seed=seed, rules=True), answer)
    known = said[: data.draw(st.integers(0, len(said)))]
    examples = [(dict(question), reply.value) for question, reply in known if isinstance(question, Query)]
    claims = [
        Claimed(question, reply.value, find_exceptions(question, reply.except_), number=reply.number)
        for question, reply in known
        if not isinstance(question, Query)
    ]
    dialogue = start(case, seed=seed + 1, rules=True, earlier=examples, claims=claims)
    go_on(dialogue, answer)
    assert dialogue.result.status == "converged", (dialogue.result.status, dialogue.result.conflict)
    check_same(case, dialogue.result)


def test_limits_on_overlapping_groups_that_follow_from_each_other_are_not_all_lost():
    names = [f"a[{i}]" for i in range(4)]
    groups = [(0, 2, 3), (0, 1, 2), (1, 2, 3)]  # each two of them imply the third
    over = ["cells a[0], a[2], a[3]", "windows of 3"]
    problem = Problem({name: range(3) for name in names}, language=[{"relation": "count(0) >= k", "over": over}])
    target = [Constraint(Bound.of("count(0) >= 3"), tuple(names[i] for i in group)) for group in groups]
    case = Case(problem, target)
    dialogue = start(case, rules=True)
    go_on(dialogue, truly(case))
    assert dialogue.result.status == "converged"
    check_same(case, dialogue.result)
