"""What a rule question asks about: a rule, or that nothing more is required.

A rule is a relation on a family; it stands for a constraint on each group (on each two cells of a group, if the
relation takes two and the groups are larger). `Free` says the opposite of many rules at once: on some scopes nothing is
required, or nothing besides certain rules. Both are claims, that is, questions whose answer is "yes, always" or "no".

Both mean what the oracle would say of examples, and nothing else. A rule holds if each example on the variables of one
of its constraints that breaks it would be a "no". A scope is free if each example on it that agrees with all that is
required of smaller sets of its variables, and with the rules in `besides`, would be a "yes".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tacit.problem.bounds import ANY_NUMBER, Bound
from tacit.problem.query import Query
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.family import Family
from tacit.structure.places import Ints


@dataclass(frozen=True)
class Rule:
    """A relation on a family. Rules are equal if they have the same relation in the same order on the same family.

    order:   which cell of a group each argument of the relation is; empty if the first argument is the first cell, …
    example: breaks the rule in one place and nothing else, to show what it forbids
    vocabulary: whose variables it is about; known for all that is asked or told in a dialogue
    """

    kind = "rule"

    relation: Relation
    family: Family
    order: tuple[int, ...] = ()
    example: Query | None = field(default=None, compare=False)
    vocabulary: Vocabulary | None = field(default=None, compare=False)

    @property
    def arity(self) -> int:
        return self.relation.arity

    @cached_property
    def scopes(self) -> Ints:
        """The scope of each of its constraints, one per line: variables in the order of the relation's arguments.

        Not for bounds, whose groups need not be of one size: `constraints` has those, too.
        """
        found = self.family.scopes(self.arity)
        return found[:, list(self.order)] if self.order else found

    def constraints(self) -> list[tuple[int, ...]]:
        """The scope of each of its constraints."""
        if isinstance(self.relation, Bound):
            return list(self.family.groups())
        return [tuple(scope) for scope in self.scopes.tolist()]

    def without(self, exceptions: tuple[int, ...]) -> Rule | None:
        """The same rule on all groups but these; None if no group is left."""
        kept = [number for number in range(self.family.count) if number not in exceptions]
        return Rule(self.relation, self.family.part(kept), self.order, vocabulary=self.vocabulary) if kept else None

    def only(self, number: int) -> Rule:
        """The same rule on one group."""
        return Rule(self.relation, self.family.part([number]), self.order, vocabulary=self.vocabulary)

    def __repr__(self) -> str:
        order = f", order {self.order}" if self.order else ""
        return f"Rule({self.relation.name!r} on {self.family.phrase}{order})"


@dataclass(frozen=True)
class Free:
    """Nothing is required on some scopes, besides what some rules require there.

    inside:  the scopes that lie in one of these families; all scopes, if there are none
    outside: … and in none of these
    vocabulary: whose variables it is about; known for all that is asked in a dialogue
    """

    kind = "free"

    arity: int
    inside: tuple[Family, ...] = ()
    outside: tuple[Family, ...] = ()
    besides: tuple[Rule, ...] = ()
    vocabulary: Vocabulary | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        parts = [f"{self.arity} variable{'s' * (self.arity > 1)}"]
        for called, families in (("inside", self.inside), ("outside", self.outside)):
            if families:
                parts.append(f"{called} {'; '.join(family.phrase for family in families)}")
        if self.besides:
            parts.append(f"besides {', '.join(map(repr, self.besides))}")
        return f"Free({', '.join(parts)})"

    def holds_keys(self, keys: Ints, n: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which of these scopes, each as one number (`scope_keys`), does it speak about?"""
        found = np.ones(len(keys), dtype=bool)
        if self.inside:
            found = np.isin(keys, _keys(self.inside, self.arity, n))
        if self.outside:
            found &= ~np.isin(keys, _keys(self.outside, self.arity, n))
        return found

    def holds_sorted(self, keys: Ints, n: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """The same for very many scopes, each once and in ascending order."""
        found = np.full(len(keys), not self.inside)
        for families, holds in ((self.inside, True), (self.outside, False)):
            if families and len(keys):
                wanted = _keys(families, self.arity, n)
                place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
                found[place[keys[place] == wanted]] = holds
        return found


@dataclass(frozen=True)
class Unlimited:
    """In each group of a family, nothing limits what these bounds measure, besides what some rules require there.

    It means of bounds what `Free` means of other relations. A group is unlimited if what the bounds could say of it
    already follows from what is required of other sets of its variables, and from the rules in `besides`.

    bounds: with their numbers open
    """

    kind = "unlimited"
    arity = ANY_NUMBER

    family: Family
    bounds: tuple[Bound, ...]
    besides: tuple[Rule, ...] = ()
    vocabulary: Vocabulary | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        besides = f", besides {', '.join(map(repr, self.besides))}" if self.besides else ""
        return f"Unlimited({', '.join(bound.name for bound in self.bounds)} on {self.family.phrase}{besides})"


@dataclass(frozen=True)
class Number:
    """Which number belongs into a bound on a family: "at most how many nights in each week of a nurse?"

    Its answer is a number (the same for all groups), "no limit", or "it differs". The number says of each group that
    the bound holds, and that no tighter one does, unless other sets of its variables require it.

    bound:     with its number open
    suggested: the number that is expected, if one is
    """

    kind = "number"
    arity = ANY_NUMBER

    bound: Bound
    family: Family
    suggested: int | None = field(default=None, compare=False)
    vocabulary: Vocabulary | None = field(default=None, compare=False)

    @property
    def unlimited(self) -> Unlimited:
        """What "no limit" says."""
        return Unlimited(self.family, (self.bound,), vocabulary=self.vocabulary)

    def rule(self, k: int) -> Rule:
        """What a number says."""
        return Rule(self.bound.with_number(k), self.family, vocabulary=self.vocabulary)

    def nothing_tighter(self, k: int) -> Unlimited:
        """What a number says besides."""
        return Unlimited(self.family, (self.bound,), (self.rule(k),), vocabulary=self.vocabulary)

    def __repr__(self) -> str:
        return f"Number({self.bound.name} on {self.family.phrase})"


Line = Rule | Free | Unlimited


@dataclass(frozen=True)
class Review:
    """Several lines in one question: is each of them right? A "no" may name those that are not, by their places.

    Either it is what was understood, read out so that it can be put right: rules (`trust/reviewing.py`), or what was
    said to be free (`trust/said_free.py`). Then nothing is concluded from the answer itself; it says which earlier
    answers are to be believed. Or it is what known plans show (`guided/shown_by_plans.py`), which are rules: then the
    answer is about each rule as if it had been asked about alone.

    plans: in how many known plans all of these rules hold, if that is why they are asked about
    """

    kind = "review"
    arity = ANY_NUMBER

    lines: tuple[Line, ...]
    plans: int = 0
    vocabulary: Vocabulary | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"Review({', '.join(map(repr, self.lines))})"

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The lines that are rules."""
        return tuple(line for line in self.lines if isinstance(line, Rule))


Claim = Rule | Free | Unlimited | Number | Review

# What people answer to a question for a number, if it is no number.
NO_LIMIT, IT_DIFFERS = "no limit", "it differs"


def _keys(families: tuple[Family, ...], arity: int, n: int) -> Ints:
    return np.concatenate([scope_keys(family.scopes(arity), n) for family in families])


def scope_keys(scopes: Ints, n: int) -> Ints:
    """Each scope as one number that does not depend on the order of its variables, of which there are n in all."""
    if scopes.shape[1] == 2:  # sorting short lines is slow
        x, y = scopes.T
        pair: Ints = np.minimum(x, y) * np.int64(n) + np.maximum(x, y)
        return pair
    key = np.zeros(len(scopes), dtype=np.int64)
    for column in np.sort(scopes, axis=1).T:
        key = key * n + column
    return key
