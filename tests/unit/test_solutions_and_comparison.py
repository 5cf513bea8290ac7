"""Solutions and differences, against enumeration."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import Problem, ProblemError
from tacit.benchmarks import load
from tacit.exact.comparison import compare
from tacit.exact.solutions import _Search, each_solution, find_solutions
from tacit.problem.network import Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.testing import brute
from tacit.testing.problems import cases, foreign_cases

ABC = {"a": range(3), "b": range(3), "c": range(3)}


def as_set(examples):
    return {tuple(sorted(example.items())) for example in examples}


@given(foreign_cases(), st.booleans(), st.integers(0, 2**32 - 1), st.data())
@examples(50)
def test_all_solutions_are_found_once(case, diverse, seed, data):
    network = case.problem.network(case.target)
    every = brute.solutions(case.problem, case.target)
    given = data.draw(st.sampled_from([{}, *every[:3], dict([data.draw(st.sampled_from(complete(case)))])]))
    wanted = [solution for solution in every if given.items() <= solution.items()]
    count = 5 if len(wanted) > 30 else len(wanted) + 1
    found = find_solutions(network, count, given=given, seed=seed, diverse=diverse)
    assert len(found) == len(as_set(found)) == min(count, len(wanted))
    assert as_set(found) <= as_set(wanted)
    assert found == find_solutions(network, count, given=given, seed=seed, diverse=diverse)


def complete(case):
    """Each variable with each of its values, to choose from."""
    v = case.problem.vocabulary
    return [(name, value) for name, domain in zip(v.names, v.domains, strict=True) for value in domain]


def test_diverse_solutions_differ_more_and_seeds_give_others():
    nurses = load("nurse-7x3x8").target
    alike, diverse = find_solutions(nurses, 4), find_solutions(nurses, 4, diverse=True)

    def nearest_pair(found):
        return min(sum(a[x] != b[x] for x in a) for a, b in itertools.combinations(found, 2))

    assert nearest_pair(alike) < nearest_pair(diverse) == 21
    assert len(as_set(find_solutions(nurses, 1, seed=seed)[0] for seed in range(5))) == 5


@given(foreign_cases(max_variables=4), st.data())
@examples(50)
def test_what_is_missing_extra_and_implied(case, data):
    """Each kind means what it says, by enumeration of the solutions of both sides."""
    problem = case.problem
    pool = list(dict.fromkeys([*case.target, *brute.all_candidates(problem)]))
    one, other = (data.draw(st.lists(st.sampled_from(pool), max_size=6, unique=True)) for _ in "AB")
    compared = compare(problem.network(one), problem.network(other))
    solutions = {"one": brute.solutions(problem, one), "other": brute.solutions(problem, other)}
    for only, those, of_those, of_others in (
        (compared.missing, other, solutions["other"], solutions["one"]),
        (compared.extra, one, solutions["one"], solutions["other"]),
    ):
        assert set(only.all) <= set(those)
        assert only.undecided == ()
        assert not any(brute.rejecting(only.implied, solution) for solution in of_others)
        assert all(any(brute.rejecting([c], solution) for solution in of_others) for c in only.decisive)
        assert (only.example is None) == (only.decisive == ())
        if only.example is not None:
            assert only.example in of_others
            assert only.example not in of_those
    assert compared.equivalent == (as_set(solutions["one"]) == as_set(solutions["other"]))


@given(cases())
def test_a_network_and_itself(case):
    network = case.problem.network(case.target)
    compared = compare(network, network)
    assert (compared.equivalent, compared.missing.all, compared.extra.all) == (True, (), ())


def test_the_order_of_arguments_and_of_variables_does_not_matter_where_it_means_nothing():
    one = Problem(ABC, language=["!=", "<"]).network(["a != b", "a < c"])
    other = Problem(dict(reversed(ABC.items())), language=["!=", "<"]).network(["b != a", "c < a"])
    compared = compare(one, other)
    assert [str(c) for c in compared.both] == ["a != b"]
    assert [str(c) for c in compared.missing.decisive] == ["c < a"]
    assert [str(c) for c in compared.extra.decisive] == ["a < c"]


def test_what_counting_shows_is_implied():
    """A Latin square without its last column, which follows: CP-SAT alone would search for a long time."""
    square = load("latin-10").target
    last = [c for c in square if all(name.endswith(",9]") for name in c.scope)]
    less = Network(square.vocabulary, [c for c in square if c not in last])
    compared = compare(less, square)
    assert compared.equivalent
    assert set(compared.missing.implied) == set(last)


def test_relations_of_one_name_with_different_tables():
    v = Vocabulary(ABC)
    one = Network(v, [(Relation("odd", lambda x, y: (x + y) % 2 == 1, 2), ["a", "b"])])
    other = Network(v, [(Relation("odd", lambda x, y: x % 2 == 1, 2), ["a", "b"])])
    same = Network(v, [(Relation("odd", lambda p, q: (p + q) % 2 == 1, 2), ["b", "a"])])
    compared = compare(one, other)
    assert compared.both == ()
    assert [str(c) for c in compared.missing.decisive] == ["odd (of the second)(a, b)"]
    assert len(compare(one, same).both) == 1


def test_a_limit_that_is_too_small_is_undecided_and_not_a_guess(monkeypatch):
    import tacit.exact.cpsat

    monkeypatch.setattr(tacit.exact.cpsat, "solve", lambda *_, **__: (None, False))
    one, other = (
        Problem(ABC, language=["<"]).network(["a < b", "b < c"]),
        Problem(ABC, language=["<"]).network(["a < c"]),
    )
    compared = compare(one, other)
    assert [str(c) for c in compared.missing.undecided] == ["a < c"]
    assert compared.equivalent is None


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({"a": range(3), "b": range(3)}, "the second model has no variable 'c'"),
        (ABC | {"d": range(3)}, "the first model has no variable 'd'"),
        (ABC | {"b": range(4)}, "'b' has the values 0, 1, 2 in the first model, 0, 1, 2, 3 in the second"),
        (ABC | {"b": ["x", "y"]}, "'b' has the values 0, 1, 2 in the first model, x, y in the second"),
    ],
)
def test_models_that_can_not_be_compared(variables, why):
    with pytest.raises(ProblemError, match=why):
        compare(Network(Vocabulary(ABC), []), Network(Vocabulary(variables), []))


def test_values_in_another_order():
    one, other = Vocabulary({"a": ["Mon", "Tue"]}), Vocabulary({"a": ["Tue", "Mon"]})
    with pytest.raises(ProblemError, match="values"):
        compare(Network(one, []), Network(other, []))


def test_ctrl_c_ends_a_search_and_is_not_taken_for_a_limit():
    """CP-SAT once took the signal for itself and stopped as if at a limit, and then the next proof began."""
    script = """
