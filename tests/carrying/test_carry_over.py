"""Rules of one problem in another: what carries over is equivalent there, what does not is listed with a reason."""

from __future__ import annotations

import pytest

import tacit
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent
from tacit.problem.model import Model
from tacit.problem.network import Network
from tacit.structure.finding import find_family

SHIFTS = ["off", "early", "late", "night"]


def roster(people, days, *, values=SHIFTS, groups=None, name="shift", language=("!=",), **more):
    cells = {f"{name}[{who},{day}]": values for who in people for day in days}
    return tacit.Problem(cells, language=list(language), groups=groups, **more)


def on(problem, relation, over):
    """A relation on a family, as constraints."""
    family = find_family(problem.vocabulary, over, problem.groups)
    found = tacit.Relation.of(relation, problem.vocabulary.named_values)
    rule = tacit.Rule(found, family)
    return [(relation, [problem.names[x] for x in scope]) for scope in rule.constraints()]


def model_of(problem, *rules):
    constraints = [each for relation, over in rules for each in on(problem, relation, over)]
    return Model("before", problem.network(constraints), groups=problem.groups)


def said(rules):
    return [(each.rule.relation.name, each.rule.family.spec) for each in rules]


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("sudoku-4", "sudoku"),
        ("sudoku", "sudoku-4"),
        ("latin-5", "latin-7"),
        ("magic-3", "magic-4"),
        ("queens-6", "queens-9"),
    ],
)
def test_learned_at_one_size_it_is_right_at_another(small, large):
    before, after = load(small), load(large)
    learned = tacit.learn(before.problem, before.target, algorithm="guided")
    carried = tacit.carry_over(learned, after.problem)
    assert (carried.by_name, carried.left) == ((), ())
    assert equivalent(carried.network(), after.target)


def test_boxes_with_as_many_cells_as_a_line_grow_and_others_do_not():
    grids = {
        n: tacit.Problem({f"g[{i},{j}]": range(n) for i in range(n) for j in range(n)}, language=["!="])
        for n in (4, 6, 8, 9)
    }
    sudoku = tacit.carry_over(model_of(grids[4], ("!=", "box 2x2")), grids[9])
    assert said(sudoku.rules) == [("!=", "box 3x3 of g")]
    oblong = tacit.carry_over(model_of(grids[6], ("!=", "box 2x3")), grids[8])
    assert said(oblong.rules) == [("!=", "box 2x4 of g")]
    fixed = tacit.carry_over(model_of(grids[6], ("!=", "box 2x2")), grids[8])
    assert said(fixed.rules) == [("!=", "box 2x2 of g")]
    no_square = tacit.carry_over(model_of(grids[4], ("!=", "box 2x2")), grids[6])
    assert [each.reason for each in no_square.left] == [
        "a square of 6×6 has no square boxes with as many cells as a line"
    ]
    too_small = tacit.carry_over(model_of(grids[6], ("!=", "box 2x2")), grids[9])
    assert "do not fill g" in too_small.left[0].reason


def test_labels_and_arrays_may_be_called_otherwise():
    before = roster(["anna", "ben", "carla"], ["Mon", "Tue", "Wed", "Thu"])
    after = roster(["x1", "x2", "x3", "x4"], range(1, 8), name="plan")
    carried = tacit.carry_over(model_of(before, ("!=", "column"), ("x != night or y != early", "next in row")), after)
    assert set(said(carried.rules)) == {("!=", "column of plan"), ("x != night or y != early", "next in row of plan")}
    assert (carried.by_name, carried.left) == ((), ())


def test_whoever_is_named_has_to_be_confirmed():
    before = roster(["anna", "ben", "carla"], ["Mon", "Tue", "Wed", "Thu"])
    after = roster(["anna", "ben", "dora"], ["Mon", "Tue", "Wed", "Thu", "Fri"])
    model = model_of(
        before, ("x != night", "row anna"), ("x != late", "row carla"), ("!=", "rows anna and ben, column by column")
    )
    carried = tacit.carry_over(model, after)
    assert carried.rules == ()
    assert set(said(carried.by_name)) == {
        ("x != night", "row anna of shift"),
        ("!=", "rows anna and ben, column by column of shift"),
    }
    assert [(each.words, each.reason) for each in carried.left] == [
        ("in row carla of shift: no cell is late", "there is no row carla in the new problem")
    ]
    assert (len(carried.network()), len(carried.network(named=True))) == (0, 10)


def test_an_exception_is_somebody_by_name():
    before = roster(["anna", "ben", "carla", "dora"], ["Mon", "Tue", "Wed"])
    after = roster(["anna", "ben", "emil", "fred"], ["Mon", "Tue", "Wed"])
    there = tacit.carry_over(model_of(before, ("count(night) >= 1", "row except ben")), after)
    assert said(there.by_name) == [("count(night) >= 1", "row of shift except row ben")]
    gone = tacit.carry_over(model_of(before, ("count(night) >= 1", "row except carla")), after)
    assert said(gone.by_name) == [("count(night) >= 1", "row of shift")]
    assert [each.reason for each in gone.left] == ["there is no row carla in the new problem"]


def test_groups_are_those_of_the_new_problem():
    days = ["Mon", "Tue", "Wed"]
    before = roster("abcd", days, groups={"seniors": ["a", "b", "c"]})
    model = model_of(before, ("count(early) >= 1", "column only seniors"))
    after = tacit.carry_over(model, roster("pqrst", days, groups={"seniors": ["q", "t"]}))
    (rule,) = (each.rule for each in after.rules)
    assert list(rule.family.groups()) == [(3, 12), (4, 13), (5, 14)]
    without = tacit.carry_over(model, roster("pqrst", days))
    assert [each.reason for each in without.left] == ["the new problem has no group 'seniors' in [groups]"]


