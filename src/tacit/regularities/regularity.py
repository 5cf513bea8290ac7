"""A regularity: what holds in all plans, and how surprising that is."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.structure.rule import Rule


@dataclass(frozen=True)
class Regularity:
    """A rule that holds in all given plans; or several that say one thing together, such as the same for each distance.

    bits:    how surprising it is: -log2 of the chance that it would hold in all plans, given how often each value
             occurs and what was accepted before, times the number of things of its kind that were looked at
    plans:   in how many plans it holds: all of them
    places:  in how many places of each plan
    rejects: how many of the examples that are wrong it rejects and no accepted rule does
    """

    rules: tuple[Rule, ...]
    bits: float
    plans: int
    places: int
    rejects: int = 0

    @property
    def rule(self) -> Rule:
        return self.rules[0]

    def __repr__(self) -> str:
        more = f", and {len(self.rules) - 1} more" if len(self.rules) > 1 else ""
        return f"Regularity({self.rule!r}{more}: {self.bits:.1f} bits, {self.plans} plans × {self.places} places)"
