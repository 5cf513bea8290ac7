"""The threads in which pages are made. They don't keep the process from ending.

A page may take as long as the learner thinks. Starlette's own threads would make Ctrl-C wait for that, though every
answer is on disk by then, and nothing is lost if the rest is not done.
"""

from __future__ import annotations

import asyncio
import contextvars
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

MOST = 40

T = TypeVar("T")
Job = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]", Callable[[], Any]]


class HandlerThreads:
    """Threads that are made as they are needed, and then wait for more."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.working = 0
        self._made = 0
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._lock = threading.Lock()

    async def run(self, function: Callable[..., T], *given: Any) -> T:
        """Call a function in a thread, and wait for what it returns. It goes on if nobody waits any more."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        context = contextvars.copy_context()
        with self._lock:
            self.working += 1
            if self.working > self._made and self._made < self.most:
                self._made += 1
                threading.Thread(target=self._work, name=f"page {self._made}", daemon=True).start()
        self._jobs.put((loop, done, lambda: context.run(function, *given)))
        return await done

    def _work(self) -> None:
        while True:
            loop, done, call = self._jobs.get()
            result, error = None, None
            try:
                result = call()
            except Exception as raised:
                error = raised
            with self._lock:
                self.working -= 1
            with suppress(RuntimeError):  # the server has ended in the meantime
                loop.call_soon_threadsafe(_tell, done, result, error)
            del done, call, result, error  # nothing is kept alive while it waits


def _tell(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if done.done():  # nobody waits any more
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
