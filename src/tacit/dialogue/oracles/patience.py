"""How long a program is asked that answers "don't know" to everything. People are asked on: they may yet know."""

from __future__ import annotations

from collections.abc import Iterable

MOST = 20  # questions
KNOWS_NOTHING = "knows nothing"  # the reason of a result


class Patience:
    """Hears the answers of a program, and ends when the first of them were all "don't know".

    A function without a return statement, or a command that misunderstands each question, would otherwise be asked
    thousands of questions for nothing.
    """

    def __init__(self, answers: Iterable[object] = ()) -> None:
        self._unknown = 0
        self._known = False
        for answer in answers:
            self.hear(answer)

    def hear(self, answer: object) -> None:
        """Hear an answer; None is "don't know"."""
        self._known = self._known or answer is not None
        self._unknown += answer is None

    @property
    def is_over(self) -> bool:
        return not self._known and self._unknown >= MOST
