"""Options that change what is asked: a user's own orders, cutoffs, normalised targets; and the reporter."""

from __future__ import annotations

import inspect
import itertools
import sys

import numpy as np
import pytest

from tacit import Dialogue, Problem, Reporter, Status, learn
from tacit.algorithms import Outcome
from tacit.benchmarks import load
from tacit.exact.equivalence import equivalent


def test_orders_of_ones_own():
    def backwards(search):
        return int(np.flatnonzero(search.free)[-1])

    def largest_first(search, variable, choices, gains):
        return np.arange(len(choices))[::-1]

    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, variables=backwards, values=largest_first)
    assert (result.status, len(result.network)) == ("converged", 56)
    first = result.answers[0].query
    assert first["grid[3,3]"] == 4


def test_a_learner_of_ones_own():
    def lazy(asker):
        return Outcome(Status.STOPPED, "lazy")
        yield

    result = learn(Problem({"a": [0, 1], "b": [0, 1]}, language=["!="]), [], algorithm=lazy)
    assert (result.status, result.reason, [str(c) for c in result.open]) == ("stopped", "lazy", ["a != b"])


def test_cutoffs_in_seconds_are_not_deterministic():
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, cut_min=0.001, cut_max=0.01)
    assert not result.deterministic
    assert result.status == "converged"
    assert learn(sudoku.problem, sudoku.target).deterministic


@pytest.mark.parametrize("normalized", [True, False])
def test_normalized_leaves_nothing_on_a_learned_scope(normalized):
    """Each scope has one constraint: when it is found, nothing more is asked on that scope."""
    zebra = load("zebra")
    target = zebra.problem.network([c for c in zebra.target if str(c) != "green != ivory"])  # implied on its scope
    dialogue = Dialogue(zebra.problem, normalized=normalized)
    asker = dialogue.asker
    left = False
    while dialogue.query is not None:
        left = left or any(len(asker.space.candidates_at(scope)) for scope in asker.space.learned_at)
        dialogue.answer(target.accepts_codes(dialogue.query.codes))
    assert dialogue.result.status == "converged"
    assert equivalent(dialogue.result.network, zebra.target)
    assert left == (not normalized)


def test_a_target_that_is_not_normalized_is_a_conflict_by_assumption():
    problem = Problem({name: range(3) for name in "abc"}, language=["!=", "<="])
    target = [("!=", ["a", "b"]), ("<=", ["a", "b"])]
    ends = [learn(problem, target, normalized=True, findscope=1, seed=seed) for seed in range(20)]
    collapsed = [result for result in ends if result.status == "collapsed"]
    assert collapsed
    for result in collapsed:
        assert result.reason == "contradiction"
        assert result.conflict.by_assumption
    assert all(len(result.network) == 1 for result in ends)


@pytest.mark.parametrize("calls", [1, 5, 50])
def test_multiacqs_cutoff(calls):
    """It is cut, goes on in reverse order, is cut again, and shuffles. It converges: a cut comes only after a scope."""
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, algorithm="multiacq", calls_scopes=calls)
    assert (result.status, len(result.network)) == ("converged", 56)
    assert result.statistics.cutoffs_scopes > 0


def test_the_reporter_sees_every_event():
    class Watch(Reporter):
        seen: list[str]

    for name in [name for name in vars(Reporter) if not name.startswith("_")]:

        def note(self, *arguments, _name=name, **named):
            self.seen.append(_name)

        setattr(Watch, name, note)
    watch = Watch()
    watch.seen = []
    sudoku = load("sudoku-4")
    result = learn(sudoku.problem, sudoku.target, algorithm="mquacq", reporter=watch)
    assert watch.seen[0] == "started"
    assert watch.seen[-1] == "finished"
    assert watch.seen.count("asking") == watch.seen.count("answered") == len(result.answers)
    assert watch.seen.count("learned") == 56
    assert watch.seen.count("enter") == watch.seen.count("leave")
    assert watch.seen.count("generated") == result.statistics.generated_queries


@pytest.mark.parametrize("options", [{"algorithm": "quacq", "findscope": 1}, {"algorithm": "mquacq"}])
def test_every_call_that_is_entered_is_left(options):
    """Also when a "don't know" ends a call in the middle."""

    class Depth(Reporter):
        stack: list[str]
        deepest = 0

        def enter(self, function, **arguments):
            self.stack.append(function)
            self.deepest = max(self.deepest, len(self.stack))

        def leave(self, function, value):
            assert self.stack.pop() == function

    depth = Depth()
    depth.stack = []
    sudoku = load("sudoku-4")
    asked = itertools.count()
    learn(
        sudoku.problem,
        lambda query: None if next(asked) % 10 == 9 else sudoku.target.accepts_codes(query.codes),
        reporter=depth,
        **options,
    )
    assert depth.stack == []
    assert depth.deepest == 5, "FindScope halves 16 variables four times"


def test_stop_any_time():
    sudoku = load("sudoku-4")
    dialogue = Dialogue(sudoku.problem)
    for _ in range(30):
        dialogue.answer(sudoku.target.accepts(dialogue.query))
    result = dialogue.stop("tired")
    assert (result.status, result.reason, len(result.answers)) == ("stopped", "tired", 30)
    assert dialogue.query is None
    assert result.open
    assert dialogue.stop() is result


def test_the_model_runs():
    sudoku = load("sudoku-4")
    model = learn(sudoku.problem, sudoku.target).to_cpmpy()
    assert model.solve()
    assert model.solveAll() == 288  # the number of 4×4 Sudoku grids


@pytest.mark.parametrize("algorithm", ["mquacq", "multiacq"])
def test_deep_recursion_does_not_need_pythons_stack(algorithm):
    """The paper's recursive functions get as deep as there are variables; see `tacit.learning.asking`."""
    sudoku = load("sudoku-4")
    limit = sys.getrecursionlimit()
    depth = len(inspect.stack(0))
    sys.setrecursionlimit(depth + 45)
    try:
        result = learn(sudoku.problem, sudoku.target, algorithm=algorithm, values="max_v")
    finally:
        sys.setrecursionlimit(limit)
    assert (result.status, len(result.network)) == ("converged", 56)
