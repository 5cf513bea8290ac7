"""A problem: a vocabulary, a language, and what is known before the first question.

>>> p = Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["!=", "<"], name="tiny")
>>> p
Problem('tiny': 3 variables, 2 relations)
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacit.errors import FamilyError, LanguageError, LanguageWarning, ProblemError
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_over, check_values
from tacit.problem.common import asks_for_common, with_common
from tacit.problem.expressions import Expression
from tacit.problem.foreign import holds_cpmpy
from tacit.problem.meaning import TABLE_LIMIT, truth_values
from tacit.problem.network import Constraint, Network, read_constraints
from tacit.problem.relations import Relation, read_language
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import families_of, is_usual
from tacit.structure.family import Family
from tacit.structure.finding import find_family
from tacit.structure.said_groups import read_groups

ORDERS = ("given", "all")
# As "all", but for each relation by itself, even if another one says the same: both x > y and y < x. Only golomb-N-full
# says so: its bias is older than "all" as it is now, and the questions on record are about that bias.
EACH = "each"


class Problem:
    """What the learner is told: variables, the relations it may use, and constraints that are known to hold.

    variables:  a mapping from names to domains (collections of integers, or of texts such as "Mon"); scopes follow
                its order. Or CPMpy variables in arrays, lists, tuples and dicts: they keep their own names (the keys
                of a dict are not used), and a variable that is given twice counts once
    language:   relations: operators ("!="), expressions ("abs(x - y) > 2"), `tacit.Relation`, or CPMpy expressions
                over placeholder variables, which stand for a scope's variables in the order of their names. Each may be
                limited to families, and have a saying of its own: {"relation": "x != night or y != early",
                "over": "next in row", "say": "no early after a night"}, or tacit.Relation.of("!=", over="row").
                Bounds are relations over whole groups: "count(night) <= k", "sum == 15", "alldifferent". "common",
                alone or in the list, stands for the relations and bounds that fit the variables (docs/using.md)
    orders:     "all" applies a relation to each set of variables in every order of its arguments that adds another
                meaning (x - y == 1 and y - x == 1); "given" only in the order of the variables, as the paper does
    candidates: further single constraints to consider, ("x + y == 7", ["a", "b"]) or "a + b == 7"
    background: constraints known to hold, in the same form; they need not be in the language. CPMpy constraints are
                accepted here and as candidates, too. They are split into conjuncts (AllDifferent into pairs, unless
                the language has alldifferent), each a bound, or a relation of at most four variables
    groups:     names for sets of labels, {"seniors": ["anna", "ben"]}, which families may be restricted to
    """

    def __init__(
        self,
        variables: Any,
        *,
        language: Iterable[Any] | str,
        name: str = "problem",
        orders: str = "all",
        candidates: Any = (),
        background: Any = (),
        groups: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        if orders not in (*ORDERS, EACH):
            raise ProblemError(f"orders must be 'given' or 'all', not {orders!r}")
        self.name = name
        self.vocabulary = _read_vocabulary(variables)
        self.groups = check_groups(groups or {}, self.vocabulary)
        self.common = asks_for_common(language)  # does the language stand for the catalogue of common relations?
        span = int(self.vocabulary.values[0]), int(self.vocabulary.values[-1])
        given = read_language(with_common(language, self.vocabulary, self.groups), self.vocabulary.named_values, span)
        self.language = tuple(relation for relation in given if _says_something(relation, self.vocabulary))
        # the families that a relation is limited to, by its name; those that range over all scopes are not there
        self.over = {
            r.name: limits(r, self.vocabulary, self.groups) for r in self.language if r.over or isinstance(r, Bound)
        }
        self.orders = orders
        v = self.vocabulary
        self.candidates: list[Constraint] = read_constraints(candidates, v, self.language, of="candidates")
        known = [*self.language, *(c.relation for c in self.candidates)]
        self.background: list[Constraint] = read_constraints(background, v, known, of="background")
        if not given and not self.candidates:
            raise ProblemError("a problem needs a language, or at least one candidate")
        for relation in {c.relation: None for c in [*self.candidates, *self.background]}:
            _check(relation, v)

    @property
    def names(self) -> tuple[str, ...]:
        return self.vocabulary.names

    def network(self, constraints: Any) -> Network:
        """Constraints over this problem's variables, such as a simulated user's target. They may come from CPMpy."""
        return Network(self.vocabulary, constraints, known=self.language)

    def __repr__(self) -> str:
        return f"Problem({self.name!r}: {len(self.vocabulary)} variables, {len(self.language)} relations)"


def check_groups(groups: Any, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Groups of labels as a person gives them."""
    if not isinstance(groups, Mapping):
        raise ProblemError(
            f"groups must be a mapping from names to labels, {{'seniors': ['anna']}}, not {groups!r:.60}"
        )
    read_groups(vocabulary, groups)
    return {name: tuple(str(label) for label in labels) for name, labels in groups.items()}


