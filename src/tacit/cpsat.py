"""Networks as CPMpy models, and exact answers from OR-Tools CP-SAT.

One worker, a fixed seed, no clock: the same model gives the same answer and the same solution on every machine.
CPMpy takes a second to import and models take longer to build than to solve, so this is the last resort, not the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import LanguageError
from tacit.expressions import ARGUMENTS
from tacit.meaning import TABLE_LIMIT, truth_table
from tacit.network import Constraint
from tacit.relations import Relation
from tacit.vocabulary import UNASSIGNED, Codes, Vocabulary

if TYPE_CHECKING:
    import cpmpy


def to_model(vocabulary: Vocabulary, constraints: Iterable[Constraint]) -> tuple[cpmpy.Model, list[Any]]:
    """A CPMpy model of the constraints, and its variables in the order of the vocabulary."""
    import cpmpy

    variables = [_variable(name, domain) for name, domain in zip(vocabulary.names, vocabulary.domains, strict=True)]
    model = cpmpy.Model()
    for variable, domain in zip(variables, vocabulary.domains, strict=True):
        if domain[-1] - domain[0] + 1 > len(domain):
            model += cpmpy.InDomain(variable, list(domain))
    for constraint in constraints:
        scope = [variables[vocabulary.index[name]] for name in constraint.scope]
        model += express(constraint.relation, scope, vocabulary)
    return model, variables


def _variable(name: str, domain: tuple[int, ...]) -> Any:
    import cpmpy

    return cpmpy.intvar(domain[0], domain[-1], name=name)


def express(relation: Relation, variables: Sequence[Any], vocabulary: Vocabulary, *, negated: bool = False) -> Any:
    """A relation over CPMpy variables: by its own definition, or by its table if that takes numbers only."""
    import cpmpy

    try:
        expression = relation.function(*variables)
        if not hasattr(expression, "is_bool") or not expression.is_bool():
            raise TypeError(f"{expression!r} is not a CPMpy constraint")
        return ~expression if negated else expression
    except Exception as error:
        m, k = vocabulary.n_codes, relation.arity
        if m**k > TABLE_LIMIT:
            raise LanguageError(
                f"relation {relation.name!r}: its function can't be used on CPMpy variables ({error}), "
                f"and a table of {m}^{k} entries is too large"
            ) from error
        table = truth_table(relation, vocabulary).reshape((m,) * k)
        tuples = vocabulary.values[np.argwhere(table != negated)].tolist()
        return cpmpy.Table(list(variables), tuples) if tuples else cpmpy.BoolVal(False)


def solve(
    vocabulary: Vocabulary,
    hard: Iterable[Constraint],
    *,
    some_rejects: Sequence[Constraint] = (),
    each_some_accepts: Sequence[Sequence[Constraint]] = (),
    differs_from: Sequence[Codes] = (),
    limit: float | None = None,
) -> tuple[Codes | None, bool]:
    """A complete example that satisfies the hard constraints, and whether the answer is proved.

    some_rejects: at least one of these must reject it; each_some_accepts: at least one of each of these must accept it;
    differs_from: examples it must not be equal to; limit: CP-SAT's deterministic time.
    """
    import cpmpy
    from cpmpy.solvers import CPM_ortools
    from cpmpy.solvers.solver_interface import ExitStatus

    model, variables = to_model(vocabulary, hard)
    # A flag for each constraint that may be violated: true if it accepts the example.
    flags: dict[Constraint, Any] = {}
    for constraint in [*some_rejects, *(c for group in each_some_accepts for c in group)]:
        if constraint not in flags:
            scope = [variables[vocabulary.index[name]] for name in constraint.scope]
            flag = cpmpy.boolvar(name=f"accepts #{len(flags)}")
            model += flag.implies(express(constraint.relation, scope, vocabulary))
            model += (~flag).implies(express(constraint.relation, scope, vocabulary, negated=True))
            flags[constraint] = flag
    if some_rejects:
        model += cpmpy.any([~flags[c] for c in some_rejects])
    for group in each_some_accepts:
        model += cpmpy.any([flags[c] for c in group])
    for codes in differs_from:
        values = vocabulary.values[codes].tolist()
        model += cpmpy.any([x != value for x, value in zip(variables, values, strict=True)])
    options: dict[str, Any] = {"num_workers": 1, "random_seed": 0}
    if limit is not None:
        options["max_deterministic_time"] = limit
    solver = CPM_ortools(model)
    if solver.solve(**options):
        found = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
        for i, x in enumerate(variables):
            # A variable that no constraint mentions may come back without a value.
            value = vocabulary.domains[i][0] if x.value() is None else x.value()
            found[i] = int(np.searchsorted(vocabulary.values, value))
        return found, True
    return None, solver.status().exitstatus == ExitStatus.UNSATISFIABLE


def can_be(relation: Relation, domains: Sequence[tuple[int, ...]], truth: bool) -> bool:
    """Can a relation be true (or false) on these domains of its arguments?"""
    vocabulary = Vocabulary(dict(zip(ARGUMENTS, domains, strict=False)))
    constraint = Constraint(relation, vocabulary.names)
    if truth:
        return solve(vocabulary, [constraint])[0] is not None
    return solve(vocabulary, [], some_rejects=[constraint])[0] is not None
