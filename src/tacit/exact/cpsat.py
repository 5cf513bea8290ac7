"""Networks as CPMpy models, and exact answers from OR-Tools CP-SAT.

One worker, a fixed seed, no clock: the same model gives the same answer and the same solution on every machine.
CPMpy is slow to import, and models take longer to build than to solve, so this is a last resort, and not for loops.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any

import numpy as np

from tacit.errors import LanguageError
from tacit.exact.cliques import all_different
from tacit.problem.bounds import Bound, is_all_different
from tacit.problem.expressions import ARGUMENTS, Expression
from tacit.problem.meaning import truth_table
from tacit.problem.network import Constraint
from tacit.problem.relations import Relation
from tacit.problem.vocabulary import UNASSIGNED, Codes, Vocabulary

if TYPE_CHECKING:
    import cpmpy

DIFFERENT = Relation.of("!=")
DOUBT_LIMIT = 1.0  # CP-SAT's deterministic time for a question to which "in doubt" is an answer
SECOND_LIMIT = 60.0  # CP-SAT's deterministic time for the second look at an "infeasible"


RESERVED = ("IV", "BV")  # how names of CPMpy's own variables begin; it refuses other variables with such names


def for_users(vocabulary: Vocabulary, constraints: Iterable[Constraint]) -> cpmpy.Model:
    """The constraints as a model for users to solve; over their own CPMpy variables, if they gave some.

    CPMpy gives no value to a variable that is in no constraint, so such a variable gets its bound as a constraint.
    """
    constraints = list(constraints)
    names = [_allowed(name, vocabulary) for name in vocabulary.names]
    variables = _variables(vocabulary, names) if vocabulary.own is None else vocabulary.own
    cliques = all_different([c for c in constraints if c.relation == DIFFERENT], vocabulary)
    model = to_model(vocabulary, constraints, variables, cliques)
    used = {name for constraint in constraints for name in constraint.scope}
    for name, variable, domain in zip(vocabulary.names, variables, vocabulary.domains, strict=True):
        if name not in used and not _has_gaps(domain):
            model += variable >= domain[0]
    return model


def _allowed(name: str, vocabulary: Vocabulary) -> str:
    """The name, changed if CPMpy could give it to a variable of its own."""
    if not name.startswith(RESERVED):
        return name
    name = f"_{name}"
    while name in vocabulary.index:
        name = f"_{name}"
    return name


def _variables(vocabulary: Vocabulary, names: Iterable[str]) -> list[Any]:
    import cpmpy

    domains = vocabulary.domains
    return [cpmpy.intvar(domain[0], domain[-1], name=name) for name, domain in zip(names, domains, strict=True)]


def to_model(
    vocabulary: Vocabulary, constraints: Iterable[Constraint], variables: Sequence[Any], cliques: Iterable[list[int]]
) -> cpmpy.Model:
    """A CPMpy model of the constraints over these variables, which are in the order of the vocabulary.

    cliques: sets of variables that these constraints make all different; three or more become one AllDifferent, unless
    a bound says it already.
    """
    import cpmpy

    constraints = list(constraints)

    model = cpmpy.Model()
    for variable, domain in zip(variables, vocabulary.domains, strict=True):
        if _has_gaps(domain):
            # Not InDomain: CPMpy takes it apart value by value over the whole range.
            model += cpmpy.Table([variable], [[value] for value in domain])
    cliques = [clique for clique in cliques if len(clique) > 2]
    inside = {pair for clique in cliques for pair in itertools.combinations(clique, 2)}
    for constraint in constraints:
        if not (constraint.relation == DIFFERENT and _group(constraint, vocabulary) in inside):
            scope = [variables[vocabulary.index[name]] for name in constraint.scope]
            model += express(constraint.relation, scope, vocabulary)
    said = {
        _group(c, vocabulary) for c in constraints if isinstance(c.relation, Bound) and is_all_different(c.relation)
    }
    for clique in cliques:
        if tuple(clique) in said:
            continue
        model += cpmpy.AllDifferent([variables[i] for i in clique])
    return model


def _has_gaps(domain: tuple[int, ...]) -> bool:
    return domain[-1] - domain[0] + 1 > len(domain)


def express(relation: Relation, variables: Sequence[Any], vocabulary: Vocabulary, *, negated: bool = False) -> Any:
    """A relation over CPMpy variables.

    An expression is translated. A user's function is never called with CPMpy variables, because Python's `and`, `or`,
    `not`, `if`, `//` and `%` mean something else there: its table is used.
    """
    import cpmpy

    if isinstance(relation, Bound):
        return express_bound(relation, variables, negated=negated)
    if isinstance(relation.function, Expression):
        expression = relation.function(*variables)
        return ~expression if negated else expression
    m, k = vocabulary.n_codes, relation.arity
    table = truth_table(relation, vocabulary).reshape((m,) * k)
    tuples = vocabulary.values[np.argwhere(table != negated)].tolist()
    return cpmpy.Table(list(variables), tuples) if tuples else cpmpy.BoolVal(False)


NOT = {"<=": ">", ">=": "<", "==": "!="}


def express_bound(bound: Bound, variables: Sequence[Any], *, negated: bool = False) -> Any:
    """A bound over CPMpy variables: as a global constraint, where CPMpy has one."""
    import cpmpy

    cells = list(variables)
    if is_all_different(bound):
        if not negated:
            return cpmpy.AllDifferent(cells)
        return cpmpy.any([x == y for x, y in itertools.combinations(cells, 2)])
    measure = bound.measure
    if measure.kind == "sum":
        total = cpmpy.sum(cells)
    elif len(measure.values) == 1 and not measure.negated:
        total = cpmpy.Count(cells, measure.values[0])
    elif len(measure.values) == 1:
        total = cpmpy.sum([x != measure.values[0] for x in cells])
    else:
        counted = cpmpy.sum([x == value for x in cells for value in measure.values])
        total = len(cells) - counted if measure.negated else counted
    sign = NOT[bound.sign] if negated else bound.sign
    return {
        "<=": total <= bound.k,
        ">=": total >= bound.k,
        "==": total == bound.k,
        ">": total > bound.k,
        "<": total < bound.k,
        "!=": total != bound.k,
    }[sign]


def solve(
    vocabulary: Vocabulary,
    hard: Iterable[Constraint],
    *,
    some_rejects: Sequence[Constraint] = (),
    each_some_accepts: Sequence[Sequence[Constraint]] = (),
    differs_from: Sequence[Codes] = (),
    limit: float | None = None,
    proof_is_likely: bool = False,
) -> tuple[Codes | None, bool]:
    """A complete example that satisfies the hard constraints, and whether the answer is proved.

    some_rejects: at least one of these must reject the example; each_some_accepts: in each of these groups at least one
    must accept it; differs_from: examples that it must differ from; limit: CP-SAT's deterministic time;
    proof_is_likely: spend more on linear relaxations, which find no solutions, but prove by counting that there are
    none.
    """
    import cpmpy

    hard = list(hard)
    # New variables even where the user has some, because solving would overwrite their values; and names can't clash.
    variables = _variables(vocabulary, [f"x{i}" for i in range(len(vocabulary))])
    model = to_model(vocabulary, hard, variables, all_different(hard, vocabulary))
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
    how = {"linearization_level": 2} if proof_is_likely else {}
    found, proved = _run(model, variables, vocabulary, limit, keep_all_feasible_solutions_in_presolve=True, **how)
    if found is None and proved:
        # CP-SAT's presolve has been seen to call satisfiable models infeasible, so a "no" is tried again without it.
        second = SECOND_LIMIT if limit is None else min(limit, SECOND_LIMIT)
        found, _ = _run(model, variables, vocabulary, second, cp_model_presolve=False, **how)
    if found is not None:
        _check(vocabulary.decode(found), hard, some_rejects, each_some_accepts)
    return found, proved


def _group(constraint: Constraint, vocabulary: Vocabulary) -> tuple[int, ...]:
    return tuple(sorted(vocabulary.index[name] for name in constraint.scope))


def _run(
    model: Any, variables: list[Any], vocabulary: Vocabulary, limit: float | None, **parameters: Any
) -> tuple[Codes | None, bool]:
    """A solution, and whether the answer is proved."""
    from cpmpy.solvers import CPM_ortools
    from cpmpy.solvers.solver_interface import ExitStatus

    if limit is not None:
        parameters["max_deterministic_time"] = limit
    solver = CPM_ortools(model)
    if not interruptible(solver, solver.solve, num_workers=1, random_seed=0, **parameters):
        return None, bool(solver.status().exitstatus == ExitStatus.UNSATISFIABLE)
    found = np.full(len(vocabulary), UNASSIGNED, dtype=np.int64)
    for i, x in enumerate(variables):
        # A variable that no constraint mentions may come back without a value.
        value = vocabulary.domains[i][0] if x.value() is None else x.value()
        found[i] = int(np.searchsorted(vocabulary.values, value))
    return found, True


def interruptible(solver: Any, run: Callable[..., Any], **parameters: Any) -> Any:
    """Call `solver.solve` or `solver.solveAll` so that Ctrl-C stops the solver and raises KeyboardInterrupt.

    By itself CP-SAT catches Ctrl-C and stops as if it had reached its limit, and nobody else hears of it. So the solver
    runs in another thread, where it can be told to stop, while this one waits.
    """
    with ThreadPoolExecutor(1) as pool:
        working = pool.submit(run, catch_sigint_signal=False, **parameters)
        try:
            return working.result()
        except KeyboardInterrupt:
            while not working.done():
                solver.ort_solver.stop_search()  # has no effect before the search has begun, so it is repeated
                wait([working], timeout=0.05)
            raise


def _check(
    example: dict[str, int],
    hard: Sequence[Constraint],
    some_rejects: Sequence[Constraint],
    each_some_accepts: Sequence[Sequence[Constraint]],
) -> None:
    """A solution counts only if the relations themselves agree."""
    wrong = [c for c in hard if not c.accepts(example)]
    if some_rejects and all(c.accepts(example) for c in some_rejects):
        wrong += some_rejects
    wrong += [c for group in each_some_accepts if not any(c.accepts(example) for c in group) for c in group]
    if wrong:
        raise LanguageError(f"relation {wrong[0].relation.name!r} means something else to CP-SAT than to Python")


def can_be(relation: Relation, domains: Sequence[tuple[int, ...]], truth: bool) -> bool:
    """Can a relation be true (or false) on these domains of its arguments?"""
    vocabulary = Vocabulary(dict(zip(ARGUMENTS, domains, strict=False)))
    constraint = Constraint(relation, vocabulary.names)
    if truth:
        return solve(vocabulary, [constraint])[0] is not None
    return solve(vocabulary, [], some_rejects=[constraint])[0] is not None


def differ_in_order(relation: Relation, order: Sequence[int], vocabulary: Vocabulary) -> bool:
    """Can a relation be true for some values, and false for the same values in another order? True in doubt."""
    names = ARGUMENTS[: relation.arity]
    everything = Vocabulary({name: vocabulary.values.tolist() for name in names})
    one, other = Constraint(relation, names), Constraint(relation, tuple(names[i] for i in order))
    try:
        found, proved = solve(everything, [one], some_rejects=[other], limit=DOUBT_LIMIT)
    except LanguageError:
        return True
    return found is not None or not proved
