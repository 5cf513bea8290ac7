"""Answers about rules from constraints that are known exactly: by what they imply on each scope, and nothing else.

A constraint speaks of an example when all its variables are assigned. So of a scope only those constraints count whose
variables are all in it, and what is said of rules agrees with what is said of examples.

Constraints may be functions that nobody can look into. Those of few variables are turned into tables. A function that
does not know some answers gives two tables: of what is "no" for sure, and of what may be "no".
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tacit.problem.bounds import Bound
from tacit.problem.meaning import TABLE_LIMIT
from tacit.problem.network import Constraint, Network
from tacit.problem.query import Answer
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.rule import Claim, Number, Review, Rule, Unlimited

if TYPE_CHECKING:
    from tacit.exact.judge import Judge

MOST_EXCEPTIONS = 6  # nobody names more exceptions to a rule than these …
MOST_SHARE = 0.5  # … or as exceptions more than this share of the groups

Function = Callable[..., bool | None]  # of the values of a few variables


class OnScopes:
    """Answers about rules. Where few groups of a rule differ, they are named."""

    def __init__(
        self,
        surely: Network,
        maybe: Network | None = None,
        *,
        smallest_unknown: int | None = None,
        unknown: Sequence[frozenset[int]] = (),
    ) -> None:
        """
        surely: what is required for sure
        maybe:  what may be required; at least as much as `surely`, which is the default
        smallest_unknown: the number of variables of the smallest constraint that is in neither
        unknown: the variables of each constraint that is in neither
        """
        from tacit.exact.judge import Judge

        self._surely: Judge = Judge(surely)
        self._maybe: Judge = self._surely if maybe is None else Judge(maybe)
        self._smallest_unknown = smallest_unknown
        self._unknown = unknown

    def answer(self, claim: Claim) -> Answer:
        """Yes, no, no with exceptions, a number, or don't know."""
        if self._smallest_unknown is not None and self._smallest_unknown <= claim.arity:
            return Answer(None)
        if isinstance(claim, (Number, Unlimited)):
            return self._about_limits(claim)
        surely, maybe = self._surely, self._maybe
        assert not isinstance(claim, Review)  # `asked_about` puts it rule by rule
        if not isinstance(claim, Rule):
            if maybe.is_free(claim, below=surely):
                return Answer(True)
            return Answer(None if surely.is_free(claim, below=maybe) else False)
        open_groups = surely.broken(claim)  # there some example that breaks the rule is not a "no" for sure
        broken = open_groups if maybe is surely else maybe.broken(claim)
        if isinstance(claim.relation, Bound):
            broken = [number for number in broken if not self._is_open(claim.family.group(number))]
        if not broken:
            return Answer(None if open_groups else True)
        few = (
            broken == open_groups
            and claim.family.count > 1
            and len(broken) <= min(MOST_EXCEPTIONS, MOST_SHARE * claim.family.count)
        )
        return Answer(False, except_=tuple(claim.family.called(broken)) if few else ())

    def _about_limits(self, claim: Number | Unlimited) -> Answer:
        if any(self._is_open(group) for group in claim.family.groups()):
            return Answer(None)
        surely, maybe = (_limit(judge, claim) for judge in (self._surely, self._maybe))
        return surely if surely == maybe else Answer(None)

    def _is_open(self, group: Sequence[int]) -> bool:
        """May something that nobody can look into limit a group?"""
        return any(not scope.isdisjoint(group) for scope in self._unknown)


def _limit(judge: Judge, claim: Number | Unlimited) -> Answer:
    """What a network says about limits."""
    if isinstance(claim, Unlimited):
        limited = judge.bounds.limited(claim)
        named = tuple(bound.name for bound in limited) if len(limited) <= MOST_EXCEPTIONS else ()
        return Answer(not limited, except_=named)
    number = judge.bounds.number(claim)
    return Answer(number) if isinstance(number, bool) else Answer(True, number=number)


class Tables:
    """Turns functions of a few variables into constraints with tables. Equal tables are the same relation."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._v = vocabulary
        self._known: dict[tuple[int, bytes], Relation] = {}
        self.surely: list[Constraint] = []
        self.maybe: list[Constraint] = []
        self.smallest_unknown: int | None = None
        self.unknown: list[frozenset[int]] = []  # the variables of what is in no table

    def add(self, names: Sequence[str], function: Function) -> None:
        """Add a function of the values of these variables; it says True, False or None as an oracle does."""
        scope = tuple(dict.fromkeys(names))
        if not scope:
            if function() is not True:
                self._give_up(())  # it speaks of every example, and is about no scope
            return
        if len(scope) > MAX_ARITY:
            self.leave_open(scope)
            return
        if self._v.n_codes ** len(scope) > TABLE_LIMIT:
            self._give_up(scope)
            return
        answers = self._answers(scope, names, function)
        self.surely += self._constraint(scope, {values for values, answer in answers if answer is False})
        self.maybe += self._constraint(scope, {values for values, answer in answers if answer is not True})

    def leave_open(self, names: Sequence[str]) -> None:
        """There is something about these variables, but no relation has so many: only whole groups do."""
        self.unknown.append(frozenset(self._v.index[name] for name in names))

    def _give_up(self, names: Sequence[str]) -> None:
        self.leave_open(names)
        size = len(names)
        self.smallest_unknown = size if self.smallest_unknown is None else min(size, self.smallest_unknown)

    def on_scopes(self, more: Iterable[Constraint] = ()) -> OnScopes:
        """What answers by these tables, and by more constraints."""
        others = list(more)
        known = Network(self._v, [*others, *self.surely])
        same = set(self.surely) == set(self.maybe)
        maybe = None if same else Network(self._v, [*others, *self.maybe])
        return OnScopes(known, maybe, smallest_unknown=self.smallest_unknown, unknown=self.unknown)

    def _answers(
        self, scope: tuple[str, ...], names: Sequence[str], function: Function
    ) -> list[tuple[tuple[int, ...], bool | None]]:
        places = [scope.index(name) for name in names]
        domains = [self._v.domains[self._v.index[name]] for name in scope]
        every = itertools.product(*domains)
        return [(values, function(*(values[place] for place in places))) for values in every]

    def _constraint(self, scope: tuple[str, ...], rejected: set[tuple[int, ...]]) -> list[Constraint]:
        """The constraint that rejects these values; none if there are none."""
        if not rejected:
            return []
        table = np.ones((self._v.n_codes,) * len(scope), dtype=bool)
        codes = np.searchsorted(self._v.values, np.array(sorted(rejected), dtype=np.int64))
        table[tuple(codes.T)] = False
        key = (len(scope), table.tobytes())
        if key not in self._known:
            name = f"table {len(self._known) + 1}"
            self._known[key] = Relation(name, _Lookup(self._v.values, table), len(scope))
        return [Constraint(self._known[key], scope)]


class _Lookup:
    """A table as the function of a relation."""

    def __init__(self, values: NDArray[np.int64], table: NDArray[np.bool_]) -> None:
        self._values = values
        self._table = table

    def __call__(self, *columns: Any) -> Any:
        return self._table[tuple(np.searchsorted(self._values, column) for column in columns)]
