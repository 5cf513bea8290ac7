"""The application: addresses, templates, and what is shown when something goes wrong."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.errors import TacitError
from tacit.formats.problem_file import ProblemFile
from tacit.interview import Log, LogError
from tacit.query import Answered
from tacit.version import __version__
from tacit.web.desk import Desk, Missing
from tacit.web.guard import Guard, form_token
from tacit.web.pages import Pages, Refused, line_text

STATIC = {"style.css": "text/css", "page.js": "text/javascript", "icon.svg": "image/svg+xml"}


def create_app(
    log: Log,
    *,
    port: int,
    secret: str,
    file: ProblemFile | None = None,
    examples: Sequence[Answered] = (),
    **limits: float,
) -> Starlette:
    """The page as an ASGI application.

    file, examples: a problem to offer on the start page, and what is known of it
    limits:         of `Guard`
    """
    contents = {name: (files("tacit.web") / "static" / name).read_bytes() for name in STATIC}
    render = _renderer({name: hashlib.blake2s(text, digest_size=6).hexdigest() for name, text in contents.items()})
    pages = Pages(Desk(log), render, form_token(secret), file, examples)

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in contents:
            raise Missing("there is no such file")
        # The address changes with the file.
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return Response(contents[name], media_type=STATIC[name], headers=headers)

    return Starlette(
        routes=_routes(pages, static),
        middleware=[Middleware(Guard, port=port, secret=secret, **limits)],
        exception_handlers=_handlers(pages),
    )


def _routes(pages: Pages, static: Callable[[Request], Response]) -> list[Route]:
    def get(path: str, page: Callable[[Request], Response]) -> Route:
        return Route(path, page, methods=["GET"])

    def post(path: str, action: Callable[[Request], Response]) -> Route:
        return Route(path, action, methods=["POST"])

    return [
        get("/", pages.start),
        get("/static/{name}", static),
        post("/new", pages.new),
        get("/i/{id}", pages.interview),
        get("/i/{id}/side", pages.side),
        get("/i/{id}/progress", pages.progress),
        post("/i/{id}/answer", pages.answer),
        get("/i/{id}/answers", pages.history),
        get("/i/{id}/answers/{position}", pages.answered),
        post("/i/{id}/answers/{position}", pages.change),
        get("/i/{id}/model", pages.model),
        get("/i/{id}/why/{number}", pages.why),
        get("/i/{id}/export/{format}", pages.export),
        get("/i/{id}/solutions", pages.solutions),
        post("/i/{id}/verdict", pages.verdict),
        post("/i/{id}/relation", pages.relation),
        post("/i/{id}/duplicate", pages.duplicate),
        post("/i/{id}/delete", pages.delete),
        post("/i/{id}/restore", pages.restore),
    ]


def _renderer(digests: dict[str, str]) -> Callable[..., str]:
    environment = Environment(
        loader=PackageLoader("tacit.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["number"] = lambda number: f"{number:,}"
    environment.filters["sentence"] = line_text
    environment.filters["sentence_start"] = lambda text: f"{text[:1].upper()}{text[1:]}"
    environment.filters["date"] = lambda seconds: time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    environment.globals["static"] = lambda name: f"/static/{name}?{digests[name]}"
    environment.globals["version"] = __version__

    def render(template: str, **what: Any) -> str:
        return environment.get_template(template).render(**what)

    return render


def _handlers(pages: Pages) -> dict[Any, Any]:
    """What goes wrong is said on a page, in one sentence."""

    def missing(request: Request, error: Exception) -> Response:
        said = str(error) if isinstance(error, Missing) else "there is no such page"
        return pages.show("error.html", 404, title="Not here", text=f"{said[0].upper()}{said[1:]}.", back="/")

    def refused(request: Request, error: Exception) -> Response:
        said = str(error)
        return pages.show("error.html", 403, title="Refused", text=f"{said[0].upper()}{said[1:]}.", back="/")

    def not_kept(request: Request, error: Exception) -> Response:
        said = f"{error}. What you did last is not kept; everything before it is."
        return pages.show("error.html", 503, title="It could not be kept", text=said, back=request.url.path)

    def wrong(request: Request, error: Exception) -> Response:
        return pages.show("error.html", 422, title="That can't be used", text=str(error), back="/")

    return {404: missing, 405: missing, Missing: missing, Refused: refused, LogError: not_kept, TacitError: wrong}
