"""Benchmarks whose rules are bounds, learned by the guided learner; and benchmarks with the common language."""

from __future__ import annotations

import pytest

import tacit
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent


@pytest.mark.parametrize(
    ("name", "rules"),
    [("magic-3", True), ("magic-4", True), ("timetable-3x6", True), ("timetable-2x4", False)],
)
def test_learned_to_equivalence(name, rules):
    known = load(name)
    result = tacit.learn(known.problem, known.target, algorithm="guided", rules=rules)
    assert str(result.status) == "converged"
    assert equivalent(result.network, known.target)


@pytest.mark.parametrize("name", ["queens-6", "sudoku-4", "magic-3", "ward-5x7"])
def test_learned_with_the_common_language(name):
    known = load(name)
    v = known.problem.vocabulary
    variables = {n: [v.shown(n, value) for value in v.domains[i]] for i, n in enumerate(v.names)}
    problem = tacit.Problem(variables, language="common", groups=known.problem.groups)
    target = problem.network(known.target)
    result = tacit.learn(problem, target, algorithm="guided")
    assert str(result.status) == "converged"
    assert equivalent(result.network, target)
