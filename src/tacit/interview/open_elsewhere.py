"""Which other process has a file open, for messages: two runs on one file of answers stumble over each other."""

from __future__ import annotations

import os
from pathlib import Path

MOST = 60  # characters of a command line


def holding(path: str | Path) -> str:
    """Another process that has this file open, in words; empty if none is found, as where there is no /proc."""
    try:
        there = os.stat(path)
        processes = sorted(int(name) for name in os.listdir("/proc") if name.isdecimal())
    except OSError:
        return ""
    for number in processes:
        if number != os.getpid() and _has_open(number, there):
            return f"process {number}{_command(number)}"
    return ""


def _has_open(number: int, wanted: os.stat_result) -> bool:
    folder = f"/proc/{number}/fd"
    try:
        names = os.listdir(folder)
    except OSError:  # it has ended, or is somebody else's
        return False
    for name in names:
        try:
            found = os.stat(f"{folder}/{name}")
        except OSError:
            continue
        if (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino):
            return True
    return False


def _command(number: int) -> str:
    try:
        words = Path(f"/proc/{number}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return ""
    line = " ".join(os.path.basename(word) if "/" in word else word for word in words if word)
    line = "".join(c for c in line if c.isprintable())
    return f" ({line if len(line) <= MOST else line[: MOST - 1] + '…'})" if line else ""
