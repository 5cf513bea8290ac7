"""The interviews that an assistant works on. What is in memory is a copy: a kill loses nothing that was answered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tacit.errors import DialogueError
from tacit.interview import Interview, Log, LogError

MOST = 16  # interviews in memory


class Cabinet:
    """Hands out interviews, one call at a time."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._open: dict[int, Interview] = {}
        self._lock = threading.RLock()
        self._seen = log.written_elsewhere()

    @contextmanager
    def at(self, number: int) -> Iterator[Interview]:
        """The interview with this number; until the end of the block nobody else has it."""
        with self._lock:
            self._see_what_others_wrote()
            if number not in self._open:
                self.keep(self._opened(number))
            try:
                yield self._open[number]
            except LogError:
                self._open.pop(number, None)  # what is in memory may differ from what is on disk
                raise

    def keep(self, interview: Interview) -> None:
        """Keep an interview in memory; the one that was opened first makes room."""
        with self._lock:
            while len(self._open) >= MOST:
                del self._open[next(iter(self._open))]
            self._open[interview.id] = interview

    def _opened(self, number: int) -> Interview:
        known = {kept.id: kept for kept in self.log.all()}
        if number not in known:
            raise DialogueError(f"there is no interview {number}: list_interviews shows those that there are")
        return Interview.open(self.log, number)

    def _see_what_others_wrote(self) -> None:
        written = self.log.written_elsewhere()
        if written != self._seen:
            self._seen = written
            self._open.clear()
