"""`tacit learn --parallel`: the same model, whoever is killed meanwhile."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tacit.interview import Log

FILE = """
name = "row"
language = ["==", "!=", "<", ">"]
[variables]
cell = { shape = [6], domain = "1..6" }
"""
# Neighbours differ, and the first is less than the last. Who is asked writes down its own number.
ORACLE = """
import os, time

def fine(example):
    with open("asked", "a") as file:
        file.write(f"{os.getpid()}\\n")
    time.sleep(0.03)
    at = {int(name[5:-1]): value for name, value in example.items()}
    if 0 in at and 5 in at and at[0] >= at[5]:
        return False
    return all(at[i] != at[i + 1] for i in at if i + 1 in at)
"""
COMMAND = """
import json, sys
from rules import fine
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "answer": "yes" if fine(asked["example"]) else "no"}), flush=True)
"""
RULES = sorted(["cell[0] < cell[5]", *(f"cell[{i}] != cell[{i + 1}]" for i in range(5))])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "row.toml").write_text(FILE)
    (tmp_path / "rules.py").write_text(ORACLE)
    (tmp_path / "command.py").write_text(COMMAND)
    return tmp_path


def python(script):
    return f"{sys.executable} {script}"


def learned(ended):
    assert (ended.code, ended.err) == (0, "")
    (row,) = ended.rows
    assert row["status"] == "converged"
    assert sorted(row["constraints"]) == RULES
    return row


def wait_for(condition):
    end = time.monotonic() + 100
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def askers(folder: Path) -> list[int]:
    path = folder / "asked"
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.mark.parametrize("how", ["processes", "threads", "command"])
def test_the_same_model(tacit, folder, how):
    who = ("--command", python("command.py")) if how == "command" else ("--oracle", "rules.py:fine", "--workers", how)
    row = learned(tacit("learn", "row.toml", *who, "--parallel", 4, "--json"))
    assert row["questions"] <= len(askers(folder))
    assert (len(set(askers(folder))) > 1) == (how != "threads")


def test_a_worker_that_is_killed_loses_nothing(start, folder):
    begun = start("learn", "row.toml", "--oracle", "rules.py:fine", "--parallel", 3, "--json")
    wait_for(lambda: len(askers(folder)) >= 6)
    os.kill(askers(folder)[-1], signal.SIGKILL)
    learned(begun.end())


def test_a_command_that_is_killed_loses_nothing(start, folder):
    begun = start("learn", "row.toml", "--command", python("command.py"), "--parallel", 3, "--json")
    wait_for(lambda: len(askers(folder)) >= 6)
    os.kill(askers(folder)[-1], signal.SIGKILL)
    learned(begun.end())


def test_tacit_that_is_killed_goes_on_where_it_was_and_leaves_nobody_behind(start, tacit, folder):
    begun = start("learn", "row.toml", "--oracle", "rules.py:fine", "--parallel", 3, "--json")
    wait_for(lambda: len(askers(folder)) >= 12)
    begun.process.kill()
    begun.process.wait()
    with Log(folder / "log.sqlite") as log:
        kept = [(entry.query, entry.answer) for entry in log.entries(1)]
    asked = len(askers(folder))
    assert asked - 3 - 3 <= len(kept) <= asked  # whatever was not out is kept
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in askers(folder)))

    row = learned(tacit("learn", "row.toml", "--oracle", "rules.py:fine", "--parallel", 3, "--json"))
    with Log(folder / "log.sqlite") as log:
        entries = log.entries(1)
    assert [(entry.query, entry.answer) for entry in entries][: len(kept)] == kept
    assert len({entry.round for entry in entries}) == 1  # it was replayed exactly
    assert row["questions"] == len(entries)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (("--parallel", 2), "--parallel is for programs: it needs --oracle or --command"),
        (("--oracle", "rules.py:fine", "--workers", "threads"), "only with --parallel"),
        (("--command", "true", "--parallel", 2, "--workers", "threads"), "are for --oracle"),
        (("--oracle", "rules.py:fine", "--parallel", 2, "--algorithm", "mquacq"), "only the guided learner"),
        (("--oracle", "rules.py:fine", "--parallel", 2, "--slips", 0.02), "slips must be 0"),
        (("--oracle", "rules.py:fine", "--parallel", 2, "--until", "plan"), "until='plan'"),
        (("--oracle", "rules.py:fine", "--parallel", 2, "--dask", "127.0.0.1:1"), "no Dask scheduler answers"),
    ],
)
def test_what_is_refused(tacit, folder, options, what):
    assert what in tacit("learn", "row.toml", *options).refusal
