"""Who may talk to the page, and how much: every request passes here before any other part of tacit sees it.

The page listens on this machine only, but every page in the same browser and every user of the machine can try to talk
to it. So a request must carry a secret, which is in the printed address; the browser gets a cookie for it, from which
the secret can't be found. A request must name the right Host, against foreign names that are made to point here. If it
changes something, it must have the right Origin. And the size and the number of requests are bounded.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import html
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacit.web.whose import is_ours

MAX_BODY = 3_200_000  # enough for a problem file of a million bytes, each of them written as %XX
MAX_FILE = 21_000_000  # a spreadsheet as large as is read, and what a form puts around it
FILES = "/describe/table"  # the only address that takes one
METHODS = ("GET", "HEAD", "POST")
MAX_FIELDS = 50  # in an address
BODY_S = 30.0  # a body must be there by then
BODY = "tacit.body"  # where handlers find the body that was read here
STANDING = "tacit.standing"  # where the connection of a request keeps who it is from

# What a locked page is drawn with. It is the same on every machine, and says nothing about anybody.
OPEN = ("/static/style.css", "/static/icon.svg")
LOCKED = (
    "tacit has been started anew, or this browser has not opened it yet.",
    "Look at the window in which tacit was started. It printed an address that begins with http://127.0.0.1 and has "
    "a key in it: open that address here. Every answer is kept.",
)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": browsers would then send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass
class Bucket:
    """Allows a number of requests a second, and a number of them at once (a burst).

    >>> bucket = Bucket(rate=10, burst=2)
    >>> [bucket.take(now) for now in (0.0, 0.0, 0.0, 0.1)]
    [True, True, False, True]
    """

    rate: float
    burst: float
    level: float = field(init=False)
    last: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.level = self.burst

    def take(self, now: float) -> bool:
        self.level = min(self.burst, self.level + max(0.0, now - self.last) * self.rate)
        self.last = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


@dataclass
class Standing:
    """What is known of a connection."""

    known: bool = False  # it has shown the key
    ours: bool | None = None  # our own user has opened it; None: nobody has looked yet


class Guard:
    """Wraps the application. It lets requests through if they are ours, small enough and not too many."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        port: int,
        secret: str,
        rate: float = 400,
        burst: float = 800,
        outside_rate: float = 20,
        outside_burst: float = 100,
        body_s: float = BODY_S,
        ours: Callable[..., bool] = is_ours,
    ) -> None:
        self.app = app
        self.hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self.secret = secret
        self.session = session_of(secret)
        self.cookie = cookie_name(port)
        self.body_s = body_s
        self.ours = ours
        # Two buckets, so that those who don't know the secret can't use up the requests of the one who does.
        self.inside = Bucket(rate, burst)
        self.outside = Bucket(outside_rate, outside_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        send = _with_headers(send)
        try:
            answer = await self._answer(scope, receive)
        except Exception:  # whatever it is, it is answered with our headers, and the terminal says more
            logging.getLogger("uvicorn.error").exception("A request could not be looked at.")
            answer = _page(500, "Sorry", "Something is wrong inside tacit; the terminal in which it runs says more.")
        await answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive) -> ASGIApp:
        """The application, or a page that says why the request does not get there."""
        headers = Headers(scope=scope)
        refusal = self._refuse(scope, headers)
        if refusal is None and scope["method"] == "POST":
            most = MAX_FILE if scope["path"] == FILES else MAX_BODY
            try:
                async with asyncio.timeout(self.body_s):
                    scope[BODY] = await _read(receive, headers, most)
            except TimeoutError:
                return _page(408, "Too slow", "The rest of it did not come.", headers={"Connection": "close"})
            refusal = _too_large(most) if scope[BODY] is None else None
        return self.app if refusal is None else refusal

    def _refuse(self, scope: Scope, headers: Headers) -> HTMLResponse | None:
        """The answer to a request that may not pass; None if it may."""
        if headers.get("host", "").lower() not in self.hosts or len(headers.getlist("host")) != 1:
            return _page(421, "Wrong address", "tacit answers at the address that it printed, and at no other.")
        query = _fields_of_address(scope["query_string"])
        entered = query is not None and self._is(self.secret, query.get("key", [""])[0])
        known = entered or any(self._is(self.session, given) for given in _cookies(headers, self.cookie))
        standing = scope.get("state", {}).get(STANDING) or Standing()
        known = known and self._is_from_us(scope, standing)
        standing.known |= known
        if not known and scope["path"] in OPEN and scope["method"] == "GET" and self.outside.take(time.monotonic()):
            return None
        if not (self.inside if known else self.outside).take(time.monotonic()):
            return _page(429, "Too many requests", "Wait a moment, and try again.", headers={"Retry-After": "1"})
        if not known:
            return _page(403, "Locked", *LOCKED)
        if query is None:
            return _page(400, "Not an address", f"An address has at most {MAX_FIELDS} fields.")
        if scope["method"] not in METHODS:
            return _page(405, "Not accepted", f"{', '.join(METHODS)} are.")
        if scope["method"] == "POST":
            return None if self._is_own(headers) else _page(403, "Refused", "This came from another page.")
        return self._enter(scope["path"], query) if entered else None

    def _is(self, wanted: str, given: str) -> bool:
        return bool(given) and hmac.compare_digest(given.encode(), wanted.encode())

    def _is_from_us(self, scope: Scope, standing: Standing) -> bool:
        """Has our own user opened the connection? A cookie alone may be known to a server of somebody else."""
        if standing.ours is None:
            standing.ours = self.ours(scope.get("client"), scope.get("server"))
        return standing.ours

    def _is_own(self, headers: Headers) -> bool:
        """Did one of our own pages send this, by what the browser says? (Each form has a token besides.)"""
        if headers.get("sec-fetch-site", "same-origin") != "same-origin":
            return False
        return headers.get("origin", f"http://{headers['host']}") == f"http://{headers['host']}"

    def _enter(self, path: str, query: Mapping[str, list[str]]) -> HTMLResponse:
        """The secret is exchanged for a cookie, and the address becomes a clean one.

        This is done by a page and not by a redirect: after a link from elsewhere, a browser would not send the cookie
        with the redirected request.
        """
        rest = [(name, value) for name, values in query.items() if name != "key" for value in values]
        # Exactly one slash: two would begin the address of another machine.
        clean = html.escape("/" + path.lstrip("/\\") + ("?" + urlencode(rest) if rest else ""))
        response = HTMLResponse(
            f'<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>tacit</title>'
            f'<meta http-equiv="refresh" content="0;url={clean}"><p><a href="{clean}">tacit</a>'
        )
        # As with the prefix "__Host-", but for "Secure", which needs HTTPS: no Domain, and the path is "/".
        response.set_cookie(self.cookie, self.session, httponly=True, samesite="strict", path="/")
        return response


