"""The contract for what came after the paper: learners, a FindScope and ways to generate. What is not fixed is drawn.

There are fewer examples than for the paper's algorithms, because each class draws from all that the others fix.
"""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from kit.how_many import examples, fewer
from tacit.algorithms import ALGORITHMS
from tacit.generation.generators import GENERATORS
from tacit.testing import cases, checks, contract, structured_cases

FEW = 5
LATER = [name for name in ALGORITHMS if name not in ("quacq", "multiacq", "mquacq", "guided")]

with fewer(FEW):
    for algorithm, objective in itertools.product(LATER, ["max", "max_b"]):
        name = f"Test_{algorithm.replace('-', '_')}_{objective}"
        globals()[name] = contract(algorithm=algorithm, objective=objective)
    for way in GENERATORS:
        globals()[f"Test_{way.replace('-', '_')}"] = contract(generate=way)
    Test_cb_findscope = contract(findscope="cb")


@examples(FEW)
@given(
    case=st.one_of(structured_cases(), cases()), algorithm=st.sampled_from(["p-quacq", "g-quacq"]), grow=st.booleans()
)
def test_with_questions_about_rules(case, algorithm, grow):
    """The classes above know no rules: there the learners are wrapped, so that one that goes in circles is stopped."""
    options = {"algorithm": "growacq", "inner": algorithm} if grow else {"algorithm": algorithm}
    checks.learn_and_check(case, **options)
