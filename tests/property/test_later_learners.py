"""The contract for what came after the paper: learners, a FindScope and ways to generate. What is not fixed is drawn.

There are fewer examples than for the paper's algorithms, because each class draws from all that the others fix.
"""

from __future__ import annotations

import itertools

from hypothesis import settings

from tacit.algorithms import ALGORITHMS
from tacit.generation.generators import GENERATORS
from tacit.testing import contract

SHARE = 6  # of the profile's examples: one in so many
LATER = [name for name in ALGORITHMS if name not in ("quacq", "multiacq", "mquacq", "guided")]

profile = settings.get_current_profile_name()
few = max(settings().max_examples // SHARE, 1)
settings.register_profile("few", parent=settings(), max_examples=few)
settings.load_profile("few")
for algorithm, objective in itertools.product(LATER, ["max", "max_b"]):
    globals()[f"Test_{algorithm.replace('-', '_')}_{objective}"] = contract(algorithm=algorithm, objective=objective)
for way in GENERATORS:
    globals()[f"Test_{way.replace('-', '_')}"] = contract(generate=way)
Test_cb_findscope = contract(findscope="cb")
settings.load_profile(profile)
