"""The start page: existing interviews, and new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tacit.errors import TacitError
from tacit.examples import EXAMPLES, read_example
from tacit.formats.problem_file import MAX_BYTES, ProblemFile, ProblemFileError, parse_problem
from tacit.learning.result import Status
from tacit.problem.query import Answered
from tacit.web.desk import Desk, Notice
from tacit.web.forms import Form, Refused, go, interview_id, number, wants_plans
from tacit.web.hearing import hearing
from tacit.web.screens import Showing, facts


class Starting(Showing):
    """`file` and `examples` are what `tacit web FILE.toml` was started with."""

    def __init__(
        self,
        desk: Desk,
        render: Callable[..., str],
        token: str,
        file: ProblemFile | None = None,
        examples: Sequence[Answered] = (),
    ) -> None:
        super().__init__(desk, render, token)
        self.file = file
        self.examples = list(examples)

    def start(self, request: Request) -> Response:
        return self._start(deleted=request.query_params.get("deleted"))

    def _start(
        self, *, deleted: str | None = None, text: str = "", error: str = "", plans: bool = False
    ) -> HTMLResponse:
        kept = self.desk.log.all()
        known = None
        if self.file is not None:
            name, source = self.file.problem.name, self.file.source
            known = next((each for each in kept if (each.name, each.source) == (name, source)), None)
        gone = None if deleted is None else (number(deleted), self.desk.name(number(deleted)))
        return self.show(
            "start.html",
            422 if error else 200,
            kept=kept,
            file=self.file,
            known=known,
            examples=EXAMPLES,
            gone=gone,
            text=text,
            error=error,
            plans=plans,
            most=MAX_BYTES,
        )

    def new(self, request: Request) -> Response:
        form = Form(request, self.token)
        plans = wants_plans(form)
        if form.text("example"):
            if form.text("example") not in EXAMPLES:
                raise Refused("there is no such example")
            return go(self.desk.start(*read_example(form.text("example")), plans=plans))
        if form.text("file") and self.file is not None:
            return go(self.desk.start(self.file, self.examples, plans=plans))
        return self._from_text(form.text("text"), plans)

    def _from_text(self, text: str, plans: bool) -> Response:
        try:
            if len(text.encode()) > MAX_BYTES:
                raise ProblemFileError(f"{len(text.encode()):,} bytes; at most {MAX_BYTES:,} are accepted")
            with hearing() as warnings:
                interview = self.desk.start(parse_problem(text.replace("\r\n", "\n"), source="your text"), plans=plans)
        except TacitError as error:
            return self._start(text=text, error=str(error), plans=plans)
        if warnings:
            with self.desk.at(interview) as (live, _):
                live.notice = Notice(f"{'; '.join(warnings)}.")
        return go(interview)

    def duplicate(self, request: Request) -> Response:
        Form(request, self.token)
        interview = interview_id(request)
        name = self.desk.name(interview)
        return go(self.desk.log.duplicate(interview, f"{name[:70]} (copy)").id)

    def delete(self, request: Request) -> Response:
        return self._delete(request, deleted=True)

    def restore(self, request: Request) -> Response:
        return self._delete(request, deleted=False)

    def _delete(self, request: Request, *, deleted: bool) -> Response:
        Form(request, self.token)
        interview = interview_id(request)
        self.desk.name(interview)  # raises if there is none
        self.desk.log.delete(interview, deleted=deleted)
        return RedirectResponse(f"/?deleted={interview}" if deleted else "/", 303)

    def progress(self, request: Request) -> Response:
        """How far an interview has come, if it is in memory: nobody waits for the replay of a dozen of them."""
        if not self.desk.in_memory(interview_id(request)):
            self.desk.name(interview_id(request))  # raises if there is none
            return self.show("_progress.html", facts=None)
        with self.desk.at(interview_id(request)) as (_, interview):
            over = interview.question is None
            status = interview.result.status if over else None
            return self.show(
                "_progress.html",
                facts=facts(interview),
                over=over,
                collapsed=status == Status.COLLAPSED,
                incomplete=status == Status.INCOMPLETE,
            )
