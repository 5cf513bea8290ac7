"""Why a constraint is in the network: the answers that proved it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Problem, ProblemError, learn
from tacit.algorithms import ALGORITHMS
from tacit.benchmarks import load
from tacit.testing import brute
from tacit.testing.checks import run
from tacit.testing.problems import cases


@given(cases(), st.sampled_from(list(ALGORITHMS)))
def test_the_answers_alone_prove_it(case, algorithm):
    """Every network over the bias that agrees with these answers implies the constraint on its scope."""
    result = run(case, algorithm=algorithm, rules=False)  # for rules see tests/property/test_rules.py
    answers = {entry.query: entry.answer for entry in result.answers}
    candidates = brute.all_candidates(case.problem)
    for constraint in result.network:
        why = result.explain(constraint)
        assert all(answers[query] is False for query in why.no)
        assert all(answers[query] is True for query in why.yes)
        assert why.proof
        # The constraint follows from just these answers and the constraints learned before.
        left = [c for c in candidates if all(brute.accepts(c, query) for query in why.yes)]
        clauses = [set(brute.rejecting(left, query)) for query in why.no]
        before = list(result.network)[: list(result.network).index(constraint)]
        assert set(why.given) <= set(before)
        for example in brute.own_examples(case.problem, constraint):
            if not brute.accepts(constraint, example) and not brute.rejecting(why.given, example):
                rejecting = set(brute.rejecting(left, example))
                assert any(clause <= rejecting for clause in clauses)


def test_sudoku():
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target)
    for constraint in result.network:
        why = result.explain(constraint)
        assert why.proof
        assert len(why.no) == 1
        assert len(why.yes) >= 2  # they show that it is neither < nor >


def test_not_in_the_network():
    problem = Problem({"a": [0, 1], "b": [0, 1]}, language=["!=", "=="])
    result = learn(problem, [("!=", ["a", "b"])])
    (other,) = problem.network([("==", ["a", "b"])])
    with pytest.raises(ProblemError, match="not in the learned network"):
        result.explain(other)
