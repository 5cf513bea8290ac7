"""The worked examples of the paper: the rows that it prints, as tests.

The running example: eight variables with values 1 to 8, language {≠}, target {≠12, ≠13, ≠34}.
"""

from __future__ import annotations

import itertools

import pytest

from kit.drive import drive
from kit.trace import Trace
from tacit import Problem, learn
from tacit.algorithms.findallcons import findallcons
from tacit.algorithms.findallscopes import findallscopes
from tacit.algorithms.findscope import findscope
from tacit.algorithms.findscope2 import findscope2
from tacit.candidates import bitset
from tacit.candidates.examination import Example
from tacit.dialogue.options import Options
from tacit.generation.irrgen import irrgen
from tacit.learning.asker import Asker
from tacit.learning.reporter import Reporter

X = [1, 2, 3, 4, 5, 6, 7, 8]
ALL = bitset.from_indices(range(8))


def running_example() -> Problem:
    return Problem({f"x{i}": range(1, 9) for i in X}, language=["!="], name="running example")


def asker_for(reporter=None, **options):
    problem = running_example()
    return Asker(problem, Options(**{"algorithm": "mquacq", **options}), reporter or Reporter())


def example(asker, *values):
    return Example(asker.space, asker.space.vocabulary.encode({f"x{i}": v for i, v in zip(X, values, strict=True)}))


TARGET = running_example().network([("!=", ["x1", "x2"]), ("!=", ["x1", "x3"]), ("!=", ["x3", "x4"])])


def test_findscope_in_example_2():
    """Table "Recursive calls of FindScope": all rows."""
    trace = Trace("FindScope")
    asker = asker_for(trace)
    e = example(asker, 1, 1, 1, 2, 3, 4, 5, 6)
    scope, _ = drive(findscope(asker, e, ALL), TARGET.accepts)
    rows = [(c.number, c.arguments["R"], c.arguments["Y"], c.asked, c.answer, c.returned) for c in trace.calls]
    no, yes = False, True
    assert rows == [
        ("0", [], X, None, None, [1, 2]),
        ("1", [1, 2, 3, 4], [5, 6, 7, 8], [1, 2, 3, 4], no, []),
        ("2", [], [1, 2, 3, 4], None, None, [1, 2]),
        ("2.1", [1, 2], [3, 4], [1, 2], no, []),
        ("2.2", [], [1, 2], None, None, [1, 2]),
        ("2.2.1", [1], [2], [1], yes, [2]),
        ("2.2.2", [2], [1], [2], yes, [1]),
    ]
    assert bitset.members(scope) == [0, 1]


def test_findscope_2_asks_one_of_these_four():
    """Section 6: of the four, the first has the same κ as e, and the last two have an empty κ."""
    asker = asker_for()
    e = example(asker, 1, 1, 1, 2, 3, 4, 5, 6)
    scope, asked = drive(findscope2(asker, e, ALL), TARGET.accepts)
    assert bitset.members(scope) == [0, 1]
    assert [query.assignment for query in asked] == [{"x1": 1, "x2": 1}]


def test_findallscopes_in_example_2():
    """Table "Recursive calls of FindAllScopes": its rows are the first calls, and all calls that ask."""
    trace = Trace("FindAllScopes")
    asker = asker_for(trace)
    e = example(asker, 1, 1, 1, 2, 3, 4, 5, 6)
    MSes: list[int] = []
    drive(findallscopes(asker, e, ALL, MSes, range(8)[::-1], lambda: True), TARGET.accepts)
    no, yes = False, True
    printed = [
        ("0", X, no, True),
        ("1", [1, 2, 3, 4, 5, 6, 7], no, True),
        ("1.1", [1, 2, 3, 4, 5, 6], no, True),
        ("1.1.1", [1, 2, 3, 4, 5], no, True),
        ("1.1.1.1", [1, 2, 3, 4], no, True),
        ("1.1.1.1.1", [1, 2, 3], no, True),
        ("1.1.1.1.1.1", [1, 2], no, True),
        ("1.1.1.1.1.1.1", [1], None, False),
        ("1.1.1.1.1.1.2", [2], None, False),
        ("1.1.1.1.1.2", [1, 3], no, True),
        ("1.1.1.1.1.2.1", [1], None, False),
        ("1.1.1.1.1.2.2", [3], None, False),
        ("1.1.1.1.1.3", [2, 3], yes, False),
    ]
    rows = [(c.number, c.arguments["Y"], c.answer, c.returned) for c in trace.calls]
    assert rows[: len(printed)] == printed
    asking = [c for c in trace.calls if c.asked is not None]
    assert [(c.number, c.asked) for c in asking] == [(n, Y) for n, Y, answer, _ in printed if answer is not None]
    assert [bitset.members(M) for M in MSes] == [[0, 1], [0, 2]]


