"""The candidates that a plan had better violate, against sorting all of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tacit.trust.plans import worth_most


@given(st.lists(st.integers(0, 5)), st.integers(1, 12))
def test_those_that_are_worth_most_come_first(values, most):
    wanted = np.array(values, dtype=np.int64)
    assert worth_most(wanted, most).tolist() == np.argsort(-wanted, kind="stable")[:most].tolist()
