"""Models that Hypothesis makes, for what writes and reads them: expressions of all kinds, negative values, names."""

from __future__ import annotations

import itertools
import math
import re
from functools import cache
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tacit.errors import LanguageError
from tacit.model import Model
from tacit.network import Constraint, Network
from tacit.relations import Relation
from tacit.vocabulary import Vocabulary

COMPARISONS = ["==", "!=", "<", "<=", ">", ">="]
NAMES = [
    *("a", "b", "grid[0,0]", "grid[0,1]", "grid[1,0]", "grid[1,1]", "row[1]", "row[2]", "row[3]"),
    *("shift[anna,Mon]", "shift[anna,Tue]", "g[0]", "g[ 0]", "g[0,1]", "IV1", "BV2", "max", "model", "cp", "int"),
]
HOSTILE = [
    *('"', "'", "\\", "a\nb", "\\(1)", "'''", '"""', "{x}", "%s", "__import__('os')", "import os", "class", "x]", "[x"),
    *(
        "a -- b",
        "]]>",
        "<!--",
        "&amp;",
        "日本",
        "é",
        "e\u0301",
        "a\u2028b",
        "a\x00",
        "a;b",
        "x y",
        " pad ",
        "#",
        "%",
        "1",
        "_",
    ),
]


def numbers(arguments: str) -> st.SearchStrategy[str]:
    """Texts of numbers and of truth values, which count as numbers."""
    plain = st.one_of(st.sampled_from(arguments), st.sampled_from(arguments), st.integers(0, 4).map(str))

    def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner),
            st.builds("(({}) {} {})".format, inner, st.sampled_from(["//", "%"]), st.integers(1, 4)),
            st.builds("-({})".format, inner),
            st.builds("abs({})".format, inner),
            st.builds("abs({} - {})".format, inner, inner),
            st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner),
            st.builds("({})".format, truths(inner)),
        )

    return st.recursive(plain, larger, max_leaves=5)


def truths(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    compared = st.builds("{} {} {}".format, inner, st.sampled_from(COMPARISONS), inner)
    chained = st.builds("{} {} {} {} {}".format, inner, st.sampled_from(COMPARISONS), inner, st.just("<="), inner)
    basic = st.one_of(compared, compared, compared, chained)
    return st.one_of(
        basic,
        basic,
        st.builds("({}) {} ({})".format, basic, st.sampled_from(["and", "or"]), basic),
        st.builds("({}) {} ({})".format, basic, st.sampled_from(["and", "or"]), inner),
        st.builds("not ({})".format, basic),
        st.builds("not ({})".format, inner),
    )


@cache
def _all_texts(max_arity: int) -> st.SearchStrategy[str]:
    """Made once: making it takes longer than drawing from it."""
    return truths(numbers("xyzw"[:max_arity]))


@st.composite
def texts(draw: st.DrawFn, max_arity: int) -> str:
    """A relation's text; its arguments are x, then y, z, w."""
    text = draw(_all_texts(max_arity))
    used = sorted(set(re.findall(r"\b[xyzw]\b", text)), key="xyzw".index)
    assume(used)
    return re.sub(r"\b[xyzw]\b", lambda match: "xyzw"[used.index(match[0])], text)


class Listed:
    """A function of its own that allows some tuples of values."""

    def __init__(self, allowed: frozenset[tuple[int, ...]]) -> None:
        self.allowed = allowed

    def __call__(self, *values: Any) -> bool:
        return tuple(int(value) for value in values) in self.allowed


@st.composite
def relations(draw: st.DrawFn, v: Vocabulary, number: int) -> Relation:
    max_arity = min(4, len(v))
    kind = draw(st.sampled_from(["text", "text", "text", "plain", "table", "named"]))
    if kind == "table":
        arity = draw(st.integers(1, min(3, max_arity)))
        every = list(itertools.product(v.values.tolist(), repeat=arity))
        chosen = [each for each in every if draw(st.booleans())] if len(every) <= 64 else every[::3]
        name = draw(st.sampled_from([f"table {number}", f"odd {number}\n'\"\\"]))
        return Relation(name, Listed(frozenset(chosen)), arity)
    if kind == "named" and v.named_values:
        name = draw(st.sampled_from(list(v.named_values)))
        return Relation.of(f"x {draw(st.sampled_from(COMPARISONS))} {name!r}", v.named_values)
    if kind == "plain" and max_arity > 1:
        return Relation.of(draw(st.sampled_from(["!=", "!=", "!=", "==", "<", ">="])))
    try:
        return Relation.of(draw(texts(max_arity)), v.named_values)
    except LanguageError:
        assume(False)
        raise


@st.composite
def models(draw: st.DrawFn, hostile: bool = False) -> Model:
    """A model with few enough assignments to try all."""
    names = draw(st.lists(st.sampled_from(NAMES + HOSTILE * hostile), min_size=1, max_size=5, unique_by=str.strip))
    sets = st.sets(st.integers(-4, 4), min_size=1, max_size=3)
    ranges = st.integers(-3, 1).flatmap(lambda low: st.integers(low, low + 2).map(lambda high: range(low, high + 1)))
    labels = st.lists(st.sampled_from(["Mon", "day off", *HOSTILE * hostile]), min_size=1, max_size=3, unique=True)
    domain = st.one_of(sets.map(sorted), ranges, labels)
    if draw(st.booleans()):
        shared = draw(domain)
        domain = st.just(shared)
    v = Vocabulary({name: draw(domain) for name in names})
    assume(math.prod(len(each) for each in v.domains) <= 250)
    constraints = []
    for number in range(draw(st.integers(0, 5))):
        relation = draw(relations(v, number))
        scope = draw(st.permutations(names))[: relation.arity]
        constraints.append(Constraint(relation, tuple(scope)))
    if draw(st.booleans()):
        constraints += [Constraint(Relation.of("!="), pair) for pair in itertools.combinations(names, 2)]
    return Model(draw(st.sampled_from(["a model", *HOSTILE * hostile])), Network(v, constraints))


def solutions(network: Network) -> set[tuple[int, ...]]:
    """All solutions, by trying all assignments."""
    index = network.vocabulary.index
    rules = [(c.relation.function, [index[name] for name in c.scope]) for c in network]
    every = itertools.product(*network.vocabulary.domains)
    return {each for each in every if all(function(*(each[x] for x in scope)) for function, scope in rules)}
