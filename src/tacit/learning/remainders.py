"""Rules that no common relation says: the sum of a few cells is even, or leaves another remainder.

They are looked for only where gaps are in the same few cells, or in the groups of a family, such as rows; and advised
only if that many answers would hardly agree with them by chance.

>>> from tacit.problem.problem import Problem
>>> from tacit.problem.query import Query
>>> v = Problem({name: range(4) for name in "abc"}, language=["!="]).vocabulary
>>> queries = [Query(v, v.encode({"a": a, "b": b, "c": 0})) for a in range(4) for b in range(2)]
>>> wrong, right = [q for q in queries if sum(q.assignment.values()) % 2], [q for q in queries if sum(q.assignment.values()) % 2 == 0]
>>> remainders(wrong, right)
['(x + y + z) % 2 == 0']
"""  # noqa: E501

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from math import log, prod

from tacit.problem.query import Query

Cells = tuple[str, ...]

LETTERS = "xyzw"
DIVISORS = (2, 3)
MOST = 10_000  # values of these cells, all of which are looked at
ENOUGH = 3.0  # nats: one in twenty would agree by chance


def same_cells(queries: Sequence[Query | None]) -> Cells:
    """The cells, if these examples are all of the same ones; otherwise none."""
    found = {None if query is None else tuple(query.assignment) for query in queries}
    (cells,) = found if len(found) == 1 else [None]
    return cells or ()


def remainders(wrong: Sequence[Query], right: Sequence[Query], groups: Sequence[Cells] = ()) -> list[str]:
    """Relations that reject all that is wrong and nothing that is right; the one for which most speaks comes first.

    groups: the cells of which the sum may be meant, such as each row; what is wrong has the cells of one of them.
            Without groups, all that is wrong must have the same cells.
    """
    groups = groups or [same_cells(wrong)]
    cells = groups[0]
    if not 1 < len(cells) <= len(LETTERS) or any(len(group) != len(cells) for group in groups):
        return []
    v = wrong[0].vocabulary
    domains = [v.domains[v.index[name]] for name in cells]
    size = prod(map(len, domains))
    alike = all([v.domains[v.index[name]] for name in group] == domains for group in groups)
    if size > MOST or not alike or any(v.is_named[v.index[name]] for name in cells):
        return []

    def values(queries: Sequence[Query]) -> set[tuple[int, ...]]:
        """The number of a group, and the values of its cells."""
        found = set()
        for query in queries:
            each = query.assignment
            for number, group in enumerate(groups):
                if all(name in each for name in group):
                    found.add((number, *(each[name] for name in group)))
        return found

    bad = [sum(each[1:]) for each in values(wrong)]
    good = [sum(each[1:]) for each in values(right)]
    added = f"({' + '.join(LETTERS[: len(cells)])})"
    every = Counter(map(sum, itertools.product(*domains)))
    found = []
    for by in DIVISORS:
        for rest, equal in itertools.product(range(by), (True, False)):
            if by == 2 and not equal:  # says the same as another one
                continue

            def holds(total: int, by: int = by, rest: int = rest, equal: bool = equal) -> bool:
                return (total % by == rest) is equal

            share = sum(count for total, count in every.items() if holds(total)) / size
            if not 0 < share < 1 or any(map(holds, bad)) or not all(map(holds, good)):
                continue
            nats = -len(good) * log(share) - len(bad) * log(1 - share)
            if nats >= ENOUGH:
                found.append((-round(nats, 6), f"{added} % {by} {'==' if equal else '!='} {rest}"))
    return [text for _, text in sorted(found)]
