"""Bugs that were once found by reading or trying, with a small case for each."""

from __future__ import annotations

import pytest

from tacit import Dialogue, LanguageWarning, Problem, Relation, learn
from tacit.algorithms import ALGORITHMS
from tacit.algorithms.findc import findc
from tacit.algorithms.findscope2 import findscope2
from tacit.algorithms.multiacq import multiacq
from tacit.algorithms.quacq import quacq
from tacit.dialogue.options import read_options, without_effect


def problem_without_candidates(which: str) -> Problem:
    variables = {"a": range(3)} if which == "one variable" else {"a": range(3), "b": range(3)}
    with pytest.warns(LanguageWarning, match="left out"):
        return Problem(variables, language=["!=" if which == "one variable" else "x == x"])


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@pytest.mark.parametrize("which", ["one variable", "a relation that is always true"])
def test_without_any_candidate_it_converges_on_nothing(which, algorithm):
    result = learn(problem_without_candidates(which), lambda query: pytest.fail("asked"), algorithm=algorithm)
    assert (result.status, len(result.network), result.open) == ("converged", 0, ())
    assert result.to_cpmpy().solve()


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
def test_a_given_no_that_earlier_answers_leave_without_a_reason(algorithm):
    """A known example is added that can't be right beside the answers of a finished interview."""
    problem = Problem({"a": range(3), "b": range(3)}, language=["!=", "<"])
    given, earlier = [({"a": 0, "b": 0}, False)], [({"a": 1, "b": 1}, True)]
    bare = {"checks": False, "plans": 0} if algorithm == "guided" else {}  # with these it is a gap
    result = Dialogue(problem, algorithm=algorithm, examples=given, earlier=earlier, **bare).result
    assert (result.status, result.reason) == ("collapsed", "contradiction")
    assert result.conflict.no.assignment == {"a": 0, "b": 0}
    assert [query.assignment for query in result.conflict.yes] == [{"a": 1, "b": 1}]


def test_an_algorithm_by_its_function_is_the_same_as_by_its_name():
    by_name = read_options({"algorithm": "multiacq", "findc": "first"})
    by_function = read_options({"algorithm": multiacq, "findc": findc})
    assert not by_name.uses_findscope
    assert not by_function.uses_findscope
    assert "does not use FindScope" in without_effect(by_function, ["findscope"])
    assert read_options({"algorithm": quacq, "findscope": findscope2}).uses_findscope
    for algorithm in ("quacq", quacq):
        assert "only multiacq" in without_effect(read_options({"algorithm": algorithm}), ["calls_scopes"])


@pytest.mark.parametrize("over", ["each array", None])
def test_what_is_left_of_a_rule_may_be_too_small_for_it(over):
    """In each array, except g: what is left is h, which has two cells, and the relation takes three."""
    names = [f"g[{i},{j}]" for i in range(2) for j in range(2)] + ["h[0]", "h[1]"]
    not_all_zero = Relation("not all zero", lambda x, y, z: (x | y | z) == 1, 3)
    language = [Relation.of(not_all_zero, over=over)]
    problem = Problem({name: range(2) for name in names}, language=language, orders="given")
    result = learn(problem, problem.network([("not all zero", names[:3])]))
    assert [str(each) for each in result.network] == ["not all zero(g[0,0], g[0,1], g[1,0])"]
