"""Reviews from an earlier dialogue: the lines that were called wrong stay wrong, without another question."""

from __future__ import annotations

from tacit.learning.answers import NO_ROWS
from tacit.learning.asker import Asker
from tacit.learning.claims import TOLD, Claimed
from tacit.structure.rule import Line, Review, Rule
from tacit.trust.controls import disagree
from tacit.trust.reviewing import NAMED_WRONG, rests_on
from tacit.trust.said_free import who_said
from tacit.trust.settling import set_aside


def take_known_reviews(asker: Asker) -> None:
    """Set aside what the lines rest on that known reviews have called wrong. Whoever calls this then starts over.

    An answer that was changed since says nothing of its line any more, and a rule that was told was thought about.
    """
    wrong: list[Line] = []
    for said in asker.answers.claims.standing:
        # What plans show was nobody's answer before.
        if isinstance(said.claim, Review) and not said.claim.plans and said.exceptions:
            wrong += [said.claim.lines[place] for place in said.exceptions]
            disagree(asker)
    for rule in dict.fromkeys(wrong):
        if not isinstance(rule, Rule):
            for free in who_said(asker.answers.claims, rule):
                set_aside(asker, free, NAMED_WRONG, NO_ROWS)
            continue
        single = len(asker.answers.claims.of(rule)) == 1  # of a rule that nobody says any more, a part may well hold
        for each in rests_on(asker, rule):
            if each.source != TOLD if isinstance(each, Claimed) else single:
                set_aside(asker, each, NAMED_WRONG, asker.answers.claims.of(rule))
