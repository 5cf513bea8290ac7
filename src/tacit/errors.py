"""Everything tacit raises on purpose.

Each error says what was wrong, where, and what is accepted. Nobody should have to read a traceback from
inside tacit to find out that a variable name was given twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class TacitError(Exception):
    """The base of all errors that tacit raises on purpose."""


class ProblemError(TacitError, ValueError):
    """The variables, domains, candidates or background of a problem can't be used."""


class FamilyError(ProblemError):
    """No rows, columns, boxes or other family of the problem is called so, or it has no such part."""


class LanguageError(TacitError, ValueError):
    """A relation can't be understood or can't be evaluated."""


class ExamplesError(ProblemError):
    """A known example can't be read, or contradicts the language or another example."""


class OptionError(TacitError, ValueError):
    """An option of a learner has a value that is not accepted."""


class OracleError(TacitError):
    """The oracle raised, or answered with something other than yes, no or don't know."""


class AnswerError(OracleError):
    """An answer that no set of constraints at all could give (Lemmas 1 and 2 of the paper), or an exception to a rule
    that is none.

    `earlier` is the query whose answer it contradicts, if there is one.
    """

    def __init__(self, message: str, *, query: object = None, earlier: object = None) -> None:
        super().__init__(message)
        self.query = query
        self.earlier = earlier


class MarkError(OracleError):
    """A variable marked as clashing has no value, or no candidate is violated by the marked variables alone."""


class RuleError(TacitError, ValueError):
    """A rule that a person has said is about nothing, is not in the language, or contradicts earlier answers.

    `yes`, `no` and `claims` are the earlier answers that it contradicts: examples, and answers about rules.
    """

    def __init__(
        self, message: str, *, yes: Sequence[object] = (), no: object = None, claims: Sequence[object] = ()
    ) -> None:
        super().__init__(message)
        self.yes = tuple(yes)
        self.no = no
        self.claims = tuple(claims)


class DialogueError(TacitError):
    """The dialogue was used in the wrong order (an answer without a question)."""


class Undecided(Exception):
    """A solver gave up before it knew. Not for users: whoever asks the solver says what that means."""


class LanguageWarning(UserWarning):
    """A relation is left out, because it is always or never true on the domains of the problem."""


class OracleWarning(UserWarning):
    """An oracle says more than can be learned: a rule about more variables than any relation has, or an objective."""


def nearest(given: object, words: Iterable[str]) -> str:
    """A hint at the word that was probably meant; empty if there is none.

    >>> nearest("gird[0,0]", ["grid[0,0]", "grid[0,1]"])
    " (did you mean 'grid[0,0]'?)"
    """
    import difflib

    close = difflib.get_close_matches(str(given), list(words), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
