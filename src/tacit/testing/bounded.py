"""Small problems with bounds, for tests: everything by enumeration, in the plainest way."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from hypothesis import assume
from hypothesis import strategies as st

from tacit.problem.bounds import Bound
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.testing.problems import Case

BOARDS = {
    "line": ([f"a[{i}]" for i in range(4)], ["whole", "windows of 3", "spans of 2", "cells a[0], a[2], a[3]"]),
    "square": (["g[0,0]", "g[0,1]", "g[1,0]", "g[1,1]"], ["row", "column", "whole", "main diagonals"]),
    "grid": ([f"g[{i},{j}]" for i in range(2) for j in range(3)], ["row", "column", "windows of 2 in row"]),
}
PLAIN = ["!=", "x > 0", "x != 1 or y != 0", "<"]
MEASURES = ["count(0)", "count(1)", "count(not 0)", "sum", "count(0, 1)"]


def rejects(problem: Problem, constraint: Constraint, example: Mapping[str, int]) -> bool:
    """A bound rejects an example if no completion of its group satisfies it; others, if all variables have values."""
    scope = constraint.scope
    if not isinstance(constraint.relation, Bound):
        known = all(name in example for name in scope)
        return known and not constraint.relation.function(*(example[name] for name in scope))
    domains = [[example[name]] if name in example else problem.vocabulary.domains[problem.names.index(name)] for name in scope]
    return not any(constraint.relation.function(*values) for values in itertools.product(*domains))


class Judged:
    """What a network says of every partial example; the examples of a group are looked at once."""

    def __init__(self, problem: Problem, network: Sequence[Constraint]) -> None:
        self._problem, self._network = problem, list(network)
        self._known: dict[tuple[int, tuple[tuple[str, int], ...]], bool] = {}

    def rejects(self, example: Mapping[str, int]) -> bool:
        for number, constraint in enumerate(self._network):
            part = tuple((name, example[name]) for name in constraint.scope if name in example)
            if (number, part) not in self._known:
                self._known[number, part] = rejects(self._problem, constraint, dict(part))
            if self._known[number, part]:
                return True
        return False


@st.composite
def bounded_cases(draw: st.DrawFn) -> Case:
    """A few plain relations, bounds over families, and a target with rules, single limits, and a solution."""
    names, specs = BOARDS[draw(st.sampled_from(list(BOARDS)))]
    size = draw(st.integers(2, 3)) if len(names) < 6 else 2
    smaller = draw(st.sampled_from([None, *names])) if size == 3 else None
    domains = {name: range(size - (name == smaller)) for name in names}
    language: list[object] = list(draw(st.lists(st.sampled_from(PLAIN), max_size=1)))
    measures = draw(st.lists(st.sampled_from(MEASURES), min_size=1, max_size=2, unique=True))
    for measure in measures:
        for sign in draw(st.sampled_from([["<="], [">="], ["<=", ">="], ["=="]])):
            over = draw(st.lists(st.sampled_from(specs), min_size=1, max_size=2, unique=True))
            language.append({"relation": f"{measure} {sign} k", "over": over})
    if smaller is None and draw(st.booleans()):
        language.append({"relation": "alldifferent", "over": draw(st.sampled_from(specs))})
    problem = Problem(domains, language=language, orders="all")
    solution = {name: draw(st.sampled_from(list(domains[name]))) for name in names}
    target: dict[Constraint, None] = {}
    for _ in range(draw(st.integers(0, 3))):
        relation = draw(st.sampled_from(problem.language))
        if isinstance(relation, Bound):
            family = draw(st.sampled_from(problem.over[relation.name]))
            groups = list(family.groups())
            if draw(st.booleans()):
                groups = [draw(st.sampled_from(groups))]
            target |= dict.fromkeys(_limits(relation, [tuple(names[x] for x in group) for group in groups], solution))
        else:
            scope = draw(st.permutations(names))[: relation.arity]
            constraint = Constraint(relation, tuple(sorted(scope, key=names.index)))
            if not rejects(problem, constraint, solution):
                target[constraint] = None
    assume(all(not rejects(problem, c, solution) for c in target))
    return Case(problem, list(target))


def _limits(bound: Bound, groups: Sequence[tuple[str, ...]], solution: Mapping[str, int]) -> list[Constraint]:
    """A bound on groups, with a number that the solution allows."""
    if bound.measure.is_different:
        return [Constraint(bound, group) for group in groups]
    import numpy as np

    totals = [int(bound.measure.weights(np.array([solution[n] for n in group])).sum()) for group in groups]
    k = totals[0] if bound.sign == "==" else max(totals) if bound.sign == "<=" else min(totals)
    return [Constraint(bound.with_number(k), group) for group in groups]


__all__ = ["Judged", "bounded_cases", "rejects"]
