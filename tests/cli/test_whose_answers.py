"""Answers belong to whoever gave them: another oracle, command or person does not go on with them unasked."""

from __future__ import annotations

import io
import json
import shlex
import sys

import pytest

from tacit.interview import PERSON, Answerer, Log

PROBLEM = """
name = "pair"
language = ["==", "!=", "<", ">"]
[variables]
a = "0..3"
b = "0..3"
"""
DIFFER = "def fine(example):\n    return 'a' not in example or example.get('a') != example.get('b')\n"
ANYTHING = "def fine(example):\n    return True\n"
ALWAYS = "import sys\nfor line in sys.stdin:\n    print('yes', flush=True)\n"


@pytest.fixture
def learn(tacit, tmp_path, monkeypatch):
    """`tacit learn` on the problem; a person who leaves at once is at the keyboard."""
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "pair.toml").write_text(PROBLEM, encoding="utf-8")
    (tmp_path / "one.py").write_text(DIFFER, encoding="utf-8")
    (tmp_path / "two.py").write_text(ANYTHING, encoding="utf-8")
    (tmp_path / "always.py").write_text(ALWAYS, encoding="utf-8")

    def call(*options, keys="q\n"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(keys))
        return tacit("learn", "pair.toml", *options)

    return call


ONE = ("--oracle", "one.py:fine")
TWO = ("--oracle", "two.py:fine")
COMMAND = ("--command", shlex.join([sys.executable, "always.py"]))
CHOICE = ": --new starts over, --keep goes on with what was answered\n"


def learned(ended, code=0):
    assert ended.code == code, ended.err
    return json.loads(ended.out)


def test_another_one_is_told_and_stopped(learn):
    asked = learned(learn(*ONE, "--json"))["questions"]
    given = f"tacit: the {asked} answers to pair were given by one.py:fine, not by"
    assert learn(*TWO).refusal == f"{given} two.py:fine{CHOICE}"
    assert learn(*COMMAND).refusal == f"{given} the command {COMMAND[1]}{CHOICE}"
    assert learn().refusal == f"{given} you{CHOICE}"
    assert learned(learn(*ONE, "--json"))["questions"] == asked


def test_nobody_goes_on_with_a_persons_answers(learn):
    assert learn(keys="n\nq\n").code == 0
    assert learn(*ONE).refusal == f"tacit: the answer to pair was given by a person, not by one.py:fine{CHOICE}"
    assert "Going on: 1 answer from before" in learn().out


def test_another_command_line_is_another_command(learn):
    learned(learn(*COMMAND, "--json"))
    learned(learn(*COMMAND, "--json"))
    assert "were given by the command" in learn("--command", f"{COMMAND[1]} --strict").refusal


def test_an_oracle_that_has_changed(learn, tmp_path):
    asked = learned(learn(*ONE, "--json"))["questions"]
    (tmp_path / "one.py").write_text(ANYTHING, encoding="utf-8")
    assert learn(*ONE).refusal == f"tacit: one.py has changed since it gave the {asked} answers to pair{CHOICE}"


def test_the_same_text_at_another_place_is_the_same_oracle(learn, tmp_path):
    first = learned(learn(*ONE, "--json"))
    assert learned(learn("--oracle", f"{tmp_path / 'one.py'}:fine", "--json")) == first
    (tmp_path / "one.py").write_text(f"{DIFFER}\n\nother = fine\n", encoding="utf-8")
    assert "were given by one.py:fine, not by one.py:other" in learn("--oracle", "one.py:other").refusal


def test_starting_over(learn):
    assert learned(learn(*ONE, "--json"))["constraints"] == ["a != b"]
    assert learned(learn(*TWO, "--new", "--json"))["constraints"] == []


def test_going_on_with_what_others_answered(learn, tmp_path):
    first = learned(learn(*ONE, "--max-questions", 1, "--json"), code=5)
    assert first["questions"] == 1
    second = json.loads(learn(*TWO, "--keep", "--json").out)
    assert second["questions"] > 1
    assert second["status"] == "incomplete"  # the two have other rules, and that is noticed
    assert json.loads(learn(*TWO, "--json").out) == second  # now they are its own, too
    with Log(tmp_path / "log.sqlite") as log:
        assert [str(each) for each in log.kept(1).answerers] == ["one.py:fine", "two.py:fine"]
    assert "were given by one.py:fine and two.py:fine, not by you" in learn().refusal
    assert "either --new or --keep" in learn(*TWO, "--keep", "--new").refusal


def test_whoever_gave_no_answer_has_none_that_others_could_take(learn):
    assert learn().code == 0
    learned(learn(*ONE, "--json"))


def test_a_module_of_python_has_a_text_too(learn, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    learned(learn("--oracle", "one:fine", "--json"))
    with Log(tmp_path / "log.sqlite") as log:
        (module,) = log.kept(1).answerers
    assert module.same(Answerer.oracle("one.py:fine", module.text))
    assert not module.same(Answerer.oracle("one:fine", "another text"))
    assert Answerer.oracle("math:sqrt").same(Answerer.oracle("math:sqrt"))
    assert not Answerer.oracle("math:sqrt").same(PERSON)
