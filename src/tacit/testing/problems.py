"""Hypothesis-made problems: up to 5 variables, up to 4 values, random languages of arity 1 to 4, random targets."""

from __future__ import annotations

import itertools
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from tacit.errors import LanguageWarning
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import families_of
from tacit.testing import brute

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
        problem = self.problem
        shown = [str(dict(zip(problem.names, problem.vocabulary.domains, strict=True)))]
        shown.append(f"language={[relation.name for relation in problem.language]}")
        limited = {name: [family.spec for family in families] for name, families in problem.over.items()}
        if limited:
            shown.append(f"over={limited}")
        if problem.orders != "all":
            shown.append(f"orders={problem.orders!r}")
        lists = {"candidates": problem.candidates, "background": problem.background, "target": self.target}
        shown += [f"{name}={[str(c) for c in each]}" for name, each in lists.items() if each or name == "target"]
        return f"Case({', '.join(shown)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """So that Hypothesis shows it this way, too."""
        printer.text(repr(self))


class TableRelation:
    """A relation given by the set of its tuples, named so that a failing case can be built again."""

    def __init__(self, arity: int, bits: int, size: int) -> None:
        flat = np.array([bits >> i & 1 for i in range(size**arity)], dtype=bool)
        self.table = flat.reshape((size,) * arity)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableRelation) and np.array_equal(self.table, other.table)

    def __hash__(self) -> int:
        return hash(self.table.tobytes())

    def __call__(self, *values: Any) -> Any:
        if all(isinstance(value, (int, np.integer)) for value in values):
            return bool(self.table[values])
        if not all(isinstance(value, np.ndarray) for value in values):
            raise TypeError("numbers only")
        return self.table[values]


@st.composite
def relations(draw: st.DrawFn, max_arity: int = 4, size: int = 4, min_arity: int = 1) -> Relation:
    arity = draw(st.integers(min_arity, max_arity))
    if draw(st.booleans()):
        return Relation.of(draw(st.sampled_from(KNOWN[arity])))
    bits = draw(st.integers(1, 2 ** (size**arity) - 2))
    return Relation(f"table{arity}:{bits:x}", TableRelation(arity, bits, size), arity)


@st.composite
def problems(draw: st.DrawFn, max_variables: int = 5, max_arity: int = 4) -> Problem:
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


@st.composite
def limited_problems(draw: st.DrawFn) -> Problem:
    """A small grid, perhaps with a line beside it, and relations of which some are limited to families."""
    shape = draw(st.sampled_from([(2, 2), (2, 3), (3, 2)]))
    names = [f"g[{i},{j}]" for i in range(shape[0]) for j in range(shape[1])]
    if draw(st.booleans()) and len(names) == 4:
        names += ["h[0]", "h[1]"]
    variables = {name: range(2 if len(names) > 4 else 3) for name in names}
    groups = {"some": ["row 0"], "others": ["column 1", names[0]]}
    families = list(families_of(Vocabulary(variables), groups))
    language = []
    for relation in draw(st.lists(relations(3, size=3), min_size=1, max_size=3, unique_by=lambda r: r.name)):
        fitting = [family.spec for family in families if family.size >= relation.arity]
        over = draw(st.lists(st.sampled_from(fitting), max_size=2, unique=True))
        language.append(Relation.of(relation, over=over or None))
    orders = draw(st.sampled_from(["given", "all"]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        problem = Problem(variables, language=language, orders=orders, groups=groups)
    assume(problem.language)
    assume(len(brute.all_candidates(problem)) <= 60)
    return problem


def nested_or_repeated(target: list[Constraint]) -> bool:
    return any(set(a.scope) <= set(b.scope) for a, b in itertools.permutations(target, 2))


@st.composite
def cases(
    draw: st.DrawFn,
    *,
    satisfiable: bool | None = True,
    simple: bool = False,
    max_variables: int = 5,
    max_arity: int = 4,
    limited: bool = False,
) -> Case:
    """A problem and a target inside its bias, of one to eight constraints.

    satisfiable: True, False, or None for either; simple: at most one constraint per scope, and no scope inside another;
    limited: the relations are limited to families, as in `limited_problems`.
    """
    problem = draw(limited_problems() if limited else problems(max_variables, max_arity))
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
def crowded_cases(draw: st.DrawFn) -> Case:
    """Two or three variables, many relations, several constraints on two variables: what a simple FindC gets wrong."""
    n, size = draw(st.integers(2, 3)), draw(st.integers(3, 4))
    binary = relations(2, min_arity=2)
    language = draw(st.lists(binary, min_size=5, max_size=8, unique_by=lambda relation: relation.name))
    language += draw(st.lists(relations(1), max_size=1))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        problem = Problem({f"v{i}": range(size) for i in range(n)}, language=language)
    solution = {name: draw(st.integers(0, size - 1)) for name in problem.names}
    candidates = [c for c in brute.all_candidates(problem) if brute.accepts(c, solution)]
    around = [c for c in candidates if set(c.scope) <= {"v0", "v1"}]
    assume(len(around) >= 2)
    target = draw(st.lists(st.sampled_from(around), min_size=min(3, len(around)), max_size=4, unique=True))
    return Case(problem, target)


@st.composite
def rich_cases(draw: st.DrawFn, **limits: Any) -> Case:
    """A case with single candidates beside the language, and some of the target known before the first question."""
    plain = draw(cases(**limits)).problem
    names = plain.names
    extra = []
    for relation in draw(st.lists(relations(min(3, len(names))), max_size=3)):
        scope = tuple(draw(st.permutations(names)))[: relation.arity]
        extra.append(Constraint(relation, scope))
    variables = dict(zip(names, plain.vocabulary.domains, strict=True))
    shared: dict[str, Any] = {"language": plain.language, "orders": plain.orders}
    candidates = brute.all_candidates(Problem(variables, candidates=extra, **shared))
    solution = {name: draw(st.sampled_from(domain)) for name, domain in variables.items()}
    candidates = [c for c in candidates if brute.accepts(c, solution)]
    assume(candidates)
    target = draw(st.lists(st.sampled_from(candidates), min_size=1, max_size=6, unique=True))
    outside = Constraint(Relation.of("x == x"), names[:1]) if draw(st.booleans()) else None
    background = [c for c in target if draw(st.booleans())] + ([outside] if outside else [])
    problem = Problem(variables, candidates=extra, background=background, **shared)
    return Case(problem, target)


@st.composite
def foreign_cases(draw: st.DrawFn, max_variables: int = 4) -> Case:
    """A problem, and a target with relations that are not in its language."""
    case = draw(cases(max_variables=max_variables))
    names = case.problem.names
    outside = []
    for relation in draw(st.lists(relations(min(3, len(names))), min_size=1, max_size=3)):
        scope = draw(st.permutations(names))[: relation.arity]
        outside.append(Constraint(relation, tuple(scope)))
    return Case(case.problem, [*case.target, *outside])


ARRAYS = {
    "line": ["a[0]", "a[1]", "a[2]", "a[3]"],
    "square": ["g[0,0]", "g[0,1]", "g[1,0]", "g[1,1]"],
    "grid": [f"g[{i},{j}]" for i in range(2) for j in range(3)],
    "roster": [f"shift[{who},{day}]" for who in ("anna", "ben", "eva") for day in ("Mon", "Tue")],
    "two lines": ["a[0]", "a[1]", "a[2]", "b[0]", "b[1]", "b[2]"],
    "line and words": ["a[0]", "a[1]", "a[2]", "door", "key"],
    "words": ["boat", "coat", "goat"],
}
LIKE_PEOPLE = ["!=", "<", "==", "abs(x - y) > 1", "x > 0", "x != y or y != z", "x + y > z"]


@st.composite
def structured_problems(draw: st.DrawFn, most_candidates: int = 150) -> Problem:
    """Names that lie side by side: lines, grids, several arrays, words. Relations as people have them, and random ones.

    As many candidates as this are accepted at most.
    """
    names = ARRAYS[draw(st.sampled_from(list(ARRAYS)))]
    size = draw(st.integers(2, 3))
    common = st.sampled_from(LIKE_PEOPLE).map(Relation.of)
    language = draw(
        st.lists(st.one_of(common, relations(3, size=3)), min_size=1, max_size=4, unique_by=lambda r: r.name)
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LanguageWarning)
        problem = Problem(
            {name: range(size) for name in names}, language=language, orders=draw(st.sampled_from(["given", "all"]))
        )
    assume(problem.language)
    assume(len(brute.all_candidates(problem)) <= most_candidates)
    return problem


@st.composite
def structured_cases(draw: st.DrawFn, most_candidates: int = 150, satisfiable: bool | None = True) -> Case:
    """A problem and a target that has rules, exceptions to them, and constraints that stand alone.

    satisfiable: True, or None for either
    """
    problem = draw(structured_problems(most_candidates))
    candidates = brute.all_candidates(problem)
    if satisfiable:
        solution = {name: draw(st.sampled_from(problem.vocabulary.domains[0])) for name in problem.names}
        candidates = [c for c in candidates if brute.accepts(c, solution)]
    families = list(families_of(problem.vocabulary, {}))
    target: dict[Constraint, None] = {}
    for _ in range(draw(st.integers(0, 2))):
        relation, family = draw(st.sampled_from(problem.language)), draw(st.sampled_from(families))
        order = draw(st.permutations(range(relation.arity)))
        scopes = [tuple(problem.names[line[i]] for i in order) for line in family.scopes(relation.arity).tolist()]
        ruled = [c for c in candidates if c.relation == relation and c.scope in scopes]
        exceptions = draw(st.integers(0, min(1, len(ruled))))
        for _ in range(exceptions):
            ruled.remove(draw(st.sampled_from(ruled)))
        target |= dict.fromkeys(ruled)
    if candidates:
        target |= dict.fromkeys(draw(st.lists(st.sampled_from(candidates), max_size=2)))
    return Case(problem, list(target))
