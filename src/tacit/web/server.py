"""The server: on this machine only, with a secret in its address."""

from __future__ import annotations

import asyncio
import logging
import secrets
import socket
import threading
from collections.abc import Callable, Sequence

import uvicorn

from tacit.errors import OptionError
from tacit.formats.problem_file import ProblemFile
from tacit.interview import Log
from tacit.problem.query import Answered
from tacit.web.app import create_app
from tacit.web.connections import AT_ONCE, QUEUE, Connection, drop_overdue
from tacit.web.desk import OPENING
from tacit.web.guard import session_of
from tacit.web.handler_threads import HandlerThreads
from tacit.web.tidying import Tidying

HOST = "127.0.0.1"
PORT = 8642
GRACE_S = 0.4  # what is under way at Ctrl-C may be finished


class LeftBusy(KeyboardInterrupt):
    """The server was ended while a page was still being made. Its thread ends with the process."""


def serve(
    log: Log,
    *,
    port: int | None = None,
    file: ProblemFile | None = None,
    examples: Sequence[Answered] = (),
    memory: int | None = None,
    ready: Callable[[str], None] = print,
) -> None:
    """Run until Ctrl-C. When the page can be opened, `ready` is called with its address.

    memory: bytes for all interviews that are in memory; by default, about what is reasonable on this machine
    Raises `LeftBusy` if Ctrl-C came while something long was under way. Whoever catches it should end the process at
    once, without waiting for threads.
    """
    listening = _listen(port)
    number = listening.getsockname()[1]
    secret = secrets.token_urlsafe(32)
    workers = HandlerThreads()
    page = create_app(log, port=number, secret=secret, file=file, examples=examples, memory=memory, workers=workers)
    app = Tidying(page)
    config = uvicorn.Config(
        app,
        http=Connection,
        log_level="error",
        access_log=False,
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        backlog=AT_ONCE,
    )
    Connection.forbearance.keys = (secret.encode(), session_of(secret).encode())
    server = _Server(config, app, lambda: ready(f"http://{HOST}:{number}/?key={secret}"))
    try:
        asyncio.run(server.serve(sockets=[listening]))
    except KeyboardInterrupt:
        if workers.working or any(each.name == OPENING for each in threading.enumerate()):
            raise LeftBusy from None
        raise


class _Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, tidying: Tidying, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.tidying = tidying
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or []:
            listening.listen(QUEUE)  # asyncio has one number for what is accepted at once, and for what may wait
        if self.started:
            threading.Thread(target=self._prepare, daemon=True).start()
            self.ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # each second
            drop_overdue(self.server_state.connections, asyncio.get_running_loop().time)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what can be finished soon, and leave the rest: what was answered is on disk."""
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        clock = asyncio.get_running_loop().time
        end = clock() + GRACE_S
        while self.server_state.tasks and clock() < end:
            await asyncio.sleep(0.02)
        if self.server_state.tasks:
            logging.getLogger("uvicorn.error").disabled = True  # nobody needs to be told that these are given up

    def _prepare(self) -> None:
        """Load CPMpy ahead: it takes a second, and nobody should wait for it in the middle of an interview."""
        from tacit.exact import cpsat

        assert cpsat
        self.tidying.start()


def _listen(port: int | None) -> socket.socket:
    """A socket at the port that was asked for; without one, at our usual port or any free one."""
    for number in (PORT, 0) if port is None else (port,):
        # The protocol is named, so that asyncio sends small packets at once; otherwise the second one waits 40 ms.
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            return listening
        except OSError as error:
            listening.close()
            reason = error
    raise OptionError(f"--port {port}: {reason.strerror}")
