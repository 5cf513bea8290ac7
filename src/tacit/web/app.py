"""The application: addresses, templates, and what is shown when something goes wrong."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from tacit.errors import TacitError
from tacit.formats.problem_file import ProblemFile
from tacit.interview import Log, LogError
from tacit.problem.query import Answered
from tacit.version import __version__
from tacit.web.describing import Describing
from tacit.web.desk import Desk, Missing
from tacit.web.downloads import Downloads
from tacit.web.ending import Ending
from tacit.web.forms import OLD_PAGE, Refused
from tacit.web.guard import Guard, form_token
from tacit.web.known import KnownRulesScreen
from tacit.web.notices import for_its_tab
from tacit.web.questions import Questions
from tacit.web.screens import Showing, sentence
from tacit.web.starting import Starting

STATIC = {
    "style.css": "text/css",
    "describe.css": "text/css",
    "print.css": "text/css",
    "ending.css": "text/css",
    "fit.js": "text/javascript",
    "page.js": "text/javascript",
    "describe.js": "text/javascript",
    "paper.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


def create_app(
    log: Log,
    *,
    port: int,
    secret: str,
    file: ProblemFile | None = None,
    examples: Sequence[Answered] = (),
    **limits: Any,
) -> ASGIApp:
    """The page as an ASGI application.

    file, examples: a problem to offer on the start page, and its known examples
    limits:         passed on to `Guard`
    """
    contents = {name: (files("tacit.web") / "static" / name).read_bytes() for name in STATIC}
    render = _renderer({name: hashlib.blake2s(text, digest_size=6).hexdigest() for name, text in contents.items()})
    desk, token = Desk(log), form_token(secret)
    starting = Starting(desk, render, token, file, examples)
    ending = Ending(desk, render, token)
    questions = Questions(desk, render, token, ending)

    def static(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in contents:
            raise Missing("there is no such file")
        # A browser may keep it for good, because the address changes whenever the file does.
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        return Response(contents[name], media_type=STATIC[name], headers=headers)

    telling = KnownRulesScreen(desk, render, token)
    describing, downloads = Describing(desk, render, token), Downloads(desk, render, token)
    routes = [
        _get("/static/{name}", static),
        *_routes(starting, questions, telling, ending),
        *_routes_of_describing(describing),
        *_downloads(downloads),
    ]
    app = Starlette(routes=routes, exception_handlers=_handlers(starting))
    return Guard(app, port=port, secret=secret, **limits)


def _get(path: str, page: Callable[[Request], Response]) -> Route:
    return Route(path, for_its_tab(page), methods=["GET"])


def _post(path: str, action: Callable[[Request], Response]) -> Route:
    return Route(path, for_its_tab(action), methods=["POST"])


def _routes(starting: Starting, questions: Questions, telling: KnownRulesScreen, ending: Ending) -> list[Route]:
    """The addresses. Handlers are plain functions, so they run in threads, because the learner works in them."""
    return [
        _get("/favicon.ico", lambda request: RedirectResponse("/static/icon.svg")),
        _get("/", starting.start),
        _post("/new", starting.new),
        _get("/i/{id}/progress", starting.progress),
        _post("/i/{id}/duplicate", starting.duplicate),
        _post("/i/{id}/rename", starting.rename),
        _post("/i/{id}/delete", starting.delete),
        _post("/i/{id}/gone", starting.gone),
        _post("/i/{id}/restore", starting.restore),
        _get("/i/{id}", questions.interview),
        _get("/i/{id}/side", questions.side),
        _post("/i/{id}/answer", questions.answer),
        _post("/i/{id}/until", questions.switch),
        _get("/i/{id}/answers", questions.history),
        _get("/i/{id}/answers/{position}", questions.answered),
        _post("/i/{id}/answers/{position}", questions.change),
        _post("/i/{id}/answers/{position}/remark", questions.remark),
        _get("/i/{id}/rules", telling.rules),
        _post("/i/{id}/rules", telling.tell),
        _post("/i/{id}/rules/{position}", telling.take_back),
        _get("/i/{id}/model", ending.model),
        _get("/i/{id}/solutions", ending.solutions),
        _post("/i/{id}/verdict", ending.verdict),
        _post("/i/{id}/relation", ending.relation),
        _post("/i/{id}/advice", ending.advice),
        _get("/i/{id}/why/{number}", ending.why),
    ]


def _downloads(downloads: Downloads) -> list[Route]:
    return [
        _get("/i/{id}/export/{format}", downloads.export),
        _get("/i/{id}/table/{what}", downloads.table),
        _get("/i/{id}/paper", downloads.paper),
    ]


def _routes_of_describing(describing: Describing) -> list[Route]:
    return [
        _post("/describe", describing.new),
        _post("/describe/table", describing.table),
        _get("/describe/{draft}", describing.what),
        _post("/describe/{draft}", describing.say_what),
        _get("/describe/{draft}/rules", describing.rules),
        _post("/describe/{draft}/rules", describing.say_rules),
        _get("/describe/{draft}/text", describing.text),
        _post("/describe/{draft}/text", describing.say_text),
        _post("/describe/{draft}/delete", describing.delete),
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
    environment.filters["sentence"] = sentence
    environment.filters["sentence_start"] = lambda text: f"{text[:1].upper()}{text[1:]}"
    environment.filters["date"] = lambda seconds: time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
    environment.filters["quoted"] = quoted
    environment.globals["static"] = lambda name: f"/static/{name}?{digests[name]}"
    environment.globals["version"] = __version__

    def render(template: str, **what: Any) -> str:
        return environment.get_template(template).render(**what)

    return render


def quoted(text: str) -> Markup:
    """What stands in quotation marks is code.

    >>> quoted('"x < y" would do')
    Markup('<code>x &lt; y</code> would do')
    """
    parts = [f"<code>{escape(part)}</code>" if i % 2 else escape(part) for i, part in enumerate(text.split('"'))]
    return Markup("".join(parts))


def _handlers(pages: Showing) -> dict[Any, Any]:
    """Handlers for errors: each is told on a page, in one sentence."""

    def missing(request: Request, error: Exception) -> Response:
        said = str(error) if isinstance(error, Missing) else "there is no such page"
        return pages.show("error.html", 404, title="Not here", text=f"{said[0].upper()}{said[1:]}.", back="/")

    def refused(request: Request, error: Exception) -> Response:
        said = str(error)
        if said == OLD_PAGE:
            return pages.show(
                "error.html", 403, title="This page is old", text=f"{said[0].upper()}{said[1:]}.", back="/"
            )
        return pages.show("error.html", 403, title="Refused", text=f"{said[0].upper()}{said[1:]}.", back="/")

    def not_kept(request: Request, error: Exception) -> Response:
        said = f"{error}. What you did last is not kept; everything before it is."
        return pages.show("error.html", 503, title="It could not be kept", text=said, back=request.url.path)

    def wrong(request: Request, error: Exception) -> Response:
        return pages.show("error.html", 422, title="That can't be used", text=str(error), back="/")

    def broken(request: Request, error: Exception) -> Response:
        said = "Something is wrong inside tacit; the terminal in which it runs says more. Every answer so far is kept."
        return pages.show("error.html", 500, title="Sorry", text=said, back="/")

    return {
        404: missing,
        405: missing,
        Exception: broken,
        Missing: missing,
        Refused: refused,
        LogError: not_kept,
        TacitError: wrong,
    }
