"""A program that answers "don't know" to everything is stopped early, with a reason; a person is asked on."""

from __future__ import annotations

import io
import json
import sys

import pytest

import tacit as t
from tacit.dialogue.oracles.patience import KNOWS_NOTHING, MOST

PROBLEM = """
name = "grid"
language = ["==", "!=", "<", ">"]
[variables]
grid = { shape = [4, 4], domain = "1..4" }
"""
CELLS = {f"grid[{i},{j}]": range(1, 5) for i in range(4) for j in range(4)}


class Shrugs:
    """Knows nothing, and says so in full."""

    def ask(self, query):
        return t.Answer(None)

    def ask_rule(self, claim):
        return None


@pytest.mark.parametrize("oracle", [lambda example: None, Shrugs()])
@pytest.mark.parametrize("algorithm", ["quacq", "mquacq", "guided"])
def test_learn_stops(algorithm, oracle):
    result = t.learn(t.Problem(CELLS, language=["==", "!=", "<", ">"]), oracle, algorithm=algorithm)
    assert (result.status, result.reason) == ("stopped", KNOWS_NOTHING)
    assert result.statistics.questions == MOST


@pytest.mark.parametrize("which", [0, MOST - 1, MOST])
def test_one_answer_among_the_first_is_enough(which):
    """Whoever knows something may leave the rest open."""
    asked = 0

    def fine(example):
        nonlocal asked
        asked += 1
        return True if asked == which + 1 else None

    result = t.learn(t.Problem(CELLS, language=["!="]), fine, algorithm="mquacq")
    assert (result.reason == KNOWS_NOTHING) == (which == MOST)
    assert (result.statistics.questions == MOST) == (which == MOST)


def test_what_ends_before_ends_as_before():
    result = t.learn(t.Problem({"a": range(3), "b": range(3)}, language=["!="]), lambda example: None)
    assert (result.status, result.reason) == ("undecided", "don't know")


@pytest.fixture
def learn(tacit, tmp_path, monkeypatch):
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "grid.toml").write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "nothing.py").write_text("def fine(example):\n    example\n", encoding="utf-8")
    (tmp_path / "shrugs.py").write_text(
        "import sys\nfor line in sys.stdin:\n    print('unknown', flush=True)\n", encoding="utf-8"
    )
    return lambda *options: tacit("learn", "grid.toml", *options)


@pytest.mark.parametrize(
    "program", [("--oracle", "nothing.py:fine"), ("--command", f"{sys.executable} shrugs.py")], ids=lambda p: p[0]
)
def test_the_command_line_stops_and_says_why(learn, program):
    ended = learn(*program)
    assert ended.code == 5
    assert ended.out.startswith('Stopped: the answer to every question was "don\'t know"')
    assert f"{MOST} answers." in ended.out
    again = json.loads(learn(*program, "--json").out)  # it knows no more than before: once more is enough to see that
    assert (again["status"], again["reason"], again["questions"]) == ("stopped", KNOWS_NOTHING, MOST + 1)


def test_a_person_is_asked_on(learn, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n" * (MOST + 5) + "q\n"))
    ended = learn()
    assert f"Question {MOST + 6}" in ended.out
    assert "Stopped" not in ended.out
