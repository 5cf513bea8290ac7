"""Why FindC had to be corrected."""

from __future__ import annotations

import pytest

from tacit import Problem, learn
from tacit.algorithms.findc import find_c
from tacit.algorithms.findc_corrected import find_c_corrected
from tacit.asking import run
from tacit.example import Example
from tacit.generation.own_scope import OwnScope
from tacit.options import Options
from tacit.oracles import TargetOracle
from tacit.reporter import Reporter
from tacit.state import State

TWO = Problem({"x": range(1, 5), "y": range(1, 5)}, language=["!=", "<=", "y - x >= 2"])
TARGET = TWO.network([("!=", ["x", "y"]), ("<=", ["x", "y"])])


def findc(find, monkeypatch):
    """What a FindC makes of e = (1, 1), where Δ = {≠, y−x≥2}, if its first question is (2, 1)."""
    choose = OwnScope.splitting
    asked = []

    def splitting(own, *arguments):
        if not asked:
            return Example(own.state, own.state.vocabulary.encode({"x": 2, "y": 1}))
        return choose(own, *arguments)

    monkeypatch.setattr(OwnScope, "splitting", splitting)
    state = State(TWO, Options(), Reporter())
    e = Example(state, state.vocabulary.encode({"x": 1, "y": 1}))
    oracle = TargetOracle(TARGET)
    asking = run(find(state, e, e.variables))
    try:
        query = next(asking)
        while True:
            asked.append(query.assignment)
            query = asking.send(oracle.ask(query))
    except StopIteration as end:
        assert asked[0] == {"x": 2, "y": 1}
        return sorted(str(state.bias.constraint(row)) for row in end.value)


class TestTwoConstraintsOnOneScope:
    """Γ = {≠, ≤, y−x≥2}, target {≠, ≤}: (2, 1) is "no" because of ≤, which is not in Δ."""

    def test_first_narrows_to_the_wrong_one(self, monkeypatch):
        assert findc(find_c, monkeypatch) == ["y - x >= 2"]

    def test_corrected_keeps_the_clauses(self, monkeypatch):
        assert findc(find_c_corrected, monkeypatch) == ["x != y", "x <= y"]

    @pytest.mark.parametrize("seed", range(10))
    @pytest.mark.parametrize("algorithm", ["quacq", "multiacq", "mquacq"])
    def test_the_whole_target_is_learned(self, algorithm, seed):
        result = learn(TWO, TARGET, algorithm=algorithm, findc="corrected", seed=seed)
        assert result.status == "converged"
        assert sorted(str(c) for c in result.network) == ["x != y", "x <= y"]


def test_a_constraint_inside_the_scope_is_the_reason():
    """Nested scopes: e′ on {x, y, z} is "no" because of x ≠ y, which says nothing about Δ."""
    problem = Problem(
        {"x": range(3), "y": range(3), "z": range(3)}, language=["!=", "x + y > z", "x + y <= z + 1"], name="nested"
    )
    target = problem.network([("!=", ["x", "y"]), ("x + y > z", ["x", "y", "z"])])
    for seed in range(20):
        result = learn(problem, target, seed=seed)
        assert result.status == "converged"
        assert sorted(str(c) for c in result.network) == ["x != y", "x + y > z"]
