"""The command `tacit`, started as a process group of its own; and a user's own file to give it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kit.command import Ended


class Started:
    """The command as a process that leads a group of its own, as in a terminal."""

    def __init__(self, arguments: tuple[object, ...], folder: Path) -> None:
        command = [sys.executable, "-m", "tacit", *map(str, arguments)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=pipe, stderr=pipe, text=True, start_new_session=True
        )

    def line(self) -> str:
        """Wait for its next line on stdout."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def end(self) -> Ended:
        out, err = self.process.communicate(timeout=120)
        return Ended(self.process.returncode, out, err)

    def signal_group(self, number: int) -> None:
        os.killpg(self.process.pid, number)

    def members(self) -> int:
        """How many processes of its group are alive."""
        count = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, group = stat.read_text().rpartition(")")[2].split()[:3]
            except (OSError, ValueError):
                continue  # that process has just ended
            count += int(group) == self.process.pid and state not in "ZX"
        return count

    def wait_until(self, members: Callable[[int], bool]) -> int:
        """Wait until the right number of processes is alive, at most 30 s; returns how many are alive."""
        end = time.monotonic() + 30
        while not members(self.members()) and time.monotonic() < end:
            time.sleep(0.02)
        return self.members()


@pytest.fixture
def start(tmp_path) -> Iterator[Callable[..., Started]]:
    """Start the command; nothing of it is left after the test."""
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes are counted in /proc")
    started: list[Started] = []

    def begin(*arguments: object) -> Started:
        started.append(Started(arguments, tmp_path))
        return started[-1]

    yield begin
    for each in started:
        if each.members():
            each.signal_group(signal.SIGKILL)
        each.process.communicate()


OWN = """
import numpy as np

from tacit.algorithms import mquacq


def order(search, variable, choices, gains):
    '''From the largest value down, whatever the seed.'''
    return np.arange(len(choices))[::-1]


def learner(asker):
    outcome = yield from mquacq(asker)
    return outcome


def broken(search, variable, choices, gains):
    return [][0]
"""


@pytest.fixture
def own(tmp_path) -> Path:
    """A user's own file, my.py, in the folder of the test."""
    (tmp_path / "my.py").write_text(OWN, encoding="utf-8")
    return tmp_path / "my.py"
