"""Groups that a person names: `seniors = ["anna", "ben"]` stands for all cells in the rows anna and ben.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": [0, 1] for who in ("anna", "ben") for day in ("Mon", "Tue")})
>>> sorted(read_groups(v, {"start": ["Mon"]})["start"])
[0, 2]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from tacit.errors import ProblemError, nearest
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.arrays import Array, laid_out
from tacit.structure.phrases import line_along

Groups = Mapping[str, Sequence[str]]  # the labels that each name stands for


def read_groups(vocabulary: Vocabulary, groups: Groups) -> dict[str, frozenset[int]]:
    """The cells that each group stands for. A label is that of a row, a column, …, or the name of a variable."""
    if not groups:
        return {}
    lines = _lines_by_label(laid_out(vocabulary.names))
    taken = {label.lower() for label in [*lines, *vocabulary.names]}  # families are named in any case
    found = {}
    for group, labels in groups.items():
        if not isinstance(group, str) or not group.strip():
            raise ProblemError(f"groups: the name of a group must be a text, not {group!r}")
        if group.strip().lower() in taken:
            raise ProblemError(f"group {group!r}: {group!r} is a label already, and would mean two things; rename it")
        if isinstance(labels, str) or not isinstance(labels, Sequence):
            raise ProblemError(f"group {group!r}: it must be a list of labels, not {labels!r:.60}")
        if not labels:
            raise ProblemError(f"group {group!r}: it is empty")
        cells: set[int] = set()
        for label in labels:
            cells |= _cells(group, label, lines, vocabulary)
        found[group] = frozenset(cells)
    return found


def cells_labelled(vocabulary: Vocabulary, label: str) -> frozenset[int]:
    """All cells of the lines with a label; empty if there is none."""
    lines = _lines_by_label(laid_out(vocabulary.names))
    return frozenset().union(*(cells for _, cells in lines.get(label, [])))


def _cells(group: str, given: object, lines: Mapping[str, list[tuple[str, set[int]]]], v: Vocabulary) -> set[int]:
    label = str(given).strip() if isinstance(given, (str, int)) else ""
    if label in v.index:
        return {v.index[label]}
    there = lines.get(label, [])
    if not there:
        known = [*lines, *v.names]
        raise ProblemError(f"group {group!r}: nothing is labelled {given!r}{nearest(given, known)}")
    titles = [title for title, _ in there]
    if len(set(titles)) < len(titles):
        raise ProblemError(
            f"group {group!r}: {label!r} is the label of several lines of one array; say which one is meant, as in "
            f"{f'row {label}'!r} or {f'column {label}'!r}"
        )
    return set().union(*(cells for _, cells in there))


def _lines_by_label(arrays: Sequence[Array]) -> dict[str, list[tuple[str, set[int]]]]:
    """For each label, plain and with "row" or "column" before it: the arrays it occurs in, and its cells there."""
    found: dict[str, list[tuple[str, set[int]]]] = {}
    for array in arrays:
        for label, cells in _labelled(array):
            found.setdefault(label, []).append((array.called, cells))
    return found


def _labelled(array: Array) -> Iterator[tuple[str, set[int]]]:
    for axis, labels in enumerate(array.axes):
        for i, label in enumerate(labels):
            cells = set(np.take(array.grid, i, axis=axis).ravel().tolist())
            yield label, cells
            if array.depth == 2:
                yield f"{line_along(1 - axis, 2)} {label}", cells
