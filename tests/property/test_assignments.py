"""Assignments of a few variables, extended matrix by matrix, against plain twins that write all of them down."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit import Problem
from tacit.candidates.bias import Bias
from tacit.problem import assignments
from tacit.problem import rows as rows_module
from tacit.problem.assignments import enumerated, search
from tacit.problem.rows import Rows
from tacit.testing.bounded import bounded_cases
from tacit.testing.problems import cases


@pytest.fixture(params=["tables", "functions"], scope="module")
def kept_as(request):
    """Relations as truth tables, or too large for these."""
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "functions":
            patch.setattr(rows_module, "TABLE_LIMIT", 1)
        yield request.param


def every_line(rows: Rows, variables: list[int]) -> list[list[int]]:
    return [list(line) for line in itertools.product(*(rows.vocabulary.domain_codes[x].tolist() for x in variables))]


def rejects_naive(rows: Rows, row: int, variables: list[int], line: list[int]) -> bool:
    """By the meaning of the row, one assignment at a time."""
    codes = np.full(len(rows.vocabulary), -1, dtype=np.int64)
    codes[variables] = line
    among = np.zeros(rows.size, dtype=bool)
    among[row] = True
    return row in rows.rejecting(codes, among)


def drawn(data, rows: Rows) -> tuple[list[int], list[int]]:
    """Some variables, and the rows that can speak of them."""
    size = data.draw(st.integers(1, min(4, len(rows.vocabulary))))
    variables = data.draw(st.permutations(range(len(rows.vocabulary))))[:size]
    inside = [row for row in range(rows.n_plain) if set(rows.scope(row)) <= set(variables)]
    return variables, [*inside, *range(rows.n_plain, rows.size)]


def some_of(data, rows: list[int], most: int = 4) -> list[int]:
    return data.draw(st.lists(st.sampled_from(rows), unique=True, max_size=most)) if rows else []


@given(st.one_of(cases(), bounded_cases()), st.data())
def test_enumerated_are_all_assignments_that_the_rows_accept_in_their_order(kept_as, case, data):
    rows = Bias(case.problem).rows
    variables, inside = drawn(data, rows)
    hard = some_of(data, inside)
    found = enumerated(rows, variables, hard)
    assert found is not None
    expected = [
        line
        for line in every_line(rows, variables)
        if not any(rejects_naive(rows, row, variables, line) for row in hard)
    ]
    assert found.examples.tolist() == expected
    for row in some_of(data, inside):
        assert found.rejects(row).tolist() == [rejects_naive(rows, row, variables, line) for line in expected]
        assert rows.rejects(row, variables, found.examples).tolist() == found.rejects(row).tolist()


@given(st.one_of(cases(), bounded_cases()), st.data())
def test_a_search_finds_the_first_assignment_that_is_wanted_if_there_is_one(kept_as, case, data):
    rows = Bias(case.problem).rows
    variables, inside = drawn(data, rows)
    hard, rejects = some_of(data, inside), some_of(data, inside)
    accepts = [group for group in (some_of(data, inside), some_of(data, inside)) if group]

    def is_wanted(line: list[int]) -> bool:
        said = {row: rejects_naive(rows, row, variables, line) for row in {*hard, *rejects, *itertools.chain(*accepts)}}
        return (
            not any(said[row] for row in hard)
            and (not rejects or any(said[row] for row in rejects))
            and all(any(not said[row] for row in group) for group in accepts)
        )

    wanted = [line for line in every_line(rows, variables) if is_wanted(line)]
    avoid = [np.array(line) for line in wanted[: data.draw(st.integers(0, 2))]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assignments, "FIRST_CELLS", data.draw(st.sampled_from([1, 3, 4096])))
        found, proved = search(rows, variables, hard, rejects=rejects, accepts=accepts, avoid=avoid)
    assert proved
    left = wanted[len(avoid) :]
    assert (None if found is None else found.tolist()) == (left[0] if left else None)


def test_a_search_says_when_it_has_not_come_to_an_end():
    rows = Bias(Problem({name: range(30) for name in "abc"}, language=["<", "x + y == z"])).rows
    less = [row for row in range(rows.size) if rows.relation(row).name == "<"]
    assert search(rows, [0, 1, 2], less, rejects=less, work=1000) == (None, False)
    assert search(rows, [0, 1, 2], less, rejects=less) == (None, True)


def test_too_many_assignments_are_not_enumerated():
    rows = Bias(Problem({name: range(800) for name in "ab"}, language=["<", "<="], orders="given")).rows
    assert enumerated(rows, [0, 1], []) is None  # 640 000
    assert (rows.relation(0).name, rows.relation(1).name) == ("<", "<=")
    assert search(rows, [0, 1], [0], rejects=[1]) == (None, True)  # a < b implies a ≤ b
