"""The interviews that are being worked on, each with a lock, so that two tabs can't answer the same question.

They are kept in memory as long as there is room: they share a budget, and the one that was used longest ago goes first.
An interview that is not in memory is rebuilt from the log, so that neither a restart nor a full desk loses anything.
That may take a while, and so may the first question of a large problem: both are done by a thread of their own, and
whoever looks at the page meanwhile is told how far it is.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tacit.candidates.bias import refuse_too_large
from tacit.candidates.too_many import SHARE, free_memory
from tacit.errors import ProblemError
from tacit.formats.problem_file import ProblemFile
from tacit.interview import FOR_PEOPLE, Interview, Log, LogError
from tacit.interview.beside import HowFar, keep_how_far, rename
from tacit.problem.network import Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answered
from tacit.showing.line import Line
from tacit.web.notices import Notice, Notices

MOST = 64  # interviews in memory, however small they are
BUDGET = 5 * 2**29  # bytes for all of them: 2.5 GB, or less where less is free
OPENING = "opening an interview"  # the name of threads that do it
AHEAD = "thinking ahead"  # the same
THINKING = 50_000  # candidates: with fewer, the next question is there at once
AT_ONCE_S = 0.25  # nobody has read a question so soon
HALF_S = 0.7  # as long it is not worth a page of its own that an interview is not ready yet
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
    size: int = 0  # about how many bytes it needs
    # While it is made ready: the thread that does it, how many answers it has given again, of how many.
    opener: threading.Thread | None = None
    given_again: tuple[int, int] = (0, 0)
    failed: Exception | None = None

    @property
    def notice(self) -> Notice | None:
        """What to tell in the tab whose request is being answered."""
        return self.notices.notice

    @notice.setter
    def notice(self, notice: Notice | None) -> None:
        self.notices.notice = notice


class Desk:
    """Hands out interviews, each to one thread at a time."""

    def __init__(self, log: Log, most: int = MOST, budget: int | None = None) -> None:
        self.log = log
        self.most = most
        self.budget = usual_budget() if budget is None else budget
        self._lives: OrderedDict[int, Live] = OrderedDict()
        self._lock = threading.Lock()
        self._seen = log.written_elsewhere()
        self._far: dict[int, object] = {}  # how far each interview was when that was kept last
        self.fine_without: set[tuple[int, float | None]] = set()

    @contextmanager
    def at(self, interview: int) -> Iterator[tuple[Live, Interview]]:
        """An interview; until the end of the block it is for this thread alone."""
        live = self._live(interview)
        with live.lock:
            if live.failed is not None:
                failed, live.failed = live.failed, None
                raise failed
            if live.interview is None:
                self._open(live)
            assert live.interview is not None
            try:
                yield live, live.interview
            except LogError:
                live.interview = None  # what is in memory may differ from what is on disk, so it must be read again
                raise
            finally:
                live.size = 0 if live.interview is None else live.interview.memory()

    def not_ready(self, interview: int, patience: float = HALF_S) -> tuple[int, int] | None:
        """How many answers were given again, of how many, while an interview is made ready; None if it is.

        It is made ready by a thread of its own. If that fails, it counts as ready, and `at` raises the error.
        """
        live = self._live(interview)
        if live.interview is not None or live.failed is not None:
            return None
        with self._lock:
            opener = live.opener
            if opener is None:
                opener = live.opener = self._opener(live)
                opener.start()
        opener.join(patience)
        return live.given_again if opener.is_alive() else None

    def _opener(self, live: Live, first: Callable[[], Interview] | None = None) -> threading.Thread:
        return threading.Thread(target=self._make_ready, args=(live, first), name=OPENING, daemon=True)

    def _make_ready(self, live: Live, first: Callable[[], Interview] | None = None) -> None:
        try:
            with live.lock:
                if live.interview is None:
                    self._open(live, first)
        except Exception as error:  # it is told to whoever looks next
            live.failed = error
        finally:
            live.opener = None

    def think_ahead(self, interview: Interview) -> None:
        """Work out what comes after each answer to the open question, if that takes long: after this page was sent, and
        unless somebody answers at once. (Then the copies would take as long as the answer.)"""
        thinks = interview.question is None or interview.dialogue.thinks_ahead
        if thinks or interview.candidates < THINKING:
            return
        live = self._live(interview.id)
        threading.Thread(target=self._think, args=(live, interview.question), name=AHEAD, daemon=True).start()

    def _think(self, live: Live, question: object) -> None:
        time.sleep(AT_ONCE_S)
        with live.lock:
            if live.interview is None or live.interview.question is not question:
                return  # it was answered in the meantime
            if live.interview.dialogue.thinks_ahead:
                return  # the page was looked at twice
            ahead = live.interview.dialogue.think_ahead()
            live.size = live.interview.memory()
        ahead.work()

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
        self.refuse_too_large(file.problem)
        examples = list(examples)
        kept = Interview.keep(self.log, file, examples, **options)
        live = self._live(kept.id)
        make = partial(Interview, self.log, kept, file, examples, **options)
        opener = live.opener = self._opener(live, make)
        opener.start()
        opener.join(HALF_S)
        if live.failed is not None:
            failed, live.failed = live.failed, None
            raise failed
        return kept.id

    def tell(self, interview: int, notice: Notice) -> None:
        """Something to be told, though the interview may not be ready yet."""
        self._live(interview).notice = notice

    def refuse_too_large(self, problem: Problem) -> None:
        """Raise if a problem needs more memory than there is for all interviews."""
        try:
            refuse_too_large(problem, self.budget)
        except ProblemError as error:
            raise ProblemError(f"{error}. (`tacit web --memory GB` says how much may be used.)") from None

    def keep_how_far(self, interview: Interview, far: HowFar) -> None:
        """Keep how far an interview has come, so that the start page can tell without rebuilding it."""
        if self._far.get(interview.id) != far:
            keep_how_far(self.log, interview.id, far)
            self._far[interview.id] = far

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

    def _open(self, live: Live, first: Callable[[], Interview] | None = None) -> None:
        """Make an interview ready, from the log unless it is new. Its lock is held."""

        def following(given: int, of: int) -> None:
            live.given_again = (given, of)

        self.name(live.id)  # raises if there is none
        live.given_again = (0, 0)
        live.interview = (
            Interview.open(self.log, live.id, self.refuse_too_large, following) if first is None else first()
        )
        live.size = live.interview.memory()
        with self._lock:
            self._make_room(live)

    def _live(self, interview: int) -> Live:
        with self._lock:
            self._see_what_others_wrote()
            if interview not in self._lives:
                self._make_room()
                self._lives[interview] = Live(interview)
            self._lives.move_to_end(interview)
            return self._lives[interview]

    def _make_room(self, wanted: Live | None = None) -> None:
        """Let go of what was used longest ago, until the rest fits; never of what somebody works with."""
        for interview, live in list(self._lives.items()):
            too_much = sum(each.size for each in self._lives.values()) > self.budget
            if len(self._lives) < self.most and not too_much:
                return
            if live is not wanted and not live.lock.locked() and live.opener is None:
                del self._lives[interview]

    def _see_what_others_wrote(self) -> None:
        """Drop what is in memory if another process, such as a terminal, has written to the log in the meantime."""
        written = self.log.written_elsewhere()
        if written != self._seen:
            self._seen = written
            for live in self._lives.values():
                live.interview = None


def usual_budget() -> int:
    """The bytes that all interviews in memory may need."""
    free = free_memory()
    return BUDGET if free is None else min(BUDGET, int(SHARE * free / 2))