def limits(relation: Relation, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> tuple[Family, ...]:
    """The families that a relation is limited to."""
    if isinstance(relation, Bound) and not relation.over:
        usual = _usual_families(relation, vocabulary, groups)
        check_over(relation, usual, vocabulary)
        return usual
    found = []
    for text in relation.over:
        try:
            family = find_family(vocabulary, text, groups)
        except ProblemError as error:
            raise FamilyError(f"relation {relation.name!r}, over {text!r}: {error}") from None
        if family.size < relation.arity:
            raise FamilyError(
                f"relation {relation.name!r}, over {text!r}: it takes {relation.arity} variables, and a group of "
                f"{family.phrase!r} has {family.size}"
            )
        found.append(family)
    if isinstance(relation, Bound):
        check_over(relation, found, vocabulary)
    return tuple(found)


def _usual_families(bound: Bound, vocabulary: Vocabulary, groups: Mapping[str, Sequence[str]]) -> tuple[Family, ...]:
    """What a bound is over if nothing is said: lines, boxes, whole arrays, and these cut down to the named groups."""
    found = [family for family in families_of(vocabulary, groups) if is_usual(family)]
    if not found:
        raise FamilyError(
            f"bound {bound.name!r}: it is over no family. The names of the variables show no lines or boxes, so say "
            'what it is over, as in { relation = "sum <= k", over = "cells a, b, c" }'
        )
    return tuple(found)


def _read_vocabulary(variables: Any) -> Vocabulary:
    if not holds_cpmpy(variables):
        return Vocabulary(variables)
    from tacit.modelling.variables import read_variables

    own = read_variables(variables)
    return Vocabulary({name: range(x.lb, x.ub + 1) for name, x in own.items()}, own=list(own.values()))


def _says_something(relation: Relation, vocabulary: Vocabulary) -> bool:
    """A relation that is always or never true on the domains, or fits no scope, is left out with a warning."""
    if isinstance(relation, Bound):
        check_values(relation, vocabulary)
        return True
    _check(relation, vocabulary)
    if relation.arity > len(vocabulary):
        why = f"takes {relation.arity} variables, and the problem has {len(vocabulary)}"
    else:
        can_be_true, can_be_false = truth_values(relation, vocabulary)
        if can_be_true and can_be_false:
            return True
        why = f"is {'always' if can_be_true else 'never'} true on the domains of this problem"
    warnings.warn(f"relation {relation.name!r} {why}: left out", LanguageWarning, stacklevel=4)
    return False


def _check(relation: Relation, vocabulary: Vocabulary) -> None:
    """Can the relation be evaluated exactly on these values, by us and by CP-SAT?"""
    if isinstance(relation, Bound):
        check_values(relation, vocabulary)
        return
    relation.check_overflow(int(vocabulary.values[0]), int(vocabulary.values[-1]))
    size = vocabulary.n_codes**relation.arity
    if not isinstance(relation.function, Expression) and size > TABLE_LIMIT:
        raise LanguageError(
            f"relation {relation.name!r}: a function is turned into a table, which would have {size:,} entries for "
            f"{vocabulary.n_codes} values; at most {TABLE_LIMIT:,} are accepted. Write it as a text expression"
        )
