from __future__ import annotations

from hypothesis import given

from tacit.exact.equivalence import equivalent, separating_example
from tacit.testing import brute
from tacit.testing.problems import cases


@given(cases(satisfiable=None, max_variables=4))
def test_equivalence_is_that_of_the_solutions(case):
    """The target is compared with itself without its first constraint."""
    whole = case.problem.network(case.target)
    part = case.problem.network(case.target[1:])
    same = brute.solutions(case.problem, whole) == brute.solutions(case.problem, part)
    assert equivalent(whole, part) == same
    example = separating_example(whole, part)
    assert (example is None) == same
    if example is not None:
        assert whole.accepts(example) != part.accepts(example)
