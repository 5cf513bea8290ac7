"""An expression means the same on integers, arrays and CPMpy variables."""

from __future__ import annotations

import itertools
import re

import cpmpy
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import LanguageError, Relation
from tacit.exact.cpsat import express, solve
from tacit.problem.network import Constraint
from tacit.problem.vocabulary import Vocabulary

RELATIONS = [
    "!=",
    "abs(x - y) > 2",
    "x // 3 != y // 3",
    "x % 3 == y % 2",
    "x * y - 2 <= x + y",
    "-x < y",
    "not x == y",
    "x == y or x > 2 and y < 0",
    "(x == y) + (x > 0) >= 1",
    "min(x, y) == -1",
    "max(x, y, 0) > 1",
    "-2 < x < y",
    "not (x or y)",
    "abs(x - y) != abs(y - z)",
    "x + y == z + w",
]


def python_meaning(text, values):
    """The value that Python itself gives the formula."""
    text = {"!=": "x != y"}.get(text, text)
    return bool(eval(text, {"abs": abs, "min": min, "max": max}, dict(zip("xyzw", values, strict=False))))


@pytest.mark.parametrize("text", RELATIONS)
def test_numbers_and_arrays_mean_the_same(text):
    relation = Relation.of(text)
    values = list(itertools.product(range(-4, 5), repeat=2)) if relation.arity == 2 else None
    values = values or list(itertools.product(range(-2, 3), repeat=relation.arity))
    expected = [python_meaning(text, v) for v in values]
    assert [bool(relation.function(*v)) for v in values] == expected
    assert relation.accepts(*np.array(values).T).tolist() == expected


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize("text", RELATIONS)
def test_cpmpy_means_the_same(text, negated):
    """All solutions that CP-SAT finds, also on negative values, where CP solvers divide differently from Python."""
    relation = Relation.of(text)
    names = ["a", "b", "c", "d"][: relation.arity]
    low, high = (-4, 4) if relation.arity == 2 else (-1, 2)
    vocabulary = Vocabulary({name: range(low, high + 1) for name in names})
    variables = [cpmpy.intvar(low, high, name=name) for name in names]
    model = cpmpy.Model(express(relation, variables, vocabulary, negated=negated))
    model += [variable >= low for variable in variables]  # so that all are in the model
    found = set()
    model.solveAll(solver="ortools", display=lambda: found.add(tuple(int(v.value()) for v in variables)))
    everything = itertools.product(range(low, high + 1), repeat=relation.arity)
    assert found == {v for v in everything if python_meaning(text, v) != negated}


def test_a_function_that_takes_numbers_only_becomes_a_table():
    lucky = Relation("lucky", lambda x, y: (x, y) in {(1, 2), (2, 2)}, 2)
    vocabulary = Vocabulary({"a": range(3), "b": range(3)})
    constraint = Constraint(lucky, ("a", "b"))
    codes, proved = solve(vocabulary, [constraint])
    assert proved
    assert constraint.accepts(vocabulary.decode(codes))
    codes, _ = solve(vocabulary, [], some_rejects=[constraint])
    assert not constraint.accepts(vocabulary.decode(codes))


def test_domains_with_holes():
    vocabulary = Vocabulary({"a": [1, 5, 9], "b": [5, 7]})
    codes, _ = solve(vocabulary, [Constraint(Relation.of("=="), ("a", "b"))])
    assert vocabulary.decode(codes) == {"a": 5, "b": 5}
    codes, proved = solve(vocabulary, [Constraint(Relation.of("x + y == 9"), ("a", "b"))])
    assert (codes is None, proved) == (True, True)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=6, unique=True), st.data())
def test_codes_there_and_back(domain, data):
    vocabulary = Vocabulary({"a": domain, "b": [0, 100]})
    value = data.draw(st.sampled_from(domain))
    assert vocabulary.decode(vocabulary.encode({"a": value})) == {"a": value}


@pytest.mark.parametrize(("text", "meant"), [("x = y", "x == y"), ("x + y = 3 or z<=w", "x + y == 3 or z<=w")])
def test_one_sign_where_two_are_needed(text, meant):
    with pytest.raises(LanguageError, match=re.escape(f"did you mean {meant!r}?")):
        Relation.of(text)
    with pytest.raises(LanguageError) as refused:
        Relation.of("x <= ")
    assert "did you mean" not in str(refused.value)
