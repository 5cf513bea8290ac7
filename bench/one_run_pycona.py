"""One run of pycona in a process of its own, with the Python of `.venv-peers`: see `peers.py` for what is compared.

Usage: python bench/one_run_pycona.py mquacq problem.json

The problem is plain data, as `peers.py` writes it. Standard output is like that of `one_run.py`. The same clock times
the waits, from an answer of the oracle to the next question. What pycona prints goes to standard error.
"""

from __future__ import annotations

import json
import operator
import platform
import sys
from typing import Any

import cpmpy as cp
import pycona  # type: ignore[import-not-found, unused-ignore]
from one_run import Clock, quiet_stdout

OPERATORS = {"==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt}

LEARNERS = {
    "mquacq": lambda: pycona.MQuAcq(),
    "growacq": lambda: pycona.GrowAcq(),
    "growacq+mq": lambda: pycona.GrowAcq(pycona.ActiveCAEnv(), pycona.MQuAcq()),
}


def main(learner: str, path: str) -> None:
    clock = Clock(quiet_stdout())
    with open(path) as file:
        data = json.load(file)
    variables = {name: _variable(name, domain) for name, domain in data["variables"].items()}
    x, y = pycona.absvar(2)
    instance = pycona.ProblemInstance(
        variables=list(variables.values()),
        language=[_constraint(relation, x, y) for relation in data["language"]],
        name=data["name"],
    )
    target = [_constraint(relation, variables[a], variables[b]) for relation, (a, b) in data["target"]]
    metrics = pycona.Metrics()

    class TimedOracle(pycona.ConstraintOracle):  # type: ignore[misc, unused-ignore]
        def answer_membership_query(self, Y: Any) -> bool:
            clock.asked()
            answer: bool = super().answer_membership_query(Y)
            clock.answered(metrics.cl)
            return answer

    oracle = TimedOracle(target)
    algorithm = LEARNERS[learner]()
    clock.start()
    learned = algorithm.learn(instance, oracle, metrics=metrics)
    figures = clock.stop()
    network = [_plain(constraint) for constraint in learned.cl]
    clock.say(
        **figures,
        status="ended",
        learned=len(network),
        target=len(target),
        network=network,
        python=platform.python_version(),
        pycona=pycona.__version__,
    )


def _variable(name: str, domain: list[int]) -> Any:
    if domain != list(range(domain[0], domain[-1] + 1)):
        raise SystemExit(f"{name}: only domains without gaps can be handed over")
    return cp.intvar(domain[0], domain[-1], name=name)


def _constraint(relation: str, x: Any, y: Any) -> Any:
    if relation not in OPERATORS:
        raise SystemExit(f"{relation}: only {', '.join(OPERATORS)} can be handed over")
    return OPERATORS[relation](x, y)


def _plain(constraint: Any) -> tuple[str, list[str]]:
    """A learned constraint as data again."""
    return constraint.name, [variable.name for variable in constraint.args]


if __name__ == "__main__":
    main(*sys.argv[1:])
