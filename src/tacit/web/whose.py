"""Whose a connection is: on Linux, the system says which user has opened the other end.

Cookies don't know ports: a browser sends ours to every server on 127.0.0.1 that somebody visits, also to one of another
user of the machine. With this check, the cookie is of no use to that user. Where the system does not say whose a
connection is, nothing is refused because of it.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

TABLE = "/proc/net/tcp"
ROOT = 0  # may do all anyway; and what forwards connections into a virtual machine runs as root there


def is_ours(client: tuple[str, int] | None, server: tuple[str, int | None] | None) -> bool:
    """False if another user of this machine has opened the connection from `client` to `server`."""
    if client is None or server is None or server[1] is None or not hasattr(os, "getuid"):
        return True
    with suppress(OSError, ValueError), open(TABLE, encoding="ascii") as lines:
        user = user_of(lines.read(), client, (server[0], server[1]))
        return user is None or user in (os.getuid(), ROOT)
    return True


def user_of(table: str, client: tuple[str, int], server: tuple[str, int]) -> int | None:
    """The user who has opened a connection, by the system's table of connections; None if it is not there."""
    ends = [_as_in_the_table(*client), _as_in_the_table(*server)]
    for line in table.splitlines()[1:]:
        fields = line.split()
        if fields[1:3] == ends:
            return int(fields[7])
    return None


def _as_in_the_table(address: str, port: int) -> str:
    """
    >>> _as_in_the_table("127.0.0.1", 8642) in ("0100007F:21C2", "7F000001:21C2")  # as the processor writes numbers
    True
    """
    return f"{int.from_bytes(socket.inet_aton(address), sys.byteorder):08X}:{port:04X}"
