"""What `import tacit` offers: `tacit.learn`, `tacit.Problem` and so on."""

from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.oracles import Rules
from tacit.dialogue.telling import in_words
from tacit.dialogue.to_the_end import learn
from tacit.errors import (
    AnswerError,
    DialogueError,
    ExamplesError,
    FamilyError,
    LanguageError,
    LanguageWarning,
    MarkError,
    OptionError,
    OracleError,
    OracleWarning,
    ProblemError,
    RuleError,
    TacitError,
)
from tacit.learning.claims import Claimed
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result, Status
from tacit.learning.statistics import Statistics
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.relations import Relation
from tacit.structure.rule import Free, Number, Rule, Unlimited
from tacit.version import __version__

__all__ = [
    "Answer",
    "AnswerError",
    "Answered",
    "Claimed",
    "Constraint",
    "Dialogue",
    "DialogueError",
    "ExamplesError",
    "FamilyError",
    "Free",
    "LanguageError",
    "LanguageWarning",
    "MarkError",
    "Network",
    "Number",
    "OptionError",
    "OracleError",
    "OracleWarning",
    "Problem",
    "ProblemError",
    "Query",
    "Relation",
    "Reporter",
    "Result",
    "Rule",
    "RuleError",
    "Rules",
    "Statistics",
    "Status",
    "TacitError",
    "Unlimited",
    "__version__",
    "in_words",
    "learn",
]
