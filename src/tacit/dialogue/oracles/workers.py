"""Seats side by side: questions go to those that are free, answers come back in the order in which they are ready."""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from tacit.dialogue.oracles.seats import Seat
from tacit.learning.asking import Question


class Workers:
    """A thread for each seat.

    with Workers(seats) as workers:
        workers.put(question)
        question, answer = workers.next()
    """

    def __init__(self, seats: Sequence[Seat]) -> None:
        self._seats = seats
        self._questions: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[tuple[Question, Any, BaseException | None]] = queue.SimpleQueue()
        # Daemons: a function that never returns must not keep tacit from ending.
        self._threads = [threading.Thread(target=self._work, args=(seat,), daemon=True) for seat in seats]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for _seat in self._seats:
            self._questions.put(None)
        for seat in self._seats:
            seat.end()

    def put(self, question: Question) -> None:
        """Put a question to whoever is free first."""
        self._questions.put(question)

    def next(self) -> tuple[Question, Any]:
        """Wait for an answer. Raises what the oracle has raised."""
        while True:
            try:
                question, answer, error = self._answers.get(timeout=0.2)  # so that Ctrl-C is heard
            except queue.Empty:
                continue
            if error is not None:
                raise error
            return question, answer

    def _work(self, seat: Seat) -> None:
        while (question := self._questions.get()) is not None:
            try:
                self._answers.put((question, seat.ask(question), None))
            except BaseException as error:
                self._answers.put((question, None, error))
