"""Exact answers about networks with bounds, compared with an enumeration of all assignments."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from kit.bounded import random_bounded_model
from kit.how_many import examples
from kit.models import solutions
from tacit.benchmarks import load
from tacit.exact.comparison import compare
from tacit.exact.core import unsatisfiable_core
from tacit.exact.equivalence import equivalent, separating_example
from tacit.exact.solutions import find_solutions
from tacit.problem.bounds import Bound
from tacit.problem.network import Network
from tacit.problem.vocabulary import Vocabulary

SEEDS = st.integers(0, 2**32)


@given(seed=SEEDS)
@examples(12)
def test_solutions(seed):
    network = random_bounded_model(seed).network
    found = find_solutions(network, 10**6)
    assert {tuple(each.values()) for each in found} == solutions(network)
    assert len(found) == len(solutions(network))


@given(seed=SEEDS)
@examples(20)
def test_networks_accept_their_solutions_and_nothing_else(seed):
    """Also where a bound is impossible."""
    network = random_bounded_model(seed).network
    v = network.vocabulary
    every = itertools.product(*v.domains)
    assert {each for each in every if network.accepts(dict(zip(v.names, each, strict=True)))} == solutions(network)


@given(seed=SEEDS, data=st.data())
@examples(12)
def test_equivalence(seed, data):
    network = random_bounded_model(seed).network
    v = network.vocabulary
    part = Network(v, [c for c in network if data.draw(st.booleans())])
    same = solutions(network) == solutions(part)
    assert equivalent(network, part) is same
    example = separating_example(network, part)
    assert (example is None) is same
    if example is not None:
        assert network.accepts(example) != part.accepts(example)
    compared = compare(part, network)
    assert compared.equivalent is same
    assert {c for c in compared.missing.decisive if not solutions(part) <= solutions(Network(v, [c]))} == set(
        compared.missing.decisive
    )


@given(seed=SEEDS)
@examples(12)
def test_which_constraints_reject_an_example(seed):
    """A part of an example is rejected by a bound when no completion satisfies the bound."""
    network = random_bounded_model(seed).network
    v = network.vocabulary
    part = {name: v.domains[x][(seed + x) % len(v.domains[x])] for x, name in enumerate(v.names) if (seed >> x) % 3}
    rejecting = network.rejecting(v.encode(part))
    assert (not rejecting) is network.accepts(part)
    for c in network:
        if isinstance(c.relation, Bound) and c.relation.measure.kind != "alldifferent" and c.relation.sign != "==":
            domains = [(part[name],) if name in part else v.domains[v.index[name]] for name in c.scope]
            assert (c in rejecting) is (not any(c.relation.function(*each) for each in itertools.product(*domains)))


def test_exactly_is_at_most_and_at_least():
    v = Vocabulary({name: range(3) for name in "abcd"})
    one = Network(v, [("count(2) == 1", list("abcd"))])
    other = Network(v, [("count(2) <= 1", list("dcba")), ("count(not 0, 1) >= 1", list("abcd"))])
    assert equivalent(one, other)
    compared = compare(one, other)
    assert compared.equivalent
    assert [str(c) for c in compared.both] == ["count(2 in a, b, c, d) <= 1", "count(2 in a, b, c, d) >= 1"]
    assert not compared.missing.all
    assert not compared.extra.all


def test_tighter_and_looser():
    v = Vocabulary({name: range(3) for name in "abcd"})
    tight, loose = Network(v, [("sum <= 3", list("abcd"))]), Network(v, [("sum <= 4", list("abcd"))])
    compared = compare(tight, loose)
    assert [str(c) for c in compared.missing.implied] == ["sum(a, b, c, d) <= 4"]
    assert [str(c) for c in compared.extra.decisive] == ["sum(a, b, c, d) <= 3"]
    assert sum(compared.extra.example.values()) == 4


def test_all_different_and_its_pairs():
    v = Vocabulary({name: range(4) for name in "abc"})
    assert equivalent(Network(v, ["a != b", "b != c", "c != a"]), Network(v, [("alldifferent", list("abc"))]))


def test_a_ward_against_itself_with_one_more_night():
    """Groups of eight cells are not enumerated."""
    target = load("ward-8x7").target
    v = target.vocabulary
    row = [f"shift[n03,{day}]" for day in range(1, 8)]
    looser = [
        ("count(night) <= 3", row) if list(c.scope) == row and c.relation.name == "count(night) <= 2" else c
        for c in target
    ]
    assert equivalent(target, Network(v, target.constraints[::-1]))
    compared = compare(Network(v, looser), target)
    assert [str(c) for c in compared.missing.decisive] == [f"count(night in {', '.join(row)}) <= 2"]


def test_why_there_is_no_solution():
    v = Vocabulary({name: range(3) for name in "abcd"})
    network = Network(v, ["a != b", ("count(2) >= 3", list("abcd")), ("sum <= 5", list("abcd")), "c != d"])
    assert [str(c) for c in unsatisfiable_core(network)] == ["count(2 in a, b, c, d) >= 3", "sum(a, b, c, d) <= 5"]
    assert [str(c) for c in unsatisfiable_core(Network(v, ["a != b", ("count(2) >= 5", list("abcd"))]))] == [
        "count(2 in a, b, c, d) >= 5"
    ]


def test_an_impossible_bound_rejects_everything():
    v = Vocabulary({name: range(3) for name in "ab"})
    network = Network(v, [("count(2) >= 3", list("ab"))])
    assert not network.accepts({})
    assert not network.accepts({"a": 2, "b": 2})
    assert Network(v, [("count(2) >= 0", list("ab"))]).accepts({"a": 1, "b": 1})
