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
