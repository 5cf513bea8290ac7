"""A model: a network with its name and how it came about. Models are exported, solved, checked and compared."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.problem.network import Network


@dataclass(frozen=True)
class Model:
    """What a dialogue leaves behind, without its answers."""

    name: str
    network: Network  # with its background
    status: str | None = None  # how the dialogue ended; None if nothing was learned, as for a target
    questions: int | None = None  # how many were asked
    open: int = 0  # candidates that no answer has settled
    told: int = 0  # rules that were said unasked

    @property
    def heading(self) -> str:
        """What an exported file says of itself: also that it is not the whole, if it isn't."""
        size = f"{len(self.network.vocabulary)} variables, {len(self.network)} constraints"
        unfinished = f"; {self.status}, {self.open} candidates are open" if self.open else ""
        return f"{self.name}: {size}{unfinished}; made by tacit"
