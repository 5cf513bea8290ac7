"""Does what was said about rules go with what was learned?"""

from __future__ import annotations

from tacit.learning.asker import Asker
from tacit.learning.asking import Contradiction
from tacit.learning.claims import parts
from tacit.learning.evidence import conflict_with
from tacit.problem.network import Network
from tacit.structure.rule import Free, Rule


def claims_agree(asker: Asker) -> None:
    """See to it that each "no" about rules agrees with what was learned.

    While learning, a "no" to a rule may have refuted a constraint that later turns out to be implied. If all answers
    are right, that can't happen.
    """
    space, claims = asker.space, asker.answers.claims
    denied = [claim for said in claims.standing for claim, answer in parts(said) if not answer]
    if not denied:
        return
    from tacit.exact.judge import Judge

    judge = Judge(Network(space.vocabulary, space.bias.constraints(space.network)))
    for claim in denied:
        # That a bound was denied is seen while learning: nothing is left that could be required.
        if judge.holds(claim) if isinstance(claim, Rule) else isinstance(claim, Free) and judge.is_free(claim):
            raise Contradiction(conflict_with(claim, space.bias, asker.answers.evidence, claims))
