"""Logic puzzles of one shape: groups of things that are matched with each other.

A thing's value says which of the matches it belongs to, so things of one group differ, and a clue says that two things
of different groups belong together or don't. (Zebra, whose houses stand in a row, has a file of its own.)
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tacit.benchmarks.benchmark import BASIC, Benchmark
from tacit.problem.problem import Problem

Clues = Sequence[tuple[str, list[str]]]


def murder() -> Benchmark:
    """Five suspects, their items, activities and motives: 40 ≠ in four cliques, and 12 clues."""
    groups = [[f"{kind}[{i}]" for i in range(5)] for kind in ("suspect", "item", "activity", "motive")]
    clues = [
        ("==", ["suspect[1]", "item[2]"]),
        ("!=", ["suspect[2]", "item[4]"]),
        ("!=", ["item[4]", "motive[2]"]),
        ("!=", ["suspect[2]", "item[0]"]),
        ("!=", ["suspect[2]", "motive[4]"]),
        ("==", ["item[3]", "motive[4]"]),
        ("==", ["item[1]", "activity[1]"]),
        ("==", ["suspect[3]", "activity[3]"]),
        ("==", ["activity[0]", "motive[3]"]),
        ("!=", ["suspect[0]", "activity[4]"]),
        ("!=", ["suspect[0]", "item[4]"]),
        ("==", ["suspect[0]", "motive[0]"]),
    ]
    return _matching("murder", groups, clues, "A puzzle of who did it; Section 9 of the paper")


def purdey() -> Benchmark:
    """Purdey's general store: four families, what they bought and how they paid: 18 ≠ in three cliques, and 9 clues."""
    groups = [[f"{kind}[{i}]" for i in range(4)] for kind in ("family", "item", "payment")]
    clues = [
        ("!=", ["family[2]", "payment[3]"]),
        ("!=", ["item[1]", "payment[3]"]),
        ("!=", ["family[2]", "item[1]"]),
        ("!=", ["family[3]", "item[1]"]),
        ("!=", ["family[2]", "item[2]"]),
        ("!=", ["family[3]", "item[2]"]),
        ("==", ["item[0]", "payment[2]"]),
        ("==", ["item[2]", "payment[1]"]),
        ("!=", ["family[0]", "payment[1]"]),
    ]
    return _matching("purdey", groups, clues, "Purdey's general store; Section 9 of the paper")


def allergy() -> Benchmark:
    """Four friends, what they are allergic to, and their surnames: 18 ≠ in three cliques, and 8 clues."""
    groups = [
        ["debra", "janet", "hugh", "rick"],
        ["eggs", "mold", "nuts", "ragweed"],
        ["baxter", "lemon", "malone", "fleet"],
    ]
    clues = [
        ("!=", ["mold", "rick"]),
        ("==", ["eggs", "baxter"]),
        ("!=", ["lemon", "hugh"]),
        ("!=", ["fleet", "hugh"]),
        ("==", ["ragweed", "debra"]),
        ("!=", ["lemon", "janet"]),
        ("!=", ["eggs", "janet"]),
        ("!=", ["mold", "janet"]),
    ]
    return _matching("allergy", groups, clues, "A puzzle of the XCSP collection; Section 9 of the paper")


def _matching(name: str, groups: Sequence[Sequence[str]], clues: Clues, origin: str) -> Benchmark:
    things = [thing for group in groups for thing in group]
    cliques = [("!=", list(pair)) for group in groups for pair in itertools.combinations(group, 2)]
    domains = {thing: range(1, len(groups[0]) + 1) for thing in things}
    problem = Problem(domains, language=BASIC, orders="given", name=name)
    return Benchmark.of(problem, [*cliques, *clues], origin)
