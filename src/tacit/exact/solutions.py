"""Solutions of a network, from OR-Tools CP-SAT.

The model is built once for all solutions. The same network, values and seed give the same solutions.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tacit.errors import LanguageError
from tacit.exact.cliques import all_different
from tacit.problem.network import Network

BEST_LIMIT = 2.0  # CP-SAT's deterministic time to look for a solution that is as different as possible


def find_solutions(
    network: Network, count: int, *, given: Mapping[str, int] | None = None, seed: int = 0, diverse: bool = False
) -> list[dict[str, int]]:
    """`count` solutions, or all solutions if there are fewer; arguments as for `each_solution`."""
    return list(each_solution(network, count, given=given, seed=seed, diverse=diverse))


def each_solution(
    network: Network, count: int, *, given: Mapping[str, int] | None = None, seed: int = 0, diverse: bool = False
) -> Iterator[dict[str, int]]:
    """`count` solutions, or all solutions if there are fewer; diverse ones one by one, as they are found.

    given:   values that variables must have
    seed:    another seed gives other solutions
    diverse: each solution differs from the nearest earlier one in as many variables as can be found. Otherwise
             solutions may be much alike
    """
    search = _Search(network, given or {}, seed)
    for solution in search.diverse(count) if diverse else search.enumerate(count):
        if not network.accepts(solution):
            wrong = next(c for c in network if not c.accepts(solution))
            raise LanguageError(f"relation {wrong.relation.name!r} means something else to CP-SAT than to Python")
        yield solution


def scattered_solutions(network: Network) -> Iterator[dict[str, int]]:
    """Solutions without end, each found from another starting point, so that the same one may come again.

    They are more different than those of `find_solutions`, and cost less than the `diverse` ones.
    """
    search = _Search(network, {}, 0)
    for seed in itertools.count():
        search.start_at(seed)
        found = search.enumerate(1)
        if not found or not network.accepts(found[0]):
            return
        yield found[0]


class _Search:
    """The model in CP-SAT."""

    def __init__(self, network: Network, given: Mapping[str, int], seed: int) -> None:
        import cpmpy
        from cpmpy.solvers import CPM_ortools

        from tacit.exact.cpsat import to_model

        v = self.vocabulary = network.vocabulary
        self.variables = [cpmpy.intvar(d[0], d[-1], name=f"x{i}") for i, d in enumerate(v.domains)]
        model = to_model(v, network.constraints, self.variables, all_different(network, v))
        for x, domain in zip(self.variables, v.domains, strict=True):
            model += x >= domain[0]  # CPMpy gives no value to a variable that is in no constraint
        for name, value in given.items():
            model += self.variables[v.index[name]] == value
        self.solver = CPM_ortools(model)
        self.start_at(seed)

    def start_at(self, seed: int) -> None:
        """CP-SAT's own seed changes little, so the seed also chooses values to try first."""
        draw = random.Random(seed)
        self.solver.solution_hint(self.variables, [draw.choice(domain) for domain in self.vocabulary.domains])
        self.seed = seed % 2**31

    def enumerate(self, count: int) -> list[dict[str, int]]:
        found: list[dict[str, int]] = []
        self.run(self.solver.solveAll, display=lambda: found.append(self.solution()), solution_limit=count)
        return found or self.second_look()

    def diverse(self, count: int) -> Iterator[dict[str, int]]:
        import cpmpy

        # The distance to the nearest solution so far. Each solution bounds it from above, and it is at least 1, so the
        # next solution differs from all of them.
        distance = cpmpy.intvar(1, len(self.variables), name="distance")
        self.solver.maximize(distance)
        found = 0
        while found < count and self.one_more():
            found += 1
            solution = self.solution()
            yield solution
            differs = [x != value for x, value in zip(self.variables, solution.values(), strict=True)]
            self.solver += distance <= cpmpy.sum(differs)
        if not found:
            yield from self.second_look()

    def one_more(self) -> bool:
        """Find the most distant solution, or any one if none is found in time."""
        if self.run(self.solver.solve, max_deterministic_time=BEST_LIMIT):
            return True
        return bool(self.run(self.solver.solve, stop_after_first_solution=True))

    def second_look(self) -> list[dict[str, int]]:
        """CP-SAT's presolve has been seen to call satisfiable models infeasible, so a "no" is tried without it."""
        if self.run(self.solver.solve, cp_model_presolve=False, stop_after_first_solution=True):
            return [self.solution()]
        return []

    def run(self, how: Callable[..., Any], **parameters: Any) -> Any:
        from tacit.exact.cpsat import interruptible

        return interruptible(self.solver, how, num_workers=1, random_seed=self.seed, **parameters)

    def solution(self) -> dict[str, int]:
        return {name: int(x.value()) for name, x in zip(self.vocabulary.names, self.variables, strict=True)}
