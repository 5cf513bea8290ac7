"""A third of the answers is "don't know", always the same ones: nothing wrong is learned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit import brute
from kit.contract import Forgetful, names, run, undecidable
from kit.problems import cases
from tacit.algorithms import ALGORITHMS


def check_nothing_wrong(case, result):
    for c in result.network:
        assert brute.implied_on_scope(case.problem, c, case.target), f"{c} is wrong"


@pytest.mark.parametrize("findscope", [1, 2])
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@given(case=cases(max_variables=4), salt=st.integers(0, 1000))
def test_just_the_undecidable_is_undecided(algorithm, findscope, case, salt):
    oracle = Forgetful(case.problem.network(case.target), salt)
    result = run(case, oracle, algorithm=algorithm, findscope=findscope, larger_tries=None)
    check_nothing_wrong(case, result)
    expected = undecidable(case, oracle)
    # What is implied by the learned network on its scope is decided, however it was put.
    assert names(result.undecided) == names(expected)
    assert result.status == ("undecided" if expected else "converged")
    assert len({entry.query for entry in result.answers if entry.answer is None}) == sum(
        entry.answer is None for entry in result.answers
    ), "a question that was not answered was asked again"


@pytest.mark.parametrize("findc", ["first", "corrected"])
@pytest.mark.parametrize("objective", ["max", "max_b"])
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@given(case=cases(simple=True), salt=st.integers(0, 1000), one_in=st.sampled_from([2, 3, 10]))
def test_nothing_wrong_is_learned(algorithm, objective, findc, case, salt, one_in):
    oracle = Forgetful(case.problem.network(case.target), salt, one_in)
    result = run(case, oracle, algorithm=algorithm, objective=objective, findc=findc, prove=True)
    check_nothing_wrong(case, result)
    assert result.status in ("converged", "undecided")


def test_someone_who_never_knows():
    from tacit import Problem, learn

    problem = Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["!=", "<"])
    result = learn(problem, lambda query: None, larger_tries=None)
    assert (str(result.status), len(result.network), len(result.undecided)) == ("undecided", 0, 6)
