"""Checks, plans, gaps: on random problems, against enumeration."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit.problem.query import Plan
from tacit.testing import brute, checks
from tacit.testing.oracles import ByConstraints
from tacit.testing.problems import cases, foreign_cases, structured_cases

seeds = st.integers(0, 3)


@given(cases(max_variables=4), seeds, st.sampled_from([0.0, 0.02]))
def test_nothing_is_called_wrong_where_nothing_is(case, seed, slips):
    """Whoever tells the truth, in a language that can say it, is believed: no gap, no second look, and the target."""
    result = checks.run(case, algorithm="guided", seed=seed, slips=slips)
    assert not result.gaps
    assert not result.second_look
    if brute.solutions(case.problem, case.target):
        assert result.status == "converged", checks.ended(result)
        assert brute.solutions(case.problem, result.network) == brute.solutions(case.problem, case.target)


@given(structured_cases(most_candidates=9), seeds)
def test_what_is_learned_was_confirmed(case, seed):
    """With checks, each learned constraint has a "no" on its own variables, or a rule that says it, or there is no
    example of its variables that it alone forbids."""
    result = checks.run(case, algorithm="guided", seed=seed)
    ruled = {str(c) for c in result.network if result.explain(c).claims}
    for c in result.network:
        if str(c) in ruled:
            continue
        own = [e.query for e in result.answers if e.answer is False and set(e.query) <= set(c.scope)]
        others = [other for other in result.network if other != c and set(other.scope) <= set(c.scope)]
        assert any(brute.rejecting([c], query) for query in own) or brute.implied_on_scope(case.problem, c, others)


@examples(10)
@given(foreign_cases(), seeds)
def test_gaps_are_real_and_as_small_as_they_can_be(case, seed):
    oracle = ByConstraints(case.target)
    result = checks.run(case, oracle, algorithm="guided", seed=seed)
    for gap in result.gaps:
        if gap.query is None:
            continue
        assert oracle.ask(gap.query) is False
        for name in gap.query:
            less = {other: value for other, value in gap.query.items() if other != name}
            assert not brute.rejecting(case.target, less), f"{gap} is a no without {name}, too"


@examples(10)  # a language that is too small is asked about for long
@given(foreign_cases(), seeds)
def test_plans_are_solutions_of_what_was_learned(case, seed):
    result = checks.run(case, ByConstraints(case.target), algorithm="guided", seed=seed)
    if result.status == "converged":
        plans = [entry for entry in result.answers if isinstance(entry.query, Plan)]
        assert all(entry.answer for entry in plans)
        assert all(not brute.rejecting(list(result.network), entry.query) for entry in plans)
