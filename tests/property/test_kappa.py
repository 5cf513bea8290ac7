"""The fast κ against its naive twin, and the bias against the definition."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kit import brute
from kit.problems import problems
from tacit import bitset
from tacit.options import Options
from tacit.reporter import Reporter
from tacit.state import Example, State


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
    candidates = brute.all_candidates(problem)
    assert len(set(candidates)) == len(candidates)
    if problem.orders == "given":
        expected = [
            (relation, scope)
            for relation in problem.language
            for scope in itertools.combinations(problem.names, relation.arity)
        ]
        assert sorted(map(str, expected)) == sorted(str((c.relation, c.scope)) for c in candidates)
        return
    universe = sorted({value for domain in problem.vocabulary.domains for value in domain})

    def meaning(relation, scope, names):
        tuples = itertools.product(universe, repeat=len(names))
        return tuple(
            bool(relation.function(*(dict(zip(names, values, strict=True))[n] for n in scope))) for values in tuples
        )

    for relation in problem.language:
        for names in itertools.combinations(problem.names, relation.arity):
            every = {meaning(relation, scope, names) for scope in itertools.permutations(names)}
            mine = [
                meaning(relation, c.scope, names)
                for c in candidates
                if c.relation == relation and set(c.scope) == set(names)
            ]
            assert len(mine) == len(every)
            assert set(mine) == every
