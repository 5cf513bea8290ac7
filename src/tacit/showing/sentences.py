"""A network in words, exactly but in few lines: what is the same in all rows or columns is said once.

>>> from tacit.problem.network import Network
>>> from tacit.problem.vocabulary import Vocabulary
>>> v = Vocabulary({f"g[{i},{j}]": range(4) for i in range(3) for j in range(3)})
>>> rows = [("!=", [f"g[{i},{j}]", f"g[{i},{k}]"]) for i in range(3) for j in range(3) for k in range(j)]
>>> for line in lines(Network(v, [*rows, ("<", ["g[0,0]", "g[1,1]"])])):
...     print(len(line.constraints), line.text)
9 in each of the 3 rows of g, all cells differ
1 g[0,0] is less than g[1,1]

A line may say more than its own constraints if other lines say that, too: if x < y is in the network, a line may say
that all cells of a row differ, and count x and y among them. If Zoe never has a night, a line may say of everybody that
there is no early shift after a night: of her it follows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import comb, inf

from tacit.exact.cliques import all_different
from tacit.exact.implied_groups import ImpliedInside
from tacit.problem.bounds import Bound
from tacit.problem.meaning import TABLE_LIMIT, is_different, is_equal, same_orders, truth_table
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary
from tacit.showing.bound_lines import bound_lines
from tacit.showing.line import Line
from tacit.showing.sayings import LETTERS, say
from tacit.structure.families import cells_family, kept_families
from tacit.structure.family import Family, Kind
from tacit.structure.phrases import listed
from tacit.structure.rule import Rule

Scope = tuple[int, ...]
# Neighbours may be said of some lines without the others if each has at least this many pairs.
LONG = 3
# A sentence may be about some lines or boxes without the others only if each has at least this many cells.
LARGE = {Kind.LINES: 3, Kind.BOXES: 4}


def lines(network: Network, groups: Mapping[str, Sequence[str]] | None = None) -> list[Line]:
    """The network in words. Each of its constraints is in just one line. `groups` are those that a person has named."""
    if not len(network):
        return []
    v = network.vocabulary
    families = [family for family in kept_families(v, groups) if _is_said(family)]
    # One line for all arrays, where it can be. Pairs in a group that people have named come last: what holds of all
    # neighbours need not be said of those at the weekend.
    families.sort(key=lambda each: (each.key.kind is not Kind.ARRAYS, bool(each.key.cuts) and each.size == 2))
    by_relation: dict[Relation, list[Constraint]] = {}
    bounds = [constraint for constraint in network if isinstance(constraint.relation, Bound)]
    for constraint in network:
        if not isinstance(constraint.relation, Bound):
            by_relation.setdefault(constraint.relation, []).append(constraint)
    differ = _differing(by_relation, v)
    implied = ImpliedInside(network)
    folded: list[Line] = []
    single: list[Line] = []
    for relation, constraints in by_relation.items():
        left = _Left(relation, constraints, v, differ if is_different(relation) else frozenset(), implied)
        for family in families:
            folded += left.fold(family)
        if is_different(relation):
            folded += left.fold_cliques(network)
        if relation.arity == 1:
            folded += left.together()
        single += left.rest()
    position = {constraint: i for i, constraint in enumerate(network)}
    single.sort(key=lambda line: position[line.constraints[0]])
    return [*folded, *single, *bound_lines(bounds, v, groups)]


class _Left:
    """The constraints of one relation that no line has said yet."""

    def __init__(
        self,
        relation: Relation,
        constraints: Iterable[Constraint],
        v: Vocabulary,
        differ: frozenset[Scope],
        implied: ImpliedInside,
    ) -> None:
        self.relation = relation
        self.v = v
        self.same = same_orders(relation)
        self.orders = [o for o in itertools.permutations(range(relation.arity)) if o == min(self.turned(o))]
        self.differ = differ  # pairs that differ because other relations say so
        self.implied = implied
        self.said: dict[Scope, list[Constraint]] = {}
        for constraint in constraints:
            key = self.key(tuple(v.index[name] for name in constraint.scope))
            self.said.setdefault(key, []).append(constraint)
        self.open = dict(self.said)

    def turned(self, scope: Scope) -> Iterator[Scope]:
        """The scope in all orders in which the relation means the same."""
        return (tuple(scope[i] for i in order) for order in self.same)

    def key(self, scope: Scope) -> Scope:
        return scope if len(self.same) == 1 else min(self.turned(scope))

    def holds(self, key: Scope) -> bool:
        return key in self.said or key in self.differ

    def fold(self, family: Family) -> Iterator[Line]:
        """Lines that state the relation for all groups of a family, or for some of them."""
        k = self.relation.arity
        if not self.open or family.size < k or (family.members and k != 2):
            return
        in_parts = _in_parts(family)
        enough = len(self.said) + len(self.differ)
        if family.key.kind in (Kind.ARRAYS, Kind.DIAGONALS) or family.key.cuts:
            need = sum(comb(len(group), k) for group in family.groups())  # they are not all of one size
        else:
            need = comb(family.size, k) * family.count
        if need > enough and not (in_parts and comb(family.size, k) <= enough):
            return
        for order in self.orders:
            scopes = []
            for i, group in enumerate(family.groups()):
                keys = self.keys(group, order)
                if keys is not None:
                    scopes.append((i, keys))
                elif not in_parts:
                    break
            if len(scopes) < family.count:
                scopes = [(i, keys) for i, keys in scopes if any(key in self.open for key in keys)]
                if family.members is not None:
                    whole = set(family.in_whole_lines(i for i, _ in scopes))
                    scopes = [(i, keys) for i, keys in scopes if i in whole]
                if not in_parts or not scopes:
                    continue
                scopes = self.without_idle_exceptions(family, order, scopes)
            yield from self.take(family, order, scopes)

    def keys(self, group: Scope, order: Scope) -> list[Scope] | None:
        """The relation on all members of a group, in this order of its arguments; None if it does not hold on all."""
        found = []
        for chosen in itertools.combinations(group, self.relation.arity):
            key = self.key(tuple(chosen[i] for i in order))
            if not self.holds(key):
                return None
            found.append(key)
        return found

    def without_idle_exceptions(
        self, family: Family, order: Scope, scopes: list[tuple[int, list[Scope]]]
    ) -> list[tuple[int, list[Scope]]]:
        """All groups, if on those that are left out the relation holds or follows from other constraints."""
        found = dict(scopes)
        for i, group in enumerate(family.groups()):
            if i in found:
                continue
            found[i] = []
            for chosen in itertools.combinations(group, self.relation.arity):
                key = self.key(tuple(chosen[j] for j in order))
                if not (self.holds(key) or self.implied.follows(self.relation, key)):
                    return scopes
                found[i].append(key)
        return sorted(found.items())

    def take(self, family: Family, order: Scope, scopes: list[tuple[int, list[Scope]]]) -> Iterator[Line]:
        keys = [key for _, group in scopes for key in group]
        # Two pairs that happen to have the same distance are no pattern.
        if sum(key in self.open for key in keys) < (3 if family.members else 2):
            return
        numbers = [i for i, _ in scopes]
        rule = Rule(self.relation, family.part(numbers), () if order == tuple(sorted(order)) else order)
        yield self.line(self.sentence(family, family.where(numbers), order), keys, rule)

    def line(self, text: str, keys: Sequence[Scope], rule: Rule) -> Line:
        own = tuple(c for key in dict.fromkeys(keys) for c in self.open.pop(key, []))
        names = self.v.names
        said = tuple(Constraint(self.relation, tuple(names[x] for x in key)) for key in keys)
        return Line(text, own, said, (rule,))

    def sentence(self, family: Family, where: str, order: Scope) -> str:
        relation, k = self.relation, self.relation.arity
        whole = family.count == 1
        symmetric = len(self.orders) == 1
        if relation.say is not None and family.members is None and (symmetric or order == tuple(range(k))):
            return f"in {where}: {relation.say}"
        if k == 1:
            said = say(relation, ["each cell"], self.v)
            return f"in {where}, {said}"
        if family.members is None and relation.say is None:
            all_of = f"all {family.size} cells of {where}" if whole else f"in {where}, all cells"
            if is_different(relation):
                return f"{all_of} differ"
            if is_equal(relation):
                return f"{all_of} are equal"
        said = say(relation, [LETTERS[i] for i in order], self.v)
        if family.members is not None:
            return f"in {where}, for {family.members(*LETTERS[:2])}: {said}"
        letters = listed(LETTERS[:k])
        if k == 2:
            return f"in {where}, for any two cells a {'and' if symmetric else 'before'} b: {said}"
        count = {3: "three", 4: "four"}[k]
        return f"in {where}, for any {count} cells {letters}{'' if symmetric else ' in this order'}: {said}"

    def fold_cliques(self, network: Network) -> Iterator[Line]:
        """Sets of variables that all differ, wherever they are."""
        if len(self.open) < 3:
            return
        for clique in sorted(all_different(network, self.v), key=len, reverse=True):
            keys = [self.key(pair) for pair in itertools.combinations(clique, 2)]
            if len(clique) > 2 and sum(key in self.open for key in keys) >= len(clique):
                names = listed([self.v.names[x] for x in clique])
                own = self.relation.say
                rule = Rule(self.relation, cells_family(self.v, clique))
                yield self.line(f"{names} all differ" if own is None else f"any two of {names}: {own}", keys, rule)

    def together(self) -> Iterator[Line]:
        """One line for all single variables that the relation is about."""
        if len(self.open) > 1:
            keys = list(self.open)
            names = [self.v.names[x] for (x,) in keys]
            own = self.relation.say
            rule = Rule(self.relation, cells_family(self.v, [x for (x,) in keys]))
            yield self.line(f"each of {listed(names)}: {own or say(self.relation, ['it'], self.v)}", keys, rule)

    def rest(self) -> list[Line]:
        return [
            Line(say(c.relation, c.scope, self.v), (c,), (c,))
            for constraints in self.open.values()
            for c in constraints
        ]


def _is_said(family: Family) -> bool:
    """Sentences name most families, but those of a line of names that say nothing are better told by the names."""
    of_nothing = not family.key.stem and family.key.depth > 0
    single = bool(family.key.cuts) and not isinstance(family.key.cuts[-1], str)
    return not of_nothing and not single


def _in_parts(family: Family) -> bool:
    """May a sentence be about only some of its groups? Yes if they are large, and can be named in a few words."""
    if family.key.kind is Kind.NEXT and family.key.numbers[1] == 1 and family.line is not None:
        return family.count >= LONG * len(family.lines_filled(range(family.count)))
    return family.key.depth == 2 and not family.key.cuts and family.size >= LARGE.get(family.key.kind, inf)


def _differing(by_relation: dict[Relation, list[Constraint]], v: Vocabulary) -> frozenset[Scope]:
    """The pairs of variables that differ because a relation other than ≠ says so."""
    found = set()
    m = v.n_codes
    for relation, constraints in by_relation.items():
        if relation.arity != 2 or m * m > TABLE_LIMIT or is_different(relation):
            continue
        if not truth_table(relation, v).reshape(m, m).diagonal().any():
            found |= {tuple(sorted(v.index[name] for name in c.scope)) for c in constraints}
    return frozenset(found)
