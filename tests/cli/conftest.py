"""A person at `tacit learn`. A module that wants one has a fixture `named`: a problem file's name, and its text."""

from __future__ import annotations

import io
import sys

import pytest


@pytest.fixture
def file(named, tmp_path, monkeypatch):
    """The problem file, beside a log of the test's own."""
    monkeypatch.setenv("TACIT_DB", str(tmp_path / "log.sqlite"))
    name, text = named
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def person(tacit, file, monkeypatch):
    """`tacit learn` on the file, with these lines as its input; what the person reads. code: how it should end"""

    def call(*lines, options=(), code=0):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        ended = tacit("learn", file.name, *options)
        assert (ended.code, ended.err) == (code, "")
        assert max(map(len, ended.out.splitlines())) <= 80
        return ended.out

    return call
