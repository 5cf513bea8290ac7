"""How many questions a ward takes that was described on the page, as it is proposed there.

    python bench/described.py [NURSES]

The rules are those of the benchmark ward-NURSESx7, and the answers are right. The same for the whole catalogue
(language = "common") and for the language of the benchmark.
"""

from __future__ import annotations

import sys
from typing import Any

import tacit
from tacit.benchmarks.wards import SHIFTS, ward
from tacit.describing.days import weeks
from tacit.describing.description import Description
from tacit.describing.writing import problem_text
from tacit.formats.problem_file import parse_problem
from tacit.interview import FOR_PEOPLE
from tacit.problem.problem import Problem


def main(nurses: int) -> None:
    benchmark = ward(nurses, 7)
    days = dict(zip("1234567", weeks(1), strict=True))
    who = [f"n{i:02}" for i in range(1, nurses + 1)]
    groups = {"seniors": list(benchmark.problem.groups["seniors"]), "weekend": ["Sat", "Sun"]}
    said = Description.of(
        {
            "who": ", ".join(who),
            "groups": [
                {"name": "seniors", "labels": [f"r {each}" for each in groups["seniors"]]},
                {"name": "weekend", "labels": ["c Sat", "c Sun"]},
            ],
        }
    )
    described = parse_problem(problem_text(said), source="the description").problem
    names = {old: f"{old[:-2]}{days[old[-2]]}]" for old in benchmark.problem.names}
    target = [(c.relation.name, [names[name] for name in c.scope]) for c in benchmark.target]
    cells: dict[str, Any] = dict.fromkeys(described.names, SHIFTS)
    problems = {
        "as proposed": described,
        "common": Problem(cells, language="common", groups=groups),
        "benchmark": Problem(cells, language=benchmark.problem.language, groups=groups),
    }
    for name, problem in problems.items():
        result = tacit.learn(problem, problem.network(target), **FOR_PEOPLE)
        print(f"{name}: {result.statistics.questions} questions, {result.status}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
