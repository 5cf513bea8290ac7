"""Constraints and networks of constraints, as people see them: by name.

>>> c = Constraint(Relation.of("!="), ("a", "b"))
>>> str(c), c.accepts({"a": 1, "b": 1}), c.accepts({"a": 1})
('a != b', False, True)
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.problem.bounds import Bound, with_cells
from tacit.problem.checking_bounds import check_on, check_values
from tacit.problem.expressions import ARGUMENTS, FUNCTIONS, GROUP_WORDS, Expression
from tacit.problem.foreign import holds_cpmpy, is_cpmpy
from tacit.problem.relations import Relation
from tacit.problem.rows import Rows
from tacit.problem.vocabulary import Codes, Vocabulary

if TYPE_CHECKING:
    import cpmpy


@dataclass(frozen=True)
class Constraint:
    """A relation applied to variables."""

    relation: Relation
    scope: tuple[str, ...]

    def __str__(self) -> str:
        return self.relation.on(self.scope)

    def accepts(self, assignment: Mapping[str, int]) -> bool:
        """A constraint accepts every assignment that leaves one of its variables unassigned.

        A bound does not: `Network.accepts` knows the domains, and so what can still become of its group.
        """
        if any(name not in assignment for name in self.scope):
            return True
        values = [np.array([assignment[name]], dtype=np.int64) for name in self.scope]
        return bool(self.relation.accepts(*values)[0])


ConstraintLike = Constraint | tuple[Any, Sequence[str]] | str

MOST_NAMED = 6  # variables, in an error
_CALL = re.compile(r"\s*([^\W\d]\w*)\s*\(")
_WORD = re.compile(r"'[^']*'|[^\W\d]\w*(?:\s*\[[^\[\]]*\])?")


def from_text(text: str, vocabulary: Vocabulary, *, where: str) -> tuple[str, tuple[str, ...]]:
    """The relation and the scope of a constraint that is written with the names of its variables.

    >>> from_text("abs(a[0] - b) != abs(b - 3)", Vocabulary({"a[0]": [1, 2], "b": [1, 2]}), where="here")
    ('abs(x - y) != abs(y - 3)', ('a[0]', 'b'))
    """
    bound = with_cells(text)
    if bound is not None:
        return bound[0], tuple(bound[1])
    word = _CALL.match(text)
    if word and word[1] not in FUNCTIONS and (hint := nearest(word[1], GROUP_WORDS)):
        raise ProblemError(f"{where}: {text!r:.80}: there is no {word[1]!r}{hint}")
    scope: dict[str, None] = {}

    def argument(match: re.Match[str]) -> str:
        word = match[0]
        name = word if word in vocabulary.index else "".join(word.split())
        if name not in vocabulary.index:
            if "[" in word:
                raise ProblemError(f"{where}: there is no variable {name!r}{nearest(name, vocabulary.names)}")
            if not _may_be_read(word, match.string[match.end() :], vocabulary):
                words = [*vocabulary.names, *vocabulary.named_values]
                raise ProblemError(
                    f"{where}: {text!r:.80}: unknown name {word!r}{nearest(word, words)}; the variables are "
                    f"{_first(vocabulary.names)}"
                )
            return word  # abs, and, the name of a value …; the parser knows
        scope[name] = None
        place = list(scope).index(name)
        if place == len(ARGUMENTS):
            raise ProblemError(f"{where}: {text!r} has more than {len(ARGUMENTS)} variables")
        return ARGUMENTS[place]

    relation = _WORD.sub(argument, text)
    if not scope:
        raise ProblemError(f"{where}: {text!r:.80} names no variable of the problem")
    return relation, tuple(scope)


def _may_be_read(word: str, rest: str, vocabulary: Vocabulary) -> bool:
    """Does a word mean something that is no variable, or will the parser say what is wrong with it?"""
    is_call = rest.lstrip().startswith("(")
    return is_call or word.startswith("'") or keyword.iskeyword(word) or word in vocabulary.named_values


def _first(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_NAMED]) + (f", … and {len(names) - MOST_NAMED:,} more" * (len(names) > MOST_NAMED))


def read_constraints(
    constraints: Any, vocabulary: Vocabulary, known: Sequence[Relation], *, of: str
) -> list[Constraint]:
    """Constraints as people write them, ("!=", ["a", "b"]), `Constraint` or CPMpy's, checked against a vocabulary."""
    if is_cpmpy(constraints):
        constraints = [constraints]
    if isinstance(constraints, (str, Mapping)) or not isinstance(constraints, Iterable):
        raise ProblemError(f"{of}: a list of constraints such as ('!=', ['a', 'b']) is needed, not {constraints!r:.60}")
    by_name = {relation.name: relation for relation in known}
    found = []
    for where, given in _each(constraints, vocabulary, known, of):
        definition: Any
        names: Sequence[str]
        if isinstance(given, Constraint):
            definition, names = given.relation, given.scope
        elif isinstance(given, str):
            definition, names = from_text(given, vocabulary, where=where)
        elif isinstance(given, (tuple, list)) and len(given) == 2:
            definition, names = given
        else:
            raise ProblemError(f"{where}: {given!r} is not of the form ('!=', ['a', 'b']) or 'a != b'")
        known_by_name = by_name.get(definition) if isinstance(definition, str) else None
        relation = known_by_name or Relation.of(definition, vocabulary.named_values)
        relation = _one_of_a_name(by_name.setdefault(relation.name, relation), relation, where)
        vocabulary.scope(names, of=where)
        if isinstance(relation, Bound):
            _check_bound(relation, vocabulary.scope(names, of=where), vocabulary, where, strict=of != "network")
        elif len(names) != relation.arity:
            raise ProblemError(f"{where}: {relation.name!r} takes {relation.arity} variables, not {len(names)}")
        found.append(Constraint(relation, tuple(names)))
    return found


