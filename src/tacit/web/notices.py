"""Notices, each for the tab that it belongs to.

A tab has no name that a browser would send. So a notice gets a key, which is added to the address that the form leads
to: whoever loads that address sees the notice, also when loading it again, and no other tab does. Our own script gets
the notice with the next question, and puts the key into the address itself (X-Tacit-At).
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response

KEY = "notice"  # in addresses
MOST = 20  # notices of one interview that are kept

# The notice that the page at work is about: that of its address, or the one that was made on the way.
_wanted: ContextVar[str] = ContextVar("wanted", default="")
_made: ContextVar[bool] = ContextVar("made", default=False)


@dataclass(frozen=True)
class Notice:
    """Something to tell on the next screen. It stays until the next answer, even if the page is reloaded."""

    text: str
    kind: str = "info"  # or "problem"
    entries: tuple[int, ...] = ()  # the answers it is about, to be shown with "change this one"


class Notices:
    """The notices of an interview, by their keys."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Notice] = OrderedDict()

    @property
    def notice(self) -> Notice | None:
        """The notice for the tab whose request is being answered. What is set here is shown there, and nowhere else."""
        return self._kept.get(_wanted.get())

    @notice.setter
    def notice(self, notice: Notice | None) -> None:
        key = ""
        if notice is not None:
            key = secrets.token_hex(4)
            self._kept[key] = notice
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        _wanted.set(key)
        _made.set(True)


def for_its_tab(page: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """A page or an action that knows which notice belongs to it, and leads to an address that does."""

    @wraps(page)
    def answered(request: Request) -> Response:
        _wanted.set(request.query_params.get(KEY, ""))
        _made.set(False)
        response = page(request)
        if not _made.get():
            return response
        interview = request.path_params.get("id")
        for header in ("location", "x-tacit-go"):
            if header in response.headers:
                response.headers[header] = _with_key(response.headers[header], _wanted.get())
        if "x-tacit" in request.headers and interview is not None and "location" not in response.headers:
            response.headers["X-Tacit-At"] = _with_key(f"/i/{interview}", _wanted.get())
        return response

    return answered


def _with_key(address: str, key: str) -> str:
    """
    >>> _with_key("/i/5", "ab12"), _with_key("/i/5?tab=history#top", "ab12"), _with_key("/i/5", "")
    ('/i/5?notice=ab12', '/i/5?tab=history&notice=ab12#top', '/i/5')
    """
    if not key:
        return address
    address, mark, place = address.partition("#")
    return f"{address}{'&' if '?' in address else '?'}{KEY}={key}{mark}{place}"