def cookie_name(port: int) -> str:
    """Cookies of one host are shared by all its ports; the name keeps those of two servers apart."""
    return f"tacit_{port}"


def session_of(secret: str) -> str:
    """What the cookie is. The secret can't be found from it, and it ends with the server that has made the secret."""
    return hmac.new(secret.encode(), b"session", hashlib.sha256).hexdigest()


def form_token(secret: str) -> str:
    """The token that our forms carry; a page that can't read ours doesn't know it."""
    return hmac.new(secret.encode(), b"form", hashlib.sha256).hexdigest()


def _fields_of_address(query: bytes) -> dict[str, list[str]] | None:
    """The fields after the question mark; None if they are too many."""
    try:
        return parse_qs(query.decode("latin-1"), max_num_fields=MAX_FIELDS)
    except ValueError:
        return None


def _cookies(headers: Headers, name: str) -> Iterator[str]:
    """The cookies of this name. Another server on this machine may have set one, too.

    Not by `http.cookies`, which takes seconds for some headers.
    """
    for cookie in "; ".join(headers.getlist("cookie")).split(";"):
        key, _, value = cookie.strip().partition("=")
        if key == name:
            yield value


async def _read(receive: Receive, headers: Headers, most: int) -> bytes | None:
    """The whole body; None if it is too large, whether or not its length was announced."""
    length = headers.get("content-length", "0")
    if not length.isdecimal() or len(length) > 12 or int(length) > most:
        return None
    parts: list[bytes] = []
    size = 0
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return b""  # the sender has gone
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            return None
        more = message.get("more_body", False)
    return b"".join(parts)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _page(status: int, title: str, *texts: str, headers: Mapping[str, str] | None = None) -> HTMLResponse:
    """A page that looks like the others, and says nothing about what is behind it."""
    said = "".join(f'<p class="lead">{text}</p>' for text in texts)
    body = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title} · tacit</title>'
        '<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/style.css"></head>'
        '<body><header class="top"><span class="brand">tacit</span></header>'
        f'<main class="page narrow"><h1>{title}</h1>{said}</main></body></html>'
    )
    return HTMLResponse(body, status, dict(headers or {}))


def _too_large(most: int) -> HTMLResponse:
    return _page(413, "Too large", f"At most {most:,} bytes are accepted.")


def fields(body: bytes) -> Iterator[tuple[str, str]]:
    """The fields of a form, as browsers send them."""
    for name, values in parse_qs(
        body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=60_000
    ).items():
        yield from ((name, value) for value in values)
