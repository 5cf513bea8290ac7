"""Which learner is meant where none is named: guided, unless an option is given that only the paper's have."""

from __future__ import annotations

import pytest

import tacit
from tacit.dialogue.options import OF_THE_PAPER, Options, read_options

PROBLEM = tacit.Problem({"a": range(3), "b": range(3)}, language=["!=", "<"])


def test_guided_is_the_default():
    assert tacit.Dialogue(PROBLEM).options.guided
    assert Options().algorithm == read_options({"seed": 3, "plans": 0}).algorithm == "guided"


@pytest.mark.parametrize(
    "given", [{"findscope": 1}, {"values": "lex"}, {"objective": "max"}, {"prove": True}, {"nodes_max": 9}]
)
def test_an_option_of_the_papers_algorithms_means_mquacq(given):
    assert given.keys() <= OF_THE_PAPER
    assert read_options(given).algorithm == "mquacq"
    assert read_options({**given, "algorithm": "quacq"}).algorithm == "quacq"


def test_what_is_not_said_means_nothing():
    assert read_options({"nodes_min": None, "cut_max": None, "prove": False}).algorithm == "guided"


def test_bounds_are_learned_without_naming_a_learner():
    problem = tacit.Problem({f"r[{i}]": [0, 1] for i in range(3)}, language=[{"relation": "sum <= k", "over": "whole"}])
    result = tacit.learn(problem, lambda example: sum(example.values()) <= 2)
    assert [str(c.relation.name) for c in result.network] == ["sum <= 2"]
