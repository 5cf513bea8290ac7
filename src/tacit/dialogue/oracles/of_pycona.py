"""pycona's oracles, as tacit asks them. (pycona need not be installed: an oracle of it is known by its method.)

One that knows its constraints (`ConstraintOracle`) is a CPMpy model, and so can be asked about rules, too. Any other is
asked as pycona asks it: the example is put into the values of the CPMpy variables, which are its own.
"""

from __future__ import annotations

from typing import Any

from tacit.dialogue.oracles.cpmpy_model import ModelOracle
from tacit.errors import OracleError
from tacit.problem.problem import Problem
from tacit.problem.query import Query

METHOD = "answer_membership_query"


def is_of_pycona(given: Any) -> bool:
    """Is it asked as pycona's oracles are?"""
    return callable(getattr(given, METHOD, None))


def oracle_of_pycona(given: Any, problem: Problem) -> ModelOracle | ByMembership:
    """The same oracle, as tacit asks it."""
    constraints = getattr(given, "constraints", None)
    return ByMembership(given, problem) if constraints is None else ModelOracle(list(constraints), problem)


class ByMembership:
    """Puts the example into the variables, and asks whether it is one of a solution."""

    def __init__(self, given: Any, problem: Problem) -> None:
        own = problem.vocabulary.own
        if own is None:
            raise OracleError(
                f"{type(given).__name__} looks at CPMpy variables, and this problem was not made from any: "
                "tacit.from_pycona makes it of pycona's instance"
            )
        self._given = given
        self._variables = dict(zip(problem.vocabulary.names, own, strict=True))

    def ask(self, query: Query) -> bool:
        """pycona reads the values of the variables, so here they are set, which tacit does nowhere else."""
        shown = query.assignment
        for name, variable in self._variables.items():
            variable._value = shown.get(name)
        answer = getattr(self._given, METHOD)([self._variables[name] for name in query])
        return bool(answer)
