"""A network without what follows from the rest of it.

One constraint at a time, the last first, is left out if those that are still there imply it: by the constraints inside
its scope, by counting (`counting.py`), or by CP-SAT, which looks for an example that they accept and it rejects.
What CP-SAT can't decide within its limit stays, so what is left has the same solutions, and is no longer than given.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tacit.exact.cliques import all_different
from tacit.exact.counting import different_by_counting
from tacit.problem.meaning import is_different
from tacit.problem.network import Constraint, Network

LIMIT = 5.0  # CP-SAT's deterministic time for one constraint


@dataclass(frozen=True)
class Minimal:
    """What is left, what was left out, and how many stayed because nothing was proved about them."""

    network: Network
    redundant: tuple[Constraint, ...]
    undecided: int


def minimal(network: Network, *, limit: float = LIMIT, watch: Callable[[int, int], object] | None = None) -> Minimal:
    """The network without redundant constraints.

    limit: CP-SAT's deterministic time for each constraint; watch: called with how many are done, and of how many.
    """
    from tacit.exact.cpsat import solve

    v = network.vocabulary
    left = dict.fromkeys(network)
    _leave_out(left, _implied_inside(network))
    _leave_out(left, _by_counting(Network(v, list(left))))
    undecided = 0
    total = len(left)
    for done, constraint in enumerate(reversed(list(left)), 1):
        rest = [c for c in left if c is not constraint]
        found, proved = solve(v, rest, some_rejects=[constraint], limit=limit)
        if found is None and proved:
            del left[constraint]
        elif found is None:
            undecided += 1
        if watch:
            watch(done, total)
    redundant = tuple(c for c in network if c not in left)
    return Minimal(Network(v, list(left)), redundant, undecided)


def _leave_out(left: dict[Constraint, None], redundant: Iterable[Constraint]) -> None:
    for constraint in redundant:
        del left[constraint]


def _implied_inside(network: Network) -> list[Constraint]:
    """The constraints that others on their variables imply, or on some of them."""
    v, rows = network.vocabulary, network.rows
    row_of = {(rows.relation(row).name, rows.scope(row)): row for row in range(len(rows))}
    dropped: set[int] = set()
    found = []
    for constraint in reversed(network.constraints):
        variables = tuple(v.index[name] for name in constraint.scope)
        own = row_of[constraint.relation.name, variables]
        parts = itertools.chain.from_iterable(itertools.combinations(variables, k + 1) for k in range(len(variables)))
        others = [row for part in parts for row in rows.at(part).tolist() if row != own and row not in dropped]
        examples = rows.accepted_on(variables, others) if others else None
        if examples is not None and constraint.relation.accepts(*v.values[examples].T).all():
            dropped.add(own)
            found.append(constraint)
    return found


def _by_counting(network: Network) -> list[Constraint]:
    """Constraints of sets of variables that all differ because other sets use up all values."""
    v = network.vocabulary
    pair_of = {c: tuple(sorted(v.index[name] for name in c.scope)) for c in network if is_different(c.relation)}
    cliques = [c for c in all_different(network, v) if len(set().union(*(v.domains[x] for x in c))) == len(c)]
    left = list(network)
    for clique in reversed(cliques):
        elsewhere = {pair for other in cliques if other is not clique for pair in itertools.combinations(other, 2)}
        own = set(itertools.combinations(clique, 2)) - elsewhere
        rest = [c for c in left if c not in pair_of or pair_of[c] not in own]
        if len(rest) == len(left):
            continue
        proved = different_by_counting(Network(v, rest), [clique])
        if all(pair_of[c] in proved for c in left if c in pair_of and pair_of[c] in own):
            left = rest
            cliques = [other for other in cliques if other is not clique]
    kept = set(left)
    return [c for c in network if c not in kept]
