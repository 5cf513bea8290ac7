"""What rejects an example, looked at in small parts, against all at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.candidates.bias import Bias
from tacit.testing.problems import problems


@given(problems(), st.data())
def test_in_parts_the_same_rows_reject_an_example(problem, data):
    rows = Bias(problem).rows
    codes = np.array([data.draw(st.sampled_from([-1, *d.tolist()])) for d in problem.vocabulary.domain_codes])
    among = np.array(data.draw(st.lists(st.booleans(), min_size=rows.size, max_size=rows.size)), dtype=bool)
    wanted = rows.rejecting(codes, among).tolist()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tacit.problem.rows.LOOKED_UP", 10**9)  # no row is looked up by its scope
        patch.setattr("tacit.problem.rows.LOOKED_AT", data.draw(st.integers(1, 5)))
        assert rows.rejecting(codes, among).tolist() == wanted
