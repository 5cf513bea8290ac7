"""Questions: the open one, what stands beside it, its answer, and earlier answers.

A request that changes something is a POST. The answer is a redirect, so that reloading never repeats the change; our
own script gets just the next question instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tacit.errors import AnswerError, DialogueError, MarkError
from tacit.interview import Entry, Interview, Statement
from tacit.interview.log import TOLD
from tacit.interview.offering import words_for
from tacit.problem.query import Query
from tacit.showing.doubt_words import not_both
from tacit.structure.phrases import listed
from tacit.structure.rule import Number, Review
from tacit.web.desk import Desk, Live, Notice
from tacit.web.ending import Ending
from tacit.web.forms import Form, Refused, entry_at, go, interview_id, number, wants_plans
from tacit.web.picture import picture
from tacit.web.question_screen import screen_of
from tacit.web.remembered import words_of
from tacit.web.screens import (
    WORDS,
    Context,
    Showing,
    answer_of,
    card,
    claim_of,
    facts,
    giver_of,
    open_question,
    reused,
    short,
    spoken,
    tone_of,
)

TABS = {"learned": "Learned", "history": "Answers", "picture": "Picture"}
WHICH = "If you see which was a slip, change it; if not, go on: the next questions will tell."
CHOOSE = "Choose the exceptions first."
PAGE = 25  # answers on a page of the history
EXCEPT = "except"  # the answer "no, except …"
WRONG_LINE = "wrong"  # a line of a review that was marked
MARKED_AS_WRONG = "You have marked lines as wrong: either say that these are wrong, or take the marks away."
NUMBER = "number"  # the answer that is in a field of its own; "number:3" is a button
NAMED_EXCEPTIONS = "You have named exceptions: either say “no, except these”, or take the marks away."
WHOLE = "full"  # the whole table is shown, not only what matters
NOTE = 2_000  # characters of a note


class Questions(Showing):
    """The screens of an interview while it is going on."""

    def __init__(self, desk: Desk, render: Callable[..., str], token: str, ending: Ending) -> None:
        super().__init__(desk, render, token)
        self.ending = ending

    def interview(self, request: Request) -> Response:
        """The open question, or how the interview ended."""
        with self.desk.at(interview_id(request)) as (live, interview):
            if interview.question is not None:
                self.desk.think_ahead(interview)
                asked = self._question(live, interview, whole=request.query_params.get("table") == WHOLE)
                if "x-tacit" in request.headers:
                    return self.show("_question.html", **asked)
                return self.show("question.html", **asked, **_side(request, live, interview))
        return self.ending.end(request)

    def _question(self, live: Live, interview: Interview, *, whole: bool = False) -> Context:
        return {**self.common(live, interview), **screen_of(interview, whole=whole)}

    def side(self, request: Request) -> Response:
        """What stands beside the question; the page fetches it afterwards."""
        with self.desk.at(interview_id(request)) as (live, interview):
            what: Context = {"id": interview.id, "here": f"/i/{interview.id}", "facts": facts(interview)}
            return self.show("_side.html", **what, **_side(request, live, interview))

    def switch(self, request: Request) -> Response:
        """Go on in the other way: with plans until one is right, or with questions."""
        form = Form(request, self.token)
        plans = wants_plans(form)
        with self.desk.at(interview_id(request)) as (live, interview):
            if plans != interview.wants_a_plan:
                interview.switch("plan" if plans else "scopes")
                live.notice = Notice(reused(interview, len(interview.entries)) or "Nothing was answered yet.")
            return go(interview.id)

    # --- answers ---

    def answer(self, request: Request) -> Response:
        form = Form(request, self.token)
        with self.desk.at(interview_id(request)) as (live, interview):
            if form.text("question") != open_question(interview):
                live.notice = Notice("That question was answered or taken back in the meantime. This is the open one.")
            elif form.text("answer") == "undo":
                live.notice = _undo(interview)
            else:
                live.notice = _take(interview, form)
            self.desk.think_ahead(interview)
            return self._after(request, live, interview, whole=form.text("table") == WHOLE)

    def _after(self, request: Request, live: Live, interview: Interview, *, whole: bool) -> Response:
        """Just the next question for our own script; a redirect for everybody else."""
        if "x-tacit" not in request.headers:
            return go(interview.id, f"?table={WHOLE}" if whole and interview.question is not None else "")
        if interview.question is None:
            return Response(status_code=204, headers={"X-Tacit-Go": f"/i/{interview.id}"})
        return self.show("_question.html", **self._question(live, interview, whole=whole))

    def history(self, request: Request) -> Response:
        """All answers, on a page of their own."""
        with self.desk.at(interview_id(request)) as (live, interview):
            return self.show("answers.html", **self.common(live, interview), **_history(request, interview))

    def answered(self, request: Request) -> Response:
        """One earlier answer, to look at or to change."""
        with self.desk.at(interview_id(request)) as (live, interview):
            shown = card(interview, entry_at(request, interview))
            return self.show("answered.html", **self.common(live, interview), card=shown)

    def remark(self, request: Request) -> Response:
        """Flag an earlier answer or not, and note something about it."""
        form = Form(request, self.token)
        with self.desk.at(interview_id(request)) as (live, interview):
            entry = entry_at(request, interview)
            interview.remark(entry.position, flagged=bool(form.text("flagged")), note=form.text("note")[:NOTE])
            live.notice = Notice("Kept.")
            return go(interview.id, f"/answers/{entry.position}")

    def change(self, request: Request) -> Response:
        form = Form(request, self.token)
        except_ = form.all("except") if form.text("answer") == EXCEPT else []
        with self.desk.at(interview_id(request)) as (live, interview):
            entry = entry_at(request, interview)
            if form.text("answer") == EXCEPT and not except_:
                live.notice = Notice(CHOOSE, "problem", (entry.position,))
                return go(interview.id)
            if form.text("was") != answer_of(interview, entry):
                live.notice = Notice("That answer was changed or taken back in the meantime.")
                return go(interview.id)
            asked = interview.asked_for_a_number(entry)
            answer = False if form.text("answer") == EXCEPT else _given(interview, asked, form)
            if isinstance(answer, Notice):
                live.notice = answer
                return go(interview.id)
            try:
                interview.change(entry.position, answer, except_=except_)
            except AnswerError as error:
                live.notice = _impossible(interview, error, answer)
            except (MarkError, DialogueError) as error:
                live.notice = Notice(str(error), "problem")
            else:
                others = sum(each.position != entry.position for each in interview.entries)
                used = reused(interview, others, "other ")
                now = _word(answer)
                if except_ and interview.read_out_by(entry) is not None:
                    now = f"{listed(except_)} {'is' if len(except_) == 1 else 'are'} wrong"
                elif except_:
                    now = f"no, except {listed(except_)}"
                live.notice = Notice(f"Answer {interview.numbered()[entry.position]} is now “{now}”. {used}")
            return go(interview.id)


def _undo(interview: Interview) -> Notice:
    """Take back what was said last; returns what to tell the person. Nothing on the screen shows a rule that was said
    unasked, so it is named."""
    last = interview.entries[-1] if interview.entries else None
    words = claim_of(interview, last) if last is not None and last.kind == TOLD else ""
    number = interview.numbered().get(last.position) if last is not None else None
    if not interview.undo():
        return Notice("There is nothing to undo.")
    return Notice(f"Taken back: {words}" if words else f"Answer {number} is taken back." if number else "Taken back.")


def _take(interview: Interview, form: Form) -> Notice | None:
    """Give an answer; returns what to tell the person if it is not taken."""
    named, given = form.all("except"), form.text("answer")
    remark: dict[str, Any] = {"flagged": bool(form.text("flagged")), "note": form.text("note")[:NOTE]}
    # Exceptions may be named in the picture, and then it is "no".
    if given == EXCEPT or (given == "no" and named):
        return _take_exceptions(interview, named, remark)
    if given == "yes" and named:
        return Notice(NAMED_EXCEPTIONS, "problem")
    question = interview.question
    answer = _given(interview, question if isinstance(question, Number) else None, form)
    if isinstance(answer, Notice):
        return answer
    wrong = form.all(WRONG_LINE) if isinstance(question, Review) else []
    if wrong and answer:
        return Notice(MARKED_AS_WRONG, "problem")
    earlier, before = interview.put_again(), len(interview.entries)
    try:
        if answer is False:
            interview.answer(answer, clash=form.all("clash"), except_=wrong, **remark)
        else:
            interview.answer(answer, **remark)
    except AnswerError as error:
        return _impossible(interview, error, answer)
    except MarkError as error:
        return Notice(f"{str(error)[0].upper()}{str(error)[1:]}.", "problem")
    return _not_both(interview, earlier, interview.entries[before])


def _not_both(interview: Interview, earlier: Statement | None, entry: Entry) -> Notice | None:
    """Shows an answer beside the earlier one that was put again, if the two don't go together."""
    if earlier is None or earlier.entry is None or not interview.disagrees_with(earlier, entry):
        return None
    why = not_both(earlier.asked, interview.statement(entry).asked)
    return Notice(f"{why} {WHICH}", entries=(earlier.entry.position, entry.position))


