"""Answers that are worth a second look, because other answers speak against them."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.learning.claims import Claimed
from tacit.problem.query import Answered


@dataclass(frozen=True)
class SecondLook:
    """An answer that is likely to be a slip.

    said:      the answer
    against:   what was said in other forms, which does not go with it
    chance:    how likely it is that it was a slip
    set_aside: the model does not rest on it: it was taken to be a slip
    """

    said: Answered | Claimed
    against: tuple[Answered | Claimed, ...] = ()
    chance: float = 0.5
    set_aside: bool = False
