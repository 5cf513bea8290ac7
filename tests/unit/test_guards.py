"""A user's own function returns something wrong: the error names the function, and says what is accepted."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest

from tacit import OptionError, Problem, Status, learn
from tacit.algorithms import ALGORITHMS, Outcome
from tacit.algorithms.findc_corrected import findc_corrected
from tacit.algorithms.findscope2 import findscope2
from tacit.algorithms.mquacq import mquacq
from tacit.algorithms.outcome import verdict
from tacit.dialogue.options import Options
from tacit.generation.ordering import bdeg, max_v

FOUR = Problem({name: range(3) for name in "abcd"}, language=["!=", "<"], orders="given")
TARGET = [("!=", ["a", "b"]), ("<", ["b", "d"])]


def fails(**options):
    with pytest.raises(OptionError) as caught:
        learn(FOUR, TARGET, **options)
    return str(caught.value)


@pytest.mark.parametrize("objective", ["max", "max_b"])
@pytest.mark.parametrize("wrong", [lambda search: 0, lambda search: int(np.argmin(search.free))])
def test_a_variable_that_is_not_free(wrong, objective):
    wrong.__name__ = "mine"
    said = fails(variables=wrong, objective=objective)
    assert said.startswith("variables: mine returned 0, which is not a free variable. Free are 1, 2, 3")


@pytest.mark.parametrize("wrong", [None, "a", 4, -1, 1.0, np.array([0, 1])])
def test_a_variable_that_is_none(wrong):
    assert "is not a free variable. Free are 0, 1, 2, 3" in fails(variables=lambda search: wrong)


@pytest.mark.parametrize(
    "wrong",
    [[0, 1], [0, 1, 1], [1, 2, 3], [0, 1, 2, 3], [0.0, 1.0, 2.0], [[0, 1, 2]], None, "012", [True, False, True]],
)
@pytest.mark.parametrize("made", [lambda wrong: wrong, np.array])
def test_values_that_are_not_each_position_once(wrong, made):
    said = fails(values=lambda search, variable, choices, gains: made(wrong))
    assert said.startswith("values: <lambda> returned ")
    assert re.search(r"but must return each position of the (2 choices once: 0 to 1|3 choices once: 0 to 2), in", said)


def test_what_a_value_order_is_given_cant_be_written_to():
    def sorts(search, variable, choices, gains):
        gains.sort()
        return np.arange(len(choices))

    with pytest.raises(ValueError, match="read-only"):
        learn(FOUR, TARGET, values=sorts)


@pytest.mark.parametrize("kind", [list, tuple, lambda order: np.array(list(order), dtype=np.int8)])
def test_numpys_integers_and_lists_will_do(kind):
    result = learn(
        FOUR,
        TARGET,
        variables=lambda search: np.flatnonzero(search.free)[-1],
        values=lambda search, variable, choices, gains: kind(range(len(choices))),
    )
    assert (result.status, len(result.network)) == ("converged", 2)


@pytest.mark.parametrize("wrong", [0, -1, 1 << 4, None, [1]])
def test_a_scope_that_is_not_inside(wrong):
    def scope(asker, e, Y):
        yield from findscope2(asker, e, Y)
        return wrong

    assert fails(findscope=scope).startswith(f"findscope: scope returned {wrong}, but must return a set of variables")


@pytest.mark.parametrize("wrong", [3, None, [12], [-1], ["!="], [1.5]])
def test_rows_that_are_none(wrong):
    def rows(asker, e, Y):
        yield from findc_corrected(asker, e, Y)
        return wrong

    assert fails(findc=rows).endswith("but must return a list of rows, which are integers from 0 to 11")


def test_an_outcome_that_is_none():
    def forgets(asker):
        yield from mquacq(asker)

    assert fails(algorithm=forgets).startswith("algorithm: forgets returned None, but must return an Outcome")


@pytest.mark.parametrize("option", ["algorithm", "findscope", "findc"])
def test_a_plain_function_in_the_place_of_a_generator(option):
    def plain(asker, e=None, Y=None):
        return Outcome(Status.CONVERGED) if Y is None else Y

    assert fails(**{option: plain}).startswith(f"{option}: plain returned ")
    assert "must be a generator" in fails(**{option: plain})


def test_what_tacit_brings_is_not_wrapped():
    options = Options(algorithm=mquacq, variables=bdeg, values=max_v, findscope=findscope2, findc=findc_corrected)
    assert options.learner is ALGORITHMS["mquacq"]
    assert (options.variable_order, options.value_order) == (bdeg, max_v)
    assert (options.scope_finder, options.constraint_finder) == (findscope2, findc_corrected)


def backwards(search):
    return int(np.flatnonzero(search.free)[-1])


def looks_first(asker):
    return (yield from mquacq(asker)) if asker.space.in_bias.any() else verdict(asker)


def test_options_with_functions_can_be_pickled():
    options = Options(variables=backwards, algorithm=looks_first)
    assert pickle.loads(pickle.dumps(options)) == options
