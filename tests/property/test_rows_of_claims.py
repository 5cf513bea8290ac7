"""The rows that a claim is about, and what follows from one constraint: against plain twins, row by row."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Constraint, Free, LanguageWarning, Problem, Relation, Rule
from tacit.candidates.bias import Bias
from tacit.candidates.implications import MOST_ARITY, Implications
from tacit.candidates.rule_rows import MISSING, RuleRows
from tacit.structure.families import cells_family, families_of
from tacit.structure.family import Family
from tacit.testing import brute, problems
from tacit.testing.problems import KNOWN, structured_problems

some_problems = st.one_of(problems(), structured_problems())


def rows_by_scope(bias: Bias) -> dict[frozenset[int], list[int]]:
    found: dict[frozenset[int], list[int]] = {}
    for row in range(bias.rows.size):
        found.setdefault(frozenset(bias.rows.scope(row)), []).append(row)
    return found


def same_meaning(problem: Problem, one: Constraint, other: Constraint) -> bool:
    """On all values that occur in the problem, whatever the domains of these variables are."""
    values = problem.vocabulary.values.tolist()
    names = sorted(one.scope)
    examples = (dict(zip(names, each, strict=True)) for each in itertools.product(values, repeat=len(names)))
    return all(brute.accepts(one, e) == brute.accepts(other, e) for e in examples)


def family_of(data: st.DataObject, problem: Problem) -> Family:
    v = problem.vocabulary
    return data.draw(st.sampled_from([*families_of(v, {}), cells_family(v, range(len(v)))]))


@given(some_problems, st.data())
def test_each_constraint_of_a_rule_has_the_row_with_its_meaning(problem, data):
    bias = Bias(problem)
    relation, family = data.draw(st.sampled_from(problem.language)), family_of(data, problem)
    rule = Rule(relation, family, tuple(data.draw(st.permutations(range(relation.arity)))))
    there = rows_by_scope(bias)
    found = RuleRows(bias).of_rule(rule)
    assert len(found) == len(rule.scopes)
    for row, scope in zip(found.tolist(), rule.scopes.tolist(), strict=True):
        wanted = Constraint(relation, tuple(problem.names[variable] for variable in scope))
        alike = [r for r in there.get(frozenset(scope), []) if bias.rows.relation(r) == relation]
        meant = [r for r in alike if same_meaning(problem, bias.constraint(r), wanted)]
        assert [row] == meant if meant else row == MISSING


@given(some_problems, st.data())
def test_a_relation_that_is_not_there_has_no_rows(problem, data):
    other = Relation("another", lambda *values: True, 2)
    found = RuleRows(Bias(problem)).of_rule(Rule(other, family_of(data, problem)))
    assert (found == MISSING).all()


@given(some_problems, st.data())
def test_free_is_about_all_rows_on_its_scopes(problem, data):
    bias = Bias(problem)
    arity = data.draw(st.integers(1, 4))
    some = [tuple(family_of(data, problem) for _ in range(data.draw(st.integers(0, 2)))) for _ in range(2)]
    inside, outside = some

    def holds(families: tuple[Family, ...], scope: frozenset[int]) -> bool:
        return any(scope <= set(group) for family in families for group in family.groups())

    wanted = [
        row
        for scope, rows in rows_by_scope(bias).items()
        if len(scope) == arity and (not inside or holds(inside, scope)) and not holds(outside, scope)
        for row in rows
    ]
    assert sorted(RuleRows(bias).of_free(Free(arity, inside, outside)).tolist()) == sorted(wanted)


@st.composite
def problems_with_implications(draw: st.DrawFn) -> Problem:
    """Many relations, in all orders, on variables with different domains: some imply others, here but not there."""
    texts = draw(st.lists(st.sampled_from([*KNOWN[1], *KNOWN[2]]), min_size=4, max_size=7, unique=True))
    domains = [draw(st.sampled_from([(0, 1, 2), (0, 1, 2), (1, 2, 3), (0, 3)])) for _ in range(3)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        return Problem({f"v{i}": domain for i, domain in enumerate(domains)}, language=texts, orders="all")


@given(problems_with_implications(), st.data())
def test_what_one_constraint_implies_on_its_scope(problem, data):
    bias = Bias(problem)
    every = range(bias.rows.size)
    rows = sorted(data.draw(st.sets(st.sampled_from(every), min_size=1, max_size=20)))
    left_out = data.draw(st.sets(st.sampled_from(every), max_size=5))
    among = np.array([row not in left_out for row in every])
    implications = Implications(bias)
    wanted = {
        other
        for row, other in itertools.product(rows, np.flatnonzero(among).tolist())
        if other != row
        and set(bias.rows.scope(other)) == set(bias.rows.scope(row))
        and len(bias.rows.scope(row)) <= MOST_ARITY
        and brute.implied_on_scope(problem, bias.constraint(other), [bias.constraint(row)])
    }
    for _ in range(2):  # the second time, by what was kept
        assert implications.implied_by(np.array(rows), among).tolist() == sorted(wanted)


@pytest.mark.parametrize("many", [0, 10**9])
@given(problem=problems(), data=st.data())
def test_the_rows_on_the_scopes_of_many_rows(many, problem, data):
    """Looked up among all rows, and in a list that has each scope once."""
    rows = Bias(problem).rows
    if not rows.n_plain:
        return
    some = np.array(data.draw(st.lists(st.integers(0, rows.n_plain - 1), min_size=1, unique=True)))
    wanted = {row for one in some.tolist() for row in rows.at(rows.scope(one)).tolist() if row < rows.n_plain}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.problem.rows.MANY_KEYS", many)
        assert set(rows.on_scopes_of(some).tolist()) == wanted
        pairs = sorted(data.draw(st.sets(st.integers(0, len(problem.names) - 1))))
        for block in rows.blocks:
            inside = [row for row in range(len(block)) if set(block.scopes[row].tolist()) <= set(pairs)]
            assert block.inside(pairs).tolist() == inside
