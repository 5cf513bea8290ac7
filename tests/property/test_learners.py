"""The kit: every algorithm × FindScope × FindC × objective × orders on problems that Hypothesis makes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit import brute
from kit.contract import check_agreement, learn_and_check, run
from kit.problems import cases, rich_cases
from tacit.algorithms import ALGORITHMS
from tacit.generation.ordering import VALUE_ORDERS, VARIABLE_ORDERS

SETTINGS = [
    (algorithm, findscope, objective)
    for algorithm in ALGORITHMS
    for findscope in (1, 2)
    for objective in ("max", "max_b")
]

orders = st.fixed_dictionaries(
    {
        "variables": st.sampled_from(list(VARIABLE_ORDERS)),
        "values": st.sampled_from(list(VALUE_ORDERS)),
        "seed": st.integers(0, 3),
        # None is the default; 1 cuts every search at once, so that the fallbacks have to do all the work.
        "nodes_max": st.sampled_from([None, 1, 7]),
        "nodes_min": st.sampled_from([None, 1]),
    }
).filter(lambda o: o["nodes_max"] is None or o["nodes_min"] is not None)


@pytest.mark.parametrize(("algorithm", "findscope", "objective"), SETTINGS)
class TestEveryLearner:
    @given(cases(), orders)
    def test_corrected_findc_learns_satisfiable_targets(self, algorithm, findscope, objective, case, orders):
        """Nested and repeated scopes, mixed arities, several constraints on one scope."""
        learn_and_check(
            case, algorithm=algorithm, findscope=findscope, findc="corrected", objective=objective, prove=True, **orders
        )

    @given(cases(simple=True), orders)
    def test_first_findc_learns_normalised_targets_without_nesting(self, algorithm, findscope, objective, case, orders):
        learn_and_check(
            case, algorithm=algorithm, findscope=findscope, findc="first", objective=objective, prove=True, **orders
        )

    @given(cases(satisfiable=False), orders)
    def test_targets_without_solutions_collapse(self, algorithm, findscope, objective, case, orders):
        learn_and_check(
            case, algorithm=algorithm, findscope=findscope, findc="corrected", objective=objective, prove=True, **orders
        )

    @given(cases(satisfiable=None), orders)
    def test_first_findc_agrees_with_the_answers_whatever_the_target(
        self, algorithm, findscope, objective, case, orders
    ):
        result = run(case, algorithm=algorithm, findscope=findscope, findc="first", objective=objective, **orders)
        check_agreement(result)


@pytest.mark.parametrize("algorithm", list(ALGORITHMS))
@given(case=rich_cases(), orders=orders, objective=st.sampled_from(["max", "max_b"]), skip_known=st.booleans())
def test_background_and_single_candidates(algorithm, case, orders, objective, skip_known):
    result = learn_and_check(
        case, algorithm=algorithm, objective=objective, skip_known=skip_known, prove=True, **orders
    )
    for constraint in case.problem.background:
        assert brute.implied_on_scope(case.problem, constraint, result.network)
        assert not any(brute.rejecting([constraint], entry.query) for entry in result.answers), "known before"
    if skip_known:
        assert result.statistics.redundant_queries == 0
