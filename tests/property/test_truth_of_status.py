"""The status tells the truth, by an independent version space, also when the target is outside the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit import brute
from kit.contract import check_agreement, run, undecided_by
from kit.problems import Case, cases, relations
from tacit import AnswerError, Constraint
from tacit.algorithms import ALGORITHMS


def surviving(candidates, answers):
    """The candidates that no "yes" refutes."""
    for entry in answers:
        if entry.answer is True:
            candidates = [c for c in candidates if brute.accepts(c, entry.query)]
    return candidates


def check_status(problem, result):
    candidates = brute.all_candidates(problem)
    left = surviving(candidates, result.answers)
    unexplained = [e for e in result.answers if e.answer is False and not brute.rejecting(left, e.query)]
    contradiction = result.reason == "contradiction"
    assert contradiction == bool(unexplained)
    assert (result.conflict is not None) == contradiction
    if not contradiction:
        check_agreement(result)
        return
    no, yes = result.conflict.no, result.conflict.yes
    answers = {entry.query: entry.answer for entry in result.answers}
    assert answers[no] is False
    assert all(answers[query] is True for query in yes)
    assert explanations(candidates, no, yes) == []
    for needed in yes:  # minimal: without any one of them something would explain the "no"
        assert explanations(candidates, no, [query for query in yes if query != needed])


def explanations(candidates, no, yes):
    return [c for c in brute.rejecting(candidates, no) if all(brute.accepts(c, query) for query in yes)]


@st.composite
def foreign(draw):
    """A problem, and a target made of relations that are not in its language."""
    case = draw(cases(max_variables=4))
    problem = case.problem
    n = len(problem.names)
    target = []
    for relation in draw(st.lists(relations(max_arity=min(3, n)), min_size=1, max_size=3)):
        scope = draw(st.permutations(problem.names))[: relation.arity]
        target.append(Constraint(relation, tuple(scope)))
    return Case(problem, [*case.target, *target])


SETTINGS = [
    (algorithm, findscope, findc, objective)
    for algorithm in ALGORITHMS
    for findscope in (1, 2)
    for findc in ("first", "corrected")
    for objective in ("max", "max_b")
]


class Rules:
    """Answers by any constraints at all, by the plainest evaluation."""

    def __init__(self, target):
        self.target = target

    def ask(self, query):
        return not brute.rejecting(self.target, query)


@pytest.mark.parametrize(("algorithm", "findscope", "findc", "objective"), SETTINGS)
@given(case=foreign(), seed=st.integers(0, 2))
def test_targets_outside_the_language(algorithm, findscope, findc, objective, case, seed):
    result = run(
        case,
        Rules(case.target),
        algorithm=algorithm,
        findscope=findscope,
        findc=findc,
        objective=objective,
        seed=seed,
        prove=True,
    )
    check_status(case.problem, result)
    if result.reason == "unsatisfiable":
        assert brute.solutions(case.problem, result.network) == []
    elif result.status == "converged":
        assert brute.solutions(case.problem, result.network)
        if objective == "max_b" and findc == "corrected":  # proved: no candidate could still be in or out
            assert undecided_by(case.problem, ((e.query, e.answer) for e in result.answers)) == []


@given(case=cases(max_variables=4), flip=st.integers(0, 40), algorithm=st.sampled_from(list(ALGORITHMS)))
def test_one_wrong_answer(case, flip, algorithm):
    """It ends in a contradiction, an error that names an earlier answer, or another network that agrees with all."""
    asked = 0

    def oracle(query):
        nonlocal asked
        asked += 1
        truth = not brute.rejecting(case.target, query)
        return (not truth) if asked == flip + 1 else truth

    try:
        result = run(case, oracle, algorithm=algorithm)
    except AnswerError as error:
        small, large = sorted([error.query, error.earlier], key=len)
        assert all(large[name] == value for name, value in small.items())
        return
    check_status(case.problem, result)


@given(case=cases(max_variables=4), budget=st.integers(0, 30), algorithm=st.sampled_from(list(ALGORITHMS)))
def test_a_budget_of_questions(case, budget, algorithm):
    """It may stop any time: nothing wrong is learned, and what is not settled is listed as open."""
    full = run(case, algorithm=algorithm)
    result = run(case, algorithm=algorithm, max_questions=budget)
    assert result.statistics.queries == min(budget, full.statistics.queries)
    assert result.answers == full.answers[:budget]
    if len(full.answers) > budget:
        assert (result.status, result.reason) == ("stopped", "max_questions")
    for entry in result.answers:
        if entry.answer is True:
            assert not brute.rejecting([*result.network, *result.open], entry.query)
        else:
            assert brute.rejecting([*result.network, *result.open], entry.query)
    for c in case.target:
        decided = brute.implied_on_scope(case.problem, c, result.network)
        assert decided or c in result.open
