"""A CPMpy model, or a list of its constraints, as an oracle.

Each constraint is split into conjuncts, and a conjunct speaks when all its variables are assigned. It is evaluated with
the values in the question. The variables themselves are left alone, because others may use the values they hold.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tacit.dialogue.oracles.on_scopes import OnScopes, Tables
from tacit.dialogue.oracles.width import warn_if_too_wide
from tacit.errors import LanguageError, OracleError, OracleWarning, ProblemError
from tacit.problem.foreign import is_cpmpy
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.structure.rule import Claim

if TYPE_CHECKING:
    from tacit.modelling.evaluation import Evaluator


class ModelOracle:
    """Says yes if no conjunct whose variables are all assigned rejects the example."""

    def __init__(self, model: Any, problem: Problem) -> None:
        if getattr(model, "objective_", None) is not None:
            warnings.warn("the objective of the CPMpy model is ignored", OracleWarning, stacklevel=4)
        self._all: list[Evaluator] = []
        # Each conjunct is filed under one of its variables, so that a small example has few conjuncts to look at.
        self._filed: dict[str, list[tuple[frozenset[str], Evaluator]]] = {name: [] for name in problem.names}
        self._never = False  # is there a constraint without variables that is false?
        self._conjuncts: list[tuple[Any, list[str], Evaluator]] = []
        self._vocabulary = problem.vocabulary
        sizes = []
        for conjunct, names, accepts in _read(model, problem):
            self._conjuncts.append((conjunct, names, accepts))
            if not names:
                self._never = self._never or not accepts({})
                continue
            self._all.append(accepts)
            self._filed[names[0]].append((frozenset(names[1:]), accepts))
            sizes.append((f"{conjunct!s:.60}", len(names)))
        warn_if_too_wide(sizes, problem)

    def __len__(self) -> int:
        """How many conjuncts there are."""
        return len(self._all)

    def ask(self, query: Query) -> bool:
        values = query.assignment
        if self._never:
            return False
        if query.complete:
            return all(accepts(values) for accepts in self._all)
        assigned = values.keys()
        return all(accepts(values) for name in values for others, accepts in self._filed[name] if others <= assigned)

    def ask_rule(self, claim: Claim) -> Answer:
        """The answer to a question about rules. It agrees with the answers to examples."""
        return self._on_scopes.answer(claim)

    @cached_property
    def _on_scopes(self) -> OnScopes:
        from tacit.modelling.translation import relation_text

        v = self._vocabulary
        span = int(v.values[0]), int(v.values[-1])
        tables = Tables(v)
        known: dict[str, Relation] = {}
        constraints = []
        for conjunct, names, accepts in self._conjuncts:
            if not names or len(names) > MAX_ARITY:
                tables.add(names, partial(_on_values, names, accepts))
                continue
            try:
                text, scope = relation_text(conjunct, order=v.names, span=span)
            except LanguageError:
                tables.add(names, partial(_on_values, names, accepts))
            else:
                constraints.append(Constraint(known.setdefault(text, Relation.of(text)), scope))
        return tables.on_scopes(constraints)


def _on_values(names: list[str], accepts: Evaluator, *values: int) -> bool:
    return bool(accepts(dict(zip(names, values, strict=True))))


def _read(model: Any, problem: Problem) -> Iterator[tuple[Any, list[str], Evaluator]]:
    """Each conjunct, with the names of its variables and a function that evaluates it."""
    from tacit.modelling.conjuncts import conjuncts
    from tacit.modelling.evaluation import evaluator
    from tacit.modelling.reading import check_variables
    from tacit.modelling.variables import variables_of

    known: dict[str, Any] = {}
    for conjunct in conjuncts(model):
        if not isinstance(conjunct, bool) and not (is_cpmpy(conjunct) and conjunct.is_bool()):
            raise OracleError(f"{conjunct!r:.60} is not a constraint of CPMpy's; don't mix it with such")
        where = f"constraint {conjunct!s:.60}"
        try:
            found = variables_of(conjunct)
            check_variables(found, problem.vocabulary, where=where)
        except ProblemError as error:
            raise OracleError(str(error)) from None
        for name, variable in found.items():
            if known.setdefault(name, variable) is not variable:
                raise OracleError(f"{where}: another variable has the same name {name!r}, and CPMpy takes them for one")
        yield conjunct, list(found), evaluator(conjunct)
