"""The interviews that are being worked on, each with a lock, so that two tabs can't answer the same question.

They are kept in memory as long as there is room. An interview that is not in memory is rebuilt from the log, so that
neither a restart nor a full desk loses anything.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tacit.formats.problem_file import ProblemFile
from tacit.interview import FOR_PEOPLE, Interview, Log, LogError
from tacit.interview.beside import rename
from tacit.problem.network import Network
from tacit.problem.query import Answered
from tacit.showing.line import Line
from tacit.web.notices import Notice, Notices

MOST = 32  # interviews in memory
UNDO_S = 3600  # as long every page offers to take a deletion back; the start page always does


class Missing(Exception):
    """There is no such interview, answer or page."""


@dataclass
class Live:
    """An interview in memory."""

    id: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    interview: Interview | None = None
    notices: Notices = field(default_factory=Notices)
    # What was found for a learned network (`remembered.py`): its words, and plans that it allows.
    words: tuple[Network, list[Line]] | None = None
    plans: tuple[Network, list[dict[str, int]]] | None = None

    @property
    def notice(self) -> Notice | None:
        """What to tell in the tab whose request is being answered."""
        return self.notices.notice

    @notice.setter
    def notice(self, notice: Notice | None) -> None:
        self.notices.notice = notice


class Desk:
    """Hands out interviews, each to one thread at a time."""

    def __init__(self, log: Log, most: int = MOST) -> None:
        self.log = log
        self.most = most
        self._lives: OrderedDict[int, Live] = OrderedDict()
        self._lock = threading.Lock()
        self._seen = log.written_elsewhere()
        self.fine_without: set[tuple[int, float | None]] = set()

    @contextmanager
    def at(self, interview: int) -> Iterator[tuple[Live, Interview]]:
        """An interview; until the end of the block it is for this thread alone."""
        live = self._live(interview)
        with live.lock:
            if live.interview is None:
                live.interview = self._open(interview)
            try:
                yield live, live.interview
            except LogError:
                live.interview = None  # what is in memory may differ from what is on disk, so it must be read again
                raise

    def in_memory(self, interview: int) -> bool:
        """Is it in memory, so that it need not be rebuilt from the log?"""
        with self._lock:
            self._see_what_others_wrote()
            live = self._lives.get(interview)
            return live is not None and live.interview is not None

    def start(
        self, file: ProblemFile, examples: Sequence[Answered] = (), *, until_plan: bool = False, **options: Any
    ) -> int:
        """A new interview.

        until_plan: it shows plans until one is right
        options:    where it is to be other than people are usually asked
        """
        options = FOR_PEOPLE | options | ({"until": "plan"} if until_plan else {})
        interview = Interview.start(self.log, file, examples, **options)
        self._live(interview.id).interview = interview
        return interview.id

    def name(self, interview: int) -> str:
        """The name of an interview; raises `Missing` if there is no such interview."""
        try:
            return self.log.kept(interview).name
        except LogError as error:
            if error.__cause__ is None:
                raise Missing(f"there is no interview {interview}") from None
            raise

    def rename(self, interview: int, name: str) -> None:
        self.name(interview)  # raises if there is none
        live = self._live(interview)
        with live.lock:
            rename(self.log, interview, name)
            live.interview = None  # which is then read again, with its name

    def just_deleted(self) -> tuple[int, str] | None:
        """The interview that was deleted last, if that was not long ago and nobody has said that it is fine."""
        rows = self.log.execute(
            "SELECT id, name, deleted FROM interview WHERE deleted > ? ORDER BY deleted DESC LIMIT 1",
            time.time() - UNDO_S,
        )
        return None if not rows or tuple(rows[0][::2]) in self.fine_without else (rows[0][0], rows[0][1])

    def is_fine_without(self, interview: int) -> None:
        """Nobody needs to be told any more that an interview was deleted."""
        self.fine_without.add((interview, self.log.kept(interview).deleted))

    def _open(self, interview: int) -> Interview:
        self.name(interview)  # raises if there is none
        return Interview.open(self.log, interview)

    def _live(self, interview: int) -> Live:
        with self._lock:
            self._see_what_others_wrote()
            if interview not in self._lives:
                self._make_room()
                self._lives[interview] = Live(interview)
            self._lives.move_to_end(interview)
            return self._lives[interview]

    def _make_room(self) -> None:
        for interview, live in list(self._lives.items()):
            if len(self._lives) < self.most:
                return
            if not live.lock.locked():
                del self._lives[interview]

    def _see_what_others_wrote(self) -> None:
        """Drop what is in memory if another process, such as a terminal, has written to the log in the meantime."""
        written = self.log.written_elsewhere()
        if written != self._seen:
            self._seen = written
            for live in self._lives.values():
                live.interview = None
