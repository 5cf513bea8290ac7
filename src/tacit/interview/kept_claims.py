"""Claims as they are kept in the log: JSON that a reader understands, with families by the words that name them.

>>> from tacit.problem.problem import Problem
>>> p = Problem({f"g[{i},{j}]": range(3) for i in range(3) for j in range(3)}, language=["!=", "<"])
>>> kept = {"free": 2, "inside": ["row of g"], "besides": [{"rule": "!=", "over": "row of g"}]}
>>> to_keep(read_claim(kept, p)) == kept
True
>>> read_claim({"rule": "<", "over": "next in row of g", "order": [1, 0]}, p).family.phrase
'each cell of g and the next one in its row'
>>> sums = Problem({f"g[{i},{j}]": range(3) for i in range(3) for j in range(3)}, language=["sum <= k"])
>>> kept = {"unlimited": ["sum <= k"], "over": "row of g", "besides": [{"rule": "sum <= 4", "over": "row of g"}]}
>>> to_keep(read_claim(kept, sums)) == kept
True
>>> read_claim({"number": "sum <= k", "over": "row of g"}, sums)
Number(sum <= k on each row of g)
>>> kept = {"review": [{"rule": "!=", "over": "row of g"}, {"rule": "<", "over": "cells g[0,1], g[2,0]"}]}
>>> to_keep(read_claim(kept, p)) == kept
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.learning.expected import Expected
from tacit.problem.bounds import Bound
from tacit.problem.named_relations import relation_named, relations_of
from tacit.problem.problem import Problem
from tacit.problem.relations import Relation
from tacit.structure.family import Family
from tacit.structure.finding import find_family
from tacit.structure.rule import Claim, Free, Line, Number, Review, Rule, Unlimited


def to_keep(claim: Claim) -> dict[str, Any]:
    """A claim as JSON. What is empty is left out."""
    if isinstance(claim, Rule):
        kept: dict[str, Any] = {"rule": claim.relation.name, "over": claim.family.spec, "order": list(claim.order)}
    elif isinstance(claim, Review):
        kept = {"review": [to_keep(rule) for rule in claim.lines], **({"plans": claim.plans} if claim.plans else {})}
    elif isinstance(claim, Number):
        kept = {"number": claim.bound.name, "over": claim.family.spec}
    elif isinstance(claim, Unlimited):
        kept = {
            "unlimited": [bound.name for bound in claim.bounds],
            "over": claim.family.spec,
            "besides": [to_keep(rule) for rule in claim.besides],
        }
    else:
        kept = {
            "free": claim.arity,
            "inside": [family.spec for family in claim.inside],
            "outside": [family.spec for family in claim.outside],
            "besides": [to_keep(rule) for rule in claim.besides],
        }
    return {key: value for key, value in kept.items() if value != []}


def read_claim(kept: Mapping[str, Any], problem: Problem) -> Claim:
    """What was kept, as a claim about this problem. An error if the problem has no such family or relation any more."""
    if "review" in kept:
        lines = (read_claim(line, problem) for line in kept["review"])
        return Review(tuple(line for line in lines if isinstance(line, Line)), kept.get("plans", 0))
    if "number" in kept:
        return Number(_bound(kept["number"], problem), _family(kept["over"], problem))
    if "unlimited" in kept:
        bounds = tuple(_bound(name, problem) for name in kept["unlimited"])
        besides = tuple(_read_rule(rule, problem) for rule in kept.get("besides", ()))
        return Unlimited(_family(kept["over"], problem), bounds, besides)
    return _read_rule(kept, problem) if "rule" in kept else _read_free(kept, problem)


def keep_expected(expected: Iterable[Expected]) -> list[dict[str, Any]]:
    """What is expected from the start, as JSON: claims as above, each with its chance."""
    found = []
    for each in expected:
        suggested = each.claim.suggested if isinstance(each.claim, Number) else None
        more = {} if suggested is None else {"suggested": suggested}
        found.append({**to_keep(each.claim), **more, "chance": each.chance})
    return found


def read_kept_expected(kept: Iterable[Mapping[str, Any]], problem: Problem) -> list[Expected]:
    """What was kept, but what the problem has no family or relation for any more."""
    found = []
    for each in kept:
        try:
            claim = read_claim(each, problem)
        except (ProblemError, LanguageError):
            continue
        if isinstance(claim, Review):
            continue  # nobody expects a list
        if isinstance(claim, Number) and "suggested" in each:
            claim = replace(claim, suggested=each["suggested"])
        if not isinstance(claim, Review):
            found.append(Expected(claim, each["chance"]))
    return found


def _read_rule(kept: Mapping[str, Any], problem: Problem) -> Rule:
    return Rule(_relation(kept["rule"], problem), _family(kept["over"], problem), tuple(kept.get("order", ())))


def _read_free(kept: Mapping[str, Any], problem: Problem) -> Free:
    def families(specs: Sequence[str]) -> tuple[Family, ...]:
        return tuple(_family(spec, problem) for spec in specs)

    besides = tuple(_read_rule(rule, problem) for rule in kept.get("besides", ()))
    return Free(kept["free"], families(kept.get("inside", ())), families(kept.get("outside", ())), besides)


def _family(spec: str, problem: Problem) -> Family:
    return find_family(problem.vocabulary, spec, problem.groups)


def _relation(name: str, problem: Problem) -> Relation:
    found = relation_named(problem, name)
    if found is None:
        raise LanguageError(
            f"relation {name!r} is not in the language of the problem{nearest(name, relations_of(problem))}"
        )
    return found


def _bound(name: str, problem: Problem) -> Bound:
    found = _relation(name, problem)
    if not isinstance(found, Bound):
        raise LanguageError(f"{name!r} is no bound")
    return found
