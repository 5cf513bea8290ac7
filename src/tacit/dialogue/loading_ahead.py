"""CP-SAT is slow to load, and examples of bounds need it: it is loaded while the first question is read."""

from __future__ import annotations

import importlib
import sys
from threading import Thread

SLOW = "tacit.exact.partial"


def load_ahead() -> None:
    """Load what will be needed later; whoever needs it earlier waits for it."""
    if SLOW not in sys.modules:
        Thread(target=importlib.import_module, args=(SLOW,)).start()
