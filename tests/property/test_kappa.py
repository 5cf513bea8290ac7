"""The fast κ against its naive twin, and the bias against the definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tacit import bitset
from tacit.bias import Bias
from tacit.examination import Example
from tacit.options import Options
from tacit.reporter import Reporter
from tacit.state import State
from tacit.testing import brute
from tacit.testing.problems import problems


def naive_kappa(state, codes, Y):
    """Row by row, with plain integers."""
    values = state.vocabulary.decode(np.where(bitset.to_mask(Y, len(codes)), codes, -1))
    return [
        row
        for row in range(state.rows.size)
        if state.in_bias[row] and not brute.accepts(state.bias.constraint(row), values)
    ]


@given(problems(), st.data())
def test_kappa(problem, data):
    state = State(problem, Options(), Reporter())
    codes = np.array([data.draw(st.sampled_from([-1, *d.tolist()])) for d in problem.vocabulary.domain_codes])
    e = Example(state, codes)
    for _ in range(3):
        Y = data.draw(st.integers(0, 2 ** len(codes) - 1)) & e.variables
        assert state.kappa(e, Y).tolist() == naive_kappa(state, codes, Y)
        # The bias shrinks while an example is examined.
        state.drop_implied(data.draw(st.lists(st.integers(0, state.rows.size - 1), max_size=3)))


@given(problems())
def test_the_bias_is_what_the_language_can_say(problem):
    """Every relation on every scope, in the order of the variables; with orders="all" every meaning, and each once."""
    bias = Bias(problem)
    candidates = [bias.constraint(row) for row in range(bias.rows.size)]
    assert bias.is_candidate.all()
    assert len(set(candidates)) == len(candidates)
    assert set(candidates) == set(brute.all_candidates(problem))
