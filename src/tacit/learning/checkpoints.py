"""Places to go back to: copies of the asker from the top of the learner's main loop, where nothing is on the stack.

They make undo quick in long interviews: the learner goes back to the last place before an answer, and repeats only the
questions after that place. A copy is due after some questions, or as soon as it takes much less time than to repeat the
work since the last one: with very many candidates that is after each question. (Clocks decide only where copies are
made, never what is asked.) Of large askers only a few copies are kept. If there are too many, every other one of the
older half is given up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.learning.asker import Asker

EVERY = 20  # questions
MOST = 60
FEWEST = 6  # however large they are
ROOM = 300 * 2**20  # bytes for all of them, but for the fewest
BYTES = 40  # of a candidate in a copy (measured with guided, 20 × 20 cells and six relations: 39)
WORTH = 4.0  # a copy is due when the work since the last one has taken so many times as long as a copy


class Checkpoints:
    """Copies of askers, by the number of questions that had been asked."""

    def __init__(self, clock: Callable[[], float] = time.process_time) -> None:
        self._kept: dict[int, Asker] = {}
        self._next = 0
        self._clock = clock  # of work, which stands still while somebody thinks
        self._since = clock()  # when the last copy was made
        self._price = 0.0  # what a copy takes
        self._size = 0  # of a copy, in bytes

    def take(self, asker: Asker) -> None:
        """Keep a copy, if one is due."""
        asked, now = asker.answers.asked, self._clock()
        soon = bool(self._kept) and asked > max(self._kept) and now - self._since > WORTH * self._price
        if asked < self._next and not soon:
            return
        self._kept[asked] = asker.copy()
        self._next = asked + EVERY
        self._since = self._clock()
        self._price = self._since - now
        self._size = BYTES * asker.space.rows.size
        self._give_up()

    def _give_up(self) -> None:
        """Give up every other one of the older copies, if there are too many."""
        most = min(MOST, max(FEWEST, ROOM // max(1, self._size)))
        if len(self._kept) <= most:
            return
        young = sorted(self._kept)[-most // 2]
        numbered = enumerate(self._kept.items())
        self._kept = {n: kept for i, (n, kept) in numbered if i % 2 == 0 or n > young}

    def memory(self) -> int:
        """About how many bytes they need."""
        return len(self._kept) * self._size

    def newest(self, asked: int) -> Asker | None:
        """A copy of the asker when just so many questions had been asked, if it is kept."""
        return self._kept[asked].copy() if asked in self._kept else None

    def after(self, asked: int) -> Checkpoints:
        """Checkpoints for a copy that goes on from there: what it keeps is later than that."""
        found = Checkpoints(self._clock)
        found._next = asked + 1
        return found

    def take_over(self, later: Checkpoints) -> None:
        """Keep what a copy has kept that went on from here."""
        self._kept |= later._kept
        if later._kept:
            self._next = max(later._kept) + EVERY
            self._price, self._size = later._price, later._size
        self._since = self._clock()
        self._give_up()

    def back_to(self, asked: int) -> tuple[int, Asker] | None:
        """A copy of the last asker that had asked at most this many questions, and how many it had asked.

        Later ones are forgotten.
        """
        self._kept = {n: kept for n, kept in self._kept.items() if n <= asked}
        if not self._kept:
            return None
        last = max(self._kept)
        self._next = last + EVERY
        self._since = self._clock()
        return last, self._kept[last].copy()
