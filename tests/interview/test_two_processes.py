"""One interview in two processes at a time: the log stays whole, and neither hides or undoes what the other did."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tacit.formats.problem_file import parse_problem
from tacit.interview import Interview, Log, LogError
from tacit.interview.open_elsewhere import holding

FILE = parse_problem(
    'language = ["!=", "<"]\n[variables]\nday = { rows = ["anna", "ben", "carla"], domain = "1..3" }\n',
    source="week.toml",
)


@pytest.fixture
def two(tmp_path):
    """One interview with three answers, in two processes."""
    with Log(tmp_path / "log.sqlite") as log, Log(tmp_path / "log.sqlite") as other:
        one = Interview.start(log, FILE)
        for _ in range(3):
            one.answer(None)
        yield one, Interview.resume(other, FILE)


def test_an_answer_after_one_that_was_taken_back_elsewhere_is_refused(two):
    one, other = two
    one.undo()
    with pytest.raises(LogError, match=r"question 3 was taken back elsewhere .* start again to go on from there"):
        other.answer(None)
    assert [entry.position for entry in one.log.entries(one.id)] == [1, 2]


def test_the_other_process_is_named(two, tmp_path):
    if not Path("/proc/self/fd").exists():
        pytest.skip("there is no /proc here")
    one, other = two
    path = tmp_path / "log.sqlite"
    wait = f"import sys, time; file = open({str(path)!r}); print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", wait], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        one.answer(None)
        with pytest.raises(LogError, match=rf"\(process {process.pid} \(.*\) has it open, too: .* start again"):
            other.answer(None)
        process.kill()
    assert holding(path) == holding(tmp_path / "none") == ""


def test_an_answer_after_all_were_taken_back_elsewhere_is_refused(two):
    one, other = two
    one.undo(3)
    with pytest.raises(LogError, match="question 1 was taken back elsewhere"):
        other.answer(None)
    assert one.log.entries(one.id) == []


def test_an_undo_does_not_take_back_what_was_answered_elsewhere(two):
    one, other = two
    one.answer(None)
    with pytest.raises(LogError, match="question 4 was answered elsewhere"):
        other.undo()
    with pytest.raises(LogError, match="question 4 was answered elsewhere"):
        other.change(1, True)
    assert [(entry.position, entry.answer) for entry in one.log.entries(one.id)] == [(n, None) for n in range(1, 5)]


def test_a_new_interview_without_answers_does_not_hide_the_one_before(two):
    one, other = two
    started = Interview.start(other.log, FILE)
    assert one.log.latest(one.name, FILE.source).id == one.id
    started.answer(None)
    assert one.log.latest(one.name, FILE.source).id == started.id


def test_without_any_answers_the_newest_counts(tmp_path):
    with Log(tmp_path / "log.sqlite") as log:
        Interview.start(log, FILE)
        newest = Interview.start(log, FILE)
        assert log.latest(newest.name, FILE.source).id == newest.id
