"""Which question about bounds comes next: from the top down, "is there any limit here?" before "how many?".

    for each family, the smallest groups first
        ask whether anything limits its groups, whatever is counted
        if something does   ask about parts of what can be limited, so that "no limit" is about as likely as not
        if it is known, or likely, what is limited   ask for the number

A number settles all bounds of its series on all groups, and "no limit" does, too. So the number of questions depends on
how many limits there are, not on how many groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tacit.learning.answers import Answers
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import Bound
from tacit.problem.rows import RowIds
from tacit.structure.family import Family
from tacit.structure.rule import Claim, Number, Rule, Unlimited

FIRST, WEIGHT = 0.25, 2.0  # before anything is known, what can be limited is limited one time in four
SETTLED = 0.5  # how much it counts against a limit that another family has none
BOTH = 0.15  # by how much the other direction is more likely, if one direction is limited
ASK_NUMBER = 0.45  # what is at least so likely to be limited is asked for its number
MOST_PARTS = 30  # if a number differs, groups are asked about one by one, but no more than these


@dataclass(frozen=True)
class Place:
    """A family, and the sorts of bounds that it may have: by their numbers."""

    family: Family
    sorts: tuple[int, ...]


class LimitChooser:
    """Follows a version space and its answers, and proposes claims about bounds."""

    def __init__(self, answers: Answers) -> None:
        self._places = list(places_of(answers))
        self._rows: dict[tuple[Family, int], RowIds] = {}
        self._speaks: dict[tuple[Rule, Family], bool] = {}  # both are facts, which copies share
        self._follow(answers)

    def _follow(self, answers: Answers) -> None:
        self._space, self._claims = answers.space, answers.claims
        self._bounds: BoundRows = answers.space.rows.bounds

    def copy(self, answers: Answers) -> LimitChooser:
        """The same beside a copy of the answers."""
        twin = object.__new__(LimitChooser)
        twin.__dict__.update(self.__dict__)
        twin._follow(answers)
        return twin

    def next_claim(self) -> Claim | None:
        """The next question about bounds, if there is one."""
        for place in self._places:
            open_ = [sort for sort in place.sorts if self._is_open(place.family, sort)]
            if open_:
                claim = self._of_place(place, open_)
                if claim is not None:
                    return claim
        return None

    def _of_place(self, place: Place, open_: list[int]) -> Claim | None:
        """The next question about one family: about all that is open, then about what is known, then about parts."""
        family = place.family
        if not self._was_asked(family):
            whole = self.no_limit(family, open_)
            if len(open_) > 1 and self._claims.is_open(whole):
                return whole
        limited = [[sort for sort in clause if sort in open_] for clause in self._known_to_be_limited(place)]
        for sort in [clause[0] for clause in limited if len(clause) == 1]:
            if self._has_numbers(family, sort) and not self._claims.was_put(self._number(family, sort)):
                return self._number(family, sort)
        for sort in open_:
            for claim in (*self._one_by_one(family, sort), *self._also_wider(family, sort)):
                return claim
        # A limit that is known from the background is no accepted rule, so "no limit" may be known to be wrong while
        # tighter limits are open. Then there is nothing to claim here.
        open_ = [sort for sort in open_ if self._claims.is_open(self._question(family, sort))]
        if not open_:
            return None
        limited = [left for clause in limited if (left := [sort for sort in clause if sort in open_])]
        chance = self._chances(place, open_, limited)
        likeliest = max(open_, key=lambda sort: (chance[sort], -sort))
        if chance[likeliest] >= ASK_NUMBER or len(open_) == 1:
            return self._question(family, likeliest)
        part = self._about_half(open_, limited, chance)
        if len(part) == 1:
            return self._question(family, part[0])
        claim = self.no_limit(family, part)
        return claim if self._claims.is_open(claim) else self._question(family, likeliest)

    def no_limit(self, family: Family, sorts: list[int]) -> Unlimited:
        bounds = tuple(self._bounds.sorts[sort].bound for sort in sorts)
        return Unlimited(family, bounds, self._besides(family))

    def _number(self, family: Family, sort: int) -> Number:
        return Number(self._bounds.sorts[sort].bound, family)

    def _question(self, family: Family, sort: int) -> Claim:
        """The question that settles one sort: for a number, or whether the only bound of its series holds."""
        bound = self._bounds.sorts[sort].bound
        if bound.measure.is_different:
            return Rule(bound, family)
        if self._is_limited(family, sort):  # on some of its groups, by another name
            return self.no_limit(family, [sort])
        if not self._has_numbers(family, sort):
            return Rule(self._space.rows.relation(int(self._of(family, sort)[0])), family)
        return self._number(family, sort)

    def _has_numbers(self, family: Family, sort: int) -> bool:
        """May it have one number or another? Not if the number was given in the language."""
        rooms = self._bounds.room[self._of(family, sort) - self._space.rows.n_plain]
        return len(np.unique(rooms)) > 1

    def _also_wider(self, family: Family, sort: int) -> Iterator[Claim]:
        """Where some groups have a limit that came from another family (weeks, and any seven days): does it hold for
        all of them?"""
        rows = self._of(family, sort)
        learned = rows[self._space.learned[rows]]
        if len(learned) and not self._differs(family, sort):
            rule = Rule(self._space.rows.relation(int(learned[0])), family)
            if self._claims.is_open(rule):
                yield rule

    def _one_by_one(self, family: Family, sort: int) -> Iterator[Claim]:
        """The groups of a family whose numbers differ."""
        if not self._differs(family, sort) or not 1 < family.count <= MOST_PARTS:
            return
        for number in range(family.count):
            part = family.part([number])
            claim = self._number(part, sort)
            if self._is_open(part, sort) and not self._claims.was_put(claim):
                yield claim

    def _differs(self, family: Family, sort: int) -> bool:
        """Was it said that the groups have different numbers?"""
        return self._claims.answer_to(self._number(family, sort)) is False

    def _about_half(self, open_: list[int], limited: list[list[int]], chance: dict[int, float]) -> list[int]:
        """Sorts that are as likely as not to be without a limit."""
        among = min(limited, key=len) if limited else open_
        most = len(among) - 1 if limited else len(among)
        part: list[int] = []
        free = 1.0
        for sort in sorted(among, key=lambda sort: (chance[sort], sort)):
            if part and (len(part) == most or round(free, 9) <= 0.5):
                break
            part.append(sort)
            free *= 1 - chance[sort]
        return sorted(part)

    # --- what is known ---

    def _of(self, family: Family, sort: int) -> RowIds:
        """All rows of a sort on a family."""
        found = self._rows.get((family, sort))
        if found is None:
            found = self._claims.of(Unlimited(family, (self._bounds.sorts[sort].bound,)))
            self._rows[family, sort] = found
        return found

    def _is_open(self, family: Family, sort: int) -> bool:
        return bool(self._space.in_bias[self._of(family, sort)].any())

    def _is_limited(self, family: Family, sort: int) -> bool:
        return bool(self._space.learned[self._of(family, sort)].any())

    def _was_asked(self, family: Family) -> bool:
        """Was a question about limits on this family chosen here? Numbers that were expected say nothing of others."""
        claims = [said.claim for said in self._claims.standing]
        return any(
            claim.family == family
            for claim in claims
            if isinstance(claim, Unlimited) or (isinstance(claim, Number) and claim.suggested is None)
        )

    def _known_to_be_limited(self, place: Place) -> list[list[int]]:
        """Sorts of which at least one has a limit on this family, because that was said and nothing explains it yet."""
        first = self._space.rows.n_plain
        found = []
        for rows in self._claims.some_hold():
            if not len(rows) or rows[0] < first:
                continue
            mine = np.unique(self._bounds.series_sort[self._bounds.series[rows - first]]).tolist()
            here = [sort for sort in mine if np.isin(rows, self._of(place.family, sort)).any()]
            if here == mine:
                found.append(mine)
        return found

    def _chances(self, place: Place, open_: list[int], limited: list[list[int]]) -> dict[int, float]:
        """How likely each sort is to have a limit here."""
        chance: dict[int, float] = {}
        for sort in open_:
            held = sum(self._is_limited(other.family, sort) for other in self._places if other is not place)
            free = sum(
                not self._is_limited(other.family, sort) and not self._is_open(other.family, sort)
                for other in self._places
                if other is not place and sort in other.sorts
            )
            p = (FIRST * WEIGHT + held) / (WEIGHT + held + SETTLED * free)
            opposite = self._opposite(sort)
            if opposite is not None and opposite in place.sorts and self._is_limited(place.family, opposite):
                p = min(p + BOTH, 0.9)
            chance[sort] = p
        for clause in limited:
            some = 1 - float(np.prod([1 - chance[sort] for sort in clause]))
            for sort in clause:
                chance[sort] = min(chance[sort] / some, 1.0)
        return {sort: round(p, 9) for sort, p in chance.items()}

    def _opposite(self, sort: int) -> int | None:
        """The sort that counts the same in the other direction."""
        here = self._bounds.sorts[sort]
        if here.measure.is_different:
            return None
        return self._bounds.sort_of(Bound(here.measure, ">=" if here.sign == "<=" else "<=", None))

    def _besides(self, family: Family) -> tuple[Rule, ...]:
        """The rules about bounds that were accepted, and may speak of groups of this family."""
        return tuple(rule for rule in self._claims.accepted if self._may_speak(rule, family))

    def _may_speak(self, rule: Rule, family: Family) -> bool:
        """Is it about a bound that can be broken by a part of some group of a family?"""
        if not isinstance(rule.relation, Bound):
            return False
        found = self._speaks.get((rule, family))
        if found is None:
            first = self._space.rows.n_plain
            fewest = min((self._bounds.least_cells(int(row) - first) for row in self._claims.of(rule)[:1]), default=1)
            mine = np.zeros((family.count, len(self._space.vocabulary)), dtype=np.int32)
            theirs = np.zeros((rule.family.count, len(self._space.vocabulary)), dtype=np.int32)
            for table, groups in ((mine, family.groups()), (theirs, rule.family.groups())):
                for number, group in enumerate(groups):
                    table[number, list(group)] = 1
            found = self._speaks[rule, family] = bool((mine @ theirs.T >= fewest).any())
        return found


def places_of(answers: Answers) -> Iterator[Place]:
    """Each family once, whatever it is called; the smallest groups first, then the fewest."""
    bias, bounds = answers.space.bias, answers.space.rows.bounds
    seen: set[frozenset[tuple[int, ...]]] = set()
    for family in sorted(bias.bound_families, key=lambda family: (family.size, family.count)):
        groups = frozenset(tuple(sorted(group)) for group in family.groups())
        if groups in seen:
            continue
        seen.add(groups)
        sorts = {int(bounds.series_sort[series]) for group in groups for series in bounds.series_on(group)}
        yield Place(family, tuple(sorted(sorts)))
