"""Hypothesis-made problems: up to 5 variables, up to 4 values, random languages of arity 1 to 4, random targets."""

from __future__ import annotations

import itertools
import warnings
from dataclasses import dataclass

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from kit import brute
from tacit import Constraint, LanguageWarning, Problem, Relation

KNOWN = {
    1: ["x == 1", "x > 0", "x % 2 == 0"],
    2: ["==", "!=", "<", ">", "<=", ">=", "abs(x - y) > 1", "y - x >= 2", "x + y == 3", "x // 2 == y // 2"],
    3: ["x + y > z", "x != y or y != z", "abs(x - y) != abs(y - z)", "x == y == z"],
    4: ["abs(x - y) != abs(z - w)", "x + y == z + w"],
}


@dataclass
class Case:
    """A problem with its target."""

    problem: Problem
    target: list[Constraint]

    def __repr__(self) -> str:
        v = self.problem.vocabulary
        domains = dict(zip(v.names, v.domains, strict=True))
        language = [r.name for r in self.problem.language]
        return f"Case({domains}, language={language}, target={[str(c) for c in self.target]})"


class TableRelation:
    """A relation given by the set of its tuples, named so that a failing case can be built again."""

    def __init__(self, arity: int, bits: int, size: int) -> None:
        flat = np.array([bits >> i & 1 for i in range(size**arity)], dtype=bool)
        self.table = flat.reshape((size,) * arity)

    def __eq__(self, other):
        return isinstance(other, TableRelation) and np.array_equal(self.table, other.table)

    def __hash__(self):
        return hash(self.table.tobytes())

    def __call__(self, *values):
        if all(isinstance(value, (int, np.integer)) for value in values):
            return bool(self.table[values])
        if not all(isinstance(value, np.ndarray) for value in values):
            raise TypeError("numbers only")
        return self.table[values]


@st.composite
def relations(draw, max_arity: int = 4, size: int = 4) -> Relation:
    arity = draw(st.integers(1, max_arity))
    if draw(st.booleans()):
        return Relation.of(draw(st.sampled_from(KNOWN[arity])))
    bits = draw(st.integers(1, 2 ** (size**arity) - 2))
    return Relation(f"table{arity}:{bits:x}", TableRelation(arity, bits, size), arity)


@st.composite
def problems(draw, max_variables: int = 5, max_arity: int = 4) -> Problem:
    n = draw(st.integers(1, max_variables))
    uniform = draw(st.booleans())
    sizes = st.integers(2, 4 if n < 5 else 3)
    if uniform:
        domains = [list(range(draw(sizes)))] * n
    else:
        domains = [sorted(draw(st.sets(st.integers(0, 3), min_size=1, max_size=4 if n < 5 else 3))) for _ in range(n)]
    language = draw(st.lists(relations(min(max_arity, n)), min_size=1, max_size=4, unique_by=lambda r: r.name))
    orders = draw(st.sampled_from(["given", "all"]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        problem = Problem({f"v{i}": domain for i, domain in enumerate(domains)}, language=language, orders=orders)
    assume(problem.language)
    assume(len(brute.all_candidates(problem)) <= 60)
    return problem


def nested_or_repeated(target: list[Constraint]) -> bool:
    return any(set(a.scope) <= set(b.scope) for a, b in itertools.permutations(target, 2))


@st.composite
def cases(
    draw, *, satisfiable: bool | None = True, simple: bool = False, max_variables: int = 5, max_arity: int = 4
) -> Case:
    """A problem and a target inside its bias, of one to eight constraints.

    satisfiable: True, False, or None for either; simple: at most one constraint a scope, and no scope inside another.
    """
    problem = draw(problems(max_variables, max_arity))
    candidates = brute.all_candidates(problem)
    if satisfiable:
        domains = zip(problem.names, problem.vocabulary.domains, strict=True)
        solution = {name: draw(st.sampled_from(domain)) for name, domain in domains}
        candidates = [c for c in candidates if brute.accepts(c, solution)]
    assume(candidates)
    size = draw(st.integers(1, min(8, len(candidates))))
    chosen = draw(st.lists(st.sampled_from(candidates), min_size=size, max_size=size, unique=True))
    target: list[Constraint] = []
    for constraint in chosen:
        if not simple or not nested_or_repeated([*target, constraint]):
            target.append(constraint)
    if satisfiable is False:
        assume(not brute.solutions(problem, target))
    return Case(problem, target)


@st.composite
def rich_cases(draw, **limits) -> Case:
    """Beside the language there are single candidates, and some of the target is known before the first question."""
    plain = draw(cases(**limits)).problem
    names = plain.names
    extra = []
    for relation in draw(st.lists(relations(min(3, len(names))), max_size=3)):
        scope = tuple(draw(st.permutations(names)))[: relation.arity]
        extra.append(Constraint(relation, scope))
    variables = dict(zip(names, plain.vocabulary.domains, strict=True))
    shared = {"language": plain.language, "orders": plain.orders}
    candidates = brute.all_candidates(Problem(variables, candidates=extra, **shared))
    solution = {name: draw(st.sampled_from(domain)) for name, domain in variables.items()}
    candidates = [c for c in candidates if brute.accepts(c, solution)]
    assume(candidates)
    target = draw(st.lists(st.sampled_from(candidates), min_size=1, max_size=6, unique=True))
    outside = Constraint(Relation.of("x == x"), names[:1]) if draw(st.booleans()) else None
    background = [c for c in target if draw(st.booleans())] + ([outside] if outside else [])
    problem = Problem(variables, candidates=extra, background=background, **shared)
    return Case(problem, target)
