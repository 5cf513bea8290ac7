"""Models, networks and rules about whole groups: each speaks as soon as no completion can satisfy it."""

from __future__ import annotations

import itertools
import warnings

import cpmpy as cp
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from kit.how_many import examples
from tacit.dialogue.oracles import ModelOracle, TargetOracle
from tacit.errors import OracleError, OracleWarning
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule, Unlimited

NAMES = [f"v[{i},{j}]" for i in range(2) for j in range(5)]
LANGUAGE = ["!=", "sum <= k", "sum >= k", "count(0) <= k", "count(0) >= k", "count(1) <= k", "alldifferent"]
PROBLEM = tacit.Problem(dict.fromkeys(NAMES, range(3)), language=LANGUAGE)
V = {name: cp.intvar(0, 2, name=name) for name in NAMES}
ROWS = [NAMES[:5], NAMES[5:]]
COLUMNS = [[NAMES[j], NAMES[j + 5]] for j in range(5)]


def of(names):
    return [V[name] for name in names]


def example(values):
    return tacit.Query(PROBLEM.vocabulary, PROBLEM.vocabulary.encode(values))


WRITTEN = [
    (lambda row: cp.sum(of(row)) <= 6, lambda *cells: sum(cells) <= 6),
    (lambda row: cp.sum(of(row)) == 3, lambda *cells: sum(cells) == 3),
    (lambda row: cp.Count(of(row), 0) >= 3, lambda *cells: cells.count(0) >= 3),
    (lambda row: cp.Among(of(row), [0, 1]) <= 3, lambda *cells: sum(c in (0, 1) for c in cells) <= 3),
    (
        lambda row: cp.sum([1, 2, 3, 4, 5] * cp.cpm_array(of(row))) == 13,
        lambda a, b, c, d, e: a + 2 * b + 3 * c + 4 * d + 5 * e == 13,
    ),
    (lambda row: cp.NValue(of(row)) <= 2, lambda *cells: len(set(cells)) <= 2),
    (lambda row: cp.GlobalCardinalityCount(of(row), [0, 1], [2, 2]), lambda *c: c.count(0) == 2 and c.count(1) == 2),
]


@examples(60)
@given(
    st.sampled_from(WRITTEN),
    st.sampled_from(ROWS),
    st.dictionaries(st.sampled_from(NAMES), st.integers(0, 2), min_size=1),
)
def test_examples(written, row, values):
    """The same from a model and from functions: "no" if no completion of the row, in its domains, is fine."""
    in_cpmpy, function = written
    completions = itertools.product(*([values[name]] if name in values else range(3) for name in row))
    touched = any(name in values for name in row)
    expected = not touched or any(function(*cells) for cells in completions)
    constraints = in_cpmpy(row)
    if function is WRITTEN[-1][1]:  # two counts: each speaks for itself
        cells = [values[name] for name in row if name in values]
        expected = all(cells.count(v) <= 2 and cells.count(v) + 5 - len(cells) >= 2 for v in (0, 1))
    assert ModelOracle(cp.Model(constraints), PROBLEM).ask(example(values)) == expected
    rules = tacit.Rules([(row, function)])
    rules.check(PROBLEM)
    if function is not WRITTEN[-1][1]:
        assert rules.ask(example(values)) == expected
    assert all(variable.value() is None for variable in V.values())


def test_an_option_for_those_that_speak_when_complete():
    half, whole = example(dict.fromkeys(NAMES[:4], 2)), example(dict.fromkeys(NAMES[:5], 2))
    for speaks, first in (("early", False), ("complete", True)):
        model = ModelOracle(cp.Model(cp.sum(of(ROWS[0])) <= 6), PROBLEM, speaks=speaks)
        rules = tacit.Rules([(ROWS[0], lambda *cells: sum(cells) <= 6)], speaks=speaks)
        rules.check(PROBLEM)
        for oracle in (model, rules):
            assert [oracle.ask(half), oracle.ask(whole)] == [first, False]
    with pytest.raises(OracleError, match="speaks must be 'early' or 'complete', not 'late'"):
        tacit.Rules([], speaks="late")
    with pytest.raises(OracleError, match="speaks must be"):
        ModelOracle(cp.Model(), PROBLEM, speaks="late")


def test_without_bounds_in_the_language_nothing_has_changed():
    plain = tacit.Problem(dict.fromkeys(NAMES, range(3)), language=["!="])
    four = tacit.Query(plain.vocabulary, plain.vocabulary.encode(dict.fromkeys(NAMES[:4], 2)))
    with pytest.warns(OracleWarning, match="more variables than any relation"):
        assert ModelOracle(cp.Model(cp.sum(of(ROWS[0])) <= 6), plain).ask(four)
    rules = tacit.Rules([(ROWS[0], lambda *cells: sum(cells) <= 6)])
    with pytest.warns(OracleWarning, match="more variables than any relation"):
        rules.check(plain)
    assert rules.ask(four)


