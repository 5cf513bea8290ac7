"""The screens: what a request does, and what is shown after it.

What changes something is a POST; it answers with a redirect, so that reloading never repeats it, or, if our own script
asks, with the next question alone. Handlers run in threads: the learner works in them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tacit.bias import Bias
from tacit.errors import AnswerError, DialogueError, LanguageWarning, MarkError, TacitError
from tacit.formats.problem_file import MAX_BYTES, ProblemFile, ProblemFileError, parse_problem
from tacit.formats.writers import SUFFIXES, WRITERS
from tacit.interview import Entry, Interview, Outdated
from tacit.interview.model import model_of
from tacit.network import Network
from tacit.query import Answered, Query
from tacit.result import CONTRADICTION, Status
from tacit.solutions import find_solutions
from tacit.web.board import Part, Shown, all_new, board
from tacit.web.desk import Desk, Live, Missing, Notice
from tacit.web.examples import EXAMPLES, read_example
from tacit.web.guard import BODY, fields
from tacit.web.picture import picture
from tacit.words import Line, lines

ANSWERS: dict[str, bool | None] = {"yes": True, "no": False, "unknown": None}
WORDS = {True: "yes", False: "no", None: "don't know"}
TABS = {"learned": "Learned", "history": "Answers", "picture": "Picture"}
PAGE = 25  # answers on a page of the history
MOST_OPEN = 200  # candidates that are listed
SOLUTIONS = 5

_warnings = threading.Lock()


class Refused(Exception):
    """A form without the token that ours carry, or with something else than it offers."""


class Form:
    """What was sent with a form of ours."""

    def __init__(self, request: Request, token: str) -> None:
        try:
            self.given = list(fields(request.scope.get(BODY) or b""))
        except ValueError:
            raise Refused("too many fields") from None
        if not hmac.compare_digest(self.text("token").encode(), token.encode()):
            raise Refused("this form is not from a page of this server, or from one before it was started anew")

    def text(self, name: str) -> str:
        return next((value for key, value in self.given if key == name), "")

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.given if key == name]

    def answer(self) -> bool | None:
        if self.text("answer") not in ANSWERS:
            raise Refused(f"an answer is one of {', '.join(ANSWERS)}")
        return ANSWERS[self.text("answer")]


class Pages:
    """One method a page or an action. `render` turns the name of a template and what it needs into text."""

    def __init__(
        self,
        desk: Desk,
        render: Callable[..., str],
        token: str,
        file: ProblemFile | None = None,
        examples: Sequence[Answered] = (),
    ) -> None:
        self.desk = desk
        self.token = token
        self.file = file
        self.examples = list(examples)
        self._render = render

    def show(self, template: str, status: int = 200, **what: Any) -> HTMLResponse:
        return HTMLResponse(self._render(template, token=self.token, **what), status)

    # --- the start page ---

    def start(self, request: Request) -> Response:
        return self._start(deleted=request.query_params.get("deleted"))

    def _start(self, *, deleted: str | None = None, text: str = "", error: str = "") -> HTMLResponse:
        kept = self.desk.log.all()
        known = None
        if self.file is not None:
            name, source = self.file.problem.name, self.file.source
            known = next((each for each in kept if (each.name, each.source) == (name, source)), None)
        gone = None
        if deleted is not None:
            gone = (_number(deleted), self.desk.kept(_number(deleted)))
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
            most=MAX_BYTES,
        )

    def new(self, request: Request) -> Response:
        form = Form(request, self.token)
        text = form.text("text")
        try:
            if form.text("example"):
                file, examples = read_example(form.text("example"))
            elif form.text("file") and self.file is not None:
                file, examples = self.file, self.examples
            else:
                if len(text.encode()) > MAX_BYTES:
                    raise ProblemFileError(f"your text has {len(text):,} characters; at most {MAX_BYTES:,} bytes")
                file, examples = parse_problem(text.replace("\r\n", "\n"), source="your text"), []
            return _go(self.desk.start(file, examples))
        except KeyError:
            raise Refused("there is no such example") from None
        except (ProblemFileError, TacitError) as error:
            if not text:
                raise
            return self._start(text=text, error=str(error))

    def duplicate(self, request: Request) -> Response:
        Form(request, self.token)
        interview = _id(request)
        name = self.desk.kept(interview)
        return _go(self.desk.log.duplicate(interview, f"{name[:70]} (copy)").id)

    def delete(self, request: Request) -> Response:
        Form(request, self.token)
        self.desk.kept(_id(request))
        self.desk.log.delete(_id(request))
        return RedirectResponse(f"/?deleted={_id(request)}", 303)

    def restore(self, request: Request) -> Response:
        Form(request, self.token)
        self.desk.kept(_id(request))
        self.desk.log.delete(_id(request), deleted=False)
        return RedirectResponse("/", 303)

    def progress(self, request: Request) -> Response:
        """How far an interview has come, for the start page: fetched later, because it takes a replay."""
        with self.desk.at(_id(request)) as (_, interview):
            return self.show("_progress.html", facts=_facts(interview), over=interview.query is None)

    # --- an interview ---

    def interview(self, request: Request) -> Response:
        """The open question, or how the interview ended."""
        with self.desk.at(_id(request)) as (live, interview):
            if interview.query is not None:
                return self.show(
                    "question.html",
                    **self._question(live, interview),
                    **self._side(request, interview),
                )
            if _contradicts(interview):
                return self.show("contradiction.html", **self._contradiction(live, interview))
            what = self._model(live, interview, request.query_params.get("relation"))
        if "solutions" in request.query_params:
            what |= self._solutions(request)
        return self.show("model.html", **what)

    def _question(self, live: Live, interview: Interview) -> dict[str, Any]:
        query = interview.query
        assert query is not None
        before = None if interview.previous is None else interview.previous.shown
        return {
            **self._common(live, interview),
            "parts": self._board(interview, query.shown, before),
            "all_new": all_new(query.shown, before),
            "filled": len(query),
            "spoken": ", ".join(f"{name} is {value}" for name, value in list(query.shown.items())[:12]),
            "number": interview.answers + 1,
            "facts": _facts(interview),
        }

    def _common(self, live: Live, interview: Interview) -> dict[str, Any]:
        notice = live.notice
        about = [] if notice is None else [e for e in interview.entries if e.position in notice.entries]
        return {
            "id": interview.id,
            "name": interview.name,
            "about": interview.file.about,
            "here": f"/i/{interview.id}",
            "question": _open(interview),
            "notice": notice,
            "notice_cards": [self._card(interview, entry) for entry in about],
            "can_undo": bool(interview.entries),
        }

    def _board(self, interview: Interview, shown: Shown, before: Shown | None = None) -> list[Part]:
        vocabulary = interview.file.problem.vocabulary
        return board(vocabulary, shown, before=before, as_list=interview.file.draw == "list")

    def _card(self, interview: Interview, entry: Entry) -> dict[str, Any]:
        """An earlier answer, with what it may be changed to."""
        other = [word for word, answer in ANSWERS.items() if answer is not entry.answer]
        if entry.kind != "question":
            other = [word for word in other if word != "unknown"]
        return {
            "position": entry.position,
            "kind": entry.kind,
            "answer": WORDS[entry.answer],
            "parts": self._board(interview, entry.query),
            "other": [(word, WORDS[ANSWERS[word]]) for word in other],
        }

    def side(self, request: Request) -> Response:
        """What stands beside the question, to be fetched after it."""
        with self.desk.at(_id(request)) as (_, interview):
            what: dict[str, Any] = {"id": interview.id, "here": f"/i/{interview.id}"}
            return self.show("_side.html", **what, facts=_facts(interview), **self._side(request, interview))

    def _side(self, request: Request, interview: Interview) -> dict[str, Any]:
        tab = request.query_params.get("tab", "learned")
        found: dict[str, Any] = {"tab": tab if tab in TABS else "learned", "tabs": TABS}
        if found["tab"] == "history":
            return found | self._history(request, interview)
        network = _learned(interview)
        if found["tab"] == "picture":
            only = request.query_params.get("relation")
            vocabulary = interview.file.problem.vocabulary
            return found | {"picture": picture(vocabulary, network.constraints, only), "only": only}
        return found | {"lines": lines(network)}

    def _history(self, request: Request, interview: Interview) -> dict[str, Any]:
        """The answers, the last first, a page at a time."""
        entries = interview.entries
        pages = max(1, -(-len(entries) // PAGE))
        page = min(pages, max(1, _number(request.query_params.get("page", "1"))))
        end = len(entries) - PAGE * (page - 1)
        shown = [
            {"position": e.position, "kind": e.kind, "answer": WORDS[e.answer], "text": _short(e.query)}
            for e in reversed(entries[max(0, end - PAGE) : end])
        ]
        pager = request.url.path.removesuffix("/side") + "?tab=history&page="
        return {"entries": shown, "page": page, "pages": pages, "total": len(entries), "pager": pager}

    def history(self, request: Request) -> Response:
        """All answers, on a page of their own."""
        with self.desk.at(_id(request)) as (live, interview):
            return self.show("answers.html", **self._common(live, interview), **self._history(request, interview))

    # --- answers ---

    def answer(self, request: Request) -> Response:
        form = Form(request, self.token)
        with self.desk.at(_id(request)) as (live, interview):
            if form.text("question") != _open(interview):
                live.notice = Notice("That question was answered or taken back in the meantime. This is the open one.")
            elif form.text("answer") == "undo":
                live.notice = None if interview.undo() else Notice("There is nothing to undo.")
            else:
                live.notice = self._take(interview, form)
            return self._after(request, live, interview)

    def _take(self, interview: Interview, form: Form) -> Notice | None:
        answer = form.answer()
        try:
            clash = form.all("clash") if answer is False else []
            interview.answer(answer, clash=clash, number=interview.number)
        except AnswerError as error:
            return _impossible(interview, error, answer)
        except (MarkError, Outdated) as error:
            return Notice(f"{str(error)[0].upper()}{str(error)[1:]}.", "problem")
        return None

    def _after(self, request: Request, live: Live, interview: Interview) -> Response:
        """The next question alone for our script; a redirect for everybody else."""
        if "x-tacit" not in request.headers:
            return _go(interview.id)
        if interview.query is None:
            return Response(status_code=204, headers={"X-Tacit-Go": f"/i/{interview.id}"})
        return self.show("_question.html", **self._question(live, interview))

    def answered(self, request: Request) -> Response:
        """One earlier answer, to be looked at and changed."""
        with self.desk.at(_id(request)) as (live, interview):
            entry = _entry(request, interview)
            return self.show(
                "answered.html", **self._common(live, interview), card=self._card(interview, entry), entry=entry
            )

    def change(self, request: Request) -> Response:
        form = Form(request, self.token)
        with self.desk.at(_id(request)) as (live, interview):
            entry = _entry(request, interview)
            answer = form.answer()
            if form.text("was") != _mark(entry):
                live.notice = Notice("That answer was changed or taken back in the meantime.")
                return _go(interview.id)
            try:
                interview.change(entry.position, answer)
            except AnswerError as error:
                live.notice = _impossible(interview, error, answer)
                return _go(interview.id)
            except (MarkError, DialogueError) as error:
                live.notice = Notice(str(error), "problem")
                return _go(interview.id)
            others = sum(each.position != entry.position for each in interview.entries)
            live.notice = Notice(
                f"Answer {entry.position} is now “{WORDS[answer]}”. {_reused(interview, others)}",
            )
            return _go(interview.id)

    # --- the end ---

    def model(self, request: Request) -> Response:
        """ "Stop here": the model so far, and what is open."""
        with self.desk.at(_id(request)) as (live, interview):
            if interview.query is None:
                return _go(interview.id)
            what = self._model(live, interview, request.query_params.get("relation"))
        return self.show("model.html", **what | {"here": request.url.path})

    def _model(self, live: Live, interview: Interview, only: str | None = None) -> dict[str, Any]:
        result = interview.so_far()
        numbers = {constraint: number for number, constraint in enumerate(result.network)}
        unknown = [entry for entry in interview.entries if entry.kind == "question" and entry.answer is None]
        return {
            **self._common(live, interview),
            "facts": _facts(interview),
            "over": interview.query is None,
            "status": str(result.status),
            "unsatisfiable": result.status == Status.COLLAPSED,
            "lines": [(line, [(numbers[c], str(c)) for c in line.constraints]) for line in lines(result.network)],
            "count": len(result.network),
            "open": [str(c) for c in result.open[:MOST_OPEN]],
            "open_count": len(result.open),
            "undecided": [str(c) for c in result.undecided[:MOST_OPEN]],
            "unknown": [{"position": e.position, "text": _short(e.query)} for e in unknown],
            "wrong": self._wrong(interview, result.network),
            "formats": {name: suffix for suffix, name in SUFFIXES.items()},
            "picture": picture(interview.file.problem.vocabulary, result.network.constraints, only),
            "only": only,
            "relation": "",
            "relation_error": "",
        }

    def _wrong(self, interview: Interview, network: Network) -> list[dict[str, Any]]:
        """Solutions that the person has called wrong, and that the model still accepts."""
        found = []
        for entry in interview.entries:
            if entry.kind == "verdict" and entry.answer is False and _accepts(network, entry.query):
                found.append(self._card(interview, entry))
        return found

    def solutions(self, request: Request) -> Response:
        return self.show("_solutions.html", **self._solutions(request))

    def _solutions(self, request: Request) -> dict[str, Any]:
        """Solutions that differ as much as can be found. That may take seconds, in which nobody is locked out."""
        with self.desk.at(_id(request)) as (live, interview):
            network = interview.so_far().network
            names = [str(constraint) for constraint in network]
            known = live.solutions
        if known is None or known[0] != names:
            known = (names, find_solutions(network, SOLUTIONS, diverse=True))
        with self.desk.at(_id(request)) as (live, interview):
            live.solutions = known
            said = {_key(e.query): e for e in interview.entries if e.kind == "verdict"}
            shown = []
            for place, solution in enumerate(known[1]):
                query = Query(network.vocabulary, network.vocabulary.encode(solution))
                entry = said.get(_key(query.shown))
                shown.append({"place": place, "parts": self._board(interview, query.shown), "entry": entry})
            left = sum(each["entry"] is None for each in shown)
            return {"id": interview.id, "solutions": shown, "left": left, "question": _open(interview)}

    def verdict(self, request: Request) -> Response:
        form = Form(request, self.token)
        with self.desk.at(_id(request)) as (live, interview):
            place = _number(form.text("solution"))
            if form.text("question") != _open(interview) or live.solutions is None:
                live.notice = Notice("Something was answered in the meantime: look again, please.")
            elif place >= len(live.solutions[1]):
                raise Refused("there is no such solution")
            else:
                interview.judge(live.solutions[1][place], form.answer() is True)
                live.notice = None
            return _go(interview.id, "?solutions=1#solutions")

    def relation(self, request: Request) -> Response:
        """Add a relation to the language, and go on with all earlier answers."""
        form = Form(request, self.token)
        text = form.text("relation").strip()
        with self.desk.at(_id(request)) as (live, interview):
            if form.text("question") != _open(interview):
                live.notice = Notice("Something was answered in the meantime: look again, please.")
                return _go(interview.id)
            try:
                told = _extend(interview, text)
            except TacitError as error:
                said = str(error).removeprefix(f"{interview.name}: ")
                what = self._model(live, interview) | {"relation": text, "relation_error": said}
                return self.show("model.html", 422, **what)
            total = len(interview.entries)
            live.notice = Notice(f"“{text}” is now in the language. {_reused(interview, total)} {told}".strip())
            return _go(interview.id)

    def why(self, request: Request) -> Response:
        """Why a constraint is in the model: the answers that prove it."""
        with self.desk.at(_id(request)) as (live, interview):
            result = interview.so_far()
            number = _number(request.path_params["number"])
            if number >= len(result.network):
                raise Missing("there is no such constraint")
            constraint = result.network.constraints[number]
            explanation = result.explain(constraint)
            return self.show(
                "why.html",
                **self._common(live, interview),
                constraint=str(constraint),
                text=lines(Network(result.network.vocabulary, [constraint]))[0].text,
                no=[self._evidence(interview, query) for query in explanation.no],
                yes=[self._evidence(interview, query) for query in explanation.yes],
                given=[str(c) for c in explanation.given],
                background=explanation.background,
                proof=explanation.proof,
            )

    def _evidence(self, interview: Interview, query: Query) -> dict[str, Any]:
        entry = interview.entry_of(query)
        if entry is not None:
            return self._card(interview, entry)
        return {"position": None, "kind": "known", "parts": self._board(interview, query.shown), "other": []}

    def export(self, request: Request) -> Response:
        format = request.path_params["format"]
        if format not in WRITERS:
            raise Missing(f"there is no format {format}")
        suffix = next(suffix for suffix, name in SUFFIXES.items() if name == format)
        with self.desk.at(_id(request)) as (_, interview):
            model = model_of(interview)
        name = re.sub(r"[^A-Za-z0-9_-]+", "-", model.name).strip("-")[:60] or "model"
        return Response(
            WRITERS[format](model),
            media_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}{suffix}"'},
        )

    def _contradiction(self, live: Live, interview: Interview) -> dict[str, Any]:
        cards = []
        for said in interview.conflict():
            if said.entry is not None:
                card = self._card(interview, said.entry)
            else:
                card = {"position": None, "kind": "known", "parts": self._board(interview, said.query.shown)}
                card |= {"answer": WORDS[said.answer], "other": []}
            cards.append(card | {"source": said.source})
        return {**self._common(live, interview), "cards": cards, "facts": _facts(interview)}


# --- small parts ---


def _number(text: str) -> int:
    """A number as it may stand in an address."""
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise Missing("there is no such page")
    return int(text)


def _id(request: Request) -> int:
    return _number(request.path_params["id"])


def _go(interview: int, rest: str = "") -> Response:
    return RedirectResponse(f"/i/{interview}{rest}", 303)


def _entry(request: Request, interview: Interview) -> Entry:
    position = _number(request.path_params["position"])
    found = next((entry for entry in interview.entries if entry.position == position), None)
    if found is None:
        raise Missing(f"there is no answer {position}")
    return found


def _open(interview: Interview) -> str:
    """What a form says it answers: the number of the question and the question itself, because after an undo
    elsewhere the same number may stand for another question.
    """
    query = interview.query
    digest = "end" if query is None else hashlib.blake2s(query.codes.tobytes(), digest_size=8).hexdigest()
    return f"{interview.number}-{digest}"


def _mark(entry: Entry) -> str:
    """An answer as it was shown, to see whether it is still the same when it is changed."""
    return WORDS[entry.answer]


def _contradicts(interview: Interview) -> bool:
    result = interview.result
    return result.status == Status.COLLAPSED and result.reason == CONTRADICTION and result.conflict is not None


def _learned(interview: Interview) -> Network:
    """The learned network, without looking at what is open, which can be very much."""
    state = interview.dialogue.state
    return Network(state.vocabulary, [state.bias.constraint(row) for row in state.network])


def _facts(interview: Interview) -> dict[str, Any]:
    state = interview.dialogue.state
    total = state.bias.size
    left = int(state.in_bias.sum())
    return {
        "asked": interview.answers,
        "learned": len(state.network),
        "left": left,
        "total": total,
        "settled": 100 if not total else int(100 * (total - left) / total),
        "estimate": interview.estimate(),
    }


def _short(query: Shown, most: int = 6) -> str:
    shown = ", ".join(f"{name} = {value}" for name, value in list(query.items())[:most])
    return f"{shown}, and {len(query) - most} more" if len(query) > most else shown


def _key(shown: Shown) -> tuple[tuple[str, int | str], ...]:
    return tuple(sorted(shown.items()))


def _accepts(network: Network, shown: Shown) -> bool:
    try:
        return network.accepts_codes(network.vocabulary.encode(dict(shown)))
    except TacitError:  # it speaks of variables or values that are no longer there
        return False


def _impossible(interview: Interview, error: AnswerError, answer: bool | None) -> Notice:
    """Why an answer is refused: `earlier` is a question that contains this one, or is a part of it."""
    assert isinstance(error.earlier, Query)
    assert isinstance(error.query, Query)
    if len(error.earlier) > len(error.query):
        why = "You said yes to an example that contains all of this. Then this part of it is fine, too."
    else:
        why = "You said no to a part of this. Then the whole of it can't be fine."
    entry = interview.entry_of(error.earlier)
    return Notice(f"“{WORDS[answer]}” can't be. {why}", "problem", () if entry is None else (entry.position,))


def _reused(interview: Interview, total: int) -> str:
    if not total:
        return ""
    if interview.unusable:
        return f"{total - interview.unusable:,} of the {total:,} other answers still fit and are used as before."
    return f"All {total:,} other answers are used as before." if total > 1 else "The other answer is used as before."


def _extend(interview: Interview, text: str) -> str:
    """Add a relation; what there is to say about it."""
    if not text:
        raise ProblemFileError("write a relation, such as abs(x - y) > 1")
    with _warnings, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", LanguageWarning)
        # Seen before anything is kept: a relation on four of very many variables makes too many candidates.
        relations = [*interview.file.problem.language, text]
        problem = parse_problem(
            interview.file.text,
            source="the language",
            relations=[*interview.relations, text],
            examples=False,
        ).problem
        Bias(problem)
        if len(problem.language) < len(relations):
            raise ProblemFileError("; ".join(str(w.message) for w in caught) or "the language has this relation")
        interview.extend([text])
    return ""


def line_text(line: Line) -> str:
    """A sentence as it stands on a line of its own."""
    return f"{line.text[0].upper()}{line.text[1:]}" if line.text[:1].islower() and " " in line.text else line.text
