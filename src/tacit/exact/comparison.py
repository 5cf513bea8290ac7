"""Two networks side by side: what one has and the other lacks, and whether that makes a difference.

A constraint that a network lacks may still be implied. The network's constraints inside the same scope may imply it, or
counting may prove it (`counting.py`); CP-SAT decides the rest, within a limit. CP-SAT first looks for solutions of the
network that some of these constraints reject: a constraint that rejects a solution is not implied. The constraints that
are left after that are decided one by one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from copy import copy
from dataclasses import dataclass

from tacit.errors import ProblemError, nearest
from tacit.exact.equivalence import AT_ONCE, not_implied_on_scope, prove_by_counting
from tacit.problem.bound_rows import BoundRows
from tacit.problem.bounds import AT_MOST, Bound, is_all_different
from tacit.problem.expressions import Expression
from tacit.problem.meaning import symmetries, truth_table
from tacit.problem.network import Constraint, Network
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary

LIMIT = 10.0  # CP-SAT's deterministic time for the proof of one constraint


@dataclass(frozen=True)
class Only:
    """What one network has and the other lacks."""

    implied: tuple[Constraint, ...]  # by the other network
    decisive: tuple[Constraint, ...]  # each of them rejects a solution of the other network
    undecided: tuple[Constraint, ...]  # the limit was too small to tell
    example: dict[str, int] | None  # a solution of the other network that this one rejects

    @property
    def all(self) -> tuple[Constraint, ...]:
        return (*self.decisive, *self.undecided, *self.implied)


@dataclass(frozen=True)
class Comparison:
    """Two networks: `missing` is what only the second has, `extra` what only the first has."""

    both: tuple[Constraint, ...]
    missing: Only
    extra: Only

    @property
    def equivalent(self) -> bool | None:
        """Do they have the same solutions? None if that is undecided."""
        if self.missing.decisive or self.extra.decisive:
            return False
        return None if self.missing.undecided or self.extra.undecided else True


def compare(one: Network, other: Network, *, limit: float = LIMIT) -> Comparison:
    """Compare two networks over the same variables and domains."""
    v = one.vocabulary
    check_same(v, other.vocabulary)
    other = Network(v, _told_apart(one, other))
    one, other = _alike(one, other), _alike(other, one)
    in_one, in_other = _by_meaning(one), _by_meaning(other)
    both = tuple(constraint for key, constraint in in_one.items() if key in in_other)
    missing = [constraint for key, constraint in in_other.items() if key not in in_one]
    extra = [constraint for key, constraint in in_one.items() if key not in in_other]
    return Comparison(both, _sort(one, missing, limit), _sort(other, extra, limit))


def check_same(one: Vocabulary, other: Vocabulary) -> None:
    """Networks over different variables can't be compared: say what is different."""
    for name in one.names:
        if name not in other.index:
            raise ProblemError(f"the second model has no variable {name!r}{nearest(name, other.names)}")
    for name in other.names:
        if name not in one.index:
            raise ProblemError(f"the first model has no variable {name!r}{nearest(name, one.names)}")
    for name in one.names:
        here, there = _domain(one, name), _domain(other, name)
        if here != there:
            raise ProblemError(
                f"{name!r} has the values {_some(here)} in the first model, {_some(there)} in the second"
            )
    if one.named_values != other.named_values:
        name = next(n for n, value in one.named_values.items() if other.named_values.get(n) != value)
        raise ProblemError(f"the value {name!r} has another place in the order of values in the second model")


def _domain(vocabulary: Vocabulary, name: str) -> list[str | int]:
    return [vocabulary.shown(name, value) for value in vocabulary.domains[vocabulary.index[name]]]


def _some(values: list[str | int]) -> str:
    return ", ".join(map(str, values if len(values) <= 8 else [*values[:6], "…", values[-1]]))


def _told_apart(one: Network, other: Network) -> list[Constraint]:
    """The other's constraints. A relation is renamed if `one` uses its name for a relation with another meaning."""
    known = {c.relation.name: c.relation for c in one}
    renamed: dict[Relation, Relation] = {}
    for relation in {c.relation: None for c in other}:
        same = known.get(relation.name)
        if same is not None and not _mean_the_same(same, relation, one.vocabulary):
            renamed[relation] = copy(relation)
            renamed[relation].name = f"{relation.name} (of the second)"
        else:
            renamed[relation] = same or relation
    return [Constraint(renamed[c.relation], c.scope) for c in other]


