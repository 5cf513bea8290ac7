"""Background, single candidates, orders of arguments; and the size of the bias."""

from __future__ import annotations

import tracemalloc

import pytest

from tacit import LanguageWarning, Problem, Relation, learn
from tacit.candidates.bias import Bias

ABC = {"a": range(4), "b": range(4), "c": range(4)}


def candidates(problem):
    bias = Bias(problem)
    return sorted(str(bias.constraint(row)) for row in range(bias.rows.size) if bias.is_candidate[row])


class TestOrders:
    def test_given(self):
        problem = Problem(ABC, language=["x - y == 1"], orders="given")
        assert candidates(problem) == ["a - b == 1", "a - c == 1", "b - c == 1"]

    def test_all_but_each_meaning_once(self):
        problem = Problem({"a": range(4), "b": range(4)}, language=["x - y == 1", "!="])
        assert problem.orders == "all"
        assert candidates(problem) == ["a != b", "a - b == 1", "b - a == 1"]

    @pytest.mark.parametrize("values", [4, 2000])  # 2000 values are too many for a table of pairs
    @pytest.mark.parametrize("language", [["==", "!=", "<", ">"], ["<=", ">="], ["x - y == 1", "y - x == 1"]])
    def test_what_another_relation_says_is_not_added(self, language, values):
        variables = {name: range(values) for name in "abc"}
        every, given = (candidates(Problem(variables, language=language, orders=o)) for o in ("all", "given"))
        assert every == given

    def test_what_a_relation_over_other_families_says_is_added(self):
        variables = {f"g[{i},{j}]": range(3) for i in range(2) for j in range(2)}
        pair = [{"relation": "<", "over": "row"}, {"relation": ">", "over": "column"}]
        assert candidates(Problem(variables, language=pair)) == [
            "g[0,0] < g[0,1]",
            "g[0,0] > g[1,0]",
            "g[0,1] < g[0,0]",
            "g[0,1] > g[1,1]",
            "g[1,0] < g[1,1]",
            "g[1,0] > g[0,0]",
            "g[1,1] < g[1,0]",
            "g[1,1] > g[0,1]",
        ]
        same = [{"relation": sign, "over": "row"} for sign in "<>"]
        assert len(candidates(Problem(variables, language=same))) == 4

    def test_a_rule_against_the_order_of_the_variables_is_learned(self):
        result = learn(Problem(ABC, language=["<", "!="]), lambda e: not ("a" in e and "c" in e and e["c"] >= e["a"]))
        assert result.status == "converged"
        assert [str(c) for c in result.network] == ["c < a"]

    def test_three_pairings_of_four(self):
        four = {name: range(3) for name in "abcd"}
        problem = Problem(four, language=["abs(x - y) != abs(z - w)"], orders="all")
        assert candidates(problem) == [
            "abs(a - b) != abs(c - d)",
            "abs(a - c) != abs(b - d)",
            "abs(a - d) != abs(b - c)",
        ]

    def test_three_pairings_of_four_with_too_many_values_for_a_table(self):
        four = {name: range(144) for name in "abcd"}
        problem = Problem(four, language=["abs(x - y) != abs(z - w)"], orders="all")
        assert len(candidates(problem)) == 3

    def test_repeated_arguments(self):
        problem = Problem(ABC, language=["abs(x - y) != abs(y - z)"], orders="all")
        assert len(candidates(problem)) == 3


class TestCandidates:
    def test_beside_the_language(self):
        problem = Problem(ABC, language=["!="], candidates=[("x + y == 3", ["c", "a"]), ("!=", ["b", "a"])])
        assert candidates(problem) == ["a != b", "a != c", "a + c == 3", "b != c"]
        result = learn(problem, [("x + y == 3", ["a", "c"])])
        assert [str(c) for c in result.network] == ["a + c == 3"]

    def test_alone(self):
        problem = Problem(ABC, language=[], candidates=[("<", ["a", "b"]), ("<", ["b", "a"])])
        result = learn(problem, [("<", ["b", "a"])])
        assert [str(c) for c in result.network] == ["b < a"]


class TestBackground:
    def test_it_is_the_initial_network(self):
        problem = Problem(ABC, language=["!=", "<"], background=[("<", ["a", "b"])])
        result = learn(problem, [("<", ["a", "b"]), ("!=", ["b", "c"])])
        assert [str(c) for c in result.network] == ["a < b", "b != c"]
        assert all(entry.query.get("a", -1) < entry.query.get("b", 9) for entry in result.answers)
        assert result.explain(next(iter(result.network))).background

    def test_it_need_not_be_in_the_language(self):
        problem = Problem(ABC, language=["!="], background=[("x + y + z == 3", ["a", "b", "c"])])
        assert len(candidates(problem)) == 3
        result = learn(problem, [("x + y + z == 3", ["a", "b", "c"]), ("!=", ["a", "b"])])
        assert [str(c) for c in result.network] == ["a + b + c == 3", "a != b"]

    def test_it_saves_questions(self):
        target = [("!=", ["a", "b"]), ("!=", ["a", "c"]), ("!=", ["b", "c"])]
        plain = learn(Problem(ABC, language=["!=", "<"]), target)
        helped = learn(Problem(ABC, language=["!=", "<"], background=target[:2]), target)
        assert helped.status == plain.status == "converged"
        assert len(helped.answers) < len(plain.answers)


def test_a_users_own_function():
    """It has an `if`, so that it takes single numbers and no arrays."""

    def near(x, y):
        if x > y:
            return x - y <= 1
        return y - x <= 1

    problem = Problem(ABC, language=[Relation("near", near, 2), "!="])
    result = learn(problem, [("near", ["a", "c"])])
    assert [str(c) for c in result.network] == ["near(a, c)"]


def test_a_million_candidates_fit_in_a_few_hundred_mb():
    """The variables of a 30 × 30 Latin square: 1.6 million candidates."""
    problem = Problem({f"x{i}": range(30) for i in range(900)}, language=["==", "!=", "<", ">"])
    tracemalloc.start()
    bias = Bias(problem)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert bias.size == 4 * 900 * 899 // 2
    assert peak < 300e6


def test_names_that_look_alike_but_differ():
    problem = Problem({"x[0]": [0, 1], "x[1]": [0, 1]}, language=["!="])
    assert [str(c) for c in learn(problem, [("!=", ["x[0]", "x[1]"])]).network] == ["x[0] != x[1]"]


@pytest.mark.parametrize("name", ["and", "x", "ü b", "1"])
def test_odd_names_are_only_names(name):
    problem = Problem({name: [0, 1], "other": [0, 1]}, language=["abs(x - y) == 1"])
    result = learn(problem, [("abs(x - y) == 1", [name, "other"])])
    assert [str(c) for c in result.network] == [f"abs({name} - other) == 1"]


def test_a_target_over_another_vocabulary_answers_by_name():
    """The names are the same, but in another order and with more values."""
    here = Problem({"a": range(4), "b": range(4)}, language=["<", ">"])
    there = Problem({"b": range(-2, 4), "a": range(4)}, language=["<"])
    result = learn(here, there.network([("<", ["b", "a"])]))
    assert [str(c) for c in result.network] == ["a > b"]


def test_a_relation_that_is_true_on_some_scopes_only_is_kept():
    """It is too large for a table, so CP-SAT has to look at each kind of scope."""
    domains = {"a": [0], "b": [1], "c": range(2000), "d": range(2000)}
    assert len(Problem(domains, language=["y - x == 1999"]).language) == 1
    with pytest.warns(LanguageWarning, match="never true"):
        Problem(domains, language=["y - x == 2000"])
