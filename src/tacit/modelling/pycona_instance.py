"""`tacit.from_pycona`: a problem of pycona, a library for constraint acquisition, as a problem of tacit.

pycona need not be installed: whatever has its attributes will do (`variables` or `X`, `language`, `bias`, `cl`,
`excluded_cons`, `name`). pycona 0.4.1 is the version that was looked at (docs/pycona.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from tacit.errors import ProblemError
from tacit.problem.network import Constraint
from tacit.problem.problem import Problem

NEEDED = ("variables", "language", "bias", "cl")


def from_pycona(instance: Any) -> Problem:
    """The problem of a `pycona.ProblemInstance`: its variables, its language or bias, and what it knows already.

    A bias that was constructed is taken as it is; otherwise the language makes it, with arguments in the given order,
    as pycona does. Constraints that are known (`cl`) become the background; excluded ones are no candidates. The
    CPMpy variables are the instance's own, so `result.to_cpmpy()` is a model over them. pycona's oracles can be given
    to `tacit.learn` as they are:

        instance, oracle = pycona.benchmarks.construct_sudoku()
        result = tacit.learn(tacit.from_pycona(instance), oracle)
    """
    missing = [name for name in NEEDED if not hasattr(instance, name)]
    if missing:
        raise ProblemError(f"a pycona.ProblemInstance is needed, not {instance!r:.60}: it has no {missing[0]!r}")
    variables = list(np.ravel(np.asarray(instance.variables, dtype=object)))
    language, bias = list(instance.language), _own_bias(instance)
    if not language and not bias:
        raise ProblemError("the instance has neither a language nor a bias: there is nothing to learn")
    told: dict[str, Any] = {
        "name": str(getattr(instance, "name", "") or "problem"),
        "orders": "given",
        "background": list(instance.cl),
    }
    problem = Problem(variables, language=[] if bias else language, candidates=bias, **told)
    excluded = list(getattr(instance, "excluded_cons", None) or [])
    if not excluded:
        return problem
    return Problem(variables, language=[], candidates=_without(problem, excluded), **told)


def _own_bias(instance: Any) -> list[Any]:
    """A bias that was constructed, or that the instance constructs in a way of its own, as pycona's Golomb ruler does.

    pycona makes it a set, so its order changes with each run; here it is by the texts of the constraints.
    """
    found = list(instance.bias)
    own = getattr(type(instance), "construct_bias", None)
    base = getattr(type(instance).__mro__[-2], "construct_bias", None)
    if not found and own is not base:
        copy = instance.copy()
        try:
            copy.construct_bias()
        except Exception as error:  # whatever somebody else's method raises; pycona 0.4.1's Golomb ruler does
            said = str(error).partition("\n")[0]
            raise ProblemError(f"the instance can't construct its bias in its own way: {said}") from error
        found = list(copy.bias)
    return sorted(found, key=str)


def _without(problem: Problem, excluded: Sequence[Any]) -> list[Any]:
    """The candidates of a problem, but for these."""
    left_out = set(problem.network(excluded))
    made = [
        Constraint(relation, scope)
        for relation in problem.language
        for scope in combinations(problem.names, relation.arity)
    ]
    kept = [each for each in [*made, *problem.candidates] if each not in left_out]
    return [(each.relation, list(each.scope)) for each in kept]
