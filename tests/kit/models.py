"""Random models, to test the formats with: expressions of all kinds, negative values, names of all kinds."""

from __future__ import annotations

import itertools
import math
import re
from random import Random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tacit.errors import LanguageError
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

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


class Writer:
    """Writes random texts of relations. It uses a plain random number generator, which reaches more than Hypothesis."""

    def __init__(self, seed: float, arguments: str) -> None:
        self.random = Random(seed)
        self.arguments = arguments

    def number(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice([*self.arguments, *self.arguments, str(self.random.randrange(5))])
        a, b = self.number(depth - 1), self.number(depth - 1)
        sign = self.random.choice("+-*")
        divide = self.random.choice(["//", "%"])
        extreme = self.random.choice(["min", "max"])
        kinds = [
            f"({a} {sign} {b})",
            f"{a} {sign} {b}" if sign != "*" else f"{a} - ({b})",
            f"({a}) {divide} {self.random.randint(1, 4)}",
            f"(({a}) {divide} {self.random.randint(1, 4)})",
            f"-({a})",
            f"abs({a})",
            f"abs({a} - {b})",
            f"{extreme}({a}, {b})",
            f"({self.truth(depth - 1)})",
        ]
        return self.random.choice(kinds)

    def truth(self, depth: int) -> str:
        signs = [self.random.choice(COMPARISONS) for _ in range(2)]
        compared = f"{self.number(depth)} {signs[0]} {self.number(depth)}"
        if depth == 0 or self.random.random() < 0.6:
            return compared
        join = self.random.choice(["and", "or"])
        kinds = [
            f"{compared} {signs[1]} {self.number(depth - 1)}",
            f"({compared}) {join} ({self.truth(depth - 1)})",
            f"{compared} {join} {self.number(depth - 1)}",
            f"not ({compared})",
            f"not ({self.number(depth - 1)})",
        ]
        return self.random.choice(kinds)


@st.composite
def texts(draw: st.DrawFn, max_arity: int) -> str:
    """A relation's text; its arguments are x, then y, z, w."""
    arity = draw(st.integers(1, max_arity))
    return as_text(Writer(draw(st.integers(0, 2**32)), "xyzw"[:arity]).truth(draw(st.integers(1, 3))))


def as_text(text: str) -> str:
    """The text with its arguments renamed, so that they are x, then y, z, w."""
    used = sorted(set(re.findall(r"\b[xyzw]\b", text)), key="xyzw".index)
    if not used:
        return "x != 1"
    return re.sub(r"\b[xyzw]\b", lambda match: "xyzw"[used.index(match[0])], text)


class Listed:
    """A relation as a function, not a text: it allows some tuples of values."""

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
    except LanguageError:  # the text is too long, or is a number
        return Relation.of("x != 1")


@st.composite
def models(draw: st.DrawFn, hostile: bool = False) -> Model:
    """A model with so few assignments that all can be tried."""
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
    for number in range(draw(st.integers(0, 3))):
        relation = draw(relations(v, number))
        scope = draw(st.permutations(names))[: relation.arity]
        constraints.append(Constraint(relation, tuple(scope)))
    if draw(st.integers(0, 3)) == 0:
        constraints += [Constraint(Relation.of("!="), pair) for pair in itertools.combinations(names, 2)]
    return Model(draw(st.sampled_from(["a model", *HOSTILE * hostile])), Network(v, constraints))


def random_model(seed: int) -> Model:
    """A model of one to four variables, most of them with negative values, and one to three constraints."""
    random = Random(seed)
    names = random.sample(NAMES + HOSTILE, random.randint(1, 4))
    names = [name for i, name in enumerate(names) if name.strip() not in [other.strip() for other in names[:i]]]

    def domain() -> list[int] | list[str] | range:
        kind = random.randrange(4)
        if kind == 0:
            return random.sample(["Mon", "Tue", "day off", *HOSTILE], random.randint(1, 3))
        if kind == 1:
            return sorted(random.sample(range(-9, 9), random.randint(2, 4)))
        low = random.randint(-5, 1)
        return range(low, low + random.randint(2, 5))

    v = Vocabulary({name: domain() for name in names})
    constraints = []
    for number in range(random.randint(1, 3)):
        arity = random.randint(1, len(names))
        if random.random() < 0.15:
            every = list(itertools.product(v.values.tolist(), repeat=min(2, arity)))
            chosen = frozenset(random.sample(every, random.randint(0, len(every))))
            relation = Relation(f"table {number}", Listed(chosen), min(2, arity))
        elif random.random() < 0.15 and v.named_values:
            relation = Relation.of(
                f"x {random.choice(COMPARISONS)} {random.choice(list(v.named_values))!r}", v.named_values
            )
        else:
            relation = Relation.of(as_text(Writer(random.random(), "xyzw"[:arity]).truth(random.randint(1, 2))))
        constraints.append(Constraint(relation, tuple(random.sample(names, relation.arity))))
    return Model(random.choice(["a model", *HOSTILE]), Network(v, constraints))


def solutions(network: Network) -> set[tuple[int, ...]]:
    """All solutions, by trying all assignments."""
    index = network.vocabulary.index
    rules = [(c.relation.function, [index[name] for name in c.scope]) for c in network]
    every = itertools.product(*network.vocabulary.domains)
    return {each for each in every if all(function(*(each[x] for x in scope)) for function, scope in rules)}