import itertools, sys, threading
from tacit import Problem
from tacit.exact.cpsat import solve
p = Problem({f"x{i}": range(10) for i in range(40)}, language=["abs(x - y) != abs(z - w)"])
every = itertools.islice(itertools.combinations(p.names, 4), 4000)
constraints = p.network([("abs(x - y) != abs(z - w)", scope) for scope in every]).constraints
import cpmpy.solvers
begin = cpmpy.solvers.CPM_ortools.solve
def solve_and_say(*arguments, **options):
    print("begins", flush=True)
    return begin(*arguments, **options)
cpmpy.solvers.CPM_ortools.solve = solve_and_say
try:
    while True:
        solve(p.vocabulary, constraints[:-1], some_rejects=constraints[-1:], limit=1000.0)
except KeyboardInterrupt:
    print("interrupted")
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begins\n"
    os.kill(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    assert out == "interrupted\n"


def test_diverse_solutions_come_one_by_one(monkeypatch):
    """Nobody waits for the last to see the first."""
    searches = []
    one_more = _Search.one_more
    monkeypatch.setattr(_Search, "one_more", lambda self: searches.append(1) or one_more(self))
    found = each_solution(load("sudoku-4").target, 3, diverse=True)
    next(found)
    assert len(searches) == 1
    assert (len(list(found)), len(searches)) == (2, 3)
