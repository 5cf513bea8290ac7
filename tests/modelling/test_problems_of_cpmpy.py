"""Problems over CPMpy's variables, and CPMpy models as oracles: what is accepted, and what is refused."""

from __future__ import annotations

import subprocess
import sys
import warnings

import cpmpy as cp
import numpy as np
import pytest

import tacit
from tacit import LanguageError, OracleError, OracleWarning, Problem, ProblemError, Rules, learn
from tacit.dialogue.oracles import ModelOracle

LANGUAGE = ["==", "!=", "<", ">"]


@pytest.fixture
def three():
    return cp.intvar(0, 2, shape=3, name="v")


class TestVariables:
    def test_an_array_of_any_shape(self):
        cube = cp.intvar(1, 3, shape=(2, 2, 2), name="cube")
        problem = Problem(cube, language=["!="])
        assert problem.names == tuple(f"cube[{i},{j},{k}]" for i in (0, 1) for j in (0, 1) for k in (0, 1))
        assert problem.vocabulary.domains == ((1, 2, 3),) * 8

    def test_lists_dicts_tuples_and_single_variables(self, three):
        day, late = cp.intvar(-1, 1, name="day"), cp.boolvar(name="late")
        problem = Problem({"week": [three, (day,)], 7: {"x": late}}, language=["!="])
        assert problem.names == ("v[0]", "v[1]", "v[2]", "day", "late")
        assert problem.vocabulary.domains[3:] == ((-1, 0, 1), (0, 1))
        assert Problem(day, language=["x == 0"]).names == ("day",)
        assert Problem(np.array([day, late]), language=["!="]).names == ("day", "late")
        assert Problem({"a": day, "b": late}.values(), language=["!="]).names == ("day", "late")

    def test_a_variable_given_twice_is_one(self, three):
        assert Problem([three[1], three], language=["!="]).names == ("v[1]", "v[0]", "v[2]")

    @pytest.mark.parametrize(
        ("make", "says"),
        [
            (lambda v: [cp.intvar(0, 1, name="a"), cp.intvar(0, 1, name="a")], "two variables have the same name 'a'"),
            (lambda v: [v, 3], r"variables\[1\] is 3, which is not a CPMpy variable"),
            (lambda v: [np.int64(3), v], r"variables\[0\] is .*3.*, which is not a CPMpy variable"),
            (lambda v: {"k": [v, v[0] + 1]}, r"variables\['k'\]\[1\] is \(v\[0\]\) \+ 1, an expression and not"),
            (lambda v: [~cp.boolvar(name="b")], "an expression and not a variable"),
            (lambda v: {"a": range(3), "b": v}, r"variables\['a'\] is range\(0, 3\), which is not a CPMpy variable"),
            (lambda v: cp.intvar(0, 10**6, name="huge"), "at most 32,000"),
            (lambda v: {v[0], v[1]}, "variables must be a mapping .* or CPMpy variables in arrays, lists and dicts"),
        ],
    )
    def test_refused(self, three, make, says):
        with pytest.raises(ProblemError, match=says):
            Problem(make(three), language=["!="])


