"""Advice in words, and as what is written in a problem file.

>>> from tacit.learning.advice import Advice
>>> rows = Advice("count(night) <= k", ("row of shift",), ("each row of shift",), False, 3, 3, False, 2)
>>> print(in_a_sentence(rows))
Adding "count(night) <= k" over each row of shift would explain 3 of 3 gaps, for example with k = 2.
>>> print(in_a_file(rows))
{ relation = "count(night) <= k", over = "row of shift" }
>>> lines = Advice("!=", ("row", "column"), ("each row", "each column"), False, 2, 5, True)
>>> print(in_a_sentence(lines))
"!=" over each row and each column would explain 2 of 5 gaps. It is in the language, but not over these.
>>> print(in_a_file(lines))
{ relation = "!=", over = ["row", "column"] }
>>> print(in_a_sentence(Advice("x + y != 5", (), (), False, 1, 1, False)))
Adding "x + y != 5" would explain the gap.
>>> other = Advice("<", (), (), True, 2, 2, True)
>>> print(in_a_sentence(other))
orders = "all" would explain 2 of 2 gaps: "<" is in the language, but only in the order in which the variables are listed.
>>> print(in_a_file(other))
orders = "all"
"""  # noqa: E501

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tacit.problem.bounds import OPEN
from tacit.structure.phrases import listed

LETTERS = "xyzw"  # the arguments of a relation

if TYPE_CHECKING:
    from tacit.learning.advice import Advice


def in_a_sentence(advice: Advice) -> str:
    """What to add, and how many gaps that would explain."""
    gaps = "the gap" if advice.gaps == 1 else f"{advice.explains} of {advice.gaps} gaps"
    relation = f'"{advice.relation}"'
    if advice.orders:
        return (
            f'orders = "all" would explain {gaps}: {relation} is in the language, but only in the order in which the '
            "variables are listed."
        )
    over = f" over {listed(advice.where)}" if advice.where else ""
    number = f", for example with {OPEN} = {advice.number}" if advice.number is not None else ""
    if not advice.present:
        return f"Adding {relation}{over} would explain {gaps}{number}."
    these = "these" if len(advice.where) > 1 else "that" if advice.where else "all variables"
    return f"{relation}{over} would explain {gaps}{number}. It is in the language, but not over {these}."


def in_a_file(advice: Advice) -> str:
    """The line that a problem file needs: an element of its language, or `orders`."""
    if advice.orders:
        return 'orders = "all"'
    relation = _quoted(advice.relation)
    if not advice.over:
        return relation
    specs = [_quoted(spec) for spec in advice.over]
    over = specs[0] if len(specs) == 1 else f"[{', '.join(specs)}]"
    return f"{{ relation = {relation}, over = {over} }}"


def in_the_same_cells(cells: Sequence[str], gaps: int) -> str:
    """What is known of gaps that are all in the same cells.

    >>> in_the_same_cells(["b", "c", "e"], 2)
    'Both gaps are in the same 3 cells: b, c and e. One rule about these would explain them.'
    """
    every = "Both" if gaps == 2 else f"All {gaps}"
    where = f"the same {len(cells)} cells" if len(cells) > 1 else "the same cell"
    these = "these" if len(cells) > 1 else "it"
    return f"{every} gaps are in {where}: {listed(cells)}. One rule about {these} would explain them."


def how_to_write_it(cells: Sequence[str]) -> str:
    """How a rule about a few cells is called in a relation, and the line that a problem file needs; empty if there are
    more cells than letters.

    >>> print(how_to_write_it(["b", "c"]))
    If you know it, put it in the place of …, with x for b and y for c. All answers are kept. In the problem file:
      language = [ …, { relation = "…", over = "cells b, c" } ]
    """
    if not 1 < len(cells) <= len(LETTERS):
        return ""
    letters = listed([f"{letter} for {name}" for letter, name in zip(LETTERS, cells, strict=False)])
    over = _quoted(f"cells {', '.join(cells)}")
    return (
        f"If you know it, put it in the place of …, with {letters}. All answers are kept. In the problem file:\n"
        f'  language = [ …, {{ relation = "…", over = {over} }} ]'
    )


def _quoted(text: str) -> str:
    """A text as TOML has it. (It has JSON's texts, and more.)"""
    return json.dumps(text, ensure_ascii=False)
