"""Places to go back to: copies of the asker from the top of the learner's main loop, where nothing is on the stack.

They make undo quick in long interviews: the learner goes back to the last place before an answer, and repeats only the
questions after that place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.learning.asker import Asker

EVERY = 20  # questions
MOST = 60
RECENT = 100  # questions; no copy that is younger is given up


class Checkpoints:
    """Copies of askers, by the number of questions that had been asked."""

    def __init__(self) -> None:
        self._kept: dict[int, Asker] = {}
        self._next = 0

    def take(self, asker: Asker) -> None:
        """Keep a copy, if one is due."""
        asked = asker.answers.asked
        if asked < self._next:
            return
        self._kept[asked] = asker.copy()
        self._next = asked + EVERY
        if len(self._kept) > MOST:  # give up every other one of the older copies
            numbered = enumerate(self._kept.items())
            self._kept = {n: kept for i, (n, kept) in numbered if i % 2 or asked - n < RECENT}

    def back_to(self, asked: int) -> tuple[int, Asker] | None:
        """A copy of the last asker that had asked at most this many questions, and how many it had asked.

        Later ones are forgotten.
        """
        self._kept = {n: kept for n, kept in self._kept.items() if n <= asked}
        if not self._kept:
            return None
        last = max(self._kept)
        self._next = last + EVERY
        return last, self._kept[last].copy()
