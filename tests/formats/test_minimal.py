"""Minimal networks have the same solutions, and no constraint that the others imply."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kit.bounded import random_bounded_model
from kit.how_many import examples
from kit.models import models, solutions
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.exact.minimal import _units, minimal
from tacit.problem.network import Network
from tacit.problem.vocabulary import Vocabulary


@given(models() | st.integers(0, 2**32).map(random_bounded_model))
@examples(40)
def test_the_same_solutions_and_nothing_redundant(model):
    network = model.network
    found = minimal(network)
    v = network.vocabulary
    assert [c for c in network if c not in set(found.redundant)] == list(found.network)
    assert solutions(found.network) == solutions(network)
    assert found.undecided == 0
    for together in _units(list(found.network), v):
        rest = Network(v, [c for c in found.network if c not in together])
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


def test_what_all_differ_stays_together():
    """The second ≠ follows from the domains and a == 1; but without it nobody would see that three all differ."""
    v = Vocabulary({"a": range(1, 3), "b": range(2, 6), "c": range(5), "d": range(5)})
    network = Network(v, ["a != c", "b != a", "b != c", "a == 1", "d != c"])
    found = minimal(network)
    assert [str(c) for c in found.network] == [str(c) for c in network]
    assert [str(c) for c in minimal(Network(v, ["b != a", "a == 1"])).network] == ["a == 1"]


def test_bounds():
    v = Vocabulary({name: range(5) for name in "abcd"})
    network = Network(
        v,
        [
            ("alldifferent", list("abc")),
            "a != b",
            ("count(1) <= 2", list("abcd")),
            ("count(1) <= 1", list("dabc")),
            "c != d",
        ],
    )
    assert [str(c) for c in minimal(network).network] == [
        "alldifferent(a, b, c)",
        "count(1 in d, a, b, c) <= 1",
        "c != d",
    ]


def test_all_different_by_counting():
    """The last row of a Latin square follows from the other rows and the columns."""
    v = Vocabulary({f"g[{i},{j}]": range(4) for i in range(4) for j in range(4)})
    rows = [("alldifferent", [f"g[{i},{j}]" for j in range(4)]) for i in range(4)]
    columns = [("alldifferent", [f"g[{i},{j}]" for i in range(4)]) for j in range(4)]
    found = minimal(Network(v, [*columns, *rows]), limit=0.0)
    assert len(found.redundant) == 1
