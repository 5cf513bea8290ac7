"""Random models with bounds over the groups of a small array, to test what reads, writes and solves them."""

from __future__ import annotations

import itertools
from random import Random

from tacit.problem.bounds import DIFFERENT, SUM, Bound, count_of
from tacit.problem.model import Model
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.structure.families import families_of

SHAPES = [(2, 3), (3, 2), (2, 2), (6,), (5,), (4,), (2, 2, 2)]
RELATIONS = {
    1: ["x != 1", "x % 2 == 0"],
    2: ["x != y", "x == y", "x < y", "x >= y", "x < y or x != 1", "(x - y) // 2 != 1"],
}
LABELS = ["anna", "ben", "chris", "Mon", "Tue", "Wed", "a b", "1", "off", "7", "int", "x", "日", "'\""]


def random_bounded_model(seed: int) -> Model:
    """Up to eight variables in one or two arrays, some with labels, and rules over families of them."""
    random = Random(seed)
    shape = random.choice(SHAPES)
    axes = []
    for n in shape:
        labels = (
            random.sample(LABELS, n) if random.random() < 0.4 else [str(i + random.choice([0, 1])) for i in range(n)]
        )
        axes.append(labels if len(set(labels)) == n else [str(i) for i in range(n)])
    names = [f"g[{','.join(index)}]" for index in itertools.product(*axes)]
    if len(names) <= 4:
        first = random.randint(0, 2)
        names += [f"h[{','.join(str(i + first) for i in index)}]" for index in itertools.product(*map(range, shape))]
    elif random.random() < 0.3:
        names.append("boss")
    if random.random() < 0.5:
        domain: list[int] | list[str] = random.sample(["off", "early", "day off", "night"], 2 if len(names) > 6 else 3)
    else:
        domain = sorted(random.sample(range(-2, 4), 2 if len(names) > 6 else 3))
    v = Vocabulary(dict.fromkeys(names, domain))
    constraints: list[Constraint] = []
    families = [family for family in families_of(v) if family.size > 1]
    for _ in range(random.randint(1, 3)):
        family = random.choice(families)
        groups = list(family.groups())
        if random.random() < 0.3:
            groups = random.sample(groups, random.randint(1, len(groups)))
        if random.random() < 0.3:
            arity = 2 if random.random() < 0.8 else 1
            relation = Relation.of(random.choice(RELATIONS[arity]))
            scopes = [scope for group in groups for scope in itertools.combinations(group, arity)]
        else:
            relation, scopes = random_bound(random, v, family.size), groups
        for scope in scopes:
            cells = list(scope) if random.random() < 0.8 or not isinstance(relation, Bound) else sorted(scope)[::-1]
            constraints.append(Constraint(relation, tuple(v.names[x] for x in cells)))
    if random.random() < 0.3:
        some = tuple(random.sample(names, random.randint(1, len(names))))
        constraints.append(Constraint(random_bound(random, v, len(some)), some))
    return Model("bounded", Network(v, constraints))


def random_bound(random: Random, v: Vocabulary, size: int) -> Bound:
    kind = random.choice(["count", "count", "count", "sum", "alldifferent"])
    if kind == "alldifferent":
        return Bound(DIFFERENT)
    sign = random.choice(["<=", ">=", "=="])
    if kind == "sum":
        return Bound(SUM, sign, random.randint(-2, 2 * size))
    values = random.sample(v.values.tolist(), random.choice([1, 1, 2]))
    measure = count_of(values, v.named_values, negated=random.random() < 0.3)
    return Bound(measure, sign, random.randint(-1 if random.random() < 0.1 else 0, size))
