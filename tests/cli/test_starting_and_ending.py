"""Ctrl-C while the command is still loading, and a reader of its output that goes away: as real processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def console_script() -> list[str]:
    """What pip installs as `tacit`, as far as it matters here."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, function = scripts["tacit"].split(":")
    return ["-c", f"import sys\nfrom {module} import {function}\nif __name__ == '__main__':\n  sys.exit({function}())"]


STARTS = {"python -m tacit": ["-m", "tacit"], "the command": console_script()}


# --- Ctrl-C ---


def loading(start, imports, **more):
    """The command, after this number of its own imports. (Python's report of imports is the clock.)"""
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", *STARTS[start], "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )
    for line in process.stderr:
        if line.endswith(" tacit.version\n"):
            break
    for _ in range(imports):
        process.stderr.readline()
    return process


@pytest.mark.parametrize("imports", [10, 60, 110, 160, 210, 260, 310])
@pytest.mark.parametrize("start", STARTS)
def test_ctrl_c_while_it_loads(start, imports):
    process = loading(start, imports)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    said = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, said) == (130, "", ["", "tacit: interrupted"])


def test_loading_takes_longer_than_the_last_of_these_moments():
    _, err = loading("the command", 310).communicate(timeout=60)
    assert err.count("import time:") > 50


def test_whoever_has_ctrl_c_ignored_is_not_disturbed():
    """`nohup`, and scripts that start the command in the background, have Ctrl-C ignored."""
    process = loading("the command", 60, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert re.fullmatch(r"tacit, version [\d.]+\n", out)


# --- a reader that goes away ---


@pytest.mark.parametrize(
    "arguments",
    [
        "solve sudoku-4 --solutions 3 --json",
        "solve sudoku-4 --csv",
        "solve sudoku-4",
        "check sudoku-4 plans.csv",
        "diff sudoku-4 sudoku-4",
        "export sudoku-4 --to markdown",
        "bench sudoku-4",
        "bench sudoku-4 --json",
        "reproduce --figure list",
        "new week.toml",
        "learn small.toml --oracle rules.py:fine",
        "solve --help",
        "--help",
        "",
    ],
)
def test_nobody_reads_the_output(arguments, tmp_path):
    (tmp_path / "plans.csv").write_text('"grid[0,0]"\n1\n', encoding="utf-8")
    (tmp_path / "small.toml").write_text('language = ["!="]\n[variables]\na = "1..2"\nb = "1..2"\n', encoding="utf-8")
    (tmp_path / "rules.py").write_text("def fine(example):\n    return True\n", encoding="utf-8")
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "tacit", *arguments.split()],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "TACIT_DB": str(tmp_path / "db.sqlite")},
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("unbuffered", [[], ["-u"]])
def test_nobody_reads_the_error(unbuffered):
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, *unbuffered, "-m", "tacit", "solve", "nothing"], stdout=write, stderr=write)
    os.close(write)
    assert done.returncode == 141


def test_head(tool):
    """Only the first of very many lines is read; the rest is never written."""
    solve = subprocess.Popen(
        [sys.executable, "-m", "tacit", "solve", "sudoku", "--solutions", "200", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    head = subprocess.run([tool("head"), "-1"], stdin=solve.stdout, capture_output=True, text=True)
    solve.stdout.close()
    assert head.stdout.startswith('{"example": {"grid[0,0]": ')
    assert solve.stderr.read() == b""
    assert solve.wait(60) == 141


def test_a_full_disk_is_an_error():
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tacit", "solve", "sudoku-4"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 2
    assert re.fullmatch(r"tacit: .*No space left on device\n", done.stderr)
