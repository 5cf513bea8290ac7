"""The rules of a model as JSON, such as {"rule": "!=", "over": "row of grid"}; and {"order": [1, 0]}, if it is turned.

A family is named by a text, as in a problem file: a rule that is read in another problem finds the same family there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import check_values
from tacit.problem.problem import check_groups
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

MAX_RULES = 100_000
FORM = '{"rule": "!=", "over": "row of grid"} is the form that is needed'


def rules_to_keep(rules: Iterable[Rule]) -> Iterable[dict[str, Any]]:
    """Rules as JSON."""
    for rule in rules:
        order = {"order": list(rule.order)} if rule.order else {}
        yield {"rule": rule.relation.name, "over": rule.family.spec, **order}


def read_kept_rules(
    rules: Sequence[Any], groups: Mapping[str, Any], relations: Mapping[str, Relation], vocabulary: Vocabulary
) -> tuple[tuple[Rule, ...], dict[str, tuple[str, ...]]]:
    """Rules, and the groups that they may speak of. Errors name the place."""
    said = check_groups(groups, vocabulary)
    if len(rules) > MAX_RULES:
        raise ProblemError(f"rules: {len(rules):,}; at most {MAX_RULES:,} are accepted")
    found = []
    for position, each in enumerate(rules, 1):
        where = f"rules, number {position}"
        if not isinstance(each, dict) or not {"rule", "over"} <= each.keys() <= {"rule", "over", "order"}:
            raise ProblemError(f"{where}: {FORM}, not {each!r:.60}")
        if not isinstance(each["rule"], str) or each["rule"] not in relations:
            raise ProblemError(f"{where}: there is no relation {each['rule']!r:.60}{nearest(each['rule'], relations)}")
        try:
            found.append(_rule(each, relations[each["rule"]], vocabulary, said))
        except (ProblemError, LanguageError) as error:
            raise ProblemError(f"{where}: {error}") from None
    return tuple(found), said


def _rule(given: dict[str, Any], relation: Relation, vocabulary: Vocabulary, groups: Mapping[str, Any]) -> Rule:
    family = find_family(vocabulary, given["over"], groups)
    order = given.get("order", [])
    arity = 0 if isinstance(relation, Bound) else relation.arity
    if isinstance(relation, Bound):
        check_values(relation, vocabulary)
    if order and (not isinstance(order, list) or sorted(order, key=str) != list(range(arity))):
        raise ProblemError(f"an order of {list(range(arity))} is needed, not {order!r:.60}")
    if family.size < arity:
        raise ProblemError(f"{relation.name!r} takes {arity} cells, and a group of {family.phrase!r} has {family.size}")
    return Rule(relation, family, tuple(order), vocabulary=vocabulary)