def test_a_relation_as_a_rule():
    rules = tacit.Rules([(ROWS[0], "count(0) <= 2"), (NAMES[:2], "!="), (NAMES[2:3], lambda cell: cell > 0)])
    with pytest.raises(OracleError, match="call check"):
        rules.on({"v[0,0]": 0})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules.check(PROBLEM)
    assert rules.on({"v[0,0]": 0, "v[0,1]": 1}) is True
    assert rules.on({"v[0,0]": 0, "v[0,1]": 0}) is False
    assert rules.on({"v[0,2]": 0}) is False
    assert rules.on({"v[0,0]": 0, "v[0,3]": 0, "v[0,4]": 0}) is False
    with pytest.raises(OracleError, match=r"rules: .*there is no value 'night'"):
        tacit.Rules([(ROWS[0], "count(night) >= 9")]).check(PROBLEM)


def test_what_nothing_satisfies_says_no_to_all():
    model = ModelOracle(cp.Model(cp.sum(of(ROWS[0])) >= 11, cp.sum(of(ROWS[0])) <= 100), PROBLEM)
    rules = tacit.Rules([(ROWS[0], "sum >= 11")])
    rules.check(PROBLEM)
    assert not model.ask(example({"v[0,0]": 2}))
    assert not rules.ask(example({"v[0,0]": 2}))


def test_a_group_with_too_many_completions():
    problem = tacit.Problem({f"v[{i}]": range(10) for i in range(9)}, language=["sum <= k"])
    rules = tacit.Rules([(list(problem.names), lambda *cells: sum(cells) <= 3)])
    with pytest.warns(OracleWarning, match="rule 1: a group of 9 variables has too many completions.*'sum == 15'"):
        rules.check(problem)


def claims(problem):
    row, column = (find_family(problem.vocabulary, text) for text in ("row", "column"))
    relation = {each.name: each for each in problem.language}
    for family in (row, column):
        for name in ("sum <= k", "count(0) >= k", "count(1) <= k"):
            yield Unlimited(family, (relation[name],), vocabulary=problem.vocabulary)
            yield Number(relation[name], family, vocabulary=problem.vocabulary)
        for name in ("sum <= 3", "sum <= 6", "count(0) >= 1", "alldifferent"):
            yield Rule(tacit.Relation.of(name), family, vocabulary=problem.vocabulary)


def test_claims():
    """A model and rules say what a network of the same constraints says."""
    parts = [("sum <= 6", row) for row in ROWS] + [("alldifferent", column) for column in COLUMNS]
    parts += [("count(0) >= 1", ROWS[0]), ("!=", NAMES[:2])]
    target = TargetOracle(PROBLEM.network(parts))
    model = ModelOracle(
        cp.Model(
            [cp.sum(of(row)) <= 6 for row in ROWS],
            [cp.AllDifferent(of(column)) for column in COLUMNS],
            cp.Count(of(ROWS[0]), 0) >= 1,
            V[NAMES[0]] != V[NAMES[1]],
            cp.Count(of(NAMES[:5]), 2) <= 5,
        ),
        PROBLEM,
    )
    rules = tacit.Rules([(names, relation) for relation, names in parts])
    rules.check(PROBLEM)
    for claim in claims(PROBLEM):
        expected = target.ask_rule(claim)
        assert model.ask_rule(claim) == expected, claim
        assert rules.ask_rule(claim) == expected, claim
    assert {target.ask_rule(claim).number for claim in claims(PROBLEM)} >= {6, None}


def test_what_nobody_can_look_into_leaves_claims_open():
    model = ModelOracle(cp.Model(cp.NValue(of(ROWS[0])) <= 2, cp.sum(of(ROWS[1])) <= 6), PROBLEM)
    rules = tacit.Rules([(ROWS[0], lambda *cells: len(set(cells)) <= 2), (ROWS[1], "sum <= 6")])
    rules.check(PROBLEM)
    row, last = (find_family(PROBLEM.vocabulary, text) for text in ("row", "row 1"))
    open_sum = tacit.Relation.of("sum <= k")
    for oracle in (model, rules):
        assert oracle.ask_rule(Number(open_sum, row)).value is None
        assert oracle.ask_rule(Number(open_sum, last)).number == 6
        assert oracle.ask_rule(Unlimited(row, (open_sum,))).value is None
        assert oracle.ask_rule(Rule(tacit.Relation.of("sum <= 6"), row)).value is None
        assert oracle.ask_rule(Rule(tacit.Relation.of("sum <= 6"), last)).value is True
        assert oracle.ask_rule(Rule(tacit.Relation.of("sum <= 5"), row)).value is False


def test_learned_from_a_model_and_from_rules():
    problem = tacit.Problem({f"v[{i}]": range(3) for i in range(5)}, language=["!=", "sum <= k", "count(0) <= k"])
    own = [cp.intvar(0, 2, name=name) for name in problem.names]
    model = cp.Model(cp.sum(own) <= 6, cp.Count(own, 0) <= 2, own[0] != own[1])
    functions = tacit.Rules(
        [
            (problem.names, lambda *cells: sum(cells) <= 6),
            (problem.names, lambda *cells: cells.count(0) <= 2),
            (problem.names[:2], lambda a, b: a != b),
        ]
    )
    for oracle, rules in ((model, False), (model, True), (functions, False)):
        result = tacit.learn(problem, oracle, algorithm="guided", rules=rules)
        assert str(result.status) == "converged"
        wanted = ["sum <= 6", "count(0) <= 2", "!="]
        assert sorted(c.relation.name for c in result.network) == sorted(wanted)
