"""Other programs that serve pages, such as JupyterLab: started on a free port, and ended."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

TRIES = 900
PAUSE_S = 0.2


@contextmanager
def served(module: str, arguments: Sequence[str], folder: Path, homes: Mapping[str, str], sign: str) -> Iterator[str]:
    """The address of `python -m module arguments --port=…`, once it answers at the path `sign`.

    homes: variables of its environment, so that it leaves nothing outside of the folder
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(folder / "log.txt", "w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", module, *arguments, f"--port={port}"],
            cwd=folder,
            env={**os.environ, **homes},
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(TRIES):
            try:
                urllib.request.urlopen(f"{address}{sign}", timeout=2).read()
                break
            except OSError:
                time.sleep(PAUSE_S)
        else:
            pytest.fail((folder / "log.txt").read_text()[-2000:])
        yield address
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
