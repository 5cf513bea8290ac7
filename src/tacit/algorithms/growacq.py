"""GrowAcq: begin with one variable, and learn with one more at a time (Tsouros, Berden, Guns 2023).

    1   Y ← ∅, C_L ← ∅
    2   for each x ∈ X
    3       Y ← Y ∪ {x}
    4       B ← the candidates that are new: on x and others of Y
    5       C_L ← Acq(Y, B, C_L)                         (any learner, the option `inner`)
    6       if that collapses return collapse
    7   return converged

The bias is never large: what is settled among the earlier variables stays settled. And whatever an example violates
has to do with x, so its "no" is quick to explain.

Here the bias is there from the start, and the version space *looks at* some variables (`VersionSpace.look_at`): only
candidates inside these are on the agenda of the inner learner. Variables come in the order of the problem. Whether the
learned network has a solution is proved once, at the end.

Asks as many questions as the inner learner does at most: every question of line 5 is one of Acq(X, B, C_L).

D. C. Tsouros, S. Berden, T. Guns, "Guided Bottom-Up Interactive Constraint Acquisition", CP 2023,
https://doi.org/10.4230/LIPIcs.CP.2023.36
"""

from __future__ import annotations

import numpy as np

from tacit.algorithms.outcome import Outcome
from tacit.learning.asker import Asker
from tacit.learning.asking import Asking
from tacit.learning.result import Status

GROWN = "growacq: variables"


def growacq(asker: Asker) -> Asking[Outcome]:
    """Learn the target of whoever answers."""
    n = len(asker.space.vocabulary)
    k = asker.remembered.get(GROWN, 1)  # a copy of the asker goes on where it was
    while True:
        asker.remembered[GROWN] = k
        asker.space.look_at(np.arange(n) < k)
        if k == n or asker.space.agenda.any():
            outcome = yield from asker.options.inner_learner(asker)
            if k == n or outcome.status == Status.COLLAPSED:
                return outcome
        k += 1