class TestLanguages:
    def test_placeholders(self, three):
        AV = cp.intvar(0, 9, shape=4, name="AV")
        x, y = cp.intvar(0, 1, shape=2)
        problem = Problem(
            three, language=[x == y, x != y, AV[1] > AV[0], abs(x - y) > 1, AV[0] + AV[1] == AV[3], "x == 1"]
        )
        assert [r.name for r in problem.language] == ["==", "!=", "<", "abs(x - y) > 1", "x + y == z", "x == 1"]

    def test_the_same_relation_twice(self, three):
        x, y = cp.intvar(0, 1, shape=2)
        with pytest.raises(LanguageError, match="'<' is in the language twice"):
            Problem(three, language=[x < y, y > x])

    def test_unsupported(self, three):
        x, y = cp.intvar(0, 1, shape=2)
        with pytest.raises(LanguageError, match="a division by something else than a constant"):
            Problem(three, language=[x // y == 1])
        with pytest.raises(LanguageError, match="a language is a list"):
            Problem(three, language=x == y)

    def test_division_is_cpmpys(self):
        """CPMpy rounds towards zero; texts round down."""
        x, y = v = cp.intvar(-3, 3, shape=2, name="v")
        problem = Problem(v, language=["=="], candidates=[x // 2 == y, x % 2 == y])
        quotient, remainder = problem.candidates
        assert quotient.accepts({"v[0]": -3, "v[1]": -1})
        assert not quotient.accepts({"v[0]": -3, "v[1]": -2})
        assert remainder.accepts({"v[0]": -3, "v[1]": -1})


class TestConstraints:
    def test_background_and_candidates(self, three):
        a, b, c = three
        problem = Problem(
            three, language=["!="], background=[cp.AllDifferent(three), "v[0] > 0"], candidates=[c < a, [a + b == c]]
        )
        assert [str(c) for c in problem.background] == ["v[0] != v[1]", "v[0] != v[2]", "v[1] != v[2]", "v[0] > 0"]
        assert [str(c) for c in problem.candidates] == ["v[0] > v[2]", "v[0] + v[1] == v[2]"]
        assert len(Problem(three, language=["!="], background=cp.Model(cp.AllDifferent(three))).background) == 3
        assert len(Problem(three, language=["!="], background=(a != b)).background) == 1
        assert len(problem.network([(a != b, ["v[0]", "v[2]"])])) == 1

    @pytest.mark.parametrize(
        ("make", "says"),
        [
            (lambda v: [v[0] != v[1], cp.sum(v) != 9], r"background, constraint 2: .*speaks of 5 variables"),
            (
                lambda v: [v[0] != cp.intvar(0, 2, name="v[9]")],
                "'v\\[9\\]' is no variable of the problem .did you mean",
            ),
            (lambda v: [v[0] != cp.intvar(0, 1, name="v[1]")], "goes from 0 to 1 there, but from 0 to 2"),
            (lambda v: [cp.BoolVal(False)], "False is never true"),
            (lambda v: [cp.Circuit(v[:3])], "Circuit has no form as a relation"),
            (lambda v: [v[0] + v[1]], "is a number, not true or false"),
        ],
    )
    def test_refused(self, make, says):
        v = cp.intvar(0, 2, shape=5, name="v")
        with pytest.raises(ProblemError, match=says):
            Problem(v, language=["!="], background=make(v))


class TestOracles:
    def test_a_conjunct_speaks_when_its_variables_are_assigned(self, three):
        problem = Problem(three, language=LANGUAGE)
        oracle = ModelOracle(cp.Model(cp.AllDifferent(three)), problem)
        answers = [
            oracle.ask(tacit.Query(problem.vocabulary, problem.vocabulary.encode(example)))
            for example in (
                {},
                {"v[0]": 1},
                {"v[0]": 1, "v[2]": 1},
                {"v[0]": 1, "v[2]": 2},
                {"v[0]": 0, "v[1]": 1, "v[2]": 2},
            )
        ]
        assert answers == [True, True, False, True, True]

    @pytest.mark.parametrize("kind", ["model", "list", "array", "single"])
    def test_forms(self, three, kind):
        rule = three[0] != three[1]
        forms = {"model": cp.Model(rule), "list": [[rule]], "array": three[:1] != three[1:2], "single": rule}
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            result = learn(Problem(three, language=LANGUAGE), forms[kind])
        assert (result.status, [str(c) for c in result.network]) == ("converged", ["v[0] != v[1]"])

    def test_the_variables_keep_their_values(self, three):
        cp.Model(three == [2, 1, 0]).solve()
        learn(Problem(three, language=LANGUAGE), cp.Model(cp.AllDifferent(three)), objective="max", prove=True)
        assert three.value().tolist() == [2, 1, 0]

    def test_variables_are_found_by_name(self):
        """The model may come from elsewhere, and the problem may be made without CPMpy."""
        a, b = cp.intvar(0, 2, name="a"), cp.intvar(0, 2, name="b")
        result = learn(Problem({"a": range(3), "b": range(3)}, language=LANGUAGE), cp.Model(a < b))
        assert [str(c) for c in result.network] == ["a < b"]

    def test_a_rule_that_is_too_large(self, three):
        problem = Problem(three, language=LANGUAGE)
        with pytest.warns(OracleWarning, match=r"at most 2: .*== 3 \(3 variables\). A rule speaks when all") as caught:
            result = learn(problem, cp.Model(cp.sum(three) == 3), algorithm="mquacq")
        assert caught[0].filename == __file__
        assert (result.status, result.reason) == ("collapsed", "contradiction")

    def test_an_objective(self, three):
        with pytest.warns(OracleWarning, match="objective of the CPMpy model is ignored"):
            result = learn(Problem(three, language=LANGUAGE), cp.Model(three[0] < three[1], minimize=cp.sum(three)))
        assert [str(c) for c in result.network] == ["v[0] < v[1]"]

    @pytest.mark.parametrize(
        ("make", "says"),
        [
            (lambda v: [v[0] == cp.intvar(0, 9, name="carry")], "'carry' is no variable of the problem. Auxiliary"),
            (lambda v: [v[0] != cp.intvar(0, 1, name="v[1]")], "goes from 0 to 1 there, but from 0 to 2"),
            (lambda v: [v[0] != v[1], cp.intvar(0, 2, name="v[1]") != v[2]], "another variable has the same name"),
            (lambda v: [v[0] != v[1], ("!=", ["v[0]", "v[1]"])], "is not a constraint of CPMpy's"),
            (lambda v: [v[0] + v[1]], "is not a constraint of CPMpy's"),
            (lambda v: [cp.DirectConstraint("AddBoolOr", ([v[0]],))], "can't be evaluated without a solver"),
        ],
    )
    def test_refused(self, three, make, says):
        with pytest.raises(OracleError, match=says):
            learn(Problem(three, language=LANGUAGE), make(three))

    def test_a_model_that_is_never_true(self, three):
        problem = Problem(three, language=LANGUAGE)
        oracle = ModelOracle([three[0] != three[1], cp.BoolVal(False)], problem)
        assert oracle.ask(tacit.Query(problem.vocabulary, problem.vocabulary.encode({}))) is False


class TestRules:
    DAYS = {"a": range(3), "b": range(3), "c": range(3)}  # noqa: RUF012

    def test_learned(self):
        rules = Rules([(["a", "b"], lambda a, b: a != b), (("c", "b"), lambda c, b: c > b)])
        result = tacit.learn(Problem(self.DAYS, language=LANGUAGE), rules)
        assert sorted(str(c) for c in result.network) == ["a != b", "b < c"]

    def test_dont_know(self):
        rules = Rules([(["a", "b"], lambda a, b: None if a == b else True), (["b"], lambda b: np.bool_(b > 0))])
        assert [rules.on(e) for e in ({"a": 1, "b": 1}, {"a": 0, "b": 0}, {"a": 0, "b": 1}, {"a": 0})] == [
            None,
            False,
            True,
            True,
        ]

    def test_too_large(self):
        with pytest.warns(OracleWarning, match=r"at most 2: rule 1 \(3 variables\)") as caught:
            learn(Problem(self.DAYS, language=LANGUAGE), Rules([(["a", "b", "c"], lambda a, b, c: True)]))
        assert caught[0].filename == __file__

    @pytest.mark.parametrize(
        ("rules", "says"),
        [
            (5, "rules must be a list"),
            ([5], "rule 1: 5 is not of the form"),
            ([(["a"], 5)], "rule 1: .* is not of the form"),
            ([("ab", lambda a, b: True)], "rule 1: its variables must be a list of names, not 'ab'"),
            ([(["a", "bb"], lambda a, b: True)], "rule 1: there is no variable 'bb' .did you mean 'b'"),
            ([(["a"], lambda a: 1 // 0)], "rule 1 raised ZeroDivisionError.* on a="),
            ([(["a"], lambda a: "yes")], "rule 1: it returned 'yes', not True, False or None"),
        ],
    )
    def test_refused(self, rules, says):
        with pytest.raises(OracleError, match=says):
            learn(Problem(self.DAYS, language=LANGUAGE), Rules(rules))


class TestOut:
    def test_over_the_users_own_variables(self, three):
        result = learn(Problem(three, language=LANGUAGE), cp.Model(cp.AllDifferent(three), three[0] > three[1]))
        model = result.to_cpmpy()
        assert model.solve()
        first, second, third = three.value()
        assert first > second
        assert {int(v) for v in (first, second, third)} == {0, 1, 2}
        assert result.network.to_cpmpy().solve()

    def test_all_different_at_once(self):
        v = cp.intvar(0, 5, shape=6, name="v")
        network = Problem(v, language=["!=", "<"]).network([cp.AllDifferent(v[:4]), v[4] != v[5], v[0] < v[5]])
        constraints = [str(c) for c in network.to_cpmpy().constraints]
        assert sorted(constraints) == [
            "(v[0]) < (v[5])",
            "(v[4]) != (v[5])",
            "alldifferent(v[0],v[1],v[2],v[3])",
        ]

    def test_variables_without_constraints_get_a_value(self, three):
        assert Problem(three, language=["!="]).network([]).to_cpmpy().solve()
        assert all(value in (0, 1, 2) for value in three.value())

    def test_unnamed_variables(self):
        """CPMpy numbers them, and refuses such names to others."""
        v = cp.intvar(0, 2, shape=3)
        result = learn(Problem(v, language=LANGUAGE), [v[0] < v[1], v[1] < v[2]], objective="max", prove=True)
        assert result.status == "converged"
        assert result.to_cpmpy().solve()
        assert v.value().tolist() == [0, 1, 2]

    def test_names_that_cpmpy_keeps_to_itself(self):
        network = Problem({"IV0": [1, 2], "_IV0": [1], "BV": [5, 9]}, language=["!="]).network(
            [("!=", ["IV0", "_IV0"])]
        )
        model = network.to_cpmpy()
        assert model.solve()
        variables = {str(x): x.value() for x in cp.transformations.get_variables.get_variables(model.constraints)}
        assert variables["__IV0"] == 2
        assert variables["_IV0"] == 1
        assert variables["_BV"] in (5, 9)

    @pytest.mark.parametrize(
        "relation", ["==", "<", "x + y == 2", "x // 2 == y", "abs(x) != y", "x % 2 == y", "x or y"]
    )
    def test_true_or_false_among_numbers(self, relation):
        b, n = cp.boolvar(name="b"), cp.intvar(-2, 2, name="n")
        problem = Problem([b, n], language=[relation])
        for scope in (["b", "n"], ["n", "b"]):
            network = problem.network([(relation, scope)])
            found = []
            network.to_cpmpy().solveAll(solver="ortools", display=lambda: found.append((int(b.value()), n.value())))  # noqa: B023
            expected = [(i, j) for i in (0, 1) for j in range(-2, 3) if network.accepts({"b": i, "n": j})]
            assert sorted(found) == expected

    def test_the_same_questions_as_without_cpmpy(self, three):
        target = [("!=", ["v[0]", "v[1]"]), ("<", ["v[1]", "v[2]"])]
        plain = Problem({f"v[{i}]": range(3) for i in range(3)}, language=LANGUAGE)
        logs = [
            [(a.query.assignment, a.answer) for a in learn(p, target).answers]
            for p in (plain, Problem(three, language=LANGUAGE))
        ]
        assert logs[0] == logs[1]


def test_a_problem_without_cpmpys_objects_does_not_load_it():
    script = (
        "import sys, tacit; p = tacit.Problem({'a': range(3), 'b': range(3)}, language=['!=']);"
        "tacit.learn(p, tacit.Rules([(['a', 'b'], lambda a, b: a != b)])); print('cpmpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"
