"""Everything tacit raises on purpose.

Each error says what was wrong, where, and what is accepted. Nobody should have to read a traceback from
inside tacit to find out that a variable name was given twice.
"""


class TacitError(Exception):
    """The base of all errors that tacit raises on purpose."""


class ProblemError(TacitError, ValueError):
    """The variables, domains, candidates or background of a problem can't be used."""


class LanguageError(TacitError, ValueError):
    """A relation can't be understood or can't be evaluated."""


class OptionError(TacitError, ValueError):
    """An option of a learner has a value that is not accepted."""


class OracleError(TacitError):
    """The oracle raised, or answered with something else than yes, no or don't know."""


class AnswerError(OracleError):
    """An answer breaks Lemma 1 or Lemma 2 of the paper: no set of constraints at all could give it.

    `earlier` is the query whose answer it contradicts.
    """

    def __init__(self, message: str, *, query: object, earlier: object) -> None:
        super().__init__(message)
        self.query = query
        self.earlier = earlier


class DialogueError(TacitError):
    """The dialogue was used in the wrong order (an answer without a question)."""


class LanguageWarning(UserWarning):
    """A relation is left out, because it is always or never true on the domains of the problem."""
