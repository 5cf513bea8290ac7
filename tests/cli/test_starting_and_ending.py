"""Ctrl-C while the command is still loading: as real processes."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def console_script() -> list[str]:
    """What pip installs as `tacit`, as far as it matters here."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, function = scripts["tacit"].split(":")
    return ["-c", f"import sys\nfrom {module} import {function}\nif __name__ == '__main__':\n  sys.exit({function}())"]


STARTS = {"python -m tacit": ["-m", "tacit"], "the command": console_script()}


# --- Ctrl-C ---


def loading(start, imports, **more):
    """The command after so many imports of its own. (Python's report of imports is the clock.)"""
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", *STARTS[start], "--version"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )
    for line in process.stderr:
        if line.endswith(" tacit.version\n"):
            break
    for _ in range(imports):
        process.stderr.readline()
    return process


@pytest.mark.parametrize("imports", [10, 60, 110, 160, 210, 260, 310])
@pytest.mark.parametrize("start", STARTS)
def test_ctrl_c_while_it_loads(start, imports):
    process = loading(start, imports)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    said = [line for line in err.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, said) == (130, "", ["", "tacit: interrupted"])


def test_loading_takes_longer_than_the_last_of_these_moments():
    _, err = loading("the command", 310).communicate(timeout=60)
    assert err.count("import time:") > 100


def test_whoever_has_ctrl_c_ignored_is_not_disturbed():
    """As `nohup` and scripts that start it in the background do."""
    process = loading("the command", 60, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    assert re.fullmatch(r"tacit, version [\d.]+\n", out)
