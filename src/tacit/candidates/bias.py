"""The bias B: every constraint that the language can say about the variables, as rows of arrays.

A relation is applied to every set of variables of its size, in every order of its arguments that adds another meaning;
with `orders="given"` in the order of the variables only. A relation that is limited to families is applied to the
scopes inside their groups, in the order of the group; it takes other orders only where the members of a group are all
alike. The background is kept among the same rows, so that one pass evaluates everything, but is not part of the bias.

    >>> from tacit.problem.problem import Problem
    >>> bias = Bias(Problem({f"x{i}": range(9) for i in range(81)}, language=["==", "!=", ">", "<"]))
    >>> bias.size
    12960
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from tacit.candidates.expected_memory import refuse_large_tables
from tacit.candidates.too_many import count_rows, refuse_if_too_many, refuse_if_too_wide
from tacit.errors import ProblemError
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_on
from tacit.problem.combinations import combinations
from tacit.problem.meaning import meaning_of, symmetries
from tacit.problem.network import Constraint
from tacit.problem.problem import EACH, Problem
from tacit.problem.relations import Relation
from tacit.problem.rows import RowIds, Rows, Scopes
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family


class Bias:
    """The candidates of a problem, and its background, as rows. The learner keeps which of them are still possible."""

    def __init__(self, problem: Problem) -> None:
        refuse_large_tables(problem)
        v = problem.vocabulary
        self.vocabulary = v
        self.groups = problem.groups  # sets of labels that a person has named: families may be restricted to them
        self.over = problem.over  # the families that relations are limited to, by the names of the relations
        of_bounds = [f for r in problem.language if isinstance(r, Bound) for f in problem.over[r.name]]
        self.bound_families = tuple(dict.fromkeys(of_bounds))  # what bounds are over
        language = [relation for relation in problem.language if not isinstance(relation, Bound)]
        singles_given = [part for c in [*problem.candidates, *problem.background] for part in _parts(c, v)]
        relations = list(
            dict.fromkeys(language + [c.relation for c in singles_given if not isinstance(c.relation, Bound)])
        )
        orders = refuse_too_large(problem)
        number = {relation: r for r, relation in enumerate(relations)}
        groups: list[tuple[int, Scopes]] = []
        limited: dict[Relation, Scopes] = {}
        for relation in language:
            families = problem.over.get(relation.name)
            if families is None:
                scopes = _all_scopes(len(v), relation.arity)
                groups += [(number[relation], scopes[:, order]) for order in orders[relation]]
            else:
                limited[relation] = _scopes_over(families, relation, orders[relation], v)
                groups.append((number[relation], limited[relation]))
        # Single constraints that the language does not make by itself.
        singles: dict[tuple[Relation, tuple[int, ...]], None] = {}
        canonical = {c: self._canonical(c) for c in singles_given}
        bounds = list(_bounds_over(problem))
        for relation, scope in canonical.values():
            if isinstance(relation, Bound):
                singles[relation, scope] = None
                continue
            if relation in limited:
                already = bool((limited[relation] == scope).all(axis=1).any())
            else:
                already = tuple(np.argsort(np.argsort(scope)).tolist()) in orders.get(relation, [])
            if not already:
                singles[relation, scope] = None
        single_bounds = any(isinstance(relation, Bound) for relation, _ in singles)
        by_language = BoundRows(v, 0, bounds if single_bounds else [])
        for relation, scope in list(singles):
            if not isinstance(relation, Bound):
                groups.append((number[relation], np.array([scope], dtype=np.int32)))
            elif by_language.find(relation, scope):
                del singles[relation, scope]
            else:
                bounds.append((relation, scope))
        self.rows = Rows(v, relations, groups, bounds)
        self.is_candidate: NDArray[np.bool_] = np.ones(self.rows.size, dtype=bool)
        self.background: list[int] = []
        wanted = {canonical[part] for c in problem.candidates for part in _parts(c, v)}
        for c in [part for given in problem.background for part in _parts(given, v)]:
            row = self.row_of(*canonical[c])
            if row not in self.background:
                self.background.append(row)
            if canonical[c] in singles and canonical[c] not in wanted:
                self.is_candidate[row] = False
        self.size = int(self.is_candidate.sum())

    def row_of(self, relation: Relation, scope: tuple[int, ...]) -> int:
        row = self.rows.find(relation, scope)
        if row is None:
            raise ProblemError(f"{relation.name!r} on {scope} is not in the bias")
        return row

    def constraint(self, row: int) -> Constraint:
        """The row as people see it."""
        names = self.vocabulary.names
        return Constraint(self.rows.relation(row), tuple(names[i] for i in self.rows.scope(row)))

    def constraints(self, numbers: RowIds | Sequence[int]) -> list[Constraint]:
        """Many rows as people see them."""
        rows = np.asarray(numbers, dtype=np.int64)
        names, relations = self.vocabulary.names, self.rows.relations
        plain = {
            row: Constraint(relations[relation], tuple([names[i] for i in scope]))
            for row, relation, scope in self.rows.plain_rows(rows)
        }
        return [plain[row] if row in plain else self.constraint(row) for row in rows.tolist()]

    def _canonical(self, constraint: Constraint) -> tuple[Relation, tuple[int, ...]]:
        """One form for b != a and a != b: the smallest of the orders of arguments that mean the same."""
        scope = self.vocabulary.scope(constraint.scope, of=str(constraint))
        if isinstance(constraint.relation, Bound):
            return constraint.relation, tuple(sorted(scope))
        same = symmetries(constraint.relation, self.vocabulary)
        return constraint.relation, min(tuple(scope[i] for i in order) for order in same)


def refuse_too_large(problem: Problem, budget: int | None = None) -> dict[Relation, list[tuple[int, ...]]]:
    """Raise if a problem has too many candidates, before any is made; returns the orders of its relations' arguments.

    budget: as in `refuse_if_too_many`
    """
    language = [relation for relation in problem.language if not isinstance(relation, Bound)]
    orders = orders_of(language, problem.vocabulary, problem.orders)
    made = {relation: _most(relation, problem) * len(orders[relation]) for relation in language}
    made |= {bound: count_rows(bound, problem) for bound in problem.language if isinstance(bound, Bound)}
    reordered = [relation for relation in language if len(orders[relation]) > 1]
    refuse_if_too_many(made, len(problem.vocabulary), reordered, budget)
    refuse_if_too_wide(problem)
    return orders


def _parts(constraint: Constraint, vocabulary: Vocabulary) -> list[Constraint]:
    """ "Exactly" is "at most" and "at least", where these say something; all else is one candidate."""
    if not isinstance(constraint.relation, Bound):
        return [constraint]
    cells = vocabulary.scope(constraint.scope, of=str(constraint))
    parts = [part for part in constraint.relation.parts() if check_on(part, cells, vocabulary) is None]
    return [Constraint(part, constraint.scope) for part in parts]


def _bounds_over(problem: Problem) -> Iterator[tuple[Bound, tuple[int, ...]]]:
    """Each bound of the language on each group of its families."""
    for bound in problem.language:
        if isinstance(bound, Bound):
            for family in problem.over[bound.name]:
                for group in family.groups():
                    if not bound.measure.is_different or _has_enough_values(group, problem.vocabulary):
                        yield bound, group


def _has_enough_values(group: Sequence[int], vocabulary: Vocabulary) -> bool:
    """May all cells of a group differ? What nothing satisfies is no candidate."""
    return len(set().union(*(vocabulary.domains[x] for x in group))) >= len(group)


def _all_scopes(n: int, arity: int) -> Scopes:
    """Every set of `arity` variables, in their order, one per line."""
    return combinations.__wrapped__(n, arity).astype(np.int32)  # not to be kept: there may be very many


def _most(relation: Relation, problem: Problem) -> int:
    """The scopes of a relation, in one order of its arguments; a scope in several groups counts for each."""
    families = problem.over.get(relation.name)
    if families is None:
        return math.comb(len(problem.vocabulary), relation.arity)
    return sum(family.count * math.comb(family.size, relation.arity) for family in families)


def _scopes_over(
    families: Sequence[Family], relation: Relation, orders: Sequence[tuple[int, ...]], vocabulary: Vocabulary
) -> Scopes:
    """The scopes of a relation that is limited to families, each once."""
    found = []
    for family in families:
        scopes = family.scopes(relation.arity)
        # "Each cell and the next one" says which argument comes first; "each row" does not.
        found += [scopes[:, order] for order in (orders if family.members is None else orders[:1])]
    every = np.concatenate(found)
    n = len(vocabulary)
    codes = np.full(len(every), np.iinfo(np.int64).max)
    for order in symmetries(relation, vocabulary):
        code = np.zeros(len(every), dtype=np.int64)
        for column in every[:, order].T:
            code = code * n + column
        codes = np.minimum(codes, code)  # the smallest of the orders that mean the same stands for all of them
    codes = codes[np.sort(np.unique(codes, return_index=True)[1])]
    columns = []
    for _ in range(relation.arity):
        codes, column = np.divmod(codes, n)
        columns.append(column)
    return np.stack(columns[::-1], axis=1).astype(np.int32)


def orders_of(
    language: Sequence[Relation], vocabulary: Vocabulary, orders: str
) -> dict[Relation, list[tuple[int, ...]]]:
    """The orders in which each relation is applied to a set of variables: one, or one for each meaning.

    Each relation is there as it was given. Another order is left out if a relation says the same that ranges over the
    same scopes: what y < x would add is there already where the language has > beside <.
    """
    given = {relation: tuple(range(relation.arity)) for relation in language}
    found = {relation: [order] for relation, order in given.items()}
    if orders == "given":
        return found
    said = {(relation.over, meaning_of(relation, order, vocabulary)) for relation, order in given.items()}
    for relation in language:
        if relation.arity == 1:
            continue
        same = symmetries(relation, vocabulary)
        covered = set(same)
        for order in itertools.permutations(given[relation]):
            if order in covered:
                continue
            covered.update(tuple(order[i] for i in symmetry) for symmetry in same)
            means = relation.over, meaning_of(relation, order, vocabulary)
            if means not in said or orders == EACH:
                said.add(means)
                found[relation].append(order)
    return found
