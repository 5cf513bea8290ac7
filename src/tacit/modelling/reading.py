"""CPMpy constraints over the variables of a problem, which are found by their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cpmpy.expressions.core import Expression

from tacit.errors import LanguageError, ProblemError, nearest
from tacit.modelling.conjuncts import conjuncts
from tacit.modelling.group_bounds import as_bound, kept_whole
from tacit.modelling.translation import relation_text
from tacit.modelling.variables import variables_of
from tacit.problem.bounds import Bound
from tacit.problem.checking_bounds import says_nothing
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import Vocabulary


def check_variables(found: Mapping[str, Any], vocabulary: Vocabulary, *, where: str) -> None:
    """Refuse variables that are not in the problem, or whose range is smaller than in the problem."""
    missing = [name for name in found if name not in vocabulary.index]
    if missing:
        shown = ", ".join(repr(name) for name in missing[:5])
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        hint = nearest(missing[0], vocabulary.names) if len(missing) == 1 else ""
        raise ProblemError(
            f"{where}: {shown}{more} is no variable of the problem{hint}. Auxiliary variables can't be judged from an "
            "example: put them into the problem, or write the constraint without them"
        )
    for name, variable in found.items():
        domain = vocabulary.domains[vocabulary.index[name]]
        if domain[0] < variable.lb or domain[-1] > variable.ub:
            raise ProblemError(
                f"{where}: variable {name!r} goes from {variable.lb} to {variable.ub} there, but from {domain[0]} to "
                f"{domain[-1]} in the problem"
            )


def read_constraint(
    given: Any, vocabulary: Vocabulary, known: Sequence[Relation], *, where: str
) -> list[tuple[str | Bound, tuple[str, ...]]]:
    """A constraint as relations with their scopes, one for each conjunct. One that is no bound has at most four
    variables. What always holds is left out.

    known: the relations of the language
    """
    found: list[tuple[str | Bound, tuple[str, ...]]] = []
    span = int(vocabulary.values[0]), int(vocabulary.values[-1])
    for conjunct in conjuncts(given, kept_whole(known)):
        if not isinstance(conjunct, Expression):
            why = "is never true" if conjunct is False else "is not a constraint"
            raise ProblemError(f"{where}: {conjunct!r:.60} {why}")
        check_variables(variables_of(conjunct), vocabulary, where=where)
        bound = as_bound(conjunct, vocabulary, known)
        if bound is not None:
            if not says_nothing(bound[0], [vocabulary.index[name] for name in bound[1]], vocabulary):
                found.append(bound)
            continue
        try:
            found.append(relation_text(conjunct, order=vocabulary.names, span=span))
        except LanguageError as error:
            raise ProblemError(f"{where}: {error}") from None
    return found
