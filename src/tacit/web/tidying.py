"""Collects garbage while nobody waits.

Now and then Python looks for cycles among all objects. With a million objects that takes 50 ms and more, and in the
middle of an answer somebody would notice. So objects that exist after the start are taken for permanent, and full
collections wait for a pause, such as every person makes; without a pause they come once a minute.
"""

from __future__ import annotations

import gc
import threading
import time

from starlette.types import ASGIApp, Receive, Scope, Send

PAUSE_S = 0.4
AT_LEAST_S = 60.0


class Tidying:
    """Wraps the application, to see when there are requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.working = 0
        self.last = self.tidied = time.monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.working += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.working -= 1
            self.last = time.monotonic()

    def due(self, now: float) -> bool:
        """Is it time for a full collection?"""
        if self.last < self.tidied:
            return False  # no request has ended since the last collection
        return (not self.working and now - self.last > PAUSE_S) or now - self.tidied > AT_LEAST_S

    def start(self) -> None:
        """Take over from Python's own full collections; a thread of its own waits for the pauses."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)
        threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        while True:
            time.sleep(PAUSE_S / 4)
            if self.due(time.monotonic()):
                gc.collect()
                self.tidied = time.monotonic()
