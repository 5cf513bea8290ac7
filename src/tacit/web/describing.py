"""The screens on which a problem is described: who, when and what; then what may matter; or the text behind it.

A description is kept in the log from the first word on, so that neither a reload nor a restart loses it. Each form is
answered by a redirect; our own script sends the same forms while somebody types, and hears what was understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from tacit.describing.description import MOST_GROUPS, Description, GroupSaid
from tacit.describing.lists import ListError
from tacit.describing.tickable import MOST_SINGLE, Sentences
from tacit.describing.understood import described, known_plans, understand, with_empty, with_slips
from tacit.describing.writing import problem_text, sentences_of
from tacit.errors import OptionError, TacitError
from tacit.formats.problem_file import MAX_BYTES, ProblemFileError, parse_problem
from tacit.interview.beside import Draft, Drafts
from tacit.problem.query import Answered
from tacit.web.desk import Desk, Missing
from tacit.web.forms import Form, Refused, go, number, wants_plans
from tacit.web.guard import BODY
from tacit.web.hearing import hearing
from tacit.web.multipart import FormPart, parts_of
from tacit.web.notices import Notice
from tacit.web.screens import Context, Showing

FIELDS = (
    *("name", "who", "when", "weeks", "first", "last", "days", "what", "low", "high", "values_text", "absent_text"),
    *("entry", "empty"),
)
OPTIONS = {"seed": (0, 2**31 - 1), "plans": (0, 20), "largest": (2, 1000)}
PASTED = "pasted.tsv"
SHOWN = 8  # labels of a list, and things that were left aside


class Describing(Showing):
    """The screens of a description."""

    def __init__(self, desk: Desk, render: Callable[..., str], token: str) -> None:
        super().__init__(desk, render, token)
        self.drafts = Drafts(desk.log)

    def _draft(self, request: Request) -> tuple[Draft, Description]:
        found = self.drafts.find(number(request.path_params["draft"]))
        if found is None:
            raise Missing("this description is not kept any more; begin a new one on the start page")
        return found, Description.of(found.said)

    # --- who, when, what ---

    def new(self, request: Request) -> Response:
        """Keep the first fields that somebody fills in."""
        form = Form(request, self.token)
        said = _with_fields(Description(), form)
        scripted = "x-tacit" in request.headers
        if said.is_empty:  # nothing is kept of nothing
            return JSONResponse(_heard(said)) if scripted else self._what(None, said, said.wrong())
        draft = self.drafts.new(said.to_keep())
        if scripted:
            return JSONResponse({"address": f"/describe/{draft}", **_heard(said)})
        return _to(draft, "?go=1" if said.wrong() else "/rules")

    def table(self, request: Request) -> Response:
        """A spreadsheet, chosen or dropped, or cells that were pasted."""
        try:
            parts = parts_of(request.scope.get(BODY) or b"", request.headers.get("content-type", ""))
        except ValueError:
            raise Refused("this is not a form of this page") from None
        form = _PartsForm(request, self.token, parts)
        file = next((part for part in parts if part.name == "file" and part.content), None)
        pasted = form.text("pasted")
        name = PASTED if file is None else re.split(r"[/\\]", file.file or "")[-1][-120:] or "plans"
        content = pasted.encode() if file is None else file.content
        try:
            if not content.strip():
                raise ProblemFileError("choose a file, or paste the cells of a table first")
            said = described(content, name)
            understand(said, content)  # which says what is wrong with a cell
        except TacitError as error:
            return self.show("describe_table.html", 422, error=str(error), pasted=pasted)
        if file is None:
            said = replace(said, name="")
        return _to(self.drafts.new(said.to_keep(), content))

    def what(self, request: Request) -> Response:
        """Who, when and what; and what was understood of a spreadsheet."""
        draft, said = self._draft(request)
        wrong = said.wrong() if draft.sheet is None or said.who else {}
        sent = "go" in request.query_params
        return self._what(draft, said, wrong if said.who.strip() or sent else {}, 422 if sent and wrong else 200)

    def _what(self, draft: Draft | None, said: Description, wrong: dict[str, str], status: int = 422) -> Response:
        return self.show(
            "describe.html",
            status,
            **{
                **for_fields(said, None if draft is None else draft.id),
                "wrong": wrong,
                "seen": None if draft is None or draft.sheet is None else _seen(said, draft.sheet),
                "empties": _empties(said),
                "draft": draft,
            },
        )

    def say_what(self, request: Request) -> Response:
        form = Form(request, self.token)
        draft, said = self._draft(request)
        now = with_slips(with_empty(_with_fields(said, form)), form.all("taken"))
        self.drafts.keep(draft.id, now.to_keep())
        if "x-tacit" in request.headers:
            return JSONResponse(_heard(now))
        if form.text("to") == "stay":
            return _to(draft.id)
        right = not now.wrong() and (draft.sheet is None or _seen(now, draft.sheet)["error"] == "")
        return _to(draft.id, "/rules" if right else "?go=1")

    # --- what may matter ---

    def rules(self, request: Request) -> Response:
        draft, said = self._draft(request)
        if said.wrong():
            return _to(draft.id, "?go=1")
        return self._rules(draft, said)

    def _rules(self, draft: Draft, said: Description, error: str = "") -> Response:
        wrong = said.wrong_groups() if error else {}
        usable = said if not said.wrong_groups() else replace(said, groups=_usable(said))
        sentences = sentences_of(usable)
        plans = 0
        if draft.sheet is not None:
            seen = _seen(said, draft.sheet)
            plans = seen["plans"]
            error = error or seen["error"]
        return self.show(
            "describe_rules.html",
            422 if error else 200,
            id=draft.id,
            draft=draft,
            said=said,
            groups=said.said_groups,
            wrong=wrong,
            error=error,
            parts=sentences.parts(),
            most_single=MOST_SINGLE,
            plans=plans,
            by_hand=said.text is not None,
            may_add=len(said.said_groups) < MOST_GROUPS,
            label_axes=[("r", said.rows), ("c", said.columns)],
        )

    def say_rules(self, request: Request) -> Response:
        form = Form(request, self.token)
        draft, said = self._draft(request)
        if said.wrong():
            return _to(draft.id, "?go=1")
        to = form.text("to")
        said = _with_rules(said, form)
        if to == "add":
            said = replace(said, groups=(*(said.groups or ()), GroupSaid()))
        elif to.startswith("drop "):
            place = number(to.removeprefix("drop "))
            said = replace(said, groups=tuple(each for i, each in enumerate(said.groups or ()) if i != place))
        elif to == "usual":
            said = replace(said, unticked=(), ticked=())
        elif to in ("all", "none"):
            sentences = sentences_of(replace(said, groups=_usable(said)))
            keys = [each.key for each in sentences.all] if to == "all" else []
            unticked, ticked = sentences.read(
                [*keys, *(f"{s.key}: {one.relation}" for s in sentences.all for one in s.singles)]
            )
            said = replace(said, unticked=unticked, ticked=ticked)
        self.drafts.keep(draft.id, said.to_keep())
        if "x-tacit" in request.headers:
            return JSONResponse({})
        if to == "back":
            return _to(draft.id)
        if to == "text":
            return _to(draft.id, "/text")
        if to == "start":
            if said.wrong_groups():
                return self._rules(draft, said, "One of the groups is not complete")
            if not sentences_of(said).language():
                return self._rules(draft, said, "Tick at least one sentence: otherwise there is nothing to find out")
            return self._start(draft, replace(said, text=None), lambda error: self._rules(draft, said, error))
        return _to(draft.id, "/rules#groups" if to == "add" or to.startswith("drop ") else "/rules")

    # --- the text behind it ---

    def text(self, request: Request) -> Response:
        draft, said = self._draft(request)
        if said.text is None and said.wrong():
            return _to(draft.id, "?go=1")
        return self._text(draft, said)

    def _text(self, draft: Draft, said: Description, error: str = "") -> Response:
        text = problem_text(said) if said.text is None else said.text
        return self.show(
            "describe_text.html",
            422 if error else 200,
            **{
                "id": draft.id,
                "said": said,
                "text": text,
                "by_hand": said.text is not None,
                "most": MAX_BYTES,
                **at_line(text, error),
            },
        )

    def say_text(self, request: Request) -> Response:
        form = Form(request, self.token)
        draft, said = self._draft(request)
        text, to = form.text("text").replace("\r\n", "\n"), form.text("to")
        if to == "boxes":
            self.drafts.keep(draft.id, replace(said, text=None).to_keep())
            return _to(draft.id, "/rules")
        if len(text.encode()) > MAX_BYTES:
            too_long = f"{len(text.encode()):,} bytes; at most {MAX_BYTES:,} are accepted"
            return self._text(draft, replace(said, text=text[:1000]), too_long)
        generated = "" if said.wrong() else problem_text(said)
        said = replace(
            said, text=None if text.strip() == generated.strip() else text, until=form.text("until") or said.until
        )
        self.drafts.keep(draft.id, said.to_keep())
        if "x-tacit" in request.headers:
            return JSONResponse({})
        return self._start(draft, said, lambda error: self._text(draft, said, error))

    # --- the end ---

    def _start(self, draft: Draft, said: Description, refuse: Callable[[str], Response]) -> Response:
        """Start the interview that is described; or say what is in the way."""
        try:
            text = problem_text(said) if said.text is None else said.text
            options = _options(said)
            with hearing() as warnings:
                file = parse_problem(text, source="your text")
                examples: list[Answered] = []
                if draft.sheet is not None:
                    examples = known_plans(said, draft.sheet, file.problem.vocabulary)
                interview = self.desk.start(file, examples, until_plan=said.until == "plan", **options)
        except TacitError as error:
            return refuse(str(error))
        self.drafts.started(draft.id, interview)
        if warnings:
            self.desk.tell(interview, Notice(f"{'; '.join(warnings)}."))
        return go(interview)

    def delete(self, request: Request) -> Response:
        Form(request, self.token)
        self.drafts.drop(number(request.path_params["draft"]))
        return RedirectResponse("/", 303)


class _PartsForm(Form):
    """A form with files; its token is checked like that of others."""

    def __init__(self, request: Request, token: str, parts: list[FormPart]) -> None:
        self.parts = parts
        super().__init__(request, token)

    def read(self, request: Request) -> list[tuple[str, str]]:
        return [(part.name, part.content.decode("utf-8", "replace")) for part in self.parts if part.file is None]


def _to(draft: int, rest: str = "") -> Response:
    return RedirectResponse(f"/describe/{draft}{quote(rest, safe='/?=#&')}", 303)


def _with_fields(said: Description, form: Form) -> Description:
    sent = {key: form.text(key) for key in FIELDS if any(name == key for name, _ in form.given)}
    return Description.of({**said.to_keep(), **sent})


def _with_rules(said: Description, form: Form) -> Description:
    """What the form of the second screen says."""
    groups = []
    for place in form.all("group"):
        if place.isdecimal() and len(place) < 4:
            groups.append(GroupSaid(form.text(f"name {place}")[:80], tuple(form.all(f"label {place}"))))
    now = replace(
        said,
        groups=tuple(groups[:MOST_GROUPS]),
        about=form.text("about")[:10_000].replace("\r\n", "\n"),
        until="plan" if wants_plans(form) else "scopes",
    )
    now = Description.of(now.to_keep() | {key: form.text(key)[:20] for key in OPTIONS if form.text(key)})
    # The ticks are about the sentences that were on the screen, with the groups as they were then.
    sentences: Sentences = sentences_of(replace(said, groups=_usable(said)))
    offered = set(form.all("offered"))
    unticked, ticked = sentences.read(form.all("tick"))
    names = {each.key for each in sentences.all}

    def about_others(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for key in keys if key.partition(":")[0] not in offered)

    def about_these(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(key for key in keys if key.partition(":")[0] in offered & names)

    return replace(
        now,
        unticked=(*about_others(said.unticked), *about_these(unticked)),
        ticked=(*about_others(said.ticked), *about_these(ticked)),
    )


def _usable(said: Description) -> tuple[GroupSaid, ...]:
    wrong = said.wrong_groups()
    return tuple(each for i, each in enumerate(said.said_groups) if i not in wrong)


def _options(said: Description) -> dict[str, int]:
    """What is said under “more”, where it is not as usual."""
    found = {}
    for key, (low, high) in OPTIONS.items():
        text = getattr(said, key).strip()
        if not re.fullmatch(r"\d{1,10}", text) or not low <= int(text) <= high:
            raise OptionError(f"under “More”: {key} is a number from {low} to {high:,}, not {text[:20]!r}")
        if text != getattr(Description, key):
            found[key] = int(text)
    return found


def for_fields(said: Description, draft: int | None) -> Context:
    """What the fields for who, when and what need."""
    return {"said": said, "id": draft, "heard": _heard(said)}


def _heard(said: Description) -> dict[str, str]:
    """What was understood of each list, in a few words."""
    wrong = said.wrong()
    found: dict[str, str] = {}
    lists: dict[str, Callable[[], list[str]]] = {
        "who": lambda: said.rows,
        "when": lambda: said.columns,
        "what": lambda: said.values,
    }
    for key, read in lists.items():
        try:
            labels = read()
        except ListError:
            found[key] = ""
        else:
            found[key] = in_short(labels)
        if key in wrong and (key != "who" or said.who.strip()):
            found[f"{key}_wrong"] = wrong[key]
    try:
        found["absent"] = said.absent or ""
    except ListError:
        found["absent"] = ""
    return found


def in_short(labels: list[str]) -> str:
    """
    >>> in_short(["Anna"]), in_short(["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    ('1: Anna', '9: 1, 2, 3, 4 … 9')
    """
    if not labels:
        return ""
    shown = ", ".join(labels) if len(labels) <= SHOWN else f"{', '.join(labels[:4])} … {labels[-1]}"
    return f"{len(labels):,}: {shown}"


def _seen(said: Description, content: bytes) -> Context:
    """What was seen in a spreadsheet, for the screen."""
    found: Context = {"plans": 0, "partial": 0, "aside": [], "doubts": [], "encoding": "", "empty": 0, "error": ""}
    try:
        understood = understand(said, content)
    except TacitError as error:
        return found | {"error": str(error)}
    seen = understood.seen
    return found | {
        "plans": len(understood.plans),
        "partial": understood.partial,
        "aside": seen.aside[: 3 * SHOWN],
        "more_aside": max(0, len(seen.aside) - 3 * SHOWN),
        "doubts": list(seen.doubts.items())[: 3 * SHOWN],
        "encoding": understood.book.encoding,
        "empty": seen.empty_cells,
        "first": understood.plans[0],
    }


def _empties(said: Description) -> list[str]:
    """What an empty cell may stand for: a value, or “off” if there is none like it."""
    try:
        values, absent = said.values, said.absent
    except ListError:
        return [said.empty] if said.empty else []
    return values if absent is not None or said.numeric else ["off", *values]


def at_line(text: str, error: str) -> Context:
    """The line of a text that an error names, with its neighbours, so that nobody has to count.

    >>> at_line("a = 1\\nb = \\n", "your text, line 2, b: not a number")["excerpt"]
    [(1, 'a = 1'), (2, 'b = ')]
    """
    match = re.match(r"your text, line (\d+)", error) or re.search(r"\(at line (\d+), column \d+\)", error)
    line = int(match[1]) if match else None
    lines = text.split("\n")
    around = range(max(1, line - 1), min(len(lines), line + 1) + 1) if line else ()
    excerpt: list[tuple[int, Any]] = [(i, lines[i - 1][:300]) for i in around if i == line or lines[i - 1].strip()]
    return {"error": error, "line": line, "excerpt": excerpt}
