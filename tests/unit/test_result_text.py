"""What `print` shows of a result and of an explanation."""

from __future__ import annotations

import tacit
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle


def test_a_result_is_a_few_lines():
    bench = load("sudoku-4")
    text = str(tacit.learn(bench.problem, TargetOracle(bench.target), algorithm="guided", rules=True, seed=0))
    assert text.startswith("converged: Done, if your answers are right")
    assert "\n56 constraints learned:\n" in text
    assert len(text.splitlines()) < 16
    assert max(map(len, text.splitlines())) < 140


def test_what_is_open_is_counted():
    problem = tacit.Problem({name: range(3) for name in "abc"}, language=["!=", "<"])
    text = str(tacit.learn(problem, lambda example: None, algorithm="mquacq", max_questions=1))
    assert text.splitlines()[1:] == ["0 constraints learned.", "9 candidates still open."]


def test_an_explanation_is_sentences():
    problem = tacit.Problem({"a": range(2), "b": range(2)}, language=["!=", "x == 0"], background=["a == 0"])
    result = tacit.learn(problem, lambda e: e.get("a") is None or e.get("b") is None or e["a"] != e["b"], seed=0)
    text = str(result.explain("a != b"))
    assert text.startswith("a != b is in the model.\n  It explains the no to a = 0, b = 0.")
    assert "Query(" not in text
    assert str(result.explain("a == 0")) == "a == 0 was given, not learned."
