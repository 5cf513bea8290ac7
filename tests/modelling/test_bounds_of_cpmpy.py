"""Bounds written in CPMpy: in the language over arrays of placeholders, and as constraints of any size."""

from __future__ import annotations

import itertools

import cpmpy as cp
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.errors import OptionError, ProblemError
from tacit.modelling.evaluation import evaluator
from tacit.modelling.group_bounds import read_bound
from tacit.problem.bounds import Bound

G = cp.intvar(0, 9, shape=3, name="G")
K = cp.intvar(0, 9, name="k")


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        (cp.sum(G) <= 5, "sum <= 5"),
        (cp.sum(G) < 5, "sum <= 4"),
        (cp.sum(G) == K, "sum == k"),
        (cp.sum(G) > K, "sum >= k"),
        (2 * cp.sum(G) <= 5, "sum <= 2"),
        (-cp.sum(G) - 1 >= -5, "sum <= 4"),
        (cp.Count(G, 2) <= 1, "count(2) <= 1"),
        (cp.Count(G, 1) + cp.Count(G, 2) >= 1, "count(1, 2) >= 1"),
        (cp.Among(G, [1, 2]) == 2, "count(1, 2) == 2"),
        (cp.sum(G == 2) <= 1, "count(2) <= 1"),
        (cp.sum(G != 2) <= 1, "count(not 2) <= 1"),
        (cp.AllDifferent(G), "alldifferent"),
    ],
    ids=str,
)
def test_an_array_of_placeholders_stands_for_a_group(expression, name):
    relation = tacit.Relation.of(expression, over="row", say="as I say")
    assert isinstance(relation, Bound)
    assert (relation.name, relation.over, relation.say) == (name, ("row",), "as I say")
    grid = cp.intvar(0, 9, shape=(2, 4), name="grid")
    (known,) = tacit.Problem(grid, language=[{"relation": expression, "over": "row"}]).language
    assert known == tacit.Relation.of(name)


X, Y, Z = (cp.intvar(0, 9, name=name) for name in "xyz")


@pytest.mark.parametrize(
    ("expression", "arity"),
    [
        (G[0] + G[1] <= 5, 2),  # a pair
        (X + Y + Z <= 5, 3),  # three arguments, and no array
        (cp.AllDifferent(X, Y, Z), 3),
        (G[0] + G[1] + 2 * G[2] <= 5, 3),
        (cp.sum(G) != 5, 3),
        (G[1] + G[2] + X <= 5, 3),
        (cp.Count(G, 2) + G[0] <= 5, 3),
        (cp.Count(G, G[0]) <= 2, 3),
        (2 * cp.sum(G) == 5, 3),
    ],
    ids=str,
)
def test_other_expressions_are_relations_of_their_placeholders(expression, arity):
    relation = tacit.Relation.of(expression)
    assert not isinstance(relation, Bound)
    assert relation.arity == arity


V = cp.intvar(-1, 2, shape=4, name="v")
TERMS = st.one_of(
    st.tuples(st.sampled_from([1, 1, 2, -1]), st.just(cp.sum(V))),
    st.tuples(st.sampled_from([1, 3, -1]), st.integers(-1, 3).map(lambda value: cp.Count(V, value))),
    st.tuples(st.just(1), st.integers(-1, 2).map(lambda value: cp.sum(value != V))),
    st.tuples(st.just(-2), st.integers(-3, 3)),
)
COMPARE = {
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "==": lambda a, b: a == b,
}


@examples(150)
@given(st.lists(TERMS, min_size=1, max_size=3), st.sampled_from(sorted(COMPARE)), st.integers(-9, 9))
def test_a_bound_says_what_the_expression_says(terms, sign, number):
    expression = COMPARE[sign](cp.sum([weight * term for weight, term in terms]), number)
    found = read_bound(expression, {}) if isinstance(expression, cp.expressions.core.Expression) else None
    if found is None:
        return
    bound, names = found
    accepts = evaluator(expression)
    for values in itertools.product(range(-1, 3), repeat=4):
        example = dict(zip(names, values, strict=True))
        assert bool(bound.function(*values)) == bool(accepts(example)), (str(expression), bound, values)


