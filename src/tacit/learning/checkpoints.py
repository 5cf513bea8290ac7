"""Places to go back to: copies of a learner's state at the top of its main loop, where nothing is on the stack.

They make undo quick in long interviews: the learner goes back to the last place before an answer, and only what came
after it is asked again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.learning.state import State

EVERY = 20  # questions
MOST = 60
RECENT = 100  # questions within which none is given up


class Checkpoints:
    """Copies of states, by the number of questions that had been asked."""

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._next = 0

    def take(self, state: State) -> None:
        """Keep a copy, if one is due."""
        asked = state.asked
        if asked < self._next:
            return
        self._states[asked] = state.copy()
        self._next = asked + EVERY
        if len(self._states) > MOST:  # the older, the fewer
            numbered = enumerate(self._states.items())
            self._states = {n: kept for i, (n, kept) in numbered if i % 2 or asked - n < RECENT}

    def back_to(self, asked: int) -> tuple[int, State] | None:
        """A copy of the last state that had asked at most so many questions. Those after it are forgotten."""
        self._states = {n: kept for n, kept in self._states.items() if n <= asked}
        if not self._states:
            return None
        last = max(self._states)
        self._next = last + EVERY
        return last, self._states[last].copy()
