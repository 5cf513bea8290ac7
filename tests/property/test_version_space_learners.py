"""ConAcq.1 and ConAcq.2: what they say of solutions is true. They know nothing of parts of examples."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples
from tacit import learn
from tacit.testing import Case, brute, cases, checks
from tacit.testing.oracles import Forgetful

STRATEGIES = st.sampled_from(["expectation", "optimistic"])


def known(case: Case, share: int, salt: int) -> list[tuple[dict[str, int], bool]]:
    """Some of all complete examples, with their answers."""
    every = list(brute.complete_examples(case.problem))
    chosen = every[salt % share :: share]
    return [(e, not brute.rejecting(case.target, e)) for e in chosen]


@examples(6)
@given(case=cases(satisfiable=None), strategy=STRATEGIES, seed=st.integers(0, 3))
def test_conacq_2_learns_the_solutions(case, strategy, seed):
    """Or finds that there are none; and all that it asks is complete."""
    result = checks.learn_and_check(case, algorithm="conacq-2", strategy=strategy, seed=seed, objective="max")
    assert all(entry.query.complete for entry in result.answers)
    assert result.statistics.redundant_queries == 0


@examples(6)
@given(case=cases(), salt=st.integers(0, 100), seed=st.integers(0, 3))
def test_conacq_2_and_dont_know(case, salt, seed):
    """Nothing is asked twice, and "converged" is still true."""
    oracle = Forgetful(case.problem.network(case.target), salt)
    result = checks.run(case, oracle, algorithm="conacq-2", seed=seed)
    queries = [entry.query for entry in result.answers]
    assert len(set(queries)) == len(queries)
    assert result.status in ("converged", "undecided"), checks.ended(result)
    if result.status == "converged":
        checks.check_same(case, result, brute.complete_examples(case.problem))


@examples(6)
@given(case=cases(max_variables=4), share=st.integers(1, 6), salt=st.integers(0, 100))
def test_conacq_1_is_converged_if_the_examples_say_all(case, share, salt):
    """Exactly if all networks over the bias that agree with the examples have the same solutions."""
    examples = known(case, share, salt)
    result = learn(case.problem, algorithm="conacq-1", examples=examples)
    right = [e for e, answer in examples if answer]
    left = [c for c in brute.all_candidates(case.problem) if all(brute.accepts(c, e) for e in right)]
    clauses = [set(brute.rejecting(left, e)) for e, answer in examples if not answer]

    def is_open(e) -> bool:
        rejecting = set(brute.rejecting(left, e))
        return bool(rejecting) and not any(clause <= rejecting for clause in clauses)

    some_open = any(is_open(e) for e in brute.complete_examples(case.problem))
    checks.check_agreement(result) if not some_open else None
    if some_open:
        assert (result.status, result.reason) == ("premature", "the examples leave the target open")
        units = {c for clause in clauses if len(clause) == 1 for c in clause}
        assert set(result.network) == units
    else:
        assert result.status == "converged" or result.reason == "unsatisfiable", checks.ended(result)
        checks.check_same(case, result, brute.complete_examples(case.problem))
