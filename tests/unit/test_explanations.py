"""Why a constraint is in the network: the answers that proved it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit import brute
from kit.contract import run
from kit.problems import cases
from tacit import Problem, ProblemError, learn
from tacit.algorithms import ALGORITHMS
from tacit.benchmarks import load


@given(cases(), st.sampled_from(list(ALGORITHMS)))
def test_the_answers_alone_prove_it(case, algorithm):
    """Every network over the bias that agrees with them implies the constraint on its scope."""
    result = run(case, algorithm=algorithm)
    answers = {entry.query: entry.answer for entry in result.answers}
    candidates = brute.all_candidates(case.problem)
    for constraint in result.network:
        why = result.explain(constraint)
        assert all(answers[query] is False for query in why.no)
        assert all(answers[query] is True for query in why.yes)
        if not why.proof:
            continue  # several "no" together
        (no,) = why.no
        left = [c for c in brute.rejecting(candidates, no) if all(brute.accepts(c, q) for q in why.yes)]
        assert constraint in left
        for other in left:  # one of these is in the target; each of them says what the constraint says
            assert brute.implied_on_scope(case.problem, constraint, [other, *why.given])


def test_sudoku():
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target)
    for constraint in result.network:
        why = result.explain(constraint)
        assert why.proof
        assert len(why.no) == 1
        assert len(why.yes) >= 2  # that it is neither < nor >


def test_not_in_the_network():
    problem = Problem({"a": [0, 1], "b": [0, 1]}, language=["!=", "=="])
    result = learn(problem, [("!=", ["a", "b"])])
    (other,) = problem.network([("==", ["a", "b"])])
    with pytest.raises(ProblemError, match="not in the learned network"):
        result.explain(other)
