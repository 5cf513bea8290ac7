"""The log of interviews: one SQLite file, any number of interviews in it, every answer in a transaction of its own.

An answer is on disk before the learner sees it. The file is in write-ahead mode: if the process is killed, nothing that
was acknowledged is lost. With `durable=True` this also holds for a power cut, at the price of a wait for the disk each
time.

A *round* is a stretch of an interview in which the learner asks its questions in one go. A new round begins when the
problem, the options or tacit itself have changed, so that other questions are asked. The answers of earlier rounds are
then known examples, and none is lost.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from tacit.formats.problem_file import Addition
from tacit.interview.answerer import PERSON, Answerer
from tacit.interview.beside import first_name
from tacit.interview.migrations import IN_MEMORY, LogError, connect, transaction
from tacit.interview.open_elsewhere import holding
from tacit.interview.schema import FORMAT
from tacit.version import __version__

# The kinds of entries: the answer about an example; a mark that came with a "no" ("these cells alone: no"); the answer
# about a plan, asked or not; the answer about a rule; a rule that was said unasked.
QUESTION, MARK, VERDICT, RULE, TOLD = "question", "mark", "verdict", "rule", "told"
ASKED = (QUESTION, RULE, VERDICT)
CLAIMS = (RULE, TOLD)

CLOSE_S = 0.5

WORDS: dict[bool | None, str] = {True: "yes", False: "no", None: "unknown"}
ANSWERS = {word: answer for answer, word in WORDS.items()}
Known = tuple[dict[str, int | str], bool | None, str]  # an example, its answer, and where it comes from


@dataclass(frozen=True)
class Entry:
    """An answer as it is kept.

    query:      an example by the names of variables and values; or a claim, as `kept_claims.py` writes it
    exceptions: with the "no" to a rule, the names of the groups that differ
    number:     the answer to a question for a number, if it is one
    giver:      who gave it; None if nobody knows, as in a log of an earlier tacit
    flagged:    whoever answered wants to look at it again
    note:       what they have noted about it
    """

    position: int
    round: int
    kind: str
    query: dict[str, Any]
    answer: bool | None
    asked: float = 0.0
    answered: float = 0.0
    exceptions: tuple[str, ...] = ()
    number: int | None = None
    giver: Answerer | None = None
    flagged: bool = False
    note: str = ""

    @property
    def is_claim(self) -> bool:
        """Is it about rules, and not about an example?"""
        return self.kind in CLAIMS


@dataclass(frozen=True)
class Kept:
    """An interview as it is kept."""

    id: int
    name: str
    source: str
    problem: str
    examples: list[Known]
    relations: list[Addition]
    created: float
    changed: float
    deleted: float | None
    round: int
    options: dict[str, Any]
    version: str
    answers: int
    answerers: tuple[Answerer, ...] = ()  # the last one last

    @property
    def programs(self) -> list[Answerer]:
        """Who answered, besides people."""
        return [each for each in self.answerers if not each.is_person]

    @property
    def left_by_a_program(self) -> bool:
        """Was the last answer given by a program, so that a person should not go on without knowing it?"""
        return bool(self.answerers) and not self.answerers[-1].is_person


def default_path() -> Path:
    """Where interviews are kept: TACIT_DB, or the place for a program's data on this system."""
    if os.environ.get("TACIT_DB"):
        return Path(os.environ["TACIT_DB"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "tacit" / "interviews.sqlite"


class Log:
    """The file. Use it as a context manager, or close it."""

    def __init__(self, path: str | Path | None = None, *, durable: bool = True) -> None:
        self.path = Path(path) if path is not None else default_path()
        self._lock = threading.RLock()
        with self._told():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Threads may share a log, because `_told` lets in one at a time.
            self._db = connect(self.path, durable=durable)

    @classmethod
    def in_memory(cls) -> Log:
        """A log that is gone with the process: for a notebook whose answers nobody wants to keep."""
        log = cls.__new__(cls)
        log.path = Path(IN_MEMORY)
        log._lock = threading.RLock()
        with log._told():
            log._db = connect(log.path, durable=False)
        return log

    def close(self) -> None:
        """Close the file. Whoever is just writing to it may finish, but nobody is waited for long."""
        waited = self._lock.acquire(timeout=CLOSE_S)
        try:
            self._db.close()
        finally:
            if waited:
                self._lock.release()

    def __enter__(self) -> Log:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Lets in one thread at a time, and turns what goes wrong on disk into an error of one sentence."""
        try:
            with self._lock:
                yield
        except sqlite3.OperationalError as error:
            raise LogError(f"{self.path}: {error}; nothing that was answered before is lost") from error
        except sqlite3.DatabaseError as error:
            raise LogError(f"{self.path}: {error}") from error
        except OSError as error:
            raise LogError(f"{self.path}: {error.strerror or error}") from error

    def written_elsewhere(self) -> int:
        """A number that changes whenever another process has written to the file."""
        with self._told():
            (version,) = self._db.execute("PRAGMA data_version").fetchone()
        return int(version)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; nobody else writes in between."""
        with self._told(), transaction(self._db):
            (number,) = self._db.execute("PRAGMA user_version").fetchone()
            if number != FORMAT:  # the file had this format when it was opened
                raise LogError(
                    f"{self.path}: a newer tacit has brought it to format {number} since; go on with that one"
                )
            yield

    @contextmanager
    def in_passing(self) -> Iterator[None]:
        """A transaction for what can be found again: it does not wait for the disk."""
        with self._told():
            (before,) = self._db.execute("PRAGMA synchronous").fetchone()
            self._db.execute("PRAGMA synchronous = NORMAL")
            try:
                with self.transaction():
                    yield
            finally:
                self._db.execute(f"PRAGMA synchronous = {before}")

    # --- interviews ---

    def new(
        self, name: str, source: str, problem: str, options: Mapping[str, Any], examples: Sequence[Known] = ()
    ) -> Kept:
        now = time.time()
        with self.transaction():
            cursor = self._db.execute(
                "INSERT INTO interview (name, source, problem, examples, relations, created, changed) "
                "VALUES (?, ?, ?, ?, '[]', ?, ?)",
                (name, source, problem, json.dumps(list(examples)), now, now),
            )
            assert cursor.lastrowid is not None
            self._insert_round(cursor.lastrowid, 0, options)
        return self.kept(cursor.lastrowid)

    def execute(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """For what has tables of its own in the same file (`beside.py`)."""
        with self._told():
            return self._db.execute(statement, values).fetchall()

    def latest(self, name: str, source: str) -> Kept | None:
        """The newest interview about the problem of this name in this file. (Others may have the same name.)

        It is found by the name of the problem, also if the interview was renamed since.

        One without answers counts only if there is no other: a start that failed before its first answer hides nothing.
        """
        with self._told():
            row = self._db.execute(
                f"SELECT id FROM interview WHERE {first_name(self)} = ? AND source = ? AND deleted IS NULL "
                "ORDER BY EXISTS (SELECT 1 FROM answer WHERE interview = id) DESC, id DESC LIMIT 1",
                (name, source),
            ).fetchone()
        return None if row is None else self.kept(row[0])

    def all(self) -> list[Kept]:
        """The interviews that are not in the bin, the most recently changed first."""
        with self._told():
            rows = self._db.execute("SELECT id FROM interview WHERE deleted IS NULL ORDER BY changed DESC").fetchall()
        return [self.kept(interview) for (interview,) in rows]

    def kept(self, interview: int) -> Kept:
        with self._told():
            row = self._db.execute(
                "SELECT id, name, source, problem, examples, relations, created, changed, deleted, number, options, "
                "version, (SELECT count(*) FROM answer WHERE interview = id AND kind NOT IN ('mark', 'told')), "
                "answerers FROM interview JOIN round ON interview = id WHERE id = ? ORDER BY number DESC LIMIT 1",
                (interview,),
            ).fetchone()
        if row is None:
            raise LogError(f"{self.path}: there is no interview {interview}")
        kept = Kept(*row)
        return replace(
            kept,
            examples=[(example, answer, source) for example, answer, source in json.loads(row[4])],
            relations=json.loads(row[5]),
            options=json.loads(row[10]),
            answerers=tuple(Answerer(*each) for each in json.loads(row[13])),
        )

    def new_round(
        self,
        kept: Kept,
        problem: str,
        relations: Sequence[Addition],
        options: Mapping[str, Any],
        examples: Sequence[Known],
    ) -> Kept:
        """Begin a round: from here on other questions are asked."""
        with self.transaction():
            (last,) = self._db.execute("SELECT max(number) FROM round WHERE interview = ?", (kept.id,)).fetchone()
            self._db.execute(
                "UPDATE interview SET problem = ?, relations = ?, examples = ?, changed = ? WHERE id = ?",
                (problem, json.dumps(list(relations)), json.dumps(list(examples)), time.time(), kept.id),
            )
            self._insert_round(kept.id, last + 1, options)
        return self.kept(kept.id)

    def _insert_round(self, interview: int, number: int, options: Mapping[str, Any]) -> None:
        self._db.execute(
            "INSERT INTO round VALUES (?, ?, ?, ?)",
            (interview, number, json.dumps(dict(options), sort_keys=True), __version__),
        )

    def duplicate(self, interview: int, name: str) -> Kept:
        """A copy of an interview with all its answers."""
        with self.transaction():
            cursor = self._db.execute(
                "INSERT INTO interview (name, source, problem, examples, relations, created, changed, answerers) "
                "SELECT ?, '', problem, examples, relations, created, ?, answerers FROM interview WHERE id = ?",
                (name, time.time(), interview),
            )
            copy = cursor.lastrowid
            assert copy is not None
            self._db.execute(
                "INSERT INTO round SELECT ?, number, options, version FROM round WHERE interview = ?", (copy, interview)
            )
            self._db.execute(
                "INSERT INTO answer SELECT ?, position, round, kind, query, answer, exceptions, number, asked, "
                "answered, giver FROM answer WHERE interview = ?",
                (copy, interview),
            )
            self._db.execute(
                "INSERT INTO remark SELECT ?, position, flagged, note FROM remark WHERE interview = ?",
                (copy, interview),
            )
        return self.kept(copy)

    def delete(self, interview: int, *, deleted: bool = True) -> None:
        """Put an interview into the bin, or take it out again. Nothing is ever erased."""
        with self.transaction():
            self._db.execute(
                "UPDATE interview SET deleted = ? WHERE id = ?", (time.time() if deleted else None, interview)
            )

    def in_the_bin(self) -> list[Kept]:
        """The interviews in the bin, the last one that was put there first."""
        rows = self.execute("SELECT id FROM interview WHERE deleted IS NOT NULL ORDER BY deleted DESC")
        return [self.kept(interview) for (interview,) in rows]

    # --- answers ---

    def entries(self, interview: int) -> list[Entry]:
        with self._told():
            rows = self._db.execute(
                "SELECT position, round, kind, query, answer, asked, answered, exceptions, number, giver "
                "FROM answer WHERE interview = ? ORDER BY position",
                (interview,),
            ).fetchall()
            remarks = self._db.execute("SELECT position, flagged, note FROM remark WHERE interview = ?", (interview,))
            said = {position: (bool(flagged), note) for position, flagged, note in remarks}
        return [
            Entry(
                *(at, round, kind, json.loads(query), ANSWERS[word], asked, answered, tuple(json.loads(names)), number),
                Answerer(*json.loads(giver)) if giver else None,
                *said.get(at, (False, "")),
            )
            for at, round, kind, query, word, asked, answered, names, number, giver in rows
        ]

    def append(self, interview: int, entries: Sequence[Entry], by: Answerer = PERSON) -> None:
        """Keep answers, all or none, if the log still ends where they begin: nothing done elsewhere is overwritten.

        by: who gave them
        """
        with self.transaction():
            self._see_that_it_ends_at(entries[0].position - 1, interview)
            self._see_that_it_is_known_who_answers(interview, by)
            for entry in entries:
                self._db.execute(
                    "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        *(interview, entry.position, entry.round, entry.kind, json.dumps(entry.query)),
                        *(WORDS[entry.answer], json.dumps(entry.exceptions), entry.number),
                        *(entry.asked, entry.answered, json.dumps(astuple(by))),
                    ),
                )
                self._keep_remark(interview, entry.position, entry.flagged, entry.note)
            self._touch(interview)

    def remark(self, interview: int, position: int, *, flagged: bool, note: str) -> None:
        """Flag an answer or not, and note something about it; it replaces what was noted before."""
        with self.transaction():
            self._keep_remark(interview, position, flagged, note)
            self._touch(interview)

    def _keep_remark(self, interview: int, position: int, flagged: bool, note: str) -> None:
        self._db.execute("DELETE FROM remark WHERE interview = ? AND position = ?", (interview, position))
        if flagged or note:
            self._db.execute("INSERT INTO remark VALUES (?, ?, ?, ?)", (interview, position, flagged, note))

    def change(
        self,
        interview: int,
        position: int,
        answer: bool | None,
        exceptions: Sequence[str] = (),
        number: int | None = None,
        *,
        last: int,
        by: Answerer = PERSON,
    ) -> None:
        """Change the answer to an earlier question. A mark that came with the old answer is dropped.

        last: where the caller thinks that the log ends
        by:   who gives the new answer
        """
        with self.transaction():
            self._see_that_it_ends_at(last, interview)
            self._db.execute(
                "UPDATE answer SET answer = ?, exceptions = ?, number = ?, answered = ?, giver = ? "
                "WHERE interview = ? AND position = ?",
                (
                    *(WORDS[answer], json.dumps(list(exceptions)), number, time.time(), json.dumps(astuple(by))),
                    *(interview, position),
                ),
            )
            self._see_that_it_is_known_who_answers(interview, by)
            self._db.execute(
                "DELETE FROM answer WHERE interview = ? AND position = ? AND kind = 'mark'", (interview, position + 1)
            )
            self._touch(interview)

    def forget_from(self, interview: int, position: int, *, last: int) -> None:
        """Take back the answers from this position on; `last` as for `change`."""
        with self.transaction():
            self._see_that_it_ends_at(last, interview)
            self._db.execute("DELETE FROM answer WHERE interview = ? AND position >= ?", (interview, position))
            self._touch(interview)

    def forget(self, interview: int, position: int, *, last: int) -> None:
        """Take back one entry, and leave the others where they are; `last` as for `change`."""
        with self.transaction():
            self._see_that_it_ends_at(last, interview)
            self._db.execute("DELETE FROM answer WHERE interview = ? AND position = ?", (interview, position))
            self._touch(interview)

    def _see_that_it_ends_at(self, expected: int, interview: int) -> None:
        """Nothing is written on top of what somebody else has done in the meantime."""
        (last,) = self._db.execute(
            "SELECT coalesce(max(position), 0) FROM answer WHERE interview = ?", (interview,)
        ).fetchone()
        if last != expected:
            what = f"question {expected + 1} was answered" if last > expected else f"question {last + 1} was taken back"
            others = holding(self.path)
            also = f" ({others} has it open, too: let that end first, or use another --db)" if others else ""
            raise LogError(f"{self.path}: {what} elsewhere in the meantime{also}; start again to go on from there")

    def _see_that_it_is_known_who_answers(self, interview: int, by: Answerer) -> None:
        (kept,) = self._db.execute("SELECT answerers FROM interview WHERE id = ?", (interview,)).fetchone()
        before = [Answerer(*each) for each in json.loads(kept)]
        if before[-1:] != [by]:
            now = [astuple(each) for each in [*(each for each in before if each != by), by]]
            self._db.execute("UPDATE interview SET answerers = ? WHERE id = ?", (json.dumps(now), interview))

    def _touch(self, interview: int) -> None:
        self._db.execute("UPDATE interview SET changed = ? WHERE id = ?", (time.time(), interview))
