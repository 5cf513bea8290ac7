"""What lies beside interviews in the file of the log: descriptions of problems that are not finished, names that people
gave to interviews, and how far each has come.

All are conveniences: a log without them is complete. So their tables are made when they are first needed, the format
of the log stays the same, and an earlier tacit passes them over.
"""

from __future__ import annotations

import json
import time
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tacit.interview.log import Log

MOST = 40  # descriptions that are kept; the oldest ones are dropped
_DRAFTS = """
CREATE TABLE IF NOT EXISTS draft (
  id INTEGER PRIMARY KEY AUTOINCREMENT,  -- a number is never used again: an old tab must not meet another description
  said TEXT NOT NULL,                    -- as JSON
  sheet BLOB,                            -- the spreadsheet that it comes from
  changed REAL NOT NULL,
  interview INTEGER                      -- the last one that was started from it
)
"""
_FAR = """
CREATE TABLE IF NOT EXISTS how_far (
  interview INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,             -- of the last answer when this was written; later ones make it worthless
  settled INTEGER NOT NULL,              -- of 100 possible constraints
  words TEXT NOT NULL,
  over INTEGER NOT NULL
)
"""
_RENAMED = "CREATE TABLE IF NOT EXISTS renamed (interview INTEGER PRIMARY KEY, was TEXT NOT NULL)"


@dataclass(frozen=True)
class Draft:
    """A description as it is kept."""

    id: int
    said: dict[str, Any]
    sheet: bytes | None
    changed: float
    interview: int | None


@dataclass(frozen=True)
class HowFar:
    """How far an interview has come, as it is shown in a list."""

    position: int
    settled: int
    words: str
    over: bool


class Drafts:
    """The descriptions in a log."""

    def __init__(self, log: Log) -> None:
        self.log = log

    def new(self, said: dict[str, Any], sheet: bytes | None = None) -> int:
        with self.log.transaction():
            self.log.execute(_DRAFTS)
            self.log.execute(
                "INSERT INTO draft (said, sheet, changed) VALUES (?, ?, ?)", json.dumps(said), sheet, time.time()
            )
            ((made,),) = self.log.execute("SELECT last_insert_rowid()")
            self.log.execute(
                "DELETE FROM draft WHERE id NOT IN (SELECT id FROM draft ORDER BY changed DESC, id DESC LIMIT ?)", MOST
            )
        return int(made)

    def find(self, draft: int) -> Draft | None:
        if not _has(self.log, "draft"):
            return None
        rows = self.log.execute("SELECT id, said, sheet, changed, interview FROM draft WHERE id = ?", draft)
        return None if not rows else Draft(rows[0][0], json.loads(rows[0][1]), *rows[0][2:])

    def open_ones(self) -> list[Draft]:
        """Those from which no interview was started, the last one first; without their spreadsheets."""
        if not _has(self.log, "draft"):
            return []
        rows = self.log.execute(
            "SELECT id, said, NULL, changed, interview FROM draft WHERE interview IS NULL "
            "ORDER BY changed DESC, id DESC"
        )
        return [Draft(row[0], json.loads(row[1]), *row[2:]) for row in rows]

    def keep(self, draft: int, said: dict[str, Any]) -> None:
        with self.log.transaction():
            self.log.execute(
                "UPDATE draft SET said = ?, changed = ? WHERE id = ?", json.dumps(said), time.time(), draft
            )

    def started(self, draft: int, interview: int) -> None:
        with self.log.transaction():
            self.log.execute("UPDATE draft SET interview = ? WHERE id = ?", interview, draft)

    def drop(self, draft: int) -> None:
        if _has(self.log, "draft"):
            with self.log.transaction():
                self.log.execute("DELETE FROM draft WHERE id = ?", draft)


def rename(log: Log, interview: int, name: str) -> None:
    """Give an interview another name. The name of its problem is kept, because a problem file is known by it."""
    with log.transaction():
        log.execute(_RENAMED)
        log.execute("INSERT OR IGNORE INTO renamed SELECT id, name FROM interview WHERE id = ?", interview)
        log.execute("UPDATE interview SET name = ? WHERE id = ?", name, interview)


def keep_how_far(log: Log, interview: int, far: HowFar) -> None:
    """It need not survive a power cut, so nobody waits for the disk."""
    with log.in_passing():
        log.execute(_FAR)
        log.execute("INSERT OR REPLACE INTO how_far VALUES (?, ?, ?, ?, ?)", interview, *astuple(far))


def how_far(log: Log) -> dict[int, HowFar]:
    """How far interviews have come; without those that were gone on with since, such as at a terminal."""
    if not _has(log, "how_far"):
        return {}
    rows = log.execute(
        "SELECT interview, position, settled, words, over FROM how_far AS kept WHERE position = "
        "(SELECT coalesce(max(position), 0) FROM answer WHERE answer.interview = kept.interview)"
    )
    return {row[0]: HowFar(row[1], row[2], row[3], bool(row[4])) for row in rows}


def first_name(log: Log) -> str:
    """What SQL calls the name that an interview had at first."""
    if not _has(log, "renamed"):
        return "name"
    return "coalesce((SELECT was FROM renamed WHERE renamed.interview = interview.id), name)"


def _has(log: Log, table: str) -> bool:
    return bool(log.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table))
