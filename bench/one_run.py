"""One run of tacit in a process of its own: learn a benchmark from a simulated user, and time each wait.

Usage: python bench/one_run.py '{"problem": "sudoku", "options": {"values": "random"}, "seed": 0}'

Standard output gets one JSON object a line: {"started": true} when all is imported and the problem is built, then how
far the run is, at most ten times a second, and at last the figures of the whole run. If the process is killed in the
middle, the figures so far are there.

A wait is the time that the dialogue takes from an answer to its next question. It is measured from outside, so that
everything in between counts. The first wait is the time to the first question and includes building the bias. The time
from the last answer to the end is kept apart (`ending_s`).

tacit is imported from PYTHONPATH, so that this file runs other commits, too. It uses only names that they all have.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import resource
import sys
import time
from typing import Any, TextIO

EVERY = 0.1  # seconds between two lines of progress, at least
MISSING = "missing"  # the status of a run that this tacit can't do


class Clock:
    """Times the waits of one run, of tacit or of the peer, and tells how far the run is."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._waits: list[float] = []
        self._waited = self._longest = self._answering = 0.0
        self._said = 0.0

    def say(self, **message: Any) -> None:
        print(json.dumps(message), file=self._out, flush=True)

    def start(self) -> None:
        self.say(started=True)
        self._cpu = time.process_time()
        self._begin = self._since = time.perf_counter()

    def asked(self) -> None:
        """A question was put: the wait is over."""
        now = time.perf_counter()
        wait = now - self._since
        self._waits.append(wait)
        self._waited += wait
        self._longest = max(self._longest, wait)
        self._asked = now

    def answered(self, learned: int) -> None:
        """The question was answered: the next wait begins."""
        now = time.perf_counter()
        self._answering += now - self._asked
        if now - self._begin - self._said > EVERY:
            self._said = now - self._begin
            self.say(time_s=self._said, learned=learned, **self._figures())
            now = time.perf_counter()
        self._since = now

    def stop(self) -> dict[str, Any]:
        """The figures of the whole run."""
        now = time.perf_counter()
        return {
            "time_s": now - self._begin,
            "cpu_s": time.process_time() - self._cpu,
            "ending_s": now - self._since,
            "peak_mb": peak_memory(),
            **self._figures(),
            "p99_wait_s": percentile(self._waits, 99),
            "first_wait_s": self._waits[0] if self._waits else 0.0,
            "later_wait_s": max(self._waits[1:], default=0.0),
            "later_mean_s": sum(self._waits[1:]) / max(1, len(self._waits) - 1),
        }

    def _figures(self) -> dict[str, Any]:
        """The figures that can also be told in the middle of a run, at no cost."""
        queries = len(self._waits)
        return {
            "queries": queries,
            "answering_s": self._answering,
            "mean_wait_s": self._waited / max(queries, 1),
            "max_wait_s": self._longest,
        }


def percentile(values: list[float], percent: int) -> float:
    """The smallest value that this percentage of them does not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)] if values else 0.0


def peak_memory() -> float:
    """The largest resident size of this process so far, in MB.

    Linux carries `ru_maxrss` over from the process that started this one, if that was larger; VmHWM is our own.
    """
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def quiet_stdout() -> TextIO:
    """Our own handle to standard output; from now on, what others print goes to standard error."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return out


def main(task: dict[str, Any]) -> None:
    clock = Clock(quiet_stdout())
    try:
        from own_problems import load_own

        from tacit.errors import ProblemError
    except ModuleNotFoundError as error:
        clock.say(status=MISSING, reason=str(error))
        return
    try:
        benchmark = load_own(task["problem"])
    except ProblemError as error:
        clock.say(status=MISSING, reason=str(error))
        return

    import numpy as np

    from tacit import Dialogue

    target = benchmark.target
    oracle: list[Any] = []

    def of_rule(claim: Any) -> Any:
        from tacit.dialogue.oracles import TargetOracle, asked_about  # earlier commits, which ask no rules, have it not

        oracle[:] = oracle or [TargetOracle(target)]
        return asked_about(oracle[0], claim)

    clock.start()
    dialogue = Dialogue(benchmark.problem, seed=task["seed"], **task["options"])
    while (question := getattr(dialogue, "question", dialogue.query)) is not None:
        clock.asked()
        answer = target.accepts_codes(question.codes) if hasattr(question, "codes") else of_rule(question)
        clock.answered(len(dialogue.asker.space.network) if hasattr(dialogue, "asker") else 0)
        dialogue.answer(answer)
    figures = clock.stop()

    try:
        from tacit.exact.equivalence import equivalent
    except ImportError:  # an earlier commit has it elsewhere
        from tacit.equivalence import equivalent  # type: ignore[import-not-found, no-redef]

    # The same digest means the same questions in the same order.
    digest = hashlib.sha256()
    for entry in dialogue.result.answers:
        digest.update(entry.query.codes.astype(np.int16).tobytes() + bytes([bool(entry.answer)]))
    clock.say(
        **figures,
        status=str(dialogue.result.status),
        learned=len(dialogue.result.network),
        target=len(target),
        equivalent=equivalent(dialogue.result.network, target),
        questions=digest.hexdigest()[:16],
        python=platform.python_version(),
        numpy=np.__version__,
        tacit=os.path.dirname(sys.modules["tacit"].__file__ or ""),
    )


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
