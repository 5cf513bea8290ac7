"""Problems and oracles of pycona, with small stand-ins that have its attributes; and with pycona, where it is there."""

from __future__ import annotations

from itertools import combinations

import cpmpy as cp
import pytest

import tacit
from tacit.errors import OracleError, ProblemError


class Instance:
    """What tacit looks at in a pycona.ProblemInstance."""

    def __init__(self, variables, language=(), bias=(), cl=(), excluded_cons=(), name="tiny"):
        self.variables, self.language, self.bias, self.cl = variables, list(language), list(bias), list(cl)
        self.excluded_cons, self.name = list(excluded_cons), name

    def construct_bias(self, X=None):
        raise AssertionError("only a way of its own is needed")

    def copy(self):
        return type(self)(self.variables, self.language, self.bias, self.cl, self.excluded_cons, self.name)


class OwnBias(Instance):
    def construct_bias(self, X=None):
        self.bias = {x != y for x, y in combinations(list(self.variables), 2)}


class ConstraintOracle:
    def __init__(self, constraints):
        self.constraints = constraints

    def answer_membership_query(self, Y):
        raise AssertionError("its constraints say it")


class ByValues:
    """An oracle of one's own, which reads the values of the variables, as pycona's do."""

    def __init__(self, variables):
        self.variables = variables

    def answer_membership_query(self, Y):
        a, b, c = (variable.value() for variable in self.variables)
        assert [v.name for v in Y] == [v.name for v, x in zip(self.variables, (a, b, c), strict=True) if x is not None]
        return not (a is not None and a == b) and not (b is not None and c is not None and b >= c)


@pytest.fixture
def x():
    return cp.intvar(1, 3, shape=3, name="x")


@pytest.fixture
def language():
    places = cp.intvar(0, 1, shape=2, name="AV")  # pycona's placeholders have names and no bounds
    return [places[0] == places[1], places[0] != places[1], places[0] < places[1], places[0] > places[1]]


def learned(result):
    return sorted(map(str, result.network))


def test_a_language_makes_the_bias_in_the_given_order(x, language):
    problem = tacit.from_pycona(Instance(x, language))
    assert (problem.name, problem.orders, list(problem.names)) == ("tiny", "given", ["x[0]", "x[1]", "x[2]"])
    result = tacit.learn(problem, ConstraintOracle([x[0] != x[1], x[1] < x[2]]))
    assert (str(result.status), learned(result)) == ("converged", ["x[0] != x[1]", "x[1] < x[2]"])
    model = result.to_cpmpy()
    assert model.solve()
    assert x[1].value() < x[2].value()  # it is over the instance's own variables


def test_a_grid_of_variables_is_flattened(language):
    grid = cp.intvar(1, 2, shape=(2, 2), name="grid")
    names = tacit.from_pycona(Instance(grid, language)).names
    assert list(names) == [
        "grid[0,0]",
        "grid[0,1]",
        "grid[1,0]",
        "grid[1,1]",
    ]


def test_an_oracle_of_ones_own_is_asked_by_values(x, language):
    result = tacit.learn(tacit.from_pycona(Instance(x, language)), ByValues(list(x)))
    assert learned(result) == ["x[0] != x[1]", "x[1] < x[2]"]
    assert result.statistics.rules == 0


def test_an_oracle_that_reads_values_needs_cpmpy_variables(x):
    with pytest.raises(OracleError, match=r"tacit\.from_pycona"):
        tacit.learn(tacit.Problem({"a": range(2)}, language=["x > 0"]), ByValues(list(x)))


@pytest.mark.parametrize("turned", [False, True])
def test_a_bias_is_taken_as_it_is_whatever_its_order(x, language, turned):
    bias = [x[0] != x[1], x[1] < x[2], x[0] < x[2]]
    problem = tacit.from_pycona(Instance(x, language, bias=bias[::-1] if turned else bias))
    assert [str(c) for c in problem.candidates] == ["x[0] != x[1]", "x[0] < x[2]", "x[1] < x[2]"]
    assert not problem.language
    assert learned(tacit.learn(problem, ConstraintOracle([x[1] < x[2]]))) == ["x[1] < x[2]"]


def test_a_bias_that_the_instance_makes_in_its_own_way(x, language):
    problem = tacit.from_pycona(OwnBias(x, language))
    assert [str(c) for c in problem.candidates] == ["x[0] != x[1]", "x[0] != x[2]", "x[1] != x[2]"]


class FailsToMakeIt(Instance):
    def construct_bias(self, X=None):
        sorted([self.variables[0], self.variables[1]])  # as pycona 0.4.1's Golomb ruler: CPMpy can't say which is less


def test_an_instance_that_fails_to_make_its_bias_is_one_line(x, language):
    with pytest.raises(ProblemError, match=r"^the instance can't construct its bias in its own way: [^\n]+$"):
        tacit.from_pycona(FailsToMakeIt(x, language))


def test_what_is_known_is_background_and_what_is_excluded_is_no_candidate(x, language):
    problem = tacit.from_pycona(Instance(x, language, cl=[x[0] < x[1]], excluded_cons=[x[1] != x[2], x[1] < x[2]]))
    assert [str(c) for c in problem.background] == ["x[0] < x[1]"]
    candidates = {str(c) for c in problem.candidates}
    assert len(candidates) == 12 - 2
    assert not candidates & {"x[1] != x[2]", "x[1] < x[2]"}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (3, "a pycona.ProblemInstance is needed, not 3: it has no 'variables'"),
        ("empty", "neither a language nor a bias"),
    ],
)
def test_what_is_no_instance_is_named(x, given, said):
    with pytest.raises(ProblemError, match=said):
        tacit.from_pycona(Instance(x) if given == "empty" else given)


def test_pyconas_own_sudoku():
    pycona = pytest.importorskip("pycona", reason="pycona is not installed: make .venv-peers/.installed has it")
    instance, oracle = pycona.benchmarks.construct_sudoku()
    result = tacit.learn(tacit.from_pycona(instance), oracle)
    assert (str(result.status), len(result.network)) == ("converged", 56)
