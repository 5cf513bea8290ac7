"""A claim that may be worth a question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tacit.structure.rule import Claim


@dataclass(frozen=True)
class Proposal:
    """A claim to ask about: how likely "yes" is, and how many candidates that would settle."""

    claim: Claim
    chance: float
    settles: int

    @property
    def value(self) -> float:
        """What is expected of asking it. A wide claim comes before a narrow one that is not much more likely."""
        return round(self.chance * float(np.sqrt(self.settles)), 9)
