"""Cases that once went wrong, each small: CP-SAT, large scopes, user functions, assumptions."""

from __future__ import annotations

import itertools

import pytest

from tacit import Constraint, Dialogue, LanguageError, Problem, Relation, learn
from tacit.algorithms import ALGORITHMS
from tacit.candidates.bias import Bias
from tacit.exact.equivalence import equivalent
from tacit.testing.checks import undecided_by

FORTY = {name: range(40) for name in "abcd"}
KNOWN = [("<=", ["a", "b"]), ("abs(x - y) > 3", ["a", "d"]), ("<=", ["c", "d"])]
SUM = ("x + y + z + w < 150", ["a", "b", "c", "d"])


class TestCpSat:
    def test_infeasible_is_heard_twice(self):
        """CP-SAT 9.15's presolve calls this model infeasible; 35 + 39 + 37 + 39 = 150 shows that it is not."""
        problem = Problem(FORTY, language=["!="])
        known, whole = problem.network(KNOWN), problem.network([*KNOWN, SUM])
        assert known.accepts({"a": 35, "b": 39, "c": 37, "d": 39})
        assert not whole.accepts({"a": 35, "b": 39, "c": 37, "d": 39})
        assert not equivalent(known, whole)

    def test_nothing_is_called_implied_for_it(self):
        problem = Problem(FORTY, language=[SUM[0]], background=KNOWN)
        result = learn(problem, [*KNOWN, SUM])
        assert str(result.network.constraints[-1]) == "a + b + c + d < 150"


