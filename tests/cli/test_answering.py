"""What a person, a function or a command at `tacit learn` is told, and what their words count as."""

from __future__ import annotations

import json
import re
import sys

import pytest

from tacit.formats.problem_file import read_problem_file
from tacit.interview import Interview, Log

TEXT = """
language = ["!=", "=="]
[variables]
day = { rows = ["anna", "ben", "carla"], domain = ["Mon", "Tue", "Wed"] }
"""


@pytest.fixture
def named():
    return "week.toml", TEXT


def answers(path):
    with Log(path) as log:
        return [entry.answer for entry in log.entries(1)]


# --- lines instead of keys ---


def test_words_count_as_what_they_say(person, tmp_path):
    person("unknown", "don't know", "Unknown", "undo", "", "leave", "y")
    assert answers(tmp_path / "log.sqlite") == [None] * 3
    person("undo", "undo", "undo", "YES", "quit", "y")
    assert answers(tmp_path / "log.sqlite") == [True]


@pytest.mark.parametrize("line", ["not sure", "never", "12", "yn", "undo it", "x"])
def test_other_lines_are_none_of_the_keys(person, tmp_path, line):
    said = person(line, "q")
    assert said.count("is none of the keys") == 1
    assert f"{line!r} is none of the keys" in said
    assert answers(tmp_path / "log.sqlite") == []


def test_a_long_line_is_cut(person):
    assert f"{'a' * 40!r} is none of the keys" in person("a" * 500, "q")


# --- what is said ---


def test_nothing_to_undo_fits_the_page(person):
    assert "There is nothing to undo." in person("u", "q")


def test_one_answer_is_not_answers(person):
    person("?", "q")
    assert "Going on: 1 answer from before." in person("q")


def test_that_nothing_holds_is_said_only_at_the_end(person):
    assert "Nothing was learned yet." in person(*["?"] * 200, code=5)
    assert "Nothing was learned: by your answers, no candidate of the language holds." in person(*["y"] * 400)


def test_the_numbers_to_choose_from_are_sorted(person):
    said = person(*["n"] * 30, "999", code=4)
    listed = re.findall(r"^One of ([\d, \n]+), please\.$", said, flags=re.M)
    assert listed
    for numbers in listed:
        found = [int(number) for number in numbers.split(",")]
        assert len(found) > 1
        assert found == sorted(found)


def test_on_leaving_the_same_options_are_named(person, tmp_path):
    assert "1 answer is kept. `tacit learn week.toml` goes on from here." in person("?", "q", options=["--new"])
    options = ["--db", "o.sqlite", "--algorithm", "mquacq", "--values", "max_v", "--seed", "3"]
    said = person("?", "q", options=["--new", *options])
    (line,) = [line for line in said.splitlines() if "tacit learn" in line]
    again = line.split()
    assert again[:3] == ["tacit", "learn", "week.toml"]
    assert sorted(again[3:]) == sorted(options)
    assert "Going on: 1 answer from before." in person("q", options=again[3:])


def test_the_next_command_finds_the_answers(tacit, file):
    (file.parent / "rules.py").write_text("def fine(example):\n    return len(set(example.values())) == len(example)\n")
    said = tacit("learn", "week.toml", "--oracle", "rules.py:fine", "--db", "other.sqlite").out
    commands = re.findall(r"tacit ((?:solve|export) [^,\n]+)", said)
    assert len(commands) == 2
    for command in commands:
        ended = tacit(*command.split())
        assert (ended.code, ended.err) == (0, "")


# --- two at once ---


class Meanwhile:
    """Lines, and something that happens elsewhere before one of them is read."""

    def __init__(self, lines, happens, before):
        self.lines, self.happens, self.before = iter(lines), happens, before

    def isatty(self):
        return False

    def readline(self):
        line = next(self.lines, "")
        if line == self.before:
            self.happens()
        return f"{line}\n" if line else ""


