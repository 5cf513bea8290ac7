"""Loops say every constraint of a network, and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.bounded import random_bounded_model
from kit.models import models
from tacit.benchmarks import load
from tacit.formats import cpmpy_script, minizinc
from tacit.formats.folding import Loop, fold
from tacit.formats.outline import outline
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.meaning import truth_table
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

BENCHMARKS = ["sudoku", "jsudoku", "zebra", "murder", "queens-4", "golomb-6-full", "examtt-6", "ward-8x7", "ward-9x14"]
ROSTER = {f"shift[{who},{day}]": ["off", "early", "night"] for who in ("anna", "ben", "chris") for day in (1, 2, 3, 4)}


def loops_of(network: Network) -> list[Loop]:
    return fold(outline(network, minizinc.RESERVED))


def said(network: Network) -> list[tuple[Relation, tuple[str, ...]]]:
    """Each relation with each scope, as the loops say them."""
    names = network.vocabulary.names
    return [(loop.relation, tuple(names[x] for x in scope)) for loop in loops_of(network) for scope in loop.scopes]


def check(network: Network) -> None:
    """What the loops say is in the network, and what is in the network they say."""
    v = network.vocabulary
    given_ = _atoms([(c.relation, c.scope) for c in network], v)
    found = _atoms(said(network), v)
    different = _different(network)
    assert {atom for atom in found if atom[0] != "!="} == {atom for atom in given_ if atom[0] != "!="}
    assert {atom for atom in given_ if atom[0] == "!="} <= {atom for atom in found if atom[0] == "!="}
    assert {atom[1] for atom in found if atom[0] == "!="} <= different


def _atoms(constraints: list[tuple[Relation, tuple[str, ...]]], v: Vocabulary) -> set:
    """All different as its pairs, "exactly" as its parts, and scopes in one of the orders that mean the same."""
    atoms = set()
    for relation, scope in constraints:
        if is_all_different(relation):
            atoms |= {("!=", frozenset(pair)) for pair in itertools.combinations(scope, 2)}
        elif isinstance(relation, Bound):
            atoms |= {(part.name, frozenset(scope)) for part in relation.parts()}
        elif relation.name in ("!=", "x != y"):
            atoms.add(("!=", frozenset(scope)))
        else:
            atoms.add((relation.name, _turned(relation, scope, v)))
    return atoms


def _turned(relation: Relation, scope: tuple[str, ...], v: Vocabulary) -> tuple[str, ...]:
    m = v.n_codes
    table = truth_table(relation, v).reshape((m,) * relation.arity)
    orders = [o for o in itertools.permutations(range(relation.arity)) if (table == table.transpose(o)).all()]
    return min(tuple(scope[i] for i in order) for order in orders)


def _different(network: Network) -> set[frozenset[str]]:
    """The pairs that a constraint of the network makes differ."""
    v = network.vocabulary
    found = set()
    for c in network:
        if is_all_different(c.relation):
            found |= {frozenset(pair) for pair in itertools.combinations(c.scope, 2)}
        elif c.relation.arity == 2 and not truth_table(c.relation, v).reshape(v.n_codes, -1).diagonal().any():
            found.add(frozenset(c.scope))
    return found


@given(seed=st.integers(0, 2**32))
def test_with_bounds(seed):
    check(random_bounded_model(seed).network)


@given(model=models(hostile=True))
def test_with_all_kinds_of_relations_and_names(model):
    check(model.network)


@pytest.mark.parametrize("name", BENCHMARKS)
def test_benchmarks(name):
    check(load(name).target)


@given(seed=st.integers(0, 2**32), data=st.data())
def test_what_is_missing_in_a_pattern_is_not_said(seed, data):
    network = random_bounded_model(seed).network
    left_out = data.draw(st.sampled_from(network.constraints))
    check(Network(network.vocabulary, [c for c in network if c != left_out]))


def test_a_ward_is_a_dozen_lines():
    """Of 202 constraints, and as many for a ward of twenty and four weeks."""
    assert len(loops_of(load("ward-8x7").target)) == 11
    assert len(loops_of(load("ward-20x28").target)) == 11


def test_a_sudoku_is_three_lines():
    text = minizinc.write(Model("sudoku", load("sudoku").target))
    constraints = [line for line in text.splitlines() if line.startswith("constraint")]
    assert sorted(constraints) == [
        "constraint forall(i in 0..8)(all_different(grid[i, ..]));",
        "constraint forall(i, j in {0, 3, 6})(all_different(grid[i..i + 2, j..j + 2]));",
        "constraint forall(j in 0..8)(all_different(grid[.., j]));",
    ]


def test_labels_are_indices():
    """A group that is no block of neighbours, too: whom a person calls seniors need not stand side by side."""
    v = Vocabulary(ROSTER)
    seniors = [("count(night) >= 1", [f"shift[anna,{day}]", f"shift[chris,{day}]"]) for day in (1, 2, 3, 4)]
    model = Model("seniors", Network(v, [*seniors, ("x != night", ["shift[ben,2]"])]))
    program, script = minizinc.write(model), cpmpy_script.write(model)
    assert "constraint forall(j in 1..4)(sum(cell in [shift[i,j] | i in {anna, chris}])(cell = night) >= 1);" in program
    assert "constraint shift[ben,2] != night;" in program
    assert "for j in range(4):\n    model += cp.Count(shift[[anna, chris], j], night) >= 1\n" in script
    assert "model += shift[ben, 1] != night\n" in script


def test_weeks_and_windows():
    v = Vocabulary({f"x[{i}]": range(3) for i in range(1, 22)})
    weeks = [("sum <= 9", [f"x[{i + j}]" for j in range(7)]) for i in (1, 8, 15)]
    windows = [("count(2) <= 1", [f"x[{i + j}]" for j in range(3)]) for i in range(1, 20)]
    text = minizinc.write(Model("weeks", Network(v, [*weeks, *windows])))
    assert "constraint forall(i in {1, 8, 15})(sum(x[i..i + 6]) <= 9);" in text
    assert "constraint forall(i in 1..19)(sum(cell in x[i..i + 2])(cell = 2) <= 1);" in text


def test_at_most_and_at_least_are_exactly():
    """It is learned as two bounds."""
    v = Vocabulary({f"x[{i}]": range(3) for i in range(4)})
    cells = v.names
    model = Model("exactly", Network(v, [("count(2) <= 1", cells), ("count(2) >= 1", cells[::-1])]))
    assert "constraint sum(cell in x)(cell = 2) = 1;" in minizinc.write(model)
    assert "model += cp.Count(x, 2) == 1" in cpmpy_script.write(model)


def test_what_people_say_is_a_comment():
    v = Vocabulary(ROSTER)
    rest = Relation.of("x != night or y != early", v.named_values, say="no early\nafter a night")
    few = Bound.of("count(night) <= 2", v.named_values, say="two nights at most")
    rows = [[f"shift[{who},{day}]" for day in (1, 2, 3, 4)] for who in ("anna", "ben", "chris")]
    pairs = [Constraint(rest, pair) for row in rows for pair in itertools.pairwise(row)]
    model = Model("said", Network(v, [*pairs, *(Constraint(few, tuple(row)) for row in rows)]))
    program, script = minizinc.write(model), cpmpy_script.write(model)
    assert "% no early?after a night\nconstraint forall(i in anna..chris, j in 1..3)(shift[i,j] != night" in program
    assert "    # two nights at most\n    model += cp.Count(shift[i, :], night) <= 2\n" in script


def test_the_order_of_what_is_said_does_not_change_what_is_written():
    model = Model("ward", load("ward-8x7").target)
    backwards = replace(model, network=Network(model.network.vocabulary, model.network.constraints[::-1]))
    assert sorted(minizinc.write(model).splitlines()) == sorted(minizinc.write(backwards).splitlines())
