"""Interviews: kept answer by answer, resumed, undone, never lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys

import pytest

from tacit import OracleError, learn
from tacit.exact.equivalence import equivalent
from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview, Log, LogError

TEXT = """
name = "week"
language = ["!=", "<", "x != Mon"]
[variables]
day = { rows = ["anna", "ben", "carla", "dora"], domain = ["Mon", "Tue", "Wed"] }
"""
FILE = parse_problem(TEXT, source="week.toml")
TARGET = FILE.problem.network(["day[anna] != day[ben]", "day[ben] < day[carla]", "day[dora] != Mon"])


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "answers.sqlite"


def answer_all(interview, most=None):
    asked = []
    while interview.query is not None and (most is None or len(asked) < most):
        asked.append(interview.query)
        interview.answer(TARGET.accepts(interview.query))
    return asked


def undisturbed(path):
    with Log(path.with_name("undisturbed.sqlite")) as log:
        interview = Interview.start(log, FILE, algorithm="mquacq", skip_known=True)
        return answer_all(interview), interview.result.network


def test_cut_after_each_answer_and_resumed(path):
    asked, network = undisturbed(path)
    for k in range(len(asked) + 1):
        path.unlink(missing_ok=True)
        with Log(path) as log:
            assert answer_all(Interview.start(log, FILE, algorithm="mquacq", skip_known=True), k) == asked[:k]
        with Log(path) as log:
            interview = Interview.resume(log, FILE, algorithm="mquacq", skip_known=True)
            assert interview.answers == interview.reused == k
            assert answer_all(interview) == asked[k:]
            assert interview.result.network == network


def test_undone_and_answered_the_same(path):
    asked, network = undisturbed(path)
    with Log(path) as log:
        interview = Interview.start(log, FILE, algorithm="mquacq", skip_known=True)
        answer_all(interview)
        for j in range(len(asked)):
            assert interview.undo()
            assert interview.query == asked[-1 - j]
        assert not interview.undo()
        assert answer_all(interview) == asked
        assert interview.result.network == network


def test_an_extended_language_keeps_the_answers(path):
    asked, _ = undisturbed(path)
    with Log(path) as log:
        answer_all(Interview.start(log, FILE, algorithm="mquacq", skip_known=True), len(asked) - 2)
    more = parse_problem(TEXT.replace('"<"', '"<", ">", "=="'), source="week.toml")
    with Log(path) as log:
        interview = Interview.resume(log, more, algorithm="mquacq", skip_known=True)
        assert interview.answers == interview.reused == len(asked) - 2
        assert not set(asked[:-2]) & set(answer_all(interview))
        assert interview.result.status == "converged"
        plain = learn(more.problem, TARGET)
        assert {str(c) for c in plain.network} == {str(c) for c in interview.result.network}
        count = interview.answers
    with Log(path) as log:  # once more: the second round is replayed, and nothing is asked
        again = Interview.resume(log, more, algorithm="mquacq", skip_known=True)
        assert (again.answers, again.query) == (count, None)


def test_other_options_are_another_round_and_undo_goes_back_through_it(path):
    with Log(path) as log:
        answer_all(Interview.start(log, FILE, algorithm="mquacq", skip_known=True), 4)
        interview = Interview.resume(log, FILE, algorithm="mquacq", skip_known=True, seed=3)
        assert interview.answers == interview.reused == 4
        interview.answer(TARGET.accepts(interview.query))
        for left in (4, 3, 2, 1, 0):
            assert interview.undo()
            assert interview.answers == left
        assert not interview.undo()
        answer_all(interview)
        assert equivalent(interview.result.network, TARGET)


def test_a_variable_that_is_gone_takes_only_its_answers_with_it(path):
    with Log(path) as log:
        answer_all(Interview.start(log, FILE, algorithm="mquacq", skip_known=True), 6)
        fewer = parse_problem(TEXT.replace(', "dora"', ""), source="week.toml")
        interview = Interview.resume(log, fewer, algorithm="mquacq", skip_known=True)
        assert interview.answers == 6
        assert interview.unusable > 0
        assert interview.reused + interview.unusable == 6


def test_an_answer_that_cant_be_is_not_kept(path):
    with Log(path) as log:
        interview = Interview.start(log, FILE)
        with pytest.raises(OracleError):
            interview.answer("perhaps")
        assert log.entries(1) == []


def test_two_processes_do_not_answer_the_same_question(path):
    with Log(path) as log, Log(path) as other:
        one = Interview.start(log, FILE)
        two = Interview.resume(other, FILE)
        one.answer(True)
        with pytest.raises(LogError, match="question 1 was answered elsewhere"):
            two.answer(False)
        assert [entry.answer for entry in log.entries(1)] == [True]


def test_killed_at_any_answer_nothing_is_lost(path):
    """A process that answers, says so, and is killed."""
    program = """
import os, sys
sys.path.insert(0, {tests!r})
from test_interview import FILE, TARGET, Interview, Log
with Log({path!r}) as log:
    how = {{"algorithm": "mquacq", "skip_known": True}}
    interview = Interview.resume(log, FILE, **how) or Interview.start(log, FILE, **how)
    for _ in range(int(sys.argv[1])):
        if interview.query is None:
            break
        interview.answer(TARGET.accepts(interview.query))
    print(interview.answers, flush=True)
    os.kill(os.getpid(), 9)
"""
    asked, network = undisturbed(path)
    script = program.format(tests=str(__file__).rpartition("/")[0], path=str(path))
    total = 0
    for count in (3, 1, 4):
        done = subprocess.run([sys.executable, "-c", script, str(count)], capture_output=True, text=True)
        assert done.returncode == -9, done.stderr
        total += count
        assert int(done.stdout) == total
    with Log(path) as log:
        interview = Interview.resume(log, FILE, algorithm="mquacq", skip_known=True)
        assert interview.answers == 8
        assert answer_all(interview) == asked[8:]
        assert interview.result.network == network


def test_files_that_are_something_else(tmp_path):
    (tmp_path / "text").write_text("no database at all, but long enough to be looked at as one" * 10)
    with pytest.raises(LogError, match="file is not a database"):
        Log(tmp_path / "text")
    with sqlite3.connect(tmp_path / "other.sqlite") as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    with pytest.raises(LogError, match="not a file of tacit's interviews"):
        Log(tmp_path / "other.sqlite")
    with pytest.raises(LogError):
        Log(tmp_path)
    Log(tmp_path / "new.sqlite").close()
    with sqlite3.connect(tmp_path / "new.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(LogError, match="a newer version of tacit"):
        Log(tmp_path / "new.sqlite")


def test_a_full_disk_is_a_message_and_nothing_is_lost(path):
    """SQLite's own limit of pages stands in for a full disk: the error is the same."""
    with Log(path) as log:
        interview = Interview.start(log, FILE, algorithm="mquacq", skip_known=True)
        answer_all(interview, 2)
        (pages,) = log._db.execute("PRAGMA page_count").fetchone()
        log._db.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(LogError, match=r"full.*nothing that was answered before is lost"):
            log.new("x" * 100_000, "", "p", {})
    with Log(path) as log:
        assert Interview.resume(log, FILE, algorithm="mquacq", skip_known=True).answers == 2