def _given(interview: Interview, asked: Number | None, form: Form) -> Any:
    """The answer in a form: yes, no or don't know; if a number was asked for, that, or a word in its place.

    A notice, if it is no number of those that are accepted.
    """
    if asked is None or form.text("answer") == "unknown":
        return form.answer()
    if form.text("answer") in words_for(asked):
        return form.text("answer")
    given, _, of_button = form.text("answer").partition(":")
    if given != NUMBER:
        raise Refused(f"an answer is {NUMBER}, {', '.join(words_for(asked))} or unknown")
    low, high = interview.numbers(asked)
    text = of_button or form.text("number").strip()
    if re.fullmatch(r"[-+]?[0-9]{1,12}", text) and low <= int(text) <= high:
        return int(text)
    return Notice(f"A number from {low} to {high} is needed{f', not “{text[:20]}”' if text else ''}.", "problem")


def _word(answer: Any) -> str:
    """An answer as it was given, in a word."""
    return WORDS[answer] if isinstance(answer, bool | None) else str(answer)


def _take_exceptions(interview: Interview, names: list[str], remark: dict[str, Any]) -> Notice | None:
    """ "No, except here": the rule holds on all groups but these."""
    if not names:
        return Notice(CHOOSE, "problem")
    try:
        interview.answer(False, except_=names, **remark)
    except AnswerError as error:
        return Notice(f"{str(error)[0].upper()}{str(error)[1:]}.", "problem")
    return None


