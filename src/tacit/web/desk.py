"""The interviews that are being worked on, each with a lock, so that two tabs can't answer the same question.

They are kept in memory as long as there is room. An interview that is not in memory is rebuilt from the log, so that
neither a restart nor a full desk loses anything.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tacit.formats.problem_file import ProblemFile
from tacit.interview import FOR_PEOPLE, Interview, Log, LogError
from tacit.problem.network import Network
from tacit.problem.query import Answered
from tacit.showing.line import Line

MOST = 32  # interviews in memory


class Missing(Exception):
    """There is no such interview, answer or page."""


@dataclass(frozen=True)
class Notice:
    """Something to tell on the next screen. It stays until the next answer, even if the page is reloaded."""

    text: str
    kind: str = "info"  # or "problem"
    entries: tuple[int, ...] = ()  # the answers it is about, to be shown with "change this one"


@dataclass
class Live:
    """An interview in memory."""

    id: int
    lock: threading.Lock = field(default_factory=threading.Lock)
    interview: Interview | None = None
    notice: Notice | None = None
    # What was found for a learned network (`remembered.py`): its words, and plans that it allows.
    words: tuple[Network, list[Line]] | None = None
    plans: tuple[Network, list[dict[str, int]]] | None = None


class Desk:
    """Hands out interviews, each to one thread at a time."""

    def __init__(self, log: Log, most: int = MOST) -> None:
        self.log = log
        self.most = most
        self._lives: OrderedDict[int, Live] = OrderedDict()
        self._lock = threading.Lock()
        self._seen = log.written_elsewhere()

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

    def start(self, file: ProblemFile, examples: Sequence[Answered] = (), *, plans: bool = False) -> int:
        """A new interview; plans: it shows plans until one is right."""
        options = FOR_PEOPLE | {"until": "plan"} if plans else FOR_PEOPLE
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
