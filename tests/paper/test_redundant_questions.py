"""FindScope-2 asks no question that its checks can answer; those that `rej` lets through are counted and explained.

`rej` is the number of candidates that the last negative example violated *when it was asked*. A "yes" after that makes
the number too large. Then a part of the example is asked that violates all candidates left, although its answer must be
"no". All redundant questions come from this.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tacit import Reporter, learn
from tacit.benchmarks import load
from tacit.testing.checks import run
from tacit.testing.problems import cases


class Redundant(Reporter):
    """Records where redundant questions come from, and whether a "yes" had come after the last "no"."""

    def __init__(self):
        self.inside = []
        self.stale = False  # has a "yes" come since `rej` was set?
        self.seen = []

    def enter(self, function, **arguments):
        if function == "FindScope-2" and "FindScope-2" not in self.inside:
            self.stale = False
        self.inside.append(function)

    def leave(self, function, value):
        self.inside.pop()

    def asking(self, query, redundant):
        if redundant:
            self.seen.append((self.inside[-1] if self.inside else None, self.stale))

    def answered(self, query, answer):
        self.stale = answer is True


@given(cases(simple=True), st.sampled_from(["quacq", "mquacq"]), st.integers(0, 3))
def test_only_rej_lets_redundant_questions_through(case, algorithm, seed):
    reporter = Redundant()
    result = run(case, algorithm=algorithm, findscope=2, seed=seed, reporter=reporter)
    assert len(reporter.seen) == result.statistics.redundant_queries
    assert all(place == ("FindScope-2", True) for place in reporter.seen)


def test_how_many_they_are_on_sudoku():
    """All of them come after a "yes" in the same FindScope-2; FindScope 1 asks many times as many."""
    sudoku = load("sudoku-4")
    reporter = Redundant()
    two = learn(sudoku.problem, sudoku.target, findscope=2, reporter=reporter)
    one = learn(sudoku.problem, sudoku.target, findscope=1)
    assert set(reporter.seen) == {("FindScope-2", True)}
    assert 0 < two.statistics.redundant_queries < 0.1 * two.statistics.queries
    assert one.statistics.redundant_queries > 5 * two.statistics.redundant_queries


def test_skip_known_asks_none():
    sudoku = load("sudoku-4")
    for findscope in (1, 2):
        result = learn(sudoku.problem, sudoku.target, findscope=findscope, skip_known=True)
        assert result.statistics.redundant_queries == 0
        assert (result.status, len(result.network)) == ("converged", 56)
