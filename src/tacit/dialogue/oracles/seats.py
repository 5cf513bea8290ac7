"""Where one question at a time is answered: in a thread, by a command, or in a process of its own.

A seat has `ask(question)`, which takes as long as it takes, and `end()`, which may be called meanwhile. If its process
is lost, it starts another one and puts the question again.
"""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Protocol

from tacit.dialogue.oracles.command import CommandOracle
from tacit.dialogue.oracles.in_process import Loading
from tacit.errors import OptionError, OracleError
from tacit.learning.asking import Question
from tacit.problem.query import Answer, Query

LOSSES = 3  # so many processes in a row may be lost on one question


class Seat(Protocol):
    """See above."""

    def ask(self, question: Question) -> Any: ...

    def end(self) -> None: ...


class ThreadSeat:
    """The oracle is called in a thread. That is as good as a process if it waits, or works outside of Python."""

    def __init__(self, ask: Callable[[Question], Any]) -> None:
        self.ask = ask

    def end(self) -> None:
        """A thread can't be ended: nobody waits for it."""


class CommandSeat:
    """A command of its own, started again when it crashes (`command.py`)."""

    def __init__(self, oracle: CommandOracle, ask: Callable[[CommandOracle, Question], Any]) -> None:
        self._oracle = oracle
        self._ask = ask

    def ask(self, question: Question) -> Any:
        return self._ask(self._oracle, question)

    def end(self) -> None:
        self._oracle.__exit__(RuntimeError, RuntimeError(), None)  # it may be in the middle of an answer


class ProcessSeat:
    """A function in a process of its own."""

    def __init__(self, loading: Loading) -> None:
        try:
            self._loading = pickle.dumps(loading)
        except Exception as error:
            raise OptionError(
                f"workers='processes': {loading} can't be sent to another process ({error}); accepted are functions "
                "and objects of a module, or workers='threads'"
            ) from None
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = False

    def ask(self, question: Question) -> Answer:
        assert isinstance(question, Query)  # rules are not sent: their relations are functions
        for _ in range(LOSSES):
            try:
                process = self._running()
                assert process.stdin is not None
                assert process.stdout is not None
                pickle.dump(question, process.stdin)
                process.stdin.flush()
                found = pickle.load(process.stdout)
            except (EOFError, OSError, pickle.UnpicklingError):
                if self._ended:
                    break
                self._end_process()
                continue
            if isinstance(found, Answer):
                return found
            raise OracleError(found)
        raise OracleError(f"{LOSSES} processes in a row ended without an answer, on {question}")

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None:
            return self._process
        # In a session of its own, so that Ctrl-C reaches only us.
        process = subprocess.Popen(
            [sys.executable, "-m", "tacit.dialogue.oracles.in_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._process = process
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(sys.path, process.stdin)
        process.stdin.write(self._loading)
        process.stdin.flush()
        trouble = pickle.load(process.stdout)
        if trouble is not None:
            raise OracleError(trouble)
        return process

    def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()

    def end(self) -> None:
        self._ended = True
        process = self._process
        if process is not None:  # its thread sees that, and closes the pipes
            process.kill()
            process.wait()
