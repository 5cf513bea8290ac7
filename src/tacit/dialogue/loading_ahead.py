"""CP-SAT is slow to load, and examples of bounds need it: it is loaded while the first question is read."""

from __future__ import annotations

import importlib
import sys
from contextlib import suppress
from threading import Thread

SLOW = "tacit.exact.partial"


def load_ahead() -> None:
    """Load what will be needed later; whoever needs it earlier waits for it."""
    if SLOW not in sys.modules:
        Thread(target=_load).start()


def _load() -> None:
    with suppress(RuntimeError):  # the program has ended in the meantime: nobody needs it any more
        importlib.import_module(SLOW)
