"""What people take with them: the model as a file, answers and plans as tables, and pages for paper."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from tacit.formats.writers import SUFFIXES, WRITERS
from tacit.interview import Entry, Interview
from tacit.interview.log import MARK, TOLD, VERDICT
from tacit.learning.result import PLAN_ACCEPTED, Result
from tacit.problem.query import Answered, Query
from tacit.sheets.laying_out import laid_out_plans
from tacit.sheets.opening import as_file
from tacit.sheets.spreadsheet import Sheet
from tacit.showing.board import Part
from tacit.showing.doubt_words import ENDS, PLAN_TAKEN
from tacit.web.desk import Live, Missing
from tacit.web.forms import interview_id, number
from tacit.web.remembered import plans_of, words_of
from tacit.web.screens import Context, Showing, answer_of, drawn, short

TABLES = {
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
KINDS = {"question": "example", VERDICT: "whole plan", MARK: "these cells alone", TOLD: "rule, said unasked"}
HEAD = ["Number", "Asked about", "What was asked", "Answer", "Except", "When"]
LONGEST = 32_000  # characters; a cell of Excel holds 32,767
MOST_SHEETS = 50  # whole plans that get a sheet of their own beside the answers
MARKED = "\ufeff"  # without it Excel takes UTF-8 for the encoding of the country


class Downloads(Showing):
    """Files, and pages for paper. Nothing here changes an interview."""

    def export(self, request: Request) -> Response:
        """The model in a format for solvers."""
        format = request.path_params["format"]
        if format not in WRITERS:
            raise Missing(f"there is no format {format}")
        suffix = next(suffix for suffix, name in SUFFIXES.items() if name == format)
        with self.desk.at(interview_id(request)) as (_, interview):
            model = interview.model()
        return _file(WRITERS[format](model), "text/plain; charset=utf-8", f"{_plain(model.name) or 'model'}{suffix}")

    def table(self, request: Request) -> Response:
        """Answers or plans as .csv or .xlsx: `answers`, `plans` (of the model), `plan` (the last that was taken), or
        `plan-N`, which was judged by answer N."""
        what, dot, suffix = request.path_params["what"].rpartition(".")
        if dot + suffix not in TABLES:
            raise Missing("there is no such file")
        with self.desk.at(interview_id(request)) as (_, interview):
            name = _plain(interview.name) or "interview"
            sheets = _answers(interview, suffix) if what == "answers" else None
            if sheets is None and what != "plans":
                sheets = laid_out_plans([_plan(interview, what)], interview.file.problem.vocabulary)
        if sheets is None:
            network, plans = plans_of(self.desk, interview_id(request))
            vocabulary = network.vocabulary
            if not plans:
                raise Missing("the model allows no plan")
            sheets = laid_out_plans([Query(vocabulary, vocabulary.encode(each)) for each in plans], vocabulary)
        content = as_file(sheets, dot + suffix)
        if suffix == "csv":
            content = MARKED.encode() + content
        return _file(content, TABLES[dot + suffix], f"{name}-{what}.{suffix}")

    def paper(self, request: Request) -> Response:
        """The model and a plan, to be printed."""
        with self.desk.at(interview_id(request)) as (live, interview):
            what = self._for_paper(live, interview)
        return self.show("paper.html", **what)

    def _for_paper(self, live: Live, interview: Interview) -> Context:
        over = interview.question is None
        result = interview.result if over else None
        return {
            **self.common(live, interview),
            "over": over,
            "plans": [
                _laid_on_paper(drawn(interview, query.shown)) | {"position": entry.position}
                for entry, query in _right(interview)
            ],
            "lines": words_of(live, interview),
            "count": len(interview.learned()),
            "rests": _rests(result),
            "doubts": [] if result is None else _doubts(interview),
            "now": time.time(),
        }


def _file(content: bytes | str, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def _plain(name: str) -> str:
    """A name that every file system takes."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-")[:60]


def _plan(interview: Interview, what: str) -> Query:
    """The plan that an address names."""
    if what == "plan":
        plan = interview.accepted
        if plan is not None:
            return plan
    elif what.startswith("plan-"):
        position = number(what.removeprefix("plan-"))
        entry = next((each for each in interview.entries if each.position == position), None)
        read = None if entry is None or entry.kind != VERDICT else interview.read(entry)
        if isinstance(read, Answered):
            return read.query
    raise Missing("there is no such plan")


def _right(interview: Interview) -> list[tuple[Entry, Query]]:
    """The plans that were called right: the one that was taken, or the last of those that were judged."""
    read = [
        (entry, said.query)
        for entry in interview.entries
        if entry.kind == VERDICT and entry.answer and isinstance(said := interview.read(entry), Answered)
    ]
    return read[-1:]


def _laid_on_paper(parts: Sequence[Part]) -> Context:
    """How a plan fits on A4: upright or across, and in which size of letters."""
    across = max((len(part.columns) * _CHARACTERS[part.width] for part in parts), default=0)
    fits = 1 + sum(across > most for most in _FITS)
    return {"parts": list(parts), "across": across > _UPRIGHT, "fits": fits}


_CHARACTERS = (3, 5, 8, 12)  # of a cell with its borders, by how wide values may be
_UPRIGHT = 70  # characters of a line upright
_FITS = (70, 130, 230)  # more characters in a line, smaller letters


def _rests(result: Result | None) -> str:
    """On what the model rests."""
    if result is None:
        return ENDS["stopped"]
    return PLAN_TAKEN if result.reason == PLAN_ACCEPTED else ENDS.get(str(result.status), ENDS["stopped"])


def _doubts(interview: Interview) -> list[str]:
    """What speaks against the model, in a few words."""
    result = interview.result
    gaps, looks = len(result.gaps), len(result.second_look)
    found = []
    if gaps:
        what = "One thing" if gaps == 1 else f"{gaps} things"
        found.append(f"{what} you called wrong can't be said with these relations.")
    if looks:
        may = "One answer may be a slip" if looks == 1 else f"{looks} answers may be slips"
        found.append(f"{may}: other answers speak against {'it' if looks == 1 else 'them'}.")
    return found


def _answers(interview: Interview, suffix: str) -> list[Sheet]:
    """All answers as a table, the first one first. A workbook also has each whole plan as a sheet of its own."""
    rows = [HEAD, *(_row(interview, entry) for entry in interview.entries)]
    sheets = [Sheet("Answers", rows)]
    if suffix != "xlsx":
        return sheets
    vocabulary = interview.file.problem.vocabulary
    judged = [
        (entry, said.query)
        for entry in interview.entries
        if entry.kind == VERDICT and isinstance(said := interview.read(entry), Answered)
    ][-MOST_SHEETS:]
    laid_out = laid_out_plans([query for _, query in judged], vocabulary)
    return sheets + [
        Sheet(f"{entry.position} {answer_of(interview, entry)}", sheet.rows)
        for (entry, _), sheet in zip(judged, laid_out, strict=True)
    ]


def _row(interview: Interview, entry: Entry) -> list[str]:
    return [
        str(entry.position),
        KINDS.get(entry.kind, "rule"),
        short(interview, entry, most=len(entry.query))[:LONGEST],
        answer_of(interview, entry),
        ", ".join(entry.exceptions),
        time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.answered)) if entry.answered else "",
    ]
