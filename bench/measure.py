"""What the scripts of this folder share: runs in fresh processes, JSON lines with the commit, columns of text.

Each run is a process of its own (`one_run.py`), and only one runs at a time, because times are measured. A run is
killed after `cap` seconds of learning; what is known of it then is its last line of progress.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from one_run import EVERY, MISSING

Row = dict[str, Any]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results.jsonl"

SUITE = [
    "sudoku",
    "sudoku+max_v",
    "gtsudoku",
    "jsudoku",
    "latin-10",
    "zebra",
    "murder",
    "purdey",
    "allergy",
    "golomb-12",
    "examtt-24",
    "rlfap-50",
    "queens-8",
    "golomb-6-full",
]

PAPER = {"algorithm": "mquacq", "findscope": 2, "objective": "max_b", "variables": "bdeg"}
GUIDED: dict[str, Row] = {
    "guided": {"algorithm": "guided"},
    "bare": {"algorithm": "guided", "rules": False, "checks": False, "plans": 0},  # examples only, as the paper's
    "rules": {"algorithm": "guided", "rules": True, "checks": False, "plans": 0},
}

CUT = "cut"  # the status of a run that was killed at its cap
FAILED = "failed"
SETUP_S = 120.0  # time to import and to build the problem; not part of the cap


# --- one run ---


def run(case: str, seed: int, cap: float, src: Path = ROOT / "src") -> Row:
    """Learn one benchmark with the tacit in a folder: "sudoku", "sudoku+max_v" (its values), "sudoku+guided" …"""
    problem, _, how = case.partition("+")
    options = GUIDED.get(how) or {**PAPER, "values": how or "random"}
    task = {"problem": problem, "options": options, "seed": seed}
    row = fresh_process([sys.executable, str(HERE / "one_run.py"), json.dumps(task)], cap, {"PYTHONPATH": str(src)})
    used = row.pop("tacit", None)
    if used and not Path(used).is_relative_to(src):
        raise SystemExit(f"bench: {src} was to be measured, but {used} was imported")
    return {"case": case, **task, **row}


def fresh_process(command: Sequence[str], cap: float, environment: Mapping[str, str]) -> Row:
    """Run a process that prints figures as `one_run.py` does; those of the whole run, or the last before the cap."""
    last: Row = {}
    cut = threading.Event()

    def kill() -> None:
        cut.set()
        process.kill()

    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, **environment}
        )
        timer = threading.Timer(SETUP_S, kill)
        timer.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if not line.endswith("\n"):  # killed in the middle of a line
                    break
                message = json.loads(line)
                if "started" in message:
                    timer.cancel()
                    timer = threading.Timer(cap, kill)
                    timer.start()
                else:
                    last = message
            process.wait()
        finally:
            timer.cancel()
            process.kill()
            process.wait()
        if "status" in last:  # it has printed the figures of the whole run
            return last
        if cut.is_set():
            return {**last, "status": CUT, "cap_s": cap, **_open_wait(last, cap)}
        errors.seek(0)
        said = [line.strip() for line in errors if line.strip()]
        return {**last, "status": FAILED, "reason": said[-1][:300] if said else f"exit code {process.returncode}"}


def _open_wait(last: Row, cap: float) -> Row:
    """The wait that was open when the run was killed. It had begun when the next line of progress failed to come."""
    waiting = cap - last.get("time_s", 0.0) - EVERY
    return {"max_wait_s": max(waiting, last.get("max_wait_s", 0.0))}


def fresh_answer(code: str) -> Any:
    """What a few lines of Python print as JSON. They run in a process of their own that can import tacit."""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


# --- what is kept ---


def git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"bench: git {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout.strip()


def this_tree() -> Row:
    """The commit of the working tree, and whether the measured code has changes that are not committed."""
    changed = git("status", "--porcelain", "--", "src", "bench", "pyproject.toml")
    return {"commit": git("rev-parse", "HEAD"), "dirty": bool(changed)}


def keep(results: Path, kind: str, tree: Row, row: Row) -> None:
    """Append a row to the file of results."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    results.parent.mkdir(parents=True, exist_ok=True)
    with results.open("a") as file:
        file.write(json.dumps({"kind": kind, "date": now, **tree, **_rounded(row)}) + "\n")


def _rounded(row: Row) -> Row:
    return {key: round(value, 6) if isinstance(value, float) else value for key, value in row.items()}


# --- what is shown ---


def complete(rows: Iterable[Row]) -> list[Row]:
    """The runs that came to their end."""
    return [row for row in rows if row["status"] not in (CUT, FAILED, MISSING)]


def median(rows: Iterable[Row], key: str) -> float:
    return statistics.median(row[key] for row in rows)


def ended(rows: Sequence[Row]) -> str:
    """How the runs ended, in a word or two."""
    words = []
    for row in rows:
        if row["status"] == CUT:
            words.append(f"cut at {row['cap_s']:g} s")
        else:
            words.append("NOT EQUAL" if row.get("equivalent") is False else row["status"])
    return ", ".join(dict.fromkeys(words))


def reasons(rows: Iterable[Row]) -> list[str]:
    """Why runs failed, or could not be done at all."""
    return list(dict.fromkeys(row["reason"] for row in rows if "reason" in row))


def line(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Cells in columns, aligned to the left if the width is negative, to the right if it is positive."""
    padded = [cell.ljust(-width) if width < 0 else cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]
    return " ".join(padded).rstrip()


def number(value: float) -> str:
    """Three digits, and no more."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def arguments(description: str | None, *, seeds: int = 3, cap: float = 600.0) -> argparse.ArgumentParser:
    """The options that all scripts have."""
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    parser.add_argument("--seeds", type=int, default=seeds, help="how many seeds, from 0 (default: %(default)s)")
    parser.add_argument("--cap", type=float, default=cap, help="seconds, then a run is killed (default: %(default)g)")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these benchmarks in the place of the usual ones")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where JSON lines are appended")
    return parser
