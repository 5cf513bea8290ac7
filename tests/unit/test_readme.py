"""The README's Python runs, and prints what its comments say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(scope="module")
def blocks():
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_example_prints_what_it_says(blocks, capsys):
    (learn,) = blocks
    exec(learn, {})
    expected = re.findall(r"^print\(.*?\) +# (.*)$", learn, flags=re.MULTILINE)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(expected) == 3
    assert printed[:2] == expected[:2]
    assert expected[2].startswith(printed[2])


def test_what_it_leads_to_is_there():
    leads = re.findall(r"\]\((docs/[^)]*)\)|`(docs/\w+\.md)`", README.read_text(encoding="utf-8"))
    assert len(leads) > 10
    assert [name for pair in leads for name in pair if name and not (README.parent / name).exists()] == []
