"""Commands that are named to be typed next: with the file, the log and the options that were used."""

from __future__ import annotations

import re
import shlex

import pytest

PROBLEM = """
name = "pair"
language = ["==", "!="]
[variables]
a = "0..3"
b = "0..3"
"""
DB = "my log.sqlite"  # a name that has to be quoted


@pytest.fixture
def named():
    return "my pair.toml", PROBLEM


@pytest.fixture
def typed(tacit):
    """What a command that is named in a text does when it is typed."""

    def call(text, start):
        words = shlex.split(re.search(rf"tacit {start} '.*?'[^,`\n]*", text)[0])
        return words, tacit(*words[1:])

    return call


@pytest.fixture
def oracle(file):
    source = "def fine(example):\n    return len(example) < 2 or example['a'] != example['b']\n"
    (file.parent / "one.py").write_text(source, encoding="utf-8")
    return "--oracle", "one.py:fine"


@pytest.mark.parametrize("db", [(), ("--db", DB)])
def test_where_there_are_no_answers(tacit, file, db):
    refusal = tacit("solve", file.name, *db).refusal
    assert refusal.endswith(f": {shlex.join(['tacit', 'learn', file.name, *db])}\n")


@pytest.mark.parametrize("db", [(), ("--db", DB)])
def test_what_to_do_with_what_was_learned(tacit, oracle, file, db, typed):
    said = tacit("learn", file.name, *oracle, *db).out
    for command in ("solve", "export"):
        words, ended = typed(said.replace("\n", " "), command)
        assert words[2 : 3 + len(db)] == [file.name, *db]
        assert (ended.code, bool(ended.out)) == (0, True)
    said = tacit("learn", file.name, *oracle, *db, "-o", "my model.json").out
    assert "Next: tacit solve 'my model.json', or tacit export 'my model.json' --to minizinc" in said


@pytest.mark.parametrize("db", [(), ("--db", DB)])
@pytest.mark.parametrize("options", [(), ("--no-rules",), ("--rules", "--seed", "3")])
def test_how_to_come_back(person, file, db, options):
    said = person("?", "q", options=[*options, "--new", *db])
    again = shlex.split(re.search(r"tacit learn '[^`\n]*", said)[0])
    assert sorted(again) == sorted(["tacit", "learn", file.name, *options, *db])


def test_how_to_come_back_to_what_somebody_else_has_answered(tacit, person, oracle, file):
    tacit("learn", file.name, *oracle, "--max-questions", 1)
    assert f"`tacit learn '{file.name}' --keep` goes on" in " ".join(person("q", options=["--keep"]).split())


def test_an_interview_that_is_not_finished(tacit, person, file):
    person("?", "q", options=["--db", DB])
    ended = tacit("solve", file.name, "--db", DB)
    assert f"tacit learn '{file.name}' --db '{DB}' goes on\n" in ended.err
