"""Do two networks have the same solutions? Computed, not assumed.

A constraint is implied if the other network has it, or if the other's constraints inside its scope imply it (by
enumeration of the scope), or by counting (`counting.py`). A bound follows from a tighter one on the same group; what
else is inside a group is not enumerated, because groups are large. CP-SAT decides the constraints that are left: first
all at once, which finds an example that separates the networks if many do, then one by one. A constraint that is proved
helps to prove the next.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tacit.errors import Undecided
from tacit.exact.cliques import all_different
from tacit.exact.counting import different_by_counting
from tacit.exact.cpsat import DIFFERENT, solve
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.network import Constraint, Network
from tacit.problem.vocabulary import Vocabulary

AT_ONCE = 1.0  # CP-SAT's deterministic time for all at once


def equivalent(one: Network, other: Network, *, limit: float | None = None) -> bool | None:
    """Do both networks accept the same complete assignments? None if the limit (see below) was too small to tell."""
    try:
        return separating_example(one, other, limit=limit) is None
    except Undecided:
        return None


def separating_example(one: Network, other: Network, *, limit: float | None = None) -> dict[str, int] | None:
    """A complete assignment that just one of two networks accepts, or None if there is none.

    limit: CP-SAT's deterministic time for each constraint that needs a proof; without one there is always an answer.
    """
    for network, constraints in ((one, other), (other, one)):
        left = not_implied_on_scope(network, constraints)
        network, left = prove_by_counting(network, constraints, left)
        example = _violating(network, left, limit) if left else None
        if example is not None:
            return example
    return None


def prove_by_counting(
    network: Network, constraints: Network, left: list[Constraint]
) -> tuple[Network, list[Constraint]]:
    """The network with the constraints that counting proves, and the constraints that are left."""
    if not any(_says_different(c) for c in left):
        return network, left
    proved = different_by_counting(network, all_different(constraints, network.vocabulary))
    shown = [c for c in left if _says_different(c) and _pairs(c, network.vocabulary) <= proved]
    if not shown:
        return network, left
    return Network(network.vocabulary, [*network.constraints, *shown]), [c for c in left if c not in shown]


def _violating(network: Network, left: list[Constraint], limit: float | None) -> dict[str, int] | None:
    """A solution of the network that one of these constraints rejects, or None if the network implies them all."""
    vocabulary = network.vocabulary
    codes, proved = solve(vocabulary, network.constraints, some_rejects=left, limit=AT_ONCE)
    if codes is not None or proved:
        return None if codes is None else vocabulary.decode(codes)
    known = list(network.constraints)
    while left:
        open_still = []
        for constraint in left:
            codes, proved = solve(vocabulary, known, some_rejects=[constraint], limit=limit, proof_is_likely=True)
            if codes is not None:
                return vocabulary.decode(codes)
            if proved:
                known.append(constraint)
            else:
                open_still.append(constraint)
        if len(open_still) == len(left):
            raise Undecided
        left = open_still
    return None


def not_implied_on_scope(network: Network, constraints: Network) -> list[Constraint]:
    """The constraints that the network neither has nor implies by its constraints inside their scopes."""
    known = set(network.constraints)
    different: set[tuple[int, int]] = set()
    if any(is_all_different(c.relation) for c in [*network, *constraints]):
        sets = all_different(network, network.vocabulary)
        different = {pair for each in sets for pair in itertools.combinations(each, 2)}
    left = []
    for c in constraints:
        said = c in known or (_says_different(c) and _pairs(c, network.vocabulary) <= different)
        if not said and not _implied_inside(network, c):
            left.append(c)
    return left


def _says_different(constraint: Constraint) -> bool:
    return constraint.relation == DIFFERENT or is_all_different(constraint.relation)


def _pairs(constraint: Constraint, vocabulary: Vocabulary) -> set[tuple[int, int]]:
    """The pairs that a constraint makes differ."""
    return set(itertools.combinations(sorted(vocabulary.index[name] for name in constraint.scope), 2))


def _implied_inside(network: Network, constraint: Constraint) -> bool:
    rows, vocabulary = network.rows, network.vocabulary
    variables = [vocabulary.index[name] for name in constraint.scope]
    if isinstance(constraint.relation, Bound):
        return follows(constraint.relation, variables, rows.bounds)
    parts = itertools.chain.from_iterable(itertools.combinations(variables, k + 1) for k in range(len(variables)))
    examples = rows.accepted_on(variables, [row for part in parts for row in rows.at(part).tolist()])
    if examples is None:
        return False
    return bool(constraint.relation.accepts(*vocabulary.values[examples].T).all())


def follows(bound: Bound, variables: Sequence[int], rows: BoundRows) -> bool:
    """Is there a row on the same group that says what a bound says, or more? Or does the bound say nothing?"""
    for part in bound.parts():
        sort = rows.sort_of(part)
        series = None if sort is None else rows.find_series(sort, variables)
        room = rows.room_for(part, variables)
        empty, full = rows.span(part.measure, part.sign, variables)
        if room >= full - empty:
            continue
        if series is None or rows.room[rows.start[series]] > room:  # the tightest comes first
            return False
    return True
