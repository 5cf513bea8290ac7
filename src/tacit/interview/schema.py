"""The tables of the log of interviews, and the steps that turn those of an earlier tacit into these.

Every log that was ever written must open in every later version. Whoever changes SCHEMA adds a step to STEPS that
makes the same change to a log that people have, and keeps a log of the format before it in tests/interview/data.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

APPLICATION = 0x74616369  # "taci": tells our files from others

SCHEMA = """
CREATE TABLE interview (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  source TEXT NOT NULL,            -- where the problem file is, or was
  problem TEXT NOT NULL,           -- the text of the problem file
  examples TEXT NOT NULL,          -- known before the first question, as JSON
  relations TEXT NOT NULL,         -- added to the language later, as JSON
  created REAL NOT NULL,
  changed REAL NOT NULL,
  deleted REAL,                    -- when it was put into the bin
  answerers TEXT NOT NULL DEFAULT '[]'  -- as JSON: who answered, the last one last; empty if nobody did or knows who
);
CREATE INDEX interview_source ON interview (source, name);
CREATE TABLE round (
  interview INTEGER NOT NULL REFERENCES interview (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  options TEXT NOT NULL,           -- as JSON
  version TEXT NOT NULL,           -- of tacit
  PRIMARY KEY (interview, number)
);
CREATE TABLE answer (
  interview INTEGER NOT NULL,
  position INTEGER NOT NULL,       -- 1, 2, 3 … in an interview
  round INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('question', 'mark', 'verdict', 'rule', 'told')),
  query TEXT NOT NULL,             -- as JSON: names and values, as people know them; or a claim about rules
  answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'unknown')),
  exceptions TEXT NOT NULL,        -- as JSON: with the "no" to a rule, the groups that differ, by their names
  number INTEGER,                  -- the answer to a question for a number, with "yes"; without it there is no limit
  asked REAL NOT NULL,
  answered REAL NOT NULL,
  giver TEXT NOT NULL DEFAULT '',  -- as JSON: who gave it; empty if nobody knows
  PRIMARY KEY (interview, position),
  FOREIGN KEY (interview, round) REFERENCES round (interview, number) ON DELETE CASCADE
);
CREATE TABLE remark (
  interview INTEGER NOT NULL,
  position INTEGER NOT NULL,       -- of the answer that it is about; it goes with the answer
  flagged INTEGER NOT NULL CHECK (flagged IN (0, 1)),
  note TEXT NOT NULL,
  PRIMARY KEY (interview, position),
  FOREIGN KEY (interview, position) REFERENCES answer (interview, position) ON DELETE CASCADE
);
"""

# A step works inside a transaction, which it must not end. To change what SQLite can't alter, such as a CHECK, create
# the new table under another name, copy the rows, drop the old table, and rename the new one. Foreign keys are not
# enforced meanwhile (dropping a table would delete what refers to it), but they are checked before the commit.
Step = Callable[[sqlite3.Connection], None]


def _answers_about_rules(db: sqlite3.Connection) -> None:
    """Format 2: answers about rules, and rules that were said unasked."""
    db.execute(
        """
        CREATE TABLE new_answer (
          interview INTEGER NOT NULL,
          position INTEGER NOT NULL,
          round INTEGER NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('question', 'mark', 'verdict', 'rule', 'told')),
          query TEXT NOT NULL,
          answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'unknown')),
          exceptions TEXT NOT NULL,
          asked REAL NOT NULL,
          answered REAL NOT NULL,
          PRIMARY KEY (interview, position),
          FOREIGN KEY (interview, round) REFERENCES round (interview, number) ON DELETE CASCADE
        )
        """
    )
    kept = "interview, position, round, kind, query, answer, '[]', asked, answered"
    db.execute(f"INSERT INTO new_answer SELECT {kept} FROM answer")
    db.execute("DROP TABLE answer")
    db.execute("ALTER TABLE new_answer RENAME TO answer")


def _numbers(db: sqlite3.Connection) -> None:
    """Format 3: answers to questions for numbers."""
    db.execute(
        """
        CREATE TABLE new_answer (
          interview INTEGER NOT NULL,
          position INTEGER NOT NULL,
          round INTEGER NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('question', 'mark', 'verdict', 'rule', 'told')),
          query TEXT NOT NULL,
          answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'unknown')),
          exceptions TEXT NOT NULL,
          number INTEGER,
          asked REAL NOT NULL,
          answered REAL NOT NULL,
          PRIMARY KEY (interview, position),
          FOREIGN KEY (interview, round) REFERENCES round (interview, number) ON DELETE CASCADE
        )
        """
    )
    kept = "interview, position, round, kind, query, answer, exceptions, NULL, asked, answered"
    db.execute(f"INSERT INTO new_answer SELECT {kept} FROM answer")
    db.execute("DROP TABLE answer")
    db.execute("ALTER TABLE new_answer RENAME TO answer")


def _answerers(db: sqlite3.Connection) -> None:
    """Format 4: who answered. Of the answers that are there already nobody knows it."""
    db.execute("ALTER TABLE interview ADD COLUMN answerers TEXT NOT NULL DEFAULT '[]'")


def _givers(db: sqlite3.Connection) -> None:
    """Format 5: who gave each answer. Of the answers that are there already nobody knows it for certain."""
    db.execute(
        """
        CREATE TABLE new_answer (
          interview INTEGER NOT NULL,
          position INTEGER NOT NULL,
          round INTEGER NOT NULL,
          kind TEXT NOT NULL CHECK (kind IN ('question', 'mark', 'verdict', 'rule', 'told')),
          query TEXT NOT NULL,
          answer TEXT NOT NULL CHECK (answer IN ('yes', 'no', 'unknown')),
          exceptions TEXT NOT NULL,
          number INTEGER,
          asked REAL NOT NULL,
          answered REAL NOT NULL,
          giver TEXT NOT NULL DEFAULT '',
          PRIMARY KEY (interview, position),
          FOREIGN KEY (interview, round) REFERENCES round (interview, number) ON DELETE CASCADE
        )
        """
    )
    kept = "interview, position, round, kind, query, answer, exceptions, number, asked, answered, ''"
    db.execute(f"INSERT INTO new_answer SELECT {kept} FROM answer")
    db.execute("DROP TABLE answer")
    db.execute("ALTER TABLE new_answer RENAME TO answer")


def _remarks(db: sqlite3.Connection) -> None:
    """Format 6: flags and notes on answers."""
    db.execute(
        """
        CREATE TABLE remark (
          interview INTEGER NOT NULL,
          position INTEGER NOT NULL,
          flagged INTEGER NOT NULL CHECK (flagged IN (0, 1)),
          note TEXT NOT NULL,
          PRIMARY KEY (interview, position),
          FOREIGN KEY (interview, position) REFERENCES answer (interview, position) ON DELETE CASCADE
        )
        """
    )


# The first step leads from format 1 to format 2, the next from 2 to 3, and so on.
STEPS: Sequence[Step] = (_answers_about_rules, _numbers, _answerers, _givers, _remarks)
FORMAT = 1 + len(STEPS)


def create(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file, inside a transaction of the caller."""
    for statement in SCHEMA.split(";\n"):
        db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {FORMAT}")
