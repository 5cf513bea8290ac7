"""The kinds of puzzles that CPMpy shows as its examples, learned from their CPMpy models as oracles.

Each learned model is over the puzzle's own variables. CP-SAT proves that both have the same solutions: no solution of
one violates the other.
"""

from __future__ import annotations

import itertools
import warnings

import cpmpy as cp
import pytest

import tacit
from tacit import OracleWarning, Problem, learn


def same_solutions(one: cp.Model, other: cp.Model) -> bool:
    """Proved in both directions: the one has no solution that violates a constraint of the other."""
    return _implies(one, other) and _implies(other, one)


def _implies(one: cp.Model, other: cp.Model) -> bool:
    model = cp.Model(one.constraints, ~cp.all(cp.expressions.utils.flatlist(other.constraints)))
    assert not model.solve(solver="ortools")
    return model.status().exitstatus.name == "UNSATISFIABLE"


def learned(problem: Problem, model: cp.Model, **options) -> tacit.Result:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = learn(problem, model, seed=0, **options)
    assert result.status == "converged"
    return result


def test_n_queens():
    """AllDifferent over expressions q[i] + i, split into pairs."""
    n = 6
    queens = cp.intvar(0, n - 1, shape=n, name="q")
    model = cp.Model(
        cp.AllDifferent(queens),
        cp.AllDifferent(queens + range(n)),
        cp.AllDifferent(queens - range(n)),
    )
    x, y = cp.intvar(0, n, shape=2)
    apart = [abs(x - y) != d for d in range(1, n)]
    result = learned(Problem(queens, language=[x == y, x != y, x < y, x > y, *apart], name="queens"), model)
    found = result.to_cpmpy()
    assert same_solutions(found, model)
    assert found.solve()
    assert len(set(queens.value())) == n
    assert found.solveAll() == 4


def test_sudoku_4():
    grid = cp.intvar(1, 4, shape=(4, 4), name="grid")
    model = cp.Model(
        [cp.AllDifferent(row) for row in grid],
        [cp.AllDifferent(column) for column in grid.T],
        [cp.AllDifferent(grid[i : i + 2, j : j + 2]) for i, j in itertools.product((0, 2), repeat=2)],
    )
    result = learned(Problem(grid, language=["==", "!=", "<", ">"], name="sudoku"), model)
    assert len(result.network) == 56
    found = result.to_cpmpy()
    assert sorted(len(c.args) for c in found.constraints) == [4] * 12
    assert same_solutions(found, model)
    assert found.solveAll() == 288


def test_sudoku_with_clues():
    """The rules are learned; the clues are added afterwards, over the same variables."""
    grid = cp.intvar(1, 9, shape=(9, 9), name="grid")
    rules = [
        [cp.AllDifferent(row) for row in grid],
        [cp.AllDifferent(column) for column in grid.T],
        [cp.AllDifferent(grid[i : i + 3, j : j + 3]) for i, j in itertools.product((0, 3, 6), repeat=2)],
    ]
    found = learned(Problem(grid, language=["==", "!=", "<", ">"], name="sudoku"), cp.Model(rules)).to_cpmpy()
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    found += [x == int(clue) for x, clue in zip(grid.flat, clues, strict=True) if clue != "."]
    assert found.solve()
    assert "".join(str(v) for v in grid.value()[0]) == "534678912"
    assert found.solveAll(solution_limit=2) == 1
    assert cp.Model(rules, [x == int(x.value()) for x in grid.flat]).solve()


def test_a_nurse_roster():
    """Which shift each nurse has on each day (0: none). No shift is shared; no early shift follows a late one."""
    days, nurses, free, early, late = 4, 3, 0, 1, 2
    roster = cp.intvar(free, late, shape=(days, nurses), name="shift")
    model = cp.Model([cp.AllDifferentExcept0(day) for day in roster])
    for day, nurse in itertools.product(range(days - 1), range(nurses)):
        model += (roster[day, nurse] == late).implies(roster[day + 1, nurse] != early)
    model += cp.IfThenElse(roster[0, 0] == free, roster[1, 0] != free, roster[1, 1] != late)
    x, y = cp.intvar(free, late, shape=2)
    language = [
        x == y,
        x != y,
        cp.AllDifferentExcept0(x, y),
        (x == late).implies(y != early),
        (x == free).implies(y != free),
        (x != free).implies(y != late),
        x != free,
    ]
    result = learned(Problem(roster, language=language, name="roster"), model)
    assert same_solutions(result.to_cpmpy(), model)
    assert result.to_cpmpy().solve()
    assert all((roster.value()[day] == late).sum() <= 1 for day in range(days))


def test_a_sum_puzzle():
    """Sums of letters, column by column, as in SEND + MORE = MONEY: here with three letters each."""
    letters = a, b, c, d, e, f = cp.intvar(0, 9, shape=6, name=list("abcdef"))
    model = cp.Model(a + b == c, b + c == d, cp.AllDifferent(letters), e + 2 * a == f, a > 0)
    x, y, z = cp.intvar(0, 9, shape=3)
    language = [x != y, x == y, x + y == z, 2 * x + y == z, x - y == z, x > 0]
    result = learned(Problem(letters, language=language, name="sums"), model)
    assert {"a + b == c", "b + c == d", "2 * a + e == f"} <= {str(c) for c in result.network}
    assert same_solutions(result.to_cpmpy(), model)
    assert result.to_cpmpy().solve()
    assert a.value() + b.value() == c.value()


def test_a_sum_that_is_too_large_for_the_language():
    """SEND + MORE = MONEY as one rule about eight letters: a warning, and what the language can say is learned."""
    letters = s, e, n, d, m, o, r, y = cp.intvar(0, 9, shape=8, name=list("sendmory"))
    send = 1000 * s + 100 * e + 10 * n + d
    more = 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    whole = cp.Model(send + more == money, s > 0, m > 0, cp.AllDifferent(letters))
    problem = Problem(letters, language=["!=", "x > 0", "x + y == z"], name="send more money")
    with pytest.warns(OracleWarning, match=r"at most 3: .*\(8 variables\)"):
        result = learn(problem, whole)
    sayable = problem.network([s > 0, m > 0, cp.AllDifferent(letters)])
    assert set(sayable) <= set(result.network)


def test_send_more_money():
    """Column by column with carries, in sums of three and four variables; with integer and Boolean variables."""
    letters = s, e, n, d, m, o, r, y = cp.intvar(0, 9, shape=8, name=list("sendmory"))
    ones, tens, hundreds = carried = cp.boolvar(shape=3, name=["ones", "tens", "hundreds"])
    nr, eo = sums = cp.intvar(0, 18, shape=2, name=["n+r", "e+o"])
    columns = [
        d + e == y + 10 * ones,
        n + r == nr,
        nr + ones == e + 10 * tens,
        e + o == eo,
        eo + tens == n + 10 * hundreds,
        s + m + hundreds == o + 10 * m,
        s > 0,
        m > 0,
    ]
    model = cp.Model(columns, cp.AllDifferent(letters))
    x, y2, z = cp.intvar(0, 18, shape=3)
    problem = Problem(
        [letters, carried, sums],
        language=[x != y2, x + y2 == z],
        candidates=[*columns, s + 1 == m, n + e == 10 * tens + d, e + r == nr + 10 * ones],
        name="send more money",
    )
    found = learned(problem, model).to_cpmpy()
    assert same_solutions(found, model)
    assert found.solve()
    assert "".join(str(letter.value()) for letter in letters) == "95671082"
