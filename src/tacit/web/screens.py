"""What screens have in common: an example as a board, an earlier answer as a card, progress in figures."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from starlette.responses import HTMLResponse

from tacit.interview import PERSON, Entry, Interview, LogError, Statement
from tacit.interview.beside import HowFar
from tacit.interview.kept_claims import to_keep
from tacit.interview.log import ASKED, RULE, TOLD
from tacit.interview.offering import exceptable, words_for
from tacit.learning.claims import Claimed
from tacit.learning.result import Status
from tacit.problem.query import Query
from tacit.showing.board import Part, Shown, board, cropped, what_matters
from tacit.showing.claim_words import answer_word, review_lines
from tacit.showing.claim_words import sentence as sentence_of
from tacit.showing.sentences import Line
from tacit.showing.spoken_names import SpokenNames
from tacit.structure.rule import Claim, Number, Review, Unlimited
from tacit.web.desk import Desk, Live
from tacit.web.forms import ANSWERS

WORDS = {True: "yes", False: "no", None: "don't know"}
TONES = {answer: word for word, answer in ANSWERS.items()}
ENDED = {Status.COLLAPSED: "answers that can’t all be right", Status.INCOMPLETE: "some of it can’t be said"}
Context = dict[str, Any]  # what a template is given


class Showing:
    """Base of all groups of screens. `render` turns the name of a template and its context into text."""

    def __init__(self, desk: Desk, render: Callable[..., str], token: str) -> None:
        self.desk = desk
        self.token = token
        self._render = render

    def show(self, template: str, code: int = 200, **what: Any) -> HTMLResponse:
        gone = None
        with contextlib.suppress(LogError):  # which another page is about
            gone = self.desk.just_deleted()
        return HTMLResponse(self._render(template, token=self.token, **{"gone": gone} | what), code)

    def common(self, live: Live, interview: Interview) -> Context:
        """What all screens of an interview need."""
        notice = live.notice
        now = facts(interview)
        with contextlib.suppress(LogError):  # it is only kept for the start page
            self.desk.keep_how_far(interview, how_far(interview, now))
        about = [] if notice is None else [e for e in interview.entries if e.position in notice.entries]
        return {
            "id": interview.id,
            "name": interview.name,
            "about": interview.file.about,
            "instructions": interview.file.instructions,
            "here": f"/i/{interview.id}",
            "question": open_question(interview),
            "notice": notice,
            "notice_cards": [c | {"parts": cropped(c["parts"])} for c in (card(interview, entry) for entry in about)],
            "can_undo": bool(interview.entries),
            "facts": now,
            "wants_plans": interview.wants_a_plan,
            "may_tell": interview.dialogue.options.guided and not interview.dialogue.asker.settling,
        }


def drawn(interview: Interview, shown: Shown, before: Shown | None = None) -> list[Part]:
    """An example as the problem file wants it drawn."""
    vocabulary = interview.file.problem.vocabulary
    return board(vocabulary, shown, before=before, as_list=interview.file.draw == "list")


def card(interview: Interview, entry: Entry) -> Context:
    """An earlier answer, with what it may be changed to. A rule that was said unasked can be taken back instead."""
    said = interview.read(entry) if entry.kind == RULE else None
    claim = said.claim if isinstance(said, Claimed) else None
    asked = claim if isinstance(claim, Number) else None
    other = [word for word, answer in ANSWERS.items() if answer is not entry.answer or entry.exceptions]
    if entry.kind not in ASKED:
        other = [word for word in other if word != "unknown"]
    if entry.kind == TOLD:
        other = []
    if asked is not None:
        other = [word for word in (*words_for(asked), "unknown") if word != answer_of(interview, entry)]
    return {
        "position": entry.position,
        "number": interview.numbered().get(entry.position),
        "kind": entry.kind,
        "flagged": entry.flagged,
        "remark": entry.note,
        "answer": answer_of(interview, entry),
        "tone": tone_of(interview, entry),
        "giver": giver_of(entry),
        "claim": claim_of(interview, entry),
        "parts": [] if entry.is_claim else what_matters(drawn(interview, entry.query)),
        "other": [(word, WORDS[ANSWERS[word]] if word in ANSWERS else word) for word in other],
        "groups": [] if claim is None else [(name, spoken(interview, text)) for name, text in exceptable(claim)],
        "about_limits": isinstance(claim, Unlimited),
        "lines": []
        if claim is None
        else read_out(interview, claim, said.exceptions if isinstance(said, Claimed) else ()),
        "range": None if asked is None else interview.numbers(asked),
    }


def answer_of(interview: Interview, entry: Entry) -> str:
    """What was answered, in a word."""
    return answer_word(interview.asked_for_a_number(entry), entry.answer, entry.number)


def tone_of(interview: Interview, entry: Entry) -> str:
    """How an answer is coloured."""
    if interview.asked_for_a_number(entry) is not None and entry.answer is not None:
        return "number"
    return TONES[entry.answer]


def giver_of(entry: Entry) -> str:
    """Who gave an answer, if it was not somebody on this page or at a terminal; else empty."""
    return "" if entry.giver is None or entry.giver == PERSON else str(entry.giver)


def read_out(interview: Interview, claim: Claim, wrong: Sequence[int] = ()) -> list[tuple[int, str, bool]]:
    """The lines of a review: the number of each, what it says, whether it was called wrong; none for other claims."""
    if not isinstance(claim, Review):
        return []
    lines = review_lines(claim, interview.file.problem.vocabulary)
    return [(place + 1, spoken(interview, line), place in wrong) for place, line in enumerate(lines)]


def spoken(interview: Interview, text: str) -> str:
    """A text with the names of variables as people say them."""
    return SpokenNames.of(interview.file.problem.vocabulary).text(text)


def claim_of(interview: Interview, entry: Entry) -> str:
    """What an entry claims, in words; empty if it is about an example."""
    if not entry.is_claim:
        return ""
    said = interview.read(entry)
    if not isinstance(said, Claimed):
        return "a rule about what the problem no longer has"
    return claimed(interview, said.claim, said.exceptions, said.number)


def claimed(interview: Interview, claim: Claim, exceptions: Sequence[int] = (), number: int | None = None) -> str:
    return spoken(interview, f"{sentence_of(claim, interview.file.problem.vocabulary, exceptions, number)}.")


def evidence(interview: Interview, query: Query, answer: bool, source: str = "a known example") -> Context:
    """An answer that a constraint rests on: the person's own, or one that was given with the problem."""
    entry = interview.entry_of(query)
    return card(interview, entry) if entry is not None else _given_card(interview, query, answer, source)


