"""The start page: existing interviews, and new ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tacit.describing.description import Description
from tacit.errors import TacitError
from tacit.examples import EXAMPLES, read_example
from tacit.formats.problem_file import MAX_BYTES, ProblemFile, ProblemFileError, parse_problem
from tacit.interview.beside import Draft, Drafts, how_far
from tacit.problem.query import Answered
from tacit.web.describing import at_line, for_fields
from tacit.web.desk import Desk, Notice
from tacit.web.forms import Form, Refused, go, interview_id, wants_plans
from tacit.web.hearing import hearing
from tacit.web.screens import Context, Showing


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
        self.drafts = Drafts(desk.log)

    def start(self, request: Request) -> Response:
        return self._start()

    def _start(self, *, text: str = "", error: str = "", plans: bool = False) -> HTMLResponse:
        kept = self.desk.log.all()
        known = None
        if self.file is not None:
            known = self.desk.log.latest(self.file.problem.name, self.file.source)
        return self.show(
            "start.html",
            422 if error else 200,
            kept=kept,
            how_far=how_far(self.desk.log),
            file=self.file,
            known=known,
            examples=EXAMPLES,
            text=text,
            plans=plans,
            most=MAX_BYTES,
            drafts=[
                _in_the_list(draft) for draft in self.drafts.open_ones() if not Description.of(draft.said).is_empty
            ],
            bin=self.desk.log.in_the_bin(),
            **for_fields(Description(), None),
            **at_line(text, error),
        )

    def new(self, request: Request) -> Response:
        form = Form(request, self.token)
        plans = wants_plans(form)
        if form.text("example"):
            if form.text("example") not in EXAMPLES:
                raise Refused("there is no such example")
            return go(self.desk.start(*read_example(form.text("example")), until_plan=plans))
        if form.text("file") and self.file is not None:
            return go(self.desk.start(self.file, self.examples, until_plan=plans))
        return self._from_text(form.text("text"), plans)

    def _from_text(self, text: str, plans: bool) -> Response:
        try:
            if len(text.encode()) > MAX_BYTES:
                raise ProblemFileError(f"{len(text.encode()):,} bytes; at most {MAX_BYTES:,} are accepted")
            with hearing() as warnings:
                file = parse_problem(text.replace("\r\n", "\n"), source="your text")
                interview = self.desk.start(file, until_plan=plans)
        except TacitError as error:
            return self._start(text=text, error=str(error), plans=plans)
        if warnings:
            self.desk.tell(interview, Notice(f"{'; '.join(warnings)}."))
        return go(interview)

    def duplicate(self, request: Request) -> Response:
        Form(request, self.token)
        interview = interview_id(request)
        name = self.desk.name(interview)
        return go(self.desk.log.duplicate(interview, f"{name[:70]} (copy)").id)

    def rename(self, request: Request) -> Response:
        form = Form(request, self.token)
        name = "".join(c for c in " ".join(form.text("name").split()) if c.isprintable())[:80]
        if name:
            self.desk.rename(interview_id(request), name)
        return RedirectResponse("/", 303)

    def gone(self, request: Request) -> Response:
        """Somebody has seen that an interview is deleted."""
        Form(request, self.token)
        interview = interview_id(request)
        self.desk.name(interview)  # raises if there is none
        self.desk.is_fine_without(interview)
        return RedirectResponse(_where_from(request), 303)

    def delete(self, request: Request) -> Response:
        return self._delete(request, deleted=True)

    def restore(self, request: Request) -> Response:
        return self._delete(request, deleted=False)

    def _delete(self, request: Request, *, deleted: bool) -> Response:
        Form(request, self.token)
        interview = interview_id(request)
        self.desk.name(interview)  # raises if there is none
        self.desk.log.delete(interview, deleted=deleted)
        return RedirectResponse("/" if deleted else _where_from(request), 303)

    def progress(self, request: Request) -> Response:
        """How far an interview has come, as it was kept when somebody looked at it last."""
        interview = interview_id(request)
        self.desk.name(interview)  # raises if there is none
        return self.show("_progress.html", far=how_far(self.desk.log).get(interview))


def _where_from(request: Request) -> str:
    """The page that a form was on, as its browser says; the start page if it does not."""
    from_ = urlsplit(request.headers.get("referer", ""))
    own = from_.netloc == request.headers.get("host") and from_.path.startswith("/") and not from_.path.startswith("//")
    return f"{from_.path}?{from_.query}" if own and from_.query else from_.path if own else "/"


def _in_the_list(draft: Draft) -> Context:
    """A description that is not finished, in a line."""
    said = Description.of(draft.said)
    heard = [each.partition(": ")[2] for each in (for_fields(said, None)["heard"][key] for key in ("who", "when"))]
    text = " × ".join(each for each in heard if each)
    return {"id": draft.id, "title": said.title, "text": text or "nothing yet", "changed": draft.changed}
