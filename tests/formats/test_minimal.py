"""Minimal networks have the same solutions, and no constraint that the others imply."""

from __future__ import annotations

from hypothesis import given, settings

from kit.models import models, solutions
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.exact.minimal import minimal
from tacit.problem.network import Network
from tacit.problem.vocabulary import Vocabulary


@given(models())
@settings(max_examples=30)
def test_the_same_solutions_and_nothing_redundant(model):
    network = model.network
    found = minimal(network)
    v = network.vocabulary
    assert [c for c in network if c not in set(found.redundant)] == list(found.network)
    assert solutions(found.network) == solutions(network)
    assert found.undecided == 0
    for constraint in found.network:
        rest = Network(v, [c for c in found.network if c != constraint])
        assert solutions(rest) != solutions(network)


def test_transitivity():
    network = Network(Vocabulary({name: range(4) for name in "abc"}), ["a < b", "b < c", "a < c", "a != c"])
    assert [str(c) for c in minimal(network).network] == ["a < b", "b < c"]


def test_by_counting():
    """In a Sudoku some rows, columns and blocks follow from the others. Counting shows it; solvers find it hard."""
    target = load("sudoku-4").target
    found = minimal(target)
    assert len(found.network) + len(found.redundant) == len(target) == 56
    assert len(found.network) < 50
    assert equivalent(found.network, target)


def test_implied_on_the_same_scope():
    """Courses of a semester are on different days, so they are in different slots."""
    network = Network(Vocabulary({"a": range(9), "b": range(9)}), ["a // 3 != b // 3", "a != b", "b != a"])
    assert [str(c) for c in minimal(network).network] == ["a // 3 != b // 3"]


def test_what_is_not_decided_stays():
    target = load("golomb-8").target
    found = minimal(target, limit=0.0)
    assert found.network == target
    assert found.undecided > 0


def test_progress_is_told():
    network = Network(Vocabulary({name: range(4) for name in "abc"}), ["a < b", "b < c"])
    seen = []
    minimal(network, watch=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
