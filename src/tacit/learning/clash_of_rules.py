"""Why what was said leaves no plan: a minimal set of rules, and of what was called wrong, that clash.

Rules are shown to people, not the hundreds of constraints that each of them stands for.
"""

from __future__ import annotations

from collections.abc import Iterable

from tacit.learning.claims import Claims
from tacit.problem.network import Network
from tacit.problem.query import Answered, Query
from tacit.problem.rows import is_quick_to_list
from tacit.structure.rule import Rule

Clashing = Rule | int | Query  # a rule that was accepted, a constraint that was learned otherwise, a "no"


def clash_of_rules(claims: Claims, evidence: Iterable[Answered]) -> list[Clashing]:
    """What has no solution together, but has one if any of it is left out; the background is not among it."""
    from tacit.exact.clash import clashing
    from tacit.exact.core import unsatisfiable_core

    space = claims.space
    if not is_quick_to_list(space.rows, space.learned):
        of = {space.bias.constraint(row): row for row in space.network}
        return [of[constraint] for constraint in unsatisfiable_core(Network(space.vocabulary, list(of)))]
    hard = list(space.bias.background)
    sets: dict[Rule | int, list[int]] = {}
    for row in space.network:
        if row not in hard:
            sets.setdefault(claims.proved_by.get(row, row), []).append(row)
    refused = [
        said.query
        for said in evidence
        if said.answer is False and not len(space.rows.rejecting(said.query.codes, space.learned))
    ]
    everything: list[Clashing] = [*sets, *refused]
    found = clashing(space.rows, hard, list(sets.values()), [query.codes for query in refused])
    return [everything[number] for number in found]
