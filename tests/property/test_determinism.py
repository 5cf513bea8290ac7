"""The same problem, seed and answers give the same questions, whatever the hash seed and whatever ran before."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SETTINGS = [
    "algorithm='mquacq'",
    "algorithm='mquacq', values='max_v', seed=3",
    "algorithm='quacq', objective='max', variables='dom/wdeg', prove=True, seed=1",
    "algorithm='multiacq', findc='first', seed=2",
    "algorithm='guided', seed=1",
    "algorithm='guided', until='equivalent', seed=2",
]

SCRIPT = """
from tacit import learn
from tacit.benchmarks import load
b = load({name!r})
for _ in range({runs}):
    result = learn(b.problem, b.target, {settings})
    for entry in result.answers:
        print(sorted(entry.query.assignment.items()), entry.answer)
    for c in result.network:
        print(c)
    print(result.status)
"""


def transcript(settings, hash_seed, runs=1):
    """What a fresh process asks and learns."""
    quick = "multiacq" in settings or "equivalent" in settings
    script = SCRIPT.format(name="sudoku-4" if quick else "zebra", settings=settings, runs=runs)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True).stdout


@pytest.mark.parametrize("settings", SETTINGS)
def test_neither_the_hash_seed_nor_what_ran_before_matters(settings):
    first = transcript(settings, "0")
    assert len(first) > 1000
    assert transcript(settings, "1") == first
    assert transcript(settings, "12345", runs=2) == first * 2
