"""The Zebra puzzle: five houses, who drinks water, and who owns the zebra?"""

from __future__ import annotations

import itertools

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.problem.problem import Problem

GROUPS = [
    ["ukrainian", "norwegian", "english", "spanish", "japanese"],
    ["red", "blue", "yellow", "green", "ivory"],
    ["old_gold", "parliament", "kools", "lucky", "chesterfield"],
    ["zebra", "dog", "horse", "fox", "snails"],
    ["coffee", "tea", "water", "milk", "juice"],
]
CLUES = [
    ("==", ["english", "red"]),
    ("==", ["spanish", "dog"]),
    ("==", ["green", "coffee"]),
    ("==", ["ukrainian", "tea"]),
    ("x - y == 1", ["green", "ivory"]),
    ("==", ["old_gold", "snails"]),
    ("==", ["yellow", "kools"]),
    ("abs(x - y) == 1", ["chesterfield", "fox"]),
    ("abs(x - y) == 1", ["kools", "horse"]),
    ("==", ["lucky", "juice"]),
    ("==", ["japanese", "parliament"]),
    ("abs(x - y) == 1", ["norwegian", "blue"]),
]


def zebra() -> Benchmark:
    """25 variables, 5 values, 50 ≠ in five cliques and 12 clues; the two clues that name a house are domains.

    The paper says that its bias has 1 200 candidates; its language makes 1 800.
    """
    domains = {name: range(1, 6) for group in GROUPS for name in group}
    domains |= {"milk": [3], "norwegian": [1]}  # type: ignore[dict-item]
    cliques = [("!=", list(pair)) for group in GROUPS for pair in itertools.combinations(group, 2)]
    language = [*BASIC, "x - y == 1", "abs(x - y) == 1"]
    problem = Problem(domains, language=language, orders="given", name="zebra")
    return Benchmark.of(problem, [*cliques, *CLUES], "The puzzle of Life International, 1962; Section 9 of the paper")
