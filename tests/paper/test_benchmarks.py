"""Whole benchmarks, learned to equivalence."""

from __future__ import annotations

import pytest

from tacit import learn
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent


def test_sudoku():
    """MQuAcq + FindScope-2 + max_B + bdeg + random; the paper: 810 constraints, 6 858 queries."""
    sudoku = load("sudoku")
    result = learn(
        sudoku.problem,
        sudoku.target,
        algorithm="mquacq",
        findscope=2,
        objective="max_b",
        variables="bdeg",
        values="random",
        seed=0,
    )
    assert (result.status, len(result.network)) == ("converged", 810)
    assert 5_800 <= result.statistics.queries <= 7_900
    assert equivalent(result.network, sudoku.target)


@pytest.mark.parametrize("algorithm", ["quacq", "mquacq"])
@pytest.mark.parametrize("values", ["random", "max_v"])
@pytest.mark.parametrize("findscope", [1, 2])
@pytest.mark.parametrize("name", ["zebra", "queens-8", "golomb-6-full", "sudoku-4"])
def test_learned_to_equivalence(name, findscope, values, algorithm):
    """Zebra (implied constraints), queens (two constraints a scope), the full ruler (nested scopes)."""
    benchmark = load(name)
    result = learn(benchmark.problem, benchmark.target, algorithm=algorithm, values=values, findscope=findscope)
    assert result.status == "converged"
    assert equivalent(result.network, benchmark.target)
    assert not result.open


@pytest.mark.parametrize("name", ["zebra", "queens-8", "sudoku-4"])
def test_multiacq_too(name):
    benchmark = load(name)
    result = learn(benchmark.problem, benchmark.target, algorithm="multiacq")
    assert result.status == "converged"
    assert equivalent(result.network, benchmark.target)


def test_max_may_end_prematurely_and_prove_settles_it():
    """Under max a search that is cut proves nothing, and the status says so."""
    sudoku = load("sudoku-4")
    cut = {"objective": "max", "variables": "bdeg", "nodes_min": 1, "nodes_max": 20}
    result = learn(sudoku.problem, sudoku.target, **cut)
    assert result.status == "premature"
    assert result.statistics.cutoffs_max > 0
    proved = learn(sudoku.problem, sudoku.target, prove=True, **cut)
    assert proved.status == "converged"
    assert equivalent(proved.network, sudoku.target)
