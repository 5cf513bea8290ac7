"""Which rules of an oracle are about groups that bounds are over, and a warning about rules that nothing can say."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable

from tacit.errors import OracleError, OracleWarning
from tacit.problem.bounds import Bound
from tacit.problem.problem import Problem

EARLY, COMPLETE = "early", "complete"  # when rules about whole groups speak

Scope = frozenset[str]


def check_speaks(given: str) -> None:
    if given not in (EARLY, COMPLETE):
        raise OracleError(f"speaks must be 'early' or 'complete', not {given!r:.60}")


def has_bounds(problem: Problem) -> bool:
    """Are there bounds in the language, among the candidates or in the background?"""
    known = [*problem.candidates, *problem.background]
    return any(isinstance(relation, Bound) for relation in [*problem.language, *(c.relation for c in known)])


def bound_groups(problem: Problem) -> set[Scope]:
    """The groups that a bound of the problem is on."""
    found = {
        frozenset(problem.names[x] for x in group)
        for relation in problem.language
        if isinstance(relation, Bound)
        for family in problem.over[relation.name]
        for group in family.groups()
    }
    for constraint in [*problem.candidates, *problem.background]:
        if isinstance(constraint.relation, Bound):
            found.add(frozenset(constraint.scope))
    return found


def warn_if_too_wide(rules: Iterable[tuple[str, Collection[str]]], problem: Problem, groups: Collection[Scope]) -> None:
    """Warn of rules with too many variables. Each rule is given by what to call it and its variables.

    groups: those that a bound is on; a rule about one of them is not too wide
    """
    relations = [*problem.language, *(candidate.relation for candidate in problem.candidates)]
    widest = max((relation.arity for relation in relations), default=0)
    wide = [(name, len(scope)) for name, scope in rules if len(scope) > widest and frozenset(scope) not in groups]
    if not wide:
        return
    shown = "; ".join(f"{name} ({size} variables)" for name, size in wide[:3])
    more = f"; and {len(wide) - 3} more" if len(wide) > 3 else ""
    besides = " and are about no group that a bound is over" if groups else ""
    warnings.warn(
        f"the oracle has rules about more variables than any relation of the language, which has at most {widest}"
        f"{besides}: {shown}{more}. A rule speaks when all its variables are assigned; what only such a rule forbids "
        "can't be learned: it may be taken for another constraint, or end the dialogue as a contradiction",
        OracleWarning,
        stacklevel=5,
    )
