"""Models as JSON: what is written is read again, byte for byte; a wrong file gives a named error and nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.bounded import random_bounded_model
from kit.models import models, solutions
from tacit.benchmarks import load
from tacit.errors import ProblemError
from tacit.formats import json_model
from tacit.problem.model import Model

NAMES = ["sudoku", "zebra", "golomb-6-full", "rlfap-10", "examtt-6", "queens-4", "ward-8x7"]
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(model=models(hostile=True), status=st.sampled_from([None, "converged"]), count=st.integers(0, 9))
def test_what_is_written_is_read(model, status, count):
    model = replace(model, status=status, questions=count or None, open=count)
    text = json_model.write(model)
    again = json_model.read(text)
    assert json_model.write(again) == text
    assert text.encode("utf-8").decode("utf-8") == text
    assert (again.name, again.status, again.questions, again.open) == (model.name, status, count or None, count)
    assert again.network.vocabulary.names == model.network.vocabulary.names
    assert again.network.vocabulary.named_values == model.network.vocabulary.named_values
    assert solutions(again.network) == solutions(model.network)


@pytest.mark.parametrize("name", NAMES)
def test_benchmarks(name):
    target = load(name).target
    text = json_model.write(Model(name, target))
    assert json_model.read(text).network == target
    assert json_model.write(json_model.read(text)) == text


@given(seed=st.integers(0, 2**32))
def test_bounds(seed):
    model = random_bounded_model(seed)
    text = json_model.write(model)
    again = json_model.read(text)
    assert again.network == model.network
    assert json_model.write(again) == text


BOUNDED = st.integers(0, 2**32).map(random_bounded_model)


@given(model=models(hostile=True) | BOUNDED, data=st.data())
def test_a_changed_model_is_read_or_refused(model, data):
    """Anything in any place gives a model or a named error, and never anything else."""
    given_ = json.loads(json_model.write(model))
    place, key = given_, data.draw(st.sampled_from(list(given_)))
    while data.draw(st.booleans()) and isinstance(place[key], (dict, list)) and place[key]:
        place = place[key]
        keys = list(place) if isinstance(place, dict) else range(len(place))
        key = data.draw(st.sampled_from(keys))
    change = data.draw(st.sampled_from(["replace", "remove", "number"]))
    if change == "remove":
        del place[key]
    else:
        place[key] = data.draw(ANY_JSON) if change == "replace" else data.draw(st.integers(-(2**70), 2**70))
    try:
        read = json_model.read(json.dumps(given_))
    except ProblemError:
        return
    assert json_model.write(json_model.read(json_model.write(read))) == json_model.write(read)


@given(st.one_of(st.text(), ANY_JSON.map(json.dumps)))
def test_what_is_no_model_is_refused(text):
    with pytest.raises(ProblemError):
        json_model.read(text)


BASE = {
    "format": "tacit model",
    "version": 1,
    "name": "m",
    "values": [],
    "variables": {"a": {"from": 1, "to": 3}, "b": [1, 2]},
    "relations": {"!=": {"text": "x != y"}},
    "constraints": [["!=", "a", "b"]],
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 3}, "version: this tacit reads versions 1 and 2, not 3"),
        ({"version": True}, "version: this tacit reads versions 1 and 2, not True"),
        ({"name": 3}, "name: a text is needed, not 3"),
        ({"open": -1}, "open: a number of things is needed, not -1"),
        ({"colour": 1}, "there is no key 'colour'"),
        ({"variables": {}}, "variables: a problem needs at least one variable"),
        ({"variables": {"a": {"from": 1, "to": 10**12}}}, "variables, 'a': 1 to 32,000 values are accepted"),
        ({"variables": {"a": [1.5], "b": [1]}}, "variable 'a': its domain has 1.5"),
        ({"variables": {"a": ["Mon"], "b": [1, 2]}}, r"values: the names of values .* \['Mon'\], not \[\]"),
        ({"relations": {"!=": {"text": "__import__('os')"}}}, "relations, '!=': relation .* a call of something else"),
        ({"relations": {"!=": {"text": "x" * 10_000}}}, "10000 characters; at most 500 are accepted"),
        ({"relations": {"!=": {"arity": 2, "allowed": [[1, 2], [1]]}}}, "relations, '!=', tuple 2: 2 integers"),
        ({"relations": {"!=": {"arity": 9, "allowed": []}}}, "its arity must be 1 to 4, not 9"),
        ({"relations": {"sum <= 3": {"sum": True, "<=": 3, ">=": 1}}}, "relations, 'sum <= 3': .* is needed, not"),
        ({"relations": {"sum <= 3": {"sum": True, "<=": "3"}}}, "with a number of at most"),
        ({"relations": {"sum <= 3": {"sum": True, "<=": 4}}}, "relations, 'sum <= 3': this is called 'sum <= 4'"),
        ({"relations": {"sum <= 3": {"sum": True, "count": [1], "<=": 3}}}, "is needed, not"),
        ({"relations": {"count(1) <= 3": {"count": ["Mon"], "<=": 3}}}, "a list of values is needed, not .'Mon'"),
        ({"relations": {"count(1) <= 3": {"count": [1, 1], "<=": 3}}}, "different values are needed"),
        (
            {
                "relations": {"!=": {"text": "x != y"}, "sum <= 3": {"sum": True, "<=": 3}},
                "constraints": [["sum <= 3"]],
            },
            "constraint 1: .*variable",
        ),
        ({"constraints": [["!=", "a", "b"], ["=!", "a", "b"]]}, "constraints, number 2: there is no relation '=!'"),
        ({"constraints": [["!=", "a"]]}, "constraints, number 1: '!=' takes 2 variables, not 1"),
        ({"constraints": [["!=", "a", "c"]]}, "constraint 1: there is no variable 'c'"),
        ({"constraints": [["!=", "a", "a"]]}, "names a variable twice"),
    ],
)
def test_errors_say_where(change, message):
    with pytest.raises(ProblemError, match=message):
        json_model.read(json.dumps(BASE | change), of="m.json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 100_000, "nested too deeply|not JSON"),
        ('{"format": "tacit model", "version": ' + "9" * 5000 + "}", "digits"),
        ('{"format": "tacit model", "format": "tacit model"}', "the key 'format' is given twice"),
        ("[]", "it is not a model"),
        ("{", "not JSON: .* line 1 column 2"),
    ],
)
def test_hostile_texts(text, message):
    with pytest.raises(ProblemError, match=message):
        json_model.read(text)


def test_too_long(monkeypatch):
    monkeypatch.setattr(json_model, "MAX_LENGTH", 10)
    with pytest.raises(ProblemError, match="11 characters; at most 10"):
        json_model.read(" " * 11)