def _impossible(interview: Interview, error: AnswerError, answer: Any) -> Notice:
    """Why an answer is refused: `earlier` is a question that contains this one, or is a part of it."""
    if not isinstance(error.earlier, Query) or not isinstance(error.query, Query):
        return Notice(f"{str(error)[0].upper()}{str(error)[1:]}.", "problem")
    if len(error.earlier) > len(error.query):
        why = "You said yes to an example that contains all of this. Then this part of it is fine, too."
    else:
        why = "You said no to a part of this. Then the whole of it can't be fine."
    entry = interview.entry_of(error.earlier)
    return Notice(f"“{_word(answer)}” can't be. {why}", "problem", () if entry is None else (entry.position,))


def _side(request: Request, live: Live, interview: Interview) -> Context:
    tab = request.query_params.get("tab", "learned")
    found: Context = {"tab": tab if tab in TABS else "learned", "tabs": TABS}
    if found["tab"] == "history":
        return found | _history(request, interview)
    network = interview.learned()
    if found["tab"] == "picture":
        only = request.query_params.get("relation")
        return found | {"picture": picture(network.vocabulary, network.constraints, only), "only": only}
    said = [replace(line, text=spoken(interview, line.text)) for line in words_of(live, interview)]
    beliefs = [spoken(interview, text) for text in interview.beliefs()]
    return found | {"lines": said, "beliefs": beliefs, "settling": interview.dialogue.asker.settling}


def _history(request: Request, interview: Interview) -> Context:
    """One page of the answers, the last answer first; or of those that were flagged."""
    flagged = [entry for entry in interview.entries if entry.flagged]
    only = bool(request.query_params.get("flagged"))
    entries = flagged if only else interview.entries
    numbers = interview.numbered()
    pages = max(1, -(-len(entries) // PAGE))
    page = min(pages, max(1, number(request.query_params.get("page", "1"))))
    end = len(entries) - PAGE * (page - 1)
    shown = [
        {
            "position": e.position,
            "number": numbers.get(e.position),
            "kind": e.kind,
            "flagged": e.flagged,
            "note": e.note,
            "text": short(interview, e),
            "answer": answer_of(interview, e),
            "tone": tone_of(interview, e),
            "giver": giver_of(e),
        }
        for e in reversed(entries[max(0, end - PAGE) : end])
    ]
    which = "tab=history&flagged=1" if only else "tab=history"
    return {
        "entries": shown,
        "page": page,
        "pages": pages,
        "total": len(entries),
        "path": request.url.path.removesuffix("/side"),
        "which": which,
        "only_flagged": only,
        "flagged_count": len(flagged),
    }
