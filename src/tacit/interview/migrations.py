"""Opens the file of a log: creates it if there is none, and brings a file of an earlier format up to date.

All steps to the newest format, and the number of the new format, are one transaction: a kill in the middle leaves the
file as it was. Before the first step a copy is made beside the file, such as
`interviews.format-1.2031-05-17T093000.sqlite`, for whoever wants to go back to an earlier tacit. A file whose format is
later than this tacit knows is not touched.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from tacit.errors import TacitError
from tacit.interview.schema import APPLICATION, STEPS, Step, create

NEW = 0  # the format of an empty file
IN_MEMORY = ":memory:"  # SQLite's name for a log in no file
WAIT_S = 10  # how long to wait while others write


class LogError(TacitError):
    """The file with the interviews can't be opened, read or written."""


def connect(path: Path, *, durable: bool = True, steps: Sequence[Step] = STEPS) -> sqlite3.Connection:
    """A connection to a log, in the newest format. The caller begins and ends transactions."""
    if str(path) != IN_MEMORY:
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))  # a new one is its owner's: answers may be private
    db = sqlite3.connect(path, isolation_level=None, timeout=WAIT_S, check_same_thread=False)
    try:
        _format_of(db, path, steps)  # refuses a file that can't be used, before anything is written to it
        _write_ahead(db)
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        db.execute("PRAGMA foreign_keys = OFF")  # here, because it has no effect inside a transaction
        with transaction(db):
            # Looked up again: only now is it certain that nobody else makes the tables or takes the steps.
            now = _format_of(db, path, steps)
            if now == NEW:
                create(db)
            elif now <= len(steps):
                _take(steps[now - 1 :], db, path, now)
        db.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        db.close()
        raise
    return db


def _write_ahead(db: sqlite3.Connection) -> None:
    """Switch to write-ahead mode. SQLite would not wait while others do the same to a new file, so we try again."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(0.01)


@contextlib.contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; nobody else writes in between."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _format_of(db: sqlite3.Connection, path: Path, steps: Sequence[Step]) -> int:
    """The format of the file; an error if the file is not ours, or comes from a later tacit."""
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables == 0:
        return NEW
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (number,) = db.execute("PRAGMA user_version").fetchone()
    newest = 1 + len(steps)
    if application != APPLICATION or number < 1:
        raise LogError(f"{path}: not a file of tacit's interviews")
    if number > newest:
        raise LogError(f"{path}: written by a newer version of tacit (format {number}; this one knows {newest})")
    return int(number)


def _take(steps: Sequence[Step], db: sqlite3.Connection, path: Path, now: int) -> None:
    """Take the steps from format `now` on, inside the caller's transaction."""
    newest = now + len(steps)
    copy = _copy(path, now)
    try:
        db.set_authorizer(_refuse_to_end)
        for step in steps:
            step(db)
        if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.IntegrityError("rows would refer to rows that are not there")
        db.execute(f"PRAGMA user_version = {newest}")
    except BaseException as error:
        copy.unlink()  # the copy is not needed: the file itself stays as it was
        if not isinstance(error, Exception):
            raise
        what = f"it can't be brought from format {now} to format {newest}, and stays as it was"
        raise LogError(f"{path}: {what} ({error})") from error
    finally:
        db.set_authorizer(None)


def _refuse_to_end(action: int, *_: object) -> int:
    """Keeps a step from committing before all steps are taken, even by accident: `executescript` commits."""
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK


def _copy(path: Path, now: int) -> Path:
    """Copy the file as it is. The copy lies beside it, and is complete or not there at all."""
    copy = path.with_name(f"{path.stem}.format-{now}.{datetime.now():%Y-%m-%dT%H%M%S}{path.suffix}")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    try:
        # Private from the beginning: nobody may read the copy who may not read the file.
        os.close(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        shutil.copymode(path, unfinished)
        # With a connection of its own, because the one that is about to write can't be copied from.
        with contextlib.closing(sqlite3.connect(path)) as old, contextlib.closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # so that all of it is in one file
        os.replace(unfinished, copy)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return copy
