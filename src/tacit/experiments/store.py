"""Finished runs in a SQLite file. Each is stored at once, so that a sweep that was killed goes on where it was."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from tacit.errors import TacitError
from tacit.experiments.run import Curve, Row
from tacit.experiments.task import Task

APPLICATION_ID = 0x7AC17  # marks the file as ours


class ResultsError(TacitError):
    """The results file can't be used."""


class Store:
    """Rows and curves by the key of their task."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not str(path) or self.path.is_dir():
            raise ResultsError(f"the results file {str(path)!r} can't be used: it is a directory, not a file")
        if not self.path.parent.is_dir():
            raise ResultsError(f"the results file {self.path} can't be used: there is no directory {self.path.parent}")
        with self._clearly():
            self._db = sqlite3.connect(self.path.absolute(), timeout=30)  # absolute: ":memory:" is a file, too
            (ours,) = self._db.execute("PRAGMA application_id").fetchone()
            (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if ours != APPLICATION_ID and tables:
                raise ResultsError(f"{self.path} is another program's database, not a results file of tacit")
            with self._db:
                self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._db.execute(
                    "CREATE TABLE IF NOT EXISTS runs"
                    " (key TEXT PRIMARY KEY, row TEXT NOT NULL, curve TEXT NOT NULL, finished TEXT NOT NULL)"
                )

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, json.JSONDecodeError) as error:
            raise ResultsError(f"the results file {self.path} can't be used: {error}") from error

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def __len__(self) -> int:
        with self._clearly():
            (count,) = self._db.execute("SELECT count(*) FROM runs").fetchone()
        return int(count)

    def put(self, task: Task, row: Row, curve: Curve) -> None:
        """Store a finished run. If it is stored already, nothing changes: a run that was done twice counts once."""
        with self._clearly(), self._db:
            self._db.execute(
                "INSERT OR IGNORE INTO runs VALUES (?, ?, ?, datetime('now'))",
                (task.key, json.dumps(row), json.dumps(curve)),
            )

    def get(self, task: Task) -> tuple[Row, Curve] | None:
        with self._clearly():
            found = self._db.execute("SELECT row, curve FROM runs WHERE key = ?", (task.key,)).fetchone()
            return None if found is None else (json.loads(found[0]), json.loads(found[1]))
