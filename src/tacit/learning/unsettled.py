"""Candidates that are not settled, as constraints that are made when somebody looks at them.

After a plan was accepted most of the bias is open: a hundred thousand constraints, of which a few are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, overload

from tacit.problem.network import Constraint

if TYPE_CHECKING:
    from tacit.candidates.bias import Bias


class Unsettled(Sequence[Constraint]):
    """Some rows of a bias, like a tuple of constraints."""

    def __init__(self, bias: Bias, rows: Sequence[int]) -> None:
        self._bias = bias
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> Constraint: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Constraint, ...]: ...

    def __getitem__(self, place: int | slice) -> Constraint | tuple[Constraint, ...]:
        if isinstance(place, slice):
            return tuple(self._bias.constraint(row) for row in self._rows[place])
        return self._bias.constraint(self._rows[place])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (tuple, list, Unsettled)) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self._rows)

    def __repr__(self) -> str:
        return repr(tuple(self))
