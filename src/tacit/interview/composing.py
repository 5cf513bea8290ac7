"""Rules that a person may want to say: a relation on families that nothing speaks against, the likeliest first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from tacit.candidates.rule_rows import MISSING
from tacit.dialogue.dialogue import Dialogue
from tacit.learning.claims import Claims
from tacit.problem.bounds import Bound
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.families import families_of, fits
from tacit.structure.family import Family, Kind
from tacit.structure.finding import find_family
from tacit.structure.rule import Number, Rule

# What people say most, in this order. Single lines and pairs of lines are too many to list; they can be named in words.
LISTED = (
    Kind.LINES,
    Kind.BOXES,
    Kind.NEXT,
    Kind.WHOLE,
    Kind.ARRAYS,
    Kind.SAME_POSITION,
    Kind.ROW_CHANGES,
    Kind.SPANS,
    Kind.MAIN_DIAGONALS,
    Kind.DIAGONALS,
    Kind.PLANES,
    Kind.BETWEEN,
)
MOST = 40  # families


def rules_with(dialogue: Dialogue, relation: Relation) -> list[Rule]:
    """Rules with this relation that could be said: none is known to hold, and none is refuted.

    Those come first that hold in places that were learned.
    """
    claims = dialogue.asker.answers.claims
    families = families_to_name(dialogue.problem, relation)
    found = [rule for family in families for rule in in_orders(claims, relation, family)]
    if needs_number(relation):
        return found
    known = {rule: -int(dialogue.asker.space.learned[claims.of(rule)].sum()) for rule in found}
    return sorted(found, key=lambda rule: min(0, known[rule]))


def needs_number(relation: Relation) -> bool:
    """Must a number be said with it? A rule with such a bound is not complete yet (`with_number`)."""
    return isinstance(relation, Bound) and relation.k is None


def with_number(rule: Rule, number: int) -> Rule:
    """The rule with a number in its bound."""
    assert isinstance(rule.relation, Bound)
    return Rule(rule.relation.with_number(number), rule.family)


def families_to_name(problem: Problem, relation: Relation) -> list[Family]:
    """The families that people name most for a relation; for a bound, those that it is over."""
    if isinstance(relation, Bound):
        return list(problem.over[relation.name])[:MOST]
    arity = relation.arity
    found = [family for family in families_of(problem.vocabulary, problem.groups) if family.size >= arity]
    if arity > 1:
        return sorted((family for family in found if _is_listed(family)), key=_how_far)[:MOST]
    cells: dict[bytes, Family] = {}  # "each row, only trainees" has the same cells as "the whole, only trainees"
    for family in sorted((family for family in found if fits(family, arity)), key=_of_cells):
        cells.setdefault(np.sort(family.scopes(1)[:, 0]).tobytes(), family)
    return list(cells.values())[:MOST]


def family_called(problem: Problem, text: str, relation: Relation) -> Family:
    """The family that a text names. A said group alone stands for its cells, or for the parts of rows that it has.

    For a bound it stands for the first family over which the bound is that is cut down to the group.
    """
    group = next((name for name in problem.groups if name.casefold() == text.strip().casefold()), None)
    if group is None:
        return find_family(problem.vocabulary, text, problem.groups)
    if isinstance(relation, Bound):
        for family in problem.over[relation.name]:
            if group in family.key.cuts:
                return family
    where = "whole" if relation.arity == 1 else "row"
    return find_family(problem.vocabulary, f"{where} only {group}", problem.groups)


def in_orders(claims: Claims, relation: Relation, family: Family) -> Iterator[Rule]:
    """The relation on a family, in each order of its arguments that means something else, where it is open.

    A bound whose number is open has no order; its number is still to be said.
    """
    if isinstance(relation, Bound) and relation.k is None:
        if claims.rows.numbers(relation, family) is not None and claims.follows(Number(relation, family)) is None:
            yield Rule(relation, family)
        return
    seen: set[bytes] = set()
    for order in itertools.permutations(range(relation.arity)):
        rule = Rule(relation, family, () if order == tuple(range(relation.arity)) else order)
        rows = claims.of(rule)
        same = np.sort(rows).tobytes()
        if len(rows) and MISSING not in rows and same not in seen:
            seen.add(same)
            if claims.follows(rule) is None:
                yield rule


def _how_far(family: Family) -> tuple[int, int]:
    """Where a family stands in the list; the next cell comes before the one two further."""
    kind, numbers = family.key.kind, family.key.numbers
    return LISTED.index(kind), numbers[1] if kind == Kind.NEXT else 0


def _of_cells(family: Family) -> tuple[bool, int]:
    """Where a family stands in the list for relations of one cell: what was said, and the larger ones, come first."""
    whole = family.key.kind == Kind.WHOLE
    return not whole, LISTED.index(family.key.kind) if family.key.kind in LISTED else len(LISTED)


def _is_listed(family: Family) -> bool:
    cut_to_numbers = any(isinstance(cut, tuple) for cut in family.key.cuts)
    return family.key.kind in LISTED and not cut_to_numbers
