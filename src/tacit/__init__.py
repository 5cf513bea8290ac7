"""tacit learns a constraint model by asking yes/no questions.

>>> import tacit
>>> problem = tacit.Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["==", "!=", "<", ">"])
>>> result = tacit.learn(problem, [("!=", ["a", "b"]), ("<", ["b", "c"])], seed=0)
>>> str(result.status), sorted(str(c) for c in result.network)
('converged', ['a != b', 'b < c'])
"""

from tacit.dialogue import Dialogue, learn
from tacit.errors import (
    AnswerError,
    DialogueError,
    ExamplesError,
    LanguageError,
    LanguageWarning,
    MarkError,
    OptionError,
    OracleError,
    OracleWarning,
    ProblemError,
    TacitError,
)
from tacit.network import Constraint, Network
from tacit.oracles import Rules
from tacit.problem import Problem
from tacit.query import Answer, Answered, Query
from tacit.relations import Relation
from tacit.reporter import Reporter
from tacit.result import Result, Status
from tacit.statistics import Statistics
from tacit.version import __version__

__all__ = [
    "Answer",
    "AnswerError",
    "Answered",
    "Constraint",
    "Dialogue",
    "DialogueError",
    "ExamplesError",
    "LanguageError",
    "LanguageWarning",
    "MarkError",
    "Network",
    "OptionError",
    "OracleError",
    "OracleWarning",
    "Problem",
    "ProblemError",
    "Query",
    "Relation",
    "Reporter",
    "Result",
    "Rules",
    "Statistics",
    "Status",
    "TacitError",
    "__version__",
    "learn",
]
