"""Proofs by counting, against enumeration."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Problem
from tacit.benchmarks import load
from tacit.exact.cliques import all_different, cover
from tacit.exact.counting import different_by_counting
from tacit.exact.equivalence import equivalent
from tacit.testing import brute


@given(
    st.integers(2, 3),
    st.sets(st.sampled_from(list(itertools.combinations(range(6), 2))), max_size=15),
    st.lists(st.sets(st.integers(0, 5), min_size=2, max_size=3).map(sorted), max_size=6),
)
def test_what_counting_proves_holds_in_every_solution(size, pairs, cliques):
    problem = Problem({f"v{i}": range(size) for i in range(6)}, language=["!="])
    network = problem.network([("!=", [f"v{a}", f"v{b}"]) for a, b in sorted(pairs)])
    solutions = brute.solutions(problem, network)
    for a, b in different_by_counting(network, cliques):
        assert all(solution[f"v{a}"] != solution[f"v{b}"] for solution in solutions)


@given(st.sets(st.sampled_from(list(itertools.combinations(range(7), 2)))))
def test_a_cover_is_of_cliques_and_holds_every_pair(pairs):
    inside = [set(itertools.combinations(clique, 2)) for clique in cover(sorted(pairs))]
    assert set().union(*inside) == pairs


def without(benchmark, dropped):
    return benchmark.problem.network([c for c in benchmark.target if not dropped(*c.scope)])


@pytest.mark.parametrize("name", ["latin-3", "latin-7"])
def test_the_last_column_of_a_latin_square_follows(name):
    benchmark = load(name)
    last = f",{int(name[-1]) - 1}]"
    network = without(benchmark, lambda a, b: a.endswith(last) and b.endswith(last))
    wanted = all_different(benchmark.target, benchmark.problem.vocabulary)
    missing = len(benchmark.target) - len(network)
    edges = {
        pair for clique in all_different(network, network.vocabulary) for pair in itertools.combinations(clique, 2)
    }
    assert len(different_by_counting(network, wanted) - edges) == missing
    assert equivalent(network, benchmark.target)


def test_the_third_row_of_a_band_follows():
    """Sudoku has redundant rules: a row follows from the other two of its band and the three blocks."""
    benchmark = load("sudoku")

    def in_first_row(a, b):
        return a.startswith("grid[0,") and b.startswith("grid[0,") and int(a[7]) // 3 != int(b[7]) // 3

    assert equivalent(without(benchmark, in_first_row), benchmark.target)


def test_two_columns_do_not_follow():
    benchmark = load("latin-4")
    network = without(benchmark, lambda a, b: a[-3:] == b[-3:] and a[-2] in "23")
    wanted = all_different(benchmark.target, benchmark.problem.vocabulary)
    edges = {
        pair for clique in all_different(network, network.vocabulary) for pair in itertools.combinations(clique, 2)
    }
    assert different_by_counting(network, wanted) - edges == set()
    assert not equivalent(network, benchmark.target)
