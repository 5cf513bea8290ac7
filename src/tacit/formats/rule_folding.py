"""A network as rules on families: what a model keeps beside its constraints, so that it can be carried to another size.

Rules that somebody has answered "yes" to come first, as they were said. What they don't cover is folded as it is put
into words (`showing/sentences.py`), so a model's rules and its sentences are about the same families. What fills no
family stays a single constraint. An exception that follows from other constraints is none: the rule holds there, too.

>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"g[{i},{j}]": range(4) for i in range(3) for j in range(3)})
>>> rows = [("!=", [f"g[{i},{j}]", f"g[{i},{k}]"]) for i in range(3) for j in range(3) for k in range(j)]
>>> found = fold_rules(Network(v, [*rows, ("<", ["g[0,0]", "g[1,1]"])]))
>>> found.rules, [str(constraint) for constraint in found.rest]
((Rule('!=' on each row of g),), ['g[0,0] < g[1,1]'])
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tacit.errors import ProblemError
from tacit.exact.implied_groups import ImpliedInside, whole
from tacit.problem.bounds import Bound
from tacit.problem.meaning import same_orders
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.sentences import lines
from tacit.structure.family import Family, Key
from tacit.structure.finding import find_family
from tacit.structure.rule import Rule

Groups = Mapping[str, Sequence[str]]
Said = tuple[Relation, tuple[int, ...]]  # a constraint, in the first of the orders in which it means the same


@dataclass(frozen=True)
class FoldedRules:
    """Rules, and the constraints that are no part of any."""

    rules: tuple[Rule, ...]
    rest: tuple[Constraint, ...]


def with_rules(model: Model, accepted: Iterable[Rule] = ()) -> Model:
    """The model with its rules: those that it has or that were accepted, and what else can be folded."""
    folded = fold_rules(model.network, model.groups, [*model.rules, *accepted])
    return replace(model, rules=folded.rules)


def fold_rules(network: Network, groups: Groups | None = None, accepted: Iterable[Rule] = ()) -> FoldedRules:
    """The network as rules. `accepted` are known to hold; of each family, `groups` are those that people have named."""
    v = network.vocabulary
    rules = [rule for rule in _joined(accepted) if can_be_named(rule.family, v, groups)]
    turns: dict[Relation, list[tuple[int, ...]]] = {}
    said = {each for rule in rules for each in _constraints(rule, turns)}
    left = [c for c in network if _key(c.relation, tuple(v.index[name] for name in c.scope), turns) not in said]
    for line in lines(Network(v, left), groups):
        rules += [rule for rule in line.rules if can_be_named(rule.family, v, groups)]
    implied = ImpliedInside(network)
    rules = _not_inside_others([whole(rule, implied) for rule in rules], turns)
    said = {each for rule in rules for each in _constraints(rule, turns)}
    rest = [c for c in left if _key(c.relation, tuple(v.index[name] for name in c.scope), turns) not in said]
    return FoldedRules(tuple(replace(rule, example=None, vocabulary=v) for rule in rules), tuple(rest))


def can_be_named(family: Family, vocabulary: Vocabulary, groups: Groups | None) -> bool:
    """Does the text that names a family lead back to it? (Not where names of variables have commas, and the like.)"""
    try:
        found = find_family(vocabulary, family.spec, groups)
    except ProblemError:
        return False
    return found.key == family.key or list(found.groups()) == list(family.groups())


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Rules on parts of one family as one rule: what was said of row 1 and then of all other rows holds on each row."""
    found: dict[tuple[Relation, tuple[int, ...], Key], Rule] = {}
    for rule in rules:
        family = rule.family
        part = family.uncut is not None and isinstance(family.key.cuts[-1], tuple)
        base = family.uncut if part and family.uncut is not None else family
        place = (rule.relation, rule.order, base.key)
        known = found.get(place)
        if known is None:
            found[place] = rule
        elif known.family.key != base.key:
            numbers = {*_numbers(known.family), *_numbers(family)} if part else range(base.count)
            found[place] = replace(rule, family=base.part(numbers))
    return list(found.values())


def _not_inside_others(rules: Sequence[Rule], turns: dict[Relation, list[tuple[int, ...]]]) -> list[Rule]:
    """Without rules that say a part of what another rule says; of two that say the same the first stays."""
    says = [set(_constraints(rule, turns)) for rule in rules]

    def is_inside(i: int) -> bool:
        return any(
            rules[j].relation == rules[i].relation and (says[i] < says[j] or (says[i] == says[j] and j < i))
            for j in range(len(rules))
        )

    return [rule for i, rule in enumerate(rules) if not is_inside(i)]


def _numbers(family: Family) -> tuple[int, ...]:
    """The groups that were kept of the family that this one was cut from."""
    kept = family.key.cuts[-1]
    assert isinstance(kept, tuple)
    return kept


def _constraints(rule: Rule, turns: dict[Relation, list[tuple[int, ...]]]) -> Iterable[Said]:
    relations = rule.relation.parts() if isinstance(rule.relation, Bound) else [rule.relation]
    for scope in rule.constraints():
        for relation in dict.fromkeys([rule.relation, *relations]):
            yield _key(relation, scope, turns)


def _key(relation: Relation, scope: tuple[int, ...], turns: dict[Relation, list[tuple[int, ...]]]) -> Said:
    if isinstance(relation, Bound):
        return relation, tuple(sorted(scope))
    if relation not in turns:
        turns[relation] = list(same_orders(relation))
    return relation, min(tuple(scope[i] for i in order) for order in turns[relation])
