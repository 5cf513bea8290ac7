"""What `import tacit` offers: `tacit.learn`, `tacit.Problem` and so on."""

from tacit.carrying.carried import Carried
from tacit.carrying.carry import carry_over
from tacit.dialogue.dialogue import Dialogue
from tacit.dialogue.from_examples import learn_from
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
from tacit.learning.expected import Expected
from tacit.learning.reporter import Reporter
from tacit.learning.result import Result, Status
from tacit.learning.statistics import Statistics
from tacit.modelling.pycona_instance import from_pycona
from tacit.problem.network import Constraint, Network
from tacit.problem.problem import Problem
from tacit.problem.query import Answer, Answered, Query
from tacit.problem.relations import Relation
from tacit.regularities.regularity import Regularity
from tacit.sheets.plan_files import read_plans, write_plans
from tacit.structure.rule import Free, Number, Review, Rule, Unlimited
from tacit.version import __version__

__all__ = [
    "Answer",
    "AnswerError",
    "Answered",
    "Carried",
    "Claimed",
    "Constraint",
    "Dialogue",
    "DialogueError",
    "ExamplesError",
    "Expected",
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
    "Regularity",
    "Relation",
    "Reporter",
    "Result",
    "Review",
    "Rule",
    "RuleError",
    "Rules",
    "Statistics",
    "Status",
    "TacitError",
    "Unlimited",
    "__version__",
    "carry_over",
    "from_pycona",
    "in_words",
    "learn",
    "learn_from",
    "read_plans",
    "write_plans",
]
