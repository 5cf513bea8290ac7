"""Functions in a user's own file: FILE.py:NAME."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest

from tacit import OptionError, learn
from tacit.benchmarks import load as benchmark
from tacit.dialogue.extensions import Extension, is_spec

ORDER = '''
from __future__ import annotations

import dataclasses

import numpy as np

import beside

LIMIT = 3


@dataclasses.dataclass
class Largest:
    factor: float = beside.FACTOR


def backwards(search):
    """The last free variable."""
    return int(np.flatnonzero(search.free)[-1])


def largest(search, variable, choices, gains):
    return np.arange(len(choices))[::-1]
'''


def load(spec):
    return Extension.read(spec).function()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current directory, with my.py and beside.py in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "beside", raising=False)
    (tmp_path / "my.py").write_text(ORDER, encoding="utf-8")
    (tmp_path / "beside.py").write_text("FACTOR = 2.0\n", encoding="utf-8")
    yield tmp_path
    sys.modules.pop("beside", None)


@pytest.mark.parametrize("where", ["my.py", "./my.py", "{folder}/my.py", "../{name}/my.py"])
def test_orders_run(folder, where):
    path = where.format(folder=folder, name=folder.name)
    before = list(sys.path)
    variables, values = load(f"{path}:backwards"), load(f"{path}:largest")
    assert sys.path == before
    sudoku = benchmark("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, variables=variables, values=values)
    assert (result.status, len(result.network)) == ("converged", 56)
    assert result.answers[0].query["grid[3,3]"] == 4


def test_a_file_is_read_and_run_once(folder):
    (folder / "counts.py").write_text(
        "import sys\nsys.times_run = getattr(sys, 'times_run', 0) + 1\n\ndef f(): pass\n\ndef g(): return __file__\n"
    )
    try:
        f, g = load("counts.py:f"), load("counts.py:g")
        assert load("counts.py:f") is f
        assert (sys.times_run, f.__module__) == (1, g.__module__)
        assert g() == str(folder / "counts.py")
        (folder / "counts.py").write_text("def f(): return 2\n")
        assert load("counts.py:f")() == 2  # a file with another text is another module
    finally:
        del sys.times_run


def test_the_text_is_carried_to_another_process(folder, tmp_path_factory):
    extension = Extension.read("my.py:largest")
    assert (extension.path, extension.name, extension.source) == ("my.py", "largest", ORDER)
    assert extension.spec == "my.py:largest"
    assert repr(extension) == "Extension(path='my.py', name='largest')"
    assert pickle.loads(pickle.dumps(extension)) == extension
    alone = Extension("my.py", "f", "def f(x): return x + 1\n")
    script = "import pickle, sys; print(pickle.load(sys.stdin.buffer).function()(41))"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    run = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(alone), cwd=elsewhere, capture_output=True, check=True
    )
    assert run.stdout.strip() == b"42"


@pytest.mark.parametrize(
    "spec", ["my.py", "my.py:", ":order", "my:order", "my.txt:order", "my.py:a b", "my.py:a.b", ""]
)
def test_not_of_the_form(folder, spec):
    with pytest.raises(OptionError, match=r"is not of the form FILE\.py:NAME, such as my\.py:order$"):
        load(spec)


def test_a_spec_is_told_from_a_name():
    assert is_spec("my.py:order")
    assert is_spec("/somewhere/else.py:")
    assert not any(is_spec(given) for given in ("dom/wdeg", "mquacq", 2, None, print))


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("none.py:order", "there is no file none.py"),
        ("nowhere/my.py:order", "there is no file nowhere/my.py"),
        ("folder.py:order", "folder.py can't be read: Is a directory"),
        ("my.py:backward", "my.py has no 'backward'. Did you mean backwards?"),
        ("my.py:q", "my.py has no 'q'. There is: Largest, backwards, largest."),
        ("my.py:LIMIT", "LIMIT in my.py is not a function, but 3"),
        ("empty.py:q", "empty.py has no 'q'. There is: no function."),
        ("latin.py:q", "latin.py can't be decoded: invalid or missing encoding declaration"),
        ("cookie.py:q", "cookie.py can't be decoded: unknown encoding: nonsense"),
        ("syntax.py:q", "syntax.py, line 2: SyntaxError: "),
        ("raises.py:q", "raises.py, line 3: ZeroDivisionError: division by zero"),
        ("deeper.py:q", "deeper.py, line 1: ValueError: invalid literal for int() with base 10: 'a'"),
        ("imports.py:q", "imports.py, line 2: ModuleNotFoundError: No module named 'not_there'"),
        ("exits.py:q", "exits.py, line 1: SystemExit: no message"),
        ("lines.py:q", "lines.py, line 1: ValueError: one"),
    ],
)
def test_mistakes_are_one_clear_line(folder, spec, says):
    (folder / "folder.py").mkdir()
    (folder / "latin.py").write_bytes(b"a = 'caf\xe9'")
    (folder / "cookie.py").write_bytes(b"# coding: nonsense\n")
    texts = {
        "empty.py": "",
        "syntax.py": "a = 1\ndef q(:\n    pass\n",
        "raises.py": "def f(x):\n    '''a'''\n    return 1 / x\n\nf(0)\n",
        "deeper.py": "import json; json.loads('1', parse_int=lambda x: int('a'))\n",
        "imports.py": "import math\nimport not_there\n",
        "exits.py": "raise SystemExit\n",
        "lines.py": "raise ValueError('one\\ntwo')\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text)
    with pytest.raises(OptionError) as caught:
        load(spec)
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(folder):
    (folder / "my.py").chmod(0)
    with pytest.raises(OptionError, match=r"^my\.py can't be read: Permission denied$"):
        load("my.py:backwards")
