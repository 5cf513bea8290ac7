"""Problems for `one_run.py` that no benchmark has: known benchmarks with other domains or orders.

"golomb-5-full@40" is golomb-5-full with 40 values, and each relation in each order of its arguments, as there;
"golomb-5-full@40-all" has those orders that add another meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # one_run.py measures other commits, too, and says when it has imported one
    from tacit.benchmarks import Benchmark

PATTERN = re.compile(r"(?P<name>[\w-]+)@(?P<values>\d+)(?P<all>-all)?")


def load_own(name: str) -> Benchmark:
    """A benchmark by its name, or one of its kind with other values: "golomb-5-full@40-all"."""
    from tacit.benchmarks import Benchmark, load
    from tacit.problem.problem import Problem

    match = PATTERN.fullmatch(name)
    if match is None:
        return load(name)
    known = load(match["name"])
    values = range(1, int(match["values"]) + 1)
    problem = Problem(
        dict.fromkeys(known.problem.names, values),
        language=known.problem.language,
        orders="all" if match["all"] else known.problem.orders,
        name=name,
    )
    target = [(constraint.relation.name, list(constraint.scope)) for constraint in known.target]
    return Benchmark.of(problem, target, known.origin)
