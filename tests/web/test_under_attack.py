"""The server under attack: those who have no key can't keep out the one who has it, and learn nothing."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from contextlib import ExitStack, closing
from dataclasses import dataclass

import httpx
import pytest

from kit.pages import WEEK, Server, Visitor
from tacit.web.connections import MOST, READ_BURST, gives_way
from tacit.web.guard import Guard, Standing, session_of
from tacit.web.whose import is_ours, user_of

HASTY = (
    "from tacit.web.connections import Connection, Forbearance\n"
    "from tacit.web.guard import Bucket\n"
    f"Connection.forbearance = Forbearance(most=20, ask_s=0.5, strangers=Bucket(5, {READ_BURST}))\n"
    "from tacit.__main__ import main\n"
    "main()\n"
)
SECURITY = ("content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy")


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that loses patience soon."""
    with Server(tmp_path_factory.mktemp("hasty") / "db.sqlite", program=("-c", HASTY)) as server:
        yield server


def test_very_many_fields_in_an_address(server, visitor):
    """Without the key it is refused like everything else; with it, the page says what is wrong."""
    fields = "a&" * 60
    outside = httpx.get(f"{server.base}/?{fields}", trust_env=False)
    assert outside.status_code == 403
    inside = visitor.http.get(f"/?{fields}")
    assert inside.status_code == 400
    for answer in (outside, inside):
        assert all(name in answer.headers for name in SECURITY)


def test_requests_with_very_many_fields_are_counted():
    guard = Guard(None, port=1, secret="s", outside_rate=1, outside_burst=2)
    assert [_status(guard, b"a&" * 60) for _ in range(3)] == [403, 403, 429]


def _status(guard, query, cookie=b""):
    answer = asyncio.run(_asked(guard, query, cookie))
    return answer[0]["status"]


async def _asked(guard, query=b"", cookie=b"", method="GET", receive=None):
    sent = []

    async def send(message):
        sent.append(message)

    headers = [(b"host", b"127.0.0.1:1"), (b"cookie", cookie)]
    scope = {"type": "http", "method": method, "path": "/", "query_string": query, "headers": headers}
    await guard(scope, receive, send)
    return sent


def test_what_is_no_http_gets_the_headers(server):
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=20)) as line:
        line.sendall(b"\x16\x03\x01 not HTTP\r\n\r\n")
        answer = b""
        while part := line.recv(4096):
            answer += part
    head = answer.split(b"\r\n\r\n")[0].decode().lower()
    assert head.startswith("http/1.1 400")
    assert all(name in head for name in SECURITY)


def test_an_error_in_the_guard_gets_the_headers(caplog):
    def broken(*_):
        raise RuntimeError("broken on purpose")

    guard = Guard(None, port=1, secret="s", ours=broken)
    sent = asyncio.run(_asked(guard, cookie=f"tacit_1={session_of('s')}".encode()))
    assert sent[0]["status"] == 500
    assert all(name.encode() in dict(sent[0]["headers"]) for name in SECURITY)
    assert b"on purpose" not in sent[1]["body"]
    assert "broken on purpose" in caplog.text


def test_a_body_that_never_comes():
    async def receive():
        await asyncio.sleep(60)

    guard = Guard(None, port=1, secret="s", body_s=0.01)
    cookie = f"tacit_1={session_of('s')}".encode()
    sent = asyncio.run(_asked(guard, cookie=cookie, method="POST", receive=receive))
    assert sent[0]["status"] == 408


def test_half_sent_requests_do_not_lock_out_the_owner(server):
    """More of them than connections are allowed, and all are held."""
    with ExitStack() as lines:
        for _ in range(MOST + 30):
            line = lines.enter_context(closing(socket.create_connection(("127.0.0.1", server.port), timeout=20)))
            line.sendall(b"GET / HTTP/1.1\r\nHost: ")
        owner = Visitor(server)
        path = owner.start(WEEK)
        assert owner.question(path) is not None
        owner.close()


