"""A model: a network with its name and how it came about. Models are exported, solved, checked and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tacit.problem.network import Network

if TYPE_CHECKING:
    from tacit.structure.rule import Rule


@dataclass(frozen=True)
class Model:
    """What a dialogue leaves behind, without its answers."""

    name: str
    network: Network  # with its background
    status: str | None = None  # how the dialogue ended; None if nothing was learned, as for a target
    questions: int | None = None  # how many were asked
    open: int = 0  # candidates that no answer has settled
    told: int = 0  # rules that were said unasked
    # What the network says, as rules on families: whatever is no part of a rule is a single constraint. It may be empty
    # for a model that nobody has folded (`formats/rule_folding.py`).
    rules: tuple[Rule, ...] = ()
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)  # that people have named, and rules may speak of

    @property
    def heading(self) -> str:
        """What an exported file says of itself: also that it is not the whole, if it isn't."""
        size = f"{len(self.network.vocabulary)} variables, {len(self.network)} constraints"
        unfinished = f"; {self.status}, {self.open} candidates are open" if self.open else ""
        return f"{self.name}: {size}{unfinished}; made by tacit"
