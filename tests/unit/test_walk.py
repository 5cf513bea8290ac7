"""The walk of an answer in docs/architecture.md is the one that `scripts/walk.py` sees."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_document_says_what_the_script_prints():
    done = subprocess.run([sys.executable, ROOT / "scripts" / "walk.py"], capture_output=True, text=True, check=True)
    terminal, page = re.findall(r": (\d+) files\n  (.*)", done.stdout)
    crossed = set(terminal[1].split(" → ")) | set(page[1].split(" → "))
    templates = {file for file in page[1].split(" → ") if file.endswith(".html")}
    document = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    walk = document[document.index("## One walk of an answer") : document.index("## Seven ideas")]
    told = re.search(r"each once: (\d+) at the terminal, (\d+) and\s+four templates on the page", walk)
    assert (int(told[1]), int(told[2]), 4) == (int(terminal[0]), int(page[0]) - len(templates), len(templates))
    for file in crossed - templates:
        room, name = file.split("/")
        assert re.search(rf"`({room}/)?{name}`", walk), f"{file} is not in the walk"
