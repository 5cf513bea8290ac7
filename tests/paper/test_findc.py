"""Why FindC had to be corrected."""

from __future__ import annotations

import pytest

from kit.drive import drive
from tacit import Problem, learn
from tacit.algorithms import ALGORITHMS
from tacit.algorithms.findc import findc
from tacit.algorithms.findc_corrected import findc_corrected
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.generation.own_scope import OwnScope
from tacit.learning.asker import Asker
from tacit.learning.evidence import explain
from tacit.learning.reporter import Reporter

TWO = Problem({"x": range(1, 5), "y": range(1, 5)}, language=["!=", "<=", "y - x >= 2"])
TARGET = TWO.network([("!=", ["x", "y"]), ("<=", ["x", "y"])])


def names_found_by(find, monkeypatch):
    asker, found = found_by(find, monkeypatch)
    return sorted(str(asker.space.bias.constraint(row)) for row in found)


def found_by(find, monkeypatch):
    """What a FindC finds for e = (1, 1), where Δ = {≠, y−x≥2}, if its first question is (2, 1)."""
    choose = OwnScope.splitting
    asked = []

    def splitting(own, *arguments):
        if not asked:
            return Example(own.space, own.space.vocabulary.encode({"x": 2, "y": 1}))
        return choose(own, *arguments)

    monkeypatch.setattr(OwnScope, "splitting", splitting)
    asker = Asker(TWO, Options(algorithm="mquacq"), Reporter())
    e = Example(asker.space, asker.space.vocabulary.encode({"x": 1, "y": 1}))

    def ask(query):
        asked.append(query)
        return TARGET.accepts(query)

    found, questions = drive(find(asker, e, e.variables), ask)
    assert questions[0].assignment == {"x": 2, "y": 1}
    return asker, found


class TestTwoConstraintsOnOneScope:
    """Γ = {≠, ≤, y−x≥2}, target {≠, ≤}: (2, 1) is "no" because of ≤, which is not in Δ."""

    def test_first_narrows_to_the_wrong_one(self, monkeypatch):
        assert names_found_by(findc, monkeypatch) == ["y - x >= 2"]

    def test_corrected_keeps_the_clauses(self, monkeypatch):
        assert names_found_by(findc_corrected, monkeypatch) == ["x != y", "x <= y"]

    @pytest.mark.parametrize("seed", range(10))
    @pytest.mark.parametrize("algorithm", list(ALGORITHMS))
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
        result = learn(problem, target, algorithm="mquacq", seed=seed)
        assert result.status == "converged"
        assert sorted(str(c) for c in result.network) == ["x != y", "x + y > z"]


def test_what_rests_on_an_assumption_is_not_called_a_proof(monkeypatch):
    """The wrong constraint y−x≥2 is no proof: the "no" to (2, 1) has another explanation, which no "yes" refutes."""
    asker, (row,) = found_by(findc, monkeypatch)
    constraint = asker.space.bias.constraint(row)
    why = explain(asker.space.bias, TWO.network([constraint]), asker.answers.log, constraint)
    assert not why.proof
    assert [query.assignment for query in why.no] == [{"x": 2, "y": 1}]
