"""An example under examination: what it violates is found once, and then only masked by variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tacit import bitset
from tacit.rows import RowIds, Scopes
from tacit.vocabulary import Codes

if TYPE_CHECKING:
    from tacit.state import State


class Example:
    """An assignment, and the rows that it violates.

    Both lists hold rows with their scopes, one line of variables for each argument: all surviving rows that it
    violates, and those of the bias, which get fewer while the example is examined.
    """

    def __init__(self, state: State, codes: Codes) -> None:
        self.codes = codes
        self.variables = bitset.from_mask(codes >= 0)
        self.violated: list[tuple[RowIds, Scopes]] = [
            (rows, np.ascontiguousarray(scopes.T)) for rows, scopes in state.rows.violated(codes, state.surviving)
        ]
        self._in_bias = self.violated
        self._seen_changes = -1

    def in_bias(self, state: State) -> list[tuple[RowIds, Scopes]]:
        if self._seen_changes != state.bias_changes:
            self._seen_changes = state.bias_changes
            kept = [(rows, scopes, state.in_bias[rows]) for rows, scopes in self._in_bias]
            self._in_bias = [
                (rows, scopes) if keep.all() else (rows[keep], scopes[:, keep]) for rows, scopes, keep in kept
            ]
        return self._in_bias
