"""The stars at values that have changed since the last question."""

from __future__ import annotations

from tacit.cli.screen import TerminalScreen
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview, Log
from tacit.problem.query import Query

FILE = parse_problem('language = ["!="]\n[variables]\nx = { shape = 4, domain = "1..3" }', source="x.toml")


def test_a_question_about_other_cells_has_no_stars(tmp_path, capsys):
    with Log(tmp_path / "db.sqlite") as log:
        interview, screen = Interview.start(log, FILE), TerminalScreen()
        v = FILE.problem.vocabulary
        for shown in ({"x[0]": 1, "x[1]": 2}, {"x[2]": 1, "x[3]": 2}):
            screen.put(interview, Query(v, v.encode(shown)))
        assert "*" not in capsys.readouterr().out
        screen.put(interview, Query(v, v.encode({"x[2]": 3, "x[3]": 2})))
        told = capsys.readouterr().out
    assert told.count("*3") == 1
    assert "A * marks a value that has changed" in told