def test_a_rule_on_two_seniors_may_be_about_these_two():
    days = ["Mon", "Tue", "Wed"]
    before = roster("abcd", days, groups={"seniors": ["a", "b"]})
    after = roster("abcde", days, groups={"seniors": ["a", "b", "c"]})
    result = tacit.carry_over(
        Model(
            "",
            before.network(on(before, "!=", "column only seniors")),
            rules=(
                tacit.Rule(
                    tacit.Relation.of("!="), find_family(before.vocabulary, "column only seniors", before.groups)
                ),
            ),
            groups=before.groups,
        ),
        after,
    )
    assert result.rules == ()
    (rule,) = result.by_name
    assert rule.rule.family.spec == "rows a and b, column by column of shift"
    assert [other.family.spec for other in rule.others] == ["column of shift only seniors"]


def test_values_have_names():
    before = roster("abc", ["Mon", "Tue", "Wed", "Thu"])
    after = roster("abc", ["Mon", "Tue", "Wed", "Thu"], values=["night", "free", "early"])
    rules = [("!=", "column"), ("count(night) <= 1", "column"), ("count(late) <= 1", "column"), ("<", "next in row")]
    carried = tacit.carry_over(model_of(before, *rules), after)
    assert [name for name, _ in said(carried.rules)] == ["!=", "count(night) <= 1"]
    assert carried.rules[1].rule.relation.measure.values == (0,)  # night is another number here
    assert {each.source.relation.name: each.reason for each in carried.left} == {
        "<": "the values of the new problem are others, or in another order: there it would mean something else",
        "count(late) <= 1": "there is no value late in the new problem",
    }


def test_a_relation_with_a_value_that_is_not_there():
    before = roster("abc", ["Mon", "Tue", "Wed"])
    carried = tacit.carry_over(
        model_of(before, ("x != night or y != early", "next in row")), roster("abc", range(5), values=["on", "off"])
    )
    assert [each.reason for each in carried.left] == ["there is no value night in the new problem"]


def test_a_relation_need_not_be_in_the_language():
    before = roster("abc", ["Mon", "Tue", "Wed"])
    after = roster("abcd", ["Mon", "Tue", "Wed"], language=["=="])
    carried = tacit.carry_over(model_of(before, ("!=", "row")), after)
    assert said(carried.rules) == [("!=", "row of shift")]
    assert carried.expected == []  # the language can't say it …
    assert carried.additions(carried.beliefs) == [{"relation": "x != y", "over": "row of shift"}]  # … without this


def test_counts_keep_their_number_and_say_so():
    before, after = roster("abcde", ["Mon", "Tue", "Wed"]), roster("abcdefgh", ["Mon", "Tue", "Wed"])
    carried = tacit.carry_over(model_of(before, ("count(night) >= 1", "column"), ("count(night) <= 2", "row")), after)
    checks = {each.rule.relation.name: each.check for each in carried.rules}
    assert checks == {
        "count(night) >= 1": "it was said of 5 cells, and here there are 8",
        "count(night) <= 2": None,
    }


def test_a_number_that_can_not_be():
    before, after = roster("abcdefgh", ["Mon", "Tue", "Wed"]), roster("abcd", ["Mon", "Tue", "Wed"])
    carried = tacit.carry_over(model_of(before, ("count(off) >= 5", "column"), ("count(night) <= 4", "column")), after)
    assert carried.rules == ()
    assert sorted(each.reason.partition(",")[0] for each in carried.left) == [
        "in the new problem it says nothing",
        "in the new problem nothing satisfies it",
    ]


def test_a_sum_of_more_cells_is_another_sum():
    sizes = {
        n: tacit.Problem({f"g[{i},{j}]": range(10) for i in range(n) for j in range(n)}, language=["sum <= k"])
        for n in (3, 4)
    }
    same = tacit.carry_over(model_of(sizes[3], ("sum <= 20", "row")), sizes[3])
    assert said(same.rules) == [("sum <= 20", "row of g")]
    other = tacit.carry_over(model_of(sizes[3], ("sum <= 20", "row")), sizes[4])
    assert other.rules == ()
    assert other.left[0].reason.startswith("the sum of 3 cells need not be that of 4")
    assert [repr(each.claim) for each in other.expected] == ["Number(sum <= k on each row of g)"]


def test_single_constraints_are_about_named_cells():
    before = roster("abc", ["Mon", "Tue", "Wed"])
    network = before.network([("!=", ["shift[a,Mon]", "shift[c,Wed]"]), ("==", ["shift[b,Mon]", "shift[c,Tue]"])])
    carried = tacit.carry_over(network, roster("acd", ["Mon", "Tue", "Wed"]))
    assert [each.named for each in carried.by_name] == [("shift[a,Mon]", "shift[c,Wed]")]
    assert [each.reason for each in carried.left] == ["there is no shift[b,Mon] in the new problem"]


def test_what_is_no_model_is_refused():
    problem = roster("ab", ["Mon"])
    with pytest.raises(tacit.ProblemError, match=r"a model, a tacit.Result or a tacit.Network"):
        tacit.carry_over("model.json", problem)
    with pytest.raises(tacit.ProblemError, match=r"a tacit.Problem is needed"):
        tacit.carry_over(Network(problem.vocabulary, []), "next.toml")
