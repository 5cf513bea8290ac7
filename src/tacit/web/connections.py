"""Connections to the page: each has to ask for something soon, and those that have not shown the key give way.

uvicorn waits for the rest of a request for ever, and counts all connections alike. So whoever opens two hundred of them
and says nothing would lock out the owner. Here no connection is refused because of others: if there are too many, the
oldest one that has not shown the key is closed. A new one is read before it can become the oldest, because only some
are accepted at once; so the owner, whose browser sends the key with its first bytes, always gets in.

To read a request takes a millisecond, and strangers may send hundreds a second. If they do, what has the key nowhere in
its first bytes is refused without being read.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tacit.web.guard import HEADERS, STANDING, Bucket, Standing

MOST = 200  # connections; many systems allow a process 256 open files
AT_ONCE = 40  # are accepted in one turn of the event loop: far fewer than MOST
QUEUE = 1024  # wait to be accepted, as far as the system allows
READ, READ_BURST = 60, 200  # pieces of what strangers send that are read, a second and at once
ASK_S = 10.0  # a request must be there so long after the connection was made, or after the last answer

UNREAD = "".join(
    f"{line}\r\n"
    for line in (
        "HTTP/1.1 429 Too Many Requests",
        *(f"{name}: {value}" for name, value in HEADERS.items()),
        "Retry-After: 1",
        "Content-Length: 0",
        "Connection: close",
        "",
    )
).encode("ascii")

_numbers = itertools.count()


class AnyConnection(Protocol):
    """What has to be known of a connection to decide which one gives way."""

    number: int  # in the order in which they were made

    @property
    def known(self) -> bool:
        """Has it shown the key?"""

    @property
    def busy(self) -> bool:
        """Is a request being answered?"""


C = TypeVar("C", bound=AnyConnection)


def gives_way(connections: Iterable[C], newest: C) -> C:
    """The connection to be closed if there are too many: the oldest without the key, or else the oldest idle one."""
    others = [each for each in connections if each is not newest]
    strangers = [each for each in others if not each.known]
    return min(strangers or [each for each in others if not each.busy] or [newest], key=lambda each: each.number)


@dataclass
class Forbearance:
    """How long, and with how many, the server is patient."""

    most: int = MOST
    ask_s: float = ASK_S
    strangers: Bucket = field(default_factory=lambda: Bucket(READ, READ_BURST))
    keys: tuple[bytes, ...] = ()  # that the owner's requests have one of


class Connection(H11Protocol):
    """A connection that gives way."""

    forbearance = Forbearance()

    def __init__(self, *, app_state: dict[str, Any], **named: Any) -> None:
        self.standing = Standing()
        super().__init__(app_state={**app_state, STANDING: self.standing}, **named)
        self.number = next(_numbers)
        self.since = self.loop.time()  # when it was made, or was answered last

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.forbearance.most:
            found = gives_way((each for each in self.connections if isinstance(each, Connection)), self)
            found.drop()

    def data_received(self, data: bytes) -> None:
        forbearance = self.forbearance
        if self.known or forbearance.strangers.take(self.loop.time()) or any(key in data for key in forbearance.keys):
            super().data_received(data)
        else:
            self.transport.write(UNREAD)
            self.transport.close()

    @property
    def known(self) -> bool:
        return self.standing.known

    @property
    def busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def drop(self) -> None:
        """Close it at once. It is out of the count at once, too, though the system says so a little later."""
        self.connections.discard(self)
        self.transport.abort()

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def is_overdue(self, now: float) -> bool:
        """Has it asked for nothing for too long, or for only half of something?"""
        return not self.busy and now - self.since > self.forbearance.ask_s

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP gets one line, with the headers that every answer has.

        It may be no HTTP from its body on: then nobody waits for the page that is under way.
        """
        if self.busy:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        headers = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close", **HEADERS}
        with suppress(h11.LocalProtocolError):  # an answer is under way already
            events: list[Any] = [
                h11.Response(status_code=400, headers=list(headers.items()), reason=b"Bad Request"),
                h11.Data(data=msg.encode("ascii", "replace")),
                h11.EndOfMessage(),
            ]
            for event in events:
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


def drop_overdue(connections: Iterable[object], clock: Callable[[], float]) -> None:
    """Close the connections that have asked for nothing for too long."""
    for each in list(connections):
        if isinstance(each, Connection) and each.is_overdue(clock()):
            each.drop()
