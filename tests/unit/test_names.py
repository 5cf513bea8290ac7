"""One concept, one name: no two files of tacit share a name, and no two classes do."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import tacit

ROOT = Path(tacit.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))


def homes(named: Iterable[tuple[str, Path]]) -> dict[str, list[str]]:
    """For each name that occurs more than once, the files it is in."""
    found: dict[str, list[str]] = {}
    for name, path in named:
        found.setdefault(name, []).append(str(path.relative_to(ROOT)))
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def classes() -> Iterator[tuple[str, Path]]:
    """All classes, including private ones and those inside functions and other classes."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, path


def test_no_two_files_share_a_name():
    assert homes((path.stem, path) for path in FILES if path.stem != "__init__") == {}


def test_no_two_classes_share_a_name():
    assert homes(classes()) == {}
