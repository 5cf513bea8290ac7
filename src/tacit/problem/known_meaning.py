"""Is a relation in the language already, under another name?

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({"a": range(4), "b": range(4)})
>>> language = [Relation.of("!="), Relation.of("<")]
>>> known_as(Relation.of("not x == y"), language, v).name, known_as(Relation.of("x > y"), language, v).name
('!=', '<')
>>> known_as(Relation.of("x <= y"), language, v) is None
True
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tacit.problem.bounds import Bound
from tacit.problem.meaning import meaning_of
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary


def known_as(
    relation: Relation, language: Iterable[Relation], vocabulary: Vocabulary, *, any_order: bool = True
) -> Relation | None:
    """The relation of the language that says the same wherever this one can hold; None if there is none.

    any_order: relations are tried with their arguments in every order, so x > y says the same as x < y
    """
    if isinstance(relation, Bound):
        return None
    given = tuple(range(relation.arity))
    orders = list(itertools.permutations(given)) if any_order else [given]
    meanings = {meaning_of(relation, order, vocabulary) for order in orders}
    for known in language:
        if isinstance(known, Bound) or known.arity != relation.arity:
            continue
        if known.over and known.over != relation.over:
            continue  # it is limited to some places, and the other one is not, or to others
        if meaning_of(known, given, vocabulary) in meanings:
            return known
    return None
