"""The contract for all of tacit's own learners: algorithm × FindScope × objective; both FindC; random orders."""

from __future__ import annotations

import itertools

from tacit.algorithms import ALGORITHMS, FIND_SCOPE
from tacit.testing import contract

for algorithm, findscope, objective in itertools.product(ALGORITHMS, FIND_SCOPE, ["max", "max_b"]):
    tests = contract(algorithm=algorithm, findscope=findscope, objective=objective)
    globals()[f"Test_{algorithm}_findscope{findscope}_{objective}"] = tests
del tests
