"""Reads what comes in: our own forms, and numbers in addresses."""

from __future__ import annotations

import hmac
import re

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tacit.interview import Entry, Interview
from tacit.web.desk import Missing
from tacit.web.guard import BODY, fields

OLD_PAGE = "tacit was started anew after this page was opened: load the page again, and everything goes on"
ANSWERS: dict[str, bool | None] = {"yes": True, "no": False, "unknown": None}


class Refused(Exception):
    """A form without the token that our forms carry, or with a value that the form does not offer."""


class Form:
    """What was sent with one of our forms."""

    def __init__(self, request: Request, token: str) -> None:
        try:
            self.given = self.read(request)
        except ValueError:
            raise Refused("too many fields") from None
        if not hmac.compare_digest(self.text("token").encode(), token.encode()):
            raise Refused(OLD_PAGE)

    def read(self, request: Request) -> list[tuple[str, str]]:
        """The fields, by name."""
        return list(fields(request.scope.get(BODY) or b""))

    def text(self, name: str) -> str:
        return next((value for key, value in self.given if key == name), "")

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.given if key == name]

    def answer(self) -> bool | None:
        if self.text("answer") not in ANSWERS:
            raise Refused(f"an answer is one of {', '.join(ANSWERS)}")
        return ANSWERS[self.text("answer")]


def number(text: str) -> int:
    """A number as it may stand in an address."""
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise Missing("there is no such page")
    return int(text)


def interview_id(request: Request) -> int:
    return number(request.path_params["id"])


def entry_at(request: Request, interview: Interview) -> Entry:
    position = number(request.path_params["position"])
    found = next((entry for entry in interview.entries if entry.position == position), None)
    if found is None:
        raise Missing(f"there is no answer {position}")
    return found


def go(interview: int, rest: str = "") -> Response:
    """Redirect to the screen of an interview. Done after each form, so that reloading does not send it again."""
    return RedirectResponse(f"/i/{interview}{rest}", 303)


def wants_plans(form: Form) -> bool:
    """Which way somebody has chosen: plans until one is right, or questions until everything is known."""
    until = form.text("until") or "scopes"
    if until not in ("scopes", "plan"):
        raise Refused("until is scopes or plan")
    return until == "plan"
