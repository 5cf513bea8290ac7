"""The search finds the same examples with and without matrices of binary rows, so it asks the same questions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import learn
from tacit.benchmarks import load
from tacit.candidates import by_pairs, examination
from tacit.candidates.pairs import Pairs
from tacit.generation import degrees as degrees_module
from tacit.generation.degrees import PairDegrees
from tacit.generation.ordering import VALUE_ORDERS, VARIABLE_ORDERS
from tacit.learning import answers
from tacit.testing.checks import run
from tacit.testing.oracles import Forgetful
from tacit.testing.problems import cases

settings = st.fixed_dictionaries(
    {
        "algorithm": st.sampled_from(["quacq", "mquacq"]),
        "objective": st.sampled_from(["max", "max_b"]),
        "variables": st.sampled_from(list(VARIABLE_ORDERS)),
        "values": st.sampled_from(list(VALUE_ORDERS)),
        "seed": st.integers(0, 3),
    }
)


def without_matrices(learn):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Pairs, "of", lambda rows: None)
        return learn()


@given(case=cases(max_arity=3), settings=settings)
def test_the_same_questions(case, settings):
    """Also with unary and ternary relations beside the binary ones, and with relations in both orders."""
    assert run(case, **settings).answers == without_matrices(lambda: run(case, **settings)).answers


@given(case=cases(max_arity=2), settings=settings, salt=st.integers(0, 50))
def test_the_same_questions_when_the_oracle_does_not_know(case, settings, salt):
    """Candidates that are put aside leave the matrices, and come back."""
    oracle = Forgetful(case.problem.network(case.target), salt)
    assert (
        run(case, oracle=oracle, **settings).answers
        == without_matrices(lambda: run(case, oracle=oracle, **settings)).answers
    )


@given(st.integers(2, 6), st.integers(0, 1000))
def test_degrees_that_are_followed_are_those_that_are_added_up(n, seed):
    random = np.random.RandomState(seed)
    count = random.randint(0, 3, (n, n)).astype(np.int32)
    count = np.triu(count, 1) + np.triu(count, 1).T
    degrees, weights = PairDegrees(count), count.astype(float)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(degrees_module, "FEW_CHANGES", 1)  # so that both ways are taken
        for _ in range(12):
            free = random.rand(n) < 0.6
            assert degrees.of(free).tolist() == (weights @ free).tolist()
            variable = random.randint(n)
            empty = np.setdiff1d(np.flatnonzero(random.rand(n) < 0.4), [variable])
            degrees.failed(variable, empty)
            weights[variable, empty] += count[variable, empty]
            weights[empty, variable] += count[variable, empty]


@given(case=cases(max_arity=2), settings=settings, salt=st.integers(0, 50))
def test_a_first_look_at_few_rows_changes_no_question(case, settings, salt):
    """Also with a graph of violated pairs, which leaves refuted rows behind."""
    oracle = Forgetful(case.problem.network(case.target), salt)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "VERY_MANY", 1)
        patch.setattr(answers, "FIRST_LOOK", 1)
        patch.setattr(examination, "MANY", 0)
        patch.setattr(by_pairs, "SPARSE", 0)
        quick = run(case, oracle=oracle, **settings)
    assert quick.answers == run(case, oracle=oracle, **settings).answers


@pytest.mark.parametrize("name", ["sudoku-4", "murder", "zebra", "queens-8", "golomb-6-full", "examtt-6"])
@pytest.mark.parametrize("objective", ["max", "max_b"])
def test_on_benchmarks(name, objective):
    benchmark = load(name)
    options = {"objective": objective, "variables": "dom/wdeg" if objective == "max" else "bdeg"}
    quick = learn(benchmark.problem, benchmark.target, **options)
    plain = without_matrices(lambda: learn(benchmark.problem, benchmark.target, **options))
    assert quick.answers == plain.answers
    assert len(quick.answers) > 20
