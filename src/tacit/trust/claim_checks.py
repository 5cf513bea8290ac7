"""A "yes" to a rule that is hard to believe, and a number, are checked by an example that must then be a "no".

That nothing is required needs no check of its own: plans look for what was wrongly refuted.
"""

from __future__ import annotations

import numpy as np

from tacit.candidates.examination import Example
from tacit.guided.weights import Floats
from tacit.learning.asker import Asker
from tacit.learning.claims import parts
from tacit.structure.rule import Claim, Number, Rule
from tacit.trust.elimination import on_its_own
from tacit.trust.surprise import COST_OF_RULE, is_worth_a_question

TOO_TIGHT = 0.5  # half of all wrong numbers say too much; the others say too little, and plans find that


def checking(asker: Asker, claim: Claim, slip: float, P: Floats) -> Example | None:
    """An example that checks the last answer about a rule, if it is a slip with a probability that is worth it."""
    said = asker.answers.claims.log[-1]
    slip = slip * TOO_TIGHT if isinstance(claim, Number) else slip
    if not isinstance(claim, (Rule, Number)) or not said.answer or not is_worth_a_question(slip, COST_OF_RULE):
        return None
    rules = [rule for rule, holds in parts(said) if isinstance(rule, Rule) and holds]
    rows = np.concatenate([asker.answers.claims.of(rule) for rule in rules]) if rules else np.empty(0, dtype=np.int64)
    for row in rows[np.argsort(P[rows], kind="stable")][:MOST_PLACES].tolist():
        found = on_its_own(asker, row)
        if found is not None:
            return found
    return None


MOST_PLACES = 5  # that are looked at for an example
