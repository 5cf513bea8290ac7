"""Rules that no common relation says: the sum of a few cells is even, or leaves another remainder.

They are looked for only where all gaps are in the same few cells, and advised only if that many answers would hardly
agree with them by chance.

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
from math import log

from tacit.problem.query import Query

LETTERS = "xyzw"
DIVISORS = (2, 3)
MOST = 10_000  # values of these cells, all of which are looked at
ENOUGH = 3.0  # nats: one in twenty would agree by chance


def same_cells(queries: Sequence[Query | None]) -> tuple[str, ...]:
    """The cells, if these examples are all of the same ones; otherwise none."""
    found = {None if query is None else tuple(query.assignment) for query in queries}
    (cells,) = found if len(found) == 1 else [None]
    return cells or ()


def remainders(wrong: Sequence[Query], right: Sequence[Query]) -> list[str]:
    """Relations that reject all that is wrong, which must be of the same cells, and nothing that is right; the one for
    which most speaks comes first."""
    cells = same_cells(wrong)
    if not 1 < len(cells) <= len(LETTERS):
        return []
    v = wrong[0].vocabulary
    places = [v.index[name] for name in cells]
    domains = [v.domains[place] for place in places]
    size = 1
    for domain in domains:
        size *= len(domain)
    if size > MOST or any(v.is_named[place] for place in places):
        return []

    def sums(queries: Sequence[Query]) -> set[tuple[int, ...]]:
        found = (query.assignment for query in queries)
        return {tuple(each[name] for name in cells) for each in found if all(name in each for name in cells)}

    bad, good = sums(wrong), sums(right)
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
            if not 0 < share < 1 or any(holds(sum(each)) for each in bad) or not all(holds(sum(each)) for each in good):
                continue
            nats = -len(good) * log(share) - len(bad) * log(1 - share)
            if nats >= ENOUGH:
                found.append((-round(nats, 6), f"{added} % {by} {'==' if equal else '!='} {rest}"))
    return [text for _, text in sorted(found)]
