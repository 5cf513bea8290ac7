"""docs/extending.md: its files pass their contracts, its commands run, its program prints what the document says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "extending.md"
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"tacit (bench [^`\n]*)", DOCUMENT.read_text(encoding="utf-8"))

# A few problems for each test are enough here; test_contract sees that broken learners fail.
PROFILE = """
from hypothesis import settings
settings.register_profile("few", derandomize=True, max_examples=3)
settings.load_profile("few")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """my.py and test_my.py, each made of the blocks that start with its name."""
    made = tmp_path_factory.mktemp("extending")
    for name in ("my.py", "test_my.py"):
        parts = [text for language, text in BLOCKS if language == "python" and text.startswith(f"# {name}\n")]
        assert len(parts) >= 3
        (made / name).write_text("\n\n".join(parts), encoding="utf-8")
    (made / "conftest.py").write_text(PROFILE, encoding="utf-8")
    return made


def run(folder: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_each_passes_its_contract(folder):
    printed = run(folder, "-m", "pytest", "-p", "no:cacheprovider", "-v", "test_my.py")
    passed = re.findall(r"^test_my\.py::(\w+)::(\w+) PASSED", printed, flags=re.MULTILINE)
    assert {made for made, _ in passed} == {"TestShuffledMaxV", "TestDomBdeg", "TestOneByOne"}
    assert len(passed) == 3 * 11
    assert ("TestDomBdeg", "test_learns_targets_that_have_a_solution") in passed


def test_the_program_prints_what_the_document_says(folder):
    (program,) = [text for language, text in BLOCKS if language == "python" and text.startswith("import tacit\n")]
    after = BLOCKS[BLOCKS.index(("python", program)) + 1]
    (folder / "program.py").write_text(program, encoding="utf-8")
    printed = run(folder, "program.py")
    assert ("", printed) == after
    assert printed.count(" converged ") == 12


@pytest.mark.parametrize("command", [command for command in COMMANDS if "--runs" not in command])
def test_the_commands_run(folder, command):
    assert '"converged"' in run(folder, "-m", "tacit", *command.split(), "--json")


def test_all_four_commands_are_there():
    assert [command.split()[1:3] for command in COMMANDS] == [
        ["sudoku-4", "--values"],
        ["sudoku-4", "--variables"],
        ["sudoku-4", "--algorithm"],
        ["sudoku-4", "murder"],
    ]
