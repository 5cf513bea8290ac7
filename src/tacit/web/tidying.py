"""Garbage is collected when nobody waits.

Python looks for cycles among all objects now and then, which takes it 50 ms and more once there are a million of them:
in the middle of an answer somebody would notice. So what is there after the start is taken for permanent, and full
collections wait for a pause, such as every person makes; without one they come once a minute.
"""

from __future__ import annotations

import gc
import threading
import time

from starlette.types import ASGIApp, Receive, Scope, Send

PAUSE_S = 0.4
AT_LEAST_S = 60.0


class Tidying:
    """Around the application: sees when there are requests."""

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
            return False  # nothing has happened since
        return (not self.working and now - self.last > PAUSE_S) or now - self.tidied > AT_LEAST_S

    def start(self) -> None:
        """From here on; a thread of its own waits for the pauses."""
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
