"""Sweeps on a real Dask cluster: a scheduler and workers that are processes of their own, on 127.0.0.1."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from tacit.experiments import on_dask
from tacit.interview import Log

pytest.importorskip("distributed")


class Cluster:
    """Dask's processes, which choose their ports themselves."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.about = folder / "scheduler.json"
        where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.about))
        self.scheduler = self._start("scheduler", *where)
        self._wait(self.about.exists)
        self.address = json.loads(self.about.read_text())["address"]

    def worker(self):
        where = ("--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self._start("worker", self.address, *where, "--local-directory", str(self.folder))

    def wait_for_workers(self, count):
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def _start(self, *arguments):
        quiet = subprocess.DEVNULL
        command = [sys.executable, "-m", "dask", *arguments]
        self.processes.append(subprocess.Popen(command, cwd=self.folder, stdout=quiet, stderr=quiet))
        return self.processes[-1]

    def _wait(self, happened):
        end = time.monotonic() + 60
        while not happened():
            assert self.processes[-1].poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)


@contextmanager
def cluster(folder):
    made = Cluster(folder)
    try:
        yield made
    finally:
        for process in reversed(made.processes):
            process.kill()
            process.wait()


def test_a_cluster_that_loses_a_worker_gives_every_row_once(start, tacit, own, tmp_path, tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("dask")) as dask:
        assert "the Dask scheduler has no workers" in tacit("bench", "purdey", "--dask", dask.address).refusal

        lost, _ = dask.worker(), dask.worker()
        dask.wait_for_workers(2)
        command = ("bench", "murder", "--runs", 30, "--json", "--dask", dask.address, "--results", "r.sqlite")
        begun = start(*command)
        first = [begun.line() for _ in range(4)]
        lost.send_signal(signal.SIGKILL)
        assert lost.wait() == -signal.SIGKILL
        ended = begun.end()
        assert (ended.code, ended.err) == (0, "")
        rows = [json.loads(line) for line in [*first, *ended.out.splitlines()]]
        assert len(first) < len(rows)
        assert sorted(row["seed"] for row in rows) == list(range(30))
        assert all(row["equivalent"] for row in rows)
        # The results file has all rows, so that nothing is left to run, and no cluster is needed.
        dask_is_gone = ("--dask", "127.0.0.1:9")
        assert sorted(tacit(*command[:5], *dask_is_gone, "--results", "r.sqlite").rows, key=str) == sorted(
            rows, key=str
        )

        # A worker runs in another folder, but still has the text of the user's own file.
        options = ("--values", "my.py:order", "--algorithm", "my.py:learner", "--json")
        (there,) = tacit("bench", "sudoku-4", *options, "--dask", dask.address).rows
        (here,) = tacit("bench", "sudoku-4", *options).rows
        assert (there["queries"], there["values"]) == (here["queries"], "my.py:order")
        (plain,) = tacit("bench", "sudoku-4", "--json").rows
        assert there["queries"] != plain["queries"]
        broken = ("bench", "sudoku-4", "--values", "my.py:broken", "--dask", dask.address)
        assert tacit(*broken).refusal == "tacit: my.py, line 18: IndexError: list index out of range\n"


ROW = """
name = "row"
language = ["==", "!=", "<", ">"]
[variables]
cell = { shape = [5], domain = "1..5" }
"""
NEIGHBOURS_DIFFER = """
import time

def fine(example):
    time.sleep(0.2)
    at = {int(name[5:-1]): value for name, value in example.items()}
    return all(at[i] != at[i + 1] for i in at if i + 1 in at)
"""


def test_questions_side_by_side_on_a_cluster_that_loses_a_worker(start, tacit, tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    (tmp_path / "row.toml").write_text(ROW)
    (tmp_path / "rules.py").write_text(NEIGHBOURS_DIFFER)
    with cluster(tmp_path_factory.mktemp("dask")) as dask:
        command = ("learn", "row.toml", "--oracle", "rules.py:fine", "--parallel", 3, "--dask", dask.address, "--json")
        assert "the Dask scheduler has no workers" in tacit(*command).refusal
        lost, _ = dask.worker(), dask.worker()
        dask.wait_for_workers(2)
        begun = start(*command)

        def answers():
            with Log(tmp_path / "log.sqlite") as log:
                return len(log.entries(1))

        dask._wait(lambda: answers() >= 5)
        lost.send_signal(signal.SIGKILL)
        ended = begun.end()
        assert ended.code == 0
        (row,) = ended.rows
        assert row["status"] == "converged"
        assert sorted(row["constraints"]) == [f"cell[{i}] != cell[{i + 1}]" for i in range(4)]


def test_a_scheduler_that_is_lost_is_one_line(start, tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("dask")) as dask:
        dask.worker()
        dask.wait_for_workers(1)
        begun = start("bench", "murder", "--runs", 200, "--json", "--dask", dask.address)
        assert json.loads(begun.line())["problem"] == "murder"
        dask.scheduler.kill()
        ended = begun.end()
        assert (ended.code, ended.err) == (2, f"tacit: the Dask scheduler at {dask.address} is gone\n")


# --- addresses ---


NO_ADDRESSES = ["", "nowhere", "127.0.0.1", "tcp://", "tcp://127.0.0.1:99999", "tcp://127.0.0.1:0", "127.0.0.1:port"]
NO_ADDRESSES += ["tcp://[:1", "http://127.0.0.1:8786", "inproc://1", "two words:80", "tcp://127.0.0.1:8786/path", "🦊"]


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address(tacit, address):
    said = tacit("bench", "purdey", "--dask", address).refusal
    assert said == f"tacit: {address!r} is not the address of a Dask scheduler, such as tcp://127.0.0.1:8786\n"


@contextmanager
def server(says):
    """A server that says this to whoever connects, and nothing more."""
    listening = socket.create_server(("127.0.0.1", 0))
    kept = []

    def serve():
        while True:
            try:
                kept.append(listening.accept()[0])
                kept[-1].sendall(says)
            except OSError:
                return  # closed

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}"
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        for each in kept:
            each.close()


def test_dask_is_not_installed(tacit, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = tacit("bench", "purdey", "--dask", "127.0.0.1:8786").refusal
    assert said == "tacit: --dask needs Dask: pip install 'tacit[experiments]'\n"


def test_nobody_listens(start):
    with server(b"") as address:
        pass
    said = start("bench", "purdey", "--dask", f"tcp://{address}").end().refusal
    assert said.startswith(f"tacit: no Dask scheduler answers at tcp://{address}: ")


def test_a_name_that_is_nobodys(tacit):
    said = tacit("bench", "purdey", "--dask", "no-such-host.invalid:8786").refusal
    assert said.startswith("tacit: no Dask scheduler answers at no-such-host.invalid:8786: ")


@pytest.mark.parametrize("says", [b"", b"SSH-2.0-OpenSSH\r\n" * 4, b"HTTP/1.0 400 Bad request\r\n\r\n"])
def test_something_else_listens(tacit, monkeypatch, says):
    monkeypatch.setattr(on_dask, "TIMEOUT_S", 1)
    with server(says) as address:
        said = tacit("bench", "purdey", "--dask", address).refusal
    assert said.startswith(f"tacit: no Dask scheduler answers at {address}: ")
