"""The command `tacit`, called in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tacit.cli import main


@dataclass
class Ended:
    """How a call of the command ended."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def refusal(self) -> str:
        """The one line on stderr of a command that was refused."""
        assert (self.code, self.out) == (2, "")
        assert self.err.startswith("tacit: ")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        return self.err


@pytest.fixture
def tacit(capsys, tmp_path, monkeypatch) -> Callable[..., Ended]:
    """Call the command in a folder of the test's own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Ended:
        capsys.readouterr()
        code: Any = 0
        try:
            main([str(each) for each in arguments])
        except SystemExit as ended:
            code = ended.code
        return Ended(code, *capsys.readouterr())

    return call
