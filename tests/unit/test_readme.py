"""The README's Python runs, and prints what its comments say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"


@pytest.fixture(scope="module")
def blocks():
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)


def test_the_examples_print_what_they_say(blocks, capsys):
    namespace: dict[str, object] = {}
    learn, dialogue, with_rules = blocks[:3]
    exec(learn, namespace)
    expected = re.findall(r"^print\(.*?\) +# (.*)$", learn, flags=re.MULTILINE)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(expected) == 3
    assert printed[:2] == expected[:2]
    assert expected[2].startswith(printed[2])
    exec(dialogue, namespace)
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == "converged"
    assert printed[0] == re.search(r"shown\) +# (.*)", dialogue)[1]
    exec(with_rules, namespace)
    assert capsys.readouterr().out.splitlines() == [re.search(r"ask=True\)\) +# (.*)", with_rules)[1], "converged"]


def test_with_cpmpys_variables(blocks, capsys):
    import tacit

    (block,) = [block for block in blocks if "import cpmpy" in block]
    exec(block, {"tacit": tacit})
    expected = re.findall(r"^print\(.*\) +# (\d+)", block, flags=re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == expected == ["8", "4"]