class TestUserFunctions:
    def test_and_on_numbers_is_a_table_for_cp_sat(self):
        picky = Relation("picky", lambda x, y: x == y or x + y > 3, 2)
        problem = Problem({name: range(5) for name in "abc"}, language=[picky, "!="])
        target = [("picky", ["a", "b"]), ("picky", ["b", "c"])]
        result = learn(problem, target, objective="max", prove=True, nodes_min=1, nodes_max=1)
        assert result.status == "converged"
        assert equivalent(result.network, problem.network(target))

    def test_a_function_of_too_many_values_is_refused_at_once(self):
        """Applied to CPMpy variables, `x == y and …` would silently become `x == y`, and // would round differently."""
        for function in (lambda x, y: x == y and x != 777, lambda x, y: (x - 3) // 7 == (y - 3) // 7):
            with pytest.raises(LanguageError, match="'r': a function is turned into a table"):
                Problem({"a": range(1500), "b": range(1500)}, language=["==", Relation("r", function, 2)])

    def test_large_numbers_do_not_overflow(self):
        cube = Relation("cube", lambda x, y: x * x * x > y, 2)
        problem = Problem({"a": [0, 2**31], "b": [0, 5]}, language=[cube])
        result = learn(problem, lambda q: len(q) < 2 or q["a"] ** 3 > q["b"])
        assert [str(c) for c in result.network] == ["cube(a, b)"]

    def test_two_of_one_name(self):
        one, other = Relation("r", lambda x, y: x < y, 2), Relation("r", lambda x, y: x > y, 2)
        with pytest.raises(LanguageError, match="another relation named 'r'"):
            Problem({"a": range(3), "b": range(3)}, language=[one], candidates=[(other, ["a", "b"])])


class TestLargeRelations:
    def test_nearly_always_true_is_not_symmetric(self):
        problem = Problem({name: range(2000) for name in "ab"}, language=["x - y < 1998"], orders="all")
        assert Bias(problem).size == 2
        result = learn(problem, [("x - y < 1998", ["b", "a"])])
        assert [str(c) for c in result.network] == ["b - a < 1998"]

    def test_dont_know_elsewhere_does_not_matter(self):
        """A scope that is too large to enumerate is decided, although there is a "don't know" about another one."""
        problem = Problem(
            {"e": range(3)} | {name: range(40) for name in "abcd"},
            language=["x != 1"],
            candidates=[("x + y != z + w", ["a", "b", "c", "d"])],
        )
        target = problem.network([("x + y != z + w", ["a", "b", "c", "d"])])
        result = learn(problem, lambda q: None if q.get("e") == 1 else target.accepts(q))
        assert [str(c) for c in result.network] == ["a + b != c + d"]
        assert [str(c) for c in result.undecided] == ["e != 1"]


@pytest.mark.parametrize("findscope", [1, 2])
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_under_max_what_no_solution_violates_may_still_be_the_reason(algorithm, findscope):
    """a < c follows from a < b < c, so no solution violates it. But it is why (0, 0) on a and c alone is a "no"."""
    few = "not (x == 7 and y == 9)"
    more = few + " and not (x == 0 and y == 0) and not (x == 6 and y == 8)"
    order = [("<", ["a", "b"]), ("<", ["b", "c"])]
    problem = Problem(
        {name: range(10) for name in "abc"},
        language=[],
        candidates=[(text, ["a", "c"]) for text in ("<", few, more)],
        background=order,
    )
    target = problem.network([*order, ("<", ["a", "c"]), (few, ["a", "c"])])
    result = learn(
        problem,
        target,
        algorithm=algorithm,
        findscope=findscope,
        objective="max",
        prove=True,
        values="lex",
        variables="lex",
        nodes_min=1,
        nodes_max=100,
    )
    assert result.status == "converged"
    assert equivalent(result.network, target)


@pytest.mark.parametrize("skip_known", [True, False])
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_dont_know_inside_findc_does_not_generate_one_example_for_ever(algorithm, skip_known):
    problem = Problem(
        {name: range(2) for name in "abc"},
        language=[],
        candidates=[
            ("x == 1 or x > y", ["a", "b"]),
            ("y == 1 or y > x", ["a", "b"]),
            ("x + y + z != 0", ["a", "b", "c"]),
        ],
    )

    def oracle(q):
        if "a" in q and "b" in q and q["a"] != q["b"]:
            return None
        return not (q.get("a") == 0 and q.get("b") == 0)

    result = learn(problem, oracle, algorithm=algorithm, skip_known=skip_known, max_questions=200)
    assert result.status == "undecided"
    assert all(oracle(entry.query) == entry.answer for entry in result.answers)


@pytest.mark.parametrize("unknown", list(itertools.product(range(3), repeat=2)))
@pytest.mark.parametrize("language", [["<=", "<"], ["<=", "<", "!="], ["!=", "<"]])
def test_normalized_with_dont_know_learns_nothing_wrong(language, unknown):
    """≠ may be implied without being the one constraint of its scope, because < may be that constraint."""
    problem = Problem({"a": range(3), "b": range(3)}, language=language)
    for relation in language:
        target = problem.network([(relation, ["a", "b"])])
        result = learn(
            problem, lambda q, t=target: None if tuple(q.values()) == unknown else t.accepts(q), normalized=True
        )
        assert result.status in ("converged", "undecided")
        everything = [{"a": a, "b": b} for a in range(3) for b in range(3)]
        assert all(result.network.accepts(e) for e in everything if target.accepts(e))
        if result.status == "converged":
            assert all(not result.network.accepts(e) for e in everything if not target.accepts(e))


@pytest.mark.parametrize("language", list(itertools.permutations(["<=", "<", "!="])))
@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_normalized_finds_the_one_that_explains_all(algorithm, language):
    """Target <: the "no" to (1, 1) and to (2, 1) are explained by ≠ and ≤, or by < alone, which is one constraint."""
    problem = Problem({"a": range(3), "b": range(3)}, language=language)
    for seed, relation in itertools.product(range(5), language):
        result = learn(problem, [(relation, ["a", "b"])], algorithm=algorithm, normalized=True, seed=seed)
        assert result.status == "converged"
        assert [c.relation.name for c in result.network] == [relation]


def test_two_constraints_do_not_prove_each_other():
    problem = Problem({"a": range(4)}, language=["x != 0", "x > 1", "x != 1"])
    for seed in range(10):
        result = learn(problem, [("x > 1", ["a"])], seed=seed)
        order = [str(c) for c in result.network]
        for constraint in result.network:
            why = result.explain(constraint)
            assert why.proof
            assert all(order.index(str(given)) < order.index(str(constraint)) for given in why.given)
        assert undecided_by(problem, ((e.query, e.answer) for e in result.answers)) == []


def test_constraints_need_not_be_of_the_language_to_be_checked():
    (c,) = Problem({"a": [1, 2], "b": [1, 2]}, language=["<"]).network([("<", ["a", "b"])])
    assert c == Constraint(Relation.of("<"), ("a", "b"))


def test_larger_examples_that_are_all_rejected_are_not_enumerated():
    """A clique of =, and a "don't know" about one pair. The learned network rejects all larger examples around it."""
    problem = Problem({f"v{i}": range(2) for i in range(16)}, language=["=="])
    target = problem.network([("==", list(pair)) for pair in itertools.combinations(problem.names, 2)])
    result = learn(problem, lambda q: None if set(q) == {"v0", "v1"} else target.accepts(q))
    assert (result.status, [str(c) for c in result.undecided]) == ("undecided", ["v0 == v1"])
    assert len(result.network) == 119


def test_domains_with_wide_gaps():
    problem = Problem({name: [7, 2**31] for name in "abc"}, language=["!="])
    result = learn(problem, [("!=", ["a", "b"])], objective="max", prove=True, nodes_min=1, nodes_max=1)
    assert [str(c) for c in result.network] == ["a != b"]
    model = result.to_cpmpy()
    assert model.solve()
    assert model.solveAll() == 4  # c is in no constraint, but the model must hold its domain


def test_a_no_that_only_an_unreachable_candidate_explains_is_explained():
    """Under max, b > 0 follows from a < b. But a "don't know" leads to {b: 0, c: 0}, and its "no" needs a reason."""
    problem = Problem({name: [0, 1] for name in "abc"}, language=["x > 0", "!="], background=[("<", ["a", "b"])])
    target = problem.network([("<", ["a", "b"]), ("x > 0", ["b"])])

    def oracle(q):
        return None if dict(q) == {"a": 0, "b": 1, "c": 1} else target.accepts(q)

    for seed, algorithm in itertools.product(range(5), ALGORITHMS):
        result = learn(problem, oracle, objective="max", prove=True, algorithm=algorithm, seed=seed)
        assert result.status in ("converged", "undecided")
        assert all(not result.network.accepts(e.query) for e in result.answers if e.answer is False)


def test_someone_who_never_knows_is_not_asked_for_ever():
    problem = Problem({"a": range(1500), "b": range(1500)}, language=["<"], orders="given")
    dialogue = Dialogue(problem)
    while dialogue.question is not None:
        dialogue.answer(None)
    assert dialogue.result.status == "undecided"
    assert len(dialogue.result.answers) < 1200


def test_several_no_under_a_constraint_that_was_given():
    c = "x < y or z == 1"
    problem = Problem(
        {"v0": range(3), "v1": [1], "v2": [0, 1]}, language=[c], orders="all", background=[(c, ["v0", "v1", "v2"])]
    )
    target = [(c, ["v0", "v1", "v2"]), (c, ["v1", "v2", "v0"]), (c, ["v0", "v2", "v1"])]
    for algorithm in ALGORITHMS:
        result = learn(problem, target, algorithm=algorithm)
        assert all(result.explain(constraint).proof for constraint in result.network)
