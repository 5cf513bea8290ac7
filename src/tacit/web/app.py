"""The application: addresses, templates, and what is shown when something goes wrong."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Awaitable, Callable, Sequence
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
from tacit.web.forms import OLD_PAGE, Refused, interview_id
from tacit.web.guard import Guard, form_token
from tacit.web.handler_threads import HandlerThreads
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
    memory: int | None = None,
    workers: HandlerThreads | None = None,
    **limits: Any,
) -> ASGIApp:
    """The page as an ASGI application.

    file, examples: a problem to offer on the start page, and its known examples
    memory:         bytes for all interviews that are in memory
    workers:        the threads in which pages are made
    limits:         passed on to `Guard`
    """
    make = _Making(workers or HandlerThreads())
    contents = {name: (files("tacit.web") / "static" / name).read_bytes() for name in STATIC}
    render = _renderer({name: hashlib.blake2s(text, digest_size=6).hexdigest() for name, text in contents.items()})
    desk, token = Desk(log, budget=memory), form_token(secret)
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
        make.get("/static/{name}", static),
        *_routes(make, starting, questions, telling, ending),
        *_routes_of_describing(make, describing),
        *_downloads(make, downloads),
    ]
    app = Starlette(routes=routes, exception_handlers=make.handlers(_handlers(starting)))
    return Guard(app, port=port, secret=secret, **limits)


class _Making:
    """Pages and actions are plain functions, and are called in threads, because the learner works in them."""

    def __init__(self, workers: HandlerThreads) -> None:
        self.workers = workers

    def get(self, path: str, page: Callable[[Request], Response]) -> Route:
        return Route(path, self._in_a_thread(for_its_tab(page)), methods=["GET"])

    def post(self, path: str, action: Callable[[Request], Response]) -> Route:
        return Route(path, self._in_a_thread(for_its_tab(action)), methods=["POST"])

    def look(self, path: str, page: Callable[[Request], Response], screens: Showing) -> Route:
        """A page about an interview. If that is not ready soon, a page that says so and comes again is shown first."""

        def when_ready(request: Request) -> Response:
            interview = interview_id(request)
            waiting = None if "x-tacit" in request.headers else screens.desk.not_ready(interview)
            if waiting is None:
                return page(request)
            name = screens.desk.name(interview)
            return screens.show("waiting.html", name=name, given=waiting[0], of=waiting[1])

        return self.get(path, when_ready)

    def handlers(self, found: dict[Any, Callable[..., Response]]) -> dict[Any, Callable[..., Awaitable[Response]]]:
        return {kind: self._in_a_thread(handler) for kind, handler in found.items()}

    def _in_a_thread(self, function: Callable[..., Response]) -> Callable[..., Awaitable[Response]]:
        async def called(*given: Any) -> Response:
            return await self.workers.run(function, *given)

        return called


def _routes(
    make: _Making, starting: Starting, questions: Questions, telling: KnownRulesScreen, ending: Ending
) -> list[Route]:
    """The addresses."""
    return [
        make.get("/favicon.ico", lambda request: RedirectResponse("/static/icon.svg")),
        make.get("/", starting.start),
        make.post("/new", starting.new),
        make.get("/i/{id}/progress", starting.progress),
        make.post("/i/{id}/duplicate", starting.duplicate),
        make.post("/i/{id}/rename", starting.rename),
        make.post("/i/{id}/delete", starting.delete),
        make.post("/i/{id}/gone", starting.gone),
        make.post("/i/{id}/restore", starting.restore),
        make.look("/i/{id}", questions.interview, questions),
        make.get("/i/{id}/side", questions.side),
        make.post("/i/{id}/answer", questions.answer),
        make.post("/i/{id}/until", questions.switch),
        make.look("/i/{id}/answers", questions.history, questions),
        make.look("/i/{id}/answers/{position}", questions.answered, questions),
        make.post("/i/{id}/answers/{position}", questions.change),
        make.post("/i/{id}/answers/{position}/remark", questions.remark),
        make.look("/i/{id}/rules", telling.rules, telling),
        make.post("/i/{id}/rules", telling.tell),
        make.post("/i/{id}/rules/{position}", telling.take_back),
        make.look("/i/{id}/model", ending.model, ending),
        make.get("/i/{id}/solutions", ending.solutions),
        make.post("/i/{id}/verdict", ending.verdict),
        make.post("/i/{id}/relation", ending.relation),
        make.post("/i/{id}/advice", ending.advice),
        make.look("/i/{id}/why/{number}", ending.why, ending),
    ]


def _downloads(make: _Making, downloads: Downloads) -> list[Route]:
    return [
        make.get("/i/{id}/export/{format}", downloads.export),
        make.get("/i/{id}/table/{what}", downloads.table),
        make.look("/i/{id}/paper", downloads.paper, downloads),
    ]


def _routes_of_describing(make: _Making, describing: Describing) -> list[Route]:
    return [
        make.post("/describe", describing.new),
        make.post("/describe/table", describing.table),
        make.get("/describe/{draft}", describing.what),
        make.post("/describe/{draft}", describing.say_what),
        make.get("/describe/{draft}/rules", describing.rules),
        make.post("/describe/{draft}/rules", describing.say_rules),
        make.get("/describe/{draft}/text", describing.text),
        make.post("/describe/{draft}/text", describing.say_text),
        make.post("/describe/{draft}/delete", describing.delete),
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
