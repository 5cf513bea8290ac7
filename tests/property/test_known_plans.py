"""Known plans: what they show is asked about first, and what is learned is the same as without them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kit.talking import Said, go_on, truly
from tacit import Dialogue, Network, Rule
from tacit.structure.rule import Review
from tacit.testing import Case, brute, checks, structured_cases

seeds = st.integers(0, 3)


def plans_of(case: Case, data: Any) -> list[tuple[dict[str, int], bool]]:
    names = case.problem.names
    found = brute.solutions(case.problem, case.target)
    chosen = data.draw(st.lists(st.sampled_from(range(len(found))), min_size=1, max_size=5, unique=True))
    return [(_named(found[number], names), True) for number in chosen]


def _named(solution: Any, names: Any) -> dict[str, int]:
    return dict(solution) if isinstance(solution, dict) else dict(zip(names, solution, strict=True))


def learn(case: Case, plans: Any, seed: int, **options: Any) -> tuple[Dialogue, list[Said]]:
    bare = {"checks": False, "plans": 0, "slips": 0.0}
    dialogue = Dialogue(
        case.problem, examples=plans, **{"algorithm": "guided", "rules": True, "seed": seed, **bare, **options}
    )
    return dialogue, go_on(dialogue, truly(case))


@given(structured_cases(), seeds, st.data())
def test_what_is_learned_with_known_plans_is_equivalent(case, seed, data):
    plans = plans_of(case, data)
    dialogue, _ = learn(case, plans, seed)
    result = dialogue.result
    assert result.status == "converged", checks.ended(result)
    checks.check_agreement(result)
    checks.check_same(case, result, brute.partial_examples(case.problem))
    for said in result.claims:
        assert brute.agrees(case.problem, said, list(result.network)), said


@given(structured_cases(), seeds, st.data())
def test_nothing_that_a_known_plan_breaks_is_asked_about(case, seed, data):
    plans = plans_of(case, data)
    v = case.problem.vocabulary
    codes = [v.encode(plan) for plan, _ in plans]
    _, said = learn(case, plans, seed)
    for question, _ in said:
        if isinstance(question, Review):
            assert question.plans == len({each.tobytes() for each in codes})
        for rule in question.lines if isinstance(question, Review) else [question]:
            if isinstance(rule, Rule):
                scopes = [tuple(v.names[x] for x in scope) for scope in rule.constraints()]
                network = Network(v, [(rule.relation, scope) for scope in scopes])
                assert all(network.accepts_codes(each) for each in codes), rule


@given(structured_cases(), seeds, st.data())
def test_the_same_plans_bring_the_same_questions_also_after_a_rewind(case, seed, data):
    plans = plans_of(case, data)
    first, said = learn(case, plans, seed, rewindable=True)
    _, again = learn(case, plans, seed)
    assert [question for question, _ in again] == [question for question, _ in said]
    back = first.rewind(data.draw(st.integers(0, len(said))))
    if back >= 0:
        rest = go_on(first, truly(case))
        assert [question for question, _ in rest] == [question for question, _ in said[back:]]


@given(structured_cases(), seeds, st.data())
def test_a_list_that_nobody_can_judge_as_a_whole_is_asked_line_by_line(case, seed, data):
    """A "no" without numbers says nothing of single lines, and "don't know" neither."""
    vague = data.draw(st.sampled_from([False, None]))
    truth = truly(case)

    def answer(question: Any) -> Any:
        given = truth(question)
        if isinstance(question, Review) and len(question.lines) > 1 and (vague is None or given.value is False):
            return type(given)(vague)
        return given

    bare = {"checks": False, "plans": 0, "slips": 0.0}
    plans = plans_of(case, data)
    dialogue = Dialogue(case.problem, examples=plans, algorithm="guided", rules=True, seed=seed, **bare)
    said = go_on(dialogue, answer)
    lists = [question for question, given in said if isinstance(question, Review) and len(question.lines) > 1]
    assert vague is not None or len(lists) <= 1
    result = dialogue.result
    assert result.status == "converged", checks.ended(result)
    checks.check_same(case, result, brute.partial_examples(case.problem))
