"""Can an example be completed so that a constraint holds? CP-SAT decides, by way of CPMpy.

>>> import cpmpy as cp
>>> v = cp.intvar(0, 5, shape=5, name="v")
>>> weighed = Completion(cp.sum([1, 2, 3, 4, 5] * v) == 4, {f"v[{i}]": range(1, 6) for i in range(5)})
>>> weighed.possible({"v[0]": 1})
False
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

import cpmpy as cp
from cpmpy.solvers.solver_interface import ExitStatus

from tacit.modelling.variables import variables_of

LIMIT = 10.0  # seconds; such a model has one constraint


class Completion:
    """One constraint and the domains of its variables. What was found out is kept."""

    def __init__(self, constraint: Any, domains: Mapping[str, Sequence[int]]) -> None:
        # A copy, with variables of its own: a solver writes the values of what it solves into the variables.
        self._constraint = copy.deepcopy(constraint)
        self._variables = variables_of(self._constraint)
        self._domains = [cp.InDomain(x, sorted(domains[name])) for name, x in self._variables.items()]
        self._found: dict[tuple[tuple[str, int], ...], bool] = {}

    def possible(self, values: Mapping[str, int]) -> bool:
        """Is there a completion of these values that satisfies the constraint? "Yes" if CP-SAT does not find out."""
        key = tuple((name, values[name]) for name in self._variables if name in values)
        if key not in self._found:
            given = [self._variables[name] == value for name, value in key]
            model = cp.Model([self._constraint, *self._domains, *given])
            found = model.solve(solver="ortools", time_limit=LIMIT, num_workers=1)
            status = model.status()
            self._found[key] = bool(found) or status.exitstatus != ExitStatus.UNSATISFIABLE
        return self._found[key]
