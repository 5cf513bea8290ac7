"""`make bench-pycona`: every problem that pycona ships, by pycona and by tacit over the same instance and oracle.

    python bench/pycona_problems.py [--only sudoku murder] [--cap 60] [--learners pycona-mquacq tacit-guided]

It runs with the Python of `.venv-peers`, which has pycona and tacit. Each run is a process of its own, one after the
other, and is killed after --cap seconds; its figures are then not known. One seed: the questions of one run, no mean.
Constructors are called with their defaults. Loading and building the instance are not timed. Two problems of pycona
0.4.1 can't be built with today's CPMpy and numpy: `mend_pycona` says what is done about it.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import io
import json
import re
import subprocess
import sys
import time
from typing import Any

LEARNERS = ["pycona-mquacq", "pycona-growacq", "tacit-mquacq", "tacit-guided"]
ERROR = re.compile(r"[\w.]+(Error|Exception)\b")
WIDTHS = (20, 6, 7, 16, 10, 9, 9, 22)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", help="problems, by the end of their constructor's name")
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=LEARNERS)
    parser.add_argument("--cap", type=float, default=60.0, help="seconds for each run")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(one_run(*args.one)))
        return
    print(line("problem", "cells", "target", "learner", "questions", "learned", "time s", "status"))
    for problem in constructors():
        if args.only and problem not in args.only:
            continue
        for learner in args.learners:
            row = run(problem, learner, args.cap)
            figures = (
                row.get(key, "") for key in ("cells", "target", "learner", "questions", "learned", "time", "status")
            )
            print(line(problem, *figures), flush=True)
            if row["status"] == "not built":
                break  # it is the same for all


def line(*cells: object) -> str:
    return "".join(f"{each!s:<{width}}" for each, width in zip(cells, WIDTHS, strict=True)).rstrip()


def run(problem: str, learner: str, cap: float) -> dict[str, Any]:
    command = [sys.executable, __file__, "--one", problem, learner]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=cap)
    except subprocess.TimeoutExpired:
        return {"learner": learner, "status": f"cut after {cap:.0f} s"}
    if done.returncode:
        said = [each for each in done.stderr.splitlines() if ERROR.match(each)]
        said = said or [f"exit code {done.returncode}"]
        return {"learner": learner, "status": said[-1][:60]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return {"learner": learner, **found}


def mend_pycona() -> None:
    """Two functions of pycona 0.4.1 raise errors; both learners get the problems that were meant.

    The Golomb ruler puts pairs of variables in order by comparing the variables, which makes CPMpy's constraints and
    not truth values; here their names are compared. The job shop takes `max` of a matrix; here it is the largest
    number in it. (Its constraints that machines do one job at a time never reach the model; that is left as it is.)
    """
    import numpy as np
    from pycona.benchmarks import golomb, job_shop_scheduling  # type: ignore[import-not-found, unused-ignore]

    def combine_sets_distinct(first: Any, second: Any) -> Any:
        return {tuple(sorted((a, b), key=str)) for a in first for b in second if str(a) != str(b)}

    golomb.combine_sets_distinct = combine_sets_distinct
    job_shop_scheduling.max = lambda matrix: int(np.max(matrix))


def constructors() -> dict[str, Any]:
    """By the names of the problems: sudoku, murder, …"""
    from pycona import benchmarks  # type: ignore[import-not-found, unused-ignore]

    found = inspect.getmembers(benchmarks, inspect.isfunction)
    short = {name.removeprefix("construct_").removesuffix("_problem"): make for name, make in found}
    return {name: make for name, make in short.items() if make.__name__.startswith("construct_")}


def one_run(problem: str, learner: str) -> dict[str, Any]:
    with contextlib.redirect_stdout(io.StringIO()):
        mend_pycona()
        try:
            instance, oracle = constructors()[problem]()
        except Exception as error:
            return {"status": "not built", "learner": f"pycona: {error!s:.40}"}
        told = {"cells": len(instance.X), "target": len(oracle.constraints)}
        return told | (by_pycona if learner.startswith("pycona") else by_tacit)(instance, oracle, learner)


def by_pycona(instance: Any, oracle: Any, learner: str) -> dict[str, Any]:
    import pycona

    metrics = pycona.Metrics()
    algorithm = pycona.MQuAcq() if learner.endswith("mquacq") else pycona.GrowAcq()
    start = time.perf_counter()
    learned = algorithm.learn(instance, oracle, metrics=metrics)
    took = time.perf_counter() - start
    status = "converged" if metrics.converged else "not converged"
    return {"questions": metrics.total_queries, "learned": len(learned.cl), "time": round(took, 1), "status": status}


def by_tacit(instance: Any, oracle: Any, learner: str) -> dict[str, Any]:
    import tacit

    problem = tacit.from_pycona(instance)
    start = time.perf_counter()
    result = tacit.learn(problem, oracle, algorithm=learner.removeprefix("tacit-"), seed=0)
    took = time.perf_counter() - start
    asked, learned = result.statistics.questions, len(result.network)
    return {"questions": asked, "learned": learned, "time": round(took, 1), "status": str(result.status)}


if __name__ == "__main__":
    main()