def test_values_that_have_names():
    shifts = {f"shift[{who},{day}]": ["off", "late"] for who in "ab" for day in range(4)}
    bound = tacit.Relation.of(cp.Count(G, 1) <= K, over="row")
    others = (cp.Count(G, 1) <= K, "count(1) <= k")
    for given_ in (bound, *({"relation": each, "over": "row"} for each in others)):
        (relation,) = tacit.Problem(shifts, language=[given_]).language
        assert (relation.name, relation.over) == ("count(late) <= k", ("row",))


class TestConstraints:
    def test_an_expression_and_names_of_any_number(self):
        v = cp.intvar(0, 9, shape=6, name="v")
        names = [f"v[{i}]" for i in range(6)]
        problem = tacit.Problem(
            v, language=["!="], candidates=[(cp.Count(G, 2) <= 1, names), (cp.sum(G) >= 9, names[:2])]
        )
        assert [str(c) for c in problem.candidates] == [
            f"count(2 in {', '.join(names)}) <= 1",
            "sum(v[0], v[1]) >= 9",
        ]

    def test_what_was_too_wide_is_a_bound(self):
        v = cp.intvar(0, 2, shape=6, name="v")
        problem = tacit.Problem(
            v,
            language=["!="],
            background=[cp.sum(v) <= 9, cp.Count(v, 1) + 0 >= 2, cp.sum(v) <= 100, cp.Among(v, [1, 7]) <= 5],
            candidates=[cp.AllDifferent(v[:3]), v[0] + v[1] + v[2] <= 4, cp.GlobalCardinalityCount(v, [0], [3])],
        )
        cells = ", ".join(f"v[{i}]" for i in range(6))
        assert [str(c) for c in problem.background] == [
            f"sum({cells}) <= 9",
            f"count(1 in {cells}) >= 2",
            f"count(1 in {cells}) <= 5",
        ]
        # Without bounds in the language all is as it was: pairs that differ, and a relation of three variables.
        assert [str(c) for c in problem.candidates] == [
            "v[0] != v[1]",
            "v[0] != v[2]",
            "v[1] != v[2]",
            "v[0] + v[1] + v[2] <= 4",
            f"count(0 in {cells}) == 3",
        ]

    def test_with_bounds_in_the_language_groups_stay_whole(self):
        v = cp.intvar(0, 2, shape=6, name="v")
        given_ = [cp.AllDifferent(v[:3]), cp.AllDifferent(v[:2]), cp.sum(v[:3]) <= 4, v[0] + v[1] <= 2]
        network = tacit.Problem(v, language=["alldifferent", "sum <= k"]).network(given_)
        assert [str(c) for c in network] == [
            "alldifferent(v[0], v[1], v[2])",
            "v[0] != v[1]",
            "sum(v[0], v[1], v[2]) <= 4",
            "v[0] + v[1] <= 2",
        ]
        network = tacit.Problem(v, language=["sum <= k"]).network(given_[:1])
        assert [str(c) for c in network] == ["v[0] != v[1]", "v[0] != v[2]", "v[1] != v[2]"]

    def test_what_nothing_satisfies(self):
        v = cp.intvar(0, 2, shape=6, name="v")
        with pytest.raises(ProblemError, match=r"background, constraint 1: .*nothing satisfies it"):
            tacit.Problem(v, language=["!="], background=[cp.sum(v) >= 13])


@pytest.mark.parametrize("algorithm", ["quacq", "multiacq", "mquacq"])
@pytest.mark.parametrize(
    ("where", "given_"),
    [
        ("language", {"language": ["!=", "sum <= k"]}),
        ("candidates", {"language": ["!="], "candidates": [("sum <= 2", ["a", "b"])]}),
        ("background", {"language": ["<"], "background": ["alldifferent(a, b, c)"]}),
    ],
)
def test_the_papers_algorithms_refuse_bounds_by_name(algorithm, where, given_):
    problem = tacit.Problem({name: range(3) for name in "abc"}, **given_)
    with pytest.raises(OptionError, match=f"{where}: '(sum|alldifferent).*which {algorithm} can't take.*'guided'"):
        tacit.Dialogue(problem, algorithm=algorithm)
    assert tacit.Dialogue(problem, algorithm="guided").question is not None
