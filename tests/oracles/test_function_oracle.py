"""Functions that answer, given as module:function or FILE.py:NAME."""

from __future__ import annotations

import textwrap

import pytest

import tacit
from tacit.dialogue.oracles.function import load_oracle
from tacit.errors import OptionError, OracleError
from tacit.problem.query import Query
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.finding import find_family

V = Vocabulary({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4)})
QUERY = Query(V, V.encode({"anna": "Tue", "ben": "Tue", "room": 2}))

PROBLEM = tacit.Problem(
    {"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"], "room": range(1, 4)}, language=["!=", "x == Mon"]
)

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

class Answers:
    def ask(self, query):
        return fine(query.shown)

class Knows(Answers):
    def ask_rule(self, claim):
        return {}[claim.kind]

answers, knows = Answers(), Knows()
"""


def load(spec):
    return load_oracle(spec, PROBLEM)


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
    assert load(f"{place}:fine").ask(QUERY) is False
    assert load(f"{place}:in_numpy").ask(QUERY) is True
    assert load(f"{place}:never_sure").ask(QUERY) is None
    assert QUERY.shown == {"anna": "Tue", "ben": "Tue", "room": 2}


def test_learned_from_a_function(place):
    problem = tacit.Problem({"anna": ["Mon", "Tue"], "ben": ["Tue", "Wed"]}, language=["!=", "x == Mon"])
    result = tacit.learn(problem, load(f"{place}:fine"))
    assert [str(c) for c in result.network] == ["anna != ben"]


def test_an_object_answers_what_it_has_methods_for(place):
    answers, knows = load(f"{place}:answers"), load(f"{place}:knows")
    assert answers.ask(QUERY) is knows.ask(QUERY) is False
    assert answers.ask_rule is None
    rule = tacit.Rule(PROBLEM.language[0], find_family(V, "whole"))
    with pytest.raises(OracleError, match=rf"{place}:knows raised KeyError: 'rule' \(checks_.*, line \d+\), on "):
        knows.ask_rule(rule)
    with pytest.raises(OptionError, match=r"Answers is a class; accepted is an object of it, .*= Answers\(\)"):
        load(f"{place}:Answers")


def test_what_it_raises(place):
    lines = SOURCE.splitlines()
    with pytest.raises(OracleError) as caught:
        load(f"{place}:needs_all").ask(QUERY)
    line = lines.index('    return example["carla"] > 3') + 1
    file = place.removesuffix(".py")
    told = f"{place}:needs_all raised KeyError: 'carla' ({file}.py, line {line}), on Query(anna=Tue, ben=Tue, room=2)"
    assert str(caught.value) == told
    with pytest.raises(OracleError, match="raised SystemExit: enough"):
        load(f"{place}:leaves").ask(QUERY)
    with pytest.raises(OracleError, match=r"TypeError: wants_two\(\) missing 1 required positional argument"):
        load(f"{place}:wants_two").ask(QUERY)


def test_what_is_no_answer(place):
    with pytest.raises(OracleError, match=r"says returned 'yes', on Query\(anna=Tue.*an answer is True"):
        load(f"{place}:says").ask(QUERY)
    with pytest.raises(OracleError, match="returned <generator object"):
        load(f"{place}:yields").ask(QUERY)


def test_no_such_function(checks):
    with pytest.raises(OptionError, match=r"has no 'fin' \(did you mean 'fine'\?\)"):
        load(f"{checks['module']}:fin")
    with pytest.raises(OptionError, match=r"has no 'fin'. Did you mean fine\?"):
        load(f"{checks['file']}:fin")
    with pytest.raises(OptionError, match=r"LIMIT is not a function of an example, or an object with .*, but 3"):
        load(f"{checks['module']}:LIMIT")


def test_no_such_module(checks):
    name = checks["module"]
    with pytest.raises(OptionError, match=rf"there is no module '{name}x' \(did you mean '{name}'\?\)"):
        load(f"{name}x:fine")
    with pytest.raises(OptionError, match=r"there is no file nowhere\.py"):
        load("nowhere.py:fine")
    with pytest.raises(OptionError, match=r"there is no module 'json.nowhere'"):
        load("json.nowhere:fine")


@pytest.mark.parametrize("spec", ["fine", ":", "checks:", ":fine", "a b:c", "checks:a-b", "a/b:c", ""])
def test_what_is_no_place(spec):
    with pytest.raises(OptionError, match=r"is not of the form module:function or FILE\.py:NAME"):
        load(spec)


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
        load(f"{name}:f")
