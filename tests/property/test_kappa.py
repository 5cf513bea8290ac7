"""The fast κ against its naive twin, and the bias against the definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.candidates import bitset, examination
from tacit.candidates.bias import Bias
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.learning.asker import Asker
from tacit.learning.reporter import Reporter
from tacit.testing import brute
from tacit.testing.problems import limited_problems, problems


def naive_kappa(asker, codes, Y, survivors=False):
    """κ computed row by row, with plain integers."""
    among = asker.space.surviving if survivors else asker.space.in_bias
    values = asker.space.vocabulary.decode(np.where(bitset.to_mask(Y, len(codes)), codes, -1))
    return [
        row
        for row in range(asker.space.rows.size)
        if among[row] and not brute.accepts(asker.space.bias.constraint(row), values)
    ]


@pytest.mark.parametrize("many", [0, 10**9])
@given(problem=problems(), data=st.data())
def test_kappa(many, problem, data):
    """Kept as rows, and as a graph (of binary rows)."""
    asker = Asker(problem, Options(algorithm="mquacq"), Reporter())
    codes = np.array([data.draw(st.sampled_from([-1, *d.tolist()])) for d in problem.vocabulary.domain_codes])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examination, "MANY", many)
        e = Example(asker.space, codes)
    for _ in range(4):
        Y = data.draw(st.integers(0, 2 ** len(codes) - 1)) & e.variables
        expected = naive_kappa(asker, codes, Y)
        assert e.kappa(Y).tolist() == expected
        assert e.kappa_size(Y) == len(expected)
        assert e.rejecting(Y).tolist() == naive_kappa(asker, codes, Y, survivors=True)
        # The bias shrinks while an example is examined.
        if data.draw(st.booleans()):
            asker.space.refute(e.rejecting(Y))
            e.refuted(Y)
        asker.space.drop_implied(data.draw(st.lists(st.integers(0, asker.space.rows.size - 1), max_size=3)))


@given(problems() | limited_problems())
def test_the_bias_is_what_the_language_can_say(problem):
    """Every relation on every scope, in the order of the variables; with orders="all" in all, each meaning once."""
    bias = Bias(problem)
    candidates = [bias.constraint(row) for row in range(bias.rows.size)]
    assert bias.is_candidate.all()
    assert len(set(candidates)) == len(candidates)
    assert set(candidates) == set(brute.all_candidates(problem))
