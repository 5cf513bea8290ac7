"""Why a constraint is in the network: the answers that proved it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Problem, ProblemError, Relation, learn
from tacit.algorithms import ALGORITHMS
from tacit.benchmarks import load
from tacit.testing import brute
from tacit.testing.checks import run
from tacit.testing.problems import cases


@given(cases(), st.sampled_from(list(ALGORITHMS)))
def test_the_answers_alone_prove_it(case, algorithm):
    """Every network over the bias that agrees with these answers implies the constraint on its scope."""
    result = run(case, algorithm=algorithm, rules=False)  # for rules see tests/property/test_rules.py
    answers = {entry.query: entry.answer for entry in result.answers}
    candidates = brute.all_candidates(case.problem)
    for constraint in result.network:
        why = result.explain(constraint)
        assert all(answers[query] is False for query in why.no)
        assert all(answers[query] is True for query in why.yes)
        assert why.proof
        # The constraint follows from just these answers and the constraints learned before.
        left = [c for c in candidates if all(brute.accepts(c, query) for query in why.yes)]
        clauses = [set(brute.rejecting(left, query)) for query in why.no]
        before = list(result.network)[: list(result.network).index(constraint)]
        assert set(why.given) <= set(before)
        for example in brute.own_examples(case.problem, constraint):
            if not brute.accepts(constraint, example) and not brute.rejecting(why.given, example):
                rejecting = set(brute.rejecting(left, example))
                assert any(clause <= rejecting for clause in clauses)


def test_sudoku():
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, algorithm="mquacq")
    for constraint in result.network:
        why = result.explain(constraint)
        assert why.proof
        assert len(why.no) == 1
        assert len(why.yes) >= 2  # they show that it is neither < nor >


def test_not_in_the_network():
    problem = Problem({"a": [0, 1], "b": [0, 1]}, language=["!=", "=="])
    result = learn(problem, [("!=", ["a", "b"])])
    (other,) = problem.network([("==", ["a", "b"])])
    with pytest.raises(
        ProblemError, match="a == b is not in the learned network; of the same variables it says a != b"
    ):
        result.explain(other)


# --- the constraint as a text, or as a CPMpy expression ---

DAYS = ["Mon", "Tue", "Wed"]
SHIFTS = {f"shift[{who},{day}]": ["off", "night"] for who in ("anna", "ben") for day in DAYS}
NIGHTS = [f"shift[anna,{day}]" for day in DAYS]


@pytest.fixture(scope="module")
def pair():
    problem = Problem({"a": range(4), "b": range(4), "c[0,1]": range(4)}, language=["<", "!=", "abs(x - y) > 1"])
    return learn(problem, ["a < b", "abs(b - c[0,1]) > 1"])


@pytest.mark.parametrize("text", ["a < b", "a<b", " a  <b", "b > a", "b>a", "not a >= b", "a - b < 0"])
def test_whatever_says_the_same(pair, text):
    assert str(pair.explain(text).constraint) == "a < b"
    assert pair.explain(text).no


@pytest.mark.parametrize(
    "text",
    ["abs(b - c[0,1]) > 1", "abs(b-c[0, 1])>1", "abs(c[0,1] - b) > 1", "1 < abs(b - c[0,1])", "abs(b - c[0,1]) ≥ 2"],
)
def test_expressions(pair, text):
    assert str(pair.explain(text).constraint) == "abs(b - c[0,1]) > 1"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("a > b", r"a > b is not in the learned network; of the same variables it says a < b$"),
        ("a != b", r"a != b is not in the learned network; of the same variables it says a < b$"),
        ("a < c[0,1]", r"a < c\[0,1\] is not in the learned network"),
        ("a < d", r"explain: 'a < d' can't be read: .*unknown name 'd'.*\(did you mean 'a < b'\?\)"),
        ("c[0,2] < b", r"there is no variable 'c\[0,2\]' \(did you mean 'c\[0,1\]'\?\)"),
        ("a <", "can't be read: "),
        ("", "can't be read: "),
        (True, "True can't be read: "),
        (3, "3 can't be read: "),
        (None, "None can't be read: "),
    ],
)
def test_what_is_not_there_or_can_not_be_read(pair, given, why):
    with pytest.raises(ProblemError, match=why):
        pair.explain(given)


def test_that_it_is_open_is_said():
    problem = Problem({name: range(4) for name in "abc"}, language=["<", "!="])
    result = learn(problem, ["a < b"], max_questions=1)
    one = next(c for c in result.open if c.relation.name == "<")
    for text in (str(one), f"{one.scope[1]} > {one.scope[0]}"):
        with pytest.raises(ProblemError, match="is not in the learned network: it is still open"):
            result.explain(text)


def test_all_that_is_printed_can_be_read_again():
    near = Relation("near", lambda x, y: abs(x - y) < 2, 2)
    problem = Problem({name: range(4) for name in "abc"}, language=[near, "!=", "x != 2", "x + y > z"])
    result = learn(problem, [(near, ["a", "b"]), ("!=", ["b", "c"]), ("x != 2", ["a"]), ("x + y > z", ["c", "a", "b"])])
    assert len(result.network) >= 3
    for constraint in result.network:
        assert result.explain(str(constraint)).constraint == constraint


def test_names_of_values():
    problem = Problem({"anna": DAYS, "ben": DAYS}, language=["!=", "x != Mon"])
    result = learn(problem, ["anna != ben", "anna != Mon"])
    assert str(result.explain("Mon != anna").constraint) == "anna != Mon"
    assert str(result.explain("ben ≠ anna").constraint) == "anna != ben"


def test_bounds():
    problem = Problem(SHIFTS, language=[{"relation": f"count(night) {sign} k", "over": "row"} for sign in ("<=", ">=")])
    target = [(f"count(night) {sign}", NIGHTS) for sign in ("<= 2", ">= 1")]
    result = learn(problem, target, algorithm="guided")
    cells = ", ".join(NIGHTS)
    for constraint in result.network:
        assert result.explain(str(constraint)).constraint == constraint
    spaced = "count( night in shift[anna, Tue],shift[anna,Wed] , shift[anna,Mon] )<=2"
    assert str(result.explain(spaced).constraint) == f"count(night in {cells}) <= 2"
    at_most = result.explain(f"count(off in {cells}) <= 2").constraint  # as many are off as have no night
    assert str(at_most) == f"count(night in {cells}) >= 1"
    with pytest.raises(ProblemError, match=r"<= 1 is not in the learned network; of the same variables it says count"):
        result.explain(f"count(night in {cells}) <= 1")


def test_cpmpy():
    cp = pytest.importorskip("cpmpy")
    x = cp.intvar(0, 3, shape=3, name="x")
    problem = Problem(x, language=["<", "!="])
    result = learn(problem, [x[0] < x[1], x[1] != x[2]])
    assert str(result.explain(x[0] < x[1]).constraint) == "x[0] < x[1]"
    assert str(result.explain(x[1] > x[0]).constraint) == "x[0] < x[1]"
    assert str(result.explain(x[2] != x[1]).constraint) == "x[1] != x[2]"
    with pytest.raises(
        ProblemError, match=r"is not in the learned network; of the same variables it says x\[0\] < x\[1\]"
    ):
        result.explain(x[0] == x[1])
    with pytest.raises(
        ProblemError, match=r"is not one constraint .* explain one of these: x\[0\] < x\[1\], x\[1\] != x"
    ):
        result.explain((x[0] < x[1]) & (x[1] != x[2]))
    with pytest.raises(ProblemError, match="'y' is no variable of the problem"):
        result.explain(cp.intvar(0, 3, name="y") < x[0])