def said_card(interview: Interview, said: Statement) -> Context:
    """An answer as a card: the person's own, or one that was given with the problem."""
    if said.entry is not None:
        return card(interview, said.entry)
    return _given_card(interview, said.asked, said.answer, said.source)


def _given_card(interview: Interview, asked: Query | Claim, answer: bool, source: str) -> Context:
    return {
        "position": None,
        "source": re.sub(r"^.*[/\\]", "", source),  # of a path, only the file
        "answer": WORDS[answer],
        "tone": TONES[answer],
        "claim": "" if isinstance(asked, Query) else claimed(interview, asked),
        "lines": [],
        "parts": what_matters(drawn(interview, asked.shown)) if isinstance(asked, Query) else [],
        "other": [],
    }


def evidence_of_claims(interview: Interview, said: Iterable[Claimed]) -> list[Context]:
    """The answers about rules that a constraint rests on."""
    entries = {entry.position: entry for each in said if (entry := interview.entry_of_claim(each)) is not None}
    return [card(interview, entry) for entry in entries.values()]


def open_question(interview: Interview) -> str:
    """How a form names the question that it answers: by its number and by the question itself, because after an undo
    elsewhere the same number may stand for another question.
    """
    question = interview.question
    if question is None:
        return f"{interview.number}-end"
    text = question.codes.tobytes() if isinstance(question, Query) else json.dumps(to_keep(question)).encode()
    return f"{interview.number}-{hashlib.blake2s(text, digest_size=8).hexdigest()}"


def facts(interview: Interview) -> Context:
    """How far it has come, in figures."""
    progress = interview.progress()
    total, left = progress.total, progress.left
    estimate = interview.estimate()
    return {
        "asked": progress.asked,
        "said": interview.said,
        "learned": progress.learned,
        "left": left,
        "total": total,
        "settled": 100 if not total else int(100 * (total - left) / total),
        "estimate": estimate,
        "going_on": interview.going_on,
        "how_far": interview.how_far_with(estimate),
    }


def how_far(interview: Interview, now: Context) -> HowFar:
    """The same as it is shown in the list of interviews."""
    if interview.question is not None:
        return HowFar(interview.number - 1, now["settled"], now["how_far"], over=False)
    status = interview.result.status
    words = ENDED.get(status, "no question left")
    return HowFar(interview.number - 1, 100, words, over=True)


def short(interview: Interview, entry: Entry, most: int = 6) -> str:
    """What an answer is about, on one line."""
    if entry.is_claim:
        return claim_of(interview, entry)
    query: Shown = entry.query
    said = SpokenNames.of(interview.file.problem.vocabulary).example(dict(list(query.items())[:most]))
    return f"{said}, and {len(query) - most:,} more" if len(query) > most else said


def reused(interview: Interview, total: int, other: str = "") -> str:
    """How many answers are still used."""
    if not total:
        return ""
    if interview.unusable:
        return f"{total - interview.unusable:,} of the {total:,} {other}answers still fit and are used as before."
    return f"All {total:,} {other}answers are used as before." if total > 1 else f"The {other}answer is used as before."


def sentence(line: Line) -> str:
    """A sentence, made to stand on a line of its own. Names of variables stay as they are."""
    first = line.text.split(" ", 1)[0]
    return f"{first.capitalize()}{line.text[len(first) :]}" if first in ("in", "for", "each") else line.text
