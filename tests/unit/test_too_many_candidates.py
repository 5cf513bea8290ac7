"""A language that makes too many candidates is refused before these are made, with the number and what to limit."""

from __future__ import annotations

import re
import tracemalloc

import numpy as np
import pytest

import tacit
from tacit.candidates import bias, too_many
from tacit.candidates.bias import Bias
from tacit.candidates.expected_memory import expected_bytes
from tacit.candidates.version_space import VersionSpace
from tacit.errors import ProblemError


@pytest.fixture
def nothing_is_built(monkeypatch):
    """Building would be an error. The groups of large families are not made, either."""

    def built(*given):
        raise AssertionError("candidates were made")

    monkeypatch.setattr(bias, "Rows", built)
    monkeypatch.setattr(bias, "_all_scopes", built)
    monkeypatch.setattr(bias, "_scopes_over", built)
    monkeypatch.setattr(bias, "_bounds_over", built)
    monkeypatch.setattr(too_many, "free_memory", lambda: 64 << 30)


def line(n, domain=range(3)):
    return {f"v[{i}]": domain for i in range(n)}


@pytest.mark.parametrize(
    ("variables", "language", "words"),
    [
        (
            line(600),
            ["!=", "x + y < z"],
            [
                r"107,640,300 candidates; at most 20,000,000",
                r"'x \+ y < z' alone makes 107,460,600",
                'smaller arity, or say orders = "given"',
            ],
        ),
        (
            line(9_000),
            [{"relation": "!=", "over": "whole"}],
            ["40,495,500 candidates", "limit it to families, as in { relation = '!=', over = \"row\" }"],
        ),
        (line(4, [0, 30_000_000]), ["sum <= k"], ["120,000,000 candidates", "'sum <= k' alone", "give its number"]),
        (
            line(40_000),
            [{"relation": "count(1) >= k", "over": "window of 600"}],
            ["23,640,600 candidates", "give its number in place of k, or let it be over fewer or smaller groups"],
        ),
        (
            line(40_000),
            [{"relation": "count(1) >= 3", "over": "window of 600"}],
            ["over 'window of 600 of v': 39,401 groups of 600 cells are 23,640,600 cells; at most 5,000,000"],
        ),
        (line(40_000), [{"relation": "alldifferent", "over": "window of 600"}], ["23,640,600 cells"]),
    ],
    ids=lambda given: str(given)[:40],
)
def test_refused_before_it_is_built(variables, language, words, nothing_is_built):
    problem = tacit.Problem(variables, language=language)
    with pytest.raises(ProblemError) as caught:
        Bias(problem)
    for each in words:
        assert re.search(each.replace("{", r"\{").replace("}", r"\}"), str(caught.value)), caught.value
    assert "\n" not in str(caught.value)
    with pytest.raises(ProblemError):
        tacit.Dialogue(problem, algorithm="guided")


def test_less_memory_than_it_needs(monkeypatch, nothing_is_built):
    problem = tacit.Problem(line(200), language=["!=", "x + y < z"], orders="given")
    monkeypatch.setattr(too_many, "free_memory", lambda: 1 << 30)
    with pytest.raises(ProblemError, match=r"1,333,300 candidates; they need about 1\.1 GB, and 1\.0 GB of memory"):
        Bias(problem)
    for room in (2 << 30, None):  # enough, and a system that does not tell
        monkeypatch.setattr(too_many, "free_memory", lambda room=room: room)
        with pytest.raises(AssertionError, match="candidates were made"):
            Bias(problem)


def test_domains_that_are_too_large_for_bounds(monkeypatch, nothing_is_built):
    monkeypatch.setattr(too_many, "free_memory", lambda: 900_000)
    problem = tacit.Problem(line(100, range(1_000)), language=[{"relation": "sum <= 3", "over": "window of 3"}])
    with pytest.raises(
        ProblemError, match=r"for what 1,000 values of 100 variables add, and .* fewer bounds, or smaller"
    ):
        Bias(problem)


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        (
            {f"g[{i},{j}]": range(1, 5) for i in range(4) for j in range(3)},
            ["sum <= k", "count(2) >= k", "count(3) == k"],
        ),
        (
            {f"g[{i},{j}]": range(i + 2) for i in range(4) for j in range(4)},
            [{"relation": "sum >= k", "over": ["diagonals", "row", "whole"]}],
        ),
    ],
)
def test_the_number_is_known_beforehand(variables, language):
    problem = tacit.Problem(variables, language=language)
    known = {(bound.name): too_many.count_rows(bound, problem) for bound in problem.language}
    assert sum(known.values()) == Bias(problem).size


def test_what_memory_there_is():
    room = too_many.free_memory()
    assert room is None or room > 1 << 20


def test_truth_tables_that_do_not_fit_are_refused_before_one_is_made(monkeypatch):
    texts = [f"x + y + {k} != z" for k in range(20)]
    problem = tacit.Problem(line(4, range(100)), language=texts)
    monkeypatch.setattr(too_many, "free_memory", lambda: 100 << 20)
    monkeypatch.setattr(bias, "orders_of", lambda *given: pytest.fail("tables were made"))
    with pytest.raises(
        ProblemError,
        match=r"need about 0\.2 GB for their truth tables over 100 values, and 0\.1 GB of memory are free: "
        r"'x \+ y \+ 0 != z' alone has 1,000,000 entries; use fewer .* orders = \"given\"",
    ):
        Bias(problem)


@pytest.mark.parametrize("orders", ["given", "all"])
@pytest.mark.parametrize(
    ("variables", "language"),
    [
        (line(4, range(100)), ["x + y != z", "x * y == z", "abs(x - y) < z"]),
        (line(5, range(1_000)), ["<", "!=", "x + y == 500"]),
        (line(300, range(8)), ["<", "!=", "=="]),
    ],
)
def test_no_more_memory_is_taken_than_expected(variables, language, orders):
    problem = tacit.Problem(variables, language=language, orders=orders)
    tracemalloc.start()
    try:
        space = VersionSpace(Bias(problem))
        if space.pairs is not None:
            space.pairs.update(space.agenda, space.learned)
        space.rows.accept(np.full(len(problem.vocabulary), -1))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < expected_bytes(problem, space.bias.size) + (1 << 20)


def test_very_many_variables_get_no_matrices():
    problem = tacit.Problem(line(3_000, range(2)), language=[{"relation": "!=", "over": "window of 2"}])
    assert VersionSpace(Bias(problem)).pairs is None
