"""The relation that a text names in a problem. A bound may come with any number: the language leaves it open.

>>> p = Problem({f"a[{i},{j}]": ["off", "on"] for i in range(2) for j in range(3)}, language=["!=", "count(on) <= k"])
>>> relation_named(p, "!="), relation_named(p, "count(on) <= 2"), relation_named(p, "count( on )<3")
(Relation('!=', arity 2), Bound('count(on) <= 2'), Bound('count(on) <= 2'))
>>> relation_named(p, "count(on) > ") is None
True
"""

from __future__ import annotations

import re

from tacit.errors import LanguageError
from tacit.problem.bounds import AT_LEAST, AT_MOST, EXACTLY, OPEN, Bound
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation

_NUMBERED = re.compile(rf"(.*) ({AT_MOST}|{AT_LEAST}|{EXACTLY}) ({OPEN}|-?\d+)")


def relations_of(problem: Problem) -> dict[str, Relation]:
    """The relations of a problem by their names: those of the language, and of single candidates."""
    return {relation.name: relation for relation in [*problem.language, *(c.relation for c in problem.candidates)]}


def relation_named(problem: Problem, text: str) -> Relation | None:
    """The relation that a text names, or None. Whether a bound is in the language depends on the family, too."""
    known = relations_of(problem)
    if text in known:
        return known[text]
    found = _NUMBERED.fullmatch(text)
    if found is not None:  # as bounds are written by us, whatever the names of values are
        for each in known.values():
            if isinstance(each, Bound) and each.measure.text == found[1]:
                k = None if found[3] == OPEN else int(found[3])
                own = each if each.sign == found[2] and each.k is None and k is not None else None
                return Bound(each.measure, found[2], k) if own is None or k is None else own.with_number(k)
    try:
        read = Relation.of(text, problem.vocabulary.named_values)  # "<>" is "!="
    except LanguageError:
        return None
    return read if isinstance(read, Bound) else known.get(read.name)