@pytest.mark.parametrize(("happens", "left"), [("undo", [None, False]), ("answer", [None, None, None, False])])
def test_what_was_written_elsewhere_is_read_before_the_next_step(tacit, file, tmp_path, monkeypatch, happens, left):
    """The first "y" was meant for a question that is no longer open, so it is not taken."""

    def elsewhere():
        with Log(tmp_path / "log.sqlite") as log:
            interview = Interview.open(log, 1)
            interview.undo() if happens == "undo" else interview.answer(None)

    monkeypatch.setattr(sys, "stdin", Meanwhile(["?", "?", "y", "n", "q"], elsewhere, "y"))
    ended = tacit("learn", "week.toml")
    assert (ended.code, ended.err) == (0, "")
    assert "elsewhere in the meantime" in ended.out
    assert f"{len(left)} answers are kept" in ended.out
    assert answers(tmp_path / "log.sqlite") == left


def test_another_interview_in_the_same_log_does_not_disturb(tacit, file, tmp_path, monkeypatch):
    def elsewhere():
        with Log(tmp_path / "log.sqlite") as log:
            Interview.start(log, read_problem_file(file)).answer(None)

    monkeypatch.setattr(sys, "stdin", Meanwhile(["?", "y", "q"], elsewhere, "y"))
    assert "elsewhere" not in tacit("learn", "week.toml").out
    assert answers(tmp_path / "log.sqlite") == [None, True]


# --- functions and commands ---


def test_what_a_function_prints_is_apart_from_the_json(tacit, file):
    (file.parent / "loud.py").write_text("print('hello')\ndef fine(example):\n    print(example)\n    return True\n")
    ended = tacit("learn", "week.toml", "--oracle", "loud.py:fine", "--json")
    assert json.loads(ended.out)["status"] == "converged"
    assert "hello\n" in ended.err
    assert "{'day[" in ended.err


def test_the_ids_of_questions_count_on(tacit, person, file):
    person("?", "?", "q")
    (file.parent / "ids.py").write_text("import sys\nfor line in sys.stdin:\n    print(line, flush=True)\n")
    refusal = tacit("learn", "week.toml", "--command", f"{sys.executable} ids.py", "--keep", "--json").refusal
    assert "answered question 3, " in refusal
    assert '"id": 3' in refusal


# --- models that are not finished ---


def test_an_unfinished_interview_is_not_used_without_a_word(tacit, person, file):
    db = ["--db", "other.sqlite"]
    person("?", "q")
    person("?", "?", "q", options=db)
    (file.parent / "plans.csv").write_text('"day[anna]"\nMon\n')
    for command in (["solve"], ["check", "plans.csv"], ["diff", "week.toml"], ["export", "--to", "minizinc"]):
        ended = tacit(command[0], "week.toml", *command[1:])
        assert set(ended.err.splitlines()) == {
            "tacit: not finished: 6 candidates are open; tacit learn week.toml goes on"
        }
        assert (
            "tacit learn week.toml --db other.sqlite goes on" in tacit(command[0], "week.toml", *command[1:], *db).err
        )


def test_a_finished_interview_is_used_without_a_word(tacit, person):
    person(*["y"] * 100)
    assert tacit("solve", "week.toml").err == ""


def test_answers_that_contradict_each_other_are_mentioned(tacit, person):
    person(*["n"] * 30, code=4)
    assert (
        "the answers to week.toml can't all be right; tacit learn week.toml shows them"
        in tacit("solve", "week.toml").err
    )


# --- groups that the problem names ---

BUSY = """
language = ["!="]
[groups]
busy = ["Mon", "Wed", "Thu"]
[variables]
shift = { rows = ["anna", "ben", "carla"], columns = ["Mon", "Tue", "Wed", "Thu"], domain = ["early", "late", "night"] }
"""
BUSY_RULES = """
def fine(example):
    busy = [(name.split(",")[0], value) for name, value in example.items() if "Tue" not in name]
    return len(set(busy)) == len(busy)
"""


def test_what_was_learned_is_said_of_the_groups_that_the_problem_names(tacit, tmp_path):
    (tmp_path / "busy.toml").write_text(BUSY, encoding="utf-8")
    (tmp_path / "rules.py").write_text(BUSY_RULES, encoding="utf-8")
    learn = ("learn", "busy.toml", "--oracle", "rules.py:fine", "--db", tmp_path / "log.sqlite")
    words = "in each of the 3 rows of shift, only busy, all cells differ"
    assert words in tacit(*learn).out
    (object,) = tacit(*learn, "--json").rows
    assert object["words"] == [words]
