"""The contract for tacit's own learners: the paper's with each FindScope and objective; both FindC; random orders."""

from __future__ import annotations

import itertools

from kit.how_many import fewer
from tacit.testing import contract

PAPER = ["quacq", "multiacq", "mquacq", "guided"]

with fewer(12):
    for algorithm, findscope, objective in itertools.product(PAPER, [1, 2], ["max", "max_b"]):
        tests = contract(algorithm=algorithm, findscope=findscope, objective=objective)
        globals()[f"Test_{algorithm}_findscope{findscope}_{objective}"] = tests
del tests
