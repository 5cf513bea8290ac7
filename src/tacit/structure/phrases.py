"""Words for lists and for the lines of an array."""

from __future__ import annotations

import re
from collections.abc import Sequence


def listed(names: Sequence[str], last: str = "and") -> str:
    """
    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def pieces(text: str) -> list[str]:
    """The parts of a list, however it is written.

    >>> pieces("a, b[0,1] and c")
    ['a', 'b[0,1]', 'c']
    """
    return [piece.strip() for piece in re.split(r"[,;](?![^\[]*\])|\band\b", text) if piece.strip()]


def line_along(axis: int, depth: int) -> str:
    """What a line of cells along one of the axes of an array is called.

    >>> line_along(1, depth=2), line_along(0, depth=2), line_along(0, depth=3)
    ('row', 'column', 'line along index 1')
    """
    return ("column", "row")[axis] if depth == 2 else f"line along index {axis + 1}"
