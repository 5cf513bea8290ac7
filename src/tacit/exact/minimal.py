"""A network without the constraints that follow from its other constraints.

A constraint is left out if the remaining ones imply it; the last is tried first. The proof comes from the constraints
inside its scope, from counting (`counting.py`), or from CP-SAT, which looks for an example that the remaining ones
accept and the constraint rejects. A constraint that CP-SAT can't decide within its limit stays. So the network has the
same solutions as before, and never more constraints.

Three or more variables that all differ stay together, or go together: nine cells that differ are one thought, and
without some of their ≠, which may follow from elsewhere, nobody would see it any more.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tacit.exact.cliques import all_different
from tacit.exact.counting import different_by_counting
from tacit.exact.equivalence import follows
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.meaning import is_different
from tacit.problem.network import Constraint, Network, as_rows
from tacit.problem.vocabulary import Vocabulary

LIMIT = 5.0  # CP-SAT's deterministic time for one constraint


@dataclass(frozen=True)
class Minimal:
    """The network that is left, the constraints left out, and how many stayed because nothing was proved about them."""

    network: Network
    redundant: tuple[Constraint, ...]
    undecided: int


def minimal(network: Network, *, limit: float = LIMIT, watch: Callable[[int, int], object] | None = None) -> Minimal:
    """The network without redundant constraints.

    limit: CP-SAT's deterministic time for each constraint; watch: called with the number of constraints that are done,
    and the number of all.
    """
    from tacit.exact.cpsat import solve

    v = network.vocabulary
    left = dict.fromkeys(network)
    _leave_out(left, _implied_inside(network))
    _leave_out(left, _by_counting(Network(v, list(left))))
    undecided = done = 0
    total = len(left)
    for together in reversed(_units(list(left), v)):
        rest = [c for c in left if c not in together]
        found, proved = solve(v, rest, some_rejects=together, limit=limit)
        if found is None and proved:
            _leave_out(left, together)
        elif found is None:
            undecided += len(together)
        done += len(together)
        if watch:
            watch(done, total)
    redundant = tuple(c for c in network if c not in left)
    return Minimal(Network(v, list(left)), redundant, undecided)


def _units(constraints: list[Constraint], v: Vocabulary) -> list[list[Constraint]]:
    """What stays or goes together: the ≠ between variables that all differ, and each other constraint by itself.

    A ≠ that belongs to two such sets is counted among the first of them.
    """
    pair_of = {c: tuple(sorted(v.index[name] for name in c.scope)) for c in constraints if is_different(c.relation)}
    sets = sorted(all_different(constraints, v), key=len, reverse=True)
    first: dict[tuple[int, ...], int] = {
        pair: i for i, one in reversed(list(enumerate(sets))) for pair in itertools.combinations(one, 2)
    }
    units: dict[object, list[Constraint]] = {}
    for c in constraints:
        i = first[pair_of[c]] if c in pair_of else None
        units.setdefault(c if i is None or len(sets[i]) < 3 else i, []).append(c)
    return list(units.values())


def _leave_out(left: dict[Constraint, None], redundant: Iterable[Constraint]) -> None:
    for constraint in redundant:
        del left[constraint]


def _implied_inside(network: Network) -> list[Constraint]:
    """The constraints that are implied by others on the same variables, or on some of them."""
    v, rows = network.vocabulary, network.rows
    row_of = {(rows.relation(row).name, rows.scope(row)): row for row in range(len(rows))}
    dropped: set[int] = set()
    found = _implied_bounds(network)
    together = {c for unit in _units(list(network), v) if len(unit) > 1 for c in unit}
    for constraint in reversed(network.constraints):
        if isinstance(constraint.relation, Bound):
            continue
        variables = tuple(v.index[name] for name in constraint.scope)
        own = row_of[constraint.relation.name, variables]
        # One of several that differ goes only if another relation says of the same two that they do.
        smallest = 2 if constraint in together else 1
        sizes = range(smallest, len(variables) + 1)
        parts = itertools.chain.from_iterable(itertools.combinations(variables, k) for k in sizes)
        others = [row for part in parts for row in rows.at(part).tolist() if row != own and row not in dropped]
        examples = rows.accepted_on(variables, others) if others else None
        if examples is not None and constraint.relation.accepts(*v.values[examples].T).all():
            dropped.add(own)
            found.append(constraint)
    return found


def _implied_bounds(network: Network) -> list[Constraint]:
    """The bounds that follow from tighter ones on the same group."""
    v = network.vocabulary
    by_group: dict[frozenset[str], list[Constraint]] = {}
    for c in network:
        if isinstance(c.relation, Bound):
            by_group.setdefault(frozenset(c.scope), []).append(c)
    found = []
    for left in by_group.values():
        for c in reversed(list(left)):
            assert isinstance(c.relation, Bound)
            cells = [v.index[name] for name in c.scope]
            if follows(c.relation, cells, as_rows([other for other in left if other is not c], v).bounds):
                left.remove(c)
                found.append(c)
    return found


def _by_counting(network: Network) -> list[Constraint]:
    """The constraints of cliques that differ without them, because other cliques use up all values."""
    v = network.vocabulary
    whole = {c: tuple(sorted(v.index[name] for name in c.scope)) for c in network if is_all_different(c.relation)}
    pair_of = {c: tuple(sorted(v.index[name] for name in c.scope)) for c in network if is_different(c.relation)}
    cliques = [c for c in all_different(network, v) if len(set().union(*(v.domains[x] for x in c))) == len(c)]
    left = list(network)
    for clique in reversed(cliques):
        elsewhere = {pair for other in cliques if other is not clique for pair in itertools.combinations(other, 2)}
        own = set(itertools.combinations(clique, 2)) - elsewhere
        rest = [c for c in left if whole.get(c) != tuple(clique) and pair_of.get(c) not in own]
        if len(rest) == len(left):
            continue
        proved = different_by_counting(Network(v, rest), [clique])
        said = own if any(whole.get(c) == tuple(clique) for c in left) else own.intersection(pair_of.values())
        if said <= proved:
            left = rest
            cliques = [other for other in cliques if other is not clique]
    kept = set(left)
    return [c for c in network if c not in kept]
