"""CPMpy's expressions mean here what they mean to its solvers: by enumeration, on expressions of Hypothesis."""

from __future__ import annotations

import itertools
import operator
from functools import reduce

import cpmpy as cp
import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tacit import LanguageError, OracleError, Relation
from tacit.modelling.conjuncts import conjuncts, is_partial
from tacit.modelling.evaluation import evaluator
from tacit.modelling.translation import relation_text

X = [*cp.intvar(-2, 2, shape=2, name="v"), cp.intvar(0, 3, name="n")]
B = cp.boolvar(name="b")
ALL = [*X, B]
NAMES = [str(x.name) for x in ALL]
ASSIGNMENTS = [
    dict(zip(NAMES, values, strict=True)) for values in itertools.product(*(range(x.lb, x.ub + 1) for x in ALL))
]
COMPARE = [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge]


def numbers(depth: int = 2):
    leaves = st.one_of(st.sampled_from(X), st.integers(-3, 3))
    if not depth:
        return leaves
    inner = numbers(depth - 1)
    expressions = inner.filter(lambda e: not isinstance(e, int))
    pairs = st.tuples(expressions, inner)
    return st.one_of(
        leaves,
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[1] - p[0]),
        pairs.map(lambda p: p[0] * p[1]),
        st.tuples(expressions, st.sampled_from([-3, -2, 2, 3])).map(lambda p: p[0] // p[1]),
        st.tuples(expressions, st.sampled_from([-3, -2, 2, 3])).map(lambda p: p[0] % p[1]),
        st.tuples(expressions, st.sampled_from(X)).map(lambda p: p[0] // p[1]),
        st.tuples(expressions, st.sampled_from(X)).map(lambda p: p[0] % p[1]),
        st.tuples(st.lists(inner, min_size=2, max_size=3), st.sampled_from(X)).map(lambda p: cp.Element(p[0], p[1])),
        expressions.map(abs),
        expressions.map(lambda e: -e),
        expressions.map(lambda e: e**2),
        st.lists(inner, min_size=2, max_size=3).filter(_one_expression).map(cp.Minimum),
        st.lists(inner, min_size=2, max_size=3).filter(_one_expression).map(cp.Maximum),
        st.tuples(st.lists(inner, min_size=1, max_size=3).filter(_one_expression), inner).map(lambda p: cp.Count(*p)),
        st.lists(st.tuples(st.integers(-2, 2), expressions), min_size=2, max_size=3).map(
            lambda terms: cp.sum([w * e for w, e in terms])
        ),
        truths(depth - 1).map(lambda e: e + 1),
    ).filter(lambda e: isinstance(e, int) or hasattr(e, "get_bounds"))


def truths(depth: int = 2):
    number = numbers(max(depth - 1, 0))
    expressions = number.filter(lambda e: not isinstance(e, int))
    compared = st.tuples(st.sampled_from(COMPARE), expressions, number).map(lambda p: p[0](p[1], p[2]))
    if not depth:
        return st.one_of(compared, st.just(B), st.just(~B))
    inner = truths(depth - 1)
    pairs = st.tuples(inner, inner)
    return st.one_of(
        compared,
        pairs.map(lambda p: p[0] & p[1]),
        pairs.map(lambda p: p[0] | p[1]),
        pairs.map(lambda p: p[0] ^ p[1]),
        pairs.map(lambda p: p[0].implies(p[1])),
        pairs.map(lambda p: p[0] == p[1]),
        inner.map(lambda e: ~e),
        st.tuples(inner, inner, inner).map(lambda p: cp.IfThenElse(*p)),
        st.lists(number, min_size=2, max_size=3).filter(_one_expression).map(cp.AllDifferent),
        st.lists(number, min_size=2, max_size=3).filter(_one_expression).map(cp.AllEqual),
        st.lists(number, min_size=2, max_size=3).filter(_one_expression).map(cp.AllDifferentExcept0),
        st.lists(number, min_size=2, max_size=3).filter(_one_expression).map(cp.IncreasingStrict),
        # No partial expressions: CPMpy 1.1 forgets that an index may lie outside its array if the domain holds all
        # values of the expression.
        st.tuples(expressions.filter(lambda e: not is_partial(e)), st.sets(st.integers(-3, 3), min_size=1)).map(
            lambda p: cp.InDomain(p[0], sorted(p[1]))
        ),
    )


def _one_expression(parts):
    return any(not isinstance(part, int) for part in parts)


def accepted(expression) -> set[tuple[int, ...]]:
    accepts = evaluator(expression)
    return {tuple(values.values()) for values in ASSIGNMENTS if accepts(values)}


def solutions(expression) -> set[tuple[int, ...]]:
    """All solutions, by CP-SAT. Each variable gets a trivial constraint, because without one it would have no value."""
    found = set()
    model = cp.Model(expression, [x >= x.lb for x in X], (B | ~B))
    model.solveAll(solver="ortools", display=lambda: found.add(tuple(int(x.value()) for x in ALL)))
    return found


@given(truths())
def test_our_evaluation_is_that_of_cp_sat(expression):
    assert accepted(expression) == solutions(expression)


@given(truths(3))
def test_conjuncts_together_are_the_whole(expression):
    parts = [
        {tuple(v.values()) for v in ASSIGNMENTS} if c is True else _accepted_part(c) for c in conjuncts(expression)
    ]
    assert reduce(set.intersection, parts, {tuple(v.values()) for v in ASSIGNMENTS}) == accepted(expression)


def _accepted_part(conjunct):
    return set() if conjunct is False else accepted(conjunct)


@given(truths(3), st.booleans())
def test_a_relation_means_what_the_expression_means(expression, told):
    """On all values, whether or not the translation is told their span (which makes shorter texts)."""
    try:
        text, names = relation_text(expression, **({"span": (-2, 3)} if told else {}))
        relation = Relation.of(text)
    except LanguageError as error:
        event(str(error).partition(": ")[2][:20])
        return
    accepts = evaluator(expression)
    for values in ASSIGNMENTS:
        assert bool(relation.function(*(values[name] for name in names))) == bool(accepts(values)), text


def test_nothing_is_left_in_the_variables():
    for x in ALL:
        x.clear()
    evaluator(cp.AllDifferent(X) & cp.Table(X, [[0, 1, 2]]) | (cp.NValue(X) > 1))(dict.fromkeys(NAMES, 1))
    assert [x.value() for x in ALL] == [None] * 4


a, b, c, d = V = cp.intvar(0, 3, shape=4, name="g")
SQUARE = cp.cpm_array([[0, 1], [2, 3]])
GLOBALS = [
    cp.AllDifferent(V),
    cp.AllDifferentExceptN(V, [1, 2]),
    cp.AllEqual(V),
    cp.AllEqualExceptN(V, 3),
    cp.Circuit(V),
    cp.Inverse(V, [1, 0, 3, 2]),
    cp.Inverse([a, b], [c, d]),
    cp.Table([a, b, c], [[0, 1, 2], [3, 3, 3]]),
    cp.NegativeTable([a, b, c], [[0, 1, 2], [3, 3, 3]]),
    cp.ShortTable([a, b, c], [[0, "*", 2], [3, 3, "*"]]),
    cp.Regular(V, [("A", 0, "A"), ("A", 1, "B"), ("B", 2, "C"), ("C", 0, "C")], "A", ["C"]),
    cp.MDD([a, b], [("r", 0, "n1"), ("r", 1, "n2"), ("n1", 2, "t"), ("n2", 3, "t")]),
    cp.InDomain(a + b, [1, 5]),
    cp.Xor([a == b, b == c, c == d]),
    cp.Cumulative([a, b, c], [2, 1, 2], demand=[1, 2, 1], capacity=2),
    cp.NoOverlap([a, b, c], [1, 2, 1]),
    cp.NoOverlap([a, b], [c, d]),
    cp.Precedence(V, [0, 1, 2]),
    cp.GlobalCardinalityCount(V, [0, 1], [2, 1]),
    cp.GlobalCardinalityCount([a, b, c], [0, 1], [d, 1], closed=True),
    cp.Increasing(V),
    cp.Decreasing(V),
    cp.IncreasingStrict(V),
    cp.DecreasingStrict(V),
    cp.LexLess([a, b], [c, d]),
    cp.LexLessEq([a, b], [c, d]),
    cp.LexChainLess([[a, b], [c, d], [3, 3]]),
    cp.LexChainLessEq([[a, b], [c, d], [3, 3]]),
    cp.IfThenElse(a == b, c == d, c != d),
    cp.NValue(V) == 2,
    cp.NValueExcept(V, 0) == 2,
    cp.Among(V, [1, 2]) == 3,
    cp.Count(V, a) >= 2,
    SQUARE[a, b] == c,
    cp.max(V) - cp.min(V) == 2,
    ~cp.AllDifferent(a, b, c),
    (a == b).implies((b == c) & (c == d)),
    ~((a == b) | (c == d)),
    ((a == 0) | (b == 0)).implies(c == d),
    a * b == c + d,
    cp.sum(V) == 5,
]


@pytest.mark.parametrize("constraint", GLOBALS, ids=lambda c: f"{c!s:.40}")
def test_globals(constraint):
    """The evaluation and the conjuncts agree with the solver, also where CPMpy's own evaluation is used."""
    found = set()
    model = cp.Model(constraint, [x >= 0 for x in V])
    model.solveAll(solver="ortools", display=lambda: found.add(tuple(int(x.value()) for x in V)))
    accepts = evaluator(constraint)
    parts = [evaluator(part) for part in conjuncts(constraint)]
    assert 0 < len(found) < 256
    for values in itertools.product(range(4), repeat=4):
        named = {f"g[{i}]": value for i, value in enumerate(values)}
        assert bool(accepts(named)) == (values in found)
        assert all(part(named) for part in parts) == (values in found)


@pytest.mark.parametrize(
    ("constraint", "sizes"),
    [
        (cp.AllDifferent(V), [2] * 6),
        (cp.AllEqual(V), [2] * 6),
        (cp.IncreasingStrict(V), [2] * 6),
        (cp.AllDifferentExcept0(V), [2] * 6),
        (cp.IfThenElse(a == 1, (b == 1) & (c == 1), d == 1), [2, 2, 2]),
        (~((a == 1) | (b == c)), [1, 2]),
        (cp.sum(V) == 5, [4]),
        (cp.Table(V, [[0, 1, 2, 3]]), [4]),
        (cp.GlobalCardinalityCount([a, b, c], [0, 1], [d, 1], closed=True), [4, 3, 1, 1, 1]),
        ([True, [a == b, [b == c]], cp.BoolVal(True)], [2, 2]),
    ],
    ids=lambda given: f"{given!s:.30}",
)
def test_how_far_constraints_are_split(constraint, sizes):
    from tacit.modelling.variables import variables_of

    assert [len(variables_of(part)) for part in conjuncts(constraint)] == sizes


class Odd(cp.expressions.globalconstraints.GlobalConstraint):
    """A user's own constraint, which CPMpy can evaluate."""

    def __init__(self, *args):
        super().__init__("odd", tuple(args))

    def value(self):
        return sum(cp.expressions.utils.argvals(self.args)) % 2 == 1


class Mute(Odd):
    def value(self):
        raise NotImplementedError("nothing known")


def test_constraints_of_ones_own():
    accepts = evaluator(Odd(a, b + 1))
    assert (accepts({"g[0]": 1, "g[1]": 1}), accepts({"g[0]": 2, "g[1]": 1})) == (True, False)
    with pytest.raises(OracleError, match=r"odd.*CPMpy can't evaluate it \(nothing known\)"):
        evaluator(Mute(a, b))({"g[0]": 1, "g[1]": 1})
    with pytest.raises(OracleError, match="a DirectConstraint can't be evaluated without a solver"):
        evaluator(cp.DirectConstraint("AddAllDifferent", ([a, b],)))


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (a == b, "=="),
        (b > a, "<"),
        (a > b, ">"),
        (abs(a - b) > 2, "abs(x - y) > 2"),
        (a + b == c, "x + y == z"),
        (2 * a - 3 * b <= c, "2 * x - 3 * y <= z"),
        (a - 1 != b, "x - 1 != y"),
        (a % 2 == b % 2, "x % 2 == y % 2"),
        (a // 3 != b // 3, "x // 3 != y // 3"),
        ((a - b) // 2 == 1, "max(x - y, 0) // 2 - max(-(x - y), 0) // 2 == 1"),
        (cp.max([a, b]) == c, "max(x, y) == z"),
        ((a == b) | (c != d), "x == y or z != w"),
        ((a == b).implies(c == d), "not x == y or z == w"),
        ((a == b) ^ (c == d), "(x == y) != (z == w)"),
        (~(a == 3), "not x == 3"),
        (B.implies(a > 1), "not x == 1 or y > 1"),
        (~B, "x == 0"),
        (cp.AllDifferent(a, b, c), "x != y and x != z and (y != z)"),
        (cp.Table([a, b], [[0, 1], [1, 2]]), "x == 0 and y == 1 or (x == 1 and y == 2)"),
        (cp.Count([a, b, c], 1) <= 1, "(x == 1) + (y == 1) + (z == 1) <= 1"),
        (a**2 == b, "x * x == y"),
    ],
    ids=lambda given: f"{given!s:.30}",
)
def test_texts(expression, text):
    assert relation_text(expression, span=(0, 3))[0] == text
    Relation.of(text)


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        (a // b == 1, "a division by something else than a constant has no form as a relation. Supported: comparisons"),
        (cp.Element([1, 2, 3], a) == b, "Element has no form"),
        (cp.Circuit(a, b, c), "Circuit has no form"),
        (cp.NValue([a, b]) == 1, "NValue has no form"),
        (a + b, "is a number, not true or false"),
        (cp.sum([*V, B]) == 3, "speaks of 5 variables; a relation has at most 4"),
        (cp.BoolVal(True), "has no variables"),
        (a + 0.5 == b, "not an integer"),
        (V, "is not a constraint"),
    ],
    ids=lambda given: f"{given!s:.30}",
)
def test_what_has_no_text(expression, says):
    with pytest.raises(LanguageError, match=says):
        Relation.of(expression)