def _check_bound(bound: Bound, cells: Sequence[int], vocabulary: Vocabulary, where: str, *, strict: bool) -> None:
    """strict: refuse a bound that says nothing, or that nothing satisfies"""
    if bound.k is None:
        raise ProblemError(f"{where}: the number of {bound.name!r} is open; a constraint needs a number")
    if not cells:
        raise ProblemError(f"{where}: {bound.name!r} is on no variables, as in sum(a, b) <= 5")
    check_values(bound, vocabulary)
    useless = check_on(bound, cells, vocabulary) if strict else None
    if useless is not None:
        raise ProblemError(f"{where}: {bound.name!r} on {len(cells)} variables: {useless.words}")


def _each(
    constraints: Iterable[Any], vocabulary: Vocabulary, known: Sequence[Relation], of: str
) -> Iterator[tuple[str, Any]]:
    """Each constraint with the place where it was given; a CPMpy constraint is read as relations on names."""
    for position, given in enumerate(constraints):
        where = f"{of}, constraint {position + 1}"
        if holds_cpmpy(given) and not _is_applied(given):
            from tacit.modelling.reading import read_constraint

            yield from ((where, part) for part in read_constraint(given, vocabulary, known, where=where))
        else:
            yield where, given


def _is_applied(given: Any) -> bool:
    """Is it a pair of a relation (perhaps a CPMpy expression) and the names of its variables?"""
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        return False
    return isinstance(given[1], (tuple, list)) and all(isinstance(name, str) for name in given[1])


def _one_of_a_name(known: Relation, given: Relation, where: str) -> Relation:
    """Relations are told apart by their names, so two relations of one name must be the same."""
    if isinstance(known, Bound) and isinstance(given, Bound):
        return known
    same = known.function == given.function or (
        isinstance(known.function, Expression) and isinstance(given.function, Expression)
    )
    if not same or known.arity != given.arity:
        raise LanguageError(f"{where}: there is another relation named {given.name!r} with another function")
    return known


def as_rows(constraints: Sequence[Constraint], vocabulary: Vocabulary) -> Rows:
    """The constraints as rows, to evaluate many at once."""
    bounds = [
        (c.relation, [vocabulary.index[n] for n in c.scope]) for c in constraints if isinstance(c.relation, Bound)
    ]
    relations = list(dict.fromkeys(c.relation for c in constraints if not isinstance(c.relation, Bound)))
    groups = []
    for r, relation in enumerate(relations):
        scopes = [[vocabulary.index[n] for n in c.scope] for c in constraints if c.relation == relation]
        groups.append((r, np.array(scopes, dtype=np.int32)))
    return Rows(vocabulary, relations, groups, bounds, impossible=True)


class Network:
    """A set of constraints over a vocabulary, in the order in which they were given or learned."""

    def __init__(
        self, vocabulary: Vocabulary, constraints: Iterable[ConstraintLike], known: Sequence[Relation] = ()
    ) -> None:
        self.vocabulary = vocabulary
        read = read_constraints(constraints, vocabulary, known, of="network")
        self.constraints: tuple[Constraint, ...] = tuple(dict.fromkeys(read))
        self.rows = as_rows(self.constraints, vocabulary)

    def __len__(self) -> int:
        return len(self.constraints)

    def __iter__(self) -> Iterator[Constraint]:
        return iter(self.constraints)

    def __contains__(self, constraint: object) -> bool:
        return constraint in self.constraints

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and set(self.constraints) == set(other.constraints)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Network({len(self)} constraints)"

    def accepts(self, assignment: Mapping[str, int]) -> bool:
        """Do all constraints accept this example? A constraint with an unassigned variable does."""
        return self.accepts_codes(self.vocabulary.encode(assignment))

    def accepts_codes(self, codes: Codes) -> bool:
        return self.rows.accept(codes)

    def rejecting(self, codes: Codes) -> list[Constraint]:
        """The constraints that reject an example, in the order of their scopes; bounds come last."""
        rows, names = self.rows, self.vocabulary.names
        rejecting = rows.rejecting(codes, np.ones(rows.size, dtype=bool)).tolist()
        found = [
            Constraint(rows.relation(row), tuple(names[x] for x in rows.scope(row)))
            for row in rejecting
            if not rows.is_bound(row)
        ]
        if len(found) == len(rejecting):
            return found
        broken = {row - rows.n_plain for row in rejecting}  # "exactly" has two rows, of which one is enough
        for c in self:
            if isinstance(c.relation, Bound):
                cells = [self.vocabulary.index[name] for name in c.scope]
                if any(broken.intersection(rows.bounds.find(part, cells)) for part in c.relation.parts()):
                    found.append(c)
        return found

    def to_cpmpy(self) -> cpmpy.Model:
        """A CPMpy model, ready to solve. Its variables are the CPMpy variables that the problem was made from, if it
        was, else new ones of the same names. Variables that all differ become one AllDifferent.
        """
        from tacit.exact.cpsat import for_users

        return for_users(self.vocabulary, self.constraints)
