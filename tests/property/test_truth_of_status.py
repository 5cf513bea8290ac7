"""The status tells the truth, also after a wrong answer or under a budget; an independent version space checks it.

The contract (`tacit.testing`) checks the same for targets outside the language.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tacit import AnswerError
from tacit.algorithms import ALGORITHMS
from tacit.testing import brute
from tacit.testing.checks import check_status, run
from tacit.testing.problems import cases


@given(case=cases(max_variables=4), flip=st.integers(0, 40), algorithm=st.sampled_from(list(ALGORITHMS)))
def test_one_wrong_answer(case, flip, algorithm):
    """The run ends in a contradiction, an error that names an earlier answer, or a network that agrees with all."""
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
    """Wherever it stops, nothing wrong is learned, and what is not settled is listed as open."""
    full = run(case, algorithm=algorithm)
    result = run(case, algorithm=algorithm, max_questions=budget)
    asked = result.statistics.questions
    assert asked == min(budget, full.statistics.questions)
    assert result.answers == full.answers[: len(result.answers)]
    assert result.claims == full.claims[: asked - len(result.answers)]
    if full.statistics.questions > budget:
        assert (result.status, result.reason) == ("stopped", "max_questions")
    for entry in result.answers:
        if entry.answer is True:
            assert not brute.rejecting([*result.network, *result.open], entry.query)
        else:
            assert brute.rejecting([*result.network, *result.open], entry.query)
    for c in case.target:
        decided = brute.implied_on_scope(case.problem, c, result.network)
        assert decided or c in result.open
