"""tacit learns a constraint model by asking yes/no questions.

>>> import tacit
>>> problem = tacit.Problem({"a": range(3), "b": range(3), "c": range(3)}, language=["==", "!=", "<", ">"])
>>> result = tacit.learn(problem, [("!=", ["a", "b"]), ("<", ["b", "c"])], seed=0)
>>> str(result.status), sorted(str(c) for c in result.network)
('converged', ['a != b', 'b < c'])
"""

from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.oracles import Rules
from tacit.dialogue.to_the_end import learn
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
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result, Status
from tacit.learning.statistics import Statistics
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.relations import Relation
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
