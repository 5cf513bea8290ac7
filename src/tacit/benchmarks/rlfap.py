"""Radio link frequency assignment: frequencies a given distance apart, or farther."""

from __future__ import annotations

import itertools

import numpy as np

from tacit.benchmarks.benchmark import Benchmark
from tacit.errors import ProblemError
from tacit.problem.problem import Problem

FREQUENCIES = 40
DISTANCES = (1, 2, 4, 6, 8)


def rlfap(n: int) -> Benchmark:
    """n radios in pairs: |x − y| = k inside a pair, |x − y| > k between some others; 125 constraints for 50.

    The paper does not give its instances. These are drawn around a hidden plan, with n as the seed. They have as many
    constraints as the paper says: 52 for 40 variables, 125 for 50, 170 for 60, and in proportion between and beyond.
    """
    if n < 4:
        raise ProblemError(f"rlfap-{n}: at least 4 radios are needed")
    draw = np.random.RandomState(n)
    names = [f"radio[{i}]" for i in range(n)]
    plan: list[int] = []
    target: list[tuple[str, list[str]]] = []
    for i in range(0, n - 1, 2):
        k = DISTANCES[draw.randint(len(DISTANCES))]
        low = draw.randint(1, FREQUENCIES - k + 1)
        plan += [low, low + k] if draw.randint(2) else [low + k, low]
        target.append((f"abs(x - y) == {k}", [names[i], names[i + 1]]))
    if n % 2:
        plan.append(draw.randint(1, FREQUENCIES + 1))
    pairs = [(i, j) for i, j in itertools.combinations(range(n), 2) if i // 2 != j // 2]
    apart = [(i, j) for i, j in pairs if abs(plan[i] - plan[j]) > DISTANCES[0]]
    wanted = min(_interferences(n), len(apart))
    for choice in sorted(draw.choice(len(apart), wanted, replace=False).tolist()):
        i, j = apart[choice]
        possible = [k for k in DISTANCES if k < abs(plan[i] - plan[j])]
        target.append((f"abs(x - y) > {possible[draw.randint(len(possible))]}", [names[i], names[j]]))
    language = [f"abs(x - y) {relation} {k}" for relation in (">", "==") for k in DISTANCES]
    domains = {name: range(1, FREQUENCIES + 1) for name in names}
    problem = Problem(domains, language=language, orders="given", name=f"rlfap-{n}")
    return Benchmark.of(problem, target, "Links and interferences after CELAR's problems; Section 9 of the paper")


def _interferences(n: int) -> int:
    if n < 40:
        return round(32 * n / 40)
    if n > 60:
        return round(140 * n / 60)
    return int(np.interp(n, [40, 50, 60], [32, 100, 140]))
