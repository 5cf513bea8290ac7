"""Bounds on groups so small that a model may say them as other constraints: x + y <= 5."""

from __future__ import annotations

import itertools

import cpmpy as cp
import pytest

import tacit

TWO = [[f"g[0,{j}]", f"g[1,{j}]"] for j in range(3)]


def pairs(say):
    return lambda g: cp.Model([say(g[0, j], g[1, j]) for j in range(3)])


MODELS = {
    "a sum": (pairs(lambda x, y: x + y <= 4), lambda x, y: x + y <= 4),
    "a count": (pairs(lambda x, y: cp.Count([x, y], 2) <= 1), lambda x, y: not (x == y == 2)),
    "at least": (pairs(lambda x, y: cp.Count([x, y], 2) >= 1), lambda x, y: 2 in (x, y)),
    "differ": (pairs(lambda x, y: cp.AllDifferent([x, y])), lambda x, y: x != y),
}


@pytest.mark.parametrize("language", [["sum <= k", "count(2) <= k", "count(2) >= k", "alldifferent"], "common"])
@pytest.mark.parametrize("which", list(MODELS))
def test_a_bound_on_two_cells_is_learned_from_a_model_and_from_functions(which, language):
    model, says = MODELS[which]
    g = cp.intvar(0, 3, shape=(2, 3), name="g")
    rules = tacit.Rules([(names, says) for names in TWO])
    for oracle in (model(g), rules):
        result = tacit.learn(tacit.Problem(g, language=language), oracle, algorithm="guided", seed=0)
        assert result.status == "converged", (result.reason, result.conflict)
        for values in itertools.product(range(4), repeat=6):
            example = {f"g[{i},{j}]": values[3 * i + j] for i in range(2) for j in range(3)}
            right = all(says(example[one], example[other]) for one, other in TWO)
            assert result.network.accepts(example) == right, (example, [str(c) for c in result.network])
