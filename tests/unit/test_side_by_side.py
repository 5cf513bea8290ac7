"""Questions side by side: the same network in any order of answers, the same questions in the same order."""

from __future__ import annotations

import random

import pytest

from tacit import Dialogue, OptionError, Problem, learn
from tacit.benchmarks import load
from tacit.dialogue.oracles import TargetOracle
from tacit.dialogue.side_by_side import SideBySide
from tacit.exact.equivalence import equivalent
from tacit.problem.network import Network
from tacit.problem.query import Plan


def side_by_side(problem, ask, most, order, **options):
    """Ask, and let the answers come back in an order at random; what was put, and the dialogue."""
    dialogue = Dialogue(problem, **options)
    batch = SideBySide(dialogue, most)
    chance = random.Random(order)
    put, out = [], []
    while dialogue.question is not None:
        new = batch.fill()
        put += new
        out += new
        assert len(out) <= most
        question = out.pop(chance.randrange(len(out)))
        batch.hear(question, ask(question))
        assert [put.question for put in batch.out] == out
    return put, dialogue


@pytest.fixture(scope="module")
def chain() -> tuple[Problem, Network]:
    """Six cells, of which neighbours differ, and the first is less than the last."""
    problem = Problem({f"x[{i}]": range(4) for i in range(6)}, language=["==", "!=", "<", ">"])
    rules = [("!=", [f"x[{i}]", f"x[{i + 1}]"]) for i in range(5)]
    return problem, problem.network([*rules, ("<", ["x[0]", "x[5]"])])


def check(problem, target, most, order):
    put, dialogue = side_by_side(problem, TargetOracle(target).ask, most, order, seed=order, rules=False)
    result = dialogue.result
    assert result.status == "converged"
    assert equivalent(result.network, target)
    assert result.statistics.questions == sum(entry.source is None for entry in dialogue.log)
    assert result.statistics.questions <= len(put)


@pytest.mark.parametrize("most", [2, 8])
@pytest.mark.parametrize("order", range(3))
def test_the_same_network_in_any_order(chain, most, order):
    check(*chain, most, order)


@pytest.mark.parametrize(("name", "most"), [("purdey", 8), ("sudoku-4", 3)])
def test_the_same_network_of_a_benchmark(name, most):
    benchmark = load(name)
    check(benchmark.problem, benchmark.target, most, 1)


def test_one_at_a_time_is_the_dialogue_as_it_always_was(chain):
    problem, target = chain
    oracle = TargetOracle(target)
    put, _ = side_by_side(problem, oracle.ask, 1, 0, rules=False)
    dialogue = Dialogue(problem, rules=False)
    while dialogue.question is not None:
        assert put.pop(0) == dialogue.question
        dialogue.answer(oracle.ask(dialogue.question))
    assert not put


def test_the_same_answers_in_the_same_order_lead_to_the_same_questions(chain):
    problem, target = chain
    oracle = TargetOracle(target)
    first, one = side_by_side(problem, oracle.ask, 5, 7, rules=False)
    second, other = side_by_side(problem, oracle.ask, 5, 7, rules=False)
    assert first == second
    # And the log alone is enough: nobody has to know how many were out.
    again = Dialogue(problem, rules=False)
    for entry in one.log:
        again.hear(entry.query, entry.answer)
    assert again.result.network == one.result.network == other.result.network
    assert list(again.log) == list(one.log)


def test_with_rules_too():
    benchmark = load("sudoku-4")
    result = learn(benchmark.problem, benchmark.target, parallel=4)
    assert result.status == "converged"
    assert equivalent(result.network, benchmark.target)
    assert result.statistics.rules


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_dont_know(chain, share):
    """What is learned is right, whatever is not known."""
    problem, target = chain
    oracle = TargetOracle(target)
    chance = random.Random(3)

    def ask(query):
        return None if chance.random() < share else oracle.ask(query)

    _, dialogue = side_by_side(problem, ask, 6, 1, rules=False)
    result = dialogue.result
    assert result.status in ("converged", "undecided")
    if result.status == "converged":
        assert equivalent(result.network, target)


def test_a_language_that_is_too_small():
    """a + b + c is even, which the language can't say: it is a gap, and nothing crashes."""
    problem = Problem({name: range(3) for name in "abcd"}, language=["==", "!=", "<", ">"])

    def ask(query):
        odd = all(name in query for name in "abc") and (query["a"] + query["b"] + query["c"]) % 2
        return not odd and not ("a" in query and "d" in query and query["a"] == query["d"])

    for order in range(3):
        _, dialogue = side_by_side(problem, ask, 6, order, seed=order)
        assert dialogue.result.status == "incomplete"
        assert [str(c) for c in dialogue.result.network] == ["a != d"]


def test_plans_are_put_when_nothing_else_is_open(chain):
    problem, target = chain
    oracle = TargetOracle(target)
    put, _ = side_by_side(problem, oracle.ask, 8, 0, rules=False)
    plans = [isinstance(question, Plan) for question in put]
    assert any(plans)
    assert all(oracle.ask(question) for question in put if isinstance(question, Plan))


def test_no_more_questions_than_may_be_asked(chain):
    problem, target = chain
    oracle = TargetOracle(target)
    _, dialogue = side_by_side(problem, oracle.ask, 8, 0, rules=False, max_questions=20)
    assert (dialogue.result.status, dialogue.result.reason) == ("stopped", "max_questions")
    assert dialogue.result.statistics.questions == 20


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"parallel": 0}, "parallel must be an integer of at least 1, not 0"),
        ({"parallel": 2.0}, "parallel must be an integer"),
        ({"parallel": 2, "algorithm": "mquacq"}, "only the guided learner"),
        ({"parallel": 2, "slips": 0.1}, "slips must be 0"),
        ({"parallel": 2, "until": "plan"}, "until='plan'"),
        ({"workers": "threads"}, "only with parallel"),
        ({"parallel": 2, "workers": "thread"}, "workers must be 'processes' or 'threads'"),
        ({"parallel": 2, "workers": "processes"}, "can't be sent to another process"),
        ({"parallel": 2, "workers": "threads", "dask": "127.0.0.1:1"}, "either workers or dask"),
    ],
)
def test_what_is_refused(options, what):
    problem = Problem({"a": range(3), "b": range(3)}, language=["!="])
    with pytest.raises(OptionError, match=what):
        learn(problem, lambda query: pytest.fail("asked"), **options)


def test_an_error_of_the_function_is_named():
    problem = Problem({"a": range(3), "b": range(3)}, language=["!="])

    def broken(query):
        raise ValueError("no licence")

    with pytest.raises(Exception, match="no licence"):
        learn(problem, broken, parallel=2)
