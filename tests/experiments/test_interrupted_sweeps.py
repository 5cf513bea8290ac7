"""Sweeps that are killed, interrupted, or run twice at the same time: nothing is lost, doubled or left behind."""

from __future__ import annotations

import json
import signal
import sqlite3
import time

import pytest

SWEEP = ("bench", "purdey", "sudoku-4", "--runs", 20, "--jobs", 2, "--json")
ALL = {(problem, seed) for problem in ("purdey", "sudoku-4") for seed in range(20)}


def stored(path):
    with sqlite3.connect(path) as database:
        rows = [json.loads(row) for (row,) in database.execute("SELECT row FROM runs")]
    return {(row["problem"], row["seed"]): row for row in rows}


def test_a_sweep_that_was_killed_goes_on_where_it_was(start, tmp_path):
    command = (*SWEEP, "--results", "r.sqlite")
    first = start(*command)
    seen = [json.loads(first.line()) for _ in range(3)]
    first.process.send_signal(signal.SIGKILL)
    assert first.wait_until(lambda members: members == 0) == 0  # the workers have ended, too
    before = stored(tmp_path / "r.sqlite")
    assert 3 <= len(before) < len(ALL)
    assert all(before[row["problem"], row["seed"]] == row for row in seen)

    ended = start(*command).end()
    assert (ended.code, ended.err) == (0, "")
    rows = {(row["problem"], row["seed"]): row for row in ended.rows}
    assert len(ended.rows) == len(rows)
    assert set(rows) == ALL
    assert {key: rows[key] for key in before} == before  # with the times of the first sweep, so they did not run again
    assert stored(tmp_path / "r.sqlite") == rows


def test_two_sweeps_of_the_same_at_once_store_each_run_once(start, tmp_path):
    command = ("bench", "purdey", "clique-8", "--runs", 8, "--jobs", 1, "--json", "--results", "r.sqlite")
    both = [start(*command) for _ in range(2)]
    for begun in both:
        ended = begun.end()
        assert (ended.code, ended.err) == (0, "")
        assert len({(row["problem"], row["seed"]) for row in ended.rows}) == len(ended.rows) == 16
    with sqlite3.connect(tmp_path / "r.sqlite") as database:
        assert database.execute("SELECT count(*), count(DISTINCT key) FROM runs").fetchone() == (16, 16)


def interrupted(begun):
    begun.signal_group(signal.SIGINT)
    ended = begun.end()
    assert ended.code == 130
    assert "Traceback" not in ended.err
    assert ended.err.splitlines()[-1] == "tacit: interrupted"
    assert begun.wait_until(lambda members: members == 0) == 0
    return ended


def test_ctrl_c_ends_a_sweep(start, tmp_path):
    begun = start(*SWEEP, "--results", "r.sqlite")
    first = json.loads(begun.line())
    ended = interrupted(begun)
    assert len(ended.rows) + 1 < len(ALL)
    assert stored(tmp_path / "r.sqlite")[first["problem"], first["seed"]] == first


def test_ctrl_c_while_workers_start(start):
    """Workers that have not reached their own code yet must not print that they were interrupted."""
    begun = start(*SWEEP)
    assert begun.wait_until(lambda members: members >= 3) >= 3  # the command, multiprocessing's own, and a worker
    assert interrupted(begun).out == ""


@pytest.mark.parametrize("more", [(), ("--runs", 2, "--jobs", 1)])
def test_ctrl_c_ends_a_run_in_the_process_itself(start, tmp_path, more):
    begun = start("bench", "latin-12", "--json", "--results", "r.sqlite", *more)
    wait_for(begun, (tmp_path / "r.sqlite").exists)  # the imports are done, and the first run is about to begin
    assert interrupted(begun).out == ""


def test_reproduce_says_how_to_go_on(start, tmp_path):
    begun = start("reproduce", "--table", 3, "--problem", "murder", "--problem", "zebra", "--jobs", 2)
    wait_for(begun, lambda: some_are_stored(tmp_path / "tacit-results.sqlite"))
    ended = interrupted(begun)
    assert "of 24 runs are in tacit-results.sqlite, and the same command goes on from there" in ended.err


def wait_for(begun, happened):
    while not happened():
        assert begun.process.poll() is None
        time.sleep(0.05)


def some_are_stored(path):
    try:
        return path.exists() and bool(stored(path))
    except sqlite3.Error:
        return False  # the file is being made
