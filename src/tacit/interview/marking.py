"""The cells that clash, as people type them.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"shift[{who},{day}]": range(3) for who in ("anna", "ben") for day in ("Mon", "Tue")})
>>> query = Query(v, v.encode(dict.fromkeys(v.names, 1)))
>>> read_cells(query, "anna mon, shift[ben,Mon]")
['shift[anna,Mon]', 'shift[ben,Mon]']
>>> read_cells(query, "ben tue and anna tue")
['shift[ben,Tue]', 'shift[anna,Tue]']

A label alone names all cells that have it:

>>> read_cells(query, "Mon")
['shift[anna,Mon]', 'shift[ben,Mon]']
"""

from __future__ import annotations

import re

from tacit.errors import MarkError, nearest
from tacit.problem.query import Query

BETWEEN_CELLS = r",(?![^\[]*\])|;|\band\b"  # a comma inside of brackets is part of a name


def read_cells(query: Query, typed: str) -> list[str]:
    """The variables that are named, by their names or by their labels: "anna Mon". Raises `MarkError`."""
    found = []
    for cell in filter(None, (part.strip() for part in re.split(BETWEEN_CELLS, typed))):
        words = _words(cell)
        names = [name for name in query if words in (_words(name), _words(name)[1:])]
        if not names and len(words) == 1:
            found += [name for name in query if words[0] in _words(name)[1:]]
            if words[0] in {word for name in query for word in _words(name)[1:]}:
                continue
        if not names:
            raise MarkError(f"{cell!r} is no cell that has a value here{nearest(cell, query)}")
        if len(names) > 1:
            raise MarkError(f"{cell!r} may be {names[0]} or {names[1]}")
        found += names
    return list(dict.fromkeys(found))


def how_to_name(query: Query) -> str:
    """Two cells, as they can be named: by their labels, if they have some."""
    named = (re.split(r"[\[\],]+", name.rstrip("]")) for name in list(query)[:2])
    return ", ".join(" ".join(words[1:] or words) for words in named)


def _words(name: str) -> list[str]:
    """A name without its brackets, in small letters: shift, anna, mon."""
    return [word for word in re.split(r"[\[\],\s]+", name.casefold()) if word]
