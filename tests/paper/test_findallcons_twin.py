"""FindAllCons returns earlier than its line 3 says; its twin that follows the line to the letter asks the same."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from kit.contract import run
from kit.problems import cases
from tacit.algorithms import findallcons


def to_the_letter(state, e, Y, Scopes):
    """Is there a violated candidate whose scope is not in Scopes?"""
    return any(state.scope_set(row) not in Scopes for row in state.kappa(e, Y).tolist())


@given(case=cases(max_variables=4), findscope=st.sampled_from([1, 2]), values=st.sampled_from(["random", "max_v"]))
def test_the_same_questions(case, findscope, values):
    """Nested scopes included: they are what the shorter way is for."""
    shorter = run(case, findscope=findscope, values=values)
    with patch.object(findallcons, "_something_else", to_the_letter):
        naive = run(case, findscope=findscope, values=values)
    assert shorter.answers == naive.answers
    assert list(shorter.network) == list(naive.network)
