"""A CPMpy model, or a list of its constraints, as an oracle.

Each constraint is split into conjuncts, and a conjunct speaks when all its variables are assigned. It is evaluated with
the values in the question. The variables themselves are left alone, because others may use the values they hold.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from tacit.dialogue.oracles.on_scopes import OnScopes, Tables
from tacit.dialogue.oracles.width import EARLY, bound_groups, check_speaks, has_bounds, warn_if_too_wide
from tacit.errors import LanguageError, OracleError, OracleWarning, ProblemError
from tacit.problem.checking_bounds import says_nothing
from tacit.problem.foreign import is_cpmpy
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Query
from tacit.problem.relations import MAX_ARITY, Relation
from tacit.structure.rule import Claim

if TYPE_CHECKING:
    from tacit.modelling.completion import Completion
    from tacit.modelling.evaluation import Evaluator


class ModelOracle:
    """Says yes if no conjunct whose variables are all assigned rejects the example.

    If the problem has bounds, sums, counts and all that has more variables than a relation speak earlier: as soon as no
    completion can satisfy them. With speaks="complete" they wait until all their variables are assigned.
    """

    def __init__(self, model: Any, problem: Problem, *, speaks: str = EARLY) -> None:
        check_speaks(speaks)
        if getattr(model, "objective_", None) is not None:
            warnings.warn("the objective of the CPMpy model is ignored", OracleWarning, stacklevel=4)
        self._all: list[Evaluator] = []
        # Each conjunct is filed under one of its variables, so that a small example has few conjuncts to look at.
        self._filed: dict[str, list[tuple[frozenset[str], Evaluator]]] = {name: [] for name in problem.names}
        self._never = False  # is there a constraint without variables that is false?
        self._conjuncts: list[tuple[Any, list[str], Evaluator]] = []
        self._early: list[tuple[frozenset[str], Completion]] = []
        self._vocabulary = problem.vocabulary
        early = speaks == EARLY and has_bounds(problem)
        known = [*problem.language, *(c.relation for c in problem.candidates)] if early else []
        bounds = []
        scopes = []
        for conjunct, names, accepts in _read(model, problem, known):
            if not names:
                self._conjuncts.append((conjunct, names, accepts))
                self._never = self._never or not accepts({})
                continue
            scopes.append((f"{conjunct!s:.60}", names))
            found = _as_bound(conjunct, problem, known) if early else None
            if found is not None:
                bounds += found
                continue
            self._conjuncts.append((conjunct, names, accepts))
            self._all.append(accepts)
            if early and len(names) > MAX_ARITY:
                self._early.append((frozenset(names), _completion(conjunct, names, problem)))
            else:
                self._filed[names[0]].append((frozenset(names[1:]), accepts))
        self._bounds = Network(problem.vocabulary, bounds)
        warn_if_too_wide(scopes, problem, bound_groups(problem))

    def __len__(self) -> int:
        """How many conjuncts there are."""
        return len(self._all) + len(self._bounds)

    def ask(self, query: Query) -> bool:
        values = query.assignment
        if self._never or not self._bounds.accepts(values):
            return False
        if query.complete:
            return all(accepts(values) for accepts in self._all)
        assigned = values.keys()
        if not all(accepts(values) for name in values for others, accepts in self._filed[name] if others <= assigned):
            return False
        return all(completion.possible(values) for names, completion in self._early if not names.isdisjoint(assigned))

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
        constraints = list(self._bounds)
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


def _as_bound(conjunct: Any, problem: Problem, known: Sequence[Relation]) -> list[Constraint] | None:
    """A conjunct as a bound; nothing if it always holds, and None if it is something else."""
    from tacit.modelling.group_bounds import as_bound

    found = as_bound(conjunct, problem.vocabulary, known)
    if found is None:
        return None
    bound, names = found
    cells = [problem.vocabulary.index[name] for name in names]
    return [] if says_nothing(bound, cells, problem.vocabulary) else [Constraint(bound, names)]


def _completion(conjunct: Any, names: list[str], problem: Problem) -> Completion:
    from tacit.modelling.completion import Completion

    v = problem.vocabulary
    return Completion(conjunct, {name: v.domains[v.index[name]] for name in names})


def _on_values(names: list[str], accepts: Evaluator, *values: int) -> bool:
    return bool(accepts(dict(zip(names, values, strict=True))))


def _read(model: Any, problem: Problem, known: Sequence[Relation]) -> Iterator[tuple[Any, list[str], Evaluator]]:
    """Each conjunct, with the names of its variables and a function that evaluates it."""
    from tacit.modelling.conjuncts import conjuncts
    from tacit.modelling.evaluation import evaluator
    from tacit.modelling.group_bounds import kept_whole
    from tacit.modelling.reading import check_variables
    from tacit.modelling.variables import variables_of

    seen: dict[str, Any] = {}
    for conjunct in conjuncts(model, kept_whole(known)):
        if not isinstance(conjunct, bool) and not (is_cpmpy(conjunct) and conjunct.is_bool()):
            raise OracleError(f"{conjunct!r:.60} is not a constraint of CPMpy's; don't mix it with such")
        where = f"constraint {conjunct!s:.60}"
        try:
            found = variables_of(conjunct)
            check_variables(found, problem.vocabulary, where=where)
        except ProblemError as error:
            raise OracleError(str(error)) from None
        for name, variable in found.items():
            if seen.setdefault(name, variable) is not variable:
                raise OracleError(f"{where}: another variable has the same name {name!r}, and CPMpy takes them for one")
        yield conjunct, list(found), evaluator(conjunct)