def test_a_request_that_is_not_finished_is_given_up(hasty):
    """Half a request, half a request after a whole one, bytes that drip, nothing at all: the server hangs up."""
    half = b"GET / HTTP/1.1\r\nHost: "
    for first in (b"", half, f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\n\r\n".encode() + half):
        with closing(socket.create_connection(("127.0.0.1", hasty.port), timeout=20)) as line:
            line.sendall(first)
            assert _hangs_up(line, drip=bool(first))


def _hangs_up(line, *, drip):
    """Does the other side hang up in the end, whatever is sent to it?"""
    line.settimeout(0.1)
    for _ in range(150):
        try:
            if drip:
                line.sendall(b"a")
            if line.recv(65536) == b"":
                return True
        except TimeoutError:
            continue
        except (ConnectionResetError, BrokenPipeError):
            return True
    return False


def test_what_strangers_send_in_masses_is_not_read(hasty):
    """And the owner comes in meanwhile, by the key in the address and then by the cookie."""
    ask = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{hasty.port}\r\n\r\n".encode()
    heads = []
    for _ in range(2 * READ_BURST):
        with closing(socket.create_connection(("127.0.0.1", hasty.port), timeout=20)) as line:
            line.sendall(ask)
            heads.append(line.recv(4096).split(b"\r\n\r\n")[0].decode().lower())
    assert all(head.startswith(("http/1.1 403", "http/1.1 429")) for head in heads)
    assert any("content-length: 0" in head for head in heads)  # not read
    assert all(name in head for head in heads for name in SECURITY)
    owner = Visitor(hasty)
    assert owner.http.get("/").status_code == 200
    owner.close()


def test_a_connection_with_the_key_does_not_give_way(hasty):
    """An owner who keeps a connection open goes on with that very connection while others come and go."""
    owner = Visitor(hasty)
    with ExitStack() as lines:
        for _ in range(60):
            lines.enter_context(closing(socket.create_connection(("127.0.0.1", hasty.port), timeout=20)))
        assert owner.http.get("/").status_code == 200
    owner.close()


@dataclass(eq=False)
class Line:
    number: int
    known: bool = False
    busy: bool = False


def test_who_gives_way():
    newest = Line(9)
    assert gives_way([Line(3, known=True), Line(5), Line(4), newest], newest).number == 4
    assert gives_way([Line(3, True, True), Line(5, True), newest], newest).number == 5
    assert gives_way([Line(3, True, True), newest], newest) is newest


# --- the cookie ---


def test_the_cookie_is_not_the_key(server):
    answer = httpx.get(server.address, trust_env=False)
    name, _, value = answer.headers["set-cookie"].split(";")[0].partition("=")
    assert server.key not in answer.headers["set-cookie"]
    assert httpx.get(server.base, params={"key": value}, trust_env=False).status_code == 403
    assert httpx.get(server.base, headers={"Cookie": f"{name}={server.key}"}, trust_env=False).status_code == 403
    assert httpx.get(server.base, headers={"Cookie": f"{name}={value}"}, trust_env=False).status_code == 200


def test_cookies_of_other_servers_do_no_harm(server, visitor):
    """Any server on 127.0.0.1 can set a cookie of our name, and strange ones beside it."""
    (ours,) = visitor.http.cookies.items()
    name, value = ours
    for before in (f"{name}=theirs; ", 'x="; ', "; ; =; ", "x=" + "\\" * 50_000 + "; "):
        headers = {"Cookie": f"{before}{name}={value}"}
        assert httpx.get(server.base, headers=headers, trust_env=False, timeout=30).status_code == 200


TABLE = """  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:21C2 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0000000000000000
   1: 0100007F:21C2 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0000000000000000
   2: 0100007F:D431 0100007F:21C2 01 00000000:00000000 00:00000000 00000000  1001        0 3 1 0000000000000000
"""


@pytest.mark.skipif(sys.byteorder != "little", reason="the table is of a machine that writes numbers so")
def test_whose_a_connection_is():
    ours, theirs = ("127.0.0.1", 0x21C2), ("127.0.0.1", 0xD431)
    assert user_of(TABLE, theirs, ours) == 1001
    assert user_of(TABLE, ("127.0.0.1", 1), ours) is None
    assert is_ours(None, ours)


def test_what_is_found_out_once_is_kept():
    asked = []

    def ours(*ends):
        asked.append(ends)
        return False

    guard, standing = Guard(None, port=1, secret="s", ours=ours), Standing()
    assert not guard._is_from_us({}, standing)
    assert not guard._is_from_us({}, standing)
    assert len(asked) == 1


STRANGER = """
import encodings.idna, os, socket, sys
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
port, cookie = int(sys.argv[1]), sys.argv[2]
line = socket.create_connection(("127.0.0.1", port), timeout=20)
head = f"GET / HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: close\\r\\nCookie: {cookie}\\r\\n\\r\\n"
line.sendall(head.encode())
print(line.recv(12).decode())
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0, reason="only root can be somebody else, and only Linux tells"
)
def test_the_cookie_is_of_no_use_to_another_user(server, visitor):
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    command = [sys.executable, "-c", STRANGER, str(server.port), cookie]
    for _ in range(2):
        said = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd="/")
        assert said.stdout.strip() == "HTTP/1.1 403", said.stderr
    assert visitor.http.get("/").status_code == 200


def test_malformed_requests_do_not_fill_the_terminal(hasty):
    """Nothing is printed for what strangers send: a terminal that nobody reads would fill, and the server wait."""
    host = f"Host: 127.0.0.1:{hasty.port}\r\n".encode()
    chunked = b"POST /new HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"  # what "zz" is not
    begun = (chunked[:-5],) * 3  # for each of these the server waits a moment
    for what in ((b"nonsense\r\n\r\n", chunked) * 40) + begun:
        with closing(socket.create_connection(("127.0.0.1", hasty.port), timeout=20)) as line:
            line.sendall(what)
            line.recv(12)
    errors = hasty.process.stderr.fileno()
    os.set_blocking(errors, False)
    with pytest.raises(BlockingIOError):  # there is nothing to be read
        os.read(errors, 1)
    os.set_blocking(errors, True)
