"""The same problem, seed and answers: the same questions, byte for byte, whatever the hash seed.

That a second run in one process asks the same is in the contract (`tacit.testing`).
"""

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
]

SCRIPT = """
from tacit import learn
from tacit.benchmarks import load
b = load({name!r})
result = learn(b.problem, b.target, {settings})
for entry in result.answers:
    print(sorted(entry.query.assignment.items()), entry.answer)
for c in result.network:
    print(c)
print(result.status)
"""


def transcript(name, settings, hash_seed):
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name=name, settings=settings)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    return run.stdout


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_hash_seed_does_not_matter(settings):
    name = "zebra" if "multiacq" not in settings else "sudoku-4"
    seen = {transcript(name, settings, hash_seed) for hash_seed in ("0", "1", "12345")}
    assert len(seen) == 1
    assert len(seen.pop()) > 1000
