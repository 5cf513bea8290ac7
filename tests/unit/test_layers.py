"""The rooms of docs/architecture.md: a module imports from its own room and from those above it in the table."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from pathlib import Path

import pytest

import tacit

ROOT = Path(tacit.__file__).parent

# What others build on comes first; rooms on one line may import from each other.
LAYERS = [
    "errors version",
    "problem structure",
    "candidates",
    "exact modelling",
    "showing",
    "learning",
    "generation",
    "regularities",
    "guided",
    "trust",
    "planning",
    "algorithms",
    "dialogue",
    "formats",
    "carrying",
    "sheets",
    "describing",
    "interface",
    "examples",
    "interview",
    "assistant benchmarks experiments notebook web",
    "testing cli",
    "__main__",
]
LEVEL = {name: level for level, line in enumerate(LAYERS) for name in line.split()}
# Exact answers, and what comes from CPMpy, which is slow to load. Rooms earlier in the list may import these, but only
# inside functions.
LAZY = {"exact", "modelling"}
# Only `tacit web` should wait for a web server to load, only `tacit mcp` for the protocol, only a notebook for widgets.
# And the command has to take care of Ctrl-C before it loads the rest.
LATE = {"assistant", "notebook", "web", "cli"}


def top(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


@functools.cache
def imports(path: Path) -> tuple[set[str], set[str]]:
    """The parts of tacit that a file imports: at its top, and inside functions. Imports for types only don't count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    at_top: set[str] = set()
    everywhere: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            node.body = []
    first = set(map(id, tree.body))
    for node in ast.walk(tree):
        found = {top(name) for name in imported(node) if name.split(".")[0] == "tacit"}
        everywhere |= found
        if id(node) in first:
            at_top |= found
    return at_top, everywhere - at_top


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"tacit.{alias.name}" for alias in node.names] if node.module == "tacit" else [node.module or ""]
    return []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from tacit.cli.person import Person", ({"cli"}, set())),
        ("def f():\n    import tacit.cli.person", (set(), {"cli"})),
        ("from tacit import errors, __version__", ({"errors", "__version__"}, set())),
        ("if TYPE_CHECKING:\n    import tacit.web", (set(), set())),
        ("import numpy", (set(), set())),
    ],
)
def test_imports_are_seen(text, found, tmp_path):
    (tmp_path / "some.py").write_text(text)
    assert imports(tmp_path / "some.py") == found


def modules() -> list[tuple[str, Path]]:
    files = sorted(ROOT.rglob("*.py"))
    return [
        (path.relative_to(ROOT).with_suffix("").parts[0], path)
        for path in files
        if path.parent != ROOT or path.stem != "__init__"
    ]


def test_every_module_has_a_layer():
    assert {name for name, _ in modules()} == set(LEVEL)


def test_nothing_imports_upwards():
    wrong = []
    for name, path in modules():
        at_top, inside = imports(path)
        upwards = [other for other in at_top | (inside - LAZY) if LEVEL[other] > LEVEL[name]]
        wrong += [(str(path.relative_to(ROOT)), other) for other in upwards]
    assert wrong == []


def test_only_exact_answers_are_imported_lazily():
    assert {other for _, path in modules() for other in imports(path)[1]} == LAZY | LATE


def loaded(script: str, modules: tuple[str, ...]) -> str:
    script = f"import sys; {script}; print([m for m in {modules} if m in sys.modules])"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip()


def test_using_tacit_does_not_load_the_solver():
    heavy = ("cpmpy", "ortools", "rich", "pandas", "hypothesis", "pytest")
    assert loaded("import tacit; tacit.learn", heavy) == "[]"


def test_importing_tacit_loads_nothing_before_it_is_used():
    """So that the command can take care of Ctrl-C first."""
    assert loaded("import tacit, tacit.__main__", ("numpy", "click", "tacit.errors")) == "[]"


def test_all_that_tacit_offers_is_there():
    script = "import tacit; assert {'learn', 'Problem', 'errors'} <= set(dir(tacit)); tacit.problem.query.Query"
    assert loaded(f"{script}; from tacit import *; Problem, learn, __version__", ("numpy",)) == "['numpy']"
    assert not hasattr(tacit, "nothing")
