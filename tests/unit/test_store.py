"""The results file: what is stored, and files that can't be used."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest

from tacit.dialogue.extensions import Extension
from tacit.experiments.store import ResultsError, Store
from tacit.experiments.sweep import sweep
from tacit.experiments.task import Task

TASK = Task("purdey", {"algorithm": "mquacq"}, seed=1)


def test_a_run_that_was_done_twice_is_stored_once(tmp_path):
    with Store(tmp_path / "r.sqlite") as store:
        assert store.get(TASK) is None
        store.put(TASK, {"queries": 1}, {"learned": [[1, 0.5]]})
        store.put(TASK, {"queries": 2}, {"learned": []})
        assert len(store) == 1
    with Store(tmp_path / "r.sqlite") as store:
        assert store.get(TASK) == ({"queries": 1}, {"learned": [[1, 0.5]]})


def test_a_name_that_means_something_to_sqlite_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Store(":memory:") as store:
        store.put(TASK, {}, {})
    with Store(":memory:") as store:
        assert len(store) == 1


@pytest.mark.parametrize(
    "other",
    [
        Task("murder", {"algorithm": "mquacq"}, seed=1),
        Task("purdey", {"algorithm": "quacq"}, seed=1),
        Task("purdey", {"algorithm": "mquacq"}, seed=2),
        Task("purdey", {"algorithm": "mquacq"}, seed=1, relations=("<=",)),
        Task("purdey", {"algorithm": "mquacq"}, seed=1, orders="all"),
        Task("purdey", {"algorithm": "mquacq"}, seed=1, cap_s=5.0),
        Task("purdey", {"algorithm": "mquacq"}, seed=1, extensions=(Extension("a.py", "f", "def f(): pass"),)),
    ],
)
def test_whatever_makes_a_difference_is_another_task(tmp_path, other):
    with Store(tmp_path / "r.sqlite") as store:
        store.put(TASK, {}, {})
        assert store.get(other) is None


def test_a_file_that_was_changed_is_another_task():
    before, after = (Task("purdey", extensions=(Extension("a.py", "f", text),)) for text in ("x = 1", "x = 2"))
    assert before.key != after.key


@pytest.mark.parametrize("stored", [0, 1])
def test_a_sweep_gives_each_task_once(tmp_path, stored):
    asked: list[Task] = []

    def runner(tasks):
        asked.extend(tasks)
        for task in tasks:
            yield task, {"seed": task.seed}, {}

    tasks = [Task("purdey", seed=seed) for seed in (0, 1, 0)]
    with Store(tmp_path / "r.sqlite") as store:
        for task in tasks[:stored]:
            store.put(task, {"seed": task.seed, "stored": True}, {})
        rows = [row for _, row, _ in sweep(tasks, runner, store)]
        assert [row["seed"] for row in rows] == [0, 1]
        assert ["stored" in row for row in rows] == [bool(stored), False]
        assert [task.seed for task in asked] == [0, 1][stored:]
        assert len(store) == 2


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE albums (title TEXT)")


def truncated(path: Path) -> None:
    with Store(path) as store:
        store.put(TASK, {}, {})
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda path: path.write_bytes(b"\x00\xff garbage" * 400), "file is not a database"),
        (lambda path: path.write_text("a,b\n1,2\n"), "file is not a database"),
        (Path.mkdir, "it is a directory"),
        (foreign, "another program's database"),
        (truncated, "malformed"),
        (lambda path: path.symlink_to(path), "unable to open"),
    ],
)
def test_files_that_can_not_be_used(tmp_path, make, says):
    path = tmp_path / "r.sqlite"
    make(path)
    with pytest.raises(ResultsError, match=says) as caught:
        Store(path).get(TASK)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_another_programs_database_is_left_as_it_is(tmp_path):
    foreign(tmp_path / "r.sqlite")
    before = (tmp_path / "r.sqlite").read_bytes()
    with pytest.raises(ResultsError):
        Store(tmp_path / "r.sqlite")
    assert (tmp_path / "r.sqlite").read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ResultsError, match=f"there is no directory {tmp_path / 'none'}"):
        Store(tmp_path / "none" / "r.sqlite")


@pytest.fixture
def without_rights():
    """A folder with a results file that we may read but not write. If we are root, we become another user."""
    folder = Path(tempfile.mkdtemp())
    Store(folder / "r.sqlite").put(TASK, {}, {})
    (folder / "r.sqlite").chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    yield folder
    if root:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the rights of POSIX")
@pytest.mark.parametrize(("name", "says"), [("r.sqlite", "readonly database"), ("new.sqlite", "unable to open")])
def test_a_file_that_may_not_be_written(without_rights, name, says):
    with pytest.raises(ResultsError, match=says):
        Store(without_rights / name)
