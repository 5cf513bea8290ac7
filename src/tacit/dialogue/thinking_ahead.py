"""What comes after each answer to the open question, worked out while somebody thinks about it.

With a million candidates the next question may take a second, and a plan three. So the dialogue is copied, from the
last place to go back to, and each copy is given one answer, in another thread. Whoever answers like that goes on with
the copy. Nothing depends on the clock: the questions are the same as without it.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from tacit.learning.reporter import Reporter
from tacit.problem.query import Answer

if TYPE_CHECKING:
    from tacit.dialogue.dialogue import Dialogue

EVENTS = [name for name in vars(Reporter) if not name.startswith("_") and name != "wants"]
_one_at_a_time = threading.Lock()  # all that is worked out ahead shares one processor: the others are for answers


class Later(Reporter):
    """Keeps what happens, to tell it to another reporter if it turns out to have happened."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self._happened: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        for name in EVENTS:
            setattr(self, name, self._keeper(name))

    def _keeper(self, name: str) -> Any:
        def keep(*args: Any, **kwargs: Any) -> None:
            self._happened.append((name, args, kwargs))

        return keep

    def wants(self, event: str) -> bool:
        return self._reporter.wants(event)

    def tell(self) -> None:
        """Tell all of it now."""
        for name, args, kwargs in self._happened:
            getattr(self._reporter, name)(*args, **kwargs)


class ThinkingAhead:
    """Copies of one dialogue at its open question, each of which is given another answer."""

    def __init__(self, dialogue: Dialogue) -> None:
        """The copies are made here; `work` may be called in another thread."""
        self._question = dialogue.question
        self._copies = {value: twin for value in (True, False) if (twin := dialogue.twin()) is not None}
        self._state = threading.Lock()
        self._begun: dict[bool, threading.Event] = {}
        self._ready: dict[bool, Dialogue] = {}
        self._is_over = False
        self._awaited: bool | None = None  # the answer whose copy somebody waits for

    @property
    def count(self) -> int:
        """How many copies there are."""
        return len(self._copies)

    def work(self) -> None:
        """Work out what comes after one answer after the other, until somebody has answered."""
        for value, twin in self._copies.items():
            with _one_at_a_time:
                with self._state:
                    if self._is_over:
                        return
                    done = self._begun[value] = threading.Event()
                try:
                    if twin.repeat(self._question) and self._is_wanted(value):
                        twin.answer(value)
                        if twin.question is not None:  # the end is worked out anew: it says what all of it took
                            self._ready[value] = twin
                finally:
                    done.set()

    def _is_wanted(self, value: bool) -> bool:
        """May somebody still go on with this answer? Another one may have been given."""
        with self._state:
            return not self._is_over or self._awaited is value

    def after(self, answer: Answer) -> Dialogue | None:
        """The copy that was given this answer; None if there is none. Waits for it, if it is being worked out."""
        with self._state:
            self._is_over = True
            plain = answer.value is not None and not (answer.clash or answer.except_ or answer.number is not None)
            self._awaited = answer.value if plain else None
            done = None if self._awaited is None else self._begun.get(self._awaited)
        if done is None:
            return None
        done.wait()
        return self._ready.get(bool(answer.value))