def _alike(network: Network, other: Network) -> Network:
    """The network. Where only it says "exactly" of a group, it says "at most" and "at least", as the other may do."""
    there = set(_by_meaning(other))
    found = []
    for c in network:
        if isinstance(c.relation, Bound) and _meaning(c, network.vocabulary) not in there:
            found += [Constraint(part, c.scope) for part in c.relation.parts()]
        else:
            found.append(c)
    return Network(network.vocabulary, found)


def _mean_the_same(one: Relation, other: Relation, vocabulary: Vocabulary) -> bool:
    if isinstance(one, Bound) or isinstance(other, Bound):
        both = isinstance(one, Bound) and isinstance(other, Bound)
        return both and (one.measure, one.sign, one.k) == (other.measure, other.sign, other.k)  # type: ignore[attr-defined]
    if isinstance(one.function, Expression) and isinstance(other.function, Expression):
        return True  # the name is the text
    if one.arity != other.arity:
        return False
    return bool((truth_table(one, vocabulary) == truth_table(other, vocabulary)).all())


Meaning = tuple[Hashable, tuple[int, ...]]


def _meaning(constraint: Constraint, vocabulary: Vocabulary) -> Meaning:
    """A bound on a group: two that say the same are the same, whatever the order of the group and the words."""
    bound = constraint.relation
    assert isinstance(bound, Bound)
    cells = tuple(sorted(vocabulary.index[name] for name in constraint.scope))
    if is_all_different(bound):
        return "alldifferent", cells
    rows = BoundRows(vocabulary, 0, [])
    said = []
    for part in bound.parts():
        weights = part.measure.weights(vocabulary.values)
        turned = weights if part.sign == AT_MOST else -weights
        said.append((tuple((turned - turned.min()).tolist()), rows.room_for(part, cells)))
    return tuple(sorted(said)), cells


def _by_meaning(network: Network) -> dict[Meaning, Constraint]:
    """The constraints; two that mean the same and differ only in the order of arguments (a != b, b != a) are one."""
    v = network.vocabulary
    orders: dict[Relation, list[tuple[int, ...]]] = {}
    found: dict[Meaning, Constraint] = {}
    for constraint in network:
        relation = constraint.relation
        if isinstance(relation, Bound):
            found.setdefault(_meaning(constraint, v), constraint)
            continue
        if relation not in orders:
            orders[relation] = symmetries(relation, v)
        scope = [v.index[name] for name in constraint.scope]
        found.setdefault((relation, min(tuple(scope[i] for i in order) for order in orders[relation])), constraint)
    return found


def _sort(network: Network, lacking: Iterable[Constraint], limit: float) -> Only:
    """The constraints that a network lacks, sorted by whether it implies them."""
    from tacit.exact.cpsat import solve

    lacking = list(lacking)
    v = network.vocabulary
    those = Network(v, lacking)
    left = not_implied_on_scope(network, those)
    network, left = prove_by_counting(network, those, left)
    example: dict[str, int] | None = None
    decisive: set[Constraint] = set()
    while left:
        codes, proved = solve(v, network.constraints, some_rejects=left, limit=AT_ONCE)
        if codes is None:
            if proved:
                left = []
            break
        found = v.decode(codes)
        example = example or found
        decisive.update(c for c in left if not c.accepts(found))
        left = [c for c in left if c not in decisive]
    known, undecided = list(network.constraints), set()
    for constraint in left:
        codes, proved = solve(v, known, some_rejects=[constraint], limit=limit, proof_is_likely=True)
        if codes is not None:
            example = example or v.decode(codes)
            decisive.add(constraint)
        elif proved:
            known.append(constraint)
        else:
            undecided.add(constraint)
    return Only(
        tuple(c for c in lacking if c not in decisive and c not in undecided),
        tuple(c for c in lacking if c in decisive),
        tuple(c for c in lacking if c in undecided),
        example,
    )
