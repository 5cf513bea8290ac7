"""The bias B: every constraint that the language can say about the variables, as rows of arrays.

A relation is applied to every set of variables of its size, in their order; with `orders="all"` in every order that means
something else. The background is kept in the same rows, so that one pass evaluates all, but is not part of the bias.

    >>> from tacit.problem import Problem
    >>> bias = Bias(Problem({f"x{i}": range(9) for i in range(81)}, language=["==", "!=", ">", "<"]))
    >>> bias.size
    12960
"""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
from numpy.typing import NDArray

from tacit.errors import LanguageWarning, ProblemError
from tacit.network import Constraint
from tacit.problem import Problem
from tacit.relations import Relation
from tacit.rows import TABLE_LIMIT, Rows, Scopes, truth_table
from tacit.vocabulary import Vocabulary

MAX_CANDIDATES = 20_000_000
SAMPLE = 1 << 16


class Bias:
    """The candidates of a problem and its background, as rows; which of them are still possible is the learner's to keep."""

    def __init__(self, problem: Problem) -> None:
        v = problem.vocabulary
        self.vocabulary = v
        language = [relation for relation in problem.language if not _left_out(relation, v)]
        relations = list(
            dict.fromkeys(language + [c.relation for c in [*problem.candidates, *problem.background]])
        )
        orders = {relation: _orders(relation, v, problem.orders) for relation in language}
        expected = sum(math.comb(len(v), relation.arity) * len(orders[relation]) for relation in language)
        if expected > MAX_CANDIDATES:
            raise ProblemError(
                f"the language makes {expected:,} candidates; at most {MAX_CANDIDATES:,} are accepted. "
                "Use fewer variables, fewer relations, or relations of smaller arity"
            )
        groups: list[tuple[int, Scopes]] = []
        for r, relation in enumerate(relations):
            scopes = _all_scopes(len(v), relation.arity) if relation in orders else None
            for order in orders.get(relation, []):
                assert scopes is not None
                groups.append((r, scopes[:, order]))
        # Single constraints that the language does not make by itself.
        singles: dict[tuple[Relation, tuple[int, ...]], None] = {}
        canonical = {c: self._canonical(c, problem) for c in [*problem.candidates, *problem.background]}
        for relation, scope in canonical.values():
            order = tuple(np.argsort(np.argsort(scope)).tolist())
            if order not in orders.get(relation, []):
                singles[relation, scope] = None
        for r, relation in enumerate(relations):
            extra = [scope for other, scope in singles if other == relation]
            if extra:
                groups.append((r, np.array(extra, dtype=np.int32)))
        self.rows = Rows(v, relations, groups)
        self.is_candidate: NDArray[np.bool_] = np.ones(self.rows.size, dtype=bool)
        self.background: list[int] = []
        wanted = {canonical[c] for c in problem.candidates}
        for c in problem.background:
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

    def _canonical(self, constraint: Constraint, problem: Problem) -> tuple[Relation, tuple[int, ...]]:
        """One form for b != a and a != b: the smallest order of its arguments that means the same."""
        scope = self.vocabulary.scope(constraint.scope, of=str(constraint))
        same = symmetries(constraint.relation, self.vocabulary)
        return constraint.relation, min(tuple(scope[i] for i in order) for order in same)


def _all_scopes(n: int, arity: int) -> Scopes:
    """Every set of `arity` variables, in their order, one a line."""
    if arity == 2:  # by far the most common, and worth not looping for
        return np.stack(np.triu_indices(n, 1), axis=1).astype(np.int32)
    count = math.comb(n, arity)
    flat = itertools.chain.from_iterable(itertools.combinations(range(n), arity))
    return np.fromiter(flat, dtype=np.int32, count=count * arity).reshape(count, arity)


def symmetries(relation: Relation, vocabulary: Vocabulary) -> list[tuple[int, ...]]:
    """The orders of its arguments under which a relation means the same.

    Exact for relations with a truth table; larger ones are compared on all small values and on a sample of the others.
    """
    k, m = relation.arity, vocabulary.n_codes
    orders = list(itertools.permutations(range(k)))
    if m**k <= TABLE_LIMIT:
        table = truth_table(relation, vocabulary).reshape((m,) * k)
        return [order for order in orders if np.array_equal(table, table.transpose(order))]
    columns = _sample(k, vocabulary)
    accepted = relation.accepts(*columns)
    return [o for o in orders if np.array_equal(accepted, relation.accepts(*(columns[i] for i in o)))]


def _sample(k: int, vocabulary: Vocabulary) -> list[NDArray[np.int64]]:
    """Values to compare large relations on: all combinations of a few small ones, and random ones."""
    few = vocabulary.values[: max(2, int(SAMPLE ** (1 / k)) // 2)]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*[few] * k, indexing="ij")])
    drawn = np.random.RandomState(0).choice(vocabulary.values, size=(k, SAMPLE))
    return list(np.concatenate([grid, drawn], axis=1))


def _orders(relation: Relation, vocabulary: Vocabulary, orders: str) -> list[tuple[int, ...]]:
    """The orders in which a relation is applied to a set of variables: one, or one for each meaning."""
    given = tuple(range(relation.arity))
    if orders == "given" or relation.arity == 1:
        return [given]
    same = symmetries(relation, vocabulary)
    chosen: list[tuple[int, ...]] = []
    covered: set[tuple[int, ...]] = set()
    for order in itertools.permutations(given):
        if order not in covered:
            chosen.append(order)
            covered.update(tuple(order[i] for i in symmetry) for symmetry in same)
    return chosen


def _left_out(relation: Relation, vocabulary: Vocabulary) -> bool:
    """A relation that is always or never true on the domains says nothing: warn, and leave it out."""
    if relation.arity > len(vocabulary):
        warnings.warn(
            f"relation {relation.name!r} takes {relation.arity} variables, the problem has {len(vocabulary)}: left out",
            LanguageWarning,
            stacklevel=4,
        )
        return True
    accepts, rejects = _outcomes(relation, vocabulary)
    if accepts and rejects:
        return False
    always = "always" if accepts else "never"
    warnings.warn(
        f"relation {relation.name!r} is {always} true on the domains of this problem: left out",
        LanguageWarning,
        stacklevel=4,
    )
    return True


def _outcomes(relation: Relation, vocabulary: Vocabulary) -> tuple[bool, bool]:
    """Can the relation be true, and can it be false, on the domains of some scope?"""
    k, m = relation.arity, vocabulary.n_codes
    if m**k > TABLE_LIMIT:
        accepted = relation.accepts(*_sample(k, vocabulary))
        if accepted.any() and not accepted.all():
            return True, True
        from tacit.cpsat import can_be

        return can_be(relation, vocabulary, True), can_be(relation, vocabulary, False)
    table = truth_table(relation, vocabulary).reshape((m,) * k)
    distinct = list(dict.fromkeys(vocabulary.domains))
    if len(distinct) == 1 or len(distinct) ** k > 10_000:
        return bool(table.any()), not bool(table.all())
    codes = {domain: codes for domain, codes in zip(vocabulary.domains, vocabulary.domain_codes, strict=True)}
    parts = [table[np.ix_(*(codes[domain] for domain in choice))] for choice in itertools.product(distinct, repeat=k)]
    return any(part.any() for part in parts), not all(part.all() for part in parts)
