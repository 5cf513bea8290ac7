"""Kill -9 at random moments of an interview at the terminal: every acknowledged answer is there exactly once."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from tacit.benchmarks import load
from tacit.formats.problem_file import read_problem_file
from tacit.interview import Interview, Log

FILE = """
name = "small"
language = ["==", "!=", "<", ">"]
[variables]
grid = { shape = [4, 4], domain = "1..4" }
"""
MOMENTS = 12


def undisturbed(path, file, target):
    """All questions and their answers."""
    with Log(path) as log:
        interview = Interview.start(log, file, algorithm="mquacq", seed=0, skip_known=True)
        while interview.query is not None:
            interview.answer(target.accepts(interview.query))
        return [(entry.query, entry.answer) for entry in interview.entries]


def test_killed_at_random_moments(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(FILE)
    file = read_problem_file(path)
    told = undisturbed(tmp_path / "undisturbed.sqlite", file, load("sudoku-4").target)
    assert len(told) > 200
    db = tmp_path / "db.sqlite"
    rng = random.Random(1)
    acknowledged = 0
    for moment in range(MOMENTS + 1):
        last = moment == MOMENTS
        answers = len(told) if last else rng.randint(0, 9)
        acknowledged = max(acknowledged, _talk(path, db, told, answers, rng, to_the_end=last))
        with Log(db, durable=False) as log:
            kept = [(entry.query, entry.answer) for entry in log.entries(1)]
        # Each acknowledged answer is there once, in order. One more may be there, whose acknowledgement we did not see.
        assert kept == told[: len(kept)]
        assert acknowledged <= len(kept)
    assert kept == told


def _talk(path: Path, db: Path, told, answers: int, rng, *, to_the_end: bool) -> int:
    """Start it, answer this number of questions, and kill it a moment later; returns how many were acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tacit", "learn", str(path), "--db", str(db), "--algorithm", "mquacq"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "random"},
    )
    number = 0
    for line in process.stdout:
        if line.startswith("Question "):
            number = int(line.split()[1].replace(",", ""))
            if answers == 0 and not to_the_end:
                break
            answers -= 1
            process.stdin.write("y\n" if told[number - 1][1] else "n\n")
            process.stdin.flush()
    else:
        assert to_the_end, "the interview ended too early"
        process.wait(30)
        return len(told)
    if rng.random() < 0.7:  # kill it while it works on an answer, or writes one
        process.stdin.write("y\n" if told[number - 1][1] else "n\n")
        process.stdin.flush()
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    process.stdout.close()
    process.stdin.close()
    return number - 1  # a question is shown only when the answer before it is on disk
