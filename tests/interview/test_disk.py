"""A full disk or a file that can't be written gives a clear message, and nothing is lost. On a real file system."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tacit.formats.problem_file import read_problem_file
from tacit.interview import Interview, Log, LogError
from tacit.interview.migrations import connect
from tacit.interview.schema import FORMAT

FILE = """
language = ["==", "!=", "<", ">"]
[variables]
grid = { shape = [4, 4], domain = "1..4" }
"""


@pytest.fixture
def small_disk(tmp_path):
    """A file system of its own, of 300 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(folder)], capture_output=True)
    if mounted.returncode:
        pytest.skip("file systems can't be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(FILE)
    return path


def fill(folder: Path) -> Path:
    """Use up what is left of the disk."""
    big = folder / "big"
    with open(big, "wb", buffering=0) as out, contextlib.suppress(OSError):
        while True:
            out.write(b"x" * 4096)
    return big


def answer_on(interview):
    for _ in range(200):
        interview.answer(None)


def test_a_full_disk(small_disk, file):
    problem = read_problem_file(file)
    with Log(small_disk / "db.sqlite") as log:
        interview = Interview.start(log, problem)
        for _ in range(5):
            interview.answer(True if len(set(interview.query.values())) > 2 else None)
        big = fill(small_disk)
        with pytest.raises(LogError, match=r"full.*nothing that was answered before is lost"):
            answer_on(interview)
        acknowledged, query = interview.answers, interview.query.shown
    big.unlink()
    with Log(small_disk / "db.sqlite") as log:
        interview = Interview.resume(log, problem)
        assert interview.answers == acknowledged
        assert interview.query.shown == query
        interview.answer(None)


def test_a_full_disk_at_the_terminal(small_disk, file):
    with Log(small_disk / "db.sqlite"):
        pass
    fill(small_disk)
    done = subprocess.run(
        [sys.executable, "-m", "tacit", "learn", str(file), "--db", str(small_disk / "db.sqlite")],
        input="?\n" * 300,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "full" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_read_only_disk(small_disk, file):
    problem = read_problem_file(file)
    with Log(small_disk / "db.sqlite") as log:
        interview = Interview.start(log, problem)
        interview.answer(None)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(LogError, match=r"readonly|read-only|unable to open"):
        Log(small_disk / "db.sqlite")
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)
    with Log(small_disk / "db.sqlite") as log:
        assert Interview.resume(log, problem).answers == 1


def test_no_room_for_a_copy_of_the_old_format(small_disk, file):
    """A log is not touched if it can't be copied first."""
    problem = read_problem_file(file)
    with Log(small_disk / "db.sqlite") as log:
        Interview.start(log, problem).answer(None)
    big = fill(small_disk)
    with open(big, "r+b") as out:
        out.truncate(big.stat().st_size - 40_000)  # room to open the log, and for half a copy
    with pytest.raises(sqlite3.OperationalError, match="full"):
        connect(small_disk / "db.sqlite", steps=[lambda db: None] * FORMAT)
    assert [each.name for each in small_disk.iterdir() if "format" in each.name] == []
    with Log(small_disk / "db.sqlite") as log:
        assert Interview.resume(log, problem).answers == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_is_not_ours_to_write(tmp_path, file):
    with Log(tmp_path / "db.sqlite") as log:
        Interview.start(log, read_problem_file(file))
    (tmp_path / "db.sqlite").chmod(0o400)
    with pytest.raises(LogError):
        Log(tmp_path / "db.sqlite")


@pytest.mark.skipif(os.name == "nt", reason="rights are others there")
def test_a_new_log_is_readable_by_its_owner_only(tmp_path, file):
    """Answers may be private; what SQLite writes beside the file has the rights of the file."""
    before = os.umask(0)
    try:
        with Log(tmp_path / "log.sqlite") as log:
            Interview.start(log, read_problem_file(file))
            rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("log.sqlite*")}
    finally:
        os.umask(before)
    assert set(rights) > {"log.sqlite"}
    assert set(rights.values()) == {0o600}