FINDALLCONS_ROWS = [
    ("0", X, [], False, [[1, 2], [3, 4], [1, 3]]),
    ("1", X, [[1, 2]], None, [[3, 4], [1, 3]]),
    ("1.1", [2, 3, 4, 5, 6, 7, 8], [], False, [[3, 4]]),
    ("1.1.1", [2, 3, 4, 5, 6, 7, 8], [[3, 4]], None, []),
    ("1.1.1.1", [2, 4, 5, 6, 7, 8], [], True, []),
    ("1.1.1.2", [2, 3, 5, 6, 7, 8], [], True, []),
    ("1.2", [1, 3, 4, 5, 6, 7, 8], [[3, 4]], None, [[1, 3]]),
    ("1.2.1", [1, 4, 5, 6, 7, 8], [], True, []),
    ("1.2.2", [1, 3, 5, 6, 7, 8], [], False, [[1, 3]]),
]


def rows_of(trace):
    calls = trace.calls
    return [(c.number, c.arguments["Y"], c.arguments["Scopes"], c.answer, c.returned) for c in calls]


def test_findallcons_in_example_3():
    """Table "Recursive calls of FindAllCons": its rows are the first calls, and all calls that ask.

    The table leaves out what FindScope's own "yes" answers remove from B, so here FindScope finds the scope
    without a question.
    """

    def silent(asker, e, Y):
        for pair in [(0, 1), (2, 3), (0, 2)]:
            scope = bitset.from_indices(pair)
            if bitset.is_subset(scope, Y):
                return scope
        raise AssertionError
        yield

    trace = Trace("FindAllCons")
    asker = asker_for(trace, findscope=silent)
    found, _ = drive(findallcons(asker, example(asker, 1, 1, 1, 1, 2, 3, 4, 5), ALL, []), TARGET.accepts)
    rows = rows_of(trace)
    assert rows[: len(FINDALLCONS_ROWS)] == FINDALLCONS_ROWS
    asking = [row for row in rows if row[3] is not None]
    assert asking == [row for row in FINDALLCONS_ROWS if row[3] is not None]
    assert [bitset.members(scope) for scope in found] == [[0, 1], [2, 3], [0, 2]]


@pytest.mark.parametrize("findscope", [1, 2])
def test_findallcons_with_its_findscope(findscope):
    """With the paper's own FindScope, two of the printed questions are not asked.

    On the way to {x3, x4} (call 1.1) FindScope asks {x2, x3} and {x2, x4}, gets "yes" and removes ≠23 and ≠24,
    so call 1.1.1 has nothing left to learn and returns; all other rows are the printed ones.
    """
    trace = Trace("FindAllCons")
    asker = asker_for(trace, findscope=findscope)
    drive(findallcons(asker, example(asker, 1, 1, 1, 1, 2, 3, 4, 5), ALL, []), TARGET.accepts)
    expected = [row for row in FINDALLCONS_ROWS if row[0] not in ("1.1.1.1", "1.1.1.2")]
    assert rows_of(trace)[: len(expected)] == expected
    learned = [str(asker.space.bias.constraint(row)) for row in asker.space.network]
    assert learned == ["x1 != x2", "x3 != x4", "x1 != x3"]


def test_max_v_fills_with_one_value():
    """Example 5: from the second variable on, the value of the first is the only one that violates candidates."""
    asker = asker_for(values="max_v", variables="lex")
    e = irrgen(asker)
    assert list(asker.space.vocabulary.decode(e.codes).values()) == [1] * 8
    assert len(e.kappa(ALL)) == 28


def clique(**options):
    names = ["a", "b", "c", "d"]
    problem = Problem({name: [1, 2] for name in names}, language=["=="])
    target = [("==", pair) for pair in itertools.combinations(names, 2)]
    result = learn(problem, target, prove=True, **options)
    assert result.status == "converged"
    return len(result.network)


class TestCliqueOfExample6:
    """Four variables with values {1, 2}, a clique of =.

    The paper lets MQuAcq with max generate an example that violates all six constraints. There is none: with two
    values, some of the four variables are equal. So with max MQuAcq learns what its examples violate, at most 4
    constraints from one example; with max_B all six are learned, because each pair can be asked on its own.
    """

    @pytest.mark.parametrize("seed", range(5))
    def test_quacq_with_max_learns_three(self, seed):
        assert clique(algorithm="quacq", objective="max", seed=seed) == 3

    @pytest.mark.parametrize("algorithm", ["quacq", "mquacq"])
    @pytest.mark.parametrize("seed", range(5))
    def test_with_max_b_both_learn_six(self, algorithm, seed):
        assert clique(algorithm=algorithm, objective="max_b", seed=seed) == 6

    def test_no_example_violates_all_six(self):
        most = max(
            sum(a != b for a, b in itertools.combinations(values, 2)) for values in itertools.product([1, 2], repeat=4)
        )
        assert most == 4
