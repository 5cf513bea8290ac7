"""Where what was learned shows groups that names don't, and what that changes about the next question."""

from __future__ import annotations

import numpy as np

from tacit import Claimed, Free, Problem, Reporter, Rule
from tacit.dialogue.options import Options
from tacit.guided.freedom import _denied_since
from tacit.guided.groups import Groups
from tacit.guided.rules import MANY, RuleChooser
from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds
from tacit.structure.families import cells_family
from tacit.structure.family import Kind
from tacit.structure.finding import find_family

DIFFER = Relation.of("!=")


def asker_of_grid() -> Asker:
    problem = Problem({f"g[{r},{c}]": range(4) for r in range(4) for c in range(4)}, language=["!=", "=="])
    return Asker(problem, Options(algorithm="guided", rules=True), Reporter())


def rows_of(asker: Asker, relation: str) -> RowIds:
    rows = asker.space.rows
    return np.array([row for row in range(rows.size) if rows.relation(row).name == relation])


def mask_of(asker: Asker, relation: str) -> np.ndarray:
    mask = np.zeros(asker.space.rows.size, dtype=bool)
    mask[rows_of(asker, relation)] = True
    return mask


def may_grow(asker: Asker, rows: RowIds) -> set[bool]:
    chooser = RuleChooser(asker.answers, {})
    chooser.next_rule(np.full(asker.space.rows.size, 0.1), NO_ROWS)
    return set(chooser.may_grow(rows).tolist())


def test_the_pairs_of_a_relation_are_told_from_those_of_others():
    asker = asker_of_grid()
    groups = Groups(DIFFER, asker.answers.claims.rows, 16)
    assert groups.holds(rows_of(asker, "!=")).all()
    assert not groups.holds(rows_of(asker, "==")).any()


def test_many_constraints_without_a_rule_may_grow_into_groups():
    asker = asker_of_grid()
    differ = rows_of(asker, "!=")
    for row in differ[: MANY - 1].tolist():
        asker.learn(row)
    assert may_grow(asker, differ) == {False}
    asker.learn(int(differ[MANY - 1]))
    assert may_grow(asker, differ) == {True}
    assert may_grow(asker, rows_of(asker, "==")) == {False}


def test_what_is_left_of_rules_with_exceptions_is_not_taken_for_groups():
    asker = asker_of_grid()
    rule = Rule(DIFFER, find_family(asker.space.vocabulary, "next in row"))
    asker.tell_claims([Claimed(rule, False, exceptions=(0,))])
    columns = asker.answers.claims.of(Rule(DIFFER, find_family(asker.space.vocabulary, "column")))
    for row in columns[:MANY].tolist():
        asker.learn(row)
    assert may_grow(asker, rows_of(asker, "!=")) == {False}


def test_a_group_without_a_name_does_not_explain_all_that_is_required():
    asker = asker_of_grid()
    v = asker.space.vocabulary
    asker.tell_claims([Claimed(Free(2), False)])
    assert _denied_since(asker.answers, 2, mask_of(asker, "!=")) == 1
    asker.tell_claims([Claimed(Rule(DIFFER, cells_family(v, [0, 5, 10])), True)])
    assert _denied_since(asker.answers, 2, mask_of(asker, "!=")) == 1
    asker.tell_claims([Claimed(Rule(DIFFER, find_family(v, "row")), True)])
    assert _denied_since(asker.answers, 2, mask_of(asker, "!=")) == 0


def test_many_constraints_without_a_rule_are_followed_by_a_star():
    asker = asker_of_grid()
    for row in rows_of(asker, "!=")[:MANY].tolist():
        asker.learn(row)
    claim = RuleChooser(asker.answers, {}).next_rule(np.full(asker.space.rows.size, 0.1), NO_ROWS)
    assert isinstance(claim, Free)
    assert [family.key.kind for family in claim.inside] == [Kind.STAR]


def test_that_a_star_is_not_free_says_nothing_about_the_rest():
    asker = asker_of_grid()
    star = find_family(asker.space.vocabulary, "g[0,0] with g[1,1], g[2,3]")
    asker.tell_claims([Claimed(Free(2, inside=(star,)), False)])
    assert _denied_since(asker.answers, 2, mask_of(asker, "!=")) == 0
    asker.tell_claims([Claimed(Free(2), False)])
    assert _denied_since(asker.answers, 2, mask_of(asker, "!=")) == 1
