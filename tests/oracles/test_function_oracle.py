"""Functions that answer, given as module:function or FILE.py:NAME."""

from __future__ import annotations

import textwrap

import pytest

import tacit
from tacit.dialogue.oracles.function import load_function
from tacit.errors import OptionError, OracleError
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary

V = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4)})
QUERY = Query(V, V.encode({"anna": "Tue", "ben": "Tue", "room": 2}))

SOURCE = """
import sys
import numpy as np
LIMIT = 3

def fine(example):
    assert type(example) is dict
    return "anna" not in example or example["anna"] != example.get("ben")

def in_numpy(example):
    return np.bool_(True)

def never_sure(example):
    example.clear()

def needs_all(example):
    return example["carla"] > 3

def leaves(example):
    sys.exit("enough")

def says(example):
    return "yes"

def wants_two(example, more):
    return True

def yields(example):
    yield True
"""


@pytest.fixture
def checks(request, tmp_path, monkeypatch):
    """A module in the current folder, and the two ways to name a function in it."""
    name = f"checks_{abs(hash(request.node.name)) % 10**8}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(SOURCE), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return {"module": name, "file": f"{name}.py"}


@pytest.fixture(params=["module", "file"])
def place(request, checks):
    return checks[request.param]


def test_it_is_given_a_plain_dict_with_names(place):
    assert load_function(f"{place}:fine").ask(QUERY) is False
    assert load_function(f"{place}:in_numpy").ask(QUERY) is True
    assert load_function(f"{place}:never_sure").ask(QUERY) is None
    assert QUERY.shown == {"anna": "Tue", "ben": "Tue", "room": 2}


def test_learned_from_a_function(place):
    problem = tacit.Problem({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"]}, language=["!=", "x == Mon"])
    result = tacit.learn(problem, load_function(f"{place}:fine"))
    assert [str(c) for c in result.network] == ["anna != ben"]


def test_what_it_raises(place):
    lines = SOURCE.splitlines()
    with pytest.raises(OracleError) as caught:
        load_function(f"{place}:needs_all").ask(QUERY)
    line = lines.index('    return example["carla"] > 3') + 1
    file = place.removesuffix(".py")
    told = f"{place}:needs_all raised KeyError: 'carla' ({file}.py, line {line}), on Query(anna=Tue, ben=Tue, room=2)"
    assert str(caught.value) == told
    with pytest.raises(OracleError, match="raised SystemExit: enough"):
        load_function(f"{place}:leaves").ask(QUERY)
    with pytest.raises(OracleError, match=r"TypeError: wants_two\(\) missing 1 required positional argument"):
        load_function(f"{place}:wants_two").ask(QUERY)


def test_what_is_no_answer(place):
    with pytest.raises(OracleError, match=r"says returned 'yes', on Query\(anna=Tue.*an answer is True"):
        load_function(f"{place}:says").ask(QUERY)
    with pytest.raises(OracleError, match="returned <generator object"):
        load_function(f"{place}:yields").ask(QUERY)


def test_no_such_function(checks):
    with pytest.raises(OptionError, match=r"has no 'fin' \(did you mean 'fine'\?\)"):
        load_function(f"{checks['module']}:fin")
    with pytest.raises(OptionError, match=r"has no 'fin'. Did you mean fine\?"):
        load_function(f"{checks['file']}:fin")
    with pytest.raises(OptionError, match=r"LIMIT in the module .* is not a function, but 3"):
        load_function(f"{checks['module']}:LIMIT")


def test_no_such_module(checks):
    name = checks["module"]
    with pytest.raises(OptionError, match=rf"there is no module '{name}x' \(did you mean '{name}'\?\)"):
        load_function(f"{name}x:fine")
    with pytest.raises(OptionError, match=r"there is no file nowhere\.py"):
        load_function("nowhere.py:fine")
    with pytest.raises(OptionError, match=r"there is no module 'json.nowhere'"):
        load_function("json.nowhere:fine")


@pytest.mark.parametrize("spec", ["fine", ":", "checks:", ":fine", "a b:c", "checks:a-b", "a/b:c", ""])
def test_what_is_no_place(spec):
    with pytest.raises(OptionError, match=r"is not of the form module:function or FILE\.py:NAME"):
        load_function(spec)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
        ("x = 1\n1 / 0", r"ZeroDivisionError: division by zero \(broken.*py, line 2\)"),
        ("def f(:", "SyntaxError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_module_that_can_not_be_imported(tmp_path, monkeypatch, source, why):
    name = f"broken_{abs(hash(source)) % 10**8}"
    (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match=f"the module {name} can't be imported: {why}"):
        load_function(f"{name}:f")
