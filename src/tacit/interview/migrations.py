"""Opens the file of a log: makes it if there is none, and brings one of an earlier format up to date.

All steps to the newest format and the new format's number are one transaction: a kill in the middle leaves the file as
it was. Before the first step the file is copied beside it, as `interviews.format-1.2031-05-17T093000.sqlite`, for
whoever wants to go back to an earlier tacit. A file of a later format than this tacit knows is not touched.
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
WAIT_S = 10  # for others who write


class LogError(TacitError):
    """The file with the interviews can't be opened, read or written."""


def connect(path: Path, *, durable: bool = True, steps: Sequence[Step] = STEPS) -> sqlite3.Connection:
    """The file of a log in its newest format. Transactions are the caller's to begin and to end."""
    os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))  # a new one is its owner's: answers may be private
    db = sqlite3.connect(path, isolation_level=None, timeout=WAIT_S, check_same_thread=False)
    try:
        _format_of(db, path, steps)  # what can't be used is refused before anything is written to it
        _write_ahead(db)
        db.execute(f"PRAGMA synchronous = {'FULL' if durable else 'NORMAL'}")
        db.execute("PRAGMA foreign_keys = OFF")  # has no effect inside a transaction
        with transaction(db):
            # Only now is it certain that nobody else makes the tables, or takes the steps, at the same time.
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
    """Switch to write-ahead mode. While others do that to a new file, SQLite gives up at once instead of waiting."""
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
    """Which format the file has; an error if it is not one of ours, or of a later tacit."""
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
        copy.unlink()  # nobody needs it: the file itself stays as it was
        if not isinstance(error, Exception):
            raise
        what = f"it can't be brought from format {now} to format {newest}, and stays as it was"
        raise LogError(f"{path}: {what} ({error})") from error
    finally:
        db.set_authorizer(None)


def _refuse_to_end(action: int, *_: object) -> int:
    """Not even by accident, as `executescript` does, may a step commit before the last one is taken."""
    return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK


def _copy(path: Path, now: int) -> Path:
    """A copy of the file as it is, beside it. There is no copy, or a complete one."""
    copy = path.with_name(f"{path.stem}.format-{now}.{datetime.now():%Y-%m-%dT%H%M%S}{path.suffix}")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    try:
        # For nobody else's eyes than those of the file itself, from the beginning.
        os.close(os.open(unfinished, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        shutil.copymode(path, unfinished)
        # A reader of its own: the connection that is about to write can't be copied from.
        with contextlib.closing(sqlite3.connect(path)) as old, contextlib.closing(sqlite3.connect(unfinished)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
        os.replace(unfinished, copy)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
    return copy
